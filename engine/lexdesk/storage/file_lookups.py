"""Look-ups of files and their documents, and of the log of changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Literal

from lexdesk.document.model import ENACTED, OWN_DATE_PROPERTIES
from lexdesk.errors import FileCode, Message, find_code, message_from_json
from lexdesk.storage.revisions import Revisions
from lexdesk.storage.schema import COUNT_SEARCHABLE, Change, FileRecord
from lexdesk.storage.statements import Statements, write_placeholders


class FileLookups:
    """Statements that read files, their expressions and properties, and changes."""

    def __init__(self, statements: Statements, revisions: Revisions):
        self._statements, self._revisions = statements, revisions

    def records(self) -> dict[str, FileRecord]:
        """Return all known files by path."""
        rows = self._statements.execute(
            "SELECT path, sha256, bytes, reader, failure, failure_parameters, container, language, modified, unreadable"
            " FROM file"
        )
        return {row[0]: _record(*row) for row in rows}

    def unread_pages(self) -> dict[str, dict[int, FileCode]]:
        """Return the failures of unread pages, by path and page number."""
        found: dict[str, dict[int, FileCode]] = {}
        for path, page, name in self._statements.execute(
            "SELECT file, page, failure FROM unread_page ORDER BY file, page"
        ):
            code = find_code(name)
            known = code if isinstance(code, FileCode) else FileCode.UNKNOWN
            found.setdefault(path, {})[page] = known
        return found

    def changes(self, after: int, kind: str | None = None) -> list[Change]:
        """Return the changes later than the number ``after``, in order; of one ``kind``, or of both."""
        rows = self._statements.execute(
            "SELECT seq, kind, expression, first_passage, last_passage FROM change"
            " WHERE seq > ?1 AND kind = coalesce(?2, kind) ORDER BY seq",
            (after, kind),
        )
        return [Change(*row) for row in rows]

    def last_changes(self, after: int, kind: str | None = None) -> list[Change]:
        """Return the last change of each expression, if later than ``after``, in order; of one ``kind``, or of both."""
        rows = self._statements.execute(
            "SELECT max(seq) AS seq, kind, expression, first_passage, last_passage FROM change"
            " WHERE seq > ?1 GROUP BY expression HAVING kind = coalesce(?2, kind) ORDER BY seq",
            (after, kind),
        )
        return [Change(*row) for row in rows]

    def count_changed(self, after: int) -> int:
        """Return the number of expressions with a change later than ``after``."""
        return int(
            self._statements.one(
                "SELECT count(DISTINCT expression) FROM change WHERE seq > ?", (after,)
            )
        )

    def expression_of_file(self, path: str) -> int | None:
        """Return the id of a file's expression."""
        row = self._statements.execute(
            "SELECT expression FROM file WHERE path = ?", (path,)
        ).fetchone()
        return row[0] if row else None

    def title_of_file(self, path: str) -> str | None:
        """Return the title of a file's expression."""
        return self._stated_of_file("title", path)

    def work_of_file(self, path: str) -> str | None:
        """Return the work of a file's expression."""
        return self._stated_of_file("work", path)

    def work_of_file_named(self, name: str) -> str | None:
        """Return the work of the only file with this name, as citations give it; ``None`` if several match."""
        rows = self._statements.execute(
            "SELECT e.work FROM file f JOIN expression e ON e.id = f.expression"
            " WHERE substr(replace(f.path, char(92), '/'), -length(?1) - 1) = '/' || ?1 LIMIT 2",
            (name,),
        ).fetchall()
        return rows[0][0] if len(rows) == 1 else None

    def _stated_of_file(self, column: Literal["title", "work"], path: str) -> str | None:
        row = self._statements.execute(
            f"SELECT e.{column} FROM file f JOIN expression e ON e.id = f.expression WHERE f.path = ?",
            (path,),
        ).fetchone()
        return row[0] if row else None

    def enclosing_file(self, path: str) -> str | None:
        """Return the nearest file with its own text, such as a mail, around the one at ``path``."""
        above = [*find_folders_around(path)]
        row = self._statements.execute(
            f"SELECT path FROM file WHERE path IN ({write_placeholders(above)}) AND expression IS NOT NULL"
            " ORDER BY length(path) DESC LIMIT 1",
            above,
        ).fetchone()
        return str(row[0]) if row else None

    def files_inside(self, path: str) -> list[tuple[str, str]]:
        """Return (path, work) of the files directly inside the mail at ``path``, without those of nested mails."""
        inside = dict(
            self._statements.execute(
                "SELECT f.path, e.work FROM file f JOIN expression e ON e.id = f.expression"
                " WHERE f.path > ?1 || '/' AND f.path < ?1 || '0' ORDER BY f.path",  # 0 comes after /
                (path,),
            )
        )
        return [
            (member, work)
            for member, work in inside.items()
            if not inside.keys() & find_folders_around(member)
        ]

    def paths_of_documents(self) -> list[str]:
        """Return the paths of all files with a text."""
        return self._statements.column("SELECT path FROM file WHERE expression IS NOT NULL")

    def works_of_files(self) -> list[tuple[str, str]]:
        """Return (path, work) of all files with a text."""
        rows = self._statements.execute(
            "SELECT f.path, e.work FROM file f JOIN expression e ON e.id = f.expression"
        )
        return list(rows)

    def counts(self) -> dict[str, int]:
        """Count ``files``, ``failed``, ``works``, ``expressions``, ``passages`` and ``vectors``."""
        return {
            "files": int(
                self._statements.one("SELECT count(*) FROM file WHERE expression IS NOT NULL")
            ),
            "failed": int(
                self._statements.one("SELECT count(*) FROM file WHERE failure IS NOT NULL")
            ),
            "works": int(self._statements.one("SELECT count(DISTINCT work) FROM expression")),
            "expressions": int(self._statements.one("SELECT count(*) FROM expression")),
            "passages": int(self._statements.one(COUNT_SEARCHABLE)),
            "vectors": int(self._statements.one("SELECT count(*) FROM vector")),
        }

    def properties(self, expression: int) -> dict[str, str]:
        """Return the properties of an expression, as stated by its file, by name."""
        rows = self._statements.execute(
            "SELECT name, value FROM property WHERE expression = ? ORDER BY name", (expression,)
        )
        return dict(rows)

    def days_stated(self, expressions: Iterable[int]) -> dict[int, str]:
        """Return the date (ISO) or the day of enactment stated by each of these expressions, if no version is dated."""
        rows = self._statements.execute(
            "SELECT p.expression, substr(max(p.value), 1, 10) FROM property p JOIN expression e ON e.id = p.expression"
            " WHERE p.expression IN (SELECT value FROM json_each(?1)) AND p.name IN (?2, ?3, ?4) AND e.valid_from IS NULL"
            " GROUP BY p.expression",
            (json.dumps(list(expressions)), *OWN_DATE_PROPERTIES, ENACTED),
        )
        return dict(rows)

    def properties_named(self, names: Sequence[str]) -> dict[int, dict[str, str]]:
        """Return the properties with these ``names`` of each expression with at least one of them."""
        found: dict[int, dict[str, str]] = {}
        for expression, name, value in self._statements.execute(
            f"SELECT expression, name, value FROM property WHERE name IN ({write_placeholders(names)})",
            names,
        ):
            found.setdefault(expression, {})[name] = value
        return found


def _record(
    path: str, sha256: str, size: int, parser_version: int, code: str | None, parameters: str | None,
    container: str | None, language: str | None, modified: int | None, unreadable: int,
) -> FileRecord:  # fmt: skip
    failure = None if code is None else _failure(code, parameters or "{}")
    return FileRecord(
        path, sha256, size, parser_version, failure, container, language, modified, bool(unreadable)
    )


def _failure(code: str, parameters: str) -> Message:
    """Return a stored failure; ``FileCode.UNKNOWN`` for a code or parameters of a later version."""
    try:
        stored = {"code": code, "parameters": json.loads(parameters)}
    except ValueError:
        return Message(FileCode.UNKNOWN)
    return message_from_json(stored) or Message(FileCode.UNKNOWN)


def find_folders_around(path: str) -> set[str]:
    """Return the paths of all folders, archives and mails around a file."""
    return {path[:at] for at, character in enumerate(path) if character == "/" and at}
