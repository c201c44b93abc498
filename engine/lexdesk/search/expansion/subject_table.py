"""The rows of a table of subjects, found by how the words of a subject begin.

A table has tens of thousands of subjects, and a search needs a few: its text is folded as a whole and searched for the
beginnings of the query's words, so that only rows that may count become objects.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from lexdesk.search.scope import country_of, is_country, stated_countries
from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.tokens import accented_tokens, fold, fold_in_place

PREFIX = 4
"""Letters of a word by which subjects are found before they are stemmed."""

KNOWN_WORDS = 20_000
"""Words of queries kept with what they mean: most are repeated."""

_LANGUAGES = ("de", "en", "fr", "es", "it", "pl")
_LONGEST_LEAD = 32  # characters before the first word that states a matter: *how long may a*
_LONGEST_STOP_WORD = 12
_SHORT = 2  # letters of words such as *of*
_LIGATURES = {"ß": "s", "æ": "a", "œ": "o"}
"""Letters that are two when they are folded, and the first of these."""
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
    is_own: bool = False  # of the user: counts in any language

    @cached_property
    def first(self) -> str:
        """The token of its first word that states a matter, or ``""``: of most of a query's many candidates it is not said."""
        return next(self._tokens(), "")

    @cached_property
    def tokens(self) -> list[str]:
        """The tokens of its words."""
        return [*self._tokens()]

    @cached_property
    def beside(self) -> frozenset[str]:
        """The folded words that state no matter, if all but one do: *legal aid* is not aid."""
        words = accented_tokens(self.words)
        others = [word for word in words if is_empty(word, self.language)]
        if len(words) != len(others) + 1:
            return frozenset()
        others = [word for word in others if len(word) > _SHORT and not is_country(word)]
        others = [word for word in others if word not in NEGATIONS]
        return frozenset(map(folded, others))

    @cached_property
    def is_negated(self) -> bool:
        """Whether it has a negation."""
        return not NEGATIONS.isdisjoint(accented_tokens(self.words))

    @cached_property
    def states_country(self) -> bool:
        """Whether it counts only in a query that states its country, or the Union: ``cartel Ireland``, ``Widerruf EU``."""
        return country_of(self.work) in stated_countries(self.words)

    def _tokens(self) -> Iterator[str]:
        for word in accented_tokens(self.words):
            if token := token_of_word(word, self.language):
                yield token


class SubjectTable:
    """The subjects in the ``text`` of a table with the columns work, provision, language and subjects."""

    def __init__(self, text: str, is_own: bool = False):
        self._text, self._is_own = f"\n{text}\n", is_own
        self._folded = _folded_in_place(self._text)
        self.beginning_with = lru_cache(KNOWN_WORDS)(self._beginning_with)

    def _beginning_with(self, beginning: str) -> list[Subject]:
        """Return the subjects whose first word that states a matter begins so; a ``beginning`` below 4 letters is all of it."""
        found: dict[int, Subject] = {}
        text, folded_text = self._text, self._folded
        sought = f" {beginning} " if len(beginning) < PREFIX else f" {beginning}"
        length = len(sought)
        at = folded_text.find(sought)
        while at >= 0:
            # Works stand behind a line's end, a tab follows codes of languages, an underscore identifiers of provisions.
            is_identifier = text[at] == "\n" or text[at + length - 1] == "\t"
            if not is_identifier and not folded_text.startswith("_", at + length):
                lead = text[max(0, at - _LONGEST_LEAD) : at + 1]
                begins = max(lead.rfind(";"), lead.rfind("\t")) + 1
                if begins and all(map(_may_be_empty, accented_tokens(lead[begins:]))):
                    start = at + 1 - len(lead) + begins
                    subject = self._subject_from(start, at + 1)
                    if subject:
                        found.setdefault(start, subject)
            at = folded_text.find(sought, at + 1)
        return [*found.values()]

    def _subject_from(self, start: int, at: int) -> Subject | None:
        """Return the subject from ``start`` on if ``at`` has its first word that states a matter, else ``None``."""
        text = self._text
        line, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        work, _, rest = text[line:end].partition("\t")
        eid, _, rest = rest.partition("\t")
        language, _, subjects = rest.partition("\t")
        if at < end - len(subjects) or not subjects or work.startswith("#"):
            return None  # in another column, or in a comment
        if any(token_of_word(word, language) for word in accented_tokens(text[start:at])):
            return None
        last = text.find(";", at, end)
        words = text[start : end if last < 0 else last].strip()
        return Subject(work, eid, language, words, self._is_own)


def beginnings_of(words: Iterable[str]) -> frozenset[str]:
    """Return how folded ``words`` begin, as ``SubjectTable`` is asked for them."""
    return frozenset(form[:PREFIX] for word in words for form in (word, _narrow(word)))


@lru_cache(KNOWN_WORDS)
def token_of_word(word: str, language: str) -> str:
    """Return the token of a word of a subject; ``""`` if it states no matter."""
    return "" if is_empty(word, language) else analysis(language).word(word) or folded(word)


@lru_cache(KNOWN_WORDS)
def _may_be_empty(word: str) -> bool:
    """Return whether a word states no matter, in one of the languages of subjects."""
    if word in _GENERAL:
        return True
    is_short = len(word) <= _LONGEST_STOP_WORD
    return is_short and (
        any(is_stop_word(folded(word), language) for language in _LANGUAGES) or is_country(word)
    )


def is_empty(word: str, language: str) -> bool:
    """Return whether a word states no matter."""
    return is_country(word) or word in _GENERAL or is_stop_word(folded(word), language)


def folded(word: str) -> str:
    """Return a word without differences of case and accent."""
    return fold(word).strip()


def _narrow(word: str) -> str:
    """Return a folded word as long as it was before folding, if it had ``_LIGATURES``."""
    return word.replace("ss", "s").replace("ae", "a").replace("oe", "o")


def _folded_in_place(text: str) -> str:
    """Return ``text`` with each letter folded to one, and blanks for what stands between words."""
    try:
        # This way is 20 times as fast as the one below.
        return text.encode("latin-1", _NEAREST).translate(_LATIN).decode("latin-1")
    except UnicodeEncodeError:
        return "".join(map(_plain, text))


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Replace Latin letters beyond Latin-1, as ``ż`` and ``œ``, for ``str.encode``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    plain = "".join(map(_plain, error.object[error.start : error.end]))
    if not plain.isascii():
        raise error
    return plain, error.end


def _plain(character: str) -> str:
    if character.isalnum() or character == "_":
        return _LIGATURES.get(character.lower()) or fold_in_place(character)
    return " "


_NEAREST = "lexdesk.nearest"
codecs.register_error(_NEAREST, _nearest)
_LATIN = bytes(ord(plain) if (plain := _plain(chr(code))) < "\u0100" else 32 for code in range(256))
