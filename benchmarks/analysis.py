"""Effect of stemming and compound splitting on relevance, index and queries.

Everything runs through the product; disabled parts are patched during a run.
"""

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from unittest import mock

import click

from benchmarks import data, report
from benchmarks.judged_questions import Thinned
from benchmarks.query import questions
from benchmarks.tune_fusion import SHARES
from lexdesk import Library
from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.evaluation import evaluate
from lexdesk.ingest.scan.scan import find_files
from lexdesk.text.analysis import analysis, compounds

MEASURES = "R@10 AP@10 nDCG@10 R@100"
COLLECTIONS = (
    ("obliqa", None),
    ("gdpr-articles", "simeri"),
    ("gdpr-articles", "gdprinfo"),
    ("eu-citations", "dev"),
    ("de-citations", "dev"),
    ("ementas", None),
)

_Way = Callable[[], AbstractContextManager[None]]
_unchanged: _Way = contextlib.nullcontext


@contextlib.contextmanager
def exact_words() -> Iterator[None]:
    """Search for query words without other forms."""
    with mock.patch("lexdesk.index.lexical.fulltext_query.is_plain_word", new=lambda node: False):
        yield


@contextlib.contextmanager
def whole_words() -> Iterator[None]:
    """Disable compound splitting, in texts and in queries."""
    analysis.cache_clear()
    nothing = compounds.CompoundSplitter("")
    with mock.patch("lexdesk.text.analysis.compounds.load_german", return_value=nothing):
        yield
    analysis.cache_clear()


@contextlib.contextmanager
def no_analysis() -> Iterator[None]:
    """Index only the words of texts as written."""
    with mock.patch("lexdesk.text.analysis.Analysis.text", new=lambda analysis, text: ""):
        yield


@click.group()
def main() -> None:
    """Measure the analysis of words."""


@main.command()
@click.option("--collection", "only", multiple=True, help="Only these collections.")
def relevance(only: tuple[str, ...]) -> None:
    """Print the measures of keyword search: as typed, with stems, with compounds."""
    rows = []
    for name, qrels in COLLECTIONS:
        if only and name not in only:
            continue
        folder = data.shared_data() / name
        collection = Thinned(folder, SHARES[name]) if name in SHARES else Collection(folder)
        ways: list[tuple[str, _Way, _Way]] = [
            ("as typed", whole_words, exact_words),
            ("stems", whole_words, _unchanged),
        ]
        if collection.language == "de":
            ways.append(("stems and compounds", _unchanged, _unchanged))
        with tempfile.TemporaryDirectory() as scratch:
            for way, reading, asking in ways:
                path = Path(scratch) / str(reading is _unchanged)
                with reading(), asking():
                    found, _ = evaluate(
                        collection, qrels=qrels, mode="keyword", measures=MEASURES, path=path
                    )
                values = [f"{found.measures[part]:.4f}" for part in MEASURES.split()]
                rows.append([f"{name} {qrels or ''}".strip(), way, *values])
                click.echo(" ".join(rows[-1]), err=True)
    click.echo(report.table(["collection", "words", *MEASURES.split()], rows))


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--rounds", default=3, show_default=True)
def indexing(folder: Path, rounds: int) -> None:
    """Print the time to add FOLDER without vectors and the size of the index, with and without analysis."""
    rows, ratios = [], []
    for number in range(rounds):
        with no_analysis():
            without, small = _added(folder)
        with_it, large = _added(folder)
        ratios.append(with_it / without)
        rows.append(
            [
                number + 1, f"{without:.1f}", f"{with_it:.1f}", f"{ratios[-1]:.2f}",
                f"{small / 1e6:.1f}", f"{large / 1e6:.1f}",
            ]
        )  # fmt: skip
    files = len(find_files([folder], Path()))
    click.echo(f"{report.machine()}, {files} files\n")
    head = ["round", "without, s", "with, s", "ratio", "index without, MB", "index with, MB"]
    click.echo(report.table(head, rows))
    click.echo(f"\ntime: {report.spread(ratios)}; wanted: at most 1.3")


def _added(folder: Path) -> tuple[float, int]:
    """Add ``folder`` to a new library; return seconds, and bytes of its full-text index."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "library"
        started = time.perf_counter()
        with Library.open(path, create=True) as library:
            library.sources.add([folder], vectors=False)
        seconds = time.perf_counter() - started
        return seconds, sum(f.stat().st_size for f in (path / "words").iterdir())


@main.command()
@click.option("--library", "path", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--queries", "count", default=500, show_default=True)
def queries(path: Path, count: int) -> None:
    """Print the milliseconds of keyword search, as typed and with all forms."""
    texts = questions(count)
    times: dict[str, list[float]] = {"as typed": [], "all forms": []}
    with Library.open(path) as library:
        library.search(texts[0], mode="keyword", plain=True)  # brings the index up to date
        for text in texts:
            for way, condition in (("as typed", exact_words), ("all forms", _unchanged)):
                with condition():
                    answer = library.search(text, mode="keyword", plain=True)
                times[way].append(answer.took_ms)
        passages = library.admin.status().passages
    click.echo(f"{report.machine()}, {passages:,} passages, {count} queries\n")
    shares = (0.5, 0.95, 0.99)
    found = {way: [report.percentile(ms, share) for share in shares] for way, ms in times.items()}
    rows = [[way, *(f"{value:.2f}" for value in values)] for way, values in found.items()]
    ratios = [b / a for a, b in zip(found["as typed"], found["all forms"], strict=True)]
    rows.append(["ratio", *(f"{ratio:.2f}" for ratio in ratios)])
    click.echo(report.table(["words", "p50 ms", "p95 ms", "p99 ms"], rows))


if __name__ == "__main__":
    main()
