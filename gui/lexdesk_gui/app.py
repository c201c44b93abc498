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
from typing import TYPE_CHECKING

from lexdesk.system.library_files import STORE
from lexdesk.system.log_file import describe_places, start_log

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

_log = logging.getLogger("lexdesk.window")
_NO_DISPLAY = (
    "no display can be used: start it in a desktop session, or see what lexdesk doctor misses"
)
_STYLE = [] if sys.platform == "darwin" else ["-style", "fusion"]
"""Qt's option of the style; ``QApplication.setStyle`` would load 566 members of enumerations before the first paint."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window on the library named in ``arguments``, or on the default one, and return the exit code."""
    named, for_qt = _parser().parse_known_args(arguments)
    gc.disable()  # ``GarbageCollector`` collects; objects of the start stay

    app = _application([sys.argv[0], *_STYLE, *for_qt])
    from lexdesk_gui.garbage_collection import GarbageCollector
    from lexdesk_gui.language import install
    from lexdesk_gui.main_window import MainWindow
    from lexdesk_gui.preferences import Preferences
    from lexdesk_gui.style.theme import Theme

    start_log()
    sys.excepthook = _log_uncaught
    app.setApplicationName("Lexdesk")
    app.setDesktopFileName("lexdesk")
    preferences = Preferences()
    install(app, preferences.language)
    theme = Theme(app)
    theme.choose(preferences.colours)
    theme.set_zoom(preferences.zoom)
    library = named.library or next(iter(preferences.libraries), None)
    if library is not None and named.library is None and os.environ.get("LEXDESK_LIBRARY"):
        library = None  # the environment counts before the last library
    window = MainWindow(theme, library, preferences)
    collecting = GarbageCollector(window)
    window.library.opened.connect(collecting.settle)
    window.show()
    return app.exec()


def _application(arguments: list[str]) -> QApplication:
    """Return Qt's application; end with a sentence and exit code 2 where Qt would end with a core dump."""
    try:
        from PySide6.QtCore import QtMsgType, qInstallMessageHandler
        from PySide6.QtWidgets import QApplication
    except ImportError as error:  # of a library of the system
        sys.stderr.write(f"lexdesk-gui: {error}; lexdesk doctor names its package\n")
        sys.exit(2)

    def end(kind: QtMsgType, _where: object, _text: str) -> None:
        if kind is QtMsgType.QtFatalMsg:
            sys.stderr.write(f"lexdesk-gui: {_NO_DISPLAY}\n")
            sys.stderr.flush()
            os._exit(2)  # when this returns, Qt aborts

    qInstallMessageHandler(end)
    app = QApplication(arguments)
    qInstallMessageHandler(None)
    return app


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Log an exception that no slot handles, and print it as Python does."""
    _log.critical("window: %s", describe_places(error))
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
        help="folder of the library, its library.sqlite, or lance:///FOLDER of a published one;"
        " else LEXDESK_LIBRARY, else the platform's data folder",
    )
    return parser


def _folder(named: str) -> Path:
    """Return the folder of a library; accept its ``library.sqlite``, and the URI of one published in a folder."""
    if "://" in (named := named.removeprefix("lance://")):
        raise argparse.ArgumentTypeError(
            f"{named} is in an object store; the window opens a library published in a folder"
        )
    path = Path(named)
    return path.parent if path.name == STORE else path


if __name__ == "__main__":
    sys.exit(main())
