"""Codes of libraries, their indexes, publications and exports."""

from lexdesk.errors.message import Code


class LibraryCode(Code):
    """Failures of a library, its folder or its machine."""

    NOTES_ENCRYPTED = "{library} is encrypted; open its notes by Library.workbook()"
    NOTES_TOO_NEW = (
        "{path} has format {found}, this Lexdesk reads up to {supported}; install a later Lexdesk"
    )
    DOCUMENT_NOT_HELD = "{path} is not in the library; add it with: lexdesk add {path}"
    PATH_MISSING = "{path} does not exist; check the path"
    NO_FOLDER_ADDED = "no folder was added yet; name one: lexdesk watch FOLDER"
    FOLDER_MISSING = "{folder} does not exist; name an existing folder"
    PASSPHRASE_NO_TERMINAL = (
        "{question} is asked for, but there is no terminal; name a file that holds it: "
        "LEXDESK_PASSPHRASE_FILE"
    )
    PASSPHRASE_NOT_UTF8 = "the passphrase in {file} is not in UTF-8; save the file in that encoding"
    MOVED_OR_REMOVED = (
        "{folder} no longer exists: the library was moved or removed; open it at its new place"
    )
    DOCUMENT_WITHOUT_WORK = "the document {title!r} names no work; give it one, such as note-1"
    DOCUMENT_NOT_UNICODE = (
        "the document {work!r} holds half a character ({character!r}); decode its text with "
        "errors='replace'"
    )
    PASSWORDS_EMPTY = "{path} contains no password; write one per line"
    PASSWORDS_NOT_UTF8 = "the passwords in {path} are not in UTF-8; save the file in that encoding"
    TOO_MANY_PASSWORDS = (
        "{count:,} passwords were given, and at most {limit} are tried; give those that may fit"
    )
    NO_PASSWORDS_ON_CLUSTER = "other machines try no passwords; read locked files on this one"
    AWAY = (
        "{path} cannot be read now, perhaps because its disk is disconnected; its documents stay "
        "in the library (to remove it: lexdesk remove {argument})"
    )
    SHARE_NOT_NAMED = (
        "{path} lies on a network share that nobody has named on this machine; its documents stay "
        "in the library (to read it: lexdesk add {argument})"
    )
    NOT_A_FAILED_FILE = "{path} is not one of the files that could not be read"
    NOTHING_FROM_PATH = "{library} has nothing of {path}; lexdesk status lists its folders"
    IGNORE_RULES_UNREADABLE = (
        "the rules in {file} cannot be read: {reason}; make the file readable or remove it"
    )
    IGNORE_RULE_INVALID = (
        "line {number} of {file} is not a pattern: {lines!r}; correct it or remove it"
    )
    IS_A_LIBRARY = (
        "{path} is a library of Lexdesk, not documents; open it to search it, or add the folder that "
        "its documents lie in"
    )
    BACKUP_IS_ENCRYPTED = (
        "{library} is encrypted, and so is every backup of it; leave out --encrypt"
    )
    NOT_FOUND = "there is no library in {folder}"
    BACKUP_INSIDE_LIBRARY = "{target} lies in the library itself; name a folder outside of it"
    BACKUP_DAMAGED = "the copy {path} is not sound ({reason}); keep earlier backups"
    NOT_A_BACKUP = "{path} is not a backup: it has no readable {manifest}"
    NOT_COPIED = "{source} could not be copied to {target} ({reason}); nothing was changed"
    NO_VECTORS = "{path} has no semantic index yet; build it with: lexdesk add"
    READ_ONLY_DISK_FULL = (
        "{folder} can only be read, as its disk is full; free some space on that disk, and open it "
        "again"
    )
    CLAIMED = (
        "{library} is being written by {holder}; wait, or stop that program; if it is gone, remove "
        "{claim}"
    )
    MEMORY = (
        "there is not enough memory for this; close other programs, or raise the limit (ulimit "
        "-v), and run the same command again; acknowledged documents are kept"
    )
    SCHEMA_UNKNOWN = (
        "{path} has an unexpected schema ({reason}) and is not used; restore it from a backup, or "
        "ask the author of the library for a new copy"
    )
    JOURNAL_NAMES_FILE = (
        "{journal} names another file, which SQLite would delete; Lexdesk writes no such journal:"
        " ask the author of the library for a new copy"
    )
    BACKUP_NAMES_FILE = (
        "{path} names {unknown!r:.60}, which does not belong to a backup; use another backup"
    )
    USER_TABLE_INVALID = (
        "line {line} of {path} is not a name and its meaning separated by a tab (at most {longest} characters"
        " and {most:,} rows); mend or remove the file"
    )
    EARLIER_FORMAT_READ_ONLY = (
        "{folder} has an earlier library format and cannot be written, so it is not migrated to "
        "format {format}; copy the folder to a writable disk and open it there"
    )
    EARLIER_FORMAT = (
        "{folder} has an earlier library format, which only commands that write migrate to format"
        " {format}; run lexdesk rebuild -L {folder}, which keeps a copy"
    )
    TOO_NEW = (
        "{path} has library format {found}, this Lexdesk reads up to {supported}; install a later "
        "Lexdesk"
    )
    WRITTEN_SINCE_OPENED = "{folder} was written to since it was opened; open it again"
    REPLACED = "{folder} holds another library than the one that was opened there; open it again"
    UNUSABLE_NOW = "{path} cannot be used ({reason}); {remedy}; acknowledged documents are kept"
    DAMAGED = "{path} is damaged ({reason}); restore it from a backup"
    PASSPHRASE_NEEDED = "{library} is encrypted; give its passphrase"
    NOT_ENCRYPTED = (
        "{library} is not encrypted; make an encrypted copy of it with: lexdesk backup -L {library} "
        "--encrypt FOLDER"
    )
    PASSPHRASE_EMPTY = "an empty passphrase protects nothing; give one with some words"
    PASSPHRASE_WRONG = (
        "the passphrase does not open {path}; if it is the right one, the file is damaged: restore it"
        " from a backup"
    )
    SQLCIPHER_MISSING = "encrypted libraries need SQLCipher; {install}"
    UNUSABLE = "{path} cannot be used ({reason})"
    PASSPHRASE_UNCHANGED = (
        "the passphrase of {path} was not changed ({reason}); close other programs that use the "
        "library"
    )
    NOT_FOUND_CREATE = "{folder} holds no library; create one with: lexdesk add -L {folder} FOLDER"
    FOLDER_OCCUPIED = "{folder} contains other files; name a new or empty folder for the library"
    TARGET_OCCUPIED = "{folder} contains other files; name a new or empty folder"
    WRITE_INTERRUPTED = (
        "{folder} holds a part of what was being written when that was killed; remove that folder, or"
        " name another that is new or empty"
    )
    RUNTIME_MISSING = (
        "Windows has no {library}; install Microsoft's Visual C++ Redistributable for x64, then start"
        " Lexdesk again"
    )
    PACKAGE_MISSING = "{what} needs the package {package}; {install}"
    LOCKED_BY = "{library} is being written by {holder}; wait, or stop that program"
    LOCKED = "{library} is being written by another program; wait, or stop that program"
    READ_ONLY = (
        "{folder} can only be read, as its folder or its disk cannot be written; make a copy that can"
        " be with: lexdesk backup -L {folder} NEWFOLDER"
    )
    LOG_NOT_MERGED = (
        "{folder} can only be read, and its last changes are still in {log}; run lexdesk status on the "
        "original where it can be written, then copy it again"
    )
    IS_A_LINK = (
        "{path} is a link, which is not followed; replace it by its target, or ask the author of "
        "the folder for a new copy"
    )
    NOT_A_FOLDER = (
        "{path} is not a folder and is not opened; ask the author of the folder for a new copy"
    )
    TOO_MANY_FOLDERS = (
        "a library follows at most {limit:,} folders, not {count:,}; add the folder around them"
    )
    HAS_ANOTHER_NAME = (
        "{path} has a second name (a hard link), and writing would change the file under both; remove the other"
        " name, or replace the file by a copy"
    )
    NOT_A_REGULAR_FILE = (
        "{path} is not a regular file and is not opened; ask the author of the folder for a new "
        "copy"
    )
    FILE_TOO_LARGE = (
        "{path} has more than {limit:,} bytes, the limit for such a file, and is not read; ask "
        "the author of the folder for a new copy"
    )
    NOT_A_DOCUMENT = "{path} is a pipe, a socket or a device; name a file or a folder"
    NAMED_FILE_TOO_LARGE = (
        "{path} has more than {limit:,} bytes, the limit for such a file; name a smaller one"
    )
    CHECKSUMS_UNAVAILABLE = "the package apsw cannot load its extension cksumvfs ({reason}); install apsw again from its wheel"
    BACKUP_NOT_RESTORED = "nothing was restored: {problem}"
    RESTORED_BEFORE = "{folder} holds the library from before another restoration; move it away or delete it first"
    FILE_IS_SPARSE = (
        "{path} has {size:,} bytes, nearly none of which are on the disk, and is not read; ask the "
        "author of the folder for a new copy"
    )
    NONE_OPEN = "no library is open; open one from the File menu"
    IGNORE_RULES_TOO_LARGE = (
        "{file} has {what}, so neither its rules nor files are read; shorten it, for example by naming "
        "folders"
    )
    IGNORE_RULES_NOT_A_FILE = (
        "the rules in {path} are not read, since it is not a regular file; put a file with the "
        "rules in its place, or remove it"
    )


