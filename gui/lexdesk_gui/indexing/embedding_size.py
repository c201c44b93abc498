"""The row of the embeddings' size: an offer of the other one, with the time it takes on this computer."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.style.widgets import add_to, button, label

_OTHER = {"fast": "standard", "standard": "fast"}


class EmbeddingSizeRow(QWidget):
    """An offer of better embeddings: ``estimating`` asks how long those of a size take, ``changing`` for them."""

    estimating, changing = Signal(str), Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._offered = ""
        self._is_estimated = False
        box = QHBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        self.offer, self.text = button("", "plain", self._go_on), label(kind="small", wrap=True)
        add_to(box, self.offer, self.text, stretch=self.text)
        self.hide()

    def show_size(self, size: str) -> None:
        """Offer the other size than ``size``; nothing for ``""``."""
        self.setVisible(bool(size))
        if (offered := _OTHER.get(size, "")) != self._offered:
            self._offered, self._is_estimated = offered, False
            standard, fast = (
                translate("Index", "Use standard embeddings"),
                translate("Index", "Use fast embeddings"),
            )
            self.offer.setText(standard if offered == "standard" else fast)
            better = translate("Index", "Rank English law better; computing takes longer.")
            quicker = translate("Index", "Compute faster; rank English law a little worse.")
            self._say(better if offered == "standard" else quicker)

    def show_estimate(self, size: str, seconds: float) -> None:
        """Show the time that the embeddings of ``size`` take (negative: unknown), and wait for consent."""
        if size == self._offered:
            self._is_estimated = True
            known = translate("Index", "About {minutes} min on this computer.")
            unknown = translate("Index", "The time could not be measured.")
            time = known.format(minutes=max(1, round(seconds / 60))) if seconds >= 0 else unknown
            meanwhile = translate("Index", "Until then, English is found by keyword search only.")
            self.offer.setText(translate("Index", "Recompute embeddings"))
            self._say(f"{time} {meanwhile}")

    def _go_on(self) -> None:
        if self._is_estimated:
            size, self._offered = self._offered, ""  # offered again afterwards
            self.changing.emit(size)
        else:
            self.offer.setEnabled(False)
            self.text.setText(translate("Index", "Measuring the time on this computer…"))
            self.estimating.emit(self._offered)

    def _say(self, text: str) -> None:
        self.offer.setEnabled(True)
        self.text.setText(text)
