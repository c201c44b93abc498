"""The window as the helpers that it is made with know it: its sessions, its parts, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Kept
    from lexdesk.compliance.doc2doc.long_query import Paragraph
    from lexdesk_gui.annotations.annotations_session import AnnotationsSession
    from lexdesk_gui.annotations.decisions import ReviewDecisions
    from lexdesk_gui.annotations.export import Exporter
    from lexdesk_gui.compare.compare_session import CompareSession
    from lexdesk_gui.indexing.changed_files import ChangedFiles
    from lexdesk_gui.indexing.indexing_session import LibrarySession
    from lexdesk_gui.library.library_session import HoldingsSession
    from lexdesk_gui.match.match_session import MatchSession
    from lexdesk_gui.memory import Memory
    from lexdesk_gui.original_file import OriginalFile
    from lexdesk_gui.rail import Rail
    from lexdesk_gui.reader.printing import Printing
    from lexdesk_gui.reader.reader_session import ReaderSession
    from lexdesk_gui.search.search_view import SearchView
    from lexdesk_gui.style.theme import Choice, Theme
    from lexdesk_gui.top_bar import TopBar


class Window(Protocol):
    """What ``MainWindow`` has for them; it does not import them back."""

    theme: Theme
    memory: Memory
    library: LibrarySession
    changed_files: ChangedFiles
    holdings: HoldingsSession
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
        """Whether a library is open."""

    @property
    def exporting(self) -> Exporter:
        """What writes results and places to files."""

    def take(self, paths: Sequence[Path]) -> None:
        """Open the library that was dropped; add other files and folders."""

    def add_bundled(self) -> None:
        """Add the law that comes with the program."""

    def read_place(self, place: Kept, query: str = "") -> None:
        """Go to the reader, with a place that was kept, and what ``query`` asks for marked in it."""

    def read_provision(self, work: str, eid: str) -> None:
        """Go to the reader, with a provision."""

    def read_paragraph(self, work: str, paragraph: Paragraph) -> None:
        """Go to the reader, with what ``paragraph`` of ``work`` stands in."""

    def compare_versions(self) -> None:
        """Compare the versions of what is read."""

    def match_reading(self) -> None:
        """Ask what the document that is read touches."""

    def match_work(self, work: str, name: str) -> None:
        """Ask what a work of the library touches."""

    def export_results(self) -> None:
        """Write all results to a file that the person names."""

    def save_search(self) -> None:
        """Keep the search."""

    def search_saved(self, query: str, mode: str, name: str) -> None:
        """Search again, and count what the saved search ``name`` finds as seen."""

    def forget_searches(self) -> None:
        """Wipe all earlier searches."""

    def settle_choices(self) -> None:
        """Take what was chosen in the settings."""

    def choose_colours(self, choice: Choice) -> None:
        """Use the colours ``choice`` from now on."""

    def close(self) -> bool:
        """End."""
