"""Memory of ``lexdesk add`` over many files of every kind: its peak and its course.

``benchmarks.mixed_folder`` creates the folder. Scans are recognised only with ``--ocr``, which takes
hours for gigabytes. Memory is the proportional set size of all processes (shared pages count once), from
Linux's ``smaps_rollup``; it includes reclaimable pages mapped from files, which are also reported apart.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from benchmarks import mixed_folder, report

_SECONDS = 0.5  # between two looks
_STEPS = 10  # rows of the table
_LINES = 5  # of the status: what the library holds
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_STATUS = [sys.executable, "-m", "lexdesk", "status"]


class Held(NamedTuple):
    """Megabytes of a process tree: in all, and without pages mapped from files."""

    all: float
    own: float


def memory_of(process: int) -> Held:
    """Measure a process and all its descendants."""
    found = [_proportional(process_id) for process_id in family(process)]
    return Held(sum(usage.all for usage in found), sum(usage.own for usage in found))


def _proportional(process: int) -> Held:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    except OSError:  # it has ended
        return Held(0, 0)
    usage_by_name = {name: int(rest[0]) / 1e3 for name, *rest in map(str.split, lines)}
    return Held(usage_by_name["Pss:"], usage_by_name["Pss_Anon:"]) if usage_by_name else Held(0, 0)


def family(process: int) -> Iterator[int]:
    """Yield a process and all its descendants."""
    yield process
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except OSError:
            continue
        for child in children:
            yield from family(int(child))


def _rows(seen: list[Held]) -> Iterator[tuple[str, str, str]]:
    """Yield the highest memory in each tenth of the time."""
    step = max(1, len(seen) // _STEPS)
    for at in range(0, len(seen), step):
        some = seen[at : at + step]
        own = max(usage.own for usage in some)
        yield f"{at / len(seen):.0%}", f"{max(some).all:,.0f}", f"{own:,.0f}"


@click.command()
@click.option("--gigabytes", default=5.0, show_default=True)
@click.option("--ocr/--no-ocr", default=False, show_default=True)
@click.option("--vectors", is_flag=True, help="Make vectors too.")
@click.option("--into", type=_FOLDER, help="Add to a copy of this library, not to an empty one.")
def main(gigabytes: float, ocr: bool, vectors: bool, into: Path | None) -> None:
    """Print the peak of memory in each tenth of the time, and of all."""
    if not sys.platform.startswith("linux"):
        sys.exit("memory is read from Linux's /proc; run it there")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "documents"
        folder.mkdir()
        size = mixed_folder.make(folder, gigabytes * 1000)
        without = [] if vectors else ["--no-vectors"]
        command = [sys.executable, "-m", "lexdesk", "add", *without, str(folder)]
        library = Path(name) / "library"
        if into is not None:
            shutil.copytree(into, library)
        environment = {**os.environ, "LEXDESK_LIBRARY": str(library)}
        if not ocr and importlib.util.find_spec("rapidocr"):
            sys.exit("rapidocr is installed, so scans would be recognised; say --ocr, or remove it")
        seen: list[Held] = []
        started = time.monotonic()
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            while process.poll() is None:
                seen.append(memory_of(process.pid))
                time.sleep(_SECONDS)
        took = time.monotonic() - started
        click.echo(
            f"{report.machine()}, {size / 1e3:.2f} GB in {took:.0f} s, exit code {process.returncode}\n"
        )
        click.echo(report.table(["of the time", "peak MB", "not from files"], list(_rows(seen))))
        click.echo(f"\npeak: {max(seen).all:,.0f} MB; wanted: at most 1,500")
        status = subprocess.run(
            _STATUS, env=environment, capture_output=True, check=True, text=True
        )
        click.echo("\n".join(status.stdout.splitlines()[1:_LINES]))


if __name__ == "__main__":
    main()
