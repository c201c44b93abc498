"""Codes of notes on an answer, of the status of law, and of phrases inside other messages."""

from __future__ import annotations

from lexdesk.errors.message import Code, Message


class NoteCode(Code):
    """Notes on an answer, such as a missing model."""

    BY_WORDS_ALONE = "Keyword search only: {reason}"
    NO_VECTORS = "the library has no vectors"
    NO_PASSAGE_WITH_WORDS = (
        "No passage contains these words; these are the nearest semantic matches"
    )
    NO_PASSAGE_NEAR = "No passage contains these words, and none is near in meaning"
    PASSAGES_BY_WORDS = "semantic search for passages was not available: {reason}"
    FILES_UNREAD = (
        "left out were {count} files or parts that could not be read; lexdesk failures lists them"
    )
    DOCUMENTS_BY_WORDS = "semantic search for documents was not available: {reason}"
    PARAGRAPHS_BY_WORDS = "paragraphs were compared by their words, for the same reason"
    PARAGRAPHS_WITHOUT_MODEL = "there is no model, so paragraphs were compared by their words"
    NO_FILE_LOCKS = (
        "the disk of {library} has no file locks, so that {claim} keeps other writers out; leave that "
        "file while a program writes"
    )
    NAMESAKE = "{cited} usually means {usual}, which is not in this library; this is {name}"
    TAKEN_OVER = "{cited} is not in this library; this is {name}, from which it was taken over"
    LAW_NOT_HELD = "{cited} is not in this library, nor is the law that it is of"
    NOT_CITED = "{cited} is not in this library, and nothing in it cites it so"
    WORK_NOT_HELD = "{cited} is not in this library; shown are passages with its words"
    TEXT_AROUND = "{name}, in this library, has no {pin_cite}; shown is the provision around it"
    WORDS_INSTEAD = "{name}, as it is here, has no {pin_cite}; these passages hold the words"
    FORMER_TEXT = "{pin_cite} {name} has no text on this day; shown is that of {first} to {last}"
    NO_ACT_NAMED = "No act is named; {count} acts here have {place}, the most cited first"
    NO_CONTRACT_NAMED = "No contract is named; {count} contracts here have {place}"
    CONSOLIDATED = "consolidated text of {day}; earlier wording is not known"
    IN_PARTS = (
        "the files hold single provisions of this law, each with its own dates; name one of them"
    )
    LAST_TEXT = "the last text of this act in the library; later amendments or repeal are not known"
    AMENDED_SINCE = "as of {known}; amended since; the text of {day} is not in the library"
    TEXT_ENDED = "as of {known}; the text of {day} is not in the library"
    IN_OTHER_LANGUAGE = (
        "as of {known}; a later text, of {begin}, is in the library in another language: {language}"
    )
    IN_LANGUAGE = "the library has this text in the language {language}, not in {wanted}"
    STATE_OF_REPOSITORY = (
        "as of the state of the repository: {known}; whether it was amended later is not known"
    )
    ENDED_SINCE = "as of {known}; no longer in force since a day that the repository does not state"
    STATE_OF = "as of the state of {state}; whether it was amended later is not known"
    STATE_BEFORE_OR_AFTER = "as of the state of {state}; the text of {day} is not in the library"
    AS_OF_QUERY = "As of {day}, as the query says"
    AS_OF_END_OF_QUERY = "As of {day}, the end of the time in the query"
    EARLIER_WORDINGS = (
        "The query asks for an earlier wording; lexdesk history {place} lists the wordings, and these hits "
        "are of today"
    )
    EARLIER_WORDING_MISSING = (
        "The query asks for an earlier wording of {place}, which is not in the library; "
        "this is the only one"
    )
    EARLIER_WORDING_UNNAMED = "The query asks for an earlier wording; choose its day with --as-of, these hits are of today"
    CHANGES_ASKED = "lexdesk history {place} lists what changed, and when"
    ONE_WORD_EXCLUDED = 'NOT excludes {word} alone; with NOT "{both}" it excludes both together'
    DATES_UNKNOWN = "the dates of this text are not known; it may not be the text of {day}"


class StatusCode(Code):
    """Status of a work or provision as law on a date."""

    WAS_IN_FORCE = "was in force from {first} to {last}"
    WAS_IN_FORCE_TO = "was in force to {last}"
    WILL_BE_IN_FORCE = "will be in force from {first}"
    IN_FORCE = "in force since {first}"
    IN_FORCE_BETWEEN = "in force since {first} to {last}"
    IN_FORCE_TO = "in force to {last}"
    APPLIES = "applies since {first}"
    REPEALED_BY = "repealed by {act}; for the day and extent see that act"
    WILL_APPLY = "will apply from {first}"
    APPLIES_FROM = "applies from {first}"
    STATED_BY_ARTICLE = "{status}, as {article} says"
    OTHER_DAYS = "{status}, some provisions from another day ({article})"
    SEE_ARTICLE = "for the day of application see {article}"
    DEPENDS_ON_ARTICLE = "for the day of application ({days}) see {article}"
    TEXT_DATES_FROM = "this text dates from {first}"
    TEXT_HELD_TO = "this text held to {last}"
    TEXT_UNKNOWN = "its wording then is not known, {note}"


class PhraseCode(Code):
    """Parts of other messages."""

    LIST = "{first}, {second}"
    BOTH = "{first}; {second}"
    AND = "{first} and {second}"
    OPEN_DATE = "an open date"

    SCAN = "a scan of {pages} pages"
    SCANNED_PAGE = "a scan of 1 page"
    PICTURE = "a picture"
    PAGE = "page {numbers}"
    PAGES = "pages {numbers}"

    ARCHIVE = "an archive"
    TNEF = "a package of Outlook (TNEF)"
    PACKAGE = "a package"
    APPLE_DOCUMENT = "a document of Pages, Numbers or Keynote"
    PHOTOGRAPH = "a photograph in HEIC or AVIF"
    SHORTCUT = "a shortcut"
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
    SEARCH_FOR_IT = "; search for it, hits name their work"
    NO_STRUCTURE = "; it has no structure"
    FROM_ON = "from {first} on"
    FROM_TO = "from {first} to {last}"

    NO_CITED_WORK = "no work has that name, and it is not a known citation"
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


def listed(*messages: Message | None) -> Message | None:
    """Return the messages with commas between them; ``None`` for none."""
    return _joined(PhraseCode.LIST, messages)


def both(*messages: Message | None) -> Message | None:
    """Return the messages with semicolons between them; ``None`` for none."""
    return _joined(PhraseCode.BOTH, messages)


def _joined(code: PhraseCode, messages: tuple[Message | None, ...]) -> Message | None:
    joined: Message | None = None
    for message in filter(None, messages):
        joined = Message(code, first=joined, second=message) if joined else message
    return joined
