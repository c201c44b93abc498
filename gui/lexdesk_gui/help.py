"""Help: all keys, and the report of a fault of ours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication

from lexdesk_gui import error_messages
from lexdesk_gui.engine.tasks import Bug
from lexdesk_gui.language import native_keys
from lexdesk_gui.style.widgets import action_name

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from lexdesk_gui.navigation import Navigation
    from lexdesk_gui.search.search_view import SearchView


class Help(QObject):
    """Tells the person at the window; ``reported`` comes when there is a report to copy."""

    reported = Signal()

    def __init__(self, view: SearchView, navigation: Navigation):
        super().__init__(view)
        self._view, self._navigation = view, navigation
        self._report = ""
        self._came_from: tuple[str, QWidget | None] = ("search", None)  # to the keys

    def report_bug(self, report: str) -> None:
        """Say that we made a mistake, and keep its report."""
        self._report = report
        self.reported.emit()
        self._view.line.complain(error_messages.Complaint(error_messages.failure(Bug(report))))

    def copy_report(self) -> None:
        """Put the report of the last fault of ours on the clipboard."""
        QGuiApplication.clipboard().setText(self._report)

    def toggle_keys(self, commands: Iterable[QAction]) -> None:
        """Show the keys of all ``commands``, or what is read again where they are in sight."""
        if not self.hide_keys():
            self.show_keys(commands)

    def show_keys(self, commands: Iterable[QAction]) -> None:
        """Show the keys of all ``commands`` in the reader, also where no library is open; what is read stays."""
        rows = [
            (keys, action.data() or action_name(action))
            for action in commands
            if (keys := native_keys(action.shortcut()))
        ]
        if not self._view.reader_pane.shows_keys:
            self._came_from = self._navigation.place
        self._view.reader_pane.show_keys(rows)
        self._navigation.show_search()
        self._view.focus_reader()

    def hide_keys(self) -> bool:
        """Show again what is read, and go back to where the keys were asked for; whether they were in sight."""
        pane = self._view.reader_pane
        were_in_sight = pane.shows_keys and pane.isVisible()
        pane.hide_keys()
        if were_in_sight:
            self._navigation.go_to(*self._came_from)
        return were_in_sight
