"""Growth of a library after 10,000 updates of its 1,000 documents, compared with a fresh one.

The documents are beginnings of EU directives and Irish acts; an update gives a document the text of a
random other one. With ``--vectors`` the tail is shortened, so that a library of this size has a graph;
``--drawn`` draws random vectors of the model's size at no cost.
"""

import contextlib
import itertools
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest import mock

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks import data, report
from lexdesk import Library
from lexdesk.index.vector import hnsw
from lexdesk.models.encoder import Encoder

PARTS = ("library.sqlite", "words", "vectors")


def texts(count: int, characters: int) -> list[str]:
    """Return the first ``characters`` of ``count`` laws."""
    rows = itertools.islice(data.corpus("eu2ie"), count)
    return [f"{row['title']}\n\n{row['text'][:characters]}" for row in rows]


def updated(folder: Path, pool: list[str], updates: int, batch: int) -> Iterator[int]:
    """Write other texts into ``batch`` files at a time; yield the number of updates so far."""
    chance = random.Random(20260101)
    for done in range(0, updates, batch):
        for number in chance.sample(range(len(pool)), min(batch, updates - done)):
            (folder / f"{number}.txt").write_text(f"{done}. {chance.choice(pool)}")
        yield min(done + batch, updates)


def draw(encoder: Encoder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Draw random unit vectors for ``texts``."""
    size = (len(texts), encoder.manifest.dimensions)
    rows = np.random.default_rng(len(texts)).normal(size=size).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def sizes(library: Path) -> dict[str, int]:
    """Return the bytes of each part of a library, and of all of it."""
    found = {part: _bytes(library / part) for part in PARTS}
    return {**found, "all": _bytes(library)}


def _bytes(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def measure(
    scratch: Path, documents: int, updates: int, batch: int, characters: int, vectors: bool
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the sizes of a fresh and of an updated library; check both."""
    pool = texts(documents, characters)
    folder = scratch / "documents"
    folder.mkdir()
    for number, text in enumerate(pool):
        (folder / f"{number}.txt").write_text(text)
    with Library.open(scratch / "old", create=True) as library:
        library.sources.add([folder], vectors=vectors)
        for done in updated(folder, pool, updates, batch):
            library.sources.add([folder], vectors=vectors)
            click.echo(f"{done:,} of {updates:,} updates", err=True)
        assert library.admin.check() == []
    with Library.open(scratch / "fresh", create=True) as library:
        library.sources.add([folder], vectors=vectors)
        assert library.admin.check() == []
    return sizes(scratch / "fresh"), sizes(scratch / "old")


@click.command()
@click.option("--documents", default=1000, show_default=True)
@click.option("--updates", default=10_000, show_default=True)
@click.option("--batch", default=250, show_default=True, help="Files changed between two adds.")
@click.option("--characters", default=2000, show_default=True, help="Of each text.")
@click.option("--vectors", is_flag=True, help="Make vectors too.")
@click.option("--drawn", is_flag=True, help="Draw the vectors by chance.")
def main(
    documents: int, updates: int, batch: int, characters: int, vectors: bool, drawn: bool
) -> None:
    """Print the sizes of both and their ratio."""
    if vectors or drawn:
        vectors, hnsw.TAIL = True, documents // 20
    with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as changed:
        if drawn:
            changed.enter_context(mock.patch.object(Encoder, "encode", draw))
        fresh, old = measure(Path(scratch), documents, updates, batch, characters, vectors)
    rows = [
        [part, f"{fresh[part] / 1e6:.2f}", f"{size / 1e6:.2f}", f"{size / fresh[part]:.2f}"]
        for part, size in old.items()
        if fresh[part]
    ]
    click.echo(report.table(["part", "fresh MB", "after updates MB", "ratio"], rows))
    click.echo("\nwanted: at most 1.30")


if __name__ == "__main__":
    main()
