"""Help: all keys, and the report of a fault of ours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication

from lexdesk.system.log_file import log_path
from lexdesk.system.paths import encode_path
from lexdesk_gui import error_messages
from lexdesk_gui.engine.tasks import Bug
from lexdesk_gui.language import format_keys, translate
from lexdesk_gui.style.widgets import action_name

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from lexdesk_gui.navigation import Navigation
    from lexdesk_gui.screens import Area
    from lexdesk_gui.search.search_view import SearchView


class Help(QObject):
    """The list of shortcuts and the bug report; ``reported`` is emitted with a new report, ``notified`` with a notice."""

    reported = Signal()
    notified = Signal(str)

    def __init__(self, view: SearchView, navigation: Navigation):
        super().__init__(view)
        self._view, self._navigation = view, navigation
        self._report = ""
        self._came_from: tuple[Area, QWidget | None] = ("search", None)  # to the keys

    def report_bug(self, report: str) -> None:
        """Show that an internal error occurred, and keep its report."""
        self._report = report
        self.reported.emit()
        self._view.line.complain(
            error_messages.Complaint(error_messages.describe_failure(Bug(report)))
        )

    def copy_report(self) -> None:
        """Copy the last bug report to the clipboard."""
        QGuiApplication.clipboard().setText(self._report)

    def open_log(self) -> None:
        """Open the log file in its own program."""
        from lexdesk_gui.indexing.file_manager import show_file

        path = log_path()
        if not path.is_file():
            self.notified.emit(
                translate(
                    "Window", "{path} does not exist; check its folder's permissions."
                ).format(path=encode_path(path))
            )
        elif not show_file(path, None):
            self.notified.emit(translate("Window", "No program on this computer opens this file."))

    def toggle_keys(self, commands: Iterable[QAction]) -> None:
        """Show or hide the shortcuts of ``commands``."""
        if not self.hide_keys():
            self.show_keys(commands)

    def show_keys(self, commands: Iterable[QAction]) -> None:
        """Show the shortcuts of ``commands`` in the reader, with or without a library; keep the document open."""
        rows = [
            (keys, action.data() or action_name(action))
            for action in commands
            if (keys := format_keys(action.shortcut()))
        ]
        if not self._view.reader_pane.shows_keys:
            self._came_from = self._navigation.place
        self._view.reader_pane.show_keys(rows)
        self._navigation.show_search()
        self._view.focus_reader()

    def hide_keys(self) -> bool:
        """Show the document again and restore the previous focus; return True if the shortcuts were visible."""
        pane = self._view.reader_pane
        were_in_sight = pane.shows_keys and pane.isVisible()
        pane.hide_keys()
        if were_in_sight:
            self._navigation.go_to(*self._came_from)
        return were_in_sight
