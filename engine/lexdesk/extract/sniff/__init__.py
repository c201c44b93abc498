"""Supported formats and their detection.

sniff           detection by content and extension
packages        formats with a common magic number: ZIP (Office, OpenDocument, EPUB, archives), OLE (Office 97)
ole             OLE files, read within their size
signed          signed files with their content (CMS)
"""

from enum import StrEnum

from lexdesk.errors import FileCode, FileFailed, Message, PhraseCode


class Format(StrEnum):
    """Supported formats, with their names in messages."""

    PDF = "PDF"
    DOCX = "Word document"
    DOC = "Word 97-2003 document"
    ODT = "OpenDocument text"
    ODS = "OpenDocument spreadsheet"
    ODP = "OpenDocument presentation"
    RTF = "RTF document"
    XLSX = "Excel workbook"
    XLSB = "Excel binary workbook"
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
    GIT = "git repository"
    ZIP = "zip archive"
    TAR = "tar archive"
    SEVEN_ZIP = "7z archive"
    PACKED = "packed file"
    SIGNED = "signed file"
    OFFICE_XML = "Office document in XML"
    EXCEL_2003 = "Excel 2003 workbook in XML"
    PICTURE = "picture"
    MARKDOWN = "Markdown text"
    TEXT = "plain text"
    EURLEX_HTML = "EUR-Lex page"
    FORMEX = "Formex act"
    FORMEX_RECORD = "Formex publication record"
    AKOMA_NTOSO = "Akoma Ntoso document"
    CLML = "legislation.gov.uk document"
    USLM = "law of the United States"
    BOE = "law of Spain"
    LEGI = "article of French law"
    RIS = "law of Austria"
    GII_NORM = "federal statute of Germany"
    RII_DECISION = "decision of a federal court of Germany"
    LEX_ARTICLES = "dated version of a work"
    LEX_REGISTER = "register of dated versions"


ARCHIVES = {
    Format.ZIP, Format.TAR, Format.SEVEN_ZIP, Format.PACKED, Format.SIGNED, Format.MBOX, Format.GIT,
}  # fmt: skip
"""Container formats without text of their own."""

_ADVICE = {
    PhraseCode.ARCHIVE: PhraseCode.UNPACK,
    PhraseCode.TNEF: PhraseCode.SAVE_ATTACHMENTS,
    PhraseCode.PACKAGE: PhraseCode.SAVE_VIEW_AS_PDF,
    PhraseCode.POSTSCRIPT: PhraseCode.SAVE_VIEW_AS_PDF,
    PhraseCode.APPLE_DOCUMENT: PhraseCode.EXPORT_AS_PDF,
    PhraseCode.PHOTOGRAPH: PhraseCode.SAVE_AS_JPEG,
    PhraseCode.SHORTCUT: PhraseCode.ADD_TARGET,
    PhraseCode.ONENOTE: PhraseCode.EXPORT_PAGES,
    PhraseCode.RECORDING: PhraseCode.ADD_TRANSCRIPT,
    PhraseCode.WORDPERFECT: PhraseCode.SAVE_AS_DOCX,
    PhraseCode.DATABASE: PhraseCode.EXPORT_AS_CSV,
    PhraseCode.OUTLOOK_DATA: PhraseCode.DRAG_MAILS,
}
"""Advice for kinds of documents without a parser."""


def not_read(name: str, kind: PhraseCode) -> FileFailed:
    """Return the failure of a file of a ``kind`` without a parser; a kind without advice is no document."""
    if (advice := _ADVICE.get(kind)) is None:
        return FileFailed(FileCode.NO_DOCUMENT, name=name, kind=Message(kind))
    return FileFailed(
        FileCode.KIND_UNREADABLE, name=name, kind=Message(kind), advice=Message(advice)
    )


class Locked(FileFailed):
    """A file locked with none of the given passwords."""


def locked(name: str, tried: int = 0) -> Locked:
    """Return the failure of a locked file; none of the passwords ``tried`` opens it."""
    if not tried:
        return Locked(FileCode.PASSWORD_NEEDED, name=name)
    if tried == 1:
        return Locked(FileCode.PASSWORD_WRONG, name=name)
    return Locked(FileCode.PASSWORDS_WRONG, name=name, tried=tried)


def locked_for_good(name: str) -> FileFailed:
    """Return the failure of a file with an encryption unsupported for passwords."""
    return FileFailed(FileCode.PASSWORD_PROTECTED, name=name)
