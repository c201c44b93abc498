"""Semantic indexes side by side: what each finds, how fast with encoding and filters, and what it costs to build.

The first vectors are of real passages, of EU law or of libraries, the others are made of them: a real vector, a second
one and noise, mixed, so that near and far neighbours are as in the real set. All indexes are open in one process, and
each round asks them one after another. Times are of the processor, all threads together, since other programs may share
it; ratios are medians of those of the rounds.
"""

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from unittest import mock

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks import data, report
from benchmarks.vector_contenders import CONTENDERS, Contender, Graph
from lexdesk import Library
from lexdesk.index.update import update_vectors
from lexdesk.index.vector import hnsw
from lexdesk.models.encoder import Encoder, load
from lexdesk.models.manifest import find
from lexdesk.vector_codes.int8 import pack, unpack

Rows = NDArray[np.float32]

_SHARES = (0.5, 0.1, 0.01, 0.001)  # of passages that a filter lets through
_BLOCK = 50_000
_RAW = "raw hnswlib"
_ADDED = 512  # passages of one batch of ``add``


def texts(count: int) -> tuple[list[str], list[str]]:
    """Return ``count`` passages of EU law, and questions of up to 300 characters."""
    parts = {
        part[:800]
        for row in data.corpus("eu-citations")
        for part in row["text"].split("\n\n")
        if len(part) > 200
    }
    questions = [query[:300] for query in data.queries("eu-citations") + data.queries("obliqa")]
    chance = random.Random(0)
    return chance.sample(sorted(parts), count), chance.sample(sorted(set(questions)), 300)


def stored(libraries: Iterable[Path]) -> Rows:
    """Return the vectors of all passages of ``libraries``, in random order."""
    found: list[bytes] = []
    for library in libraries:
        with Library.open(library) as opened:
            found += [row[-1] for row in opened.store.vectors.rows(0)]
    return np.random.default_rng(5).permutation(unpack(found))


def grown(real: Rows, count: int) -> Rows:
    """Return ``count`` vectors, of which the first are ``real`` and the others made of them; unit length."""
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
    """Return the ``count`` nearest of each query, exactly; (queries, count), best first."""
    found = []
    for query in queries:
        cosines = rows @ query
        best = np.argpartition(-cosines, count)[:count]
        found.append(best[np.argsort(-cosines[best])])
    return np.array(found)


Search = Callable[[str], list[int]]


def _p95(search: Search, questions: list[str]) -> float:
    times = []
    for question in questions:
        started = time.process_time()
        search(question)
        times.append((time.process_time() - started) * 1000)
    return report.percentile(times, 0.95)


def medians(
    searches: dict[str, Search], questions: list[str], rounds: int
) -> dict[str, tuple[float, float]]:
    """Return the median p95 of each search in milliseconds, and the median of its ratios to the first one's."""
    base = next(iter(searches))
    times: dict[str, list[float]] = {name: [] for name in searches}
    for _ in range(rounds):
        for name, search in searches.items():
            times[name].append(_p95(search, questions))
    return {
        name: (
            statistics.median(seconds),
            statistics.median(p95 / raw for p95, raw in zip(seconds, times[base], strict=True)),
        )
        for name, seconds in times.items()
    }


def _asking(index: Contender, encoder: Encoder, allowed: Any = None) -> Search:
    return lambda question: index.search(encoder.encode([question])[0], 10, allowed)


def recall(index: Contender, queries: Rows, truth: NDArray[np.int64]) -> float:
    """Return the share of ``truth`` (queries, k) that the index finds."""
    depth = truth.shape[1]
    shares: list[float] = [
        len(set(index.search(query, depth)) & set(wanted)) / depth
        for query, wanted in zip(queries, truth.tolist(), strict=True)
    ]
    return sum(shares) / len(shares)


def share_of_adding(index: Graph, encoder: Encoder, passages: list[str]) -> float:
    """Return the processor time of indexing new vectors, all in the graph, as a share of that of encoding them."""
    encoding = indexing = 0.0
    first = index.store.vectors.last_number() + 1
    for start in range(0, len(passages), _ADDED):
        some = passages[start : start + _ADDED]
        started = time.process_time()
        rows = encoder.encode(some)
        encoding += time.process_time() - started
        with index.store.transaction():
            numbers = range(first + start, first + start + len(some))
            index.store.statements.executemany(
                'INSERT INTO passage (id, expression, start, "end", heading, label, searchable, text)'
                " VALUES (?, 1, 0, 0, '', '', 1, '')",
                ((number,) for number in numbers),
            )
            index.store.vectors.put(zip(numbers, pack(rows), strict=True))
        started = time.process_time()
        update_vectors(index.store, index.index)
        indexing += time.process_time() - started
    return indexing / encoding


def added_page(index: Graph, row: Rows) -> tuple[float, int]:
    """Add one passage with the vector ``row``; return the seconds until it is found, and the bytes written for it."""
    number = index.store.vectors.last_number() + 1
    before, started = _bytes_written(), time.perf_counter()
    with index.store.transaction():
        index.store.statements.execute(
            'INSERT INTO passage (id, expression, start, "end", heading, label, searchable, text)'
            " VALUES (?, 1, 0, 0, '', '', 1, '')",
            (number,),
        )
        index.store.vectors.put([(number, pack(row[None])[0])])
    update_vectors(index.store, index.index)
    index.index.save()
    assert index.search(row, 1) == [number - 1]
    return time.perf_counter() - started, _bytes_written() - before


