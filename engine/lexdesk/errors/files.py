"""Codes of failed files."""

from lexdesk.errors.message import Code


class FileCode(Code):
    """Failure reasons of a file or some of its pages."""

    UNKNOWN = "this file could not be read, and the reason is not known; add it again."
    EARLIER = "{sentence}"
    NOT_OPENED = (
        "{name} cannot be opened ({reason}); check that it exists and that you may read it."
    )
    FOLDER_NOT_LISTED = (
        "the files in this folder cannot be listed ({reason}); what is known of them is kept"
    )
    NAMES_ALIKE = (
        "a library stores two names in this folder as {name}; one of the files was read; "
        "rename the other"
    )
    FOLDER_LOST = (
        "this folder was lost while it was read; try again once its disk is back; what the library "
        "has of it is kept"
    )
    OUT_OF_MEMORY = "{name} needs more memory than a parser may use; split it into smaller files."
    PARSER_FAILED = "{name} made its parser fail ({reason}); the file was skipped."
    TIMEOUT = (
        "{name} took longer than {seconds:g} s to read and was skipped; split it or save it as "
        "text."
    )
    OCR_TIMEOUT = (
        "{name} took longer than {seconds:g} s for recognising a page and was skipped; split it "
        "or save it as text."
    )
    WAITED = (
        "{name} was not read within {seconds:g} s, mostly waiting for a disk or a busy machine; "
        "add it again."
    )
    CRASHED = (
        "{name} crashed its parser ({reason}) and was skipped; save it again in the program that "
        "made it."
    )
    NOT_A_DOCUMENT = "{name} is {what}, not a document; name the files inside it."
    TOO_MUCH_TEXT = (
        "{name} holds more than {limit:,} characters of text; split it into smaller files."
    )
    NO_TEXT = "{name} holds no text; there is nothing to search in it."
    ARCHIVE_ALIAS_MISSING = (
        "{name} is another name of {other}, which is not in the archive; pack both again."
    )
    ARCHIVE_ALIAS_READ = (
        "{name} is another name of {other}, which was read; to have both, unpack the archive and add "
        "what is inside."
    )
    SIGNATURE_ALONE = (
        "{name} is a signature or a certificate alone; add the file that it belongs to."
    )
    ARCHIVE_TRUNCATED = (
        "{name} is damaged and cannot be unpacked to its end ({reason}); copy or download it again."
    )
    GIT_DAMAGED = (
        "{name} is damaged and cannot be read to its end ({reason}); make or download it again."
    )
    GIT_INCOMPLETE = (
        "{name} follows on commit {commit}, which no repository beside it or in the library has; add the "
        "bundle before it, or a whole one (git bundle create FILE --all)."
    )
    GIT_OBJECT_TOO_LARGE = (
        "{name} holds a text of more than {limit:.0f} MB, longer than any law; it was skipped."
    )
    GIT_NO_LAW = "{name} holds no law in Markdown with front matter (identifier, title); add its files instead."
    GIT_VERSION_LOST = "{name} does not follow on the version held; add the repository again."
    GIT_INSIDE = "{name} is a git bundle inside another file; take it out of there and add it."
    PACKING_UNKNOWN = (
        "{name} is packed by a method that Lexdesk does not know; unpack it and add it."
    )
    ARCHIVE_MEMBER_DAMAGED = "{name} is damaged in its archive ({reason}); copy it again."
    CONTAINED_TOO_DEEPLY = (
        "{name} lies in more than {limit} files inside each other, deeper than any real file; it "
        "was skipped."
    )
    NOT_A_REGULAR_FILE = "{name} is not a regular file and holds no document."
    EMPTY = "{name} is empty (0 bytes); there is nothing to read."
    NESTED_TOO_DEEPLY = "{name} is nested more deeply than any real document; it was skipped."
    ATTACHMENT_DAMAGED = (
        "{name} is damaged, and not all that is attached could be read ({reason}); save it again and "
        "add that."
    )
    EMBEDDED_OBJECT = "{name} is an object in a document or message, which only its own program opens; save it from there."
    OUTLOOK_DAMAGED = (
        "{name} is damaged or not really an Outlook message; open it in Outlook, save it again and "
        "add that."
    )
    PORTFOLIO_MEMBER_DAMAGED = (
        "{name} is empty or damaged in {pdf}; open that in a PDF program, save {name} from it and add"
        " that."
    )
    SEVEN_ZIP_TOO_LARGE = (
        "{name} unpacks to more than {limit:.0f} MB, which a 7z archive may hold; unpack it and add "
        "what is inside."
    )
    ARCHIVE_ESCAPES = (
        "{name} holds files that name a place outside of it, so it was skipped; unpack it with "
        "care and add what is inside."
    )
    SEVEN_ZIP_DAMAGED = (
        "{name} is damaged or packed by a method that Lexdesk does not know ({reason}); unpack it and"
        " add what is inside."
    )
    TOO_LARGE = (
        "{name} has {size:.0f} MB or more; the limit is {limit:.0f} MB; split it into smaller "
        "files."
    )
    TOO_MANY_MEMBERS = (
        "{name} holds more than {limit:,} files; the first {limit:,} were read, split it for the "
        "rest."
    )
    UNPACKS_TOO_LARGE = (
        "{name} unpacks to more than {limit:.0f} GB; what came before was read, split it for the "
        "rest."
    )
    ZIP_BOMB = (
        "{name} unpacks to more than {ratio} times its size, as no document does (a zip bomb?); "
        "it was skipped."
    )
    TEXT_IN_PICTURES = "{name} is {what}, whose text has to be recognised (OCR); {install}, then add the file again."
    ONLY_OTHER_FILES = "{name} holds other files and no text of its own; add it to a library."
    CONTRADICTORY = "{name} is damaged: what was read of it contradicts itself."
    EPUB_DAMAGED = (
        "{name} is damaged or not really an EPUB book; open it in the program that made it, save it "
        "again and add that."
    )
    DRM = (
        "{name} is protected by its publisher (DRM), and only its own program opens it; ask for a"
        " copy without that."
    )
    HTML_UNREADABLE = "{name} is not valid HTML; download it again."
    OFFICE_DAMAGED = (
        "{name} is damaged or not a real {kind}; open it in the program that made it, save it again "
        "and add that."
    )
    OPENDOCUMENT_DAMAGED = (
        "{name} is damaged or not really an OpenDocument presentation; open it in the program that "
        "made it, save it again and add that."
    )
    PDF_DAMAGED = (
        "{name} is damaged or not really a PDF; open it in the program that made it, save it again "
        "and add that."
    )
    TOO_LONG_IN_ALL = (
        "{name} takes longer than {seconds:g} s to read, all its contents together; what was read "
        "stays, the rest was skipped. Split it into smaller files."
    )
    RECOGNITION_TOO_LONG = (
        "{name} was not read, since recognising the text of its file took longer than {seconds:g} s; "
        "split the file."
    )
    TOO_MANY_SCANNED_PAGES = (
        "{name} has more than {limit:,} scanned pages, which would take hours; split it into smaller "
        "files."
    )
    PDF_XFA_FORM = (
        "{name} is a form that only Adobe Acrobat and Reader display (XFA); print it to a PDF "
        "there and add that."
    )
    PICTURE_TOO_LARGE = (
        "{name} is a picture of {width:,} x {height:,} points, or of more than {limit:,} pages, "
        "more than Lexdesk reads; save it smaller and add that."
    )
    PICTURE_WITHOUT_TEXT = "{name} is a picture in which no text was found."
    PICTURE_DAMAGED = (
        "{name} is a damaged picture; open it in the program that made it, save it again and add "
        "that."
    )
    KIND_UNREADABLE = "{name} is {kind}, which Lexdesk does not read; {advice}."
    PASSWORDS_WRONG = (
        "{name} is protected by a password, and none of the {tried} that were tried opens it; check "
        "them and give the right one with lexdesk add --passwords FILE."
    )
    PASSWORD_PROTECTED = "{name} is protected by a password; save a copy without one and add that."
    PASSWORD_NEEDED = (
        "{name} is protected by a password; give it with lexdesk add --passwords FILE, or save a copy"
        " without one and add that."
    )
    PASSWORD_WRONG = (
        "{name} is protected by a password, and the one that was tried does not open it; check it and"
        " give the right one with lexdesk add --passwords FILE."
    )
    OLD_OFFICE_UNKNOWN = (
        "{name} is an old Office file of a kind that Lexdesk does not know; save it as PDF or DOCX "
        "and add that."
    )
    PACKAGE_TRUNCATED = (
        "{name} is damaged: it begins like an office document or archive and does not end like one; "
        "copy or download it again."
    )
    ENCRYPTED_FOR_KEY = (
        "{name} is encrypted for those who have the key; open it in the program that has it, save "
        "what it holds and add that."
    )
    NOT_A_PDF = "{name} is named .pdf but is not a PDF; download or export it again."
    KIND_UNKNOWN = (
        "{name} is of a kind that Lexdesk does not know; save it as PDF, DOCX or text and add that."
    )
    PASSWORD_UNSUPPORTED = (
        "{name} is protected by a password in a way that Lexdesk does not know, or is damaged; save a"
        " copy without one and add that."
    )
    TOO_MANY_CRASHES = (
        "{name} holds {limit} documents that crashed or blocked the parser; the rest of the file "
        "was skipped."
    )
    WORKER_FAILED = "{name} was not read: the extraction worker failed ({reason})."
    PAGES_DAMAGED = (
        "{pages} cannot be read, since the file is damaged there; open it in the program that made it,"
        " save it again and add that."
    )
    PAGES_TEXT_IN_PICTURES = (
        "{pages} cannot be read, since text in pictures has to be recognised (OCR); {install}, then "
        "add the file again."
    )
    PAGES_TOO_LONG = (
        "{pages} were not read, since recognising the text of the file took too long; split it into "
        "smaller files."
    )
    PAGES_UNREAD = "{damaged} {pictures}"
    NO_DOCUMENT = (
        "{name} is {kind}, not a document; if it holds prose, save that as text and add it."
    )
    AKN_WITHOUT_DOCUMENT = (
        "{name} is Akoma Ntoso without a document or its metadata; export it again."
    )
    CLML_WITHOUT_ACT = (
        "{name} is a legislation.gov.uk file without primary or secondary legislation in it; download"
        " the version of the whole act."
    )
    HTML_TRUNCATED = (
        "{name} ends in the middle, without </html>, so that provisions are missing; download it "
        "again."
    )
    UTF8_TRUNCATED = (
        "{name} is damaged: its UTF-8 breaks off at byte {byte:,}; download or export it again."
    )
    DECISION_UNNAMED = (
        "{name} has no court or no docket number (<gertyp>, <aktenzeichen>); download it again from "
        "rechtsprechung-im-internet.de."
    )
    HTML_WITHOUT_BODY = "{name} is an HTML page without a body: no text in it."
    DATE_IMPOSSIBLE_DOWNLOAD = (
        "{name} states the date {date!r}, which does not exist; download it again."
    )
    PUBLICATION_RECORD = (
        "{name} describes the publication of {described} and holds no text of its own; skipping "
        "it loses nothing."
    )
    FORMEX_WITHOUT_TEXT = "{name} is a Formex file without a CONS.DOC: no text in it."
    STATUTE_UNNAMED = "{name} has no abbreviation of a statute (<jurabk>); download it again from gesetze-im-internet.de."
    VERSION_REGISTER = (
        "{name} is the register beside the dated versions of a work and holds no text of its own;"
        " skipping it loses nothing."
    )
    LEX_ID_INVALID = (
        "{name} has the lex_id {lex_id!r}, which names no work and version; unpack it again."
    )
    VALIDITY_REVERSED = (
        "{name} states that it applied from {valid_from} to {valid_to}, which is backwards; "
        "unpack it again."
    )
    SCHEMA_UNKNOWN = (
        "{name} has the schema {found!r}, Lexdesk reads {supported}; install a later Lexdesk."
    )
    KEY_MISSING = "{name} has no {key}, and is not a version of a work; unpack it again."
    NO_PROVISIONS = "{name} has no list of provisions, so no text; unpack it again."
    JSON_INVALID = "{name} is not valid JSON ({reason}); unpack it again."
    KEY_NOT_TEXT = "{name} has {value!r} as {key} instead of text; unpack it again."
    ANCHOR_INVALID = "{name} has the anchor {anchor!r} twice or in a wrong place; unpack it again."
    ANCHOR_HASH = "{name} is damaged: the text of {anchor} has not the SHA-256 that is stated; unpack it again."
    ANCHOR_PATH = "{name} has a path at {anchor} that is not a list; unpack it again."
    XML_ENTITIES = (
        "{name} declares XML entities, which can be used for attacks and which legal publications do "
        "not need; remove the declaration to have it read."
    )
    XML_INVALID = "{name} is not well-formed XML ({reason}); download or export it again."
    DATE_IMPOSSIBLE = (
        "{name} states the date {date!r}, which does not exist; download or export it again."
    )
    ARCHIVE_TOO_LARGE = (
        "{name} has {size:.0f} GB or more; the limit of archives is {limit:.0f} GB; split it, or "
        "unpack it and add what is inside."
    )
    ZIP_BOMB_OF_ALL = (
        "{name} unpacks to more than {ratio} times its size (a zip bomb?); what came before was read;"
        " unpack it and add what is inside for the rest."
    )


