"""Latency of a query in an open library of 100,000 passages, part by part.

The passages are real (articles of EU acts), extended by random mixtures of their sentences; the queries
are dev questions cut to 16 words, the model is the shipped one. A sample is encoded and the other vectors
are noisy copies (cosine about 0.9): costs are realistic, results are not.
"""

import itertools
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np

from benchmarks import data, report
from benchmarks.memory import memory_of
from lexdesk import Document, Library
from lexdesk.errors import QueryError
from lexdesk.query import plain
from lexdesk.search.options import MODES, Mode, SearchOptions
from lexdesk.text.sentences import sentence_borders
from lexdesk.text.tokens import nfc
from lexdesk.vector_codes.int8 import pack

_SAMPLE = 1_000
_NOISE = 0.025
"""Standard deviation in each of 384 dimensions: a cosine of about 0.9 with the original."""


def documents() -> Iterator[Document]:
    """Yield articles of EU acts, then endless mixtures of their sentences under their titles."""
    titles, lengths, sentences = [], [], []
    for row in data.corpus("eu-citations"):
        title, text = nfc(row["title"]), nfc(row["text"])
        yield Document(text, title, work=row["_id"], language="en")
        bounds = [0, *sentence_borders(text), len(text)]
        some = [text[a:b] for a, b in itertools.pairwise(bounds) if text[a:b].strip()]
        titles.append(title)
        lengths.append(len(some))
        sentences += some
    chance = random.Random(0)
    for number in itertools.count():
        at = number % len(titles)
        text = " ".join(chance.choices(sentences, k=max(1, lengths[at])))
        yield Document(text, titles[at], work=f"resampled-{number}", language="en")


def prepare(path: Path, passages: int) -> None:
    """Create a library with at least ``passages`` passages, each with a vector."""
    chance = np.random.default_rng(0)
    with Library.open(path, create=True) as library:
        endless = documents()
        while library.admin.status().passages < passages:
            library.sources.add_documents(itertools.islice(endless, 2_000), vectors=False)
        store = library.store
        pending = store.vectors.missing_passages()
        drawn = store.vectors.texts_to_encode(random.Random(0).sample(pending, _SAMPLE))
        sample = library.embedder.encoder.encode([text for _, _, text in drawn])
        with store.transaction():
            for start in range(0, len(pending), 10_000):
                some = pending[start : start + 10_000]
                originals = sample[chance.integers(0, _SAMPLE, len(some))]
                noisy = originals + chance.normal(0, _NOISE, originals.shape)
                noisy /= np.linalg.norm(noisy, axis=1, keepdims=True)
                store.vectors.put(zip(some, pack(noisy.astype(np.float32)), strict=True))
        library.embedder.adopt()
        # Nothing is left to encode: this indexes the vectors and saves their codes.
        library.sources.add_documents(())


def questions(count: int) -> list[str]:
    """Return real queries of at most 16 words, in a fixed random order."""
    texts = [
        " ".join(text.replace("[REF]", " ").split()[:16]) for text in data.queries("eu-citations")
    ]
    chosen = []
    for text in random.Random(1).sample(texts, count * 2):
        try:
            plain(text)
        except QueryError:
            continue
        chosen.append(text)
    return chosen[:count]


library_option = click.option(
    "--library",
    "kept",
    type=click.Path(path_type=Path),
    help="Keep the library here and use it again.",
)


@click.command()
@click.option("--passages", default=100_000, show_default=True)
@click.option("--queries", "count", default=500, show_default=True)
@library_option
def main(passages: int, count: int, kept: Path | None) -> None:
    """Print the milliseconds of each part of hybrid, keyword and semantic search."""
    with tempfile.TemporaryDirectory() as folder:
        path = kept or Path(folder) / "library"
        if not path.exists():
            prepare(path, passages)
        texts = questions(count)
        started = time.perf_counter()
        with Library.open(path) as library:
            library.search(texts[0], plain=True)
            click.echo(
                f"{report.machine()}, {library.admin.status().passages:,} passages, {count} queries"
            )
            click.echo(f"open and first query: {(time.perf_counter() - started) * 1000:.0f} ms\n")
            for text in texts[:50]:
                library.search(text, plain=True)
            rows = [row for mode in MODES for row in _rows(library, mode, texts)]
            held = memory_of(os.getpid())
    click.echo(report.table(["mode", "part", "p50 ms", "p95 ms", "p99 ms"], rows))
    click.echo(f"\nheld: {held.all:,.0f} MB, {held.own:,.0f} of them not from files")


def _rows(library: Library, mode: Mode, texts: list[str]) -> Iterator[list[str]]:
    """Yield a row for each part of a query in a mode, and for the total: p50, p95 and p99 in milliseconds."""
    parts: dict[str, list[float]] = {}
    for text in texts:
        answer, timings = library.search.search_timed(text, SearchOptions(mode, plain=True))
        for part, milliseconds in {**timings.milliseconds, "all": answer.took_ms}.items():
            parts.setdefault(part, []).append(milliseconds)
    for part, values in parts.items():
        times = (report.percentile(values, share) for share in (0.5, 0.95, 0.99))
        yield [mode, part, *(f"{seconds:.2f}" for seconds in times)]


if __name__ == "__main__":
    sys.exit(main())
