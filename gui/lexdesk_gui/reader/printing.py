"""Printing what is read, or writing it as a PDF."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.file_to_write import file_to_write
from lexdesk_gui.language import translate
from lexdesk_gui.reader.reading import Reading, copied, read_whole

if TYPE_CHECKING:
    from PySide6.QtGui import QPagedPaintDevice
    from PySide6.QtWidgets import QWidget

    from lexdesk_gui.engine.engine import Engine
    from lexdesk_gui.memory import Memory
    from lexdesk_gui.reader.pane import ReaderPane
    from lexdesk_gui.reader.reader_session import ReaderSession
    from lexdesk_gui.style.print_queue import PrintQueue
    from lexdesk_gui.style.theme import Theme


class Printing(QObject):
    """``told`` has a sentence on what cannot be done, ``failed`` an exception; what is done, ``maker`` tells.

    Of the pages of a PDF the file itself is wanted: ``opened`` asks for its own program, which prints it.
    """

    told = Signal(str)
    failed = Signal(object)
    opened = Signal()

    def __init__(
        self,
        engine: Engine,
        session: ReaderSession,
        pane: ReaderPane,
        memory: Memory,
        theme: Theme,
        maker: PrintQueue,
        window: QWidget,
    ):
        super().__init__(window)
        self._engine, self._session, self._pane, self._maker = engine, session, pane, maker
        self._memory, self._theme, self._window = memory, theme, window

    def ask_file(self, *, whole: bool = False) -> None:
        """Write what is read, or all of its text, to a PDF that the person names."""
        if self._is_read():
            title = translate("Window", "Save as PDF")
            if target := file_to_write(self._window, title, "PDF (*.pdf)"):
                self.write(target, whole=whole)

    def write(self, target: Path, *, whole: bool = False) -> None:
        """Write what is read, or all of its text, to ``target``; of pages, a copy of their file."""
        reading = self._session.reading
        if reading and reading.pages and self._pane.shows_pages:
            copy = partial(copied, file=reading.pages, target=target)
            told = _written(target)
            self._engine.write(copy, lambda _: self.told.emit(told), self.failed.emit)
        else:
            self._with_text(whole, partial(self._write, target))

    def ask_printer(self, *, whole: bool = False) -> None:
        """Print what is read, or all of its text, as the person chooses in the system's dialog."""
        if not self._is_read():
            return
        if self._pane.shows_pages:
            self.opened.emit()
            return
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
        from PySide6.QtWidgets import QDialog

        if not QPrinterInfo.availablePrinterNames():
            self.told.emit(
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
            self.told.emit(
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
        self.told.emit(translate("Window", "The pages of the whole text are being made…"))
        question = partial(
            read_whole, place=reading.place, as_of=self._session.as_of, query=self._session.trail.query
        )  # fmt: skip
        self._engine.write(question, lambda found: then(found, True), self.failed.emit)

    def _write(self, target: Path, reading: Reading, whole: bool) -> None:
        from lexdesk_gui.style.pagination import pdf

        self._set(reading, whole, partial(pdf, target=target), lambda _: _written(target))

    def _print(self, printer: QPagedPaintDevice, reading: Reading, whole: bool) -> None:
        from lexdesk_gui.style.pagination import paint

        told = translate("Window", "{name} was sent to the printer.")
        self._set(
            reading, whole, partial(paint, device=printer), lambda name: told.format(name=name)
        )

    def _set(
        self,
        reading: Reading,
        whole: bool,
        pages: Callable[..., Iterator[None]],
        done: Callable[[str], str],
    ) -> None:
        """Have ``pages`` made of it, and then told what ``done`` says of its citation."""
        from lexdesk_gui.reader.printed import citation, sections

        recitals = () if whole else self._pane.side.recitals_in_sight
        day = self._session.as_of or datetime.date.today()
        style = self._memory.style
        text = sections(reading, recitals, day, style)
        foot = citation(reading, style)
        steps = pages(text, family=self._theme.look.family, foot=foot)
        self._maker.begin(steps, done(foot))


def _written(target: Path) -> str:
    return translate("Window", "Written to {name}").format(name=target.name)
