"""Writes that fail: one clear sentence, the state before or what was acknowledged, and then on.

    python -m tests.contract.write_failures --points 20

A disk that is full (ENOSPC) or broken (EIO), from the Nth change of a file on or once, and a limit on
the size of files, over the whole run of each command. After each failure the library is opened,
checked and searched for every document, and the command is run again without.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click
from tests.contract import disturbance
from tests.contract.operations import Operation, small_steps
from tests.contract.small_library import Start, Starts, observed, require_completed

from lexdesk import Library
from lexdesk.library import backup

REPOSITORY = Path(__file__).parents[2]
SECONDS = 120  # after which a command counts as hanging
COMMAND = """
import resource, sys
from tests.contract import disturbance
from tests.contract.operations import small_steps
from lexdesk.cli import run
if sys.argv[1] != "0":
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
with small_steps():
    code = run(sys.argv[3:])
if sys.argv[2]:
    with open(sys.argv[2], "w") as file:
        print(disturbance.calls(), file=file)
sys.exit(code)
"""

Action = Literal["add", "replace", "vectors", "rebuild", "backup"]
Fault = Literal["ENOSPC", "ENOSPC once", "EIO", "EIO once", "file size"]
ACTIONS: tuple[Action, ...] = ("add", "replace", "vectors", "rebuild", "backup")
FAULTS: tuple[Fault, ...] = ("ENOSPC", "ENOSPC once", "EIO", "EIO once", "file size")


@dataclass(frozen=True, slots=True)
class Failure:
    """A failing write and what came of it: ``problem`` is ``""`` where all is well.

    ``at`` is the number of a change of a file, or the largest size in bytes; ``told`` is what the
    command said, ``""`` where it could go on in spite of it.
    """

    action: Action
    fault: Fault
    at: int
    message: str
    problem: str


class WriteFailures:
    """Fails the writes of commands on libraries in ``scratch``."""

    def __init__(self, scratch: Path):
        self._scratch = scratch
        self._place = scratch / "place"  # of the library and of its backup
        self._starts = Starts(scratch)
        self._disturbance = disturbance.compiled(scratch)
        self._counted: dict[Action, int] = {}

    @property
    def _library(self) -> Path:
        return self._place / "library"

    @property
    def _backup(self) -> Path:
        return self._place / "backup"

    def failures(self, action: Action, fault: Fault, places: Iterable[float]) -> Iterator[Failure]:
        """Fail ``action`` at these places, each a share (0 to 1) of its whole run."""
        start = self._prepare(action)
        last = self._changes(action)
        if fault == "file size":
            last = 3 * (self._library / "library.sqlite").stat().st_size
        for at in sorted({1 + round(place * (last - 1)) for place in places}):
            yield self._failure(action, fault, at, start)

    def _changes(self, action: Action) -> int:
        """How many changes of files the whole of ``action`` is, which is run for that once."""
        if action not in self._counted:
            result = self._scratch / "counted"
            environment = disturbance.environment(self._disturbance, self._place)
            self._run(action, environment, 0, str(result))
            self._counted[action] = int(result.read_text())
        return self._counted[action]

    def _prepare(self, action: Action) -> Start:
        operation: Operation = "rebuild" if action == "backup" else action
        start = self._starts.start(operation)
        shutil.rmtree(self._place, ignore_errors=True)
        self._place.mkdir()
        if start.library is not None:
            shutil.copytree(start.library, self._library)
        return start

    def _run(
        self, action: Action, environment: dict[str, str], limit: int = 0, count_into: str = ""
    ) -> subprocess.CompletedProcess[str]:
        rest = {
            "add": ["add", "--no-vectors", str(self._starts.folder)],
            "replace": ["add", str(self._starts.folder)],
            "vectors": ["add", str(self._starts.folder)],
            "rebuild": ["rebuild"],
            "backup": ["backup", str(self._backup)],
        }
        name, *arguments = rest[action]
        command = [sys.executable, "-c", COMMAND, str(limit), count_into, name, "-L"]
        return subprocess.run(
            [*command, str(self._library), *arguments],
            cwd=REPOSITORY,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )

    def _failure(self, action: Action, fault: Fault, at: int, start: Start) -> Failure:
        self._prepare(action)
        error_output = ""
        try:
            if fault == "file size":
                done = self._run(action, dict(os.environ), limit=at)
            else:
                environment = disturbance.environment(self._disturbance, self._place, at, fault)
                done = self._run(action, environment)
            error_output = done.stderr.strip()
            _require_clear(done)
            self._require_kept(start)
            if action == "backup":
                self._require_backup(done.returncode == 0)
            again = self._run(action, dict(os.environ))
            assert again.returncode == 0, again.stderr
            require_completed(self._library, self._starts.folder, start.after)
        except Exception as error:
            return Failure(action, fault, at, error_output, f"{type(error).__name__}: {error}")
        return Failure(action, fault, at, error_output, "")

    def _require_kept(self, start: Start) -> None:
        """Each document is in the state before, or the one that was asked for."""
        with Library.open(self._library, create=True) as library:
            problems = library.admin.check()
            assert not problems, problems
            for number, state in observed(library, self._starts.folder).items():
                assert state in (start.before[number], start.after[number]), (number, state)

    def _require_backup(self, done: bool) -> None:
        """A whole backup where the command said so, else nothing; room for the next."""
        left = [path.name for path in self._place.iterdir() if path != self._library]
        assert left == (["backup"] if done else []), left
        if done:
            assert backup.find_damage(self._backup) == []
            shutil.rmtree(self._backup)


def _require_clear(done: subprocess.CompletedProcess[str]) -> None:
    """Raise ``AssertionError`` unless a command is done, or says in one sentence why it is not."""
    if done.returncode == 0:
        return
    assert done.returncode == 2, f"exit code {done.returncode}"
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("lexdesk: "), sentence
    assert "this is a bug" not in sentence, sentence


def table(failures: Sequence[Failure]) -> str:
    """Markdown: one line for each command and fault, with the numbers of failures and problems."""
    rows = []
    for action, fault in itertools.product(ACTIONS, FAULTS):
        of = [failure for failure in failures if (failure.action, failure.fault) == (action, fault)]
        result = Counter(bool(item.message) for item in of)
        rows.append([action, fault, len(of), result[True], result[False], sum(bool(f.problem) for f in of)])  # fmt: skip
    head = ["command", "fault", "places", "told", "went on", "broken"]
    lines: list[Sequence[object]] = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


@click.command()
@click.option("--points", default=20, show_default=True, help="Places for each command and fault.")
@click.option("--action", "actions", multiple=True, default=ACTIONS)
@click.option("--fault", "faults", multiple=True, default=FAULTS)
def main(points: int, actions: tuple[Action, ...], faults: tuple[Fault, ...]) -> None:
    """Fail writes, show what broke, and print the table; exit code 1 where anything was broken."""
    if reason := disturbance.missing():
        raise click.ClickException(reason)
    found: list[Failure] = []
    with tempfile.TemporaryDirectory() as scratch, small_steps():
        places = [(number + 0.5) / points for number in range(points)]
        failing = WriteFailures(Path(scratch).resolve())
        for action, fault in itertools.product(actions, faults):
            for failure in failing.failures(action, fault, places):
                found.append(failure)
                if failure.problem:
                    click.echo(failure)
            click.echo(f"{len(found)} ({action}, {fault})")
    sentences = Counter(failure.message for failure in found)
    click.echo(json.dumps(sentences, indent=1))
    click.echo(f"\n{len(found)} places\n\n{table(found)}")
    sys.exit(any(failure.problem for failure in found))


if __name__ == "__main__":
    main()
