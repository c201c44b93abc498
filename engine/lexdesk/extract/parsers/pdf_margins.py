"""Numbers at the margin of PDF pages: those of lines, which are no text, and those of paragraphs."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from lexdesk.extract.parsers.pdf_columns import CUT_WORD, LINE_END, Rect, on_one_line
from lexdesk.text.lazy_pattern import lazy_pattern

_LINES = lazy_pattern(
    rf"(?:[^\r\n{CUT_WORD}]++|\r(?!\n))*+(?:{LINE_END}|{CUT_WORD}(?:{LINE_END})?|$)"
)
_LEFT_NUMBER = lazy_pattern(r"^(?P<number>\d{1,3})(?=\s|$)[ \t]*")
_RIGHT_NUMBER = lazy_pattern(r"(?:^|(?<![ \t])[ \t]+)(?P<number>\d{1,3})(?=[ \t]*(?:\r\n|$))")
_NUMBERED = ((_LEFT_NUMBER, 1), (_LEFT_NUMBER, 5), (_RIGHT_NUMBER, 5))
_MAX_STARTS = 5  # a page number may precede the first line
_MIN_NUMBERS, _MIN_FIFTHS, _MIN_BARE = 8, 4, 10
_STEADY = 0.8  # of the numbers of a margin
_MIN_CONTINUED = 3  # lines that begin inside a sentence, which items of a list do not
_MIN_WIDTH = 30  # characters


_MIN_PROSE = 6  # lines of a page of prose
_MIN_BESIDE = 2  # numbers of paragraphs; one may be that of the page
_USUAL = 0.9  # of the lines of prose end before its right edge
_APART = 4.0  # points between the edge of prose and a number beside it
REMOVED = "\ufddb"
"""A noncharacter in place of each digit of a line number."""
_MOVED = dict(zip("0123456789", map(chr, range(0xFDD1, 0xFDDB)), strict=True))
"""Noncharacters in place of the digits of a paragraph's number, which belong before its line."""
_DIGITS = str.maketrans({mark: digit for digit, mark in _MOVED.items()})
_MARK = lazy_pattern(rf"{REMOVED}+|[\ufdd1-\ufdda]+")
_DIVIDED = lazy_pattern(r"(?<=[^\W\d_])-(?=\s*$)")
_NEAR = 200  # characters before a number, in which its line begins


class _Beside(NamedTuple):
    """A number right of the prose: its line, value and place in the text."""

    line: int
    value: int
    start: int
    end: int
    is_alone: bool


def mark_right_numbers(text: str, box: Callable[[int], Rect]) -> str:
    """Replace digits right of the prose of a page by noncharacters, for ``place_right_numbers``.

    ``box`` returns the place of a character of the text on the page.
    """
    lines = [line for line in _LINES.finditer(text) if line[0]]
    found = [_RIGHT_NUMBER.search(line[0]) for line in lines]
    if not any(found):
        return text
    if (edge := _right_edge(lines, found, box)) is None:
        return text
    beside = []
    for at, (line, number) in enumerate(zip(lines, found, strict=True)):
        if number and box(line.start() + number.start("number")).left > edge:
            start, end = (line.start() + place for place in number.span("number"))
            is_alone = not line[0][: number.start()].strip()
            beside.append(_Beside(at, int(number["number"]), start, end, is_alone))
    if len(beside) < _MIN_BESIDE or any(b.value - a.value != 1 for a, b in pairwise(beside)):
        return text
    alone = sum(mark.is_alone for mark in beside)  # pdfium may put them on lines of their own
    covered = beside[-1].line - beside[0].line + 1 - alone
    is_of_lines = len(beside) >= max(_MIN_NUMBERS, _STEADY * covered)
    characters = list(text)
    for mark in beside:
        digits = characters[mark.start : mark.end]
        if is_of_lines:
            characters[mark.start : mark.end] = [REMOVED] * len(digits)
        elif not mark.is_alone or _follows(text, mark.start, box):
            characters[mark.start : mark.end] = [_MOVED[digit] for digit in digits]
    return "".join(characters)


def _right_edge(
    lines: list[re.Match[str]], numbers: list[re.Match[str] | None], box: Callable[[int], Rect]
) -> float | None:
    """Return the place right of the prose, numbers at the ends of lines aside; ``None`` with too few lines."""
    edges = [
        box(line.start() + len(rest) - 1).right
        for line, number in zip(lines, numbers, strict=True)
        if len(rest := line[0][: number.start() if number else None].rstrip("\r\n \t\ufffe"))
        >= _MIN_WIDTH
    ]
    return (
        sorted(edges)[int(_USUAL * (len(edges) - 1))] + _APART if len(edges) >= _MIN_PROSE else None
    )


def _follows(text: str, at: int, box: Callable[[int], Rect]) -> bool:
    """Return whether the text before a number that stands alone is on the same line of the page."""
    begin = max(0, at - _NEAR)
    before = text[begin:at].rstrip()
    return bool(before) and on_one_line(box(begin + len(before) - 1), box(at))


def place_right_numbers(text: str) -> str:
    """Remove the marked numbers of lines, and put those of paragraphs before their lines."""
    if not any("\ufdd1" <= character <= REMOVED for character in set(text)):
        return text
    lines: list[str] = []
    for line in text.split("\n"):
        found = _MARK.search(line)
        if found is None:
            lines.append(line)
            continue
        before, end = line[: found.start()].rstrip(" \t"), line[found.end() :]
        if found[0][0] == REMOVED:
            if before:
                lines.append(_DIVIDED.sub(CUT_WORD, before) + end)
            continue
        if not before and lines:  # on the line of the page above
            before = lines.pop().rstrip("\r \t")
        lines.append(_before(found[0].translate(_DIGITS), before) + end)
    return "\n".join(lines)


def _before(number: str, line: str) -> str:
    """Return a line with the number of its paragraph in front; one that ends a divided word has none."""
    return f"{line} {number}" if CUT_WORD in line else f"{number} {line}"


def without_line_numbers(text: str) -> str:
    """Remove the numbers of lines, of each or of each fifth one, from the margin of a page."""
    lines = [line for line in _LINES.findall(text) if line]
    for pattern, step in _NUMBERED:
        found = [pattern.search(line) for line in lines]
        chain = _longest_chain([int(n["number"]) if n else None for n in found], step)
        rests = {at: _without(lines, at, number) for at in chain if (number := found[at])}
        if _is_margin(chain, rests, step):
            return "".join(rests.get(at, line) for at, line in enumerate(lines))
    return text


def _without(lines: Sequence[str], at: int, number: re.Match[str]) -> str:
    """Return a line without its number; behind a word that goes on below, it hid the divided word."""
    line, following = lines[at], lines[at + 1 : at + 2]
    rest = line[: number.start()] + line[number.end() :]
    if following and following[0][:1].islower():
        rest = _DIVIDED.sub(CUT_WORD, rest)
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
        steady = sum(b - a == step or not rests[b] for a, b in pairwise(chain))
        return len(chain) >= _MIN_FIFTHS and steady >= _STEADY * (len(chain) - 1)
    continued = len(chain) - len(texts) + sum(text[0].islower() for text in texts)
    return (
        len(chain) >= max(_MIN_NUMBERS, _STEADY * (chain[-1] - chain[0] + 1))
        and continued >= _MIN_CONTINUED
        and median(map(len, texts)) >= _MIN_WIDTH
    )
