"""Patterns of ``.lexdeskignore`` in the syntax of Git (gitignore(5)), matched in linear time.

All lines form one nondeterministic automaton; its states are the bits of one integer (shift-and; Navarro and
Raffinot, Flexible Pattern Matching in Strings, 2002, chapter 4). Each character of a path costs a constant number of
operations on the integer for any patterns; a regular expression for ``*a*a*a*b`` would backtrack over all positions
of each star.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_MOST_CACHED_BYTES = 16 * 1024 * 1024  # of cached masks of characters
_ANY = ["**"]
_STAR, _ONE = object(), object()
"""``*`` and ``?`` in a segment, where a character stands for itself."""


class PatternError(ValueError):
    """A syntax error in a pattern, with its line number."""

    def __init__(self, number: int):
        super().__init__(f"line {number} is no pattern")
        self.number = number


@dataclass(frozen=True, slots=True)
class _Class:
    """A bracket expression: ranges of characters, or all others."""

    ranges: tuple[tuple[str, str], ...]
    is_negated: bool

    def holds(self, character: str) -> bool:
        inside = any(first <= character <= last for first, last in self.ranges)
        return inside != self.is_negated


_Glob = list[object]
"""A segment: characters, ``_Class``, ``_STAR`` and ``_ONE``."""


class Patterns:
    """The patterns of one file; the last match decides. Raises ``PatternError``."""

    def __init__(self, lines: Iterable[str]):
        states = _States()
        for number, line in enumerate(lines, 1):
            try:
                states.add_line(line)
            except _NoPatternError:
                raise PatternError(number) from None
        self._states, self._length = states, states.count // 8 + 1
        self._begins = self._mask(states.begins)
        self._ones = self._mask(states.ones)
        self._stays = self._mask(states.stays)
        self._always = self._mask(states.always)
        self._opens = self._mask(states.opens)
        self._ends = self._mask(states.ends)
        self._ends_inside = self._mask(states.ends_inside)
        self._ignored = self._mask(states.ignored)
        self._steps: dict[str, tuple[int, int]] = {}

    def verdict(self, path: str) -> bool | None:
        """Return true if ``path``, relative and with a final slash for a folder, is ignored; ``None`` if undecided.

        As in Git, a pattern for the path itself takes precedence over a pattern for an enclosing folder.
        """
        active = self._begins
        for character in path:
            leads, stays = self._steps.get(character) or self._step(character)
            moved = (active & leads) << 1
            active = moved | (moved & self._opens) << 1 | active & stays
        fits = active & self._ends or active & self._ends_inside
        return bool(self._ignored >> (fits.bit_length() - 1) & 1) if fits else None

    def _step(self, character: str) -> tuple[int, int]:
        """Return the states advancing on a character, and the staying states."""
        states = self._states
        leads, stays = self._mask(states.letters.get(character, ())), self._always
        if character != "/":
            within = (state for state, kind in states.classes if kind.holds(character))
            leads |= self._ones | self._mask(within)
            stays |= self._stays
        if len(self._steps) * 2 * self._length > _MOST_CACHED_BYTES:
            self._steps.clear()
        self._steps[character] = leads, stays
        return leads, stays

    def _mask(self, states: Iterable[int]) -> int:
        bits = bytearray(self._length)
        for state in states:
            bits[state >> 3] |= 1 << (state & 7)
        return int.from_bytes(bits, "little")


class _NoPatternError(ValueError):
    """The reason against a pattern."""


class _UnclosedBracket(Exception):  # noqa: N818
    """A bracket without its end: Git discards the pattern."""


class _States:
    """The states of all lines in a row: bit masks for advancing, staying and accepting states."""

    def __init__(self) -> None:
        self.count = 0
        self.begins: list[int] = []
        self.letters: defaultdict[str, list[int]] = defaultdict(list)
        # States that advance on any character but the slash; ``stays`` remain on it.
        self.ones: list[int] = []
        self.classes: list[tuple[int, _Class]] = []
        self.stays: list[int] = []
        self.always: list[int] = []
        self.opens: list[int] = []  # states whose successors are reached too
        self.ends: list[int] = []  # states that match the path itself
        self.ends_inside: list[int] = []  # states that match a folder around it
        self.ignored: list[int] = []

    def add_line(self, text: str) -> None:
        """Add the states of a line. Raises ``_NoPatternError``."""
        line = text if text.endswith("\\ ") else text.rstrip()
        if not line or line.startswith("#") or line == "/":
            return
        pattern = line.removeprefix("!")
        segments = _segments(pattern)
        try:
            globs = [None if segment == "**" else _glob(segment) for segment in segments]
        except _UnclosedBracket:
            return
        first = self.count
        self._add(segments, globs, is_folder=pattern.endswith("/"))
        if not line.startswith("!"):
            self.ignored += range(first, self.count)

    def _add(self, segments: list[str], globs: Sequence[_Glob | None], *, is_folder: bool) -> None:
        self._begin()
        if segments in (_ANY, ["**", "*"], ["**", "*", "**"]):
            self.always.append(self._last)
            if is_folder or len(segments) == 3:
                self._inside(is_folder)
            else:
                self.ends.append(self._last)
            return
        for at, glob in enumerate(globs):
            if at and globs[at - 1] is not None:
                self._letter("/")
            if glob is not None:
                self._segment(glob)
            elif at == 0:
                self.always.append(self._last)
                self._letter("/")
                self.begins.append(self._last)
            elif at < len(globs) - 1:
                self.always.append(self._last)
                self.opens.append(self._last)
                self._letter("/")
        if globs[-1] is None:
            self.always.append(self._last)
            (self.ends_inside if is_folder else self.ends).append(self._last)
        else:
            self.ends.append(self._last)
            self._inside(is_folder=True)

    @property
    def _last(self) -> int:
        return self.count - 1

    def _begin(self) -> None:
        self.begins.append(self.count)
        self.count += 1

    def _letter(self, character: str) -> None:
        self.letters[character].append(self._last)
        self.count += 1

    def _inside(self, is_folder: bool) -> None:
        """Return the state for all paths inside the folder matched so far."""
        self._letter("/")
        self.always.append(self._last)
        (self.ends_inside if is_folder else self.ends).append(self._last)

    def _segment(self, glob: _Glob) -> None:
        if glob == [_STAR]:  # a name has at least one character
            glob = [_ONE, _STAR]
        for token in glob:
            if token is _STAR:
                self.stays.append(self._last)
                continue
            if token is _ONE:
                self.ones.append(self._last)
            elif isinstance(token, _Class):
                self.classes.append((self._last, token))
            else:
                self.letters[str(token)].append(self._last)
            self.count += 1


def _segments(pattern: str) -> list[str]:
    """Return the parts between slashes; ``**`` stands for any folders. Raises ``_NoPatternError``."""
    segments = pattern.split("/")
    if not segments[0]:  # a slash at the beginning: in the folder itself
        del segments[0]
    elif segments[0] != "**" and (len(segments) == 1 or segments[1:] == [""]):
        segments.insert(0, "**")
    if not segments:
        raise _NoPatternError
    if not segments[-1]:
        segments[-1] = "**"
    return [
        segment
        for at, segment in enumerate(segments)
        if segment != "**" or at == 0 or segments[at - 1] != "**"
    ]


def _glob(segment: str) -> _Glob:
    """Return the tokens of a segment. Raises ``_NoPatternError`` and ``_UnclosedBracket``."""
    tokens: _Glob = []
    at = 0
    while at < len(segment):
        character = segment[at]
        at += 1
        match character:
            case "\\":
                if at == len(segment):
                    raise _NoPatternError
                tokens.append(segment[at])
                at += 1
            case "*":
                tokens.append(_STAR)
            case "?":
                tokens.append(_ONE)
            case "[":
                found, at = _class(segment, at)
                tokens.append(found)
            case _:
                tokens.append(character)
    return tokens


def _class(segment: str, at: int) -> tuple[_Class, int]:
    """Return the bracket expression opened before ``at`` and its end. Raises ``_UnclosedBracket``."""
    is_negated = segment[at : at + 1] in ("!", "^")
    begin = at + is_negated
    end = segment.find("]", begin + 1)  # one at the beginning stands for itself
    if end < 0:
        raise _UnclosedBracket
    ranges = []
    while begin < end:
        is_range = begin + 2 < end and segment[begin + 1] == "-"
        last = begin + 2 if is_range else begin
        ranges.append((segment[begin], segment[last]))
        begin = last + 1
    return _Class(tuple(ranges), is_negated), end + 1
