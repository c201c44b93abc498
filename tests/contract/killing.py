"""SIGKILL at many points of every operation: nothing that was acknowledged is lost or comes back.

    python -m tests.contract.killing --points 1000 --into kills.jsonl

Points are spread over the operations, and over the time that each takes (``time``), its counted
changes of files (``kill``), and half-done writes (``tear``): these hit between the stores. A library is
killed up to three times in a row; after each kill a copy of it is opened, checked, searched for every
document, and the operation is run to its end in it. What was done is kept in the file named, so that
the command can be interrupted and goes on from there.
"""

from __future__ import annotations

import collections
import contextlib
import itertools
import json
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import click
from tests.contract import disturbance
from tests.contract.operations import OPERATIONS, Operation, perform, perform_and_tell, small_steps
from tests.contract.small_library import Start, Starts, State, observed, require_completed

from lexdesk import Library

SLOW_TO_LOAD = ("onnxruntime", "tokenizers", "lexdesk.recitals.library_recitals")
KILLS_IN_A_ROW = 3
SECONDS = 120  # after which a process counts as hanging

How = Literal["time", "kill", "tear"]
Kind = Literal["", "not opened", "unsound", "lost", "came back", "not completed"]
KINDS: tuple[Kind, ...] = ("not opened", "unsound", "lost", "came back", "not completed")


@dataclass(frozen=True, slots=True)
class Kill:
    """A kill and what came of it: ``kind`` is ``""`` where all is well, else ``problem`` says more.

    ``at`` is in seconds, or the number of a change of a file; ``made_again`` says that an index was
    found half removed or half written, and made again from SQLite.
    """

    operation: str
    how: str
    at: float
    kind: Kind
    problem: str
    made_again: bool


@dataclass(frozen=True, slots=True)
class Run:
    """What a process told before it ended: files stored, vectors stored, changes of files.

    ``vectors`` is -1 where it had not come to them.
    """

    stored: frozenset[str]
    vectors: int
    done: bool
    calls: int
    seconds: float


class Killing:
    """Kills operations on libraries in ``scratch``; the documents' folder is the same for all."""

    def __init__(self, scratch: Path):
        self._scratch = scratch
        self._starts = Starts(scratch)
        preload = [perform_and_tell.__module__, *SLOW_TO_LOAD]
        self._processes = disturbance.processes(disturbance.compiled(scratch), preload)
        self._whole: dict[Operation, Run] = {}

    def kills(self, operation: Operation, how: How, chance: random.Random) -> Iterator[Kill]:
        """Kill a library up to three times in a row; none where the operation was done before."""
        start = self._starts.start(operation)
        library = self._library(start)
        if operation not in self._whole:
            self._whole[operation] = self._run(operation, library)
            library = self._library(start)
        allowed = {number: {state, start.after[number]} for number, state in start.before.items()}
        for number in range(KILLS_IN_A_ROW):
            at = self._point(operation, how, chance, 1.0 if number == 0 else 0.5)
            result = self._run(operation, library, how, at)
            if result.done:
                return
            for path in result.stored:
                document = int(Path(path).stem.rpartition("-")[2])
                allowed[document] = {start.after[document]}
            if operation == "prune" and result.vectors >= 0:  # what was removed is told of by then
                allowed = {document: {state} for document, state in start.after.items()}
            kind, problem, made_again = self._verdict(operation, library, start, allowed, result)
            yield Kill(operation, how, round(at, 4), kind, problem, made_again)
            if kind:
                return

    def _library(self, start: Start) -> Path:
        library = self._scratch / "library"
        shutil.rmtree(library, ignore_errors=True)
        if start.library is not None:
            shutil.copytree(start.library, library)
        return library

    def _point(self, operation: Operation, how: How, chance: random.Random, share: float) -> float:
        whole = self._whole[operation]
        if how == "time":
            return chance.uniform(0, share * whole.seconds)
        return chance.randint(1, max(1, round(share * whole.calls)))

    def _run(self, operation: Operation, library: Path, how: str = "", at: float = 0) -> Run:
        """Run an operation as a process, killed at the point given, if one is."""
        result = self._scratch / "told"
        result.unlink(missing_ok=True)
        call = int(at) if how in ("kill", "tear") else 0
        arguments = (operation, library, self._starts.folder, result, call, how)
        process = self._processes.Process(target=perform_and_tell, args=arguments)
        started = time.perf_counter()
        process.start()
        process.join(at if how == "time" else SECONDS)
        hangs = process.is_alive() and how != "time"
        process.kill()
        process.join()
        if hangs or process.exitcode not in (0, -signal.SIGKILL):
            raise RuntimeError(f"{operation} hangs, or ended with {process.exitcode}")
        lines = result.read_text().splitlines() if result.exists() else []
        return _parse_run(lines, time.perf_counter() - started)

    def _verdict(
        self,
        operation: Operation,
        killed: Path,
        start: Start,
        allowed: dict[int, set[State]],
        reported: Run,
    ) -> tuple[Kind, str, bool]:
        """What is wrong with a killed library, by a copy of it; narrows ``allowed`` to what is found."""
        copy = self._scratch / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        if killed.exists():
            shutil.copytree(killed, copy)
        stage: Kind = "not opened"
        try:
            with Library.open(copy, create=not (copy / "library.sqlite").exists()) as library:
                stage = "unsound"
                problems = library.admin.check()
                assert not problems, problems
                states = observed(library, self._starts.folder)
                for number, state in states.items():
                    stage = "lost" if state is None else "came back"
                    assert state in allowed[number], f"{number} is {state}, not {allowed[number]}"
                    allowed[number] = {state, start.after[number]}
                stage = "lost"
                vectors = library.admin.status().vectors
                assert vectors >= reported.vectors, f"{vectors} vectors of {reported.vectors}"
                stage = "not completed"
                perform(operation, library, self._starts.folder)
            require_completed(copy, self._starts.folder, start.after)
        except Exception as error:
            return stage, f"{type(error).__name__}: {error}", False
        return "", "", any(copy.glob("*.damaged"))


