"""From tokens to what Qt draws with: palette, style sheet and sizes that follow the text size."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication

from lexdesk_gui.look import typefaces
from lexdesk_gui.look.tokens import DARK, LIGHT, Tokens

Choice = Literal["system", "light", "dark"]
ZOOMS = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
_DESIGN_SIZE = 13  # pixels of interface text in the design; all its sizes are shares of that


@dataclass(frozen=True, slots=True)
class Look:
    """Colours and sizes of the moment; ``scale`` is interface text in pixels by the design's 13."""

    tokens: Tokens
    scale: float
    family: str

    def px(self, design: float) -> int:
        """Pixels on this screen for ``design`` pixels at 100 %."""
        return max(1, round(design * self.scale))

    def interface(self, design: float = 13, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The interface font at ``design`` pixels."""
        return self._font(self.family, design, weight)

    def statute(self, design: float = 15, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The font that the text of the law is set in."""
        return self._font(typefaces.statute_family(), design, weight)

    def _font(self, family: str, design: float, weight: QFont.Weight) -> QFont:
        font = QFont(family)
        font.setPixelSize(self.px(design))
        font.setWeight(weight)
        return font


class Theme(QObject):
    """Keeps the application's palette, font and style sheet in step with the system and the user."""

    changed = Signal()

    def __init__(self, app: QApplication, parent: QObject | None = None):
        super().__init__(parent)
        self._app = app
        system = QFontInfo(app.font())  # asked before Charis SIL is loaded: it must not stand in
        self._family = system.family()
        self._base = system.pixelSize() / _DESIGN_SIZE
        self._zoom = 1.0
        self._choice: Choice = "system"
        if sys.platform != "darwin":
            app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    @property
    def look(self) -> Look:
        """What to draw with now."""
        return Look(self._tokens(), self._base * self._zoom, self._family)

    @property
    def choice(self) -> Choice:
        """Which colours the user asked for."""
        return self._choice

    @property
    def zoom(self) -> float:
        """The text size, 1.0 for that of the system."""
        return self._zoom

    def choose(self, choice: Choice) -> None:
        """Use the colours ``choice``; ``system`` follows the desktop, light where it says nothing."""
        self._choice = choice
        self._apply()

    def step_zoom(self, steps: int) -> None:
        """Make text ``steps`` sizes larger, or smaller where negative; 0 goes back to 100 %."""
        at = ZOOMS.index(self._zoom) + steps if steps else ZOOMS.index(1.0)
        self._zoom = ZOOMS[min(max(at, 0), len(ZOOMS) - 1)]
        self._apply()

    def _tokens(self) -> Tokens:
        if self._choice != "system":
            return DARK if self._choice == "dark" else LIGHT
        scheme = self._app.styleHints().colorScheme()
        return DARK if scheme == Qt.ColorScheme.Dark else LIGHT

    def _apply(self) -> None:
        look = self.look
        self._app.setFont(look.interface())
        self._app.setPalette(palette(look.tokens))
        self._app.setStyleSheet(style_sheet(look))
        self.changed.emit()


def palette(tokens: Tokens) -> QPalette:
    """The palette of ``tokens``."""
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
    made = QPalette()
    for name, colour in colours.items():
        made.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, name, QColor(tokens.secondary))
    return made


