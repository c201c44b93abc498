"""Spelling: the nearest indexed words for words missing from the library ("did you mean")."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeGuard

from msgspec import Struct

from lexdesk.citations.work_lookup import may_cite
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.query import Node, Query, Term
from lexdesk.search.expansion.inflected_forms import as_written
from lexdesk.search.expansion.terms_of_art import is_term
from lexdesk.storage import Store
from lexdesk.text.analysis import is_stop_word
from lexdesk.text.analysis.compounds import load_german
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import is_unspaced, token_spans

_SHORTEST = 4  # letters; a shorter word is similar to too many others
_LONG = 8  # letters, from which two may be wrong
_MOST_WORDS = 50  # of a query; pasted passages are not checked
_MOST_OF_CITATION = 8  # words and numbers
_LONGEST_ACRONYM = 5  # letters
_FEWEST = {1: 5, 2: 20}
"""Edits -> the fewest passages with the offered word, in a library of ``_LARGE`` passages.

Measured on 968 words of lawyers' questions with one typing mistake, and their 254 questions without one, in
120,000 passages of law: right corrections 776 -> 753, other words 131 -> 104, corrections of faultless questions
6 -> 2.
"""
_LARGE = 50_000
_LOOKED_AT = 5_000  # words with one first letter, most frequent first


LENGTHS = range(4, 7)
"""Letters of an abbreviation; those of a shorter one begin some words in any heading."""

_BETWEEN = lazy_pattern(r"[ \u00a0'’-]*")
"""Separators of the words, without punctuation."""


class Spelling(Struct, frozen=True):
    """A spelling corrector for one library; ``languages`` are those of its texts (ISO 639-1).

    ``is_known`` tests a folded word against another vocabulary.
    """

    store: Store
    fulltext: FullText
    languages: Sequence[str]
    is_known: Callable[[str], bool]

    def correct(self, query: Query) -> str:
        """Return ``query`` with the nearest word in place of each missing one; ``""`` without a correction.

        An acronym in capitals is expanded to the words of a heading. The last word may be incomplete: a prefix of an
        indexed word stays. If most missing words have no near word, the query is in another language and stays unchanged.
        """
        words = [
            (start, end, forms[0])
            for start, end, forms in token_spans(query.text)
            if len(forms) == 1
        ]
        if len(words) > _MOST_WORDS:
            return ""
        terms = {term.tokens: term for term in _words(query)}
        missing = [
            word
            for word in words
            if (word[2],) in terms
            and not is_term(query.text[word[0] : word[1]])
            and self._is_nowhere(terms[word[2],])
        ]
        if missing and missing[-1][1] == len(query.text.rstrip()):
            missing = missing[: -1 if self.fulltext.words_with_prefix(missing[-1][2], 1) else None]
        if not missing:
            return self._as_citation(query.text, words)
        put = {
            word: self._correct_word(query.text, start, end, word) for start, end, word in missing
        }
        if 2 * sum(map(bool, put.values())) < len(put):
            return ""
        text, done = "", 0
        for start, end, word in missing:
            if put[word]:
                text, done = f"{text}{query.text[done:start]}{put[word]}", end
        return text and text + query.text[done:]

    def _as_citation(self, query: str, words: Sequence[tuple[int, int, str]]) -> str:
        """Return the citation that differs from ``query`` in one of its ``words``; ``""`` without one.

        A stem matches in search but not in citations: ``articl 17 gdpr``.
        """
        if not may_cite(query) or len(words) > _MOST_OF_CITATION:
            return ""
        from lexdesk.citations.query_citations import parse_query_citation  # loads many patterns

        if parse_query_citation(query) is not None:
            return ""
        for start, end, word in words:
            if len(word) >= _SHORTEST and word.isalpha() and (near := self._nearest(word)):
                offered = f"{query[:start]}{_in_case_of(query[start:end], near)}{query[end:]}"
                if near != word and parse_query_citation(offered) is not None:
                    return offered
        return ""

    def _correct_word(self, query: str, start: int, end: int, word: str) -> str:
        """Return the correction of a word, spelled as in a text; ``""`` for none."""
        typed = query[start:end]
        if typed.isupper() and len(typed) in LENGTHS:
            found = expand_acronym(typed, self.store, self.languages)
            if found or typed == query.strip() or not query.isupper():
                return found
            if len(typed) <= _LONGEST_ACRONYM and any(map(str.isdigit, query)):
                return ""  # of a report or a court: BGHZ 163, 1
        near = self._nearest(word)
        if not near or self.is_known(word):  # bail is not a misspelling of Bahl
            return ""
        return _in_case_of(typed, as_written(near, self.store, self.fulltext))

    def _is_nowhere(self, term: Term) -> bool:
        word = term.tokens[0]
        return not self.fulltext.has(word, term.typed or word, self.languages)

    def _nearest(self, word: str) -> str:
        """Return the most frequent of the nearest words, or ``""``; the first two letters may only be swapped."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA  # as ``word_matchers.count_edits``

        known = {
            form: -passages
            for first in dict.fromkeys(word[:2])
            for form, passages in self.fulltext.words_with_prefix(first, _LOOKED_AT)
            if form.isalpha()
        }
        most = 1 if len(word) < _LONG else 2
        # ``extract_iter`` leaves all these words in a cycle: a gigabyte of them after 2,000 queries
        near = process.extract(
            word, list(known), scorer=OSA.distance, score_cutoff=most, limit=None
        )
        edits, fewer, form = min(
            ((edits, known[form], form) for form, edits, _ in near), default=(0, 0, "")
        )
        fewest = _FEWEST.get(edits, 0) * min(1.0, self.fulltext.size / _LARGE)
        return form if -fewer >= fewest else ""


def _words(query: Query) -> Iterator[Term]:
    """Yield the words to check, those of a phrase one by one."""
    for leaf in query.positive():
        phrase = leaf.tokens if isinstance(leaf, Term) and leaf.quoted else ()
        parts = [Term((token,), quoted=True) for token in phrase] if len(phrase) > 1 else [leaf]
        yield from filter(_is_word, parts)


def _is_word(leaf: Node) -> TypeGuard[Term]:
    """Return whether ``leaf`` is a word to check: only letters, and enough of them."""
    if not isinstance(leaf, Term) or leaf.field != "any" or len(leaf.tokens) != 1:
        return False
    word = leaf.tokens[0]
    return len(word) >= _SHORTEST and word.isalpha() and not any(map(is_unspaced, word))


def _in_case_of(typed: str, word: str) -> str:
    """Return ``word`` in lower case or capitalised, as ``typed``."""
    if typed.islower():
        return word.lower()
    return word[:1].upper() + word[1:] if typed[:1].isupper() else word


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
        end = _end_of_initials(letters, spans, at, languages) if word.startswith(letters[0]) else 0
        between = pairwise(span for span in spans if start <= span[0] < end)
        if end and all(_BETWEEN.fullmatch(heading, a[1], b[0]) for a, b in between):
            yield heading[start:end]


def _end_of_initials(
    letters: str, spans: Sequence[tuple[int, int, str]], at: int, languages: Sequence[str]
) -> int:
    """Return the end of the words from ``at`` on with the initials ``letters``; 0 if they do not match."""
    for number in range(at, len(spans)):
        _, end, word = spans[number]
        initials = "".join(part[0] for part in load_german().atoms(word))
        if initials and letters.startswith(initials):
            letters = letters[len(initials) :]
        elif letters.startswith(word[0]):
            letters = letters[1:]
        elif number == at or not any(is_stop_word(word, language) for language in languages):
            return 0
        if not letters:
            return end
    return 0
