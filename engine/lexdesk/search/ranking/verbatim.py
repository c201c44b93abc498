"""Verbatim queries: the more of a query's words one passage has, the less counts besides the words.

A pasted sentence, or the headnote of a decision, is found by its words; similar passages and other passages of a text
only displace it. A query that leaves something out, as ``[...]`` or a masked citation, asks for what it does not say,
and so does one whose like cite a provision. Measured: docs/results/relevance.md.
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


def share_beside_words(query: str, passage: str, cited: float) -> float:
    """Return the share (0..1) of all evidence besides the words of ``query`` that stays.

    ``passage`` is the best one by keyword search, ``cited`` the highest boost by citation evidence.
    """
    if cited >= _CITED or _GAP.search(query):
        return 1.0
    words = _words(query)
    if len(words) < _FEWEST:
        return 1.0
    covered = len(words & _words(passage)) / len(words)
    return min(1.0, max(0.0, (_WHOLE - covered) / (_WHOLE - _HALF)))


def weight_without_words(
    weight: float, query: str, passage: str, language: str | None, others: Sequence[str]
) -> float:
    """Return the weight of semantic scores for a short ``query``, more than ``weight`` if ``passage`` lacks its words.

    ``passage`` is the best one by keyword search, in ``language``. *Mieter stirbt* asks for what a statute says in other
    words; the passages with some of the typed words are about something else.
    """
    stems = analysis(language)
    typed = (word for word in accented_tokens(query) if len(word) > 1)
    words = {
        stems.word(word)
        for word in typed
        if not any(is_stop_word(word, code) for code in {language or "", *others})
    }
    if not 0 < len(words) <= _MOST:
        return weight
    covered = words & set(stems.text(passage).split())
    enough = _ENOUGH if len(words) > 2 else _ENOUGH_OF_TWO
    if len(covered) >= enough * len(words):
        return weight
    return max(weight, _SEMANTIC)


def _words(text: str) -> set[str]:
    return {word for word in tokens(text) if len(word) >= _SHORTEST}
