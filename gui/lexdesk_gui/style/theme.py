"""The theme: palette, font and text size of the application."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication

from lexdesk_gui.style.look import CONTRAST, DARK, LIGHT, Look, Tokens

Choice = Literal["system", "light", "dark", "contrast"]
__all__ = ["ZOOMS", "Choice", "Look", "Theme", "make_palette"]

ZOOMS = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
_MARKS = Path(__file__).parent / "marks"  # style sheets take pictures from files alone
_DESIGN_SIZE = 13  # pixels of interface text in the design; all its sizes are shares of that


class Theme(QObject):
    """The application's theme, synchronised with the system and the user's settings."""

    changed = Signal()

    def __init__(self, app: QApplication):
        super().__init__()
        self._app = app
        QDir.setSearchPaths("marks", [str(_MARKS)])
        system = QFontInfo(app.font())  # before Charis SIL is loaded, which must not replace it
        self._family = system.family()
        self.base_scale = system.pixelSize() / _DESIGN_SIZE
        self.zoom = 1.0
        self.choice: Choice = "system"
        self.look = self._build_look()
        app.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    def follow(self, restyle: Callable[[], object]) -> None:
        """Call ``restyle`` now and on each change of the look."""
        self.changed.connect(restyle)
        restyle()

    def choose(self, choice: Choice) -> None:
        """Use the colours ``choice``; ``system`` follows the desktop, or light if it has no preference."""
        self.choice = choice
        self._apply()

    def step_zoom(self, steps: int) -> None:
        """Enlarge text by ``steps`` sizes, or shrink it if negative; 0 restores 100 %."""
        at = ZOOMS.index(self.zoom) + steps if steps else ZOOMS.index(1.0)
        self.zoom = ZOOMS[min(max(at, 0), len(ZOOMS) - 1)]
        self._apply()

    def set_zoom(self, zoom: float) -> None:
        """Set the text size to the member of ``ZOOMS`` nearest to ``zoom``."""
        nearest = min(ZOOMS, key=lambda size: abs(size - zoom))
        if nearest != self.zoom:
            self.zoom = nearest
            self._apply()

    def _build_look(self) -> Look:
        return Look(self._tokens(), self.base_scale * self.zoom, self._family)

    def _tokens(self) -> Tokens:
        chosen = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}.get(self.choice)
        if chosen is not None:
            return chosen
        scheme = self._app.styleHints().colorScheme()
        return DARK if scheme == Qt.ColorScheme.Dark else LIGHT

    def _apply(self) -> None:
        look = self.look = self._build_look()
        self._app.setFont(look.interface())
        self._app.setPalette(make_palette(look.tokens))
        self.changed.emit()


def make_palette(tokens: Tokens) -> QPalette:
    """Return the palette of ``tokens``."""
    role = QPalette.ColorRole
    colours = {
        role.Window: tokens.window,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.sunken,
        role.Text: tokens.text,
        role.Button: tokens.window,
        role.ButtonText: tokens.text,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.on_accent,
        role.PlaceholderText: tokens.secondary,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.ToolTipBase: tokens.surface,
        role.ToolTipText: tokens.text,
        role.Mid: tokens.line,
        role.Accent: tokens.accent,
    }
    theme_palette = QPalette()
    for name, colour in colours.items():
        theme_palette.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        theme_palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(tokens.secondary))
    return theme_palette
