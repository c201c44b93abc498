"""Export of results, passages, decisions and pages to a chosen file."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from lexdesk.law.citation_styles import Style, cite
from lexdesk.text.line_unwrapping import unwrap_lines
from lexdesk_gui.annotations.annotations_session import AnnotationsSession, describe_export
from lexdesk_gui.file_dialogs import choose_export_path
from lexdesk_gui.language import format_long_date, translate
from lexdesk_gui.library.library_session import CatalogueSession
from lexdesk_gui.preferences import Preferences
from lexdesk_gui.search.search_session import SearchSession
from lexdesk_gui.style.document_writer import DocumentWriter
from lexdesk_gui.style.look import LIGHT
from lexdesk_gui.style.pagination import Section, pdf
from lexdesk_gui.style.print_queue import PrintQueue
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.wording import file_name

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import DecisionStatus
    from lexdesk.annotations.excerpt_export import Excerpt
    from lexdesk.annotations.workbook import Bookmark
    from lexdesk.search.results.hits import Hit

_KINDS = "Word (*.docx);;PDF (*.pdf);;CSV (*.csv);;JSON (*.json);;RIS (*.ris)"
_KINDS_OF_LISTS = "CSV (*.csv);;JSON (*.json)"


class Exporter(QObject):
    """The exports to a chosen file.

    ``notified`` emits the reason for a missing export; ``hits`` returns the listed results. The sessions and the PDF
    ``maker`` report success.
    """

    notified = Signal(str)

    def __init__(
        self,
        search: SearchSession,
        hits: Callable[[], Sequence[Hit]],
        work: AnnotationsSession,
        catalogue: CatalogueSession,
        preferences: Preferences,
        theme: Theme,
        maker: PrintQueue,
        window: QWidget,
    ):
        super().__init__(window)
        self._search, self._hits, self._work, self._catalogue = search, hits, work, catalogue
        self._preferences, self._theme, self._maker, self._window = (
            preferences,
            theme,
            maker,
            window,
        )

    def ask_results(self) -> None:
        """Export all results to a chosen file."""
        if self._search.answer is None:
            self.notified.emit(translate("Window", "There are no results to export; search first."))
        elif target := choose_export_path(
            self._window, translate("Window", "Export results"), _KINDS, self._search.answer.query
        ):
            self.write_results(target)

    def write_results(self, target: Path) -> None:
        """Write all results to ``target``; a PDF has those of the list."""
        search = self._search
        query = search.answer.query if search.answer else search.query  # contents of the list
        if target.suffix.lower() == ".pdf":
            results = search.answer.total if search.answer else 0
            day = search.as_of or datetime.date.today()
            as_of = translate("Timeline", "As of {day}").format(
                day=format_long_date(day.isoformat())
            )
            self._work.excerpts(
                self._hits(),
                lambda found: self._print(found, target, f"{query}  ·  {as_of}", results),
            )
        else:
            listed = len(self._hits())
            self._work.export_all(
                query, search.mode, search.as_of, listed, target, self._preferences.style
            )

    def ask_places(self, places: Sequence[Hit | Bookmark]) -> None:
        """Export ``places`` to a chosen file."""
        target = choose_export_path(self._window, translate("Window", "Export places"), _KINDS)
        if target is None:
            return
        if target.suffix.lower() == ".pdf":
            self._work.excerpts(places, lambda found: self._print(found, target))
        else:
            self._work.export(places, target, self._preferences.style)

    def ask_catalogue(self) -> None:
        """Export the list of works to a chosen file."""
        title = translate("Window", "Export the list")
        if target := choose_export_path(self._window, title, _KINDS_OF_LISTS):
            self._catalogue.write(target)

    def ask_decisions(self, decided: Sequence[DecisionStatus]) -> None:
        """Export decisions to a chosen file."""
        title = translate("Window", "Export decisions")
        if target := choose_export_path(self._window, title, _KINDS_OF_LISTS):
            self._work.export_decisions(decided, target)

    def ask_pages(self, foot: str, sections: Iterable[Section]) -> None:
        """Export ``sections`` with the footer ``foot`` to a chosen PDF."""
        title = translate("Window", "Save as PDF")
        if target := choose_export_path(self._window, title, "PDF (*.pdf)"):
            message = translate("Window", "Written to {name}").format(name=file_name(target))
            self._maker.begin(pdf(sections, target, self._theme.look.family, foot), message)

    def _print(
        self, found: Sequence[Excerpt], target: Path, foot: str = "", results: int = 0
    ) -> None:
        steps = pdf_of(found, target, self._preferences.style, self._theme.look.family, foot)
        self._maker.begin(steps, describe_export(len(found), target, results=results))


def pdf_of(
    excerpts: Sequence[Excerpt], target: Path, style: Style, family: str, foot: str = ""
) -> Iterator[None]:
    """Write ``excerpts`` to ``target`` on A4 pages with the footer ``foot``; yield after each step.

    Raises ``OSError`` for an unwritable target and leaves an existing file intact.
    """
    return pdf(
        [partial(_set, excerpt=excerpt, style=style) for excerpt in excerpts], target, family, foot
    )


def _set(writer: DocumentWriter, excerpt: Excerpt, style: Style) -> list[int]:
    """Write one excerpt and return the positions of its headings."""
    headings = [writer.block(20, 2, above=12)]
    writer.write(cite(excerpt.place, style), writer.style(13, weight=QFont.Weight.DemiBold))
    if excerpt.heading:
        headings.append(writer.block(18, 4))
        writer.write(excerpt.heading, writer.style(12, LIGHT.secondary))
    at = 0
    for line in unwrap_lines(excerpt.text).split("\n"):  # keeps the scroll position
        if line.strip():
            writer.block(20, 4)
            marks = [(start - at, end - at) for start, end in excerpt.highlights]
            writer.write_marked(line, writer.style(13, statute=True), marks)
        at += len(line) + 1
    for note in excerpt.notes:
        writer.block(18, 4, left=16)
        writer.write(note, writer.style(12, LIGHT.notice.text))
    if excerpt.tags:
        writer.block(18, 4, left=16)
        writer.write(" · ".join(excerpt.tags), writer.style(12, LIGHT.secondary))
    return headings
