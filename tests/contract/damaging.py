"""Truncation and bit flips in the files of the indexes: detected before use, and repaired.

    python -m tests.contract.damaging --places 200

Each derived file of a small library with words and vectors is cut at 200 places and has a bit flipped at
200, one at a time in a copy. The copy is opened, searched by both modes, and checked.
The process is the same for all, so that a crash would end it.
"""

import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click
from tests.contract.operations import small_steps
from tests.contract.small_library import DOCUMENTS, build, marker

from lexdesk import Library
from lexdesk.query import parse

INDEXES = ("words", "vectors")
QUESTIONS = ("when must the tenant pay", "how is a lease ended", "notice in writing", "house 7")

How = Literal["cut", "flip"]
Outcome = Literal["made again", "harmless", "wrong"]
Answers = list[list[int]]


@dataclass(frozen=True, slots=True)
class Damage:
    """What came of one damage: ``file`` is the file's name with what Tantivy counts replaced by ``*``.

    ``harmless`` is what changes no answer and no check, as in a file that says nothing of the texts.
    """

    file: str
    how: How
    at: int
    outcome: Outcome
    problem: str


class Damaging:
    """Damages copies of a library in ``scratch``."""

    def __init__(self, scratch: Path):
        self._copy = scratch / "copy"
        self._library = build(scratch)
        with Library.open(self._library) as library:
            self._expected = answers_of(library)
        assert all(self._expected)

    def files(self) -> list[Path]:
        """Return the non-empty files of the indexes, relative to the library."""
        found = (path for name in INDEXES for path in (self._library / name).rglob("*"))
        return sorted(
            p.relative_to(self._library) for p in found if p.is_file() and p.stat().st_size
        )

    def damages(self, file: Path, places: int, chance: random.Random) -> Iterator[Damage]:
        """Cut ``file`` at so many places, and flip a bit at as many."""
        hows: tuple[How, ...] = ("cut", "flip")
        for how in hows:
            for _ in range(places):
                yield self._damage(file, how, chance)

    def _damage(self, file: Path, how: How, chance: random.Random) -> Damage:
        shutil.rmtree(self._copy, ignore_errors=True)
        shutil.copytree(self._library, self._copy)
        target = self._copy / file
        data = bytearray(target.read_bytes())
        at = chance.randrange(len(data))
        if how == "cut":
            del data[at:]
        else:
            data[at] ^= 1 << chance.randrange(8)
        target.write_bytes(data)
        os.utime(target)
        try:
            outcome = self._outcome(target, bytes(data))
        except Exception as error:
            return Damage(_kind(file), how, at, "wrong", f"{type(error).__name__}: {error}")
        return Damage(_kind(file), how, at, outcome, "")

    def _outcome(self, target: Path, damaged: bytes) -> Outcome:
        """Return the outcome of the copy; raise ``AssertionError`` for other answers or an unsound library."""
        with Library.open(self._copy) as library:
            answers = answers_of(library)
            assert answers == self._expected, "other answers"
            problems = library.admin.check()
            assert not problems, problems
        is_as_damaged = target.exists() and target.read_bytes() == damaged
        aside = any(self._copy.glob("*.damaged"))
        return "made again" if aside or not is_as_damaged else "harmless"


def answers_of(library: Library) -> Answers:
    """Return the passages found by the word of each document, and the semantic neighbours."""
    semantic = library.search.retriever("semantic")  # which may rebuild an index for seconds
    by_words = library.search.retriever("keyword")
    words = [f'"{marker(number, 1)}"' for number in range(DOCUMENTS)] + [
        "tenant w/5 house",
        "rent*",
    ]
    found = [by_words.candidates(parse(query), "keyword", 50).best for query in words]
    found += [semantic.candidates(parse(query), "semantic", 10).best for query in QUESTIONS]
    return [sorted(candidate.passage for candidate in best) for best in found]


def _kind(file: Path) -> str:
    """Return ``words/*.pos`` for a file name, without counters and random parts."""
    stem, dot, extension = file.name.rpartition(".")
    if not stem or stem in ("manifest", "held", "meta", "seal", ".managed"):
        return file.as_posix()
    return f"{file.parent.as_posix()}/*{dot}{extension}"


def table(found: Sequence[Damage]) -> str:
    """Return a Markdown table: kinds of files, numbers of damages, outcomes."""
    head = ["file", "cut", "flipped", "made again", "harmless", "wrong"]
    rows = []
    for kind in [*dict.fromkeys(item.file for item in found), "all"]:
        of = [item for item in found if kind in (item.file, "all")]
        hows = Counter(item.how for item in of)
        outcomes = Counter(item.outcome for item in of)
        counts = [outcomes[name] for name in ("made again", "harmless", "wrong")]
        rows.append([f"`{kind}`" if kind != "all" else kind, hows["cut"], hows["flip"], *counts])
    lines: list[Sequence[object]] = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


@click.command()
@click.option("--places", default=200, show_default=True, help="For each file and kind of damage.")
@click.option("--only", default="", help="Files with this in their name.")
@click.option("--seed", default=20260101, show_default=True)
def main(places: int, only: str, seed: int) -> None:
    """Damage, print failures and the table; exit code 1 for a failure."""
    found: list[Damage] = []
    with tempfile.TemporaryDirectory() as scratch, small_steps():
        damaging = Damaging(Path(scratch).resolve())
        for file in (file for file in damaging.files() if only in file.name):
            for damage in damaging.damages(file, places, random.Random(f"{seed} {_kind(file)}")):
                found.append(damage)
                if damage.outcome == "wrong":
                    click.echo(damage)
            click.echo(f"{len(found)} ({file})")
    click.echo(f"\n{len(found)} places\n\n{table(found)}")
    sys.exit(any(damage.outcome == "wrong" for damage in found))


if __name__ == "__main__":
    main()
