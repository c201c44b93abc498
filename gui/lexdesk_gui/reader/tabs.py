"""Tabs of the reader: the first follows the list of results, others keep what was opened in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QTabBar

from lexdesk_gui.language import translate
from lexdesk_gui.memory import Opened
from lexdesk_gui.reader.reader_session import ReaderSession
from lexdesk_gui.reader.trail import Trail, opened

if TYPE_CHECKING:
    from lexdesk_gui.reader.reading import Reading

_LETTERS = 40  # of a title that a tab shows: most citations; its tip has all
_MOST = 30  # tabs that are kept for the next start


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a tab is to show, and what asks for it."""

    opened: Opened
    ask: Callable[[], None]


class TabSession(QObject):
    """Owns the tabs and says which is shown; it knows no widget. ``changed`` comes with each change."""

    changed = Signal()

    def __init__(self, reading: ReaderSession, parent: QObject | None = None):
        super().__init__(parent)
        self._reading = reading
        self._trails = [reading.trail]
        self._unread: dict[Trail, _Wanted] = {}  # restored, or left before its text came
        self.current = 0
        reading.read.connect(self._read)

    @property
    def titles(self) -> list[str]:
        """What the tabs show; the first is that of the results."""
        own = translate("Tabs", "Results")
        return [own, *(self._opened(trail).called for trail in self._trails[1:])]

    def follow_results(self) -> None:
        """Show the first tab, since a result is opened in it."""
        self._use(0)

    def open_new(self, opened: Opened, ask: Callable[[], None]) -> None:
        """Open a tab beside the current one, for ``opened``, which ``ask`` asks for."""
        trail = Trail()
        self._unread[trail] = _Wanted(opened, ask)
        self._trails.insert(self.current + 1, trail)
        self._use(self.current + 1)
        ask()

    def show(self, number: int) -> None:
        """Show a tab, with what was read in it last."""
        if number == self.current or not 0 <= number < len(self._trails):
            return
        self._use(number)
        unread = self._unread.get(self._trails[number])
        if unread is not None:
            unread.ask()
        else:
            self._reading.return_to_trail()

    def step(self, by: int) -> None:
        """Show the tab ``by`` on, around the end."""
        self.show((self.current + by) % len(self._trails))

    def close(self, number: int) -> None:
        """Close a tab; the first stays."""
        if not 0 < number < len(self._trails):
            return
        if number == self.current:
            self.show(number - 1)
        self._unread.pop(self._trails.pop(number), None)
        self.current -= number < self.current
        self.changed.emit()

    def kept(self) -> list[Opened]:
        """What to open again at the next start."""
        tabs = [self._opened(trail) for trail in self._trails[1:]]
        return [each for each in tabs if each.work][:_MOST]

    def restore(self, kept: Sequence[Opened]) -> None:
        """Have tabs for ``kept`` in place of all that are there; each is read when it is shown."""
        self._unread = {Trail(): _Wanted(each, partial(self._ask, each)) for each in kept}
        self._trails = [Trail(), *self._unread]  # no way leads back into another library
        self._use(0)

    def _opened(self, trail: Trail) -> Opened:
        if trail in self._unread:
            return self._unread[trail].opened
        place = trail.place
        if place is None:
            return Opened("", "", "", "…")
        return opened(place)

    def _use(self, number: int) -> None:
        self.current = number
        self._reading.follow(self._trails[number])
        self.changed.emit()

    def _ask(self, opened: Opened) -> None:
        self._reading.open_provision(opened.work, opened.eid or None, opened.language or None)

    def _read(self, _reading: Reading) -> None:
        if self._reading.trail.place is not None:
            self._unread.pop(self._reading.trail, None)
        self.changed.emit()


class ReaderTabs(QTabBar):
    """The tabs of a ``TabSession``; there is no bar as long as there is one tab."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "reader")
        self.setAccessibleName(translate("Tabs", "Tabs of the reader"))
        self.setTabsClosable(True)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)  # Qt would cut the shortest title, too
        self._session: TabSession | None = None
        self.tabBarClicked.connect(self._show)
        self.currentChanged.connect(self._show)
        self.tabCloseRequested.connect(lambda number: self._session and self._session.close(number))
        self.hide()

    def use(self, session: TabSession) -> None:
        """Show the tabs of ``session``."""
        self._session = session
        session.changed.connect(self._follow)
        self._follow()

    def _show(self, number: int) -> None:
        if self._session is not None and number >= 0:
            self._session.show(number)

    def _follow(self) -> None:
        if self._session is None:
            return
        titles = self._session.titles
        self.blockSignals(True)
        while self.count() > len(titles):
            self.removeTab(self.count() - 1)
        for number, title in enumerate(titles):
            if number < self.count() and self.tabToolTip(number) == title:
                continue  # each text has all tabs laid out anew
            shown = title if len(title) <= _LETTERS else f"{title[: _LETTERS - 2].rstrip()} …"
            if number == self.count():
                self.addTab(shown.replace("&", "&&"))
            else:
                self.setTabText(number, shown.replace("&", "&&"))
            self.setTabToolTip(number, title)
        first = self.tabButton(0, QTabBar.ButtonPosition.RightSide)
        if first is not None:  # the tab of the results stays
            first.resize(0, 0)
        self.setCurrentIndex(self._session.current)
        self.blockSignals(False)
        self.setVisible(len(titles) > 1)
