"""Growing hostile lines for every regular expression of the engine, to find those of more than linear time.

    python -m tests.fuzz.patterns --only structure

A line repeats what a part of a pattern matches, and ends with a sign that it does not. Not every pattern that is listed is at
fault: many see short texts alone.
"""

import importlib
import pkgutil
import random
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import click

import lexdesk
from lexdesk.text import lazy_pattern

# Private modules of the standard library, without types: mypy finds them only in some runs.
codes: Any = importlib.import_module("re._constants")
parser: Any = importlib.import_module("re._parser")

LENGTH, FACTOR, SECONDS = 3_000, 4, 0.6
_REPEATED = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
_INNER: dict[Any, Callable[[Any], Any]] = {
    codes.SUBPATTERN: lambda value: value[3],
    codes.ATOMIC_GROUP: lambda value: value,
    codes.ASSERT: lambda value: value[1],
    codes.ASSERT_NOT: lambda value: value[1],
}
_CATEGORIES = {
    "DIGIT": "1",
    "SPACE": " ",
    "WORD": "a",
    "NOT_DIGIT": "x",
    "NOT_SPACE": "x",
    "NOT_WORD": "-",
}
_PIECES = (" ", "\n", "1.", "(", "a ", "A", "a", "1", ". ", "§", "-", "Art. ")

Tree = Any
"""A parsed pattern of ``re``, or a part of one."""


def patterns() -> dict[str, re.Pattern[Any]]:
    """Return the patterns of all modules by file and line."""
    found: dict[str, re.Pattern[Any]] = {}
    original = re.compile

    def noting(compiled: Callable[..., Any]) -> Callable[..., Any]:
        def note(pattern: Any, flags: int = 0) -> Any:
            frame = sys._getframe(1)
            place = frame.f_code.co_filename.rpartition("/lexdesk/")[2]
            if "/lexdesk/" in frame.f_code.co_filename and not isinstance(pattern, re.Pattern):
                found[f"{place}:{frame.f_lineno}:{len(found)}"] = original(pattern, flags)
            return compiled(pattern, flags)

        return note

    re.compile = noting(re.compile)
    lazy_pattern.lazy_pattern = noting(lazy_pattern.lazy_pattern)
    for module in pkgutil.walk_packages(lexdesk.__path__, "lexdesk."):
        if "__main__" not in module.name and "bulk" not in module.name:
            importlib.import_module(module.name)
    re.compile = original
    return found


def text_of(tree: Tree, chance: random.Random) -> str:
    """Return a text that roughly matches the tree."""
    return "".join(_text(code, value, chance) for code, value in tree)


def _text(code: Any, value: Any, chance: random.Random) -> str:
    if code is codes.LITERAL:
        return chr(value)
    if code is codes.IN:
        kind, content = chance.choice([one for one in value if one[0] is not codes.NEGATE])
        if value[0][0] is codes.NEGATE:
            return "x"
        return {
            codes.LITERAL: lambda: chr(content),
            codes.RANGE: lambda: chr(content[0]),
            codes.CATEGORY: lambda: _CATEGORIES.get(str(content).removeprefix("CATEGORY_"), "a"),
        }[kind]()
    if code is codes.BRANCH:
        return text_of(chance.choice(value[1]), chance)
    if code in (codes.SUBPATTERN, codes.ATOMIC_GROUP):
        return text_of(_INNER[code](value), chance)
    if code in _REPEATED:
        return text_of(value[2], chance) * int(max(value[0], min(1, value[1])))
    return "a" if code in (codes.ANY, codes.NOT_LITERAL) else ""


def repeats(tree: Tree, before: str, chance: random.Random) -> Iterator[tuple[str, Tree]]:
    """Yield parts repeated over 50 times, or without a limit, at any depth, with a text that matches up to them."""
    for code, value in tree:
        if code in _REPEATED:
            if value[1] is codes.MAXREPEAT or value[1] > 50:
                yield before, value[2]
            yield from repeats(value[2], before, chance)
        elif code is codes.BRANCH:
            for branch in value[1]:
                yield from repeats(branch, before, chance)
        elif code in _INNER:
            yield from repeats(_INNER[code](value), before, chance)
        before += _text(code, value, chance)


def lines(pattern: re.Pattern[Any]) -> set[tuple[str, str]]:
    """Return the pieces to repeat for a pattern, each with what precedes all of them."""
    tree, chance = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE), random.Random(1)
    found = {("", piece) for piece in (*_PIECES, text_of(tree, chance))}
    for before, part in repeats(tree, "", chance):
        piece = text_of(part, chance)
        found |= {("", piece), (before, piece), ("", before + piece), ("", before + 9 * piece)}
    return {(before, piece) for before, piece in found if piece}


def seconds(pattern: re.Pattern[Any], before: str, piece: str, length: int) -> float:
    """Return the processor time to search a line of the piece, at most ``SECONDS``."""
    line: Any = before + piece * (length // len(piece)) + "\0"
    if isinstance(pattern.pattern, bytes):
        line = line.encode()
    began = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        for _ in pattern.finditer(line):
            pass
    except TimeoutError:
        return SECONDS
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.process_time() - began


def _late(*_: object) -> None:
    raise TimeoutError


@click.command()
@click.option("--only", default="", help="Patterns of files with this in their path.")
def main(only: str) -> None:
    """Print each pattern of over twice the linear time, with the revealing piece."""
    signal.signal(signal.SIGVTALRM, _late)
    found = {place: pattern for place, pattern in patterns().items() if only in place}
    for place, pattern in sorted(found.items()):
        for before, piece in lines(pattern):
            short = seconds(pattern, before, piece, LENGTH)
            if (
                short > 0.004
                and seconds(pattern, before, piece, FACTOR * LENGTH) > 2 * FACTOR * short
            ) or short >= SECONDS:
                click.echo(
                    f"{place.rpartition(':')[0]} {before[-20:]!r} {piece[:40]!r} {short:.3f} s: "
                    f"{str(pattern.pattern)[:80]!r}"
                )
                break
    click.echo(f"{len(found)} patterns")


if __name__ == "__main__":
    main()
