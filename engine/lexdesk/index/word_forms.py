"""The forms of a plain word in the full-text index, and what each counts (docs/results/analysis.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lexdesk.analysis import analysis
from lexdesk.index.layout import BODY, BODY_STEMS, TITLE, TITLE_STEMS

TITLE_BOOST = 0.5
"""Weight of a word in the title of a work, in whatever form, against one in the passage."""

EXACT, STEM, PART = 0.3, 0.7, 0.4
"""Weights of a word as typed, of its stem (which every exact match has too), and of each part of a
compound in the query."""

PAIR = 0.3
"""Weight of two words of a query that follow each other in the text, too (docs/results/retrieval.md)."""

_FREQUENT_SHARE, _FREQUENT = 0.05, 1_000
"""A word is frequent that is in more than this share of the passages, and in more than this number of
them. It says little, and its exact form says hardly more than its stem."""

Form = tuple[str, str]
"""A field of the index and a token in it."""

Frequency = Callable[[str, str], int]
"""In how many passages a field has a token."""


def weighted_forms(
    frequency: Frequency,
    passages: int,
    word: str,
    typed: str,
    languages: Sequence[str],
    *,
    parts: bool,
) -> dict[Form, float]:
    """Where a word is found, as folded (``word``) and ``typed``, with the weight of each place.

    ``passages`` is how many there are in all. The word is analysed in each of ``languages``; with
    ``parts``, the parts of a compound count as well. What the index does not hold is left out, so
    that only words that are there cost time.
    """
    stems, pieces = _analysed(typed, languages)
    body = {stem: n for stem in stems if (n := frequency(BODY_STEMS, stem))}
    exact = frequency(BODY, word)
    # Where the stem has no other form, or the word is frequent, one list of passages is enough.
    found = sum(body.values())
    is_frequent = exact > max(_FREQUENT_SHARE * passages, _FREQUENT)
    stem_alone = exact > 0 and found >= exact and (found == exact or is_frequent)
    weight = EXACT + STEM if stem_alone else STEM
    forms: dict[Form, float] = dict.fromkeys(((BODY_STEMS, stem) for stem in body), weight)
    if exact and not stem_alone:
        forms[BODY, word] = EXACT
    titles = [stem for stem in stems if frequency(TITLE_STEMS, stem)]
    if titles:
        forms |= dict.fromkeys(((TITLE_STEMS, stem) for stem in titles), TITLE_BOOST)
    elif frequency(TITLE, word):
        forms[TITLE, word] = TITLE_BOOST
    for piece in pieces if parts else ():
        if frequency(BODY_STEMS, piece):
            forms.setdefault((BODY_STEMS, piece), PART)
    return forms


def _analysed(typed: str, languages: Sequence[str]) -> tuple[dict[str, None], dict[str, None]]:
    """The tokens of ``typed`` and of its parts, in each language and for texts of unknown language."""
    stems: dict[str, None] = {}
    pieces: dict[str, None] = {}
    for language in ("", *languages):
        analysed = analysis(language)
        if token := analysed.word(typed):
            stems[token] = None
        pieces.update(dict.fromkeys(analysed.parts(typed)))
    return stems, pieces
