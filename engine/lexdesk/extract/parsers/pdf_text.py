"""The text of PDF pages, in reading order.

pdfium returns characters in the order of drawing. Four layouts need more: columns drawn row by row, words in
letter-spaced type, the line numbers at the margin of pleadings and bills, and digits in superscript, which would be
those of the number before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from itertools import islice, pairwise
from statistics import median
from typing import TYPE_CHECKING

from lexdesk.extract.clean import raise_digits
from lexdesk.extract.parsers.pdf_columns import (
    CUT_WORD,
    LINE_END,
    Rect,
    in_columns,
    on_one_line,
)
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import pypdfium2


_BEGUN = lazy_pattern(r"(?<=[^\W\d_])[-\u00ad\u2010\ufffe]\s*$")
_ENDED = lazy_pattern(r"\s*(?P<half>[^\W\d_]+[,.;:)]*)\s*")
_PAGE_NUMBER = lazy_pattern(
    r"\W*(?:(?:page|seite)\s)?\d{1,4}(?:\s?(?:/|of|von)\s?\d{1,4})?\W*", re.IGNORECASE
)
_NUMBER = lazy_pattern(r"\d+")
_NOTE = lazy_pattern(r"\s*[⁰¹²³⁴-⁹]+\s*\S")
_RULE = lazy_pattern(r"[\W_]*")
_MOST_TITLES = 2  # lines above or below the text of a page
_MIN_SHARED = 3  # pages with a running title


_DIGITS = lazy_pattern(r"[0-9]+")
_NO_SPACE = lazy_pattern(r"\S+")
_NEAR_BEFORE = lazy_pattern(r"[^\s\d](?=[^\S\r\n]?$)")  # of the same line
_NEAR = lazy_pattern(r"[^\S\r\n]?(?=\S)")
_JOINED = "\0\0"
_TOUCHING = 0.25  # times the height of a character
_SMALLER = 0.85  # times the height of the character beside it
_RAISED_BY = 0.12
_DESCENT = 0.2  # of a font's height, below the line


_SPACED = lazy_pattern(r"(?<!\S)[^\W\d_](?:\s+[^\W\d_]){4,}(?!\S)")
_WORD_GAP = 1.7  # times the gap between letters of a word
_WORD_STEP = 1.25  # times the distance of their left sides, which is even in some types
_LETTER_GAP = 1.5  # times the height; cells of a table are farther apart

_LINES = lazy_pattern(rf"(?:(?!{LINE_END}|{CUT_WORD}).)*(?:{LINE_END}|{CUT_WORD}(?:{LINE_END})?|$)")
_LEFT_NUMBER = lazy_pattern(r"^(?P<number>\d{1,3})(?=\s|$)[ \t]*")
_RIGHT_NUMBER = lazy_pattern(r"(?:^|(?<![ \t])[ \t]+)(?P<number>\d{1,3})(?=[ \t]*(?:\r\n|$))")
_NUMBERED = ((_LEFT_NUMBER, 1), (_LEFT_NUMBER, 5), (_RIGHT_NUMBER, 5))
_MAX_STARTS = 5  # a page number may precede the first line
_MIN_NUMBERS, _MIN_FIFTHS, _MIN_BARE = 8, 4, 10
_STEADY = 0.8  # of the numbers of a margin
_MIN_CONTINUED = 3  # lines that begin inside a sentence, which items of a list do not
_MIN_WIDTH = 30  # characters


def page_text(page: pypdfium2.PdfPage) -> str:
    """Return the text of a page; columns one after the other, without line numbers at the margin."""
    with closing(page.get_textpage()) as shown:
        text = str(shown.get_text_range())
        raised = _raised(shown, text)
        in_order = in_columns(shown, text)
        text = (
            _joined_letters(shown, raised)
            if in_order is None
            else _raised_as(in_order, text, raised)
        )
    return _without_line_numbers(text.replace(_JOINED, ""))


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


def join_across_pages(texts: Sequence[str]) -> list[str]:
    """Return the pages with each word that a page break divides on the page of its beginning.

    Page numbers, notes below the text, and first and last lines that several pages share, may stand between the halves.
    """
    pages = [text.replace(LINE_END, "\n").split("\n") for text in texts]
    edges = Counter(_common(line) for page in pages for line in {page[0], page[-1]})
    for page, following in pairwise(pages):
        last = _first_of_text(page, range(_begin_of_notes(page) - 1, -1, -1), edges)
        first = _first_of_text(following, range(len(following)), edges)
        if last is None or first is None:
            continue
        begun = _BEGUN.search(page[last])
        ended = _ENDED.match(following[first])
        if begun and ended and ended["half"][0].islower():
            page[last] = page[last][: begun.start()] + ended["half"]
            following[first] = following[first][ended.end() :]
    return ["\n".join(page) for page in pages]


def _begin_of_notes(page: Sequence[str]) -> int:
    """Return the line of the first note below the text, if a divided word stands before it, else the end of the page."""
    noted = (at for at, line in enumerate(page) if at and _NOTE.match(line))
    return next((at for at in noted if _divided_before(page, at)), len(page))


def _divided_before(page: Sequence[str], at: int) -> bool:
    before = (line for line in reversed(page[max(0, at - 3) : at]) if not _RULE.fullmatch(line))
    return _BEGUN.search(next(before, "")) is not None


def _first_of_text(page: Sequence[str], places: Iterable[int], edges: Counter[str]) -> int | None:
    """Return the first of some lines that is neither blank, a rule, a running title nor a page number."""
    for at in islice((at for at in places if not _RULE.fullmatch(page[at])), _MOST_TITLES + 1):
        if not _PAGE_NUMBER.fullmatch(page[at]) and edges[_common(page[at])] < _MIN_SHARED:
            return at
    return None


def _common(line: str) -> str:
    return _NUMBER.sub("0", line).strip()


def _joined_letters(shown: pypdfium2.PdfTextPage, text: str) -> str:
    """Join the letters of words in letter-spaced type, which pdfium takes for words of one letter."""
    return _SPACED.sub(lambda letters: _words(shown, letters[0], letters.start()), text)


def _words(shown: pypdfium2.PdfTextPage, text: str, start: int) -> str:
    places = [at for at, character in enumerate(text) if not character.isspace()]
    letters = [text[at] for at in places]
    boxes = [Rect(*shown.get_charbox(_index(shown, start + at), loose=True)) for at in places]
    if not all(on_one_line(a, b) for a, b in pairwise(boxes)) or letters == sorted(letters):
        return text  # below each other, or listed
    gaps = [b.left - a.right for a, b in pairwise(boxes)]
    steps = [b.left - a.left for a, b in pairwise(boxes)]
    usual, usual_step = median(gaps), median(steps)
    if usual <= 0 or usual > _LETTER_GAP * max(box.top - box.bottom for box in boxes):
        return text
    spaces = [
        " " if gap > _WORD_GAP * usual and step > _WORD_STEP * usual_step else ""
        for gap, step in zip(gaps, steps, strict=True)
    ]
    return "".join(a + b for a, b in zip(letters, [*spaces, ""], strict=True))


def _index(shown: pypdfium2.PdfTextPage, at: int) -> int:
    """Return the index of the character at a place in the text, which leaves some out."""
    import pypdfium2.raw as pdfium

    return max(int(pdfium.FPDFText_GetCharIndexFromTextIndex(shown, at)), 0)


def _without_line_numbers(text: str) -> str:
    """Remove the numbers of lines, of each or of each fifth one, from the margin of a page."""
    lines = [line for line in _LINES.findall(text) if line]
    for pattern, step in _NUMBERED:
        found = [pattern.search(line) for line in lines]
        chain = _longest_chain([int(n["number"]) if n else None for n in found], step)
        rests = {at: _without(lines[at], number) for at in chain if (number := found[at])}
        if _is_margin(chain, rests, step):
            return "".join(rests.get(at, line) for at, line in enumerate(lines))
    return text


def _without(line: str, number: re.Match[str]) -> str:
    rest = line[: number.start()] + line[number.end() :]
    return rest if rest.strip() else ""


def _longest_chain(numbers: Sequence[int | None], step: int) -> list[int]:
    """Return the lines of the longest rising sequence that begins with one of the first numbers."""
    starts = [at for at, number in enumerate(numbers) if number][:_MAX_STARTS]
    chains: list[list[int]] = [[]]
    for start in starts:
        chain, awaited = [], numbers[start] or 0
        for at in range(start, len(numbers)):
            if numbers[at] == awaited:
                chain.append(at)
                awaited += step
        chains.append(chain)
    return max(chains, key=len)


def _is_margin(chain: Sequence[int], rests: Mapping[int, str], step: int) -> bool:
    """Return True for numbers of lines; those of a list, a table or clauses have another rhythm."""
    texts = [rest for rest in rests.values() if rest]
    if not texts:  # the margin alone, drawn before or behind the text
        return len(chain) >= _MIN_BARE and chain[-1] - chain[0] + 1 == len(chain)
    if step > 1:
        steady = sum(b - a == step for a, b in pairwise(chain))
        return len(chain) >= _MIN_FIFTHS and steady >= _STEADY * (len(chain) - 1)
    continued = len(chain) - len(texts) + sum(text[0].islower() for text in texts)
    return (
        len(chain) >= max(_MIN_NUMBERS, _STEADY * (chain[-1] - chain[0] + 1))
        and continued >= _MIN_CONTINUED
        and median(map(len, texts)) >= _MIN_WIDTH
    )
