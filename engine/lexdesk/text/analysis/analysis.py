"""The tokens of words in a language: their stems, and the parts of compounds."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeVar

from lexdesk.text.analysis import compounds
from lexdesk.text.analysis.stems import stemmer
from lexdesk.text.tokens import fold, tokens, written_tokens

_Found = TypeVar("_Found")
_MOST_WORDS = 200_000  # kept per language; scanned text has endless misprints


class Analysis:
    """Analyses words of ``language`` (ISO 639-1, or ``""`` where it is not known).

    A token names its language, so that a word typed in one language is not taken for the stem of
    another one in another: ``en:parti`` is English *parties*, ``fr:part`` French *parties*, and
    neither finds the English *part*. Numbers, and words of unknown language, stand for themselves.
    """

    def __init__(self, language: str):
        self._prefix = f"{language}:" if language else ""
        self._stem = stemmer(language)
        self._cut = compounds.german().parts if language == "de" else _whole
        self._atoms = compounds.german().atoms if language == "de" else _whole
        self._verb = compounds.german().infinitive if language == "de" else _as_it_is
        self._known = _Known(self._analyse)
        self._finding = _Known(self._tokens_of)
        self._met: set[str] = set()
        self._meetings = 0
        self._met_by: defaultdict[str, set[str]] = defaultdict(set)  # by the tokens that find them

    def text(self, text: str) -> str:
        """What is indexed for ``text``: the tokens of its words, and of their parts, between blanks."""
        return " ".join(map(self._known.__getitem__, written_tokens(text)))

    def word(self, typed: str) -> str:
        """The token that finds the word ``typed`` in all its forms; ``""`` where it is not one word."""
        words = written_tokens(typed)
        return self._known[words[0]].partition(" ")[0] if len(words) == 1 else ""

    def parts(self, typed: str) -> tuple[str, ...]:
        """The tokens of the parts of the compound ``typed``; none where it is no compound."""
        words = written_tokens(typed)
        return tuple(self._known[words[0]].split()[1:]) if len(words) == 1 else ()

    def atoms(self, typed: str) -> tuple[str, ...]:
        """The tokens of the parts of the compound ``typed`` that cannot be cut further; none where it is no compound."""
        words = written_tokens(typed)
        atoms = self._atoms(fold(words[0])) if len(words) == 1 else ()
        return tuple(self._prefix + self._stem(atom) for atom in atoms)

    def finder(self, typed: Iterable[str]) -> Callable[[set[str]], set[str]]:
        """Which words of a text in this language are found by one of the words ``typed``.

        As the index sees it, for highlights: as it is, by its stem, or as a part of a compound.
        """
        wanted = frozenset[str]().union(*map(self._finding.__getitem__, typed))
        meetings, alike = -1, set[str]()

        def found(words: set[str]) -> set[str]:
            nonlocal meetings, alike
            if not self._met.issuperset(words):
                self._meet(words - self._met)
            if meetings != self._meetings:  # texts have few words that were never met
                meetings = self._meetings
                alike = set().union(*(self._met_by.get(token, ()) for token in wanted))
            return words & alike

        return found

    def _tokens_of(self, typed: str) -> frozenset[str]:
        """The tokens that find the word ``typed``: its own, of its stem, and of its parts."""
        return frozenset((*tokens(typed), self.word(typed), *self.parts(typed))) - {""}

    def _meet(self, words: set[str]) -> None:
        """Analyse words of a text; most were met before."""
        if len(self._met) >= _MOST_WORDS:
            self._met.clear()
            self._met_by.clear()
        for word in words:
            for token in (*tokens(word), *self.text(word).split()):
                self._met_by[token].add(word)
        self._met |= words
        self._meetings += 1

    def _analyse(self, written: str) -> str:
        """The token of a word, then those of its parts."""
        if not written.isalpha():
            return fold(written).strip()
        stems = [self._stem(self._verb(written)), *map(self._stem, self._cut(fold(written)))]
        return " ".join(self._prefix + stem for stem in dict.fromkeys(stems))


class _Known(dict[str, _Found]):
    """What was found for words, found when a word is first met; most words of a text were met before."""

    def __init__(self, find: Callable[[str], _Found]):
        super().__init__()
        self._find = find

    def __missing__(self, word: str) -> _Found:
        if len(self) >= _MOST_WORDS:
            self.clear()
        found = self[word] = self._find(word)
        return found


def _whole(_word: str) -> tuple[str, ...]:
    return ()


def _as_it_is(word: str) -> str:
    return word


@functools.cache
def analysis(language: str | None) -> Analysis:
    """The analysis for ``language`` (ISO 639-1), kept while the program runs."""
    return Analysis(language or "")