class IndexCode(Code):
    """Failures of an index; nothing is lost, since it is rebuilt from SQLite."""

    FULLTEXT_FOREIGN = (
        "the full-text index at {folder} is not one that Lexdesk made ({reason}); run: lexdesk "
        "rebuild"
    )
    FULLTEXT_INCOMPLETE = "the full-text index at {path} is incomplete; run: lexdesk rebuild"
    OTHER_PASSAGES = (
        "the full-text index at {path} is not that of the documents beside it; run: lexdesk rebuild"
    )
    NOT_A_REGULAR_FILE = "{path} is not a regular file; run: lexdesk rebuild"
    FILE_CHANGED = "{path} has changed since it was written; run: lexdesk rebuild"
    FULLTEXT_UNUSABLE = (
        "the full-text index at {path} cannot be used ({reason}); run: lexdesk rebuild"
    )
    FULLTEXT_UNUSABLE_NOW = (
        "the full-text index at {path} cannot be used now ({reason}); acknowledged documents are "
        "kept"
    )
    VECTOR_CODES_UNREADABLE = "{path} cannot be read ({reason}); run: lexdesk rebuild"
    VECTORS_NAME_PASSAGES = (
        "the vector index {path} names impossible passages; run: lexdesk rebuild"
    )
    VECTORS_OTHER_ARRAYS = (
        "the vector index has other arrays than its manifest says; run: lexdesk rebuild"
    )
    VECTORS_LISTS = "the vector index {path} has impossible lists; run: lexdesk rebuild"
    VECTORS_DAMAGED = "the vector index {path} is damaged: {reason}; run: lexdesk rebuild"


