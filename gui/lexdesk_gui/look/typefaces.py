"""The font of the statutes: Charis SIL, which comes with the program."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

from PySide6.QtGui import QFontDatabase

_FILES = ("CharisSIL-Regular.ttf", "CharisSIL-Bold.ttf")


@cache
def statute_family() -> str:
    """The family that the text of the law is set in: Charis SIL, or the system's serif without it."""
    family = ""
    for name in _FILES:
        with as_file(files("lexdesk_gui") / "fonts" / name) as path:
            number = QFontDatabase.addApplicationFont(str(path))
        family = QFontDatabase.applicationFontFamilies(number)[0] if number >= 0 else family
    return family or "serif"
