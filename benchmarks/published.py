"""Equality of a published library and its source: the same questions, the same top ten.

Builds a library of a collection, publishes it, and runs the collection's questions on both: with
exhaustive vector search the top ten must be equal, and with the approximate index recall must be.
"""

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from benchmarks import data, report
from lexdesk import Library
from lexdesk.evaluation.collection import Collection
from lexdesk.library.protocol import ReadableLibrary
from lexdesk.publishing import PublishedLibrary
from lexdesk.publishing.publish import publish
from lexdesk.search.results.hits import Hit

_TOP = 10
_TIE = 1e-3  # scores that differ by less are one: vectors are published with fewer digits


class Sample(NamedTuple):
    """The hits of each question, by its id, and the milliseconds of each."""

    hits: dict[str, list[Hit]]
    milliseconds: list[float]


def ask(library: ReadableLibrary, questions: dict[str, str]) -> Sample:
    """Search the top ten of each question, as plain text."""
    hits, took = {}, []
    for name, text in questions.items():
        started = time.perf_counter()
        hits[name] = library.search(text, top=_TOP, plain=True).hits
        took.append((time.perf_counter() - started) * 1000)
    return Sample(hits, took)


def agrees(a: list[Hit], b: list[Hit]) -> bool:
    """Compare two lists; hits may change places only if their scores tie."""
    if len(a) != len(b):
        return False
    scores = {(hit.work, hit.eid, hit.text): hit.score for hit in b}
    return all(
        one.text == other.text
        or abs(scores.get((one.work, one.eid, one.text), b[-1].score) - one.score) < _TIE
        for one, other in zip(a, b, strict=True)
    )


def recall(sample: Sample, qrels: dict[str, dict[str, int]]) -> float:
    """Average the share of relevant documents among the top ten over the questions."""
    shares = []
    for name, hits in sample.hits.items():
        wanted = {work for work, grade in qrels[name].items() if grade > 0}
        shares.append(len(wanted & {hit.work for hit in hits}) / len(wanted))
    return float(np.mean(shares))


def _timed(what: str, work: Callable[[], object]) -> None:
    started = time.perf_counter()
    work()
    print(f"{what}: {time.perf_counter() - started:.1f} s")


@click.command()
@click.option("--collection", "name", default="obliqa", show_default=True)
@click.option("--questions", default=1000, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), required=True, help="Kept between runs.")
def main(name: str, questions: int, folder: Path) -> None:
    """Print the agreement of both, and the time of each question."""
    collection = Collection(data.shared_data() / name)
    qrels = collection.qrels()
    topics = {key: topic.text for key, topic in collection.topics().items() if key in qrels}
    drawn = random.Random(0).sample(sorted(topics), min(questions, len(topics)))
    drawn_topics = {key: topics[key] for key in drawn}
    uri = f"lance://{(folder / 'published').absolute()}"
    with Library.open(folder / "library", create=True) as library:
        if not library.sources.holds_all_of(collection.fingerprint):
            library.sources.add_documents(collection.documents())
            library.sources.mark_complete(collection.fingerprint)
        _timed("publish", lambda: publish(library, uri))
        _timed("publish again, nothing changed", lambda: publish(library, uri))
        status = library.admin.status()
        ask(library, dict(list(drawn_topics.items())[:20]))
        embedded = ask(library, drawn_topics)
    rows: list[list[object]] = [_row("embedded", embedded, embedded, qrels)]
    for exact in (True, False):
        with PublishedLibrary.open_at(uri, exact=exact) as opened:
            ask(opened, dict(list(drawn_topics.items())[:20]))
            found = ask(opened, drawn_topics)
        rows.append(
            _row(f"published, {'exact' if exact else 'approximate'}", found, embedded, qrels)
        )
    print(f"{status.passages:,} passages, {len(drawn_topics):,} questions of {name}")
    print(report.table(["", "same ten best", f"R@{_TOP}", "p50 ms", "p95 ms"], rows))


def _row(
    what: str, sample: Sample, embedded: Sample, qrels: dict[str, dict[str, int]]
) -> list[object]:
    same = np.mean([agrees(embedded.hits[key], hits) for key, hits in sample.hits.items()])
    median, late = np.percentile(sample.milliseconds, [50, 95])
    return [what, f"{same:.3f}", f"{recall(sample, qrels):.4f}", f"{median:.1f}", f"{late:.1f}"]


if __name__ == "__main__":
    main()
