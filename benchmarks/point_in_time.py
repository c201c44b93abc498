"""Text of a provision on a day, compared with the archive's own register of states.

A library is built from the archive of dated versions and queried through the call behind ``show``, for
every case of ``asof/cases.jsonl.gz``; then for random days of ``history.json``: the first and the last
day of a state, a day inside it, the day before it.
"""

import datetime
import gzip
import hashlib
import json
import random
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from benchmarks import data
from lexdesk import Library
from lexdesk.errors import NotFound

_OPEN_END = datetime.timedelta(days=3000)  # a state without an end is asked for up to then


class Case(NamedTuple):
    """A provision, a day, and (valid_from, valid_to, SHA-256) of the text then; ``None`` for none."""

    act: str
    anchor: str
    date: str
    kind: str
    expected: tuple[str, str | None, str] | None


@click.command()
@click.option("--drawn", default=1000, show_default=True, help="How many days to draw at random.")
@click.option("--seed", default=1, show_default=True)
def main(drawn: int, seed: int) -> None:
    """Print the shares of correct texts and dates, and the time of a look-up."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        with tarfile.open(data.shared_data() / "asof" / "history.tar.xz") as packed:
            packed.extractall(folder, filter="data")
        with Library.open(folder / "library", create=True) as library:
            started = time.perf_counter()
            report = library.sources.add([folder / "works"], vectors=False)
            took = time.perf_counter() - started
            click.echo(
                f"read {report.added} versions, {report.characters / 1e6:.1f} million characters, in"
                f" {took:.0f} s; {len(report.failed)} files of the register left out"
            )
            _print("cases", library, _given())
            _print("drawn", library, random.Random(seed).sample(_states(folder), drawn))


def _given() -> Iterator[Case]:
    with gzip.open(data.shared_data() / "asof" / "cases.jsonl.gz", "rt") as lines:
        for case in map(json.loads, lines):
            expected = case["expect"] and _expected(case["expect"])
            yield Case(case["act"], case["anchor"], case["date"], case["kind"], expected)


def _states(folder: Path) -> list[Case]:
    """Return four days around every state of every provision, with the text in force."""
    cases: list[Case] = []
    for path in sorted(folder.glob("works/*/history.json")):
        for anchor, states in json.loads(path.read_bytes())["anchors"].items():
            for state in states:
                for kind, day in _days(state):
                    on = next((s for s in states if _holds(s, day)), None)
                    cases.append(Case(path.parent.name, anchor, day, kind, on and _expected(on)))
    return cases


def _days(state: dict[str, Any]) -> Iterator[tuple[str, str]]:
    first = datetime.date.fromisoformat(state["valid_from"])
    ends = state["valid_to"]
    last = datetime.date.fromisoformat(ends) if ends else first + _OPEN_END
    yield "day before", str(first - datetime.timedelta(days=1))
    yield "first day", str(first)
    yield "inside", str(first + (last - first) // 2)
    yield "last day", str(last)


def _holds(state: dict[str, Any], day: str) -> bool:
    return bool(state["valid_from"] <= day <= (state["valid_to"] or "9999"))


def _expected(state: dict[str, Any]) -> tuple[str, str | None, str]:
    return state["valid_from"], state["valid_to"], state["text_sha256"]


def _answer(library: Library, case: Case) -> tuple[str | None, str | None, str] | None:
    try:
        shown = library.law.show(
            case.act, case.anchor, as_of=datetime.date.fromisoformat(case.date)
        )
    except NotFound:
        return None
    return shown.valid_from, shown.valid_to, hashlib.sha256(shown.text.encode()).hexdigest()


def _print(name: str, library: Library, cases: Iterable[Case]) -> None:
    right: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    started = time.perf_counter()
    for case in cases:
        counts[case.kind] += 1
        right[case.kind] += _answer(library, case) == case.expected
    mean = (time.perf_counter() - started) / counts.total() * 1000
    click.echo(f"{name}: {right.total()} of {counts.total()} right, {mean:.1f} ms each")
    for kind in sorted(counts):
        click.echo(f"  {kind:<12} {right[kind]} of {counts[kind]}")


if __name__ == "__main__":
    main()
