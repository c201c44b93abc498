"""Word coverage: the more of a query's words the best passage has, the less semantic and other scores count.

A pasted sentence, or the headnote of a decision, is found by its words; similar passages and other passages of a text
only displace it. Queries with gaps, such as ``[...]`` or a masked citation, and those with citation evidence keep all
scores. A short question without a covering passage raises the semantic weight. Measured: docs/results/relevance.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import accented_tokens, tokens

_SHORTEST = 4  # letters of a word that says something, in any language
_FEWEST = 8  # such words: a short question may well have all its words in a passage that does not answer it
_HALF, _WHOLE = 0.5, 0.9
_MOST = 10  # words of a short question, without stop words
# Shares of them that the best passage by words has if its words answer.
_ENOUGH, _ENOUGH_OF_TWO = 0.75, 0.5
_SEMANTIC = 0.75  # weight of semantic scores if not; 0.9 finds more by lay words, and less by those of the law
_CITED = 0.2  # boost by citation evidence
_GAP = lazy_pattern(r"\[[^\[\]]{0,12}\]|…|\.\.\.")


def other_evidence_share(query: str, passage: str, cited: float) -> float:
    """Return the share (0..1) kept of all scores other than the keyword score.

    ``passage`` is the best one by keyword search, ``cited`` the highest boost by citation evidence.
    """
    if cited >= _CITED or _GAP.search(query):
        return 1.0
    words = _words(query)
    if len(words) < _FEWEST:
        return 1.0
    covered = len(words & _words(passage)) / len(words)
    return min(1.0, max(0.0, (_WHOLE - covered) / (_WHOLE - _HALF)))


def weight_by_coverage(
    weight: float, query: str, passage: str, language: str | None, others: Sequence[str]
) -> float:
    """Return the weight of semantic scores: ``weight``, or more for a short ``query`` whose words ``passage`` lacks.

    ``passage`` is the best one by keyword search, in ``language``. Statutes word *Mieter stirbt* differently; passages
    with some of the typed words have another subject.
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


def _words(text: str) -> set[str]:
    return {word for word in tokens(text) if len(word) >= _SHORTEST}
