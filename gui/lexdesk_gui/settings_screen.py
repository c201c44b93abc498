"""Settings: colours, text, language, citations, earlier searches; each takes effect at once."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QFrame, QHBoxLayout, QVBoxLayout

from lexdesk_gui import wording
from lexdesk_gui.language import translate
from lexdesk_gui.preferences import Preferences
from lexdesk_gui.style.theme import ZOOMS, Theme
from lexdesk_gui.style.widgets import add_to, button, frame, label, set_accessible_name, set_gaps

_WIDEST = 760  # pixels at 100 % of the card


class SettingsScreen(QFrame):
    """The settings; ``wiping`` asks to delete earlier searches, ``changed`` reports a choice."""

    wiping = Signal()
    changed = Signal()

    def __init__(self, theme: Theme, preferences: Preferences):
        super().__init__()
        self._theme, self._preferences = theme, preferences
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        self._choices()
        self.rerank = self._box(
            translate("Settings", "Re-rank the top results"), preferences.reranks, self._set_rerank
        )
        trade = translate("Settings", "More precise, but about 0.25 s slower.")
        self.rerank.setAccessibleDescription(trade)
        self._trade = label(trade, "secondary")  # a check box cannot break its line
        self._form.addRow("", self._trade)
        self.keeps = self._box(
            translate("Settings", "Remember searches in this library"),
            preferences.keeps_searches,
            self._set_keeps,
        )
        self._wiping()
        self.note = label(kind="secondary", wrap=True)
        self.note.hide()
        self._lock()
        card = frame("card")
        self._card, self._column = QVBoxLayout(card), QVBoxLayout(self)
        self._card.addWidget(label(translate("Settings", "Settings"), "screen"))
        self._card.addLayout(self._form)
        self._card.addWidget(self.note)
        add_to(self._column, card, None)
        theme.follow(self._restyle)

    def _wiping(self) -> None:
        """Add the button that deletes earlier searches, and its question."""
        self.wipe = button(
            translate("Settings", "Delete all earlier searches…"), "plain", lambda: self._ask(True)
        )
        self.question = label(
            translate("Settings", "Delete all earlier searches? This cannot be undone."),
            "strong",
            wrap=True,
        )
        self.affirm = button(translate("Settings", "Delete"), "plain", self._wipe)
        self.keep = button(translate("Settings", "Keep"), "plain", lambda: self._ask(False))
        self._answers = QHBoxLayout()
        add_to(self._answers, self.affirm, self.keep, None)
        for row in (self.wipe, self.question):
            self._form.addRow("", row)
        self._form.addRow("", self._answers)
        for part in (self.question, self.affirm, self.keep):
            part.hide()

    def _ask(self, asks: bool) -> None:
        """Ask before earlier searches are deleted, or withdraw the question."""
        had_focus = self.affirm.hasFocus() or self.keep.hasFocus()
        for part in (self.question, self.affirm, self.keep):
            part.setVisible(asks)
        self.wipe.setVisible(not asks)
        if asks:
            self.keep.setFocus()
        elif had_focus:
            self.wipe.setFocus()

    def _wipe(self) -> None:
        self._ask(False)
        self.wiping.emit()

    def _choices(self) -> None:
        self.colours = self._choice(
            translate("Settings", "Colours"),
            [
                ("system", translate("Settings", "System")),
                ("light", translate("Settings", "Light")),
                ("dark", translate("Settings", "Dark")),
                ("contrast", translate("Settings", "High contrast")),
            ],
            self._preferences.colours,
            self._set_colours,
        )
        self.zoom = self._choice(
            translate("Settings", "Text size"),
            [(zoom, f"{zoom * 100:.0f} %") for zoom in ZOOMS],
            self._theme.zoom,
            self._theme.set_zoom,
        )
        self.language = self._choice(
            translate("Settings", "Language"),
            [("system", translate("Settings", "System")), ("en", "English"), ("de", "Deutsch")],
            self._preferences.language,
            self._set_language,
        )
        self.style_of_citations = self._choice(
            translate("Settings", "Citations"),
            list(wording.styles()),
            self._preferences.style,
            self._set_style,
        )

    def _lock(self) -> None:
        """Disable each choice that an administrator has made for all users."""
        boxes = {
            "colours": self.colours,
            "zoom": self.zoom,
            "language": self.language,
            "citation_style": self.style_of_citations,
            "rerank": self.rerank,
            "keeps_searches": self.keeps,
        }
        for name, box in boxes.items():
            if self._preferences.is_locked(name):
                box.setEnabled(False)
                self.note.setText(
                    translate("Settings", "Your administrator has set what is grey here.")
                )
                self.note.show()

    def _choice(
        self,
        name: str,
        values: Sequence[tuple[object, str]],
        chosen: object,
        call: Callable[[Any], None],
    ) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        for value, text in values:
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(chosen)))
        box.currentIndexChanged.connect(lambda _: call(box.currentData()))
        set_accessible_name(box, name)
        self._form.addRow(name, box)
        return box

    def _box(self, text: str, chosen: bool, call: Callable[[bool], None]) -> QCheckBox:
        box = QCheckBox(text)
        box.setChecked(chosen)
        box.toggled.connect(call)
        self._form.addRow("", box)
        return box

    def _set_colours(self, choice: str) -> None:
        self._preferences.colours = choice  # type: ignore[assignment]
        self._theme.choose(self._preferences.colours)
        self.changed.emit()

    def _set_language(self, language: str) -> None:
        self._preferences.language = language  # type: ignore[assignment]
        self.note.setText(
            translate("Settings", "The language changes at the next start of Lexdesk.")
        )
        self.note.show()

    def _set_style(self, style: str) -> None:
        self._preferences.style = style  # type: ignore[assignment]
        self.changed.emit()

    def _set_rerank(self, reranks: bool) -> None:
        self._preferences.reranks = reranks
        self.changed.emit()

    def _set_keeps(self, keeps: bool) -> None:
        self._preferences.keeps_searches = keeps
        self.changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Centre the settings in a wide window."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        px = self._theme.look.px
        is_narrow = self.width() < px(_WIDEST)
        side = px(16) if is_narrow else max(px(32), (self.width() - px(_WIDEST)) // 2)
        self._column.setContentsMargins(side, px(16 if is_narrow else 40), side, px(32))

    def _restyle(self) -> None:
        px = self._theme.look.px
        set_gaps(self._card, px(16), px(20), px(18), px(20), px(18))
        self._arrange()
        self._form.setHorizontalSpacing(px(24))
        self._form.setVerticalSpacing(px(12))
        self._answers.setSpacing(px(8))
        self._trade.setIndent(px(25))  # below the text of its check box
        for box, value in ((self.colours, self._theme.choice), (self.zoom, self._theme.zoom)):
            box.blockSignals(True)
            box.setCurrentIndex(max(0, box.findData(value)))
            box.blockSignals(False)
