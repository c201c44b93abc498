"""What of a text is its wording: editions print numbers, headings and emphasis in different ways."""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+")
_EMPHASIS = re.compile(  # but no pair of marks of footnotes: (*)
    r"(?<![(*])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![)*])"
)
_HEADS = frozenset({"article", "artikel", "section", "annex", "anhang"})
_LONGEST_HEADING = 40  # words


def same(one: str, other: str) -> bool:
    """Whether two texts of a provision have the same words, its number and heading aside.

    One edition prints ``Article 16`` and the heading within the text, another above it.
    """
    longer, shorter = sorted((_WORD.findall(one), _WORD.findall(other)), key=len, reverse=True)
    above = len(longer) - len(shorter)
    if above and (above > _LONGEST_HEADING or longer[0].lower() not in _HEADS):
        return False
    return longer[above:] == shorter


def without_emphasis(text: str) -> str:
    """The text without the asterisks around what Markdown sets in bold or italics."""
    return _EMPHASIS.sub(r"\2", text) if "*" in text else text
