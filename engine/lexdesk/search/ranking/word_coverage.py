"""Word coverage: a short question whose words no passage has raises the weight of semantic scores.

Statutes word a matter differently; passages with some of the typed words have another subject. Measured:
docs/results/relevance.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.tokens import accented_tokens

_MOST = 10  # words of a short question, without stop words
# Minimum shares of these words in the best lexical hit for the weight to stay; the second is for two words.
_ENOUGH, _ENOUGH_OF_TWO = 0.75, 0.5
_SEMANTIC = 0.75  # weight of semantic scores otherwise; 0.9 is better for lay words, and worse for terms of art


def weight_by_coverage(
    weight: float, query: str, passage: str, language: str | None, others: Sequence[str]
) -> float:
    """Return the weight of semantic scores: ``weight``, or more for a short ``query`` whose words ``passage`` lacks.

    ``passage`` is the best one by keyword search, in ``language``; no German statute has the words *Mieter stirbt*.
    """
    covered, words = count_covered(query, passage, language, others)
    enough = _ENOUGH if words > 2 else _ENOUGH_OF_TWO
    if not 0 < words <= _MOST or covered >= enough * words:
        return weight
    return max(weight, _SEMANTIC)


def count_covered(
    query: str, text: str, language: str | None, others: Sequence[str] = ()
) -> tuple[int, int]:
    """Return how many stems of the words of ``query`` a ``text`` in ``language`` has, and how many there are.

    Stop words of ``language`` and of ``others`` do not count.
    """
    stems = analysis(language)
    codes = {language or "", *others}
    words = {
        stems.word(word)
        for word in accented_tokens(query)
        if len(word) > 1 and not any(is_stop_word(word, code) for code in codes)
    }
    return len(words & set(stems.text(text).split())), len(words)
