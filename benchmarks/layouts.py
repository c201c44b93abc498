"""Thread layouts of encoding: number of parallel texts and threads, and the fastest on this machine.

Each layout encodes the same passages in turn with the encoder of ``lexdesk add``; their vectors are
compared.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np

from benchmarks import report
from benchmarks.encode import prepare
from lexdesk import Library
from lexdesk.document.passages import passage_text
from lexdesk.models import batching
from lexdesk.models.encoder import loaded
from lexdesk.models.manifest import find


def layouts() -> list[batching.ThreadLayout]:
    """Return the default one, and half as many parallel texts, with one and with all threads, down to one."""
    found = [batching.usual()]
    while texts := found[-1].texts // 2:
        found += [
            batching.ThreadLayout(texts, texts),
            batching.ThreadLayout(texts, found[0].threads),
        ]
    return found


@click.command()
@click.option("--passages", default=300, show_default=True)
@click.option("--rounds", default=7, show_default=True)
def main(passages: int, rounds: int) -> None:
    """Print passages per second of each layout, and the ratio to the default of the same round.

    Processor time is the least of all rounds. The share is the fraction of its threads' time given to a
    layout: on a busy machine, rates reflect scheduling.
    """
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder) / "library", passages)
        with Library.open(Path(folder) / "library") as library:
            store = library.store
            rows = store.vectors.texts_to_encode(store.vectors.missing_passages())
    encoder = loaded(find("embedder"))
    texts = [passage_text(heading, text) for _, heading, text in rows]
    vectors = encoder.encode(texts)
    encoders = {layout: encoder.with_layout(layout) for layout in layouts()[1:]}
    encoders = {batching.usual(): encoder, **encoders}
    rates: dict[batching.ThreadLayout, list[float]] = {encoder: [] for encoder in encoders}
    processors: dict[batching.ThreadLayout, list[float]] = {encoder: [] for encoder in encoders}
    for number in range(rounds):
        for name in [*encoders] if number % 2 else [*reversed(encoders)]:
            started, busy = time.perf_counter(), time.process_time()
            found = encoders[name].encode(texts)
            seconds, busy = time.perf_counter() - started, time.process_time() - busy
            rates[name].append(len(texts) / seconds)
            processors[name].append(busy)
            if not np.array_equal(found, vectors):
                raise click.ClickException(f"other vectors: {name}")
    usual = rates[batching.usual()]
    click.echo(f"{report.machine()}, {len(texts):,} passages, {rounds} rounds\n")
    click.echo(
        report.table(
            ["layout", "passages/s", "ratio to the usual one", "ms of processors, each", "share"],
            [
                [
                    layout,
                    f"{statistics.median(rate):,.1f}",
                    report.spread([a / b for a, b in zip(rate, usual, strict=True)]),
                    f"{1e3 * min(processors[layout]) / len(texts):.1f}",
                    f"{_share(rate, processors[layout], len(texts)) / layout.threads:.2f}",
                ]
                for layout, rate in rates.items()
            ],
        )
    )


def _share(rates: Sequence[float], processors: Sequence[float], passages: int) -> float:
    """Return the median number of processors in use."""
    return statistics.median(
        busy * rate / passages for busy, rate in zip(processors, rates, strict=True)
    )


if __name__ == "__main__":
    main()
