"""Pasted text: the more of a query's words the best passage has, the less semantic and other scores count.

A pasted sentence, or the headnote of a decision, is found by its words; similar passages and other passages of a text
only displace it. Queries with gaps, such as ``[...]`` or a masked citation, and those with citation evidence keep all
scores. Measured: docs/results/relevance.md.
"""

from __future__ import annotations

from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import tokens

_SHORTEST = 4  # letters of a content word, in any language
_FEWEST = 8  # such words; all words of a shorter question may be in a passage without the answer
_HALF, _WHOLE = 0.5, 0.9
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


def _words(text: str) -> set[str]:
    return {word for word in tokens(text) if len(word) >= _SHORTEST}
