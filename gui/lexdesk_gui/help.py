"""Help: all keys, and the report of a fault of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from lexdesk_gui import complaints
from lexdesk_gui.language import native_keys, translate

if TYPE_CHECKING:
    from lexdesk_gui.main_window import MainWindow


class Help:
    """Tells the person at ``window``."""

    def __init__(self, window: MainWindow):
        self._window = window
        self._report = ""

    def report_bug(self, report: str) -> None:
        """Say that we made a mistake, and keep its report."""
        self._report = report
        self._window.commands.copy_report.setEnabled(True)
        self._window.view.line.complain(
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

    def show_keys(self) -> None:
        """Show all keys in the reader."""
        window = self._window
        rows = [
            (keys, action.text().replace("&", ""))
            for action in window.commands.actions()
            if (keys := native_keys(action.shortcut()))
        ]
        window.reading.close()
        window.view.reader.show_keys(rows)
        window.screens.show("search")  # where no library is open, in place of the welcome
        window.rail.show_screen("search")
        window.view.focus_reader()
