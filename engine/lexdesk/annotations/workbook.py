"""The user's work on a library: searches, tags, notes, collections, decisions.

It lies in ``work.sqlite`` beside the library, so that rebuilding a library costs nobody their
notes, and writing a note never waits for files being added. A place is known by
its work, its eid and the hash of its text: a note on a provision says so after a change of the text.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import hashlib
import json
import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from lexdesk.annotations import decisions
from lexdesk.errors import LibraryCode, LibraryDamaged, PassphraseNeeded
from lexdesk.storage import damage, open_files, page_checksums
from lexdesk.storage.known_schema import require_known_schema
from lexdesk.storage.schema import NOTES_FORMAT, NOTES_TABLES
from lexdesk.storage.statements import Statements
from lexdesk.system.json_values import parse
from lexdesk.system.library_files import NOTES
from lexdesk.system.read_only import is_read_only, read_only_error
from lexdesk.system.regular_files import is_regular
from lexdesk.text.tokens import fold

if TYPE_CHECKING:
    from lexdesk.search.results.hits import Hit
    from lexdesk.storage import Key

_FORMER_MODES = {"words": "keyword", "meaning": "semantic"}  # of saved searches
_EARLIER = 500  # searches that are remembered
Kind = Literal["tag", "collection", "note"]


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A place as of its marking; ``key`` is that of ``make_key``."""

    key: str
    work: str
    eid: str | None
    citation: str
    title: str
    heading: str
    text: str
    path: str | None
    page: int | None
    language: str | None


_FIELDS = tuple(field.name for field in dataclasses.fields(Bookmark))


