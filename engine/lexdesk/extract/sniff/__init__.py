"""The formats that Lexdesk reads, and how their bytes are recognised.

sniff           the format of a file's bytes
packages        formats that begin alike: ZIP (Office, OpenDocument, EPUB, archives) and OLE (Office 97)
signed          files that hold what they sign (CMS)
"""

from __future__ import annotations

from enum import StrEnum

from lexdesk.errors import FileRefused


class Format(StrEnum):
    """The formats that are read, by the names that messages give them."""

    PDF = "PDF"
    DOCX = "Word document"
    DOC = "Word 97-2003 document"
    ODT = "OpenDocument text"
    ODS = "OpenDocument spreadsheet"
    ODP = "OpenDocument presentation"
    RTF = "RTF document"
    XLSX = "Excel workbook"
    XLS = "Excel 97-2003 workbook"
    PPTX = "PowerPoint presentation"
    PPT = "PowerPoint 97-2003 presentation"
    MSG = "Outlook message"
    EPUB = "EPUB book"
    HTML = "HTML page"
    XML = "XML file"
    CSV = "CSV table"
    MAIL = "e-mail"
    MBOX = "mailbox"
    ZIP = "zip archive"
    TAR = "tar archive"
    SEVEN_ZIP = "7z archive"
    PACKED = "packed file"
    SIGNED = "signed file"
    PICTURE = "picture"
    MARKDOWN = "Markdown text"
    TEXT = "plain text"
    EURLEX_HTML = "EUR-Lex page"
    FORMEX = "Formex act"
    FORMEX_RECORD = "Formex publication record"
    AKOMA_NTOSO = "Akoma Ntoso document"
    CLML = "legislation.gov.uk document"
    GII_NORM = "federal statute of Germany"
    RII_DECISION = "decision of a federal court of Germany"
    LEX_ARTICLES = "dated version of a work"
    LEX_REGISTER = "register of dated versions"


ARCHIVES = {
    Format.ZIP, Format.TAR, Format.SEVEN_ZIP, Format.PACKED, Format.SIGNED, Format.MBOX,
}  # fmt: skip
"""Formats that are folders of others, without text of their own."""

_ADVICE = {
    "an archive": "unpack it and add what is inside",
    "a package of Outlook (TNEF)": "open the mail in Outlook, save what is attached there and add that",
    "a package": "save what it shows as PDF and add that",
    "a document of Pages, Numbers or Keynote": "export it as PDF or DOCX and add that",
    "a photograph in HEIC or AVIF": "save it as JPEG or PDF and add that",
    "a shortcut": "add the file that it leads to",
    "a section of OneNote": "export its pages as PDF or DOCX and add that",
    "a recording": "add a transcript instead",
    "a WordPerfect document": "save it as DOCX or PDF (LibreOffice can) and add that",
    "a program": "it holds no text to search",
    "a database": "export its content as text or CSV and add that",
    "a data file of Outlook": "drag its mails from Outlook into a folder and add that",
    "a data file": "save it as text where it holds prose",
}
"""What to do with a file of a kind that is not read, by what it is called."""


def not_read(name: str, what: str) -> FileRefused:
    """The refusal of a file that is ``what``: one of those that there is advice for."""
    return FileRefused(f"{name} is {what}, which Lexdesk does not read; {_ADVICE[what]}.")


class Locked(FileRefused):
    """The file opens with a password that is not among those given."""


def locked(name: str, tried: int = 0) -> Locked:
    """The refusal of a file that none of the passwords ``tried`` opens."""
    if not tried:
        return Locked(
            f"{name} is protected by a password; give it with lexdesk add --passwords FILE, or save a copy without one and"
            " add that."
        )
    if tried == 1:
        return Locked(
            f"{name} is protected by a password, and the one that was tried does not open it; check it and give the right one"
            " with lexdesk add --passwords FILE."
        )
    return Locked(
        f"{name} is protected by a password, and none of the {tried} that were tried opens it; check them and give the right"
        " one with lexdesk add --passwords FILE."
    )


def locked_for_good(name: str) -> FileRefused:
    """The refusal of a file that is encrypted in a way that no password is tried on."""
    return FileRefused(f"{name} is protected by a password; save a copy without one and add that.")
