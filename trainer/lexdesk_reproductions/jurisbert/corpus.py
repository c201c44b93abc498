"""Pre-training texts: distinct paragraphs of at least ten words; 95 % for training, 5 % held out."""

import re
from collections.abc import Iterable

from lexdesk_reproductions import sampling

FEWEST_WORDS = 10
KEPT_BACK = 0.05
_BREAK = re.compile(r"\n+|(?<=[.;])\s+(?=\d+[.)ºª-]\s)")


def paragraphs(texts: Iterable[str]) -> list[str]:
    """Return the paragraphs of ``texts`` in order, without those under ten words and without repeats."""
    found: dict[str, str] = {}
    for text in texts:
        for part in _BREAK.split(text):
            words = part.split()
            if len(words) >= FEWEST_WORDS:
                found.setdefault(" ".join(words).lower(), " ".join(words))
    return list(found.values())


def divided(texts: list[str], seed: int = 1) -> tuple[list[str], list[str]]:
    """Split into training texts and a held-out twentieth."""
    return sampling.divided(texts, KEPT_BACK, seed)
