"""Printing and PDF export of readings."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.file_dialogs import choose_export_path
from lexdesk_gui.language import translate
from lexdesk_gui.wording import file_name

if TYPE_CHECKING:
    from PySide6.QtGui import QPagedPaintDevice
    from PySide6.QtWidgets import QWidget

    from lexdesk_gui.engine.engine import Engine
    from lexdesk_gui.preferences import Preferences
    from lexdesk_gui.reader.reader_pane import ReaderPane
    from lexdesk_gui.reader.reader_session import ReaderSession
    from lexdesk_gui.reader.readings import Reading
    from lexdesk_gui.style.print_queue import PrintQueue
    from lexdesk_gui.style.theme import Theme


class Printing(QObject):
    """Printing and PDF export; ``message`` carries a sentence on failure, ``failed`` an exception.

    ``maker`` reports success. PDF pages are copied or printed from their file: ``opened`` requests
    its own program.
    """

    message = Signal(str)
    failed = Signal(object)
    opened = Signal()

    def __init__(
        self,
        engine: Engine,
        session: ReaderSession,
        pane: ReaderPane,
        preferences: Preferences,
        theme: Theme,
        maker: PrintQueue,
        window: QWidget,
    ):
        super().__init__(window)
        self._engine, self._session, self._pane, self._maker = engine, session, pane, maker
        self._preferences, self._theme, self._window = preferences, theme, window

    def ask_file(self, *, whole: bool = False) -> None:
        """Ask for a file and write the reading, or its ``whole`` work, as PDF."""
        if self._is_read():
            title = translate("Window", "Save as PDF")
            if target := choose_export_path(self._window, title, "PDF (*.pdf)"):
                self.write(target, whole=whole)

    def write(self, target: Path, *, whole: bool = False) -> None:
        """Write the reading, or its ``whole`` work, to ``target``; copy the file of PDF pages."""
        reading = self._session.reading
        if reading and reading.pages and self._pane.shows_pages:
            from lexdesk_gui.reader.scanned_pages import copy_file

            copy = partial(copy_file, file=reading.pages, target=target)
            message = _written(target)
            self._engine.write(copy, lambda _: self.message.emit(message), self.failed.emit)
        else:
            self._with_text(whole, partial(self._write, target))

    def ask_printer(self, *, whole: bool = False) -> None:
        """Show the system's print dialog and print the reading, or its ``whole`` work."""
        if not self._is_read():
            return
        if self._pane.shows_pages:
            self.opened.emit()
            return
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
        from PySide6.QtWidgets import QDialog

        if not QPrinterInfo.availablePrinterNames():
            self.message.emit(
                translate(
                    "Window",
                    "This computer has no printer; File > Save as PDF writes a file instead.",
                )
            )
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        if QPrintDialog(printer, self._window).exec() == QDialog.DialogCode.Accepted:
            self._with_text(whole, partial(self._print, printer))

    def _is_read(self) -> bool:
        is_read = self._session.reading is not None
        if not is_read:
            self.message.emit(
                translate("Window", "Nothing is open in the reader; open a provision first.")
            )
        return is_read

    def _with_text(self, whole: bool, then: Callable[[Reading, bool], None]) -> None:
        reading = self._session.reading
        if reading is None:
            return
        if not whole or reading.place is None:
            then(reading, False)
            return
        from lexdesk_gui.reader.readings import read_whole

        self.message.emit(translate("Window", "Preparing the pages of the whole text…"))
        request = partial(
            read_whole, place=reading.place, as_of=self._session.as_of, query=self._session.visits.query
        )  # fmt: skip
        self._engine.write(request, lambda reading: then(reading, True), self.failed.emit)

    def _write(self, target: Path, reading: Reading, whole: bool) -> None:
        from lexdesk_gui.style.pagination import pdf

        self._set(reading, whole, partial(pdf, target=target), lambda _: _written(target))

    def _print(self, printer: QPagedPaintDevice, reading: Reading, whole: bool) -> None:
        from lexdesk_gui.style.pagination import paint

        message = translate("Window", "{name} was sent to the printer.")
        self._set(
            reading, whole, partial(paint, device=printer), lambda name: message.format(name=name)
        )

    def _set(
        self,
        reading: Reading,
        whole: bool,
        pages: Callable[..., Iterator[None]],
        done: Callable[[str], str],
    ) -> None:
        """Queue the job ``pages``; ``done`` formats its success message from the citation."""
        from lexdesk_gui.reader.print_layout import find_citation, make_sections

        recitals = () if whole else self._pane.side.recitals_in_sight
        day = self._session.as_of or datetime.date.today()
        style = self._preferences.style
        text = make_sections(reading, recitals, day, style)
        foot = find_citation(reading, style)
        steps = pages(text, family=self._theme.look.family, foot=foot)
        self._maker.begin(steps, done(foot))


def _written(target: Path) -> str:
    return translate("Window", "Written to {name}").format(name=file_name(target))