def style_sheet(look: Look) -> str:
    """The one style sheet of the program."""
    t, px = look.tokens, look.px
    ring = f"border: 2px solid {t.accent};"
    return f"""
QMenuBar {{ background: {t.window}; padding: {px(4)}px {px(8)}px; }}
QMenuBar::item {{ padding: {px(4)}px {px(8)}px; border-radius: {px(4)}px; background: transparent; }}
QMenuBar::item:selected, QMenu::item:selected {{ background: {t.selection}; color: {t.text}; }}
QMenu {{ background: {t.surface}; border: 1px solid {t.line}; padding: {px(4)}px; }}
QMenu::item {{ padding: {px(4)}px {px(24)}px; border-radius: {px(4)}px; }}
QMenu::item:disabled {{ color: {t.secondary}; }}
QMenu::separator {{ height: 1px; background: {t.line}; margin: {px(4)}px {px(8)}px; }}
QToolTip {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.line}; padding: {px(4)}px; }}

QLabel[kind="secondary"] {{ color: {t.secondary}; }}
QLabel[kind="small"] {{ color: {t.secondary}; font-size: {px(12)}px; }}
QLabel[kind="strong"] {{ font-weight: 600; }}
QLabel[kind="pane"] {{ font-size: {px(15)}px; font-weight: 600; }}
QLabel[kind="screen"] {{ font-size: {px(18)}px; font-weight: 600; }}
QLabel[kind="bad"] {{ color: {t.bad.text}; }}
QLabel[kind="key"] {{ color: {t.secondary}; font-size: {px(11)}px; border: 1px solid {t.line};
    border-radius: {px(4)}px; padding: {px(1)}px {px(5)}px; }}
QLabel[kind="dot"] {{ background: {t.control}; border-radius: {px(4)}px; min-width: {px(8)}px;
    max-width: {px(8)}px; min-height: {px(8)}px; max-height: {px(8)}px; }}
QLabel[kind="dot"][ready="true"] {{ background: {t.good.text}; }}

QFrame#field {{ background: {t.surface}; border: 1px solid {t.control}; border-radius: {px(6)}px; margin: 1px; }}
QFrame#field[focused="true"] {{ {ring} margin: 0px; }}
QLineEdit#query {{ border: none; background: transparent; font-size: {px(15)}px; padding: 0px;
    selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QFrame#segments {{ background: {t.window}; border: none; border-radius: {px(4)}px; }}
QPushButton[kind="segment"] {{ border: 2px solid transparent; background: transparent; color: {t.secondary};
    border-radius: {px(4)}px; padding: {px(1)}px {px(9)}px; min-height: {px(20)}px; }}
QPushButton[kind="segment"]:hover {{ color: {t.text}; }}
QPushButton[kind="segment"]:checked {{ background: {t.surface}; border: 1px solid {t.line}; color: {t.text};
    font-weight: 600; padding: {px(1) + 1}px {px(9) + 1}px; }}
QPushButton[kind="segment"]:focus {{ {ring} padding: {px(1)}px {px(9)}px; }}

QPushButton[kind="plain"], QPushButton[kind="link"], QPushButton[kind="primary"] {{ border-radius: {px(4)}px;
    padding: {px(1)}px {px(10)}px; min-height: {px(22)}px; }}
QPushButton[kind="plain"] {{ border: 1px solid {t.control}; background: {t.surface}; color: {t.text}; }}
QPushButton[kind="plain"]:hover, QPushButton[kind="link"]:hover {{ background: {t.selection}; }}
QPushButton[kind="plain"]:pressed {{ background: {t.sunken}; }}
QPushButton[kind="plain"]:disabled {{ border-color: {t.line}; background: transparent; color: {t.secondary}; }}
QPushButton[kind="primary"] {{ border: 1px solid {t.accent}; background: {t.accent}; color: {t.on_accent};
    min-height: {px(30)}px; padding: {px(1)}px {px(16)}px; font-weight: 600; }}
QPushButton[kind="link"] {{ border: 1px solid transparent; background: transparent; color: {t.accent};
    text-align: left; padding: {px(1)}px {px(8)}px; }}
QPushButton[kind="plain"]:focus {{ {ring} padding: {px(1) - 1}px {px(10) - 1}px; }}
QPushButton[kind="link"]:focus {{ {ring} padding: {px(1) - 1}px {px(8) - 1}px; }}
QPushButton[kind="primary"]:focus {{ border: 2px solid {t.text}; padding: {px(1) - 1}px {px(16) - 1}px; }}

QFrame[kind="header"] {{ background: {t.surface}; border: none; border-bottom: 1px solid {t.line}; }}
QFrame[kind="footer"] {{ background: {t.window}; border: none; border-top: 1px solid {t.line}; }}
QFrame[kind="panes"] {{ border: none; border-top: 1px solid {t.line}; }}
QFrame[kind="surface"], QWidget[kind="surface"] {{ background: {t.surface}; }}
QListView#results {{ background: {t.surface}; border: none; outline: none; }}
QTextBrowser#reader {{ background: {t.surface}; color: {t.text}; border: 2px solid {t.surface};
    selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QTextBrowser#reader:focus {{ border-color: {t.accent}; }}
QSplitter::handle {{ background: {t.line}; }}

QStatusBar {{ background: {t.window}; border-top: 1px solid {t.line}; min-height: {px(28)}px; }}
QStatusBar::item {{ border: none; }}
QProgressBar {{ border: none; background: {t.sunken}; border-radius: {px(2)}px; max-height: {px(4)}px; }}
QProgressBar::chunk {{ background: {t.accent}; border-radius: {px(2)}px; }}
QProgressBar#busy {{ background: transparent; border-radius: 0px; max-height: 2px; min-height: 2px; }}

QScrollBar:vertical {{ background: transparent; width: {px(12)}px; margin: 0px; }}
QScrollBar::handle:vertical {{ background: {t.line}; border-radius: {px(4)}px; min-height: {px(24)}px; margin: 2px; }}
QScrollBar::handle:vertical:hover {{ background: {t.control}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ height: 0px; width: 0px; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""