NEEDS_PASSWORD = frozenset(
    {FileCode.PASSWORD_NEEDED, FileCode.PASSWORD_WRONG, FileCode.PASSWORDS_WRONG}
)
"""Failures of files that ``add --passwords`` may open."""

IS_PROTECTED = NEEDS_PASSWORD | {FileCode.PASSWORD_PROTECTED, FileCode.PASSWORD_UNSUPPORTED}
"""Failures of files protected by a password."""

NEEDS_RECOGNITION = frozenset(
    {FileCode.TEXT_IN_PICTURES, FileCode.PAGES_TEXT_IN_PICTURES, FileCode.PAGES_UNREAD}
)
"""Failures that text recognition mends, once it is installed."""

CAUSED_OUTSIDE = frozenset(
    {
        FileCode.UNKNOWN, FileCode.EARLIER, FileCode.NOT_OPENED, FileCode.FOLDER_NOT_LISTED,
        FileCode.FOLDER_LOST, FileCode.NAMES_ALIKE, FileCode.TIMEOUT, FileCode.OCR_TIMEOUT, FileCode.WAITED,
        FileCode.OUT_OF_MEMORY, FileCode.WORKER_FAILED, FileCode.TOO_LONG_IN_ALL,
        FileCode.RECOGNITION_TOO_LONG, FileCode.PAGES_TOO_LONG, FileCode.GIT_INCOMPLETE,
        FileCode.GIT_VERSION_LOST,
    }
)  # fmt: skip
"""Failures that a disk, a busy machine or another file may have caused: the same file may be readable later."""

HOLDS_NO_DOCUMENT = frozenset(
    {FileCode.PUBLICATION_RECORD, FileCode.VERSION_REGISTER, FileCode.NO_DOCUMENT}
)
"""Files that hold no document: skipped, with nothing to do."""

OF_PAGES = frozenset(
    {
        FileCode.PAGES_DAMAGED, FileCode.PAGES_TEXT_IN_PICTURES, FileCode.PAGES_TOO_LONG,
        FileCode.PAGES_UNREAD,
    }
)  # fmt: skip
"""Failures of some pages of a file that was read."""
