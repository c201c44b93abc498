"""Snippets: the part of a passage with the densest matches."""

import textwrap
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import UNSPACED

Run = tuple[str, bool]
"""A run of text, and whether it matches the query."""
_WHITE_SPACE = lazy_pattern(r"\s{2,}|[^\S ]")  # white space other than a single space
_START = lazy_pattern(f" |(?=[{UNSPACED}])")  # starts of words; Chinese may start at any letter
_WIDE = lazy_pattern(
    "[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6"
    "\U0001f300-\U0001faff\U00020000-\U0003fffd]"
)
"""Letters and signs that take two cells (Unicode's East Asian Width)."""
_SECOND = "\ufdd0"  # a noncharacter, as the second cell of a wide character
_NARROWEST = 10  # cells; narrower terminals wrap lines themselves


def make_snippet(
    text: str, highlights: Sequence[tuple[int, int]], width: int, lines: int
) -> list[list[Run]]:
    """Return at most ``lines`` lines of at most ``width`` terminal cells around the densest matches.

    Lines break at words; white space becomes single spaces; an ellipsis marks omitted text. A letter of Chinese,
    Japanese or Korean takes two cells, each other character one.
    """
    squeezed, matches = _in_cells(*_squeeze(text, highlights))
    width = max(width, _NARROWEST)
    wrapper = _Wrapper(width, max_lines=lines, placeholder=" …", break_on_hyphens=False)
    if len(squeezed) <= width * lines:
        wrapped = wrapper.wrap(squeezed)
        if "".join(wrapped).replace(" ", "") == squeezed.replace(" ", ""):  # all of it fits
            return list(_with_marks(wrapped, squeezed, matches, 0))
    start = _densest(squeezed, matches, width * lines)
    enough = start + width * lines + lines + 1  # one cell more than the lines can hold
    shown = ("… " if start else "") + squeezed[start:enough]
    return list(_with_marks(wrapper.wrap(shown), squeezed, matches, start))


class _Wrapper(textwrap.TextWrapper):
    """A wrapper that breaks overlong words, such as Thai sentences, before a letter, not a combining mark.

    It leaves room for the ellipsis.
    """

    def _handle_long_word(
        self, reversed_chunks: list[str], cur_line: list[str], cur_len: int, width: int
    ) -> None:
        word, room = reversed_chunks[-1], max(width - cur_len - len(self.placeholder), 1)
        at = room
        while at and _goes_on(word[at : at + 1]):
            at -= 1
        if at or not cur_line:  # else the next line has room
            cur_line.append(word[: at or room])
            reversed_chunks[-1] = word[at or room :]


def _goes_on(character: str) -> bool:
    """Return whether a character belongs to the one before it: a combining mark, or its second cell."""
    return character == _SECOND or unicodedata.category(character or " ").startswith("M")


def _squeeze(text: str, highlights: Sequence[tuple[int, int]]) -> tuple[str, bytes]:
    """Return ``text`` with single spaces, and 1 for each highlighted character, else 0."""
    marked = bytearray(len(text))
    for start, end in highlights:
        marked[start:end] = b"\x01" * (end - start)
    parts: list[str] = []
    matches = bytearray()
    at = len(text) - len(text.lstrip())
    for run in _WHITE_SPACE.finditer(text, at):
        parts += text[at : run.start()], " "
        matches += marked[at : run.start() + 1]
        at = run.end()
    parts.append(text[at:])
    matches += marked[at:]
    return "".join(parts), bytes(matches)


def _in_cells(text: str, matches: bytes) -> tuple[str, bytes]:
    """Return both with one character for each cell."""
    if text.isascii() or not _WIDE.search(text):
        return text, matches
    cells = [2 if _WIDE.match(character) else 1 for character in text]
    doubled = b"".join(bytes([match]) * n for match, n in zip(matches, cells, strict=True))
    return _WIDE.sub(rf"\g<0>{_SECOND}", text), doubled


def _densest(text: str, matches: bytes, cells: int) -> int:
    """Return the start of a word from which lines of ``cells`` cells show the most matches.

    Matches are sought in the first three quarters, since line ends leave cells empty. Of equal starts, the first run
    counts, and its middle, which leaves words around.
    """
    if text.isascii():  # without the pattern, which takes longer to compile than a search
        starts = [0, *(at for at, before in enumerate(text, 1) if before == " ")]
    else:
        starts = [0, *(start.end() for start in _START.finditer(text))]
    total = list(accumulate(matches, initial=0))
    most, length = len(text), cells * 3 // 4
    matched = [total[min(start + length, most)] - total[start] for start in starts]
    best = max(matched)
    first = matched.index(best)
    if not first:
        return 0
    last = next((at for at in range(first, len(starts)) if matched[at] < best), len(starts)) - 1
    last = min(last, bisect_right(starts, most - length) - 1)  # the text fills the lines
    return starts[(first + max(first, last)) // 2]


def _with_marks(wrapped: list[str], text: str, matches: bytes, start: int) -> Iterator[list[Run]]:
    at = start
    for line in wrapped:
        runs: list[Run] = []
        for word in line.split(" "):
            found = text.find(word, at) if word != "…" else -1
            flags = matches[found : found + len(word)] if found >= 0 else bytes(len(word))
            if runs:
                runs.append((" ", False))
            runs += zip(word, map(bool, flags), strict=True)
            at = found + len(word) if found >= 0 else at
        yield _merge_runs(runs)


def _merge_runs(cells: list[Run]) -> list[Run]:
    """Merge neighbours of equal marking into runs."""
    joined: list[Run] = []
    for text, is_match in cells:
        if text == _SECOND:
            continue
        if joined and joined[-1][1] == is_match:
            joined[-1] = (joined[-1][0] + text, is_match)
        else:
            joined.append((text, is_match))
    return joined
