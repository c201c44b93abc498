"""Indexes of vectors side by side: what each finds, how fast, in how much memory, and how it fails.

``--vectors`` names a file of real vectors (``numpy.save``, float32, rows of unit length), and
``--queries`` one of queries; ``--encode`` makes both, of passages and questions of EU law. What goes
beyond the real ones is made of them: a real vector, a second one and noise, mixed, so that near and far
neighbours are as in the real set. Each index is built and asked in a process of its own. Time, memory and
files are its own: what the process held before it was opened is taken off.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks import data, report
from benchmarks.vector_contenders import CONTENDERS, Contender

Rows = NDArray[np.float32]

_DEPTHS = (10, 100)
_SHARES = (0.5, 0.1, 0.01)  # of passages that a filter lets through
_BLOCK = 50_000
_PLACES = 24  # flipped bits
_FULL = 0.6  # of an index's file: where the disk is full


def real_vectors(count: int) -> tuple[Rows, Rows]:
    """``count`` passages of EU law and 300 questions, encoded by the shipped model."""
    from lexdesk.models.encoder import loaded
    from lexdesk.models.manifest import find

    encoder = loaded(find("embedder"))
    texts = [
        part
        for row in data.corpus("eu-citations")
        for part in row["text"].split("\n\n")
        if len(part) > 200
    ]
    chosen = random.Random(0).sample(sorted(set(texts)), count)
    return encoder.encode(chosen), encoder.encode(data.queries("eu-citations")[:300])


def grown(real: Rows, count: int) -> Rows:
    """``count`` vectors, of which the first are ``real`` and the others made of them; unit length."""
    chance = np.random.default_rng(1)
    rows = np.empty((count, real.shape[1]), np.float32)
    rows[: len(real)] = real[:count]
    for start in range(len(real), count, _BLOCK):
        size = min(_BLOCK, count - start)
        first, second = (real[chance.integers(0, len(real), size)] for _ in range(2))
        noise = chance.normal(0, 0.012, first.shape).astype(np.float32)
        mixed = 0.8 * first + 0.45 * second + noise
        rows[start : start + size] = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
    return rows


def nearest(rows: Rows, queries: Rows, count: int) -> NDArray[np.int64]:
    """The ``count`` nearest of each query, exactly; (queries, count), best first."""
    found = []
    for query in queries:
        cosines = rows @ query
        best = np.argpartition(-cosines, count)[:count]
        found.append(best[np.argsort(-cosines[best])])
    return np.array(found)


def memory() -> tuple[float, float]:
    """Megabytes of this process that are resident: in all, and without what is mapped from files."""
    told = dict(
        line.split(":")
        for line in Path("/proc/self/status").read_text().splitlines()
        if ":" in line
    )
    return tuple(int(told[name].split()[0]) / 1e3 for name in ("VmRSS", "RssAnon"))  # type: ignore[return-value]


def build(name: str, folder: Path, rows_file: Path) -> dict[str, Any]:
    """Build and save an index."""
    rows = np.load(rows_file, mmap_mode="r")
    started = time.perf_counter()
    CONTENDERS[name].build(folder, rows)
    took = time.perf_counter() - started
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return {"rate": len(rows) / took, "bytes": size / len(rows), "saved": took}


def ask(name: str, folder: Path, queries_file: Path, truth_file: Path) -> dict[str, Any]:
    """Open an index and ask it everything."""
    queries, truth = np.load(queries_file), np.load(truth_file)
    before = memory()
    started = time.perf_counter()
    index = CONTENDERS[name](folder)
    told: dict[str, Any] = {"open": (time.perf_counter() - started) * 1000}
    for depth in _DEPTHS:
        times, found = _timed(partial(index.search, limit=depth), queries)
        told[f"R@{depth}"] = statistics.mean(
            len(set(ids[:depth]) & set(wanted[:depth])) / depth
            for ids, wanted in zip(found, truth.tolist(), strict=True)
        )
        told[f"p50@{depth}"] = statistics.median(times)
        told[f"p95@{depth}"] = report.percentile(times, 0.95)
    after = memory()
    told["resident"], told["own"] = (
        late - early for late, early in zip(after, before, strict=True)
    )
    told["filter"] = [_filtered(index, queries, share) for share in _SHARES]
    return told


def _filtered(index: Contender, queries: Rows, share: float) -> float:
    allowed = np.random.default_rng(3).random(len(index)) < share
    return statistics.median(
        _timed(lambda query: index.filtered(query, 50, allowed), queries[:60])[0]
    )


def _timed(
    search: Callable[[Any], list[int]], queries: Rows
) -> tuple[list[float], list[list[int]]]:
    times, found = [], []
    for query in queries:
        started = time.perf_counter()
        found.append(search(query))
        times.append((time.perf_counter() - started) * 1000)
    return times, found


def answers(name: str, folder: Path, queries_file: Path) -> list[list[int]]:
    """What an index finds, opened anew."""
    index = CONTENDERS[name](folder)
    return [index.search(query, 10) for query in np.load(queries_file)[:20]]


def save_on_full_disk(name: str, folder: Path, rows_file: Path, most: int) -> str:
    """Build where no file may grow beyond ``most`` bytes: whether that is told."""
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    CONTENDERS[name].build(folder, np.load(rows_file, mmap_mode="r"))
    return "not told"


def apart(work: Callable[..., Any], *values: Any) -> Any:
    """Do ``work`` in a process of its own; the exception's name where it raises, ``crashed`` where it dies."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_tell, args=(theirs, work, values))
    process.start()
    theirs.close()
    try:
        told = ours.recv()
    except EOFError:
        told = "crashed"
    process.join()
    return told


