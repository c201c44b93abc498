"""The documents in a library: lists, counts, failures, duplicates, texts of files."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.document.model import Box
from lexdesk.errors import Message
from lexdesk.query.dates import Day, read_day
from lexdesk.storage import Store
from lexdesk.system.paths import encode_path, make_absolute

if TYPE_CHECKING:  # each question loads what it needs
    from lexdesk.index.protocol import Index
    from lexdesk.near_duplicates.groups import Duplicate
    from lexdesk.search.holdings import Holding


class LibraryCatalogue:
    """The works and files in a library."""

    def __init__(self, store: Store, index: Index):
        self._store, self._index = store, index

    def holdings(self, query: str = "", *, as_of: Day | None = None) -> list[Holding]:
        """Return the works in the library, by citation, each as of the day ``as_of``, by default today.

        ``query`` has words of their names, each matched as a prefix, and filters, such as ``kind:contract`` and
        ``folder:``. Raises ``QueryError`` and ``ImpossibleDate``.
        """
        from lexdesk.query import parse
        from lexdesk.search.holdings import list_holdings

        with self._store.as_of_one_moment():
            parsed = parse(query) if query.strip() else None
            day = read_day(as_of) if as_of else datetime.date.today()
            return list_holdings(self._store, self._index.fulltext(), parsed, day)

    def kinds(self) -> dict[str, int]:
        """Count the documents of each kind, most frequent first."""
        return self._store.filters.expression_counts("kind")

    def authorities(self) -> dict[str, int]:
        """Count the documents of each known court or authority, most frequent first."""
        from lexdesk.law.authority import count_by_authority

        return count_by_authority(self._store)

    def failures(self) -> dict[str, Message]:
        """Return the reasons for unreadable files or pages, by path."""
        from lexdesk.ingest.unread_pages import group_failures

        by_file = group_failures(
            self._store.files.records().values(), self._store.files.unread_pages()
        )
        return {path: failure for inside in by_file.values() for path, failure in inside.items()}

    def duplicates(self, alike: float | None = None) -> list[list[Duplicate]]:
        """Return groups of documents that are copies or drafts of each other, the largest first.

        ``alike`` is the least share of word sequences in common (0 to 1, by default 0.7). In a group, the file with
        the earliest modification time comes first.
        """
        from lexdesk.near_duplicates.groups import MIN_SIMILARITY, find_groups

        return find_groups(self._store, MIN_SIMILARITY if alike is None else alike)

    def text_of_file(self, path: str | os.PathLike[str]) -> str | None:
        """Return the extracted text of a file; ``None`` for a file absent from the library."""
        expression = self._store.files.expression_of_file(encode_path(make_absolute(path)))
        return None if expression is None else self._store.texts.text(expression)

    def scanned_lines(self, path: str | os.PathLike[str]) -> dict[int, list[tuple[str, Box]]]:
        """Return the lines of scanned pages of a file by page number, each with its position on the page.

        Only pages recognised by a version with stored positions are included; ``{}`` for a file absent from the
        library.
        """
        expression = self._store.files.expression_of_file(encode_path(make_absolute(path)))
        return {} if expression is None else self._store.texts.scanned_lines(expression)

    def dump(self) -> Iterator[str]:
        """Return every expression as one line of JSON, as ``lexdesk.export.dump`` describes it."""
        from lexdesk.export.dump import dump_lines

        return dump_lines(self._store)