def _bytes_written() -> int:
    """Return the bytes this process has written (proc(5))."""
    return int(Path("/proc/self/io").read_text().partition("wchar:")[2].split()[0])


def _table(measurements: dict[str, Any]) -> str:
    rows = [
        [
            name,
            *(f"{measurements[what][name]:{form}}" for what, form in _COLUMNS.items()),
            f"{measurements['times'][name][0]:.2f}",
            f"{measurements['times'][name][1]:.2f}",
            *(f"{measurements['filtered'][name][share]:.2f}" for share in _SHARES),
        ]
        for name in measurements["times"]
    ]
    filters = [f"{share:.1%}" for share in _SHARES]
    return report.table(["index", *_COLUMNS, "p95 ms", "ratio", *filters], rows)


_COLUMNS = {"R@10": ".3f", "R@10 int8": ".3f", "R@50": ".3f", "vectors/s": ",.0f", "bytes": ",.0f"}


def measured(
    folder: Path, rows: Rows, questions: list[str], encoder: Encoder, names: list[str], rounds: int
) -> dict[str, Any]:
    """Build the indexes of ``rows`` in ``folder`` and measure them."""
    measurements: dict[str, Any] = {what: {} for what in (*_COLUMNS, "filtered")}
    queries = encoder.encode(questions)
    truth = nearest(rows, queries, 50)
    rounded = np.concatenate(
        [unpack(pack(rows[start : start + _BLOCK])) for start in range(0, len(rows), _BLOCK)]
    )
    stored = nearest(rounded, queries, 10)
    del rounded
    indexes: dict[str, Contender] = {}
    for name in names:
        place = folder / name
        place.mkdir()
        started = time.process_time()
        CONTENDERS[name].build(place, rows)
        measurements["vectors/s"][name] = len(rows) / (time.process_time() - started)
        files = [path for path in place.rglob("*") if path.suffix != ".sqlite"]
        measurements["bytes"][name] = sum(
            path.stat().st_size for path in files if path.is_file()
        ) / len(rows)
        index = indexes[name] = CONTENDERS[name](place)
        measurements["R@10"][name] = recall(index, queries, truth[:, :10])
        measurements["R@10 int8"][name] = recall(index, queries, stored)
        measurements["R@50"][name] = recall(index, queries, truth)
    measurements["times"] = medians(
        {name: _asking(index, encoder) for name, index in indexes.items()}, questions, rounds
    )
    for name, index in indexes.items():
        if name != _RAW:
            measurements["filtered"][name] = _filtered(index, encoder, questions, len(rows), rounds)
        else:
            measurements["filtered"][name] = dict.fromkeys(_SHARES, float("nan"))
    measurements["index"] = indexes.get("graph")
    return measurements


def _filtered(
    index: Contender, encoder: Encoder, questions: list[str], count: int, rounds: int
) -> dict[float, float]:
    """Return the p95 with a filter, as a ratio to that without one, by the share that the filter lets through."""
    searches = {"": _asking(index, encoder)}
    for share in _SHARES:
        allowed = np.random.default_rng(3).random(count) < share
        searches[str(share)] = _asking(index, encoder, allowed)
    found = medians(searches, questions, rounds)
    return {share: found[str(share)][1] for share in _SHARES}


@click.command()
@click.option("--encode", "real", default=6_000, show_default=True, help="Real passages.")
@click.option(
    "--library",
    "libraries",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Take the real vectors from this library.",
)
@click.option("--size", "sizes", type=int, multiple=True, default=(100_000,), show_default=True)
@click.option("--index", "names", multiple=True, type=click.Choice(list(CONTENDERS)))
@click.option("--rounds", default=5, show_default=True)
def main(
    real: int,
    libraries: tuple[Path, ...],
    sizes: tuple[int, ...],
    names: tuple[str, ...],
    rounds: int,
) -> None:
    """Print a table of the indexes: recall, p95 with encoding (ratio to raw hnswlib), and p95 with filters.

    Filters are ratios to the same index without one.
    """
    encoder = load(find("embedder"))
    passages, questions = texts((0 if libraries else real) + 4 * _ADDED)
    added = passages[-4 * _ADDED :]
    vectors = stored(libraries) if libraries else encoder.encode(passages[:real])
    click.echo(f"{report.machine()}, {len(vectors):,} real vectors, {len(questions)} questions")
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            rows = grown(vectors, size)
            measurements = measured(
                Path(folder), rows, questions, encoder, list(names or CONTENDERS), rounds
            )
            click.echo(f"\n{size:,} vectors:\n\n{_table(measurements)}")
            if measurements["index"]:
                seconds, written = added_page(
                    measurements["index"], encoder.encode(questions[:1])[0]
                )
                click.echo(
                    f"\none passage more: found in {seconds:.2f} s, {written:,} bytes written"
                )
                with mock.patch.multiple(hnsw, TAIL=0, _TAIL_SHARE=0):
                    share = share_of_adding(measurements["index"], encoder, added)
                click.echo(f"\nindexing new passages: {share:.1%} of encoding them")


if __name__ == "__main__":
    main()
