"""The indexed forms of a plain word, and their weights (docs/results/relevance.md)."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from lexdesk.index.lexical.schema import BODY, BODY_STEMS, SUBJECTS, TITLE, TITLE_STEMS
from lexdesk.text.analysis import analysis
from lexdesk.text.idf import compute_idf
from lexdesk.text.tokens import fold

TITLE_BOOST = 0.5
"""Weight of a word in the title of a work, in whatever form, against one in the passage."""

SUBJECT_BOOST = 1.0
"""The same for a word in the subjects of a provision (docs/results/relevance.md)."""

EXACT, STEM, PART = 0.3, 0.7, 0.4
"""Weights of a word as typed, of its stem (which every exact match has too), and of each part of a
compound in the query."""

PAIR = 0.3
"""Weight of two words of a query that follow each other in the text, too (docs/results/relevance.md)."""

_ANOTHER_WORD = 0.1
"""What a stem counts, against another one, in a language that does not have the word as it is typed, where another
has: English *consent* is the stem of Spanish *consentimiento*."""

_FREQUENT_SHARE, _FREQUENT = 0.05, 1_000
"""A word is frequent that is in more than this share of the passages, and in more than this number of
them. It says little, and its exact form says hardly more than its stem."""

Form = tuple[str, str]
"""A field of the index and a token in it."""

Frequency = Callable[[str, str], int]
"""In how many passages a field has a token."""

Covers = Callable[[frozenset[Form], Form], bool]
"""A test whether each passage of a form has one of some others."""

Meets = Callable[[Form, Form], bool]
"""A test whether two forms share a passage."""

_WITHOUT_ACCENTS = frozenset(("", "de", "en"))
"""Languages in which a word typed without its accents has the stem that it has with them, as a rule."""


class WordForms:
    """The forms of words in one state of the index.

    ``frequency``, ``covers`` and ``meets`` look up the index; ``passages`` is its size. Forms missing from the index are
    left out and cost no time.
    """

    def __init__(self, frequency: Frequency, covers: Covers, meets: Meets, passages: int):
        self._frequency, self._covers, self._passages = frequency, covers, passages
        self._meets = meets

    def of(
        self,
        word: str,
        typed: str,
        languages: Sequence[str],
        *,
        parts: bool,
        subjects: bool = False,
    ) -> dict[Form, float]:
        """Return the forms of a word, folded (``word``) and ``typed``, with their weights.

        The word is analysed in each of ``languages``; ``parts`` adds the parts of a compound, ``subjects`` the
        subjects of provisions.
        """
        stems, pieces = _analyse(typed, languages)
        in_subjects = self._subject_forms(stems, pieces if parts else ()) if subjects else {}
        forms = (
            in_subjects
            | self._text_forms(word, stems, languages)
            | self._title_forms(word, stems, languages)
        )
        for piece in pieces if parts else ():
            for field, boost in ((BODY_STEMS, 1.0), (TITLE_STEMS, TITLE_BOOST)):
                if self._frequency(field, piece):
                    forms.setdefault((field, piece), PART * boost)
        return forms

    def languages(self, typed: str, languages: Sequence[str]) -> list[str]:
        """Return the ``languages`` of texts with the word as ``typed``, else in another form."""
        stems = {language: (BODY_STEMS, analysis(language).word(typed)) for language in languages}
        held = [language for language, stem in stems.items() if self._frequency(*stem)]
        return [
            language for language in held if self._meets(stems[language], (BODY, fold(typed)))
        ] or held

    def _text_forms(
        self, word: str, stems: Iterable[str], languages: Sequence[str]
    ) -> dict[Form, float]:
        """Return its stems and, unless they suffice, its exact form."""
        held = {(BODY_STEMS, stem): n for stem in stems if (n := self._frequency(BODY_STEMS, stem))}
        exact, found = self._frequency(BODY, word), sum(held.values())
        # Where the stem has no other form, or the word is frequent, one list of passages is enough.
        is_frequent = exact > max(_FREQUENT_SHARE * self._passages, _FREQUENT)
        is_enough = 0 < exact <= found and (found == exact or is_frequent)
        if is_enough and self._is_covered((BODY, word), held, languages):
            weights = self._weights((BODY, word), held).items()
            return {stem: (EXACT + STEM) * weight for stem, weight in weights}
        forms = {stem: STEM * weight for stem, weight in self._weights((BODY, word), held).items()}
        return forms | ({(BODY, word): EXACT} if exact else {})

    def _weights(self, exact: Form, held: Mapping[Form, int]) -> dict[Form, float]:
        """Return the weights of several stems of one word.

        Stems are synonyms, as in the structured queries of Pirkola (1998): a language with few texts does not make a word
        more specific.
        """
        if len(held) < 2:
            return dict.fromkeys(held, 1.0)
        written = {stem for stem in held if self._meets(stem, exact)} or held.keys()
        together = self._idf(sum(held[stem] for stem in written))
        return {
            stem: together / self._idf(n) * (1 if stem in written else _ANOTHER_WORD)
            for stem, n in held.items()
        }

    def _idf(self, found: int) -> float:
        return compute_idf(found, self._passages)

    def _title_forms(
        self, word: str, stems: Iterable[str], languages: Sequence[str]
    ) -> dict[Form, float]:
        """Return the forms in titles of works, at a lower weight."""
        held = [(TITLE_STEMS, stem) for stem in stems if self._frequency(TITLE_STEMS, stem)]
        if not self._frequency(TITLE, word):
            return dict.fromkeys(held, TITLE_BOOST)
        if not held:
            return {(TITLE, word): TITLE_BOOST}
        if self._is_covered((TITLE, word), held, languages):
            return dict.fromkeys(held, TITLE_BOOST)
        forms: dict[Form, float] = dict.fromkeys(held, STEM * TITLE_BOOST)
        return forms | {(TITLE, word): EXACT * TITLE_BOOST}

    def _subject_forms(self, stems: Iterable[str], pieces: Iterable[str]) -> dict[Form, float]:
        weights = dict.fromkeys(pieces, PART) | dict.fromkeys(stems, 1.0)
        return {
            (SUBJECTS, token): SUBJECT_BOOST * weight
            for token, weight in weights.items()
            if self._frequency(SUBJECTS, token)
        }

    def _is_covered(self, exact: Form, by: Iterable[Form], languages: Sequence[str]) -> bool:
        """Return whether the stems match every passage of the exact form.

        Stems differ for missing accents: French ``donnees`` is not ``données``.
        """
        return _WITHOUT_ACCENTS.issuperset(languages) or self._covers(frozenset(by), exact)


def _analyse(typed: str, languages: Sequence[str]) -> tuple[dict[str, None], dict[str, None]]:
    """Return the tokens of ``typed`` and of its parts, in each language and for texts of unknown language."""
    stems: dict[str, None] = {}
    pieces: dict[str, None] = {}
    for language in ("", *languages):
        analysed = analysis(language)
        if token := analysed.word(typed):
            stems[token] = None
        pieces.update(dict.fromkeys(analysed.parts(typed)))
    return stems, pieces
