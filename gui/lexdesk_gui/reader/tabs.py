"""Tabs of the reader: the first follows the result list, the others keep their texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QTabBar

from lexdesk_gui.language import translate
from lexdesk_gui.preferences import StoredTab
from lexdesk_gui.reader.reader_session import ReaderSession, Visits, as_stored_tab

if TYPE_CHECKING:
    from lexdesk_gui.reader.readings import Reading

_LETTERS = 40  # displayed characters of a title, enough for most citations; the tool tip has all
_MOST = 30  # tabs stored for the next start


@dataclass(frozen=True, slots=True)
class _PendingTab:
    """The pending content of a tab and its request."""

    tab: StoredTab
    ask: Callable[[], None]


class TabSession(QObject):
    """The state of the tabs, without widgets; ``changed`` signals each change."""

    changed = Signal()

    def __init__(self, reading: ReaderSession, parent: QObject | None = None):
        super().__init__(parent)
        self._reading = reading
        self._all_visits = [reading.visits]
        self._unread: dict[Visits, _PendingTab] = {}  # restored, or left before its text arrived
        self.current = 0
        reading.read.connect(self._read)

    @property
    def titles(self) -> list[str]:
        """Return the titles of the tabs; the first is that of the results."""
        own = translate("Tabs", "Results")
        return [own, *(self._as_stored(visits).called for visits in self._all_visits[1:])]

    def follow_results(self) -> None:
        """Select the first tab to open a result in it."""
        self._use(0)

    def open_new(self, tab: StoredTab, ask: Callable[[], None]) -> None:
        """Open ``tab`` after the current one; ``ask`` requests its content."""
        visits = Visits()
        self._unread[visits] = _PendingTab(tab, ask)
        self._all_visits.insert(self.current + 1, visits)
        self._use(self.current + 1)
        ask()

    def show(self, number: int) -> None:
        """Select a tab and show its last text."""
        if number == self.current or not 0 <= number < len(self._all_visits):
            return
        self._use(number)
        unread = self._unread.get(self._all_visits[number])
        if unread is not None:
            unread.ask()
        else:
            self._reading.return_to_visit()

    def step(self, by: int) -> None:
        """Select the tab ``by`` steps away, wrapping around."""
        self.show((self.current + by) % len(self._all_visits))

    def close(self, number: int) -> None:
        """Close a tab other than the first."""
        if not 0 < number < len(self._all_visits):
            return
        if number == self.current:
            self.show(number - 1)
        self._unread.pop(self._all_visits.pop(number), None)
        self.current -= number < self.current
        self.changed.emit()

    def stored(self) -> list[StoredTab]:
        """Return the tabs to restore at the next start."""
        tabs = [self._as_stored(visits) for visits in self._all_visits[1:]]
        return [tab for tab in tabs if tab.work][:_MOST]

    def restore(self, tabs: Sequence[StoredTab]) -> None:
        """Replace all tabs by ``tabs``; each loads on first display."""
        self._unread = {Visits(): _PendingTab(tab, partial(self._ask, tab)) for tab in tabs}
        self._all_visits = [Visits(), *self._unread]  # no navigation back into another library
        self._use(0)

    def _as_stored(self, visits: Visits) -> StoredTab:
        if visits in self._unread:
            return self._unread[visits].tab
        place = visits.place
        if place is None:
            return StoredTab("", "", "", "…")
        return as_stored_tab(place)

    def _use(self, number: int) -> None:
        self.current = number
        self._reading.follow(self._all_visits[number])
        self.changed.emit()

    def _ask(self, tab: StoredTab) -> None:
        self._reading.open_provision(tab.work, tab.eid or None, tab.language or None)

    def _read(self, _reading: Reading) -> None:
        if self._reading.visits.place is not None:
            self._unread.pop(self._reading.visits, None)
        self.changed.emit()


class ReaderTabs(QTabBar):
    """The tab bar of a ``TabSession``, hidden for a single tab."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "reader")
        self.setAccessibleName(translate("Tabs", "Tabs of the reader"))
        self.setTabsClosable(True)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)  # Qt would elide short titles, too
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
                continue  # each change lays out all tabs
            shown = title if len(title) <= _LETTERS else f"{title[: _LETTERS - 2].rstrip()} …"
            if number == self.count():
                self.addTab(shown.replace("&", "&&"))
            else:
                self.setTabText(number, shown.replace("&", "&&"))
            self.setTabToolTip(number, title)
        first = self.tabButton(0, QTabBar.ButtonPosition.RightSide)
        if first is not None:  # the results' tab cannot be closed
            first.resize(0, 0)
        self.setCurrentIndex(self._session.current)
        self.blockSignals(False)
        self.setVisible(len(titles) > 1)
