"""Latency of each kind of query in an archive of many works: ``python -m benchmarks.archive``.

The short raw acts, statutes, contracts and court files are read once, with provisions and citations, and
stored ``--copies`` times as works of other years. Each query is a keyword search: first after an added
document, with cold caches, then again.
"""

from __future__ import annotations

import dataclasses
import re
import shutil
import tarfile
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import click

from benchmarks import data, report
from lexdesk import Document, Library
from lexdesk.errors import FileFailed
from lexdesk.extract import read

_PACKED = ("german-statutes", "irish-acts")
_PLAIN = ("cuad-pdf-sample", "forms-docx")
_LONGEST = 40_000  # characters
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_AGAIN = 3  # times, of which the shortest counts
_QUERIES = (
    "withdraw consent", "definition of personal data", "Kündigungsschutzgesetz", "terminat* notice", '"force majeure"',
    "terminate /5 notice", "the Minister may by order under section 3 designate",
    "Section 5", "§ 5", "Part 3", "Section 9.2(b)", "Agency agreement section 4", "s 2 Data Protection Act", "CA 2014 s 228",
    "BGB 823", "§ 823 BGB Schadenersatz", "penalties AI Act", "Regulation 2016/679 art 17",
    "kind:contract termination", "lang:de Frist", 'work:"Finance Act" excise',
    "cites:BGB", 'cites:"§ 5 BGB"', "date:2010..2015 agreement", "in-force:2015-01-03 consent",
    'doc:"State of New York" termination',
)  # fmt: skip


def documents(scratch: Path) -> Iterator[Document]:
    """Yield the short raw documents, each once."""
    raw = data.shared_data() / "raw"
    for name in _PACKED:
        with tarfile.open(raw / f"{name}.tar.gz") as packed:
            packed.extractall(scratch / name, filter="data")
    folders = [*(scratch / name for name in _PACKED), *(raw / name for name in _PLAIN)]
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        try:
            document = read(path)
        except FileFailed:
            continue
        if len(document.text) <= _LONGEST:
            named = document.work or path.stem
            yield dataclasses.replace(document, work=named)


def copies(document: Document, count: int) -> Iterator[Document]:
    """Yield the document and ``count`` renamed copies of other years."""
    yield document
    for number in range(1, count):
        short = document.short_title
        yield dataclasses.replace(
            document,
            work=f"{document.work}-{number}",
            title=_of_another_year(document.title, number),
            short_title=short and _of_another_year(short, number),
        )


def _of_another_year(title: str, number: int) -> str:
    shifted = _YEAR.sub(lambda year: str(1900 + (int(year[0]) + number) % 125), title)
    return f"{shifted} No {number}"


def make(library: Library, scratch: Path, count: int) -> None:
    """Put the archive into an empty library."""
    for document in documents(scratch):
        library.sources.add_documents(copies(document, count), vectors=False)


def took(library: Library, query: str) -> float:
    """Return the milliseconds of one search."""
    started = time.perf_counter()
    library.search(query, mode="keyword")
    return (time.perf_counter() - started) * 1000


@click.command()
@click.option("--copies", "count", default=60, show_default=True)
@click.option("--library", type=click.Path(path_type=Path), help="An archive made before.")
def main(count: int, library: Path | None) -> None:
    """Print the latency of each query, after a change and again."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        if library:
            shutil.copytree(library, scratch / "library")
        with Library.open(scratch / "library", create=not library) as archive:
            if not library:
                make(archive, scratch, count)
            status = archive.admin.status()
            click.echo(f"{status.works:,} works, {status.passages:,} passages; {report.machine()}")
            rows = []
            for number, query in enumerate(_QUERIES):
                took(archive, query)
                note = Document(f"Note {number}.", f"Note {number}", work=f"note-{number}")
                archive.sources.add_documents([note], vectors=False)
                first = took(archive, query)
                again = min(took(archive, query) for _ in range(_AGAIN))
                rows.append([f"`{query}`", f"{first:.0f}", f"{again:.1f}"])
            click.echo(report.table(["query", "after a change, ms", "again, ms"], rows))


if __name__ == "__main__":
    main()
