"""Files and their documents: added, moved, failed, removed, and the log of these changes.

Call the writing methods inside ``transaction()``. Every change has a number, used by the indexes to find
missing ones. Deleting an expression deletes all dependent rows.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from lexdesk.document.dates import iso
from lexdesk.document.model import (
    AMENDED,
    ENDED,
    OWN_DATE_PROPERTIES,
    STATE,
    Document,
    Property,
    Revision,
)
from lexdesk.document.passages import Passage
from lexdesk.errors import FileCode, Message, code_named, message_from_json
from lexdesk.storage.document_rows import DocumentRows
from lexdesk.storage.revisions import AlreadyHeld, OutOfOrder, Revisions
from lexdesk.storage.schema import COUNT_SEARCHABLE, Change, FileRecord
from lexdesk.storage.statements import Statements, marks

_LIMITS = (STATE, AMENDED, ENDED)


class Files:
    """Statements on files, their expressions, and the log of changes."""

    def __init__(self, statements: Statements, revisions: Revisions):
        self._conn, self._revisions = statements, revisions
        self._rows = DocumentRows(statements)

    def records(self) -> dict[str, FileRecord]:
        """Return all known files by path."""
        rows = self._conn.execute(
            "SELECT path, sha256, bytes, reader, failure, failure_parameters, container, language, modified, unreadable"
            " FROM file"
        )
        return {row[0]: _record(*row) for row in rows}

    def put_unread_pages(self, path: str, pages: Mapping[int, FileCode]) -> None:
        """Record the unread pages of the file at ``path``, each with its failure."""
        self._conn.execute("DELETE FROM unread_page WHERE file = ?", (path,))
        self._conn.executemany(
            "INSERT INTO unread_page VALUES (?, ?, ?)",
            ((path, page, code.id) for page, code in pages.items()),
        )

    def unread_pages(self) -> dict[str, dict[int, FileCode]]:
        """Return the failures of unread pages, by path and page number."""
        found: dict[str, dict[int, FileCode]] = {}
        for path, page, name in self._conn.execute(
            "SELECT file, page, failure FROM unread_page ORDER BY file, page"
        ):
            code = code_named(name)
            known = code if isinstance(code, FileCode) else FileCode.UNKNOWN
            found.setdefault(path, {})[page] = known
        return found

    def put(
        self, file: FileRecord | None, work: str, document: Document, pieces: Sequence[Passage]
    ) -> int:
        """Store an expression with its pieces, replacing the previous one of ``file``; return its id.

        The first version of a law, as its repository has it, replaces all stored versions. Raises
        ``OutOfOrder`` for a later one that does not follow the last stored one. One without changes states the
        limits of the last version held. Raises ``AlreadyHeld`` for one of an older state of the repository.
        """
        if document.revision and not document.revision.edits:
            return self._put_limits(document, document.revision)
        if document.revision and file and self._revisions.has(document.revision, file.reader):
            raise AlreadyHeld(document.revision.commit)
        before = self._make_room(document)
        if before is not None:  # too little text may have changed to tell the language again
            document = replace(document, language=self._revisions.language_of(before))
        if file is not None:
            self.remove_of_file(file.path)
        expression = self._rows.put(work, document, pieces)
        if file is not None:
            self._put_file(file, expression)
        if document.revision:
            self._put_revision(expression, before, document.revision, document.valid_from)
            if file is not None and file.container:
                self._adopt(document.revision.law, file.container)
        self._log("add", expression)
        return expression

    def _make_room(self, document: Document) -> int | None:
        """Return the version that a revision follows on; without one, remove all versions of its law."""
        revision = document.revision
        if revision is None:
            return None
        if revision.after:
            return self._revisions.version_before(revision, document.valid_from)
        if document.valid_from is None:
            raise OutOfOrder(revision.commit)
        for path in self._revisions.files_of_law(revision.law):
            self.forget_file(path)
        return None

    def _put_revision(
        self, expression: int, before: int | None, revision: Revision, day: datetime.date | None
    ) -> None:
        """Record a version of a law; the version before ends on the day before it."""
        self._revisions.put(expression, revision.law, revision.commit, before, revision.edits)
        if before is not None and day is not None:
            last = day - datetime.timedelta(days=1)
            self._limit(before, iso(last), None, ())

    def _put_limits(self, document: Document, revision: Revision) -> int:
        """Replace the stated end of the last stored version of a law. Raises ``OutOfOrder`` for another one."""
        last = self._revisions.last_of(revision.law)
        if last is None or last[1] != revision.commit:
            raise OutOfOrder(revision.commit)
        expression = last[0]
        stated = [p for p in document.properties if p.name in _LIMITS]
        end = iso(document.valid_to), iso(document.in_force_to)
        before = self._conn.execute(
            "SELECT valid_to, in_force_to FROM expression WHERE id = ?", (expression,)
        ).fetchone()
        self._limit(expression, *end, stated)
        if before != end:
            self._log_again(expression)
        return expression

    def _limit(
        self,
        version: int,
        valid_to: str | None,
        in_force_to: str | None,
        stated: Sequence[Property],
    ) -> None:
        self._conn.execute(
            "UPDATE expression SET valid_to = ?, in_force_to = ? WHERE id = ?",
            (valid_to, in_force_to, version),
        )
        self._conn.execute(
            f"DELETE FROM property WHERE expression = ? AND name IN ({','.join('?' * len(_LIMITS))})",
            (version, *_LIMITS),
        )
        self._rows.put_properties(version, stated)
        if any(p.name == ENDED for p in stated):  # what was in force may not be so any more
            self._conn.execute(
                "UPDATE expression SET in_force_from = NULL WHERE id IN (SELECT r.expression FROM revision r"
                " JOIN revision o ON o.base = r.base WHERE o.expression = ?)",
                (version,),
            )

    def _adopt(self, law: str, container: str) -> None:
        """Move all versions of a law to the repository that continues it."""
        self._conn.execute(
            "UPDATE file SET path = ?1 || substr(path, length(container) + 1), container = ?1"
            " WHERE container <> ?1 AND expression IN (SELECT expression FROM revision WHERE law = ?2)",
            (container, law),
        )

    def put_failed(self, file: FileRecord) -> None:
        """Record that ``file`` cannot be read; its previous expression, if any, stays."""
        self._put_file(file, self.expression_of_file(file.path))

    def finish_container(self, file: FileRecord, keep: Sequence[str] = ()) -> None:
        """Record that the members of the container ``file`` are stored, and forget those no longer inside.

        Members below the paths ``keep``, which were not opened this time, stay.
        """
        row = self._conn.execute(
            "SELECT sha256, reader, language FROM file WHERE path = ?", (file.path,)
        ).fetchone()
        # its own text, or its failure, was stored just now
        if row and row[:2] == ("", file.reader):
            self._conn.execute(
                "UPDATE file SET sha256 = ?, modified = ? WHERE path = ?",
                (file.sha256, file.modified, file.path),
            )
        elif row != (file.sha256, file.reader, file.language):
            self.remove_of_file(file.path)
            self._put_file(file, None)
        gone = self._conn.execute(
            "SELECT path FROM file WHERE container = ? AND (sha256 <> ? OR reader <> ?)"
            " AND coalesce(expression, 0) NOT IN (SELECT expression FROM revision)",
            (file.path, file.sha256, file.reader),
        ).fetchall()
        for (path,) in gone:
            if not _around(path).intersection(keep):
                self.forget_file(path)

    def forget_file(self, path: str) -> None:
        """Remove a file's record and expression, and those of all files inside it."""
        rows = self._conn.execute(
            "SELECT path FROM file WHERE container = ?1 OR path = ?1", (path,)
        ).fetchall()
        if self._revisions.are_in(
            path
        ):  # other repositories may hold the same laws, and left them out
            self._conn.execute(
                "UPDATE file SET sha256 = '', modified = NULL WHERE container IS NULL AND expression IS NULL"
                " AND failure IS NULL AND path <> ?",
                (path,),
            )
        for (member,) in rows:
            self.remove_of_file(member)
            self._conn.execute("DELETE FROM file WHERE path = ?", (member,))

    def move_file(self, old: str, new: str) -> None:
        """Change the path of a file and of all files inside it; their expressions stay."""
        self._conn.execute(
            "UPDATE file SET path = ?2 || substr(path, length(?1) + 1), container = ?2"
            " WHERE container = ?1",
            (old, new),
        )
        self._conn.execute("UPDATE file SET path = ? WHERE path = ?", (new, old))

    def retitle_file(self, path: str, title: str) -> None:
        """Change the title of a file's expression; its passages and vectors stay."""
        expression = self.expression_of_file(path)
        if expression is None:
            return
        self._conn.execute("UPDATE expression SET title = ? WHERE id = ?", (title, expression))
        self._log_again(expression)  # so that the lexical index takes the new title

    def mark_unread(self, path: str) -> None:
        """Mark a file, or the mail or archive around it, to be read again; its expression stays until then."""
        self._conn.execute(  # forgets failures that do not recur, such as of an archive that now opens
            "UPDATE file SET sha256 = '' WHERE failure IS NOT NULL"
            " AND container = (SELECT coalesce(container, path) FROM file WHERE path = ?)",
            (path,),
        )
        self._conn.execute(
            "UPDATE file SET sha256 = '', reader = 0, modified = NULL"
            " WHERE path = coalesce((SELECT container FROM file WHERE path = ?1), ?1)",
            (path,),
        )

    def rename_work(self, old: str, new: str) -> None:
        """Change the work of expressions, and of what they cite."""
        rows = self._conn.execute("SELECT id FROM expression WHERE work = ?", (old,)).fetchall()
        if not rows:
            return
        self._conn.execute("UPDATE expression SET work = ? WHERE work = ?", (new, old))
        self._conn.execute("UPDATE reference SET work = ? WHERE work = ?", (new, old))
        for (expression,) in rows:
            self._log_again(expression)

    def touch_file(self, file: FileRecord) -> None:
        """Record the time of a file written again with the same content."""
        self._conn.execute(
            "UPDATE file SET modified = ? WHERE path = ?", (file.modified, file.path)
        )

    def remove_of_file(self, path: str) -> None:
        """Remove the expression of a file, if there is one."""
        expression = self.expression_of_file(path)
        if expression is not None:
            self._log("remove", expression)  # first: it reads the passages to remove
            self._conn.execute("DELETE FROM expression WHERE id = ?", (expression,))

    def _put_file(self, file: FileRecord, expression: int | None) -> None:
        self._conn.execute(
            "INSERT OR REPLACE INTO file"
            " (path, sha256, bytes, reader, failure, failure_parameters, container, language, modified, unreadable,"
            " expression) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                file.path,
                file.sha256,
                file.bytes,
                file.reader,
                *_stored(file.failure),
                file.container,
                file.language,
                file.modified,
                file.is_unreadable,
                expression,
            ),
        )

    def _log_again(self, expression: int) -> None:
        self._conn.execute(
            "DELETE FROM change WHERE kind = 'add' AND expression = ?", (expression,)
        )
        self._log("add", expression)

    def _log(self, kind: str, expression: int) -> None:
        self._conn.execute(
            "INSERT INTO change (kind, expression, first_passage, last_passage)"
            " SELECT ?, ?, coalesce(min(id), 0), coalesce(max(id), -1) FROM passage WHERE expression = ?",
            (kind, expression, expression),
        )

    def changes(self, after: int, kind: str | None = None) -> list[Change]:
        """Return the changes later than the number ``after``, in order; of one ``kind``, or of both."""
        rows = self._conn.execute(
            "SELECT seq, kind, expression, first_passage, last_passage FROM change"
            " WHERE seq > ?1 AND kind = coalesce(?2, kind) ORDER BY seq",
            (after, kind),
        )
        return [Change(*row) for row in rows]

    def expression_of_file(self, path: str) -> int | None:
        """Return the id of a file's expression."""
        row = self._conn.execute("SELECT expression FROM file WHERE path = ?", (path,)).fetchone()
        return row[0] if row else None

    def title_of_file(self, path: str) -> str | None:
        """Return the title of a file's expression."""
        return self._stated_of_file("title", path)

    def work_of_file(self, path: str) -> str | None:
        """Return the work of a file's expression."""
        return self._stated_of_file("work", path)

    def work_of_file_named(self, name: str) -> str | None:
        """Return the work of the only file with this name, as citations give it; ``None`` if several match."""
        rows = self._conn.execute(
            "SELECT e.work FROM file f JOIN expression e ON e.id = f.expression"
            " WHERE substr(replace(f.path, char(92), '/'), -length(?1) - 1) = '/' || ?1 LIMIT 2",
            (name,),
        ).fetchall()
        return rows[0][0] if len(rows) == 1 else None

    def _stated_of_file(self, column: Literal["title", "work"], path: str) -> str | None:
        row = self._conn.execute(
            f"SELECT e.{column} FROM file f JOIN expression e ON e.id = f.expression WHERE f.path = ?",
            (path,),
        ).fetchone()
        return row[0] if row else None

    def enclosing(self, path: str) -> str | None:
        """Return the nearest file with its own text, such as a mail, around the one at ``path``."""
        above = [*_around(path)]
        row = self._conn.execute(
            f"SELECT path FROM file WHERE path IN ({marks(above)}) AND expression IS NOT NULL"
            " ORDER BY length(path) DESC LIMIT 1",
            above,
        ).fetchone()
        return str(row[0]) if row else None

    def enclosed(self, path: str) -> list[tuple[str, str]]:
        """Return (path, work) of the files directly inside the mail at ``path``, without those of nested mails."""
        inside = dict(
            self._conn.execute(
                "SELECT f.path, e.work FROM file f JOIN expression e ON e.id = f.expression"
                " WHERE f.path > ?1 || '/' AND f.path < ?1 || '0' ORDER BY f.path",  # 0 comes after /
                (path,),
            )
        )
        return [
            (member, work) for member, work in inside.items() if not inside.keys() & _around(member)
        ]

    def paths_of_documents(self) -> list[str]:
        """Return the paths of all files with a text."""
        rows = self._conn.execute("SELECT path FROM file WHERE expression IS NOT NULL")
        return [path for (path,) in rows]

    def works_of_files(self) -> list[tuple[str, str]]:
        """Return (path, work) of all files with a text."""
        rows = self._conn.execute(
            "SELECT f.path, e.work FROM file f JOIN expression e ON e.id = f.expression"
        )
        return list(rows)

    def counts(self) -> dict[str, int]:
        """Count ``files``, ``failed``, ``works``, ``expressions``, ``passages`` and ``vectors``."""
        return {
            "files": int(self._conn.one("SELECT count(*) FROM file WHERE expression IS NOT NULL")),
            "failed": int(self._conn.one("SELECT count(*) FROM file WHERE failure IS NOT NULL")),
            "works": int(self._conn.one("SELECT count(DISTINCT work) FROM expression")),
            "expressions": int(self._conn.one("SELECT count(*) FROM expression")),
            "passages": int(self._conn.one(COUNT_SEARCHABLE)),
            "vectors": int(self._conn.one("SELECT count(*) FROM vector")),
        }

    def properties(self, expression: int) -> dict[str, str]:
        """Return the properties of an expression, as stated by its file, by name."""
        rows = self._conn.execute(
            "SELECT name, value FROM property WHERE expression = ? ORDER BY name", (expression,)
        )
        return dict(rows)

    def days_stated(self, expressions: Iterable[int]) -> dict[int, str]:
        """Return the date (ISO) stated by each of these expressions, if it has one and no version is dated."""
        rows = self._conn.execute(
            "SELECT p.expression, substr(max(p.value), 1, 10) FROM property p JOIN expression e ON e.id = p.expression"
            " WHERE p.expression IN (SELECT value FROM json_each(?1)) AND p.name IN (?2, ?3) AND e.valid_from IS NULL"
            " GROUP BY p.expression",
            (json.dumps(list(expressions)), *OWN_DATE_PROPERTIES),
        )
        return dict(rows)

    def properties_named(self, names: Sequence[str]) -> dict[int, dict[str, str]]:
        """Return the properties with these ``names`` of each expression with at least one of them."""
        found: dict[int, dict[str, str]] = {}
        for expression, name, value in self._conn.execute(
            f"SELECT expression, name, value FROM property WHERE name IN ({marks(names)})", names
        ):
            found.setdefault(expression, {})[name] = value
        return found


def _record(
    path: str, sha256: str, size: int, reader: int, code: str | None, parameters: str | None,
    container: str | None, language: str | None, modified: int | None, unreadable: int,
) -> FileRecord:  # fmt: skip
    failure = None if code is None else _failure(code, parameters or "{}")
    return FileRecord(
        path, sha256, size, reader, failure, container, language, modified, bool(unreadable)
    )


def _failure(code: str, parameters: str) -> Message:
    """Return a stored failure; ``FileCode.UNKNOWN`` for a code or parameters of a later version."""
    try:
        stored = {"code": code, "parameters": json.loads(parameters)}
    except ValueError:
        return Message(FileCode.UNKNOWN)
    return message_from_json(stored) or Message(FileCode.UNKNOWN)


def _stored(failure: Message | None) -> tuple[str | None, str | None]:
    if failure is None:
        return None, None
    stored = failure.to_json()
    return stored["code"], json.dumps(stored["parameters"])


def _around(path: str) -> set[str]:
    """Return the paths of all folders, archives and mails around a file."""
    return {path[:at] for at, character in enumerate(path) if character == "/" and at}
