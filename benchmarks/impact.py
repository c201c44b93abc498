"""Changes between two versions of an act, compared with the archive's own hashes.

Pairs of versions are drawn from the works of the archive of dated versions. A provision changed if its
SHA-256 in ``history.json`` differs between the first days of both versions, or is missing in one, and its
words differ (``lexdesk.law.comparison``). ``impact`` must name exactly these.
"""

import datetime
import json
import random
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Any

import click

from benchmarks import data
from lexdesk import Library
from lexdesk.compliance import Impact, compute_impact
from lexdesk.errors import NotFound
from lexdesk.law.comparison import have_same_words
from lexdesk.law.printed_text import print_text


@click.command()
@click.option("--pairs", default=20, show_default=True, help="How many pairs of versions to draw.")
@click.option("--seed", default=1, show_default=True)
def main(pairs: int, seed: int) -> None:
    """Print for each pair the numbers of found, missed and false changes."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        with tarfile.open(data.shared_data() / "asof" / "history.tar.xz") as packed:
            packed.extractall(folder, filter="data")
        works = {path.parent.name: path for path in sorted(folder.glob("works/*/history.json"))}
        known = {name: json.loads(path.read_bytes())["anchors"] for name, path in works.items()}
        drawn = [
            word for word in rng.sample(sorted(known), len(known)) if len(_days(known[word])) > 1
        ]
        click.echo("| act | from | to | printed anew | changed | found | missed | invented | s |")
        click.echo("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
        with Library.open(folder / "library", create=True) as library:
            library.sources.add([works[name].parent for name in drawn[:pairs]], vectors=False)
            totals = [0, 0, 0, 0, 0]
            for name in drawn[:pairs]:
                first, second = sorted(rng.sample(_days(known[name]), 2))
                otherwise = _changed(known[name], first, second)
                same = {
                    count
                    for count in otherwise
                    if _says_the_same(library, name, count, first, second)
                }
                wanted = otherwise - same
                started = time.perf_counter()
                found = _eids(_impact(library, name, first, second))
                took = time.perf_counter() - started
                missed, invented = len(wanted - found), len(found - wanted)
                counts = len(same), len(wanted), len(found), missed, invented
                totals = [total + count for total, count in zip(totals, counts, strict=True)]
                cells = " | ".join(map(str, counts))
                click.echo(f"| {name} | {first} | {second} | {cells} | {took:.1f} |")
        click.echo(
            f"\nall: {totals[0]} printed anew, {totals[1]} changed, {totals[3]} missed, {totals[4]} invented"
        )


def _impact(library: Library, work: str, first: str, second: str) -> Impact:
    days = (datetime.date.fromisoformat(day) for day in (first, second))
    return compute_impact(library, work, *days, top=1, language="en")


def _eids(found: Impact) -> set[str]:
    eids = {touched.eid for touched in found.provisions}
    return eids | {touched.formerly for touched in found.provisions if touched.formerly}


def _days(anchors: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Return the first days of provision states on which some provision has a text."""
    return sorted({state["valid_from"] for states in anchors.values() for state in states})


def _changed(anchors: dict[str, list[dict[str, Any]]], first: str, second: str) -> set[str]:
    return {
        anchor
        for anchor, states in anchors.items()
        if _text_on(states, first) != _text_on(states, second)
    }


def _says_the_same(library: Library, work: str, anchor: str, first: str, second: str) -> bool:
    """Check whether two editions of a provision have the same words."""
    try:
        one, other = (
            library.law.show(
                work, anchor, as_of=datetime.date.fromisoformat(day), language="en"
            ).text
            for day in (first, second)
        )
    except NotFound:
        return False
    return have_same_words(print_text(one), print_text(other))


def _text_on(states: list[dict[str, Any]], day: str) -> str | None:
    held = (s for s in states if s["valid_from"] <= day <= (s["valid_to"] or "9999"))
    return next((state["text_sha256"] for state in held), None)


if __name__ == "__main__":
    main()
