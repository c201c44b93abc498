"""Lexdesk compared with common alternatives on the same passages: ``python -m benchmarks``.

The documents are articles of EU acts, extended by their sentences in random order. Lexdesk cuts them, and
the peers get its passages (Recoll indexes files only and gets the acts). A sample of the passages is
encoded; the other vectors are noisy copies, with realistic cost of semantic search. Quality is measured
on ObliQA with all passages encoded (``--quality``). ``benchmarks/requirements.txt`` lists the peers to
install; a missing peer is skipped.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

import click

from benchmarks import plot, report
from benchmarks.peers import PEERS
from benchmarks.peers.measuring import measured
from benchmarks.peers.protocol import WAYS, Way
from benchmarks.peers.quality import table as quality_table

_CHARACTERS = 780  # of a passage of EU acts, on average


def _summed(ways: dict[Way, list[float]]) -> dict[Way, list[float]]:
    shares = (0.5, 0.95, 0.99)
    return {
        way: [report.percentile(times, share) for share in shares] for way, times in ways.items()
    }


def format_row(measurement: dict[str, Any]) -> list[str]:
    """Return the cells of a measurement."""
    start = [measurement["name"], f"{measurement['passages']:,}"]
    if "failed" in measurement:
        return [*start, measurement["failed"], *[""] * (len(HEAD) - 3)]
    ways = _summed(measurement["ways"])
    times = [" / ".join(f"{ms:.1f}" for ms in ways[way]) if way in ways else "–" for way in WAYS]
    resident = "–" if measurement["resident"] is None else f"{measurement['resident']:,.0f}"
    return [
        *start, f"{measurement['seconds']:.1f}", f"{measurement['text'] / measurement['seconds']:.1f}",
        f"{measurement['disk'] / measurement['text']:.2f}", f"{measurement['peak']:,.0f}", resident,
        f"{measurement['open']:.0f}", *times,
    ]  # fmt: skip


HEAD = [
    "", "passages", "indexing s", "MB/s", "disk / text", "peak MB", "asked MB", "open ms", *WAYS,
]  # fmt: skip


@click.command()
@click.option("--size", "sizes", type=int, multiple=True, default=(1_000, 10_000))
@click.option("--peer", "names", multiple=True, type=click.Choice(list(PEERS)))
@click.option("--queries", "count", default=200, show_default=True)
@click.option(
    "--plots", type=click.Path(path_type=Path), help="Draw SVG pictures into this folder."
)
@click.option("--quality", is_flag=True, help="Measure what is found on ObliQA instead.")
def main(
    sizes: tuple[int, ...], names: tuple[str, ...], count: int, plots: Path | None, quality: bool
) -> None:
    """Print one table of all peers at all sizes; milliseconds as p50 / p95 / p99."""
    chosen = list(names or PEERS)
    click.echo(f"{report.machine()}, {count} queries a way\n")
    if quality:
        click.echo(quality_table(chosen, count))
        return
    found: list[dict[str, Any]] = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as place:
            for measurement in measured(Path(place), size * _CHARACTERS, chosen, count):
                found.append(measurement)
                summed = {**measurement, "ways": _summed(measurement.get("ways", {}))}
                # At once, so that a run that is stopped told something.
                click.echo(json.dumps(summed), err=True)
    click.echo(report.table(HEAD, map(format_row, found)))
    if plots:
        plots.mkdir(parents=True, exist_ok=True)
        for way in WAYS:
            lines: dict[str, list[tuple[float, float]]] = {}
            for measurement in found:
                if way in measurement.get("ways", {}):
                    p95 = report.percentile(measurement["ways"][way], 0.95)
                    lines.setdefault(measurement["name"], []).append((measurement["passages"], p95))
            plot.draw(plots / f"scale-{way}.svg", f"{way}: p95 in ms by passages", lines)


if __name__ == "__main__":
    main()
