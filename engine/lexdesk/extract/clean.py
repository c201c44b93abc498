"""Light cleaning of extracted text, before any offset is computed."""

import re
from collections.abc import Sequence

from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import RAISED_DIGITS, normalize

_HYPHENATED = lazy_pattern("[\x02\ufffe]\r?\n?")  # pdfium's mark in a word cut by a line break
_LINE_BREAKS = "\r\x0b\x0c\x85\u2028\u2029"
_SPACES = "\u00a0\u2007\u202f"
_DROPPED = lazy_pattern(
    "[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f\u00ad\u200b\ufeff\ud800-\udfff\ufff0-\ufff8\uffff]"
)
_DROPPED_ASCII = bytes([*range(9), *range(0x0E, 0x20), 0x7F])
_RAISED = str.maketrans("0123456789", RAISED_DIGITS)
_NOTE_MARK = lazy_pattern(r"[\d\s,;.*()\[\]–-]+")
_TABS = lazy_pattern(r" ?\t[ \t]*")
_BLANK_LINES = lazy_pattern(r"\n{3,}")
_LETTER = "A-Za-zÀ-ÖØ-öø-ÿΑ-ΩА-я"
_SPACED_LINE = lazy_pattern(
    rf"(?m)^(?P<before>[\s\ufdd1-\ufdda]*)(?P<letters>[{_LETTER}](?: {{1,4}}[{_LETTER}]){{4,}})(?: (?=:))?(?=:?[\s\ufddb]*$)"
)
_VOWEL = lazy_pattern("[aeiouäöüаеиоуαεηιοω]", re.IGNORECASE)
_SHORTEST_WORD, _FEWEST_LETTERS = 2, 4
_BETWEEN_WORDS = lazy_pattern(" {2,}")


def clean(text: str) -> str:
    r"""Normalise to NFC and ``\n``; drop control characters, trailing spaces and repeated blank lines.

    No-break spaces become spaces; soft hyphens are removed.
    """
    if "\x02" in text or "\ufffe" in text:
        text = _HYPHENATED.sub("", text)
    text = text.replace("\r\n", "\n")
    for characters, plain in ((_LINE_BREAKS, "\n"), (_SPACES, " ")):
        for character in characters:
            text = text.replace(character, plain)
    text = _SPACED_LINE.sub(_joined_letters, _without_controls(text))
    text = "\n".join([line.rstrip(" \t") for line in text.split("\n")])
    if "\n\n\n" in text:
        text = _BLANK_LINES.sub("\n\n", text)
    return normalize("NFC", text.strip("\n"))


def _joined_letters(line: re.Match[str]) -> str:
    """Return a line in letter-spaced type as words, ``B E S C H L U S S`` as ``BESCHLUSS``; lists of letters stay."""
    words = [word.replace(" ", "") for word in _BETWEEN_WORDS.split(line["letters"])]
    letters = "".join(words)
    is_word = len(set(letters)) >= _FEWEST_LETTERS and _VOWEL.search(letters)
    is_list = list(letters) == sorted(letters) or min(map(len, words)) < _SHORTEST_WORD
    return line["before"] + " ".join(words) if is_word and not is_list else line[0]


def tidy_lines(text: str) -> str:
    """Return lines without indents; a tab between words becomes a space."""
    return "\n".join(_TABS.sub(" ", line).strip() for line in text.split("\n")).strip("\n")


def write_row(cells: Sequence[Sequence[str]]) -> str:
    """Write a row of data on one line, and each paragraph of a row for layout on its own."""
    is_data = all(len(cell) < 2 for cell in cells)
    return (" " if is_data else "\n").join(block for cell in cells for block in cell)


def raise_digits(text: str) -> str:
    """Return text in superscript with raised digits: 2016/679³, not 2016/6793; words, as in 3rd, stay."""
    return text.translate(_RAISED) if _NOTE_MARK.fullmatch(text) else text


def _without_controls(text: str) -> str:
    if text.isascii():
        return text.encode("ascii").translate(None, _DROPPED_ASCII).decode("ascii")
    return _DROPPED.sub("", text)
