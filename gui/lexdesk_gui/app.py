"""``lexdesk-gui [LIBRARY]``: starts the desktop program."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.theme import Theme


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window on the library that ``arguments`` name, or on the default one; the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    app = QApplication([sys.argv[0], *given])
    app.setApplicationName("Lexdesk")
    app.setDesktopFileName("lexdesk")
    named = app.arguments()[1:]  # without the options that Qt took
    window = MainWindow(Theme(app), Path(named[0]) if named else None)
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
