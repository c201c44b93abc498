"""Migration of a library to the format of this version: the copy kept before it, and its SQL functions.

The statements are ``MIGRATIONS`` of ``lexdesk.storage.schema``; ``Connection`` runs them.
"""

from __future__ import annotations

from typing import Any

from lexdesk.storage.statements import Statements
from lexdesk.system.atomic import flush_file, make_temporary_name, replace_durably
from lexdesk.system.library_files import STORE

_COPY = ".format-"
"""The copy made before a migration is named ``library.sqlite.format-7``, after the earlier format."""


def keep_copy(statements: Statements, earlier: int) -> None:
    """Copy the file of format ``earlier`` before its migration, unless an interrupted migration left a copy."""
    copy = statements.path.with_name(f"{STORE}{_COPY}{earlier}")
    if copy.exists():
        return
    temporary = make_temporary_name(copy)
    try:
        statements.execute("VACUUM INTO ?", (str(temporary),))
        temporary.chmod(0o600)
        flush_file(temporary)
        replace_durably(temporary, copy)
    finally:
        temporary.unlink(missing_ok=True)


def add_functions(raw: Any) -> None:
    """Let the statements of a SQLite connection call the functions of migrations."""
    raw.create_function("from_sixteen_bits", 1, _convert_float16_vectors)
    raw.create_function("pages_of_format_6", 2, _pages_of_format_6)
    raw.create_function("failure_of_format_6", 2, _failure_of_format_6)


def _convert_float16_vectors(stored: bytes) -> bytes:
    from lexdesk.vector_codes.int8 import from_float16  # imports numpy, for this migration alone

    return from_float16(stored)


def _pages_of_format_6(path: str, reason: str) -> str | None:
    from lexdesk.storage.format_6 import unread_pages  # for this migration alone

    return unread_pages(path, reason)


def _failure_of_format_6(reason: str, part: str) -> str:
    from lexdesk.storage.format_6 import failure

    return failure(reason, part)
