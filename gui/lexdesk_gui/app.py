"""``lexdesk-gui [LIBRARY]``: starts the desktop program."""

from __future__ import annotations

import argparse
import gc
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from lexdesk.system.library_files import STORE
from lexdesk.system.log_file import places, start_log

_log = logging.getLogger("lexdesk.window")


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window on the library named in ``arguments``, or on the default one, and return the exit code."""
    named, for_qt = _parser().parse_known_args(arguments)
    gc.disable()  # ``GarbageCollector`` collects; what is loaded and built now stays

    from PySide6.QtWidgets import QApplication

    from lexdesk_gui.garbage_collection import GarbageCollector
    from lexdesk_gui.language import install
    from lexdesk_gui.main_window import MainWindow
    from lexdesk_gui.preferences import Preferences
    from lexdesk_gui.style.theme import Theme

    start_log()
    sys.excepthook = _log_uncaught
    app = QApplication([sys.argv[0], *for_qt])
    app.setApplicationName("Lexdesk")
    app.setDesktopFileName("lexdesk")
    preferences = Preferences()
    install(app, preferences.language)
    theme = Theme(app)
    theme.choose(preferences.colours)
    theme.set_zoom(preferences.zoom)
    library = named.library or next(iter(preferences.libraries), None)
    if library is not None and named.library is None and os.environ.get("LEXDESK_LIBRARY"):
        library = None  # what the environment names counts more than what was open last
    window = MainWindow(theme, library, preferences)
    collecting = GarbageCollector(window)
    window.library.opened.connect(collecting.settle)
    window.show()
    return app.exec()


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Log an exception that no slot handles, and print it as Python does."""
    _log.critical("window: %s", places(error))
    sys.__excepthook__(kind, error, trace)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lexdesk-gui",
        description="Search a library of law in a window. Qt's own options, such as -style, are understood.",
    )
    parser.add_argument(
        "library",
        nargs="?",
        type=_folder,
        metavar="LIBRARY",
        help="folder of the library, or its library.sqlite; else LEXDESK_LIBRARY, else the platform's data folder",
    )
    return parser


def _folder(named: str) -> Path:
    """Return the folder of a library; accept the path of its ``library.sqlite`` as well."""
    path = Path(named)
    return path.parent if path.name == STORE else path


if __name__ == "__main__":
    sys.exit(main())
