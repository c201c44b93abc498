"""Bit flips and truncation anywhere in a library: no wrong answer, and detection by ``check``.

    python -m tests.contract.flipping --times 1000

Any file of a small library with words, vectors, notes and a backup is damaged in a copy, one at a time, evenly over the
files; half of the time its time stamps are kept. Each copy is opened in this process, searched, read and checked, so that a
crash would end it.
"""

from __future__ import annotations

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
from tests.contract.damaging import Answers, answers_of
from tests.contract.operations import small_steps
from tests.contract.small_library import build

from lexdesk import Library
from lexdesk.errors import LexdeskError
from lexdesk.library.backup import find_damage

Outcome = Literal["found", "harmless", "wrong answer", "missed", "traceback"]
UNUSED = (
    "writer.lock",
    "verified.json",
    "checked.json",
    ".managed.json",
    ".tantivy-meta.lock",
    ".tantivy-writer.lock",
)
"""Files that no answer comes from: locks, what was read before, and what Tantivy may delete."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A damage and its outcome; ``has_time`` is set for unchanged time stamps."""

    file: str
    how: Literal["cut", "flip"]
    at: int
    has_time: bool
    outcome: Outcome
    problem: str = ""


class Flipping:
    """Damages copies of a library in ``scratch``."""

    def __init__(self, scratch: Path):
        self._copy = scratch / "copy"
        self._library = library = build(scratch)
        with Library.open(library) as opened:
            hit = opened.search("rent", mode="keyword").hits[0]
            with opened.workbook() as book:
                book.put(hit, "tag", "rent")
            self._expected = self._read(opened)
            opened.admin.back_up(scratch / "backup")
        shutil.copytree(scratch / "backup", library / "backup")

    def files(self) -> list[Path]:
        """Return the files with an influence on answers, relative to the library."""
        found = (
            path.relative_to(self._library) for path in self._library.rglob("*") if path.is_file()
        )
        return sorted(
            p for p in found if p.name not in UNUSED and (self._library / p).stat().st_size
        )

    def flips(self, times: int, seed: object) -> Iterator[Flip]:
        """Damage the library so many times."""
        chance = random.Random(f"{seed}")
        files = self.files()
        for number in range(times):
            yield self._flip(files[number % len(files)], chance)

    def _flip(self, file: Path, chance: random.Random) -> Flip:
        shutil.rmtree(self._copy, ignore_errors=True)
        shutil.copytree(self._library, self._copy)
        with Library.open(self._copy) as library:  # the copy is one that was read
            library.search("rent", mode="keyword")
        target = self._copy / file
        data, before = bytearray(target.read_bytes()), target.stat()
        at, is_cut, has_time = (
            chance.randrange(len(data)),
            chance.random() < 0.3,
            chance.random() < 0.5,
        )
        if is_cut:
            del data[at:]
        else:
            data[at] ^= 1 << chance.randrange(8)
        target.write_bytes(data)
        if has_time:
            os.utime(target, ns=(before.st_atime_ns, before.st_mtime_ns))
        try:
            outcome, problem = self._outcome(file)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            outcome, problem = "traceback", f"{type(error).__name__}: {error}"
        return Flip(file.as_posix(), "cut" if is_cut else "flip", at, has_time, outcome, problem)

    def _outcome(self, file: Path) -> tuple[Outcome, str]:
        if file.parts[0] == "backup":
            try:
                return ("found", "") if find_damage(self._copy / "backup") else ("missed", "")
            except LexdeskError:
                return "found", ""
        answers: object = None
        try:
            with Library.open(self._copy) as library:
                answers = self._read(library)
        except LexdeskError as error:
            answers = str(error)
        is_refused = isinstance(answers, str)
        if not is_refused and answers != self._expected:
            return "wrong answer", ""
        return ("found", "") if is_refused or self._is_found() else ("missed", "")

    def _is_found(self) -> bool:
        """Return whether reading repaired the damage, or ``check`` reports it."""
        if any(self._copy.glob("*.damaged")):
            return True
        try:
            with Library.open(self._copy) as library:
                return bool(library.admin.check() or library.admin.repairs)
        except LexdeskError:
            return True

    def _read(self, library: Library) -> tuple[Answers, list[str], list[str]]:
        with library.workbook() as book:
            marks = [f"{mark}" for mark in book.marks()]
        return answers_of(library), sorted(library.catalogue.dump()), marks


def table(found: Sequence[Flip]) -> str:
    """Return a Markdown table: a line for each file, with the numbers of outcomes."""
    names = ("found", "harmless", "wrong answer", "missed", "traceback")
    lines: list[Sequence[object]] = [["file", "damages", *names], ["---"] * (len(names) + 2)]
    for file in [*dict.fromkeys(kind_of(flip.file) for flip in found), "all"]:
        of = [flip for flip in found if file in (kind_of(flip.file), "all")]
        outcomes = Counter[str](flip.outcome for flip in of)
        lines.append(
            [f"`{file}`" if file != "all" else file, len(of), *(outcomes[name] for name in names)]
        )
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def kind_of(file: str) -> str:
    """Return ``words/*.pos`` for a file name, without counters and random parts."""
    path = Path(file)
    is_named = path.suffix in (".json", ".sqlite") or len(path.stem) < 20
    return file if is_named else f"{path.parent.as_posix()}/*{path.suffix}"


@click.command()
@click.option("--times", default=1_000, show_default=True, help="Number of damages.")
@click.option("--seed", default=20260101, show_default=True)
def main(times: int, seed: int) -> None:
    """Damage a library repeatedly and print the table; exit code 1 for an effect or a miss."""
    found: list[Flip] = []
    with tempfile.TemporaryDirectory() as scratch, small_steps():
        for flip in Flipping(Path(scratch).resolve()).flips(times, seed):
            found.append(flip)
            if flip.outcome not in ("found", "harmless"):
                click.echo(flip)
    click.echo(table(found))
    sys.exit(any(flip.outcome not in ("found", "harmless") for flip in found))


if __name__ == "__main__":
    main()
