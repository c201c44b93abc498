"""Layouts of encoding: how many texts at once, on how many threads, and which of them is the fastest here.

Each reads the same passages in turn, through the encoder that ``lexdesk add`` has; vectors are held against
each other.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import click
import numpy as np

from benchmarks import report
from benchmarks.encode import prepare
from lexdesk import Library
from lexdesk.models import layout
from lexdesk.passages import passage_text


def layouts() -> list[layout.Layout]:
    """The usual one, and half as many texts at once, alone and with all threads, down to one."""
    found = [layout.usual()]
    while texts := found[-1].texts // 2:
        found += [layout.Layout(texts, texts), layout.Layout(texts, found[0].threads)]
    return found


@click.command()
@click.option("--passages", default=300, show_default=True)
@click.option("--rounds", default=7, show_default=True)
def main(passages: int, rounds: int) -> None:
    """Print passages per second of each layout, and their ratio to the usual one's of the same round."""
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder) / "library", passages)
        with Library.open(Path(folder) / "library") as library:
            store = library._store
            rows = store.texts_to_encode(store.passages_without_vectors())
            encoder = library.embedder.encoder
    texts = [passage_text(heading, text) for _, heading, text in rows]
    vectors = encoder.encode(texts)
    encoders = {each: encoder._laid_out(each) for each in layouts()[1:]}
    encoders = {layout.usual(): encoder, **encoders}
    rates: dict[layout.Layout, list[float]] = {each: [] for each in encoders}
    for number in range(rounds):
        for each in [*encoders] if number % 2 else [*reversed(encoders)]:
            started = time.perf_counter()
            found = encoders[each].encode(texts)
            rates[each].append(len(texts) / (time.perf_counter() - started))
            if not np.array_equal(found, vectors):
                raise click.ClickException(f"other vectors: {each}")
    usual = rates[layout.usual()]
    click.echo(f"{report.machine()}, {len(texts):,} passages, {rounds} rounds\n")
    click.echo(
        report.table(
            ["layout", "passages/s", "ratio to the usual one"],
            [
                [
                    each,
                    f"{statistics.median(rate):,.1f}",
                    report.spread([a / b for a, b in zip(rate, usual, strict=True)]),
                ]
                for each, rate in rates.items()
            ],
        )
    )


if __name__ == "__main__":
    main()
