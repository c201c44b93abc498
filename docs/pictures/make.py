"""Takes the pictures in this folder: ``python docs/pictures/make.py``.

The window shows a library made of the bundled GDPR, at 1440x900 and 100 %. Interface text is set in
Inter where the machine has it, as in the design, else in the system's font.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QDeadlineTimer
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

import lexdesk
from lexdesk_gui.look.theme import Choice, Theme
from lexdesk_gui.main_window import MainWindow

HERE = Path(__file__).parent
GDPR = Path(lexdesk.__file__).parent / "demo" / "L_2016119EN.01000101.xml"
THEMES: tuple[Choice, ...] = ("light", "dark")
_PATIENCE = 60_000  # ms


def main(target: Path) -> None:
    """Write all pictures into ``target``."""
    app = QApplication(sys.argv[:1])
    app.setFont(_interface())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "Data protection"
        with lexdesk.Library.open(path, create=True) as library:
            library.add([GDPR])
        theme = Theme(app)
        window = MainWindow(theme, path)
        window.resize(1440, 900)
        window.show()
        _until(app, lambda: bool(window.status_line.holdings.text()))
        window.view.set_query("data")  # so that the time shown is not that of loading the model
        _until(app, lambda: window.view.reader.reading is not None)
        window.view.set_query("withdraw consent")
        _until(app, lambda: "7(3)" in getattr(window.view.reader.reading, "citation", ""))
        for choice in THEMES:
            theme.choose(choice)
            app.processEvents()
            window.grab().save(str(target / f"search-{choice}.png"))
        window.close()


def _interface() -> QFont:
    font = QFont("Inter" if "Inter" in QFontDatabase.families() else QApplication.font().family())
    font.setPixelSize(13)
    return font


def _until(app: QApplication, reached: Callable[[], bool]) -> None:
    deadline = QDeadlineTimer(_PATIENCE)
    while not reached():
        if deadline.hasExpired():
            raise TimeoutError(f"the window did not get there in {_PATIENCE / 1000:.0f} s")
        app.processEvents()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
