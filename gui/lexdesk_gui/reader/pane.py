"""The reader with its bar, its line of time and what stands beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from lexdesk_gui.language import native_keys, translate
from lexdesk_gui.reader.bar import ReaderBar
from lexdesk_gui.reader.cited import named
from lexdesk_gui.reader.find_bar import FindBar
from lexdesk_gui.reader.path import paths
from lexdesk_gui.reader.side_panel import SidePanel
from lexdesk_gui.reader.tabs import ReaderTabs
from lexdesk_gui.reader.text_view import Reader
from lexdesk_gui.reader.timeline import Timeline
from lexdesk_gui.style.announcements import announce
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import label, set_initial_sizes, splitter

if TYPE_CHECKING:
    from lexdesk.law.cross_references import Cites
    from lexdesk_gui.reader.beside import Beside, Suggested
    from lexdesk_gui.reader.pdf_view import PdfView
    from lexdesk_gui.reader.reading import Reading
    from lexdesk_gui.reader.second import SecondReader

_FIRST = 520, 270  # pixels at 100 % of the text and of the panel beside it
_OUTLINE = 220  # of the column of the outline
_PARAGRAPH = "\u2029"  # between two paragraphs of a selection
_LATE = 400  # ms after which nothing stands beside a text, rather than what belongs to another one


class ReaderPane(QFrame):
    """Holds the reader and its actions, which the window shows in its menus, too.

    ``went`` asks for the neighbouring provision, ``told`` has a sentence for the person.
    """

    went = Signal(str)
    told = Signal(str)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "surface")
        self.reader = Reader(theme)
        self.find_bar = FindBar(theme)
        self.timeline = Timeline(theme)
        self.side = SidePanel(theme)
        self.tabs = ReaderTabs()
        self.passwords: Sequence[str] = ()
        """Tried on PDFs that need one; to be set before the first is shown."""
        self._reading: Reading | None = None
        self._left: _Left | None = None  # while the keys are shown
        self._late = QTimer(self, singleShot=True)
        self._late.setInterval(_LATE)
        self._late.timeout.connect(self._forget_beside)
        self._hit = (0, 0)  # the one that is shown, from 1, and how many there are
        self._prefers_text = False
        self._has_room_beside = self._stood_beside = True
        self._has_room_for_outline = False
        self._act = ""  # the work whose outline is known
        self._make_actions()
        self.bar = self._make_bar()
        self._fill()
        self._connect()
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_reading(None)

    @cached_property
    def pages(self) -> PdfView:
        """The pages of a PDF; built for the first of them."""
        from lexdesk_gui.reader.pdf_view import PdfView

        made = PdfView(self._theme, self.passwords)
        made.moved.connect(self._moved)
        made.failed.connect(self._cannot_draw)
        made.textless.connect(self._cannot_mark)
        as_text = translate("Reader", "Pages as pictures; {keys} shows their text.")
        made.setAccessibleDescription(as_text.format(keys=native_keys(self.as_text.shortcut())))
        self._views.addWidget(made)
        return made

    @cached_property
    def second(self) -> SecondReader:
        """The second reader; built for the first thing that is kept beside."""
        from lexdesk_gui.reader.second import SecondReader

        made = SecondReader(self._theme, self.release, self.passwords)
        made.reader.linked.connect(self.reader.linked)
        made.reader.pointed.connect(self.reader.pointed)
        self.readers.addWidget(made)
        return made

    @property
    def kept(self) -> Reading | None:
        """What the second reader keeps."""
        return self.second.reading if self._has_second else None

    @property
    def _has_second(self) -> bool:
        return self.readers.count() > 1

    @property
    def shows_pages(self) -> bool:
        """Whether the pages of a PDF are shown rather than text."""
        return self._views.currentWidget() is not self.reader

    @property
    def view(self) -> Reader | PdfView:
        """What is read in: text or pages."""
        return self.pages if self.shows_pages else self.reader

    def show_reading(self, reading: Reading | None) -> None:
        """Show ``reading``, or an empty pane."""
        if reading and _address(reading) != (self._reading and _address(self._reading)):
            self._late.start()  # what stands beside is that of another provision
        if reading and reading.place:
            self.side.turn_to(reading.place.work, reading.place.citation)
        before, self._reading = self._reading, reading
        self._offer(reading)
        self.find_bar.hide()
        self._show_view()
        if reading and reading.lost_pages and _file(reading) != (before and _file(before)):
            self.told.emit(
                translate(
                    "Reader", "The file of these pages is no longer there; here is their text."
                )
            )

    def _offer(self, reading: Reading | None) -> None:
        """Name ``reading`` in the bar, and offer what can be done with it."""
        self._name(reading)
        self.copy.setEnabled(reading is not None)
        self.keep.setEnabled(reading is not None)
        self.find_in_page.setEnabled(reading is not None)
        has_file = bool(reading and reading.place and reading.place.path)
        self.open_original.setEnabled(has_file)
        self.as_text.setVisible(bool(reading and reading.pages))

    def _name(self, reading: Reading | None) -> None:
        """Show the path to ``reading``, with the chapters that are known of its work, or its citation."""
        above: Sequence[str] = ()
        if reading and reading.place and reading.place.work == self._act:
            above = self.side.model.above(reading.eid)
        self.bar.place.cite(*named(reading), paths(reading, above) if reading else [])
        if reading:
            told = dict.fromkeys((reading.called, reading.citation))
            self.bar.place.setToolTip("\n".join(told))
        self.bar.fit()

    @property
    def shows_keys(self) -> bool:
        """Whether the keys stand in the place of what is read."""
        return self._left is not None

    def show_keys(self, rows: Sequence[tuple[str, str]]) -> None:
        """Show the keys, ``rows`` of keys and what they do, until ``hide_keys`` or till something is read.

        What is read stays so, with all that stands beside it.
        """
        if self._left is None:
            at = self.reader.verticalScrollBar().value()
            self._left = _Left(self.view, at, self._hit, self.reader.cites)
        self._offer(None)
        self.find_bar.hide()
        self._views.setCurrentWidget(self.reader)
        self.reader.show_keys(rows)

    def hide_keys(self) -> None:
        """Show again what is read, where it was left."""
        left, self._left = self._left, None
        if left is None:
            return
        self._offer(self._reading)
        self.find_bar.hide()
        self._views.setCurrentWidget(left.view)
        if self.shows_pages:
            self.reader.show_reading(None)
            self._moved(*left.hit)
        else:
            self._read_on(left)

    def _read_on(self, left: _Left) -> None:
        self.reader.show_reading(self._reading)
        self.reader.set_links(left.cites)
        if left.hit[1] == self._hit[1]:  # else words were looked for
            self.reader.step(left.hit[0] - self._hit[0])
        self.reader.verticalScrollBar().setValue(left.at)

    def show_beside(self, beside: Beside | None) -> None:
        """Show what belongs to the reading."""
        self._late.stop()
        eid = self._reading.eid if self._reading else None
        self.side.show_beside(beside, eid)
        self._act = _address(self._reading)[0] if beside and self._reading else ""
        if self._left is None:
            self._name(self._reading)
        if beside and beside.references:
            self._link(beside.references.cites)
        self.next_provision.setEnabled(self.side.model.neighbour(eid, 1) is not None)
        self.previous_provision.setEnabled(self.side.model.neighbour(eid, -1) is not None)

    def _link(self, cites: Sequence[Cites]) -> None:
        if self._left is None:
            self.reader.set_links(cites)
        else:  # they are none of the keys
            self._left = self._left._replace(cites=cites)

    def _forget_beside(self) -> None:
        self.show_beside(None)
        self.timeline.put(None, None)

    def show_suggested(self, suggested: tuple[Suggested, ...]) -> None:
        """Show the articles that the reading may concern."""
        self.side.show_suggested(suggested)

    def give_first_sizes(self) -> None:
        """Share the width as designed; before it is shown, parts ask for what they need without the style sheet."""
        self.splitter.setProperty("scale", None)
        set_initial_sizes(self.splitter, self._theme.look, *_FIRST)

    def set_beside_visible(self, visible: bool) -> None:
        """Show or hide the panel beside the text."""
        self.beside.setChecked(visible)

    def give_room_beside(self, has_room: bool) -> None:
        """Hide the panel where it has no room, and show it again where it has and stood there before.

        Where there is none it is a toggle away.
        """
        if has_room == self._has_room_beside:
            return
        self._has_room_beside = has_room
        if has_room:
            self.beside.setChecked(self._stood_beside)
        else:
            self._stood_beside = self.beside.isChecked()
            self.beside.setChecked(False)

    def give_outline_room(self, has_room: bool) -> None:
        """Show the outline in a column of its own, left of the text, where it has room, rather than in a tab."""
        self._has_room_for_outline = has_room
        self._place_outline()

    def _place_outline(self) -> None:
        is_second = self._has_second and not self.second.isHidden()
        apart = self._has_room_for_outline and self.beside.isChecked() and not is_second
        self.side.put_outline(self._outline_column if apart else None)
        self._outline.setVisible(apart)
        self.setTabOrder(self.timeline if apart else self.side.tabs, self.side.outline)

    def keep_beside(self) -> None:
        """Keep what is read in the second reader."""
        if self._reading is not None:
            self.second.keep(self._reading, self.reader.cites, as_text=self._prefers_text)
            self.release.setEnabled(True)
            self.set_second_visible(True)

    def release_beside(self) -> None:
        """Keep nothing beside the reader any more."""
        if self.kept is None:
            return
        had_focus = self.second.isAncestorOf(self.window().focusWidget())
        self.second.keep(None, as_text=True)
        self.release.setEnabled(False)
        self.set_second_visible(False)
        if had_focus:
            self.take_focus()

    def set_second_visible(self, visible: bool) -> None:
        """Show or hide what is kept."""
        if not (visible or self._has_second):
            return
        comes = visible and self.second.isHidden()
        self.second.setVisible(visible)
        self._place_outline()
        if comes:
            half = max(1, self.readers.width() // 2)
            self.readers.setSizes([half, half])

    def close_file(self) -> None:
        """Let go of the files whose pages are shown."""
        if self._has_second:
            self.second.close_file()
        if self._views.count() > 1:
            self.pages.close_file()

    def take_focus(self) -> None:
        """Go into what is read."""
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Text or pages.

    def _show_view(self) -> None:
        reading, self._left = self._reading, None
        if reading and reading.pages and not self._prefers_text:
            self._views.setCurrentWidget(self.pages)
            self.pages.show_file(
                reading.pages, reading.page, reading.words, reading.scanned, reading.passage
            )
            self.reader.show_reading(None)
        else:
            self._views.setCurrentWidget(self.reader)
            self.reader.show_reading(reading)
            if self._views.count() > 1:
                self.pages.leave_file()

    def _prefer_text(self, text: bool) -> None:
        self._prefers_text = text
        self._show_view()

    def _cannot_draw(self, reason: str, is_locked: bool) -> None:
        locked = translate(
            "Reader",
            "The PDF is locked with a password, which is kept nowhere; here is its text. Its own program shows the pages.",
        )
        told = translate("Reader", "The pages cannot be drawn ({reason}); here is their text.")
        self.told.emit(locked if is_locked else told.format(reason=reason))
        self._left = None
        self._views.setCurrentWidget(self.reader)
        self.reader.show_reading(self._reading)

    def _cannot_mark(self) -> None:
        """Say where the hits of a scan are marked, whose words are in its text alone."""
        if not self._reading or not (self._reading.words or self.find_bar.isVisible()):
            return
        told = translate("Reader", "This page is a scan: hits are marked in its text ({keys}).")
        self.told.emit(told.format(keys=native_keys(self.as_text.shortcut())))

    # Hits.

    def _moved(self, current: int, total: int) -> None:
        if self.sender() is not None and self.sender() is not self.view:
            return
        self._hit = (current, total)
        text = translate("Reader", "Hit {n} / {m}").format(n=current, m=total) if total else ""
        page = (
            translate("Reader", "Page {n} of {m}").format(
                n=self.pages.current_page(), m=self.pages.page_count
            )
            if self.shows_pages
            else ""
        )
        self.bar.show_hit(text, page)
        self.find_bar.count.setText(text or translate("Reader", "Nothing found"))
        if self.find_bar.edit.hasFocus() and self.find_bar.edit.text():
            announce(self, self.find_bar.count.text())
        self.next_hit.setEnabled(total > 1)
        self.previous_hit.setEnabled(total > 1)

    def _find(self, text: str) -> None:
        if self.shows_pages:
            self.find_bar.count.setText(
                translate("Reader", "Searching…")
            )  # a long file takes seconds
            self.pages.find_text(text)
        else:
            self.reader.find_text(text)

    def _step(self, by: int) -> None:
        self.view.step(by)
        if not self.find_bar.edit.hasFocus():  # which says it as often as it changes
            announce(self, self.bar.hits.text())

    def turn_page(self, by: int) -> None:
        """Scroll what is read by ``by`` screens."""
        self.view.page(by)

    def open_find(self) -> None:
        """Go to the field that finds words in what is read."""
        selected = "" if self.shows_pages else self.reader.textCursor().selectedText()
        first = next(filter(None, selected.split(_PARAGRAPH)), "")  # no field holds more
        self.find_bar.open_bar(first)

    def _go(self, by: int) -> None:
        eid = self.side.model.neighbour(self._reading.eid if self._reading else None, by)
        if eid:
            self.went.emit(eid)

    # Building.

    def _make_actions(self) -> None:
        widget = Qt.ShortcutContext.WidgetWithChildrenShortcut

        def make(text: str, keys: str, call: Callable[[], object]) -> QAction:
            action = QAction(text, self)
            if keys:
                action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda _checked=False: call())
            return action

        self.next_hit = make(translate("Reader", "Next hit"), "Return", lambda: self._step(1))
        self.previous_hit = make(
            translate("Reader", "Previous hit"), "Shift+Return", lambda: self._step(-1)
        )
        self._views = QStackedWidget()
        for action in (self.next_hit, self.previous_hit):
            action.setShortcutContext(widget)
            self._views.addAction(action)
        self.next_provision = make(
            translate("Reader", "Next provision"), "Alt+Down", lambda: self._go(1)
        )
        self.previous_provision = make(
            translate("Reader", "Previous provision"), "Alt+Up", lambda: self._go(-1)
        )
        for action in (self.next_provision, self.previous_provision):
            action.setEnabled(False)  # till something is read
        self.copy = make(translate("Reader", "Copy with citation"), "Ctrl+Shift+C", lambda: None)
        self.find_in_page = make(translate("Reader", "Find in page"), "Ctrl+F", lambda: None)
        self.open_original = make(
            translate("Reader", "Open the original"), "Ctrl+Shift+P", lambda: None
        )
        self.keep = make(translate("Reader", "Keep beside"), "Ctrl+B", lambda: None)
        self.release = make(
            translate("Reader", "Close what is kept beside"), "Ctrl+Shift+B", self.release_beside
        )
        self.release.setEnabled(False)
        self.as_text = make(translate("Reader", "Read as text"), "Ctrl+T", lambda: None)
        self.as_text.setCheckable(True)
        self.as_text.toggled.connect(self._prefer_text)
        self.beside = make(translate("Reader", "Panel beside the text"), "F8", lambda: None)
        self.beside.setCheckable(True)
        self.beside.setChecked(True)
        self.beside.toggled.connect(self.side.setVisible)
        self.beside.toggled.connect(lambda _: self._place_outline())

    def _make_bar(self) -> ReaderBar:
        return ReaderBar(
            self._theme,
            [(self.previous_provision, "left"), (self.next_provision, "right")],
            [(self.previous_hit, "up"), (self.next_hit, "down")],
            self.copy,
            [
                (self.as_text, "file"),
                (self.open_original, "open"),
                (self.keep, "beside"),
                (self.beside, "panel"),
            ],
            yielding=(self.keep, self.open_original),
        )

    def _fill(self) -> None:
        self._views.addWidget(self.reader)
        left = QWidget()
        inner = QVBoxLayout(left)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self.find_bar)
        inner.addWidget(self._views, 1)
        self.readers = splitter(Qt.Orientation.Horizontal, left)
        self.splitter = splitter(Qt.Orientation.Horizontal, self.readers, self.side)
        self.splitter.setStretchFactor(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for each in (self.tabs, self.bar, self.timeline):
            column.addWidget(each)
        self._outline = QFrame()
        self._outline.setProperty("kind", "outline")
        self._outline_column = QVBoxLayout(self._outline)
        self._outline_column.setContentsMargins(0, 0, 1, 0)
        self._outline_column.setSpacing(0)
        self._outline_head = label(translate("SidePanel", "Outline"), "strong")
        self._outline_column.addWidget(self._outline_head)
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addWidget(self._outline)
        below.addWidget(self.splitter, 1)
        column.addLayout(below, 1)
        self.timeline.put(None, None)

    def _connect(self) -> None:
        self.reader.moved.connect(self._moved)
        self.find_bar.wanted.connect(self._find)
        self.find_bar.stepped.connect(self._step)
        self.find_bar.closed.connect(self.take_focus)

    def _restyle(self) -> None:
        look = self._theme.look
        px = look.px
        set_initial_sizes(self.splitter, look, *_FIRST)
        self._outline.setFixedWidth(px(_OUTLINE))
        self._outline_head.setFixedHeight(self.side.tabs.sizeHint().height())
        self._outline_head.setContentsMargins(px(16), 0, 0, 0)


class _Left(NamedTuple):
    """What was read when the keys came: in which view, how far down, at which hit of how many, with which references."""

    view: QWidget
    at: int
    hit: tuple[int, int]
    cites: Sequence[Cites]


def _address(reading: Reading) -> tuple[str, str | None]:
    return (reading.place.work if reading.place else "", reading.eid)


def _file(reading: Reading) -> str | None:
    return reading.place.path if reading.place else None
