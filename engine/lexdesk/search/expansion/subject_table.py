"""The rows of a table of subjects, found by the words of a query.

That of the program, ``lexdesk/index/lexical/subjects.tsv``, is compiled to ``subjects.bin`` by ``packaging/compile_subjects.py``.
"""

from __future__ import annotations

import itertools
import sys
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from lexdesk.search.scope import country_of, is_country, stated_countries
from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.tokens import accented_tokens, fold

KNOWN_WORDS = 20_000
"""Words of queries kept with what they mean: most are repeated."""

LANGUAGES = ("de", "en", "fr", "es", "it", "pl")
"""Those of the program's subjects."""

_COLUMNS = 4
_SHORT = 2  # letters of words such as *of*
_GENERAL = frozenset((
    "law", "laws", "code", "act", "acts", "rule", "rules", "provision", "provisions", "regulation", "directive",
    "under", "legal", "statutory", "requirements", "article", "recht", "gesetz", "gesetze", "verordnung", "richtlinie",
    "vorschrift", "vorschriften", "regelung", "voraussetzungen", "paragraph", "artikel", "droit", "loi", "règlement",
))  # fmt: skip
"""Words of law in general, which state no matter."""

NEGATIONS = frozenset((
    "not", "no", "without", "never", "nicht", "kein", "keine", "keinen", "keiner", "keinem", "ohne", "pas", "sans", "aucun",
))  # fmt: skip
"""Words without which a subject that has one is another: *Mieter zahlt nicht*."""


@dataclass(order=True)
class Subject:
    """A subject, its language, and its provision ``eid`` of ``work``."""

    work: str
    eid: str
    language: str
    words: str
    is_own: bool = False  # added by the user; counts in any language

    @cached_property
    def tokens(self) -> list[str]:
        """Return the tokens of the words."""
        return [*self._tokens()]

    @cached_property
    def neutral_words(self) -> frozenset[str]:
        """Return the folded words without a matter of their own beside a single word with one: *legal* in *legal aid*."""
        words = accented_tokens(self.words)
        others = [word for word in words if is_empty(word, self.language)]
        if len(words) != len(others) + 1:
            return frozenset()
        others = [word for word in others if len(word) > _SHORT and not is_country(word)]
        others = [word for word in others if word not in NEGATIONS]
        return frozenset(map(fold_word, others))

    @cached_property
    def is_negated(self) -> bool:
        """Return True for a subject with a negation."""
        return not NEGATIONS.isdisjoint(accented_tokens(self.words))

    @cached_property
    def states_country(self) -> bool:
        """Return True if it counts only in a query that states its country, or the Union: ``cartel Ireland``, ``Widerruf EU``."""
        return self.country in stated_countries(self.words)

    @property
    def country(self) -> str:
        """Return the identifier prefix of the country of its work."""
        return country_of(self.work)

    def _tokens(self) -> Iterator[str]:
        for word in accented_tokens(self.words):
            if token := token_of_word(word, self.language):
                yield token


