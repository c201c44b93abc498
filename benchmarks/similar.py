"""Latency of a search by a whole document, over as many documents as a large office has.

The library is EU acts, and mixtures of their sentences, with vectors as in ``benchmarks.query``; queries
are directives and Irish Acts, cut at 10,000 words, in both directions.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import click

from benchmarks import data, report
from benchmarks.query import library_option, prepare
from lexdesk import Library
from lexdesk.compliance import find_similar
from lexdesk.compliance.doc2doc.parameters import FINDS, Find, Stage

_WORDS = 10_000
_QUERIES: dict[Find, str] = {"affected": "eu2ie", "grounds": "ie2eu"}
"""Collection of the queries for each direction."""

_WITHOUT: dict[str, tuple[Stage, ...]] = {"without interactions": ("interactions",), "with all": ()}


def _draw_paths(folder: Path, find: Find, count: int) -> Iterator[Path]:
    """Yield documents of 10,000 words as files."""
    long = (text.split() for text in data.queries(_QUERIES[find]))
    enough = (words for words in long if len(words) >= _WORDS)
    for number, words in zip(range(count), enough, strict=False):
        path = folder / f"{find}-{number}.txt"
        path.write_text(" ".join(words[:_WORDS]))
        yield path


@click.command()
@click.option("--passages", default=185_000, show_default=True)
@click.option("--queries", "count", default=5, show_default=True, help="In each direction.")
@library_option
def main(passages: int, count: int, kept: Path | None) -> None:
    """Print the median and the maximum of seconds of each direction, and processor time."""
    with tempfile.TemporaryDirectory() as name:
        path = kept or Path(name) / "library"
        if not path.exists():
            prepare(path, passages)
        with Library.open(path) as library:
            held = library.admin.status()
            click.echo(
                f"{report.machine()}, {held.works:,} documents, {held.passages:,} passages\n"
            )
            rows = []
            for find in FINDS:
                paths = list(_draw_paths(Path(name), find, count))
                for kind, without in _WITHOUT.items():
                    seconds, busy = _seconds(library, paths, find, without)
                    half = seconds[len(seconds) // 2]
                    row = [half, seconds[-1], busy / len(paths)]
                    rows.append([find, kind, str(len(paths)), *(f"{value:.2f}" for value in row)])
    click.echo(report.table(["find", "stages", "queries", "median s", "longest s", "CPU s"], rows))
    click.echo("\nwanted: under 3 s without interactions, under 10 s with them, on 2 cores")


def _seconds(
    library: Library, paths: list[Path], find: Find, without: tuple[Stage, ...]
) -> tuple[list[float], float]:
    """Return the sorted seconds of each search, and the processor time of all."""
    find_similar(library, paths[0], find=find, without=without)  # opens what is opened once
    seconds, busy = [], time.process_time()
    for path in paths:
        started = time.perf_counter()
        find_similar(library, path, find=find, without=without)
        seconds.append(time.perf_counter() - started)
    return sorted(seconds), time.process_time() - busy


if __name__ == "__main__":
    sys.exit(main())
