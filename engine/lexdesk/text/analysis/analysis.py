"""The tokens of words in a language: their stems and the parts of compounds."""

import functools
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeVar

from lexdesk.text.analysis import compounds
from lexdesk.text.analysis.stems import BY_ENDING, load_stemmer
from lexdesk.text.tokens import LONGEST_WORD, accented_tokens, fold, tokens

_Result = TypeVar("_Result")
_MAX_WORDS = 200_000  # cached per language; scanned text has endless misprints


class Analysis:
    """The analyser of one ``language`` (ISO 639-1, ``""`` if unknown).

    A token names its language, so that a word in one language never matches the stem of another
    word in another language: ``en:parti`` is English *parties*, ``fr:part`` French *parties*, and
    neither matches the English *part*. Numbers, and words of unknown language, are their own
    tokens.
    """

    def __init__(self, language: str):
        self._keeps_first_letter = language in BY_ENDING
        self._prefix = f"{language}:" if language else ""
        self._stem = load_stemmer(language)
        self._cut = compounds.load_german().parts if language == "de" else _no_parts
        self._atoms = compounds.load_german().atoms if language == "de" else _no_parts
        self._verb = compounds.load_german().infinitive if language == "de" else _identity
        self._tokens = _Cache(self._analyse)
        self._query_tokens = _Cache(self._query_tokens_of)
        self._seen: set[str] = set()
        self._generation = 0
        self._seen_by_token: defaultdict[str, set[str]] = defaultdict(set)

    def text(self, text: str) -> str:
        """Return the index tokens of ``text``, separated by blanks: words and compound parts."""
        words = accented_tokens(text)
        if len(text) > LONGEST_WORD and max(map(len, words), default=0) > LONGEST_WORD:
            words = _indexed_words(text)
        return " ".join(map(self._tokens.__getitem__, words))

    def word(self, word: str) -> str:
        """Return the token that matches all inflected forms of ``word``; ``""`` if it is not one word."""
        words = _indexed_words(word)
        return self._tokens[words[0]].partition(" ")[0] if len(words) == 1 else ""

    def parts(self, word: str) -> tuple[str, ...]:
        """Return the tokens of the parts of the compound ``word``; none for other words."""
        words = _indexed_words(word)
        return tuple(self._tokens[words[0]].split()[1:]) if len(words) == 1 else ()

    def atoms(self, word: str) -> tuple[str, ...]:
        """Return the tokens of the indivisible parts of the compound ``word``; none for other words."""
        words = _indexed_words(word)
        atoms = self._atoms(fold(words[0])) if len(words) == 1 else ()
        return tuple(self._prefix + self._stem(atom) for atom in atoms)

    def finder(self, words: Iterable[str]) -> Callable[[set[str]], set[str]]:
        """Return a function from the words of a text to those matched by one of the words ``words``.

        A word matches as in the index: exactly, by its stem, or as a part of a compound.
        """
        query_tokens = frozenset[str]().union(*map(self._query_tokens.__getitem__, words))
        may_begin = _initials(token.removeprefix(self._prefix)[0] for token in query_tokens)
        generation, matches = -1, set[str]()

        def matching(words: set[str]) -> set[str]:
            nonlocal generation, matches
            if self._keeps_first_letter:  # few of the words need an analysis
                words = {word for word in words if word[0] in may_begin or not word[0].isascii()}
            if not self._seen.issuperset(words):
                self._add(words - self._seen)
            if generation != self._generation:  # rare: most words were seen before
                generation = self._generation
                matches = set().union(
                    *(self._seen_by_token.get(token, ()) for token in query_tokens)
                )
            return words & matches

        return matching

    def _query_tokens_of(self, word: str) -> frozenset[str]:
        """Return the tokens that match ``word``: its own, its stem and its parts."""
        return frozenset((*tokens(word), self.word(word), *self.parts(word))) - {""}

    def _add(self, words: set[str]) -> None:
        """Analyse the new words of a text and add them to the inverted map."""
        if len(self._seen) >= _MAX_WORDS:
            self._seen.clear()
            self._seen_by_token.clear()
        for word in words:
            if len(word) > LONGEST_WORD:
                continue
            if word.isascii() and word.isalnum():  # most: one token, its own lower case
                folded = word.lower()
                found = [folded, *self._tokens[folded].split()]
            else:
                found = [*tokens(word), *self.text(word).split()]
            for token in found:
                self._seen_by_token[token].add(word)
        self._seen |= words
        self._generation += 1

    def _analyse(self, word: str) -> str:
        """Return the token of a word and the tokens of its parts."""
        if not word.isalpha():
            return fold(word).strip()
        if self._cut is _no_parts:  # and no verb
            return self._prefix + self._stem(word)
        stems = [self._stem(self._verb(word)), *map(self._stem, self._cut(fold(word)))]
        return " ".join(self._prefix + stem for stem in dict.fromkeys(stems))


def _indexed_words(text: str) -> list[str]:
    """Return the words of ``text`` that the index has: none longer than ``LONGEST_WORD``."""
    return [word for word in accented_tokens(text) if len(word) <= LONGEST_WORD]


def _initials(letters: Iterable[str]) -> frozenset[str]:
    return frozenset(form for letter in letters for form in (letter, letter.upper()))


class _Cache(dict[str, _Result]):
    """A cache of results by word; most words of a text are repeated."""

    def __init__(self, find: Callable[[str], _Result]):
        super().__init__()
        self._find = find

    def __missing__(self, word: str) -> _Result:
        if len(self) >= _MAX_WORDS:
            self.clear()
        result = self[word] = self._find(word)
        return result


def _no_parts(_word: str) -> tuple[str, ...]:
    return ()


def _identity(word: str) -> str:
    return word


@functools.cache
def analysis(language: str | None) -> Analysis:
    """Return the cached analyser of ``language`` (ISO 639-1)."""
    return Analysis(language or "")
