"""The decision bar: complies, gap, not relevant, and a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QLineEdit, QPushButton

from lexdesk_gui.language import translate
from lexdesk_gui.style.flow_layout import FlowLayout
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import Segment, label, repolish, set_gaps

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import DecisionStatus, Verdict
    from lexdesk_gui.review.review_requests import ProvisionDecisions


def list_verdicts() -> tuple[tuple[Verdict, str], ...]:
    """Return the verdicts with their labels."""
    return (
        ("complies", translate("Decisions", "Complies")),
        ("gap", translate("Decisions", "Gap")),
        ("not relevant", translate("Decisions", "Not relevant")),
    )


class DecisionBar(QFrame):
    """A bar of decisions: ``decided`` emits a verdict and a note; ``taken_back`` follows a click on the current verdict."""

    decided = Signal(str, str)
    taken_back = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._chosen = ""
        self._noted = ""
        self.heading = label(translate("Decisions", "Decision"), "secondary")
        self.note = QLineEdit()
        self.note.setProperty("kind", "plain")
        self.note.setAccessibleName(translate("Decisions", "Reason for the decision"))
        self.note.setPlaceholderText(translate("Decisions", "Why?"))
        self.note.editingFinished.connect(self.take_note)
        self.remark = label(kind="small", wrap=True)
        self.remark.hide()
        self._segments = QFrame()
        self._segments.setObjectName("segments")
        self._segment_row = FlowLayout()  # three verdicts may be wider than a side panel
        self._segments.setLayout(self._segment_row)
        self.buttons: dict[str, QPushButton] = {}
        for verdict, name in list_verdicts():
            self._add(verdict, name)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        for part in (self.heading, self._segments, self.note, self.remark):
            self._row.addWidget(part)
        self.show_decided(None)
        theme.follow(self._restyle)

    def show_decided(self, decided: ProvisionDecisions | None) -> None:
        """Show the decision; disable the bar without a subject."""
        standing = decided.standing if decided else None
        is_current = standing is not None and not standing.is_changed
        self._chosen = standing.decision.verdict if standing and is_current else ""
        self._noted = standing.decision.note if standing and is_current else ""
        for verdict, button in self.buttons.items():
            button.setEnabled(decided is not None)
            button.setChecked(verdict == self._chosen)
        self.note.setEnabled(bool(self._chosen))
        self.note.setText(self._noted)
        remarks = "\n".join(_remarks(decided)) if decided else ""
        self.remark.setText(remarks)
        self.remark.setVisible(bool(remarks))

    def take_focus(self) -> None:
        """Focus the current verdict, or the first."""
        button = self.buttons.get(self._chosen) or next(iter(self.buttons.values()))
        button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_wide(self, wide: bool) -> None:
        """Arrange the parts in one line, or one under the other."""
        way = QBoxLayout.Direction
        self._row.setDirection(way.LeftToRight if wide else way.TopToBottom)
        self._segments.setProperty("narrow", "false" if wide else "true")
        for button in self.buttons.values():
            repolish(button)
            button.updateGeometry()  # the layout keeps the width of the other padding else

    def _add(self, verdict: str, name: str) -> None:
        segment = Segment(name)
        segment.setAutoDefault(False)
        segment.setAccessibleName(translate("Decisions", "Decide: {verdict}").format(verdict=name))
        segment.clicked.connect(lambda _: self._press(verdict))
        self._segment_row.addWidget(segment)
        self.buttons[verdict] = segment

    def _press(self, verdict: str) -> None:
        for name, button in self.buttons.items():
            button.setChecked(name == self._chosen)  # till the library has it
        if verdict == self._chosen:
            self.taken_back.emit()
        else:
            self.decided.emit(verdict, self.note.text())

    def take_note(self) -> None:
        """Save a changed note before a key opens another provision."""
        if self._chosen and self.note.text().strip() != self._noted:
            self.decided.emit(self._chosen, self.note.text())

    def _restyle(self) -> None:
        px = self._theme.look.px
        set_gaps(self._row, px(8), 0, 0, 0, 0)
        set_gaps(self._segment_row, px(2), px(2), px(2), px(2), px(2))
        self.note.setFixedHeight(px(28))


def _remarks(decided: ProvisionDecisions) -> list[str]:
    """Return remarks on decisions about an earlier text or against other documents."""
    found: list[str] = []
    if decided.standing is not None and decided.standing.is_changed:
        since = translate("Decisions", "Text changed since: {decision}")
        found.append(since.format(decision=_describe(decided.standing)))
    against = translate("Decisions", "Compared with {document}: {decision}")
    alone = translate("Decisions", "Without a comparison: {decision}")
    changed = translate("Decisions", "text changed since")
    for other_standing in decided.elsewhere:
        document, text = (
            decided.names.get(other_standing.decision.against, ""),
            _describe(other_standing),
        )
        if other_standing.is_changed:
            text += f" ({changed})"
        found.append(
            against.format(document=document, decision=text)
            if document
            else alone.format(decision=text)
        )
    return found


def _describe(standing: DecisionStatus) -> str:
    name = dict(list_verdicts())[standing.decision.verdict]
    return ": ".join(filter(None, (name, standing.decision.note)))
