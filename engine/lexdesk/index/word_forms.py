"""The forms of a plain word in the full-text index, and what each counts (docs/results/analysis.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

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

Forms = Callable[..., Mapping[Form, float]]
"""``weighted_forms`` of one index, told ``word``, ``typed``, ``languages`` and ``parts``."""

Covers = Callable[[frozenset[Form], Form], bool]
"""Whether one of some forms is wherever another one is."""

_WITHOUT_ACCENTS = frozenset(("", "de", "en"))
"""Languages in which a word typed without its accents has the stem that it has with them, as a rule."""


def weighted_forms(
    frequency: Frequency,
    covers: Covers,
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

    def is_covered(exact: Form, by: Iterable[Form]) -> bool:
        """Where accents were left out or not printed, stems differ: French ``donnees`` is no ``données``."""
        return _WITHOUT_ACCENTS.issuperset(languages) or covers(frozenset(by), exact)

    body = {stem: n for stem in stems if (n := frequency(BODY_STEMS, stem))}
    exact = frequency(BODY, word)
    # Where the stem has no other form, or the word is frequent, one list of passages is enough.
    found = sum(body.values())
    is_frequent = exact > max(_FREQUENT_SHARE * passages, _FREQUENT)
    stem_alone = exact > 0 and found >= exact and (found == exact or is_frequent)
    stem_alone = stem_alone and is_covered((BODY, word), ((BODY_STEMS, stem) for stem in body))
    weight = EXACT + STEM if stem_alone else STEM
    forms: dict[Form, float] = dict.fromkeys(((BODY_STEMS, stem) for stem in body), weight)
    if exact and not stem_alone:
        forms[BODY, word] = EXACT
    titles = [(TITLE_STEMS, stem) for stem in stems if frequency(TITLE_STEMS, stem)]
    forms |= dict.fromkeys(titles, TITLE_BOOST)
    if frequency(TITLE, word) and not (titles and is_covered((TITLE, word), titles)):
        forms |= dict.fromkeys(titles, STEM * TITLE_BOOST)
        forms[TITLE, word] = EXACT * TITLE_BOOST if titles else TITLE_BOOST
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
