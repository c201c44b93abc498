"""What an amendment strikes out, and a document still says: ``72 hours``, ``drei Monaten``.

Of words those count that the new text has nowhere, and two of them, since one alone is chance too often;
of numbers, in figures or spelled out, those with the same word behind them: a 5 alone may count anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from lexdesk.compliance.neighbours import as_written
from lexdesk.compliance.small_words import is_small_word
from lexdesk.law.comparison import DiffPiece
from lexdesk.text.analysis import analysis
from lexdesk.text.tokens import accented_tokens

_MOST = 5
_FEWEST_WORDS = 2
_SHORTEST_WORD = 3

# One is left out: in most texts it is an article.
_SPELLED = {
    word: str(number)
    for words in (
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
        "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn",
        "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze",
    )
    for number, word in enumerate(words.split(), start=2)
} | {"twenty": "20", "thirty": "30", "sixty": "60", "ninety": "90"}


@dataclass(frozen=True, slots=True)
class Struck:
    """Stems of the ``words`` that a provision has no more, and its ``amounts``: (figures, stem behind them)."""

    words: frozenset[str]
    amounts: frozenset[tuple[str, str]]

    def said_in(
        self, text: str, language: str | None, tells: Callable[[str], bool]
    ) -> tuple[str, ...]:
        """What of it ``text`` says, as it is written there: amounts, then words that ``tells`` lets pass."""
        stem = analysis(language).word
        said = accented_tokens(text)
        amounts = [
            f"{number} {noun}"
            for number, noun in pairwise(said)
            if (figures := _figures(number)) and (figures, stem(noun)) in self.amounts
        ]
        words = {
            stem(word): word
            for word in reversed(said)
            if _is_word(word, language) and stem(word) in self.words and tells(word)
        }
        told = reversed(words.values()) if len(words) >= _FEWEST_WORDS else ()
        found = dict.fromkeys([*amounts, *told])
        return tuple(as_written(each, text) for each in found)[:_MOST]


NOTHING = Struck(frozenset(), frozenset())


def struck(pieces: list[DiffPiece], language: str | None) -> Struck:
    """What the ``pieces`` of a difference delete from a provision."""
    stem = analysis(language).word
    old, new = (list(_tokens(pieces, kind)) for kind in ("deleted", "inserted"))
    kept = {stem(word) for word, _ in new}
    return Struck(
        frozenset(
            each for word, _ in old if _is_word(word, language) and (each := stem(word)) not in kept
        ),
        _amounts(old, language) - _amounts(new, language),
    )


def _amounts(tokens: list[tuple[str, bool]], language: str | None) -> frozenset[tuple[str, str]]:
    """The numbers that were changed, or what they count was, in figures, each with the word behind it."""
    stem = analysis(language).word
    return frozenset(
        (figures, stem(noun))
        for (number, is_changed), (noun, is_another) in pairwise(tokens)
        if (is_changed or is_another)
        and (figures := _figures(number))
        and noun.isalpha()
        and not is_small_word(noun, language)
    )


def _figures(word: str) -> str:
    """A number as figures; nothing for another word."""
    return word if word.isdecimal() else _SPELLED.get(word, "")


def _tokens(pieces: list[DiffPiece], kind: str) -> Iterator[tuple[str, bool]]:
    """The words of the text that has the pieces of ``kind``, each with whether it is in one of them."""
    for piece in pieces:
        if piece.kind in ("same", kind):
            for word in accented_tokens(piece.text):
                yield word, piece.kind == kind


def _is_word(word: str, language: str | None) -> bool:
    return len(word) >= _SHORTEST_WORD and word.isalpha() and not is_small_word(word, language)
