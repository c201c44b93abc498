"""Codes of phrases inside other messages."""

from lexdesk.errors.message import Code, Message


class PhraseCode(Code):
    """Parts of other messages."""

    LIST = "{first}, {second}"
    BOTH = "{first}; {second}"
    AND = "{first} and {second}"
    OPEN_DATE = "an open date"

    SCAN = "a scan of {pages} pages"
    SCANNED_PAGE = "a scan of 1 page"
    PICTURE = "a picture"
    UNREADABLE_FONTS = "a PDF whose fonts do not state their characters"
    PAGE = "page {numbers}"
    PAGES = "pages {numbers}"

    ARCHIVE = "an archive"
    TNEF = "a package of Outlook (TNEF)"
    PACKAGE = "a package"
    APPLE_DOCUMENT = "a document of Pages, Numbers or Keynote"
    PHOTOGRAPH = "a photograph in HEIC or AVIF"
    SHORTCUT = "a shortcut"
    POSTSCRIPT = "a PostScript file"
    KEY = "a key, certificate or signature"
    ONENOTE = "a section of OneNote"
    RECORDING = "a recording"
    WORDPERFECT = "a WordPerfect document"
    PROGRAM = "a program"
    DATABASE = "a database"
    OUTLOOK_DATA = "a data file of Outlook"
    DATA = "a data file"

    UNPACK = "unpack it and add what is inside"
    SAVE_ATTACHMENTS = "open the mail in Outlook, save what is attached there and add that"
    SAVE_VIEW_AS_PDF = "save what it shows as PDF and add that"
    EXPORT_AS_PDF = "export it as PDF or DOCX and add that"
    SAVE_AS_JPEG = "save it as JPEG or PDF and add that"
    ADD_TARGET = "add the file that it leads to"
    EXPORT_PAGES = "export its pages as PDF or DOCX and add that"
    ADD_TRANSCRIPT = "add a transcript instead"
    SAVE_AS_DOCX = "save it as DOCX or PDF (LibreOffice can) and add that"
    EXPORT_AS_CSV = "export its content as text or CSV and add that"
    DRAG_MAILS = "drag its mails from Outlook into a folder and add that"

    FOLDER = "a folder"
    NO_REGULAR_FILE = "no regular file"

    INSTALL_EXTRA = "run in a copy of the source: pip install './engine[{extra}]'"
    FROZEN_WITHOUT_EXTRA = (
        "this program comes without it: use an installation from source with the extra {extra}"
    )

    FREE_SPACE = "free some space on its disk"
    CHECK_FOLDER_WRITABLE = "see that its folder can be written"
    CHECK_FOLDER = "see that its folder can be read and written"
    WAIT = "wait for the other program that uses it"
    CHECK_DISK = "see whether its disk is there and sound"
    REOPEN_TO_READ = "its folder cannot be written, so open the library again, read-only"
    DISK_IS_FULL = "its disk is full, so free some space on it"
    PUBLISH_AGAIN = "change the library that it was made of, and publish it again"

    BACK_UP_ORIGINAL = "back up the library that it was made of"
    EXPORT_ORIGINAL = "export the library that it was made of"

    INDEX_PERMISSION = "permission denied"
    INDEX_DISK_FULL = "no space left on the disk"
    INDEX_FILE_TOO_LARGE = "a file would be larger than is allowed"
    INDEX_DISK_FAILED = "the disk failed"
    INDEX_READ_ONLY = "the disk is read-only"
    INDEX_LOCKED = "another program writes to it"
    INDEX_NOT_WRITTEN = "a file could not be written"
    INDEX_MEMORY = "there is not enough memory, or too many threads are running"
    INDEX_PATH = (
        "its path has letters that the system's language settings lack; set LANG to C.UTF-8"
    )

    SQLITE_READ_ONLY = "attempt to write a readonly database"
    SQLITE_MALFORMED = "database disk image is malformed"
    PAGE_CHANGED = "a page of it has changed since it was written"
    PAGE_NUMBER_CHANGED = "page {page} of it has changed since it was written"
    SQLITE_LOCKED = "database is locked"
    SQLITE_FULL = "database or disk is full"
    SQLITE_IO_ERROR = "disk I/O error"
    SQLITE_NO_DATABASE = "file is not a database"
    SQLITE_CANNOT_OPEN = "unable to open database file"

    THERE_ARE = "; there are: {names}"
    FOR_EXAMPLE = "; there are, for example: {names}"
    UNFINISHED = "; an addition is not finished, so that it may be missing"
    SEARCH_FOR_IT = "; search for it, hits name their work"
    NO_STRUCTURE = "; it has no structure"
    FROM_ON = "from {first} on"
    FROM_TO = "from {first} to {last}"

    NO_CITED_WORK = "no work or citation of that name"
    NO_KIND = "no document of the kind {value}"
    NO_LANGUAGE = "no document in the language {value}"
    NO_FOLDER = "no file in a folder of that name"
    NO_AUTHORITY = "no text of that court or authority"
    NO_WORK = "no work of that name or identifier"

    NO_QRELS = "no qrels {name}"
    QRELS_NOT_CHOSEN = "several qrels, and none was chosen with --qrels"
    PUBLICATION_NUMBER = " as number {number}"
    ANOTHER_PROGRAM = "another program"
    HELD_BY = "process {pid} on {host} ({purpose}, since {since})"


def join_list(*messages: Message | None) -> Message | None:
    """Return the messages with commas between them; ``None`` for none."""
    return _join(PhraseCode.LIST, messages)


def both(*messages: Message | None) -> Message | None:
    """Return the messages with semicolons between them; ``None`` for none."""
    return _join(PhraseCode.BOTH, messages)


def _join(code: PhraseCode, messages: tuple[Message | None, ...]) -> Message | None:
    joined: Message | None = None
    for message in filter(None, messages):
        joined = Message(code, first=joined, second=message) if joined else message
    return joined
