"""Wording deleted by an amendment and still used in a document: ``72 hours``, ``drei Monaten``.

Words count if the new text lacks them, and only two or more, since one is often chance: one in ten of many
deleted words. Numbers, in figures or spelled out, count with the same following word.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from lexdesk.compliance.paragraph_words import as_written, is_uninformative
from lexdesk.law.comparison import DiffPiece
from lexdesk.text.analysis import analysis
from lexdesk.text.tokens import accented_tokens

_MOST = 5
_FEWEST_WORDS = 2
_SHARE_OF_WORDS = 10
_SHORTEST_WORD = 3

# "One" is left out: in most texts it is an article.
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
    """Deleted wording: stems of deleted ``words``, and ``amounts`` as (figures, stem of the following word)."""

    words: frozenset[str]
    amounts: frozenset[tuple[str, str]]

    def said_in(
        self, text: str, language: str | None, tells: Callable[[str], bool]
    ) -> tuple[str, ...]:
        """Return deleted wording still used in ``text``, as written there, at most five entries.

        Amounts come first, then words accepted by ``tells``.
        """
        stem = analysis(language).word
        words_in_text = accented_tokens(text)
        amounts = [
            f"{number} {noun}"
            for number, noun in pairwise(words_in_text)
            if (figures := _figures(number)) and (figures, stem(noun)) in self.amounts
        ]
        words = {
            stem(word): word
            for word in reversed(words_in_text)
            if _is_word(word, language) and stem(word) in self.words and tells(word)
        }
        fewest = max(_FEWEST_WORDS, len(self.words) / _SHARE_OF_WORDS)
        telling_words = reversed(words.values()) if len(words) >= fewest else ()
        found = dict.fromkeys([*amounts, *telling_words])
        return tuple(as_written(token, text) for token in found)[:_MOST]


NOTHING = Struck(frozenset(), frozenset())


def collect_deleted(pieces: list[DiffPiece], language: str | None) -> Struck:
    """Collect the words and amounts deleted by the ``pieces`` of a difference."""
    stem = analysis(language).word
    old, new = (list(_tokens(pieces, kind)) for kind in ("deleted", "inserted"))
    kept = {stem(word) for word, _ in new}
    return Struck(
        frozenset(
            stemmed
            for word, _ in old
            if _is_word(word, language) and (stemmed := stem(word)) not in kept
        ),
        _amounts(old, language) - _amounts(new, language),
    )


def _amounts(tokens: list[tuple[str, bool]], language: str | None) -> frozenset[tuple[str, str]]:
    """Return changed amounts: figures and the stem of the following word, at least one of them changed."""
    stem = analysis(language).word
    return frozenset(
        (figures, stem(noun))
        for (number, is_changed), (noun, is_another) in pairwise(tokens)
        if (is_changed or is_another)
        and (figures := _figures(number))
        and noun.isalpha()
        and not is_uninformative(noun, language)
    )


def _figures(word: str) -> str:
    """Return a number as figures, or ``""`` for another word."""
    return word if word.isdecimal() else _SPELLED.get(word, "")


def _tokens(pieces: list[DiffPiece], kind: str) -> Iterator[tuple[str, bool]]:
    """Yield each word of the ``same`` and ``kind`` pieces, and True for words of ``kind`` pieces."""
    for piece in pieces:
        if piece.kind in ("same", kind):
            for word in accented_tokens(piece.text):
                yield word, piece.kind == kind


def _is_word(word: str, language: str | None) -> bool:
    return len(word) >= _SHORTEST_WORD and word.isalpha() and not is_uninformative(word, language)