@dataclass(frozen=True, slots=True)
class Mark:
    """A tag, a collection or a note on a place; ``made`` is the time, ISO, UTC."""

    place: str
    kind: Kind
    value: str
    made: str


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A saved search; ``seen`` are the places it found at the last look."""

    name: str
    query: str
    mode: str
    seen_at: str
    seen: frozenset[str]


def make_key(hit: Hit | Bookmark) -> str:
    """Return a short name of the place and its text: the same for the same words in the same place."""
    identity = "\n".join((hit.work, hit.eid or "", str(hit.page or ""), hit.text))
    return hashlib.sha256(identity.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def make_bookmark(hit: Hit | Bookmark) -> Bookmark:
    """Return a bookmark of ``hit``."""
    return Bookmark(
        make_key(hit), hit.work, hit.eid, hit.citation, hit.title, hit.heading, hit.text, hit.path,
        hit.page, hit.language,
    )  # fmt: skip


class Workbook:
    """The workbook of the library in the folder ``library``; use it in a ``with`` statement.

    ``key`` is that of an encrypted library; ``Library.workbook`` gives it. One object serves one
    thread. Several may be open; each change is one transaction. Raises ``PassphraseNeeded``,
    ``WrongPassphrase``, ``LibraryTooNew`` and, like each of its uses, ``LibraryDamaged``; changes to that of a
    read-only library raise ``LibraryReadOnly``.
    """

    def __init__(self, library: str | os.PathLike[str], key: Key | None = None):
        from lexdesk.storage.encryption import connect, is_encrypted

        if key is None and is_encrypted(Path(library)):
            raise PassphraseNeeded(LibraryCode.NOTES_ENCRYPTED, library=library)
        self._path = Path(library) / NOTES
        if not is_regular(self._path) and is_read_only(Path(library)):
            self._db, self._is_read_only = sqlite3.connect(":memory:", isolation_level=None), True
        else:
            self._db = connect(self._path, key)
            self._is_read_only = open_files.is_only_read(self._db)
        self._statements = Statements(self._db, self._path)
        with self._statements.reporting():
            self._open_format()

    def _open_format(self) -> None:
        (found,) = self._statements.execute("PRAGMA user_version").fetchone()
        if self._is_read_only and found == NOTES_FORMAT:
            require_known_schema(self._db, self._path, is_whole=True)
            return
        is_new = not self._statements.one("SELECT count(*) FROM sqlite_master")
        is_plain = isinstance(self._db, page_checksums.Connection)
        self._statements.execute("PRAGMA journal_mode = WAL")
        # Where that failed, on a full disk, the end of a journal is flushed, too: an acknowledged tag survives a power cut.
        self._statements.execute("PRAGMA synchronous = EXTRA")
        self._db.executescript(NOTES_TABLES)
        if found < NOTES_FORMAT and (is_new or not is_plain or page_checksums.add(self._db)):
            self._statements.execute(f"PRAGMA user_version = {NOTES_FORMAT}")
        require_known_schema(self._db, self._path, is_whole=True)

    def __enter__(self) -> Workbook:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def problems(self) -> list[str]:
        """Return the problems of the file, in words; empty for none."""
        return damage.find_problems(self._db, self._path)

    @property
    def decisions(self) -> decisions.Decisions:
        """Return the decisions on provisions."""
        return decisions.Decisions(self._statements, self._transaction)

    # Marks: tags, collections, notes.

    def put(self, hit: Hit | Bookmark, kind: Kind, value: str) -> Mark:
        """Mark the place of ``hit``; an existing mark stays as it is.

        Raises ``ValueError`` for a mark without a letter.
        """
        value = value.strip()
        if not value:
            raise ValueError(f"a {kind} needs at least one letter")
        place = make_bookmark(hit)
        mark = Mark(place.key, kind, value, _now())
        with self._transaction():
            self._statements.table("place").upsert(dataclasses.asdict(place), pk="key")
            self._insert(mark)
        return mark

    def restore(self, mark: Mark) -> None:
        """Put back a mark taken away by ``remove``."""
        with self._transaction():
            self._insert(mark)

    def remove(self, mark: Mark) -> None:
        """Take a mark away; its place stays known for ``restore``."""
        with self._transaction():
            self._statements.execute(
                "DELETE FROM mark WHERE place = ? AND kind = ? AND value = ?",
                (mark.place, mark.kind, mark.value),
            )

    def marks(self, *places: str) -> list[Mark]:
        """Return all marks, or those of ``places``, by kind and value."""
        condition = f"WHERE place IN ({','.join('?' * len(places))})" if places else ""
        rows = self._statements.execute(
            f"SELECT place, kind, value, made FROM mark {condition} ORDER BY kind, value, made",
            places,
        )
        return [Mark(*row) for row in self._check_rows(rows)]

    def values(self, kind: Kind) -> dict[str, int]:
        """Return the existing tags or collections, with the number of their places."""
        rows = self._statements.execute(
            "SELECT value, count(*) FROM mark WHERE kind = ? GROUP BY value ORDER BY value", (kind,)
        )
        return dict(self._check_rows(rows))

    def places(self, kind: Kind | None = None, value: str | None = None) -> list[Bookmark]:
        """Return the marked places, or those with the mark ``value`` of ``kind``, latest first."""
        conditions = [("kind", kind), ("value", value)]
        stated = [(name, wanted) for name, wanted in conditions if wanted is not None]
        where = " AND ".join(f"{name} = ?" for name, _ in stated) or "1"
        rows = self._statements.execute(
            f"SELECT {', '.join(f'place.{name}' for name in _FIELDS)}"
            f" FROM place JOIN mark ON mark.place = place.key WHERE {where}"
            " GROUP BY place.key ORDER BY max(mark.made) DESC, place.citation",
            [wanted for _, wanted in stated],
        )
        return [Bookmark(*row) for row in self._check_rows(rows)]

    def other_wording(self, hit: Hit | Bookmark, standing: Collection[str] = ()) -> list[Mark]:
        """Return marks of the same provision on another text of it: "text changed since".

        ``standing`` are the provision's current texts (``library.law.wordings``): in a long one, a mark on
        another of its passages is on an unchanged text.
        """
        return [mark for mark, text in self._marks_on_other_texts(hit) if text not in standing]

    def same_wording(self, hit: Hit | Bookmark, standing: Collection[str]) -> list[Mark]:
        """Return marks of the same provision on a text in ``standing`` containing that of ``hit``, or within it."""
        stripped = hit.text.strip()
        within = (
            (mark, text) for mark, text in self._marks_on_other_texts(hit) if text in standing
        )
        return [mark for mark, text in within if text in stripped or stripped in text]

    def _marks_on_other_texts(self, hit: Hit | Bookmark) -> list[tuple[Mark, str]]:
        """Return the marks of the provision of ``hit`` on other texts than its own, with these."""
        if hit.eid is None:
            return []
        rows = self._statements.execute(
            "SELECT place.text, mark.place, mark.kind, mark.value, mark.made FROM mark JOIN place"
            " ON mark.place = place.key WHERE place.work = ? AND place.eid = ?"
            " AND place.language IS ? AND place.key <> ? ORDER BY mark.made",
            (hit.work, hit.eid, hit.language, make_key(hit)),
        )
        return [(Mark(*row), text.strip()) for text, *row in self._check_rows(rows)]

    # Saved searches.

    def save(self, name: str, query: str, mode: str, found: Iterable[Hit]) -> SavedSearch:
        """Save a search with its present results; one of that name is replaced."""
        search = SavedSearch(name, query, mode, _now(), frozenset(map(make_key, found)))
        self.put_saved(search)
        return search

    def put_saved(self, search: SavedSearch) -> None:
        """Store ``search`` unchanged."""
        row = {**dataclasses.asdict(search), "seen": json.dumps(sorted(search.seen))}
        with self._transaction():
            self._statements.table("saved").upsert(row, pk="name")

    def saved_searches(self) -> list[SavedSearch]:
        """Return the saved searches, by name."""
        rows = self._statements.execute(
            "SELECT name, query, mode, seen_at, seen FROM saved ORDER BY name"
        )
        return [
            SavedSearch(
                name, query, _FORMER_MODES.get(mode, mode), seen_at, frozenset(self._keys(seen))
            )
            for name, query, mode, seen_at, seen in self._check_rows(rows)
        ]

    def _check_rows(self, rows: Iterable[Any]) -> list[Any]:
        return damage.limit_rows(self._path, rows)

    def _keys(self, stored: str) -> list[str]:
        try:
            keys: list[str] = parse(stored, list[str])
        except ValueError as error:
            raise damage.make_damage_error(
                self._path, f"what a saved search has seen: {error}"
            ) from error
        return keys

    def forget_saved(self, name: str) -> None:
        """Delete a saved search."""
        with self._transaction():
            self._statements.execute("DELETE FROM saved WHERE name = ?", (name,))

    # Earlier searches.

    def remember(self, query: str) -> None:
        """Record ``query`` in the history; the oldest are forgotten."""
        with self._transaction():
            self._statements.execute(
                "INSERT INTO earlier VALUES (?, ?, 1) ON CONFLICT (query)"
                " DO UPDATE SET asked = excluded.asked, times = times + 1",
                (query.strip(), _now()),
            )
            self._statements.execute(
                "DELETE FROM earlier WHERE query NOT IN"
                " (SELECT query FROM earlier ORDER BY asked DESC LIMIT ?)",
                (_EARLIER,),
            )

    def earlier(self, beginning: str = "", top: int = 8) -> list[str]:
        """Return earlier searches with the prefix ``beginning``, ignoring case and accents, the latest first."""
        rows = self._check_rows(
            self._statements.execute("SELECT query FROM earlier ORDER BY asked DESC")
        )
        begun = fold(beginning)  # SQLite lowers letters of ASCII alone
        return [query for (query,) in rows if fold(query).startswith(begun)][:top]

    def forget_earlier(self) -> None:
        """Wipe all earlier searches, also from the pages of the file."""
        with self._transaction():
            self._statements.execute("DELETE FROM earlier")
        self._statements.execute("VACUUM")
        self._statements.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        if self._is_read_only:
            raise read_only_error(self._path.parent)
        with self._statements.reporting(), self._statements.atomic():
            yield

    def _insert(self, mark: Mark) -> None:
        self._statements.execute(
            "INSERT OR IGNORE INTO mark VALUES (?, ?, ?, ?)",
            (mark.place, mark.kind, mark.value, mark.made),
        )


def find_new(search: SavedSearch, found: Sequence[Hit]) -> list[Hit]:
    """Return the hits missing from ``search`` at its last look."""
    return [hit for hit in found if make_key(hit) not in search.seen]


def check_notes(library: Path, key: Key | None) -> list[str]:
    """Return the problems of the notes in the folder ``library``, in words; empty for none."""
    if not is_regular(library / NOTES):
        return []
    try:
        with Workbook(library, key) as book:
            return book.problems()
    except LibraryDamaged as error:
        return [error.message]


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="microseconds")
