"""Files and their documents: added, moved, failed, removed, and the log of these changes.

Call the writing methods inside ``transaction()``. Every change has a number, used by the indexes to find
missing ones. Deleting an expression deletes all dependent rows.
"""

import datetime
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from lexdesk.document.dates import iso
from lexdesk.document.model import AMENDED, ENDED, STATE, Document, Property, Revision
from lexdesk.document.passages import Passage
from lexdesk.errors import FileCode, Message
from lexdesk.storage.document_rows import DocumentRows
from lexdesk.storage.file_lookups import FileLookups, find_folders_around
from lexdesk.storage.revisions import AlreadyHeld, OutOfOrder, Revisions
from lexdesk.storage.schema import FileRecord
from lexdesk.storage.statements import Statements

_LIMITS = (STATE, AMENDED, ENDED)


class Files(FileLookups):
    """Statements on files, their expressions, and the log of changes; the base class has those that only read."""

    def __init__(self, statements: Statements, revisions: Revisions):
        super().__init__(statements, revisions)
        self._rows = DocumentRows(statements)

    def put_unread_pages(self, path: str, pages: Mapping[int, FileCode]) -> None:
        """Record the unread pages of the file at ``path``, each with its failure."""
        self._statements.execute("DELETE FROM unread_page WHERE file = ?", (path,))
        self._statements.executemany(
            "INSERT INTO unread_page VALUES (?, ?, ?)",
            ((path, page, code.id) for page, code in pages.items()),
        )

    def put(
        self,
        file: FileRecord | None,
        work: str,
        document: Document,
        pieces: Sequence[Passage],
        *,
        has_citations: bool = True,
    ) -> int:
        """Store an expression with its pieces, replacing the previous one of ``file``; return its id.

        Without ``has_citations``, it counts as pending (``lexdesk.storage.pending_citations``).

        The first version of a law, as its repository has it, replaces all stored versions. Raises
        ``OutOfOrder`` for a later one that does not follow the last stored one. One without changes states the
        limits of the last version held. Raises ``AlreadyHeld`` for one of an older state of the repository.
        """
        if document.revision and not document.revision.edits:
            return self._put_limits(document, document.revision)
        if (
            document.revision
            and file
            and self._revisions.has(document.revision, file.parser_version)
        ):
            raise AlreadyHeld(document.revision.commit)
        before = self._make_room(document)
        if before is not None:  # too little text may have changed to tell the language again
            document = replace(document, language=self._revisions.language_of(before))
        if file is not None:
            self.remove_of_file(file.path)
        expression = self._rows.put(work, document, pieces, has_citations=has_citations)
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
        before = self._statements.execute(
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
        self._statements.execute(
            "UPDATE expression SET valid_to = ?, in_force_to = ? WHERE id = ?",
            (valid_to, in_force_to, version),
        )
        self._statements.execute(
            f"DELETE FROM property WHERE expression = ? AND name IN ({','.join('?' * len(_LIMITS))})",
            (version, *_LIMITS),
        )
        self._rows.put_properties(version, stated)
        if any(p.name == ENDED for p in stated):  # what was in force may not be so any more
            self._statements.execute(
                "UPDATE expression SET in_force_from = NULL WHERE id IN (SELECT r.expression FROM revision r"
                " JOIN revision o ON o.base = r.base WHERE o.expression = ?)",
                (version,),
            )

    def _adopt(self, law: str, container: str) -> None:
        """Move all versions of a law to the repository that continues it."""
        self._statements.execute(
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
        row = self._statements.execute(
            "SELECT sha256, reader, language FROM file WHERE path = ?", (file.path,)
        ).fetchone()
        # its own text, or its failure, was stored just now
        if row and row[:2] == ("", file.parser_version):
            self._statements.execute(
                "UPDATE file SET sha256 = ?, modified = ? WHERE path = ?",
                (file.sha256, file.modified, file.path),
            )
        elif row != (file.sha256, file.parser_version, file.language):
            self.remove_of_file(file.path)
            self._put_file(file, None)
        gone = self._statements.execute(
            "SELECT path FROM file WHERE container = ? AND (sha256 <> ? OR reader <> ?)"
            " AND coalesce(expression, 0) NOT IN (SELECT expression FROM revision)",
            (file.path, file.sha256, file.parser_version),
        ).fetchall()
        for (path,) in gone:
            if not find_folders_around(path).intersection(keep):
                self.forget_file(path)

    def forget_file(self, path: str) -> None:
        """Remove a file's record and expression, and those of all files inside it."""
        rows = self._statements.execute(
            "SELECT path FROM file WHERE container = ?1 OR path = ?1", (path,)
        ).fetchall()
        # Read other repositories again: they may hold the same laws, which they left out.
        if self._revisions.are_in(path):
            self._statements.execute(
                "UPDATE file SET sha256 = '', modified = NULL WHERE container IS NULL AND expression IS NULL"
                " AND failure IS NULL AND path <> ?",
                (path,),
            )
        for (member,) in rows:
            self.remove_of_file(member)
            self._statements.execute("DELETE FROM file WHERE path = ?", (member,))

    def move_file(self, old: str, new: str) -> None:
        """Change the path of a file and of all files inside it; their expressions stay."""
        self._statements.execute(
            "UPDATE file SET path = ?2 || substr(path, length(?1) + 1), container = ?2"
            " WHERE container = ?1",
            (old, new),
        )
        self._statements.execute("UPDATE file SET path = ? WHERE path = ?", (new, old))

    def retitle_file(self, path: str, title: str) -> None:
        """Change the title of a file's expression; its passages and vectors stay."""
        expression = self.expression_of_file(path)
        if expression is None:
            return
        self._statements.execute(
            "UPDATE expression SET title = ? WHERE id = ?", (title, expression)
        )
        self._log_again(expression)  # so that the lexical index takes the new title

    def mark_unread(self, path: str) -> None:
        """Mark a file, or the mail or archive around it, to be read again; its expression stays until then."""
        self._statements.execute(  # forgets failures that do not recur, such as of an archive that now opens
            "UPDATE file SET sha256 = '' WHERE failure IS NOT NULL"
            " AND container = (SELECT coalesce(container, path) FROM file WHERE path = ?)",
            (path,),
        )
        self._statements.execute(
            "UPDATE file SET sha256 = '', reader = 0, modified = NULL"
            " WHERE path = coalesce((SELECT container FROM file WHERE path = ?1), ?1)",
            (path,),
        )

    def rename_work(self, old: str, new: str) -> None:
        """Change the work of expressions and of their citations."""
        rows = self._statements.execute(
            "SELECT id FROM expression WHERE work = ?", (old,)
        ).fetchall()
        if not rows:
            return
        self._statements.execute("UPDATE expression SET work = ? WHERE work = ?", (new, old))
        self._statements.execute("UPDATE reference SET work = ? WHERE work = ?", (new, old))
        for (expression,) in rows:
            self._log_again(expression)

    def touch_file(self, file: FileRecord) -> None:
        """Record the time of a file written again with the same content."""
        self._statements.execute(
            "UPDATE file SET modified = ? WHERE path = ?", (file.modified, file.path)
        )

    def remove_of_file(self, path: str) -> None:
        """Remove the expression of a file, if there is one."""
        expression = self.expression_of_file(path)
        if expression is not None:
            self._log("remove", expression)  # first: it reads the passages to remove
            self._statements.execute("DELETE FROM expression WHERE id = ?", (expression,))

    def _put_file(self, file: FileRecord, expression: int | None) -> None:
        self._statements.execute(
            "INSERT OR REPLACE INTO file"
            " (path, sha256, bytes, reader, failure, failure_parameters, container, language, modified, unreadable,"
            " expression) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                file.path,
                file.sha256,
                file.bytes,
                file.parser_version,
                *_to_columns(file.failure),
                file.container,
                file.language,
                file.modified,
                file.is_unreadable,
                expression,
            ),
        )

    def _log_again(self, expression: int) -> None:
        self._statements.execute(
            "DELETE FROM change WHERE kind = 'add' AND expression = ?", (expression,)
        )
        self._log("add", expression)

    def _log(self, kind: str, expression: int) -> None:
        self._statements.execute(
            "INSERT INTO change (kind, expression, first_passage, last_passage)"
            " SELECT ?, ?, coalesce(min(id), 0), coalesce(max(id), -1) FROM passage WHERE expression = ?",
            (kind, expression, expression),
        )


def _to_columns(failure: Message | None) -> tuple[str | None, str | None]:
    if failure is None:
        return None, None
    stored = failure.to_json()
    return stored["code"], json.dumps(stored["parameters"])
