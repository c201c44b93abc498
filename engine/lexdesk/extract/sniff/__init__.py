"""The formats that Lexdesk reads, and how their bytes are recognised.

sniff           the format of a file's bytes
packages        formats that begin alike: ZIP (Office, OpenDocument, EPUB, archives) and OLE (Office 97)
signed          files that hold what they sign (CMS)
"""

from __future__ import annotations

from enum import StrEnum

from lexdesk.errors import FileCode, FileFailed, Message, PhraseCode


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
    PhraseCode.ARCHIVE: PhraseCode.UNPACK,
    PhraseCode.TNEF: PhraseCode.SAVE_ATTACHMENTS,
    PhraseCode.PACKAGE: PhraseCode.SAVE_VIEW_AS_PDF,
    PhraseCode.APPLE_DOCUMENT: PhraseCode.EXPORT_AS_PDF,
    PhraseCode.PHOTOGRAPH: PhraseCode.SAVE_AS_JPEG,
    PhraseCode.SHORTCUT: PhraseCode.ADD_TARGET,
    PhraseCode.ONENOTE: PhraseCode.EXPORT_PAGES,
    PhraseCode.RECORDING: PhraseCode.ADD_TRANSCRIPT,
    PhraseCode.WORDPERFECT: PhraseCode.SAVE_AS_DOCX,
    PhraseCode.DATABASE: PhraseCode.EXPORT_AS_CSV,
    PhraseCode.OUTLOOK_DATA: PhraseCode.DRAG_MAILS,
}
"""What to do with a file of a kind that has no parser."""
_NO_DOCUMENTS = {PhraseCode.PROGRAM, PhraseCode.DATA}


def not_read(name: str, kind: PhraseCode) -> FileFailed:
    """Return the failure of a file of a ``kind`` that Lexdesk has no parser for."""
    if kind in _NO_DOCUMENTS:
        return FileFailed(FileCode.NO_DOCUMENT, name=name, kind=Message(kind))
    return FileFailed(
        FileCode.KIND_UNREADABLE, name=name, kind=Message(kind), advice=Message(_ADVICE[kind])
    )


class Locked(FileFailed):
    """The file opens with a password that is not among those given."""


def locked(name: str, tried: int = 0) -> Locked:
    """The refusal of a file that none of the passwords ``tried`` opens."""
    if not tried:
        return Locked(FileCode.PASSWORD_NEEDED, name=name)
    if tried == 1:
        return Locked(FileCode.PASSWORD_WRONG, name=name)
    return Locked(FileCode.PASSWORDS_WRONG, name=name, tried=tried)


def locked_for_good(name: str) -> FileFailed:
    """The refusal of a file that is encrypted in a way that no password is tried on."""
    return FileFailed(FileCode.PASSWORD_PROTECTED, name=name)
