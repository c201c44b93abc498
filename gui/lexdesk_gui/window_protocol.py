"""The interface of the main window for its helpers: sessions, parts and actions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Bookmark
    from lexdesk.compliance.doc2doc.long_query import Paragraph
    from lexdesk_gui.annotations.annotations_session import AnnotationsSession
    from lexdesk_gui.annotations.decisions import ReviewDecisions
    from lexdesk_gui.annotations.export import Exporter
    from lexdesk_gui.compare.compare_session import CompareSession
    from lexdesk_gui.indexing.changed_files import ChangedFiles
    from lexdesk_gui.indexing.indexing_session import LibrarySession
    from lexdesk_gui.library.library_session import CatalogueSession
    from lexdesk_gui.match.match_session import MatchSession
    from lexdesk_gui.original_file import OriginalFile
    from lexdesk_gui.preferences import Preferences
    from lexdesk_gui.rail import Rail
    from lexdesk_gui.reader.printing import Printing
    from lexdesk_gui.reader.reader_session import ReaderSession
    from lexdesk_gui.search.search_session import SearchSession
    from lexdesk_gui.search.search_view import SearchView
    from lexdesk_gui.style.theme import Choice, Theme
    from lexdesk_gui.top_bar import TopBar


class Window(Protocol):
    """The part of ``MainWindow`` used by its helpers; avoids a circular import."""

    theme: Theme
    preferences: Preferences
    library: LibrarySession
    changed_files: ChangedFiles
    catalogue: CatalogueSession
    searching: SearchSession
    reading: ReaderSession
    work: AnnotationsSession
    reviewing: ReviewDecisions
    comparing: CompareSession
    matching: MatchSession
    printing: Printing
    original: OriginalFile
    bar: TopBar
    view: SearchView
    rail: Rail

    @property
    def has_library(self) -> bool:
        """Return True if a library is open."""

    @property
    def exporting(self) -> Exporter:
        """Return the exporter of results and annotations."""

    def setWindowTitle(self, title: str, /) -> None:  # noqa: N802
        """Set the title of the window."""

    def take(self, paths: Sequence[Path]) -> None:
        """Open a dropped library; add other files and folders."""

    def add_bundled(self) -> None:
        """Add the bundled law."""

    def read_place(self, place: Bookmark, query: str = "") -> None:
        """Open a saved passage in the reader, with the matches of ``query`` highlighted."""

    def read_provision(self, work: str, eid: str) -> None:
        """Open a provision in the reader."""

    def read_paragraph(self, work: str, paragraph: Paragraph) -> None:
        """Open the provision of ``paragraph`` of ``work`` in the reader."""

    def compare_versions(self) -> None:
        """Compare the versions of the current document."""

    def match_reading(self) -> None:
        """Match the current document against the library."""

    def match_work(self, work: str, name: str) -> None:
        """Match a work against the library."""

    def export_results(self) -> None:
        """Export all results to a chosen file."""

    def save_search(self) -> None:
        """Save the search."""

    def search_saved(self, query: str, mode: str, name: str) -> None:
        """Repeat a saved search and mark its results as seen."""

    def forget_searches(self) -> None:
        """Delete all earlier searches."""

    def settle_choices(self) -> None:
        """Apply the choices of the settings."""

    def choose_colours(self, choice: Choice) -> None:
        """Apply a colour scheme."""

    def close(self) -> bool:
        """Close the window."""
