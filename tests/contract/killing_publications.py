"""SIGKILL at the changes of files of ``lexdesk publish``: what is published stays whole, and the next call goes on.

    python -m tests.contract.killing_publications

Once with nothing published before, and once with an earlier publication, which must stay.
"""

from __future__ import annotations

import itertools
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import click
from tests.contract import disturbance
from tests.contract.operations import perform, small_steps
from tests.contract.small_library import fill, marker

from lexdesk import Library
from lexdesk.publishing import PublishedLibrary
from lexdesk.publishing.passages import Passages
from lexdesk.publishing.publication import POINTER
from lexdesk.publishing.publish import publish

HOWS: tuple[Literal["kill", "tear"], ...] = ("kill", "tear")
_LEXDESK = (sys.executable, "-m", "lexdesk")


class Kill(NamedTuple):
    """A kill at the change ``at``, and what was wrong after it: ``""`` where all was well."""

    publication: str
    how: str
    at: int
    problem: str


def kills(scratch: Path, every: int = 1) -> Iterator[Kill]:
    """Kill at each ``every``-th change, until ``lexdesk publish`` comes to its end; works in ``scratch``."""
    preloaded = disturbance.compiled(scratch)
    wanted = {"first": [marker(0, 1)], "next": [marker(0, 1), marker(1, 1)]}
    begun, library, place = (scratch / name for name in ("begun", "library", "shared"))
    command = [*_LEXDESK, "publish", f"lance://{place}", "-L", str(library)]
    for publication, how in itertools.product(wanted, HOWS):
        _begin(begun, scratch / "documents", publication)
        for at in itertools.count(1, every):
            for folder in (library, place):
                shutil.rmtree(folder, ignore_errors=True)
                if (begun / folder.name).exists():
                    shutil.copytree(begun / folder.name, folder)
            environment = disturbance.environment(preloaded, place, at, how)
            ended = subprocess.run(command, env=environment, capture_output=True, check=False)
            if ended.returncode == 0:
                break
            if ended.returncode != -signal.SIGKILL:
                yield Kill(publication, how, at, f"not killed: {ended.stderr.decode()}")
                break
            yield Kill(publication, how, at, _problem(command, place, wanted[publication]))


def _begin(begun: Path, documents: Path, publication: str) -> None:
    """A library of a lease; for the ``next`` publication it is published, and has another one by now."""
    shutil.rmtree(begun, ignore_errors=True)
    with small_steps(), Library.open(begun / "library", create=True) as library:
        perform("vectors", library, fill(documents, {0: 1}))
        if publication == "next":
            publish(library, f"lance://{begun / 'shared'}")
            perform("vectors", library, fill(documents, {0: 1, 1: 1}))


def _problem(command: list[str], place: Path, wanted: list[str]) -> str:
    """What is wrong with a publication that was killed, or with the next one; ``""`` where nothing is."""
    if (place / POINTER).exists() and (problem := _unsound(place, wanted[:1])):
        return f"after the kill: {problem}"
    ended = subprocess.run(command, capture_output=True, check=False)
    if ended.returncode:
        return f"published again: {ended.stderr.decode()}"
    remaining = [path.name for path in place.rglob("*.new")]
    return _unsound(place, wanted) or ", ".join(remaining)


def _unsound(place: Path, wanted: list[str]) -> str:
    """What is wrong with the publication that readers find, in which these words are to be found."""
    try:
        with PublishedLibrary.open_at(f"lance://{place}") as opened:
            lacking = [word for word in wanted if not opened.search(word, mode="keyword").hits]
            result = opened.publication
            vectors = len(Passages(str(place), result.passages).encoded())
            if vectors != result.counts.vectors:
                lacking.append(f"a vector of {result.counts.vectors:,}")
            return "; ".join([*opened.admin.check(), *(f"{item} is not found" for item in lacking)])
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@click.command()
@click.option("--every", default=1, show_default=True, help="Kill at each Nth change of a file.")
def main(every: int) -> None:
    """Kill, and count; exit code 1 where anything was broken."""
    if reason := disturbance.missing():
        raise click.ClickException(reason)
    with tempfile.TemporaryDirectory() as scratch:
        done = list(kills(Path(scratch).resolve(), every))
    for kill in done:
        if kill.problem:
            click.echo(kill)
    for publication, how in sorted({(kill.publication, kill.how) for kill in done}):
        of = [kill for kill in done if (kill.publication, kill.how) == (publication, how)]
        broken = sum(bool(kill.problem) for kill in of)
        click.echo(f"{publication} publication, {how}: {len(of)} kills, {broken} broken")
    sys.exit(any(kill.problem for kill in done))


if __name__ == "__main__":
    main()
