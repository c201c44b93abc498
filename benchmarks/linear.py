"""Indexing rate of a growing library by stretch, for the keyword index.

The passages are those of ``benchmarks.query``; their creation is not timed, and no files are read. As in
an addition of one folder, Tantivy merges in the background until the end; the remaining merges count to
the last stretch.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
import time
from pathlib import Path

import click

from benchmarks import report
from benchmarks.query import documents
from lexdesk import Library

_AT_ONCE = 2_000  # documents, as ``benchmarks.query`` adds them


@click.command()
@click.option("--passages", default=1_000_000, show_default=True)
@click.option("--stretches", default=10, show_default=True)
def main(passages: int, stretches: int) -> None:
    """Print passages and characters a second of each stretch."""
    endless = documents()
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "library", create=True) as library,
        library.write_lock("add"),
    ):
        held = 0
        for stretch in range(1, stretches + 1):
            seconds = characters = 0.0
            began = held
            while held < passages * stretch / stretches:
                some = list(itertools.islice(endless, _AT_ONCE))
                characters += sum(len(passage.text) for passage in some)
                started = time.perf_counter()
                library.sources.add_documents(some, vectors=False)
                seconds += time.perf_counter() - started
                held = library.admin.status().passages
            if stretch == stretches:
                started = time.perf_counter()
                library._indexes.finish()
                seconds += time.perf_counter() - started
            added = held - began
            rate, millions = added / seconds, characters / 1e6 / seconds
            rows.append([f"{held:,}", f"{seconds:.1f}", f"{rate:,.0f}", f"{millions:.2f}"])
            click.echo(" | ".join(rows[-1]), err=True)
    click.echo(report.machine())
    click.echo(report.table(["passages", "s", "passages/s", "million characters/s"], rows))


if __name__ == "__main__":
    sys.exit(main())
