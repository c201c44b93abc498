"""Help: all keys, and the report of a fault of ours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication

from lexdesk_gui import complaints
from lexdesk_gui.language import native_keys, translate

if TYPE_CHECKING:
    from lexdesk_gui.navigation import Navigation
    from lexdesk_gui.reader.session import ReaderSession
    from lexdesk_gui.search.view import SearchView


class Help(QObject):
    """Tells the person at the window; ``reported`` comes when there is a report to copy."""

    reported = Signal()

    def __init__(self, view: SearchView, reading: ReaderSession, navigation: Navigation):
        super().__init__(view)
        self._view, self._reading, self._navigation = view, reading, navigation
        self._report = ""

    def report_bug(self, report: str) -> None:
        """Say that we made a mistake, and keep its report."""
        self._report = report
        self.reported.emit()
        self._view.line.complain(
            complaints.Complaint(
                translate(
                    "Window",
                    "Lexdesk made a mistake; your library is unharmed."
                    " Help > Copy error report gives what its makers need.",
                )
            )
        )

    def copy_report(self) -> None:
        """Put the report of the last fault of ours on the clipboard."""
        QGuiApplication.clipboard().setText(self._report)

    def show_keys(self, commands: Iterable[QAction]) -> None:
        """Show the keys of all ``commands`` in the reader, also where no library is open."""
        rows = [
            (keys, action.text().replace("&", ""))
            for action in commands
            if (keys := native_keys(action.shortcut()))
        ]
        self._reading.close()
        self._view.reader.show_keys(rows)
        self._navigation.show_search()
        self._view.focus_reader()
