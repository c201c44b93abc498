"""The tokens of words in a language: their stems, and the parts of compounds."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

from lexdesk.analysis import compounds
from lexdesk.analysis.stems import stemmer
from lexdesk.text import fold, tokens, written_tokens

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
        self._known: dict[str, str] = {}
        self._met = _Met(self)

    def text(self, text: str) -> str:
        """What is indexed for ``text``: the tokens of its words, and of their parts, between blanks."""
        return " ".join(self._of_word(word) for word in written_tokens(text))

    def word(self, typed: str) -> str:
        """The token that finds the word ``typed`` in all its forms; ``""`` where it is not one word."""
        words = written_tokens(typed)
        return self._of_word(words[0]).partition(" ")[0] if len(words) == 1 else ""

    def parts(self, typed: str) -> tuple[str, ...]:
        """The tokens of the parts of the compound ``typed``; none where it is no compound."""
        words = written_tokens(typed)
        return tuple(self._of_word(words[0]).split()[1:]) if len(words) == 1 else ()

    def matcher(self, typed: Iterable[str]) -> Callable[[str], bool]:
        """Whether a word of a text in this language is found by one of the words ``typed``.

        As the index sees it, for highlights: as it is, by its stem, or as a part of a compound.
        """
        wanted = {
            token for each in typed for token in (*tokens(each), self.word(each), *self.parts(each))
        } - {""}
        met = self._met  # in a local, since a page of hits asks some thousand times

        def matches(word: str) -> bool:
            return not wanted.isdisjoint(met[word])

        return matches

    def _of_word(self, written: str) -> str:
        """The token of a word, then those of its parts; most words of a text were met before."""
        known = self._known.get(written)
        if known is None:
            if len(self._known) >= _MOST_WORDS:
                self._known.clear()
            known = self._known[written] = self._analyse(written)
        return known

    def _analyse(self, written: str) -> str:
        if not written.isalpha():
            return fold(written).strip()
        stems = [self._stem(written), *map(self._stem, self._cut(fold(written)))]
        return " ".join(self._prefix + stem for stem in dict.fromkeys(stems))


class _Met(dict[str, tuple[str, ...]]):
    """The folded form and the tokens of words as they stand in texts, learned when first met."""

    def __init__(self, analysis: Analysis):
        super().__init__()
        self._analysis = analysis

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= _MOST_WORDS:
            self.clear()
        found = self[word] = (*tokens(word), *self._analysis.text(word).split())
        return found


def _whole(_word: str) -> tuple[str, ...]:
    return ()


@functools.cache
def analysis(language: str | None) -> Analysis:
    """The analysis for ``language`` (ISO 639-1), kept while the program runs."""
    return Analysis(language or "")
