"""The rail at the left: an icon and a name for each screen."""

from typing import Literal, get_args

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import set_gaps

ScreenName = Literal["search", "library", "compare", "match", "saved", "index", "settings"]
SCREENS: tuple[ScreenName, ...] = get_args(ScreenName)
_BELOW = "index"  # the first screen at the bottom
_LETTERS, _PADDING = 11, 3  # pixels at 100 %, as in the style sheet
_BORDER = 2  # pixels, there too
_GAP = 4  # pixels that Qt leaves between an icon and the text below it


def name_screen(screen: ScreenName) -> str:
    """Return the name of a screen."""
    return {
        "search": translate("Rail", "Search"),
        "library": translate("Rail", "Library"),
        "compare": translate("Rail", "Compare"),
        "match": translate("Rail", "Match"),
        "saved": translate("Rail", "Saved"),
        "index": translate("Rail", "Index"),
        "settings": translate("Rail", "Settings"),
    }[screen]


class _Screen(QToolButton):
    """A button with a minimum and a preferred height."""

    def __init__(self) -> None:
        super().__init__()
        self._least, self._wanted = QSize(), QSize()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def fit(self, width: int, least: int, wanted: int) -> None:
        """Set the width, and the minimum and preferred height, in pixels."""
        self._least, self._wanted = QSize(width, least), QSize(width, wanted)
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the preferred size."""
        return self._wanted

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the minimum size."""
        return self._least


class Rail(QFrame):
    """The column of screen buttons; ``chosen`` emits the clicked screen.

    In a low window all icons shrink; below a legible size the buttons show names only.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme):
        super().__init__()
        self.setProperty("kind", "rail")
        self.setAccessibleName(translate("Rail", "Screens"))
        self._theme = theme
        self.buttons: dict[ScreenName, _Screen] = {}
        self._column = QVBoxLayout(self)
        group = QButtonGroup(self)
        for screen in SCREENS:
            if screen == _BELOW:
                self._column.addStretch(1)
            button = _Screen()
            button.setText(name_screen(screen))
            button.setCheckable(True)
            button.setProperty("kind", "rail")
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _=False, screen=screen: self.chosen.emit(screen))
            group.addButton(button)
            self._column.addWidget(button)
            self.buttons[screen] = button
        self.show_screen("search")
        theme.follow(self._restyle)

    def show_screen(self, screen: ScreenName) -> None:
        """Mark ``screen`` as current."""
        self.buttons[screen].setChecked(True)
        self._tint()

    def _tint(self) -> None:
        tokens = self._theme.look.tokens
        for screen, button in self.buttons.items():
            colour = tokens.accent if button.isChecked() else tokens.secondary
            button.setIcon(make_icon(screen, colour))

    def _restyle(self) -> None:
        px = self._theme.look.px
        # Not the buttons' own metrics: the style sheet is set later, with a bolder current button.
        metrics = QFontMetrics(self._theme.look.interface(_LETTERS, QFont.Weight.DemiBold))
        wide = max(metrics.horizontalAdvance(button.text()) for button in self.buttons.values())
        self.setFixedWidth(max(px(64), wide + px(18)))
        set_gaps(self._column, px(2), px(4), px(4), px(4), px(8))
        for button in self.buttons.values():
            button.fit(self.width() - px(8), px(28), px(52))
        self._beside_icons = metrics.height() + 2 * (px(_PADDING) + _BORDER) + _GAP
        self._arrange()
        self._tint()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the icons to the height."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        px, style = self._theme.look.px, Qt.ToolButtonStyle
        side = min(px(20), min(map(QWidget.height, self.buttons.values())) - self._beside_icons)
        for button in self.buttons.values():
            button.setIconSize(QSize(side, side))
            button.setToolButtonStyle(
                style.ToolButtonTextUnderIcon if side >= px(12) else style.ToolButtonTextOnly
            )
