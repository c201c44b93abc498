"""Acronyms found in no passage, expanded to words of a heading with these initials.

``RTBF`` is *right to be forgotten*, and ``SVZO`` *Straßenverkehrs-Zulassungs-Ordnung*: each part of a compound gives
a letter. Terms of glossaries are expanded by ``terms_of_art``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from lexdesk.storage import Store
from lexdesk.text.analysis import is_stop_word
from lexdesk.text.analysis.compounds import german
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import token_spans

LENGTHS = range(4, 7)
"""Letters of an abbreviation; those of a shorter one begin some words in any heading."""

_BETWEEN = lazy_pattern(r"[ \u00a0'’-]*")
"""Separators of the words, without punctuation."""


def expand_acronym(abbreviation: str, store: Store, languages: Sequence[str]) -> str:
    """Return the words of most headings with the initials ``abbreviation``; ``""`` if there are none."""
    letters = abbreviation.lower()
    if len(letters) not in LENGTHS:
        return ""
    found: Counter[str] = Counter()
    written: dict[str, str] = {}
    for heading, times in store.texts.headings():
        for words in _standing_for(letters, heading, languages):
            found[words.lower()] += times
            written.setdefault(words.lower(), words)
    best = max(found, key=lambda words: (found[words], -len(words), words), default="")
    return written.get(best, "")


def _standing_for(letters: str, heading: str, languages: Sequence[str]) -> Iterable[str]:
    spans = [(start, end, forms[0]) for start, end, forms in token_spans(heading) if forms]
    for at, (start, _, word) in enumerate(spans):
        end = _end(letters, spans, at, languages) if word.startswith(letters[0]) else 0
        between = pairwise(span for span in spans if start <= span[0] < end)
        if end and all(_BETWEEN.fullmatch(heading, a[1], b[0]) for a, b in between):
            yield heading[start:end]


def _end(
    letters: str, spans: Sequence[tuple[int, int, str]], at: int, languages: Sequence[str]
) -> int:
    """Return the end of the words from ``at`` on with the initials ``letters``; 0 if they do not match."""
    for number in range(at, len(spans)):
        _, end, word = spans[number]
        initials = "".join(part[0] for part in german().atoms(word))
        if initials and letters.startswith(initials):
            letters = letters[len(initials) :]
        elif letters.startswith(word[0]):
            letters = letters[1:]
        elif number == at or not any(is_stop_word(word, language) for language in languages):
            return 0
        if not letters:
            return end
    return 0
