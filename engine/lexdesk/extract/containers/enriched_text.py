"""Bodies of mails in text/enriched and text/richtext (RFC 1896, RFC 1341) as plain text."""

from __future__ import annotations

import re

from lexdesk.text.lazy_pattern import lazy_pattern

_PARAMETER = lazy_pattern(r"<param>.*?</param>", re.IGNORECASE | re.DOTALL)
_NO_FILL = lazy_pattern(r"</?nofill>", re.IGNORECASE)
_COMMAND = lazy_pattern(r"(?<!<)</?[A-Za-z0-9-]{1,60}>")


def plain_text(text: str, type_: str) -> str:
    """Return the text of text/enriched (RFC 1896), or of the older text/richtext (RFC 1341, 7.1.3)."""
    if type_ == "text/richtext":
        text = re.sub(r"(?i)<(?:nl|np|paragraph)>", "\n", re.sub(r"\s+", " ", text))
        return _COMMAND.sub("", text.replace("<lt>", "<<")).replace("<<", "<")
    pieces = _NO_FILL.split(text)  # every second one keeps its lines
    pieces[::2] = [re.sub(r"\n+", _unfolded, piece) for piece in pieces[::2]]
    return _COMMAND.sub("", _PARAMETER.sub("", "".join(pieces))).replace("<<", "<")


def _unfolded(breaks: re.Match[str]) -> str:
    return breaks[0][1:] or " "
