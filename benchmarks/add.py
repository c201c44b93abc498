"""Indexing of files: ``lexdesk add --no-vectors`` compared with ``recollindex`` on the same folders.

One folder holds plain text (Irish Acts), one PDFs (contracts), copied several times with a distinct line
each, so that none is a duplicate. Contracts with scanned pages are left out, since recollindex does not
recognise their text. Both programs run as whole processes, A B A B. Their processor time is less disturbed by other
jobs than the clock.
"""

import shutil
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click
import pypdfium2

from benchmarks import data, processor, report
from lexdesk.index.lexical.fulltext import HELD
from lexdesk.system.library_files import WORDS


def make_folders(parent: Path, copies: int) -> dict[str, Path]:
    """Create a folder of plain text and one of PDFs in ``parent``."""
    raw = data.shared_data() / "raw"
    text, pdf = parent / "text", parent / "pdf"
    text.mkdir()
    pdf.mkdir()
    acts = list(_texts(raw / "irish-acts.tar.gz"))
    contracts = [(file, file.read_bytes()) for file in _without_scans(raw / "cuad-pdf-sample")]
    for copy in range(copies):
        for number, act in enumerate(acts):
            (text / f"act-{copy}-{number}.txt").write_bytes(b"Copy %d.\n" % copy + act)
        for file, content in contracts:
            (pdf / f"{copy}-{file.name}").write_bytes(content + b"\n%% copy %d\n" % copy)
    return {"plain text": text, "PDF": pdf}


def _texts(archive: Path) -> Iterator[bytes]:
    with tarfile.open(archive) as members:
        for member in members:
            file = members.extractfile(member) if member.name.endswith(".md") else None
            if file is not None:
                yield file.read()


def _without_scans(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.iterdir()):
        with pypdfium2.PdfDocument(file) as pdf:
            if all(page.get_textpage().count_chars() for page in pdf):
                yield file


class Spent(NamedTuple):
    """The seconds that a program took, and those of a core by all its processes."""

    elapsed: float
    of_core: float


def _timed(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Spent:
    before = processor.used_by_ended()
    elapsed = report.process_seconds(command, environment)
    return Spent(elapsed, processor.used_by_ended() - before)


def recoll(folder: Path, scratch: Path) -> Spent:
    """Time a first ``recollindex`` run; it uses threads of its own by default."""
    configuration = scratch / "recoll"
    shutil.rmtree(configuration, ignore_errors=True)
    configuration.mkdir()
    (configuration / "recoll.conf").write_text(f"topdirs = {folder}\n")
    return _timed(["recollindex", "-c", str(configuration), "-z"])


def lexdesk(folder: Path, scratch: Path) -> tuple[Spent, float]:
    """Time a first ``lexdesk add --no-vectors``, and the seconds until keyword search finds all files."""
    library = scratch / "library"
    shutil.rmtree(library, ignore_errors=True)
    started = time.time()
    spent = _timed(
        [sys.executable, "-m", "lexdesk", "add", "-L", str(library), "--no-vectors", str(folder)],
        report.with_bytecode(str(scratch / "bytecode")),
    )
    # Written with the last passages; the citations, found afterwards, are not in this index.
    return spent, (library / WORDS / HELD).stat().st_mtime - started


_WANTED = {"plain text": 2, "PDF": 1}


@click.command()
@click.option("--copies", default=2, show_default=True)
@click.option("--rounds", default=3, show_default=True)
def main(copies: int, rounds: int) -> None:
    """Print MB/s of both, until all files are found by keyword search too, their ratio and their processor time."""
    if shutil.which("recollindex") is None or shutil.which("pdftotext") is None:
        sys.exit(
            "recollindex and pdftotext are needed; install them with: apt-get install recollcmd poppler-utils"
        )
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name) / "scratch"
        scratch.mkdir()
        folders = make_folders(Path(name), copies)
        click.echo(f"{report.machine()}\n")
        for kind, folder in folders.items():
            _compare(kind, folder, scratch, rounds)


def _compare(kind: str, folder: Path, scratch: Path, rounds: int) -> None:
    files = list(folder.iterdir())
    megabytes = sum(file.stat().st_size for file in files) / 1e6
    rows, ratios = [], []
    lexdesk(folder, scratch)  # it compiles its modules
    for number in range(rounds):
        theirs, (ours, searchable) = recoll(folder, scratch), lexdesk(folder, scratch)
        ratios.append(theirs.elapsed / ours.elapsed)
        elapsed = (theirs.elapsed, ours.elapsed, searchable)
        speeds = [f"{megabytes / seconds:.2f}" for seconds in elapsed]
        of_cores = [f"{spent.of_core:.2f}" for spent in (theirs, ours)]
        rows.append([number + 1, *speeds, f"{ratios[-1]:.2f}", *of_cores])
    click.echo(f"{kind}, {len(files)} files, {megabytes:.1f} MB\n")
    heads = [
        "round",
        "recollindex MB/s",
        "lexdesk MB/s",
        "until keyword search, MB/s",
        "ratio",
        "recollindex, s of a core",
        "lexdesk, s of a core",
    ]
    click.echo(report.table(heads, rows))
    click.echo(f"\nratio: {report.spread(ratios)}; wanted: at least {_WANTED[kind]}\n")


if __name__ == "__main__":
    main()
