"""Tokenization, shared by documents, queries, highlights and training.

A token is a maximal run of letters and digits, including alphabetic marks
(``MARKS``), or a section sign. In scripts without blanks between words each
letter with its marks is a token, so that a word inside a sentence matches as a phrase. Tokens are
*folded*: case, accents (U+0300 to U+036F after compatibility decomposition), the vowel marks of
Arabic and Hebrew, soft hyphens and zero-width characters are removed, so ``Résumé`` in NFC or NFD
equals ``resume`` and ``Straße`` equals ``STRASSE``. Letters that Unicode does not decompose are
replaced as in Lucene's ASCIIFoldingFilter: ``Łódź`` equals ``Lodz``, ``œuvre`` equals ``oeuvre``.

Raised digits separate words and are no token: the mark of a note or the number of a sentence hides
no word and interrupts no phrase (``Urteil¹``, ``²Bauliche``). Behind ``m``, ``cm``, ``km`` and the like, ``²`` and
``³`` belong to the unit: ``m²`` equals ``m2``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import re


MARKS = (
    "\u05b0-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u0657"
    "\u0659-\u065f\u0670\u06d6-\u06dc\u06e1-\u06e4\u06e7-\u06e8\u06ed\u0711\u0730-\u073f"
    "\u07a6-\u07b0\u0816-\u0817\u081b-\u0823\u0825-\u0827\u0829-\u082c\u08d4-\u08df"
    "\u08e3-\u08e9\u08f0-\u0903\u093a-\u093b\u093e-\u094c\u094e-\u094f\u0955-\u0957"
    "\u0962-\u0963\u0981-\u0983\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cc\u09d7\u09e2-\u09e3"
    "\u0a01-\u0a03\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4c\u0a51\u0a70-\u0a71\u0a75"
    "\u0a81-\u0a83\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acc\u0ae2-\u0ae3\u0afa-\u0afc"
    "\u0b01-\u0b03\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4c\u0b56-\u0b57\u0b62-\u0b63\u0b82"
    "\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcc\u0bd7\u0c00-\u0c04\u0c3e-\u0c44\u0c46-\u0c48"
    "\u0c4a-\u0c4c\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbe-\u0cc4\u0cc6-\u0cc8"
    "\u0cca-\u0ccc\u0cd5-\u0cd6\u0ce2-\u0ce3\u0d00-\u0d03\u0d3e-\u0d44\u0d46-\u0d48"
    "\u0d4a-\u0d4c\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf"
    "\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e4d\u0eb1\u0eb4-\u0eb9\u0ebb-\u0ebc\u0ecd"
    "\u0f71-\u0f83\u0f8d-\u0f97\u0f99-\u0fbc\u102b-\u1036\u1038\u103b-\u103e\u1056-\u1059"
    "\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d"
    "\u1712-\u1713\u1732-\u1733\u1752-\u1753\u1772-\u1773\u17b6-\u17c8\u1885-\u1886\u18a9"
    "\u1920-\u192b\u1930-\u1938\u1a17-\u1a1b\u1a55-\u1a5e\u1a61-\u1a74\u1abf-\u1ac0"
    "\u1acc-\u1ace\u1b00-\u1b04\u1b35-\u1b43\u1b80-\u1b82\u1ba1-\u1ba9\u1bac-\u1bad"
    "\u1be7-\u1bf1\u1c24-\u1c36\u1dd3-\u1df4\u2de0-\u2dff\ua674-\ua67b\ua69e-\ua69f\ua802"
    "\ua80b\ua823-\ua827\ua880-\ua881\ua8b4-\ua8c3\ua8c5\ua8ff\ua926-\ua92a\ua947-\ua952"
    "\ua980-\ua983\ua9b4-\ua9bf\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0"
    "\uaab2-\uaab4\uaab7-\uaab8\uaabe\uaaeb-\uaaef\uaaf5\uabe3-\uabea\ufb1e"
)
"""Alphabetic marks, as the content of a regular-expression class."""

UNSPACED = (
    "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd\u0ec0-\u0ec6\u0edc-\u0edf"
    "\u1000-\u102a\u103f\u1050-\u1055\u1780-\u17b3\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\U00020000-\U0003ffff"
)
"""Letters of Thai, Lao, Burmese, Khmer, Japanese and Chinese, as the content of such a class."""


SECTION_SIGN = "sectionsign"
"""The index token for ``§``; the index tokenizer keeps only letters and digits."""

LONGEST_WORD = 100
"""Characters; the index leaves out what is longer (the longest German words have some 70), and nothing analyses it."""

RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"

UNDECOMPOSED = {
    "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "n", "ø": "o",
    "ŧ": "t", "ĸ": "q", "ƀ": "b", "ɨ": "i", "ǥ": "g", "ə": "a", "ɖ": "d", "ɓ": "b", "ɗ": "d", "ƙ": "k",
    "ƴ": "y", "ɛ": "e", "ɔ": "o",
}  # fmt: skip
"""Folded letters of Latin alphabets without a canonical decomposition, and their replacements."""

_NO_LETTER_BEFORE = r"(?<![^\W\d_])(?<![\u0300-\u036f])"
# Square and cubic units of length, such as m² and km³.
_OF_UNIT = rf"(?:(?<={_NO_LETTER_BEFORE}[Mm])|(?<={_NO_LETTER_BEFORE}[CDKMcdkm][Mm]))[²³]"
_RAISED = lazy_pattern(f"(?:(?!{_OF_UNIT})[{RAISED_DIGITS}])+")
_UNIT_SIGN = lazy_pattern(_OF_UNIT)
_LETTERS = rf"[^\W_{RAISED_DIGITS}]"
_IN_WORD = f"{_LETTERS}*(?:{_OF_UNIT}{_LETTERS}*)*"
_FROM_MARK = f"[{MARKS}]{_IN_WORD}"
_TOKEN = lazy_pattern(f"{_LETTERS}{_IN_WORD}(?:{_FROM_MARK})*|(?:{_FROM_MARK})+|§")
_PLAIN_TOKEN = lazy_pattern("[A-Za-z0-9]+")
_UNSPACED = lazy_pattern(f"[{UNSPACED}][{MARKS}]*")
_MARK = lazy_pattern(f"[{MARKS}]")
_SEPARATORS = bytes(code if code > 127 or chr(code).isalnum() else 32 for code in range(256))
_MARKS = "’‘“”–—…•£€«»"  # often the only non-ASCII characters of an English text
_UNUSUAL = lazy_pattern("[^\0-\x7fÀ-ÖØ-öø-ɏ]")
_ANO_TELEIA = "\u0387"
_CHUNK = 30  # most non-starters in a row in Unicode's Stream-Safe Text Format (UAX #15)
_NEAR_MARK = "(?:[^\\w\\s\0-\u02ff\u2000-\u20cf\u2100-\u2cee]|[\uff9e\uff9f])"  # all non-starters, and some signs
_NEAR_MARKS = lazy_pattern(_NEAR_MARK)
_LONG_RUN = lazy_pattern(f"{_NEAR_MARK}{{{_CHUNK}}}(?={_NEAR_MARK})")
_JOINER = "\u034f"  # a starter that is not shown
_VOWELS = "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670"  # Hebrew, Arabic: rarely written
_VOICED = "\u3099\u309a"  # Japanese: NFD separates them from their letters
_IGNORED = lazy_pattern(f"[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff{_VOWELS}{_VOICED}]")


def normalize(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """Normalise ``text`` in linear time.

    ``unicodedata`` sorts a run of combining marks in quadratic time; as in Unicode's Stream-Safe Text
    Format (UAX #15), a grapheme joiner breaks each run of over 30.
    """
    if unicodedata.is_normalized(form, text):
        return text
    if len(text) > _CHUNK and _NEAR_MARKS.search(text[::_CHUNK]):
        text = _LONG_RUN.sub(_break_run, text)
    return unicodedata.normalize(form, text)


def _break_run(chunk: re.Match[str]) -> str:
    is_starter = unicodedata.category(chunk[0][-1])[0] not in "ML"
    return chunk[0] if is_starter else chunk[0] + _JOINER


def nfc(text: str) -> str:
    """Normalise ``text`` to the stored form: Unicode NFC with one exception.

    A Greek ano teleia (U+0387) stays; NFC would replace it by a middle dot (U+00B7). Both are one
    non-letter character, so offsets and words agree, and a text known by its SHA-256 keeps its
    hash.
    """
    if text.isascii():
        return text
    return _ANO_TELEIA.join(normalize("NFC", piece) for piece in text.split(_ANO_TELEIA))


def is_nfc(text: str) -> bool:
    """Return True if ``text`` is in the form returned by ``nfc``."""
    return unicodedata.is_normalized("NFC", text.replace(_ANO_TELEIA, "\u00b7"))


def fold(text: str) -> str:
    """Remove differences of case, accent and invisible marks; offsets change."""
    if text.isascii():
        return text.lower()
    text = normalize("NFKD", _blank_raised(text))
    folded = _IGNORED.sub("", text).casefold().replace("§", f" {SECTION_SIGN} ")
    if not folded.isascii():
        for letter, plain in UNDECOMPOSED.items():  # seven times as fast as str.translate
            folded = folded.replace(letter, plain)
    return folded


def _blank_raised(text: str) -> str:
    """Replace runs of raised digits by blanks: normalization would make them ordinary ones."""
    return _RAISED.sub(" ", text) if has_raised_digits(text) else text


def has_raised_digits(text: str) -> bool:
    """Return True if ``text`` has a raised digit."""
    return not text.isascii() and any(digit in text for digit in RAISED_DIGITS)


class _FoldedCharacters(dict[int, str]):
    """A translation table of characters with a one-character folding, filled on demand."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        forms = () if character in RAISED_DIGITS else (fold(character), character.lower())
        self[code] = next((form for form in forms if len(form) == 1), character)
        return self[code]


_FOLDED = _FoldedCharacters()


def fold_in_place(text: str) -> str:
    """Fold ``text`` without changing its length; ``ß``, ``æ``, ``½`` and raised digits stay."""
    return text.lower() if text.isascii() else text.translate(_FOLDED)


def tokens(text: str) -> list[str]:
    """Return the folded tokens of ``text``, in order."""
    if text.isascii():
        folded = text.lower()  # mostly one word
        return [folded] if folded.isalnum() else _blank_separators(folded).split()
    return tokenize_folded(fold_words(text))


def fold_words(text: str) -> str:
    """Fold the words of ``text`` like ``fold``; some marks between them become blanks."""
    return fold(_blank_punctuation(text))  # folding non-ASCII text takes five times as long


def tokenize_folded(text: str) -> list[str]:
    """Return the tokens of an already folded text, in order."""
    text = _blank_punctuation(text)
    if _is_plain(text):  # four times as fast
        return _blank_separators(text).split()
    return _TOKEN.findall(space_out(text))


def space_out(text: str) -> str:
    """Put blanks around the letters of scripts without blanks between words."""
    return text if text.isascii() else _UNSPACED.sub(r" \g<0> ", text)


def is_unspaced(token: str) -> bool:
    """Return True if ``token`` is a letter of a script without blanks between words."""
    return not token.isascii() and _UNSPACED.fullmatch(token) is not None


def _blank_punctuation(text: str) -> str:
    """Replace common punctuation by blanks; most English text is ASCII afterwards."""
    if not text.isascii():
        for mark in _MARKS:
            text = text.replace(mark, " ")
    return text


def _is_plain(text: str) -> bool:
    """Return True if each character of ``text`` is ASCII or a Latin letter, so that ASCII alone separates words."""
    return text.isascii() or not _UNUSUAL.search(text)


def _blank_separators(text: str) -> str:
    """Replace what is neither a letter nor a digit in a plain text by blanks; as bytes, ten times as fast."""
    return text.encode().translate(_SEPARATORS).decode()


def accented_tokens(text: str) -> list[str]:
    """Return the lower-case tokens of ``text`` with their accents, as stemmers need them."""
    if text.isascii() and text.isalnum():
        return [text.lower()]
    text = _blank_punctuation(text)
    if not text.isascii():
        text = _IGNORED.sub("", normalize("NFKC", _blank_raised(text)))
    return tokenize_folded(text.lower())


def find_word_spans(
    text: str, wanted: Callable[[set[str]], Iterable[str]]
) -> list[tuple[int, int]]:
    """Return the sorted (start, end) of each run of letters and digits selected by ``wanted``.

    ``wanted`` is called once with the distinct runs and returns the selected ones.
    """
    plain = _blank_punctuation(text)
    if _is_plain(plain):
        return _find_spaced_spans(f" {_blank_separators(plain)} ", wanted)
    spans = []
    # Searching for the few selected words is faster than scanning all words.
    for word in wanted(set(tokenize_folded(text))):
        start = text.find(word)
        while start >= 0:
            end = start + len(word)
            is_part = is_inside_word(text, start) or is_inside_word(text, end)
            if not is_part or word == "§" or is_unspaced(word):
                spans.append((start, end))
            start = text.find(word, end)
    return sorted(spans)


def _find_spaced_spans(
    spaced: str, wanted: Callable[[set[str]], Iterable[str]]
) -> list[tuple[int, int]]:
    """Return ``find_word_spans`` of a text with blanks between all words, at its start and at its end."""
    spans = []
    for word in wanted(set(spaced.split())):
        delimited = f" {word} "
        start = spaced.find(delimited)
        while start >= 0:
            end = start + len(word)
            spans.append((start, end))
            start = spaced.find(delimited, end + 1)
    return sorted(spans)


def is_inside_word(text: str, at: int) -> bool:
    """Return True if the characters around the position ``at`` belong to one word."""
    return 0 < at < len(text) and _is_letter(text, at - 1) and _is_letter(text, at)


def _is_letter(text: str, at: int) -> bool:
    """Return True if the character at a position continues a word."""
    character = text[at]
    if character.isascii():
        return character.isalnum()
    if character in RAISED_DIGITS:
        return _UNIT_SIGN.match(text, at) is not None
    is_letter = character.isalnum() or _MARK.match(character) is not None
    return is_letter and not is_unspaced(character)


def token_spans(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield start, end and folded form of each run of letters and digits in ``text``.

    The form is a tuple because a few characters fold into several tokens (``½`` into 1 and 2).
    """
    for match in (_PLAIN_TOKEN if text.isascii() else _TOKEN).finditer(text):
        word = match.group()
        yield match.start(), match.end(), (word.lower(),) if word.isascii() else tuple(tokens(word))
