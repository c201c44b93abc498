"""Long passages cut at sentences for a cross-encoder."""

import re
from collections import Counter
from collections.abc import Callable

_SENTENCE_END = re.compile(r"(?<=[.;:!?])\s+(?=[A-ZÄÖÜ(§0-9])")


def cut(text: str, most: int, size: Callable[[str], int]) -> list[str]:
    """Cut into runs of whole sentences of at most ``most`` by ``size``; a longer sentence stands alone."""
    found: list[str] = []
    held: list[str] = []
    total = 0
    for sentence in _SENTENCE_END.split(text):
        length = size(sentence)
        if held and total + length > most:
            found.append(" ".join(held))
            held, total = [], 0
        held.append(sentence)
        total += length
    return [*found, " ".join(held)] if held else found


def nearest(pieces: list[str], query: str, count: int) -> list[str]:
    """Return the ``count`` pieces with the most words of the query, in the order of the text."""
    counts = Counter(query.lower().split())

    def shared(at: int) -> int:
        return (Counter(pieces[at].lower().split()) & counts).total()

    chosen = sorted(range(len(pieces)), key=lambda at: (-shared(at), at))[:count]
    return [pieces[at] for at in sorted(chosen)]
