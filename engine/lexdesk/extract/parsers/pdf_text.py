"""The text of PDF pages, in reading order.

pdfium returns characters in the order of drawing. Four layouts need more: columns drawn row by row, words in
letter-spaced type, the line numbers at the margin of pleadings and bills, and digits in superscript, which would be
those of the number before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from lexdesk.extract.clean import raise_digits
from lexdesk.extract.parsers.pdf_columns import CUT_WORD, LINE_END, Rect, in_columns, on_one_line
from lexdesk.extract.parsers.pdf_margins import (
    REMOVED,
    mark_right_numbers,
    place_right_numbers,
    without_line_numbers,
)
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import pypdfium2


_DIGITS = lazy_pattern(r"[0-9]+")
_NO_SPACE = lazy_pattern(r"\S+")
_CONTROLS = lazy_pattern("[\x01\x03-\x08\x0b\x0c\x0e-\x1f\ue000-\uf8ff\ufffd]")
_MOST_UNKNOWN = 0.2  # of the characters of a page
_HYPHEN, _LAST_HYPHEN = "\ufddc", "\ufddd"
"""Noncharacters for a hyphen in a word, and for one at the end of a line that no other continues."""
_LINE_NUMBER = lazy_pattern(r"\d{1,3}\s")
_BEHIND_NUMBER = lazy_pattern(rf"[\ufdd1-{REMOVED}\s]+(?=[^\W\d_A-Z])")  # a word that goes on
_FIFTH_LINE = lazy_pattern(r"\d{0,2}[05] (?=[^\W\d_A-Z])")  # and a word that goes on
_LONGEST_LINE = 500  # characters
_FAR_BELOW, _NEXT_LINE = 2.5, 1.6  # times the height of a character
_NEAR_BEFORE = lazy_pattern(rf"[^\s\d{_LAST_HYPHEN}](?=[^\S\r\n]?$)")  # of the same line
_NEAR = lazy_pattern(r"[^\S\r\n]?(?=\S)")
_JOINED = "\0\0"
_CELL = " \0"  # as long as the break in its place
_LAST_CELL = lazy_pattern(rf"(?<=\S){LINE_END}(?=[^\w\s]?\d[^\w\s]?(?:{LINE_END}|$))")
_LEVEL = 0.1  # times the height of a character
_TOUCHING = 0.25  # times the height of a character
_SMALLER = 0.85  # times the height of the character beside it
_RAISED_BY = 0.12
_DESCENT = 0.2  # of a font's height, below the line


_SPACED = lazy_pattern(r"(?<!\S)[^\W\d_](?:\s+[^\W\d_]){4,}(?!\S)")
_FEWEST_SPACED = 5  # letters of a line
_WORD_GAP = 1.7  # times the gap between letters of a word
_WORD_STEP = 1.25  # times the distance of their left sides, which is even in some types
_LETTER_GAP = 1.5  # times the height; cells of a table are farther apart


def page_text(page: pypdfium2.PdfPage) -> str | None:
    """Return the text of a page; columns one after the other, without line numbers at the margin.

    ``None`` stands for text in fonts that do not state their characters: what pdfium returns for it has no sense.
    """
    with closing(page.get_textpage()) as shown:
        text = str(shown.get_text_range())
        if _is_unreadable(shown, text):
            return None
        marked = _with_hyphens(shown, mark_right_numbers(text, lambda at: _box(shown, at)))
        raised = _raised(shown, _with_cells(shown, marked))
        in_order = in_columns(shown, text)
        text = (
            _joined_letters(shown, raised)
            if in_order is None
            else _raised_as(in_order, text, raised)
        )
    text = place_right_numbers(text.replace(_JOINED, "").replace(_CELL, " "))
    text = text.replace(_HYPHEN, "-").replace(_LAST_HYPHEN, f"-{LINE_END}")
    return without_line_numbers(text)


def _is_unreadable(shown: pypdfium2.PdfTextPage, text: str) -> bool:
    """Return whether most of some characters of a page have no Unicode; those of scans and bullets are few."""
    import pypdfium2.raw as pdfium

    if len(_CONTROLS.findall(text)) <= _MOST_UNKNOWN * len(text):
        return False
    count = shown.count_chars()
    unknown = sum(pdfium.FPDFText_HasUnicodeMapError(shown, at) == 1 for at in range(count))
    return bool(unknown > _MOST_UNKNOWN * count)


def _with_hyphens(shown: pypdfium2.PdfTextPage, text: str) -> str:
    """Replace the mark of a divided word where none goes on: before a title or a note, and in a compound (EU-Recht)."""
    places = [mark.start() for mark in re.finditer(CUT_WORD, text)]
    if not places:
        return text
    characters = list(text)
    for at in places:
        behind = at + (3 if text.startswith(LINE_END, at + 1) else 1)
        if at > 0 and behind < len(text):
            characters[at] = _hyphen(shown, text, at, behind)
    return "".join(characters)


def _hyphen(shown: pypdfium2.PdfTextPage, text: str, at: int, behind: int) -> str:
    before, after, letter = _box(shown, at - 1), _box(shown, behind), text[behind]
    height, below = before.top - before.bottom, before.bottom - after.top
    if letter.islower():
        return _LAST_HYPHEN if below > _FAR_BELOW * height else CUT_WORD
    is_next = below < _NEXT_LINE * height
    if "\ufdd1" <= letter <= REMOVED:
        return CUT_WORD if _BEHIND_NUMBER.match(text, behind) else _LAST_HYPHEN
    if letter.isdecimal():
        line = text[max(0, at - _LONGEST_LINE) : at].rpartition("\n")[2].rpartition(CUT_WORD)[2]
        if _LINE_NUMBER.match(line) and _LINE_NUMBER.match(text, behind):
            return CUT_WORD
        if _FIFTH_LINE.match(text, behind):
            return CUT_WORD
        return _HYPHEN if is_next and after.top - after.bottom > _SMALLER * height else _LAST_HYPHEN
    if letter.isupper() and is_next:
        is_capitals = text[at - 1].isupper() and not text[behind + 1 : behind + 2].islower()
        return CUT_WORD if is_capitals else _HYPHEN
    return _LAST_HYPHEN


def _with_cells(shown: pypdfium2.PdfTextPage, text: str) -> str:
    """Keep the last number of a row of a table in its line: pdfium breaks it before a single digit far away."""
    return _LAST_CELL.sub(
        lambda end: _CELL if _continues_row(shown, end.start()) else LINE_END, text
    )


def _continues_row(shown: pypdfium2.PdfTextPage, at: int) -> bool:
    before, behind = _box(shown, at - 1), _box(shown, at + len(LINE_END))
    height = before.top - before.bottom
    is_level = abs(before.bottom - behind.bottom) < _LEVEL * height
    return is_level and behind.left - before.right > height


def _raised(shown: pypdfium2.PdfTextPage, text: str) -> str:
    """Return the text with the digits of superscripts as raised digits, each in its place.

    The breaks that pdfium puts around them are ``_JOINED``.
    """
    pieces, at = [], 0
    for run in _DIGITS.finditer(text):
        start, end = run.span()
        beside = _neighbouring_box(shown, text, start, end)
        if beside is None or not any(
            _is_raised(shown, digit, beside) for digit in {start, end - 1}
        ):
            continue
        breaks = [place for place in (start - 2, end) if _is_joint(shown, text, place)]
        pieces.append(text[at : breaks[0] if start - 2 in breaks else start])
        pieces.append(_JOINED * (start - 2 in breaks))
        pieces += [
            raise_digits(digit) if _is_raised(shown, place, beside) else digit
            for place, digit in enumerate(run[0], start)
        ]
        pieces.append(_JOINED * (end in breaks))
        at = end + 2 * (end in breaks)
    return "".join(pieces) + text[at:]


def _neighbouring_box(shown: pypdfium2.PdfTextPage, text: str, start: int, end: int) -> Rect | None:
    """Return the box of the character before some digits, else behind them; ``None`` if neither is near."""
    if before := _NEAR_BEFORE.search(text, max(0, start - 3), start):
        return _box(shown, before.start())
    if _is_joint(shown, text, start - 2):
        return _box(shown, start - 3)
    behind = _NEAR.match(text, end + 2 * _is_joint(shown, text, end))
    return _box(shown, behind.end()) if behind else None


def _is_joint(shown: pypdfium2.PdfTextPage, text: str, at: int) -> bool:
    """Return True for a line break between characters that touch each other."""
    if at < 1 or at + 3 >= len(text) or text[at : at + 2] != LINE_END:
        return False
    is_apart = text[at + 2] == " "
    before, behind = _box(shown, at - 1), _box(shown, at + 2 + is_apart)
    touching = (
        (2 if is_apart else 1)
        * _TOUCHING
        * max(before.top - before.bottom, behind.top - behind.bottom)
    )
    return -touching < behind.left - before.right < touching and before.bottom < behind.top


def _is_raised(shown: pypdfium2.PdfTextPage, at: int, beside: Rect) -> bool:
    """Return True for a character smaller and higher than the one beside it."""
    box, height = _box(shown, at), beside.top - beside.bottom
    if box.top - box.bottom > _SMALLER * height:
        return False
    raised = box.bottom + _DESCENT * (box.top - box.bottom) - beside.bottom - _DESCENT * height
    return _RAISED_BY * height < raised < height


def _box(shown: pypdfium2.PdfTextPage, at: int) -> Rect:
    return Rect(*shown.get_charbox(_index(shown, at), loose=True))


def _raised_as(in_order: str, text: str, raised: str) -> str:
    """Raise the digits of the columns in order as in the text in the order of drawing, where no other word is like it."""
    pairs = Counter(
        (text[word.start() : word.end()], word[0])
        for word in _NO_SPACE.finditer(raised)
        if word[0] != text[word.start() : word.end()]
    )
    for (plain, shown), count in pairs.items():
        places = [w.span() for w in re.finditer(rf"(?<!\S){re.escape(plain)}(?!\S)", in_order)]
        if len(places) == count:
            for start, end in places:
                in_order = in_order[:start] + shown + in_order[end:]
    return in_order


def _joined_letters(shown: pypdfium2.PdfTextPage, text: str) -> str:
    """Join the letters of words in letter-spaced type, which pdfium takes for words of one letter."""
    return _SPACED.sub(lambda letters: _words(shown, letters[0], letters.start()), text)


def _words(shown: pypdfium2.PdfTextPage, text: str, start: int) -> str:
    """Return some letters with blanks between words alone; lines below each other are separate."""
    places = [at for at, character in enumerate(text) if not character.isspace()]
    boxes = [Rect(*shown.get_charbox(_index(shown, start + at), loose=True)) for at in places]
    ends = [n for n, (a, b) in enumerate(pairwise(boxes), 1) if not on_one_line(a, b)]
    pieces, at = [], 0
    for first, end in pairwise([0, *ends, len(places)]):
        pieces.append(text[at : places[first]])
        at = places[end - 1] + 1
        line = text[places[first] : at]
        is_long = end - first >= _FEWEST_SPACED
        pieces.append(_words_of_line(line, boxes[first:end]) if is_long else line)
    return "".join(pieces)


def _words_of_line(text: str, boxes: Sequence[Rect]) -> str:
    letters = text.split()
    if letters == sorted(letters):
        return text  # listed
    gaps = [b.left - a.right for a, b in pairwise(boxes)]
    steps = [b.left - a.left for a, b in pairwise(boxes)]
    usual, usual_step = median(gaps), median(steps)
    if usual <= 0 or usual > _LETTER_GAP * max(box.top - box.bottom for box in boxes):
        return text
    is_even = all(abs(step / usual_step - round(step / usual_step)) < _LEVEL for step in steps)
    spaces = [
        " " if gap > _WORD_GAP * usual and (step > _WORD_STEP * usual_step or not is_even) else ""
        for gap, step in zip(gaps, steps, strict=True)
    ]
    return "".join(a + b for a, b in zip(letters, [*spaces, ""], strict=True))


def _index(shown: pypdfium2.PdfTextPage, at: int) -> int:
    """Return the index of the character at a place in the text, which leaves some out."""
    import pypdfium2.raw as pdfium

    return max(int(pdfium.FPDFText_GetCharIndexFromTextIndex(shown, at)), 0)
