"""Words: how text becomes tokens, the same for documents, queries, highlights and training.

A token is a maximal run of letters and digits, with the marks that are letters (``lexdesk.text.unicode_classes``), or
a section sign. Of scripts that put no blanks between words, each letter with its marks is a token, so that a word is
found inside of a sentence, as a phrase. Tokens are *folded*: case, accents (U+0300 to U+036F after compatibility decomposition),
the vowel marks of Arabic and Hebrew, soft hyphens and zero-width marks do not count, so that ``Résumé``
typed in NFC or NFD equals ``resume`` and ``Straße`` equals ``STRASSE``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator

from lexdesk.text.unicode_classes import MARKS, UNSPACED

SECTION_SIGN = "sectionsign"
"""The token that stands for ``§`` in the index, whose tokenizer keeps letters and digits alone."""

_FROM_MARK = f"[{MARKS}][^\\W_]*"
_TOKEN = re.compile(rf"[^\W_]+(?:{_FROM_MARK})*|(?:{_FROM_MARK})+|§")
_UNSPACED = re.compile(f"[{UNSPACED}][{MARKS}]*")
_MARK = re.compile(f"[{MARKS}]")
_SEPARATORS = {code: " " for code in range(128) if not chr(code).isalnum()}
_MARKS = "’‘“”–—…•£€«»"  # often all that keeps an English text from being ASCII
_ANO_TELEIA = "\u0387"
_VOWELS = "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670"  # Hebrew, Arabic: seldom written
_VOICED = "\u3099\u309a"  # of Japanese: normal form D parts them from their letters
_IGNORED = re.compile(f"[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff{_VOWELS}{_VOICED}]")


def nfc(text: str) -> str:
    """``text`` in the form of everything that is stored: Unicode normal form C, with one exception.

    A Greek ano teleia (U+0387) stays where normal form C has a middle dot (U+00B7). Both are one
    character and no letter, so that offsets and words are the same, and a text that is known by its
    SHA-256 stays what it is.
    """
    if text.isascii():
        return text
    return _ANO_TELEIA.join(
        unicodedata.normalize("NFC", piece) for piece in text.split(_ANO_TELEIA)
    )


def is_nfc(text: str) -> bool:
    """Whether ``text`` is in the form that ``nfc`` makes."""
    return unicodedata.is_normalized("NFC", text.replace(_ANO_TELEIA, "\u00b7"))


def fold(text: str) -> str:
    """``text`` without differences of case, accent or invisible marks; offsets are not kept."""
    if text.isascii():
        return text.lower()
    folded = _IGNORED.sub("", unicodedata.normalize("NFKD", text)).casefold()
    return folded.replace("§", f" {SECTION_SIGN} ")


class _FoldedCharacters(dict[int, str]):
    """Folds each character that folds into one; learns a character when it first meets it."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = fold(character)
        self[code] = folded if len(folded) == 1 else character
        return self[code]


_FOLDED = _FoldedCharacters()


def fold_in_place(text: str) -> str:
    """``text`` folded as far as offsets allow: same length, and ``ß`` or ``½`` stay as they are."""
    return text.lower() if text.isascii() else text.translate(_FOLDED)


def tokens(text: str) -> list[str]:
    """The folded tokens of ``text``, in order."""
    return folded_tokens(fold_words(text))


def fold_words(text: str) -> str:
    """``text`` folded as ``fold`` does, for its words alone: some marks between them are blanks."""
    return fold(_without_marks(text))  # first: folding all else takes five times as long


def folded_tokens(text: str) -> list[str]:
    """The tokens of ``text``, which is folded, in order."""
    text = _without_marks(text)
    if text.isascii():  # four times as fast
        return text.translate(_SEPARATORS).split()
    return _TOKEN.findall(set_apart(text))


def set_apart(text: str) -> str:
    """``text`` with blanks around the letters of scripts that have none between words."""
    return text if text.isascii() else _UNSPACED.sub(r" \g<0> ", text)


def is_unspaced(token: str) -> bool:
    """Whether ``token`` is a letter of a script that has no blanks between words."""
    return not token.isascii() and _UNSPACED.fullmatch(token) is not None


def _without_marks(text: str) -> str:
    """``text`` with blanks for marks between words, after which most English text is ASCII."""
    if not text.isascii():
        for mark in _MARKS:
            text = text.replace(mark, " ")
    return text


def written_tokens(text: str) -> list[str]:
    """The tokens of ``text`` in small letters but with their accents, which stemmers go by."""
    text = _without_marks(text)
    if not text.isascii():
        text = _IGNORED.sub("", unicodedata.normalize("NFKC", text))
    return folded_tokens(text.lower())


def spans_of_words(text: str, wanted: Callable[[set[str]], Iterable[str]]) -> list[tuple[int, int]]:
    """Start and end of each run of letters and digits in ``text`` that is ``wanted``, as it stands, in order.

    ``wanted`` is asked once, for those among the runs of the text.
    """
    plain = _without_marks(text)
    if plain.isascii():
        return _spans_between_blanks(f" {plain.translate(_SEPARATORS)} ", wanted)
    found = []
    # Few are wanted: to look for each is faster than to go through all words.
    for word in wanted(set(folded_tokens(text))):
        start = text.find(word)
        while start >= 0:
            end = start + len(word)
            is_part = _is_letter(text[max(start - 1, 0) : start]) or _is_letter(text[end : end + 1])
            if not is_part or word == "§" or is_unspaced(word):
                found.append((start, end))
            start = text.find(word, end)
    return sorted(found)


def _spans_between_blanks(
    spaced: str, wanted: Callable[[set[str]], Iterable[str]]
) -> list[tuple[int, int]]:
    """``spans_of_words`` of a text in which nothing but blanks parts words, with one more before it and behind it."""
    found = []
    for word in wanted(set(spaced.split())):
        between = f" {word} "
        start = spaced.find(between)
        while start >= 0:
            end = start + len(word)
            found.append((start, end))
            start = spaced.find(between, end + 1)
    return sorted(found)


def _is_letter(character: str) -> bool:
    """Whether a word goes on with ``character``."""
    if character.isascii():
        return character.isalnum()
    is_letter = character.isalnum() or _MARK.match(character) is not None
    return is_letter and not is_unspaced(character)


def token_spans(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Start, end and folded form of each run of letters and digits in ``text``.

    The form is a tuple, since a few characters fold into several tokens (``½`` into 1 and 2).
    """
    for match in _TOKEN.finditer(text):
        word = match.group()
        yield match.start(), match.end(), (word.lower(),) if word.isascii() else tuple(tokens(word))
