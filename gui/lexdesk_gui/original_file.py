"""Opening the file of the current document in its own program."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from lexdesk.system.network_places import may_touch
from lexdesk.system.paths import decode_path
from lexdesk_gui.language import translate
from lexdesk_gui.reader.reader_session import ReaderSession
from lexdesk_gui.wording import path_label


class OriginalFile(QObject):
    """The command that opens the original file; ``notified`` emits a notice for the user."""

    notified = Signal(str)

    def __init__(self, reading: ReaderSession, parent: QObject | None = None):
        super().__init__(parent)
        self._reading = reading

    def open(self) -> None:
        """Open the file, or the mail or archive around it, at the current page if the program supports it."""
        found = self._reading.reading
        if found and found.place and found.place.path:
            from lexdesk_gui.indexing.file_manager import find_file_around, run_in_thread

            path, page = decode_path(found.place.path), found.page if found.pages else None
            run_in_thread(self, partial(find_file_around, path), partial(self._show, path, page))

    def open_to_print(self) -> None:
        """Open the file for printing in its own program."""
        self.notified.emit(translate("Window", "The file opens in its own program for printing."))
        self.open()

    def _show(self, path: Path, page: int | None, file: Path | None) -> None:
        from lexdesk_gui.indexing.file_manager import show_file

        if not may_touch(path):
            self.notified.emit(
                translate(
                    "Window", "{path} lies on another computer; add its folder to have it opened."
                ).format(path=path_label(path))
            )
        elif file is None:
            self.notified.emit(
                translate("Window", "{path} no longer exists.").format(path=path_label(path))
            )
        elif not show_file(file, page):
            self.notified.emit(translate("Window", "No program on this computer opens this file."))
