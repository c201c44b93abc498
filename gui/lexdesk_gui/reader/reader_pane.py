"""The reader pane: bar, timeline, text or pages, and side panel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from lexdesk_gui.language import format_keys, translate
from lexdesk_gui.reader.citation_label import list_paths, make_label_and_file
from lexdesk_gui.reader.reader_bar import FindBar, ReaderActions, ReaderBar
from lexdesk_gui.reader.reading_views import ReadingViews
from lexdesk_gui.reader.side_panel import SidePanel
from lexdesk_gui.reader.side_placement import SidePlacement
from lexdesk_gui.reader.tabs import ReaderTabs
from lexdesk_gui.reader.text_view import Reader
from lexdesk_gui.reader.timeline import Timeline
from lexdesk_gui.style.announcements import announce
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import escape_tooltip, fill, set_initial_sizes, splitter

if TYPE_CHECKING:
    from lexdesk_gui.reader.pdf_view import PdfView
    from lexdesk_gui.reader.readings import Reading
    from lexdesk_gui.reader.second_reader import SecondReader
    from lexdesk_gui.reader.side_content import SideContent, SuggestedArticle

_FIRST = 520, 270  # pixels at 100 % of the text and the side panel
_PARAGRAPH = "\u2029"  # separates paragraphs in a selection
_LATE = 400  # ms after which the side content of the previous text is cleared


class ReaderPane(QFrame):
    """The reader; ``commands`` are its actions, also used in the window's menus.

    ``neighbour_requested`` carries the eid of a neighbouring provision, ``message`` a sentence for the user.
    """

    neighbour_requested = Signal(str)
    message = Signal(str)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "surface")
        self._views = ReadingViews(theme)
        self.reader = self._views.reader
        self.find_bar = FindBar(theme)
        self.timeline = Timeline(theme)
        self.side = SidePanel(theme)
        self.tabs = ReaderTabs()
        self._reading: Reading | None = None
        self._late = QTimer(self, singleShot=True)
        self._late.setInterval(_LATE)
        self._late.timeout.connect(self._clear_side_content)
        self._prefers_text = False
        self._act = ""  # the work of the loaded outline
        self.commands = ReaderActions(self)
        self.sides = SidePlacement(
            self.side, self.commands.side_panel, self.timeline, self._is_second_visible, theme
        )
        self.bar = self._make_bar()
        self._fill()
        self._connect()
        theme.follow(self._restyle)
        self.show_reading(None)

    @property
    def pages(self) -> PdfView:
        """Return the PDF view."""
        return self._views.pages

    def use_passwords(self, passwords: Sequence[str]) -> None:
        """Try ``passwords``, a growing list, on encrypted PDF files."""
        self._views.passwords = passwords

    @cached_property
    def second(self) -> SecondReader:
        """Return the second reader, created on first use."""
        from lexdesk_gui.reader.second_reader import SecondReader

        second = SecondReader(self._theme, self.commands.release, self._views.passwords)
        second.reader.linked.connect(self.reader.linked)
        second.reader.pointed.connect(self.reader.pointed)
        self.readers.addWidget(second)
        return second

    @property
    def kept(self) -> Reading | None:
        """Return the reading in the second reader."""
        return self.second.reading if self._has_second else None

    @property
    def _has_second(self) -> bool:
        return self.readers.count() > 1

    @property
    def shows_pages(self) -> bool:
        """Report whether the pane shows PDF pages instead of text."""
        return self._views.shows_pages

    @property
    def view(self) -> Reader | PdfView:
        """Return the current view, text or pages."""
        return self._views.view

    def _is_second_visible(self) -> bool:
        return self._has_second and not self.second.isHidden()

    def show_reading(self, reading: Reading | None) -> None:
        """Show ``reading``, or an empty pane."""
        if reading and _address(reading) != (self._reading and _address(self._reading)):
            self._late.start()  # the side content belongs to another provision
        if reading and reading.place:
            self.side.switch_place(reading.place.work, reading.place.citation)
        before, self._reading = self._reading, reading
        self._offer(reading)
        self.find_bar.hide()
        self._show_view()
        if reading and reading.lost_pages and _file(reading) != (before and _file(before)):
            self.message.emit(
                translate(
                    "Reader", "The PDF of these pages is missing; the reader shows their text."
                )
            )

    def _offer(self, reading: Reading | None) -> None:
        """Show the name of ``reading`` and enable its actions."""
        self._name(reading)
        self.commands.enable(
            is_reading=reading is not None,
            has_file=bool(reading and reading.place and reading.place.path),
            has_pages=bool(reading and reading.pages),
        )

    def _name(self, reading: Reading | None) -> None:
        """Show the path of ``reading`` with its known chapters, or its citation."""
        above: Sequence[str] = ()
        if reading and reading.place and reading.place.work == self._act:
            above = self.side.model.above(reading.eid)
        self.bar.place.set_citation(
            *make_label_and_file(reading), list_paths(reading, above) if reading else []
        )
        if reading:
            names = dict.fromkeys((reading.citation_by_usual_name, reading.citation))
            self.bar.place.setToolTip(escape_tooltip("\n".join(names)))
        self.bar.fit()

    @property
    def shows_keys(self) -> bool:
        """Report whether the list of shortcuts is shown."""
        return self._views.shows_keys

    def show_keys(self, rows: Sequence[tuple[str, str]]) -> None:
        """Show ``rows`` of shortcuts and descriptions until ``hide_keys`` or the next reading."""
        self._offer(None)
        self.find_bar.hide()
        self._views.show_keys(rows)
        self._suspend_sides(True)

    def hide_keys(self) -> None:
        """Return from the shortcuts to the reading and its scroll position."""
        if self.shows_keys:
            self._offer(self._reading)
            self.find_bar.hide()
            self._suspend_sides(False)
            self._views.hide_keys()

    def show_side_content(self, content: SideContent | None) -> None:
        """Show the side content of the reading."""
        self._late.stop()
        eid = self._reading.eid if self._reading else None
        self.side.show_side_content(content, eid)
        self._act = _address(self._reading)[0] if content and self._reading else ""
        if not self.shows_keys:
            self._name(self._reading)
        if content and content.references:
            self._views.set_links(content.references.cites)
        before, after = (self.side.model.neighbour(eid, by) is not None for by in (-1, 1))
        self.commands.enable_neighbours(before=before, after=after)

    def _clear_side_content(self) -> None:
        self.show_side_content(None)
        self.timeline.put(None, None)

    def show_suggested(self, suggested: tuple[SuggestedArticle, ...]) -> None:
        """Show the articles suggested for the reading."""
        self.side.show_suggested(suggested)

    def apply_initial_sizes(self) -> None:
        """Apply the designed widths; before the first display, parts ignore the style sheet."""
        self.splitter.setProperty("scale", None)
        set_initial_sizes(self.splitter, self._theme.look, *_FIRST)

    def keep_in_second_reader(self) -> None:
        """Keep the reading in the second reader."""
        if self._reading is not None:
            self.second.keep(self._reading, self.reader.cites, as_text=self._prefers_text)
            self.commands.release.setEnabled(True)
            self.set_second_visible(True)

    def close_second_reader(self) -> None:
        """Close the second reader."""
        if self.kept is None:
            return
        had_focus = self.second.isAncestorOf(self.window().focusWidget())
        self.second.keep(None, as_text=True)
        self.commands.release.setEnabled(False)
        self.set_second_visible(False)
        if had_focus:
            self.take_focus()

    def set_second_visible(self, visible: bool) -> None:
        """Show or hide the second reader."""
        if not (visible or self._has_second):
            return
        comes = visible and self.second.isHidden()
        self.second.setVisible(visible)
        self.sides.fit()
        if comes:
            half = max(1, self.readers.width() // 2)
            self.readers.setSizes([half, half])

    def close_file(self) -> None:
        """Close all PDF files."""
        if self._has_second:
            self.second.close_file()
        self._views.close_file()

    def take_focus(self) -> None:
        """Focus the current view."""
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Text or pages.

    def _show_view(self) -> None:
        self._suspend_sides(False)
        self._views.show_reading(self._reading, as_text=self._prefers_text)

    def _suspend_sides(self, is_suspended: bool) -> None:
        """Hide the side panel and the timeline, which belong to the reading, beside the shortcuts; or show them again."""
        was_suspended = self.sides.is_suspended
        self.sides.suspend(is_suspended)
        self.timeline.suspend(is_suspended)
        if was_suspended and not is_suspended:  # the reading scrolls to its place at its own width
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def _prefer_text(self, text: bool) -> None:
        self._prefers_text = text
        self._show_view()

    def _cannot_draw(self, reason: str, is_locked: bool) -> None:
        locked = translate(
            "Reader",
            "The PDF needs a password, which Lexdesk does not store; the reader shows its text. Open the original for the pages.",
        )
        text = translate(
            "Reader", "The pages cannot be displayed ({reason}); the reader shows their text."
        )
        self.message.emit(locked if is_locked else text.format(reason=reason))

    def _cannot_mark(self) -> None:
        """Tell the user to read the text of a scan, because its page images cannot be highlighted."""
        if not self._reading or not (self._reading.words or self.find_bar.isVisible()):
            return
        text = translate(
            "Reader", "This page is a scan; hits are highlighted in its text ({keys})."
        )
        self.message.emit(text.format(keys=format_keys(self.commands.as_text.shortcut())))

    # Hits.

    def _moved(self, current: int, total: int) -> None:
        text = translate("Reader", "Hit {n} / {m}").format(n=current, m=total) if total else ""
        page = translate("Reader", "Page {n} of {m}") if self.shows_pages else ""
        if page:
            page = page.format(n=self.pages.current_page(), m=self.pages.page_count)
        self.bar.show_hit(text, page)
        self.find_bar.count.setText(text or translate("Reader", "Nothing found"))
        if self.find_bar.edit.hasFocus() and self.find_bar.edit.text():
            announce(self, self.find_bar.count.text())
        self.commands.enable_hits(total > 1)

    def _find(self, text: str) -> None:
        if self.shows_pages:  # long files take seconds
            self.find_bar.count.setText(translate("Reader", "Searching…"))
        self.view.find_text(text)

    def _step(self, by: int) -> None:
        self.view.step(by)
        if not self.find_bar.edit.hasFocus():  # the find bar announces changes
            announce(self, self.bar.hits.text())

    def turn_page(self, by: int) -> None:
        """Scroll by ``by`` screens."""
        self.view.page(by)

    def open_find(self) -> None:
        """Open the find bar."""
        selected = "" if self.shows_pages else self.reader.textCursor().selectedText()
        first = next(filter(None, selected.split(_PARAGRAPH)), "")  # a field has one line
        self.find_bar.open_bar(first)

    def _go(self, by: int) -> None:
        eid = self.side.model.neighbour(self._reading.eid if self._reading else None, by)
        if eid:
            self.neighbour_requested.emit(eid)

    # Building.

    def _make_bar(self) -> ReaderBar:
        actions = self.commands
        return ReaderBar(
            self._theme,
            [(actions.previous_provision, "left"), (actions.next_provision, "right")],
            [(actions.previous_hit, "up"), (actions.next_hit, "down")],
            actions.copy,
            [
                (actions.as_text, "file"),
                (actions.open_original, "open"),
                (actions.keep, "columns"),
                (actions.side_panel, "panel"),
            ],
            yielding=(actions.keep, actions.open_original),
        )

    def _fill(self) -> None:
        left = QWidget()
        fill(QVBoxLayout(left), self.find_bar, self._views, stretch=self._views)
        across = Qt.Orientation.Horizontal
        self.readers = splitter(across, left)
        self.splitter = splitter(across, self.readers, self.side, stretch=self.readers)
        below = QHBoxLayout()
        fill(below, self.sides, self.splitter, stretch=self.splitter)
        fill(QVBoxLayout(self), self.tabs, self.bar, self.timeline, below, stretch=below)
        self.timeline.put(None, None)

    def _connect(self) -> None:
        as_text = translate("Reader", "Page images; {keys} shows their text.")
        self._views.of_pages = as_text.format(keys=format_keys(self.commands.as_text.shortcut()))
        self._views.moved.connect(self._moved)
        self._views.failed.connect(self._cannot_draw)
        self._views.textless.connect(self._cannot_mark)
        self._connect_actions()
        self.find_bar.wanted.connect(self._find)
        self.find_bar.stepped.connect(self._step)
        self.find_bar.closed.connect(self.take_focus)

    def _connect_actions(self) -> None:
        actions = self.commands
        actions.next_hit.triggered.connect(lambda: self._step(1))
        actions.previous_hit.triggered.connect(lambda: self._step(-1))
        actions.next_provision.triggered.connect(lambda: self._go(1))
        actions.previous_provision.triggered.connect(lambda: self._go(-1))
        for action in (actions.next_hit, actions.previous_hit):
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._views.addAction(action)
        actions.release.triggered.connect(self.close_second_reader)
        actions.as_text.toggled.connect(self._prefer_text)

    def _restyle(self) -> None:
        set_initial_sizes(self.splitter, self._theme.look, *_FIRST)
        self.sides.restyle()


def _address(reading: Reading) -> tuple[str, str | None]:
    return (reading.place.work if reading.place else "", reading.eid)


def _file(reading: Reading) -> str | None:
    return reading.place.path if reading.place else None