class SubjectTable:
    """The subjects in a ``table`` in UTF-8, each filed under its two tokens that fewest of the others have.

    ``index`` is that of ``compile_subjects``, made here if not given. Of some hundred thousand subjects, a query of ten words
    reads some dozen.
    """

    def __init__(self, table: bytes, index: bytes | None = None, *, is_own: bool = False):
        self._table, self._is_own = table, is_own
        compiled = compile_subjects(table) if index is None else index
        if sys.byteorder == "big":
            swapped = array("I", compiled)
            swapped.byteswap()
            compiled = swapped.tobytes()
        numbers = memoryview(compiled).cast("I")  # without copies of its three parts
        size = len(numbers) // 3
        self._keys, self._others, self._places = (
            numbers[at : at + size] for at in (0, size, 2 * size)
        )
        self._found = lru_cache(KNOWN_WORDS)(self._find)
        self._subject = lru_cache(KNOWN_WORDS)(self._subject_at)

    def has_key(self, key: int) -> bool:
        """Return whether a token with ``key`` is one of the two rarest of a subject."""
        at = bisect_left(self._keys, key)
        if at < len(self._keys) and self._keys[at] == key:
            return True
        others, sought = self._others.tobytes(), array("I", (key,)).tobytes()
        at = others.find(sought)  # in a tenth of the time of a comparison of each number
        while at % len(sought) and at >= 0:
            at = others.find(sought, at + 1)
        return at >= 0

    def with_keys(self, words: Sequence[frozenset[int]]) -> list[Subject]:
        """Return the subjects whose two rarest tokens have keys among those of the ``words``, and a few others."""
        if not self._keys:
            return []
        keys = frozenset[int]().union(*words)
        found = itertools.chain.from_iterable(map(self._found, words))
        places = {place for other, place in found if not other or other in keys}
        return [*map(self._subject, places)]

    def _find(self, keys: frozenset[int]) -> list[tuple[int, int]]:
        """Return the other key and the place of each subject whose rarest token has one of the ``keys`` of a word."""
        found: list[tuple[int, int]] = []
        for key in keys:
            first = bisect_left(self._keys, key)
            if first < len(self._keys) and self._keys[first] == key:
                last = bisect_right(self._keys, key, first)
                found += zip(self._others[first:last], self._places[first:last], strict=True)
        return found

    def _subject_at(self, start: int) -> Subject:
        line, end = self._table.rfind(b"\n", 0, start) + 1, self._table.find(b"\n", start)
        row = self._table[line : end if end >= 0 else None]
        work, eid, language, _ = row.split(b"\t", 3)
        words = row[start - line :].partition(b";")[0].strip()
        return Subject(work.decode(), eid.decode(), language.decode(), words.decode(), self._is_own)


def compile_subjects(table: bytes) -> bytes:
    """Return the index of a table with the columns work, provision, language and subjects.

    Sorted keys of the rarest tokens, then those of the second rarest ones, 0 for subjects of one token, then the places of
    the subjects in the table, all as little-endian numbers of 32 bits. A key is the CRC-32 of a language and a token.
    """
    found = [*_subjects_in(table)]
    common = Counter((language, token) for _, language, tokens in found for token in tokens)
    entries = []
    for place, language, tokens in found:
        rarest = sorted(tokens, key=lambda token: (common[language, token], token))
        key, *others = (key_of(language, token) for token in rarest[:2])
        entries.append((key, *(others or [0]), place))
    numbers = array(
        "I", (number for column in zip(*sorted(entries), strict=True) for number in column)
    )
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _subjects_in(table: bytes) -> Iterator[tuple[int, str, frozenset[str]]]:
    """Yield the place of each subject that states a matter, its language, and its tokens."""
    end = 0
    for line in table.split(b"\n"):
        start, end = end, end + len(line) + 1
        columns = line.split(b"\t")
        if line.startswith(b"#") or len(columns) != _COLUMNS:
            continue
        language, at = columns[2].decode(), start + len(line) - len(columns[3])
        for words in columns[3].split(b";"):
            tokens = (token_of_word(word, language) for word in accented_tokens(words.decode()))
            if stated := frozenset(filter(None, tokens)):
                yield at, language, stated
            at += len(words) + 1


def key_of(language: str, token: str) -> int:
    """Return the key of a token in a compiled index."""
    return zlib.crc32(f"{language}:{token}".encode())


@lru_cache(KNOWN_WORDS)
def token_of_word(word: str, language: str) -> str:
    """Return the token of a word of a subject; ``""`` if it states no matter."""
    return "" if is_empty(word, language) else analysis(language).word(word) or fold_word(word)


def is_empty(word: str, language: str) -> bool:
    """Return whether a word states no matter."""
    return not states_matter(word) or is_stop_word(fold_word(word), language)


def states_matter(word: str) -> bool:
    """Return whether a word that is no stop word states a matter."""
    return word not in _GENERAL and not is_country(word)


def fold_word(word: str) -> str:
    """Return a word without differences of case and accent."""
    return fold(word).strip()
