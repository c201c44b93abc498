"""Tool tips of untrusted texts."""

from __future__ import annotations

from PySide6.QtGui import Qt

_WRAPPED = Qt.WhiteSpaceMode.WhiteSpaceNormal


def escape_tooltip(text: str) -> str:
    """Return ``text`` as a tool tip that shows every character: Qt takes tags in it for HTML, and opens their pictures."""
    return Qt.convertFromPlainText(text, _WRAPPED) if Qt.mightBeRichText(text) else text