def _parse_run(lines: Sequence[str], seconds: float) -> Run:
    values: collections.defaultdict[str, list[str]] = collections.defaultdict(list)
    for line in lines:
        word, _, value = line.partition(" ")
        values[word].append(value)
    vectors = max((int(expected) for expected in values["vectors"]), default=-1)
    calls = int(values["done"][0]) if values["done"] else 0
    return Run(frozenset(values["stored"]), vectors, bool(values["done"]), calls, seconds)


def spread(points: int) -> Iterator[tuple[Operation, How, int]]:
    """How many points each operation gets, and of which kind: a third at random times.

    Adding to a new library with its readers is killed at random times alone.
    """
    cases: list[tuple[Operation, How]] = [("read", "time")]
    hows: tuple[How, ...] = ("kill", "tear", "time")
    cases += itertools.product(OPERATIONS[1:], hows)
    for number, (operation, how) in enumerate(cases):
        share = points * (number + 1) // len(cases) - points * number // len(cases)
        yield operation, how, share


def kill_at(points: int, into: Path, scratch: Path, seed: int) -> Iterator[Kill]:
    """Kill at ``points`` points; those that the file ``into`` holds are told first, not done again."""
    before = _read(into)
    yield from before
    done = collections.Counter((kill.operation, kill.how) for kill in before)
    killing = Killing(scratch)
    tries = collections.Counter[tuple[Operation, How]]()
    cases = list(spread(points))
    while unfinished := [case for case in cases if done[case[:2]] < case[2]]:
        for (
            operation,
            how,
            wanted,
        ) in unfinished:  # in turn, so that an interrupted run has all kinds
            tries[operation, how] += 1
            chance = random.Random(
                f"{seed} {operation} {how} {done[operation, how]} {tries[operation, how]}"
            )
            missing = wanted - done[operation, how]
            for kill in itertools.islice(killing.kills(operation, how, chance), missing):
                done[operation, how] += 1
                with into.open("a") as file:
                    file.write(json.dumps(asdict(kill)) + "\n")
                yield kill


def _read(path: Path) -> list[Kill]:
    if not path.exists():
        return []
    return [Kill(**json.loads(line)) for line in path.read_text().splitlines()]


def table(kills: Sequence[Kill]) -> str:
    """Markdown: one line for each operation, with the numbers of kills and of what they broke."""
    head = ["operation", "at a time", "at a change", "in a write", *KINDS, "index made again"]
    rows = []
    for operation in (*OPERATIONS, "all"):
        of = [kill for kill in kills if operation in (kill.operation, "all")]
        hows = collections.Counter(kill.how for kill in of)
        kinds = collections.Counter(kill.kind for kill in of)
        rows.append(
            [operation, hows["time"], hows["kill"], hows["tear"], *(kinds[kind] for kind in KINDS),
             sum(kill.made_again for kill in of)]
        )  # fmt: skip
    lines: list[Sequence[object]] = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


@click.command()
@click.option("--points", default=1000, show_default=True)
@click.option("--into", default="kills.jsonl", show_default=True, type=click.Path(path_type=Path))
@click.option("--seed", default=20260101, show_default=True)
def main(points: int, into: Path, seed: int) -> None:
    """Kill, show how far it is, and print the table; exit code 1 where anything was broken."""
    if reason := disturbance.missing():
        raise click.ClickException(reason)
    kills: list[Kill] = []
    with (
        tempfile.TemporaryDirectory() as scratch,
        contextlib.suppress(KeyboardInterrupt),
        small_steps(),
    ):
        for kill in kill_at(points, into, Path(scratch).resolve(), seed):
            kills.append(kill)
            if kill.kind:
                click.echo(kill)
            elif len(kills) % 10 == 0:
                click.echo(f"{len(kills)} of {points} ({kill.operation})")
    click.echo(f"\n{len(kills)} kills\n\n{table(kills)}")
    sys.exit(any(kill.kind for kill in kills))


if __name__ == "__main__":
    main()
