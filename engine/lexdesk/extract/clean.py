"""Light cleaning of extracted text, before any offset is taken."""

from __future__ import annotations

import re
import unicodedata

_HYPHENATED = re.compile("[\x02\ufffe]\r?\n?")  # how pdfium marks a word that a line break cuts
_LINE_BREAKS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_DROPPED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f\u00ad\u200b\ufeff\ud800-\udfff\ufff0-\ufff8\uffff]"
)
_SPACES = re.compile("[\u00a0\u2007\u202f]")
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{3,}")


def clean(text: str) -> str:
    """NFC, ``\\n`` line breaks, no control characters, no trailing spaces, at most one blank line.

    No-break spaces become spaces, soft hyphens go.
    """
    text = _LINE_BREAKS.sub("\n", _HYPHENATED.sub("", text))
    text = _SPACES.sub(" ", _DROPPED.sub("", text))
    text = _BLANK_LINES.sub("\n\n", _TRAILING.sub("", text))
    return unicodedata.normalize("NFC", text.strip("\n"))