class PublicationCode(Code):
    """Failures of a published library."""

    OPEN_AS_PUBLISHED = "{folder} holds a published library; read it with: -L lance://{place}"
    PLACE_INVALID = (
        "{uri} is not the place of a published library; write lance:///a/folder, s3://, gs:// or "
        "az://"
    )
    NOT_A_FOLDER = (
        "{uri} is a published library, not a folder; name the folder of the original library"
    )
    LIBRARY_ENCRYPTED = (
        "{path} is encrypted, but publications are not; publish an unencrypted library"
    )
    CATALOGUE_FORMAT = (
        "the catalogue {path} has library format {found}, this Lexdesk reads {supported}; publish the"
        " library again by the same version"
    )
    NAMES_OUTSIDE = (
        "{table} at {place} names {name}, so nothing of it was opened; publish the library in a new "
        "place"
    )
    EARLIER_FORMAT = (
        "{folder} has an earlier library format, which only commands that write migrate to format"
        " {format}; run lexdesk rebuild -L {folder}, which keeps a copy"
    )
    TOO_NEW = (
        "{uri} was published in format {found}, this Lexdesk reads up to {supported}; install a later"
        " Lexdesk"
    )
    UNREADABLE = (
        "{uri}/{pointer} is not a readable publication ({reason}); publish the library again"
    )
    FOLDER_OCCUPIED = (
        "{folder} contains other files; name a new or empty folder, or one that the library was"
        " published in"
    )
    OTHER_LIBRARY = "another library is published at {uri}; name another place"
    NOT_FOUND = (
        "nothing is published at {uri}{numbered}; publish a library with: lexdesk publish URI"
    )
    FILE_CHANGED = "{source} is gone or is not as published; check the storage, or publish again"
    FULLTEXT_INCOMPLETE = (
        "the full-text index published at {uri} is incomplete ({reason}); check the storage, or "
        "publish the library again"
    )
    CONTENT_CHANGED = "{name} at {place} is not as published; publish the library again"
    FILE_IS_LINK = (
        "{path} is not a regular file of the publication, so nothing was opened; publish the library in "
        "a new folder"
    )
    FILE_TOO_LARGE = (
        "{name} at {place} has more than {limit} MB, too many for a publication; publish the "
        "library again"
    )
    UNREACHABLE = (
        "the published library at {place} cannot be reached or is incomplete ({reason}); check "
        "the storage and ask again"
    )
    DISK_FULL = (
        "the disk of {place} is full; free some space on it and run the same command again; "
        "earlier publications stay as they are"
    )
    READ_ONLY = "{uri} is published and only read; {advice}"


class ExportCode(Code):
    """Failures of an export."""

    FORMAT_UNKNOWN = "{name} names no format to write; end it with one of: {formats}"
    TOO_MANY_DIMENSIONS = (
        "the vectors have {dimensions} dimensions, OpenSearch takes {limit}; rebuild them with "
        "another model: lexdesk rebuild --vectors"
    )
    PASSAGE_TOO_LARGE = (
        "passage {number} takes {size:,} bytes, more than the {limit:,} of a bulk file; allow more "
        "with --bulk-mb"
    )
