"""Word coverage: the share of a query's words in the best passage decides how much semantic scores count.

A pasted sentence, or the headnote of a decision, is found by its words; similar passages and other passages of a text
only displace it, as do the provisions that it cites. Queries with gaps, such as ``[...]`` or a masked citation, keep all
scores. A short question whose words no passage has raises the weight of semantic scores.
Statutes word a matter differently; passages with some of the typed words have another subject. Words in the subjects of
the provision count: a model reads the text alone, so that its scores weigh less then. Measured:
docs/results/relevance.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import accented_tokens, tokens

_SHORTEST = 4  # letters of a content word, in any language
_FEWEST = 8  # such words; all words of a shorter question may be in a passage without the answer
_HALF, _WHOLE = 0.5, 0.9
_GAP = lazy_pattern(r"\[[^\[\]]{0,12}\]|…|\.\.\.")


def other_evidence_share(query: str, passage: str) -> float:
    """Return the share (0..1) kept of all scores other than the keyword score; ``passage`` is the best one by that."""
    if _GAP.search(query):
        return 1.0
    if has_wording(query, passage):
        return 0.0
    words = _words(query)
    if len(words) < _FEWEST:
        return 1.0
    covered = len(words & _words(passage)) / len(words)
    return min(1.0, max(0.0, (_WHOLE - covered) / (_WHOLE - _HALF)))


def _words(text: str) -> set[str]:
    return {word for word in tokens(text) if len(word) >= _SHORTEST}


_MOST = 10  # words of a short question, without stop words
# Minimum shares of these words in the best lexical hit for the weight to stay; the second is for two words.
_ENOUGH, _ENOUGH_OF_TWO = 0.75, 0.5
_SEMANTIC_BY_SUBJECTS = 0.5  # greatest weight where the subjects have the words that the text lacks
_SEMANTIC = 0.75  # weight of semantic scores otherwise; 0.9 is better for lay words, and worse for terms of art


def weight_by_coverage(
    weight: float,
    query: str,
    passage: str,
    language: str | None,
    others: Sequence[str],
    has_subject: Callable[[str], bool],
) -> float:
    """Return the weight of semantic scores: ``weight``, or more for a short ``query`` whose words ``passage`` lacks.

    ``passage`` is the best one by keyword search, in ``language``; no German statute has the words *Mieter stirbt*.
    ``has_subject`` tests whether the subjects of its provision have a word.
    """
    missing, words = _missing_words(query, passage, language, others)
    allowed = (1 - (_ENOUGH if words > 2 else _ENOUGH_OF_TWO)) * words
    if not 0 < words <= _MOST or len(missing) <= allowed:
        return weight
    if sum(not has_subject(word) for word in missing) <= allowed:
        return min(weight, _SEMANTIC_BY_SUBJECTS)
    return max(weight, _SEMANTIC)


_SENTENCE = 5  # words of a pasted sentence
_PART = 12  # of a part of one; texts mention other provisions by titles of fewer words
_COMPARED = 60  # words of a pasted text
_BEFORE, _BEHIND = lazy_pattern(r"(?:^|[.;:()|\n*])\s*\Z"), lazy_pattern(r",?\s*(?:\Z|[.;:|\n])")


def has_wording(text: str, passage: str) -> bool:
    """Return whether ``passage`` has the words of ``text``, a sentence or a longer part of one, one behind the other."""
    words, lower = _compared_words(text), passage.lower()
    if len(words) < _SENTENCE or not all(word in lower for word in words):
        return False
    return any(
        len(words) >= _PART
        or (_BEFORE.search(lower[: found.start()]) and _BEHIND.match(lower, found.end()))
        for found in re.finditer(r"\W+".join(map(re.escape, words)), lower)
    )


@lru_cache(maxsize=16)  # a query is compared with many passages
def _compared_words(text: str) -> Sequence[str]:
    return accented_tokens(text)[:_COMPARED]


def count_covered(query: str, text: str, language: str | None) -> tuple[int, int]:
    """Return how many stems of the words of ``query`` a ``text`` in ``language`` has, and how many there are.

    Stop words of ``language`` do not count.
    """
    missing, words = _missing_words(query, text, language, ())
    return words - len(missing), words


def _missing_words(
    query: str, text: str, language: str | None, others: Sequence[str]
) -> tuple[list[str], int]:
    """Return the words of ``query`` whose stem is not in ``text``, one for each stem, and the number of all stems."""
    stems = analysis(language)
    codes = {language or "", *others}
    words = {
        stems.word(word): word
        for word in accented_tokens(query)
        if len(word) > 1 and not any(is_stop_word(word, code) for code in codes)
    }
    held = set(stems.text(text).split())
    return [word for stem, word in words.items() if stem not in held], len(words)
