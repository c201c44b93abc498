"""Size and speed of a growing library: bytes of each part, time to add, publish and search.

The passages are those of ``benchmarks.query``: EU acts, then random sentences of them, a thousand encoded
and the other vectors derived from these. One library grows from row to row.
"""

import datetime
import time
from pathlib import Path

import click
import numpy as np

from benchmarks import query as asking
from benchmarks import report
from lexdesk import Library
from lexdesk.library.protocol import ReadableLibrary
from lexdesk.publishing import PublishedLibrary
from lexdesk.publishing.publish import publish

_QUESTIONS = 200
_HEAD = [
    "passages", "added a second", "SQLite B", "words B", "vectors B", "published s", "table B", "catalogue B",
    "p50 ms", "p95 ms", "published p50 ms", "p95 ms",
]  # fmt: skip


def size(path: Path) -> int:
    """Sum the bytes of a file or folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def time_queries(library: ReadableLibrary, questions: list[str]) -> list[float]:
    """Return p50 and p95 of hybrid questions, in milliseconds."""
    took = []
    for number, text in enumerate(questions):
        started = time.perf_counter()
        library.search(text, plain=True, as_of=datetime.date(2026, 1, 1))
        if number >= len(questions) // 10:  # the first ones warm it up
            took.append((time.perf_counter() - started) * 1000)
    return [float(quantile) for quantile in np.percentile(took, [50, 95])]


def row(folder: Path, passages: int, questions: list[str]) -> list[str]:
    """Grow the library in ``folder`` to ``passages`` passages, and measure it."""
    path, shared = folder / "library", folder / "published"
    with Library.open(path, create=True) as library:
        before = library.admin.status().passages
    started = time.perf_counter()
    asking.prepare(path, passages)
    added = time.perf_counter() - started
    with Library.open(path) as library:
        held = library.admin.status().passages
        started = time.perf_counter()
        publish(library, f"lance://{shared}", kept=1)
        published = time.perf_counter() - started
        embedded = time_queries(library, questions)
    with PublishedLibrary.open_at(f"lance://{shared}") as opened:
        remote = time_queries(opened, questions)
    parts = [path / "library.sqlite", path / "words", path / "vectors"]
    lying = [shared / "passages.lance", shared / "catalogues"]
    sizes = [f"{size(part) / held:.0f}" for part in parts]
    told_published = [f"{size(part) / held:.0f}" for part in lying]
    rate = f"{(held - before) / added:.0f}"
    times = [f"{seconds:.1f}" for seconds in (*embedded, *remote)]
    return [f"{held:,}", rate, *sizes, f"{published:.1f}", *told_published, *times]


@click.command()
@click.argument("sizes", nargs=-1, type=int, required=True)
@click.option("--folder", type=click.Path(path_type=Path), required=True, help="Kept between runs.")
def main(sizes: tuple[int, ...], folder: Path) -> None:
    """Print one row for each of the rising SIZES, with bytes per passage."""
    folder.mkdir(exist_ok=True)
    questions = asking.questions(_QUESTIONS)
    print(report.table(_HEAD, []))
    for passages in sizes:
        print(report.table(row(folder, passages, questions), []).splitlines()[0], flush=True)


if __name__ == "__main__":
    main()
