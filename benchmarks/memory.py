"""The memory of ``lexdesk add`` over many files of every kind: its peak, and how it goes on.

The folder holds all raw documents of the shared data, archives unpacked, as often as it takes; the
copies are hard links, so that a small disk holds them. Scans are recognised only with ``--ocr``, which
takes hours for gigabytes. Memory is the proportional set size of all its processes (shared pages
count once), from Linux's ``smaps_rollup``.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import click

from benchmarks import data, report

_SECONDS = 0.5  # between two looks
_STEPS = 10  # rows of the table


def make_folder(folder: Path, wanted: float) -> float:
    """Fill ``folder`` with copies of all raw documents up to ``wanted`` megabytes; what they come to."""
    raw = folder.parent / "raw"
    shutil.copytree(data.shared_data() / "raw", raw)
    for archive in sorted(raw.glob("*.tar.gz")):
        with tarfile.open(archive) as packed:
            packed.extractall(raw / archive.name.partition(".")[0], filter="data")
        archive.unlink()
    files = [path for path in sorted(raw.rglob("*")) if path.is_file()]
    size, copy = 0.0, 0
    while size < wanted:
        for file in files:
            target = folder / str(copy) / file.relative_to(raw)
            target.parent.mkdir(parents=True, exist_ok=True)
            os.link(file, target)
            size += file.stat().st_size / 1e6
            if size >= wanted:
                break
        copy += 1
    return size


def memory_of(process: int) -> float:
    """Megabytes that a process and all below it hold."""
    return sum(_proportional(each) for each in _family(process)) / 1e3


def _proportional(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:  # it has ended
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def _family(process: int) -> Iterator[int]:
    yield process
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except OSError:
            continue
        for child in children:
            yield from _family(int(child))


@click.command()
@click.option("--gigabytes", default=5.0, show_default=True)
@click.option("--ocr/--no-ocr", default=False, show_default=True)
def main(gigabytes: float, ocr: bool) -> None:
    """Print the peak of memory in each tenth of the time, and of all."""
    if not sys.platform.startswith("linux"):
        sys.exit("memory is read from Linux's /proc; run it there")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "documents"
        folder.mkdir()
        size = make_folder(folder, gigabytes * 1000)
        command = [sys.executable, "-m", "lexdesk", "add", "--no-vectors", str(folder)]
        environment = {**os.environ, "LEXDESK_LIBRARY": str(Path(name) / "library")}
        if not ocr and importlib.util.find_spec("rapidocr"):
            sys.exit("rapidocr is installed, so scans would be recognised; say --ocr, or remove it")
        seen: list[float] = []
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
        step = max(1, len(seen) // _STEPS)
        rows = [
            (f"{at / len(seen):.0%}", f"{max(seen[at : at + step]):,.0f}")
            for at in range(0, len(seen), step)
        ]
        click.echo(report.table(["of the time", "peak MB"], rows))
        click.echo(f"\npeak: {max(seen):,.0f} MB; wanted: at most 1,500")


if __name__ == "__main__":
    main()
