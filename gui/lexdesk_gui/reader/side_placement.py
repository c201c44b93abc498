"""The places of the side panel and of the outline, by the room in the window."""

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.reader.side_panel import SidePanel
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import fill, label

_OUTLINE = 220  # pixels at 100 % of the outline's column


class SidePlacement(QFrame):
    """The column of the outline in a wide window, and the visibility of the side panel.

    ``toggle`` shows and hides ``side``; ``after`` is the widget before the outline in tab order.
    """

    def __init__(
        self,
        side: SidePanel,
        toggle: QAction,
        after: QWidget,
        has_second: Callable[[], bool],
        theme: Theme,
    ):
        super().__init__()
        self._side, self._toggle, self._after = side, toggle, after
        self._has_second, self._theme = has_second, theme
        self.setProperty("kind", "outline")
        self._has_room = self._is_wanted = True
        self.is_suspended = False
        self._rooms = True, True  # for the side panel alone, and beside a second reader
        self._has_room_for_outline = False
        self._head = label(translate("SidePanel", "Outline"), "strong")
        self._column = QVBoxLayout(self)
        fill(self._column, self._head)
        self._column.setContentsMargins(0, 0, 1, 0)
        self.hide()
        toggle.toggled.connect(lambda _: self._show())

    def show_side_panel(self, shown: bool) -> None:
        """Show or hide the side panel."""
        self._toggle.setChecked(shown)

    def suspend(self, is_suspended: bool) -> None:
        """Hide both while the reader shows no reading."""
        if is_suspended != self.is_suspended:
            self.is_suspended = is_suspended
            self._show()

    def allow_side_panel(self, has_room: bool, beside_second: bool) -> None:
        """Hide the side panel without room for it, alone or ``beside_second`` reader; restore it with room.

        In a narrow window the user can still toggle it.
        """
        self._rooms = has_room, beside_second
        self._fit_side_panel()

    def allow_outline_column(self, has_room: bool) -> None:
        """Show the outline in its own column if the window is wide enough, otherwise in a tab."""
        self._has_room_for_outline = has_room
        self._place_outline()

    def fit(self) -> None:
        """Place both after a second reader opened or closed."""
        self._fit_side_panel()
        self._place_outline()

    def restyle(self) -> None:
        """Apply the sizes of the theme."""
        px = self._theme.look.px
        self.setFixedWidth(px(_OUTLINE))
        self._head.setFixedHeight(self._side.tabs.sizeHint().height())
        self._head.setContentsMargins(px(16), 0, 0, 0)

    def _fit_side_panel(self) -> None:
        has_room = self._rooms[self._has_second()]
        if has_room == self._has_room:
            return
        self._has_room = has_room
        if has_room:
            self._toggle.setChecked(self._is_wanted)
        else:
            self._is_wanted = self._toggle.isChecked()
            self._toggle.setChecked(False)

    def _show(self) -> None:
        self._side.setVisible(self._toggle.isChecked() and not self.is_suspended)
        self._place_outline()

    def _place_outline(self) -> None:
        is_shown = self._toggle.isChecked() and not self.is_suspended
        apart = self._has_room_for_outline and is_shown and not self._has_second()
        self._side.put_outline(self._column if apart else None)
        self.setVisible(apart)
        self.setTabOrder(self._after if apart else self._side.tabs, self._side.outline)