def _tell(pipe: Any, work: Callable[..., Any], values: tuple[Any, ...]) -> None:
    with contextlib.redirect_stderr(None):
        try:
            pipe.send(work(*values))
        except Exception as error:  # which one is the result
            pipe.send(f"told ({type(error).__name__})")


def failures(name: str, folder: Path, rows_file: Path, queries_file: Path) -> list[str]:
    """What becomes of flipped bits, of a file cut short, and of a full disk, in words.

    The file is the largest that is no database.
    """
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".sqlite")
    file = max(files, key=lambda path: path.stat().st_size)
    whole, expected = file.read_bytes(), apart(answers, name, folder, queries_file)
    chance, seen = random.Random(5), {"as before": 0, "other answers": 0, "told": 0, "crashed": 0}
    for place in range(_PLACES):  # a third of them in the header
        at = chance.randrange(128 if place % 3 == 0 else len(whole))
        damaged = bytearray(whole)
        damaged[at] ^= 1 << chance.randrange(8)
        file.write_bytes(damaged)
        seen[_outcome(apart(answers, name, folder, queries_file), expected)] += 1
    file.write_bytes(whole[: len(whole) * 2 // 3])
    cut = _outcome(apart(answers, name, folder, queries_file), expected)
    file.write_bytes(whole)
    with tempfile.TemporaryDirectory() as other:
        full = apart(save_on_full_disk, name, Path(other), rows_file, int(_FULL * len(whole)))
    return [", ".join(f"{count} {what}" for what, count in seen.items() if count), cut, str(full)]


def _outcome(told: Any, expected: Any) -> str:
    if isinstance(told, str):
        return "told" if told.startswith("told") else told
    return "as before" if told == expected else "other answers"


def measured(names: list[str], real: Rows, queries: Rows, count: int) -> Iterator[dict[str, Any]]:
    """One row an index, of ``count`` vectors."""
    with tempfile.TemporaryDirectory() as place:
        rows_file, queries_file, truth_file = (Path(place) / f"{name}.npy" for name in "rqt")
        rows = grown(real, count)
        np.save(rows_file, rows)
        np.save(queries_file, queries)
        np.save(truth_file, nearest(rows, queries, max(_DEPTHS)))
        del rows
        for name in names:
            with tempfile.TemporaryDirectory(dir=place) as folder:
                told = {"name": name, "count": count}
                told |= apart(build, name, Path(folder), rows_file)
                told |= apart(ask, name, Path(folder), queries_file, truth_file)
                if count <= _BLOCK:
                    told["failures"] = failures(name, Path(folder), rows_file, queries_file)
                yield told


_HEAD = [  # milliseconds of a search for 10, for 100, and for 50 of those a filter lets through
    "index", "vectors", "R@10", "R@100", "p50", "p95", "p95 of 100", "50 %", "10 %", "1 %",
    "vectors/s", "bytes each", "resident MB", "own MB", "open ms",
]  # fmt: skip


def _line(told: dict[str, Any]) -> list[str]:
    times = [f"{value:.2f}" for value in (told["p50@10"], told["p95@10"], told["p95@100"])]
    return [
        told["name"], f"{told['count']:,}", f"{told['R@10']:.3f}", f"{told['R@100']:.3f}", *times,
        *(f"{value:.2f}" for value in told["filter"]),
        f"{told['rate']:,.0f}", f"{told['bytes']:,.0f}", f"{told['resident']:,.0f}",
        f"{told['own']:,.0f}", f"{told['open']:,.1f}",
    ]  # fmt: skip


@click.command()
@click.option("--vectors", type=click.Path(path_type=Path), default=Path("vectors.npy"))
@click.option("--queries", type=click.Path(path_type=Path), default=Path("queries.npy"))
@click.option("--encode", type=int, help="Make both files first, of so many passages.")
@click.option("--size", "sizes", type=int, multiple=True, default=(10_000, 100_000))
@click.option("--index", "names", multiple=True, type=click.Choice(list(CONTENDERS)))
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each.")
def main(
    vectors: Path, queries: Path, encode: int | None, sizes: tuple[int, ...], names: tuple[str, ...],
    as_json: bool,
) -> None:  # fmt: skip
    """Print a table of the indexes, and of how they fail."""
    if encode:
        for path, rows in zip((vectors, queries), real_vectors(encode), strict=True):
            np.save(path, rows)
    real, asked = np.load(vectors), np.load(queries)
    found = []
    for size in sizes:
        for told in measured(list(names or CONTENDERS), real, asked, size):
            found.append(told)
            if as_json:
                click.echo(json.dumps(told))
    click.echo(f"{report.machine()}, {len(real):,} real vectors, {len(asked)} queries\n")
    click.echo(report.table(_HEAD, map(_line, found)))
    failing = [[told["name"], *told["failures"]] for told in found if "failures" in told]
    if failing:
        click.echo(f"\n{_PLACES} files, each with a bit flipped, opened and asked:\n")
        click.echo(report.table(["index", "flipped", "cut short", "disk full"], failing))


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
