"""Tables that a user adds to a library's folder: names of works, terms with their wordings, subjects with a provision.

They travel with the library, so they are read as what somebody else wrote: no links, bounded in size.
"""

from pathlib import Path

from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.system.library_files import USER_TABLES
from lexdesk.system.regular_files import is_regular, read_bytes
from lexdesk.text.tables import read_numbered_lines

NAMES, THESAURUS, SUBJECTS = USER_TABLES
_MOST_BYTES = 1 << 20
_MOST_ROWS = 5_000
_LONGEST = 500  # characters of a row


def read_user_table(folder: Path, name: str) -> list[tuple[str, str]]:
    """Return the first two columns of each row of a table in ``folder``; none without the file.

    Raises ``UnsafeFile`` for anything but a small regular file, and ``LibraryError`` for a row without two columns.
    """
    path = folder / name
    if not is_regular(path, _MOST_BYTES):
        return []
    text = read_bytes(path, _MOST_BYTES).decode("utf-8", errors="replace").removeprefix("\ufeff")
    rows: list[tuple[str, str]] = []
    for number, line in read_numbered_lines(text):
        first, _, rest = line.partition("\t")
        second = rest.partition("\t")[0]
        if (
            not (first.strip() and second.strip())
            or len(line) > _LONGEST
            or len(rows) >= _MOST_ROWS
        ):
            raise LibraryError(
                LibraryCode.USER_TABLE_INVALID,
                path=path,
                line=number,
                longest=_LONGEST,
                most=_MOST_ROWS,
            )
        rows.append((first.strip(), second.strip()))
    return rows
