"""Cost of seals and checksums: opening with the first search, later searches, and an addition.

A library is measured as it is, and by processes that verify no page of SQLite and no file of the keyword index, in
turns; ratios are medians of processor time, which other programs on the machine disturb least.
"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from benchmarks import report
from benchmarks.query import questions

_MEASURE = """
import json, sys, time
from pathlib import Path
from lexdesk.index.lexical import fulltext
from lexdesk.storage import page_checksums

path, added, is_sealed, queries = sys.argv[1], sys.argv[2], sys.argv[3] == "1", json.loads(sys.argv[4])
if not is_sealed:
    fulltext.require_sealed = fulltext.seal = lambda folder: None
    page_checksums.verify = lambda connection: True
    page_checksums.Connection.reserve = lambda connection: None
from lexdesk import Library

def seconds(work):
    started = time.process_time()
    work()
    return time.process_time() - started

told = {}
if added:
    with Library.open(path, create=True) as library:
        told["add"] = seconds(lambda: library.sources.add([Path(added)], vectors=False))
else:
    started = time.process_time()
    library = Library.open(path)
    library.search(queries[0], mode="keyword", plain=True)
    told["open and search once"] = time.process_time() - started
    took = sorted(seconds(lambda: library.search(q, mode="keyword", plain=True)) for q in queries[1:])
    told["p95 of later searches"] = took[len(took) * 95 // 100]
print(json.dumps(told))
"""


def measured(library: Path, added: str, queries: list[str], *, is_sealed: bool) -> dict[str, float]:
    """Return the processor seconds of one process."""
    command = [
        sys.executable,
        "-c",
        _MEASURE,
        str(library),
        added,
        str(int(is_sealed)),
        json.dumps(queries),
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise click.ClickException(done.stderr.strip().rpartition("\n")[2])
    found: dict[str, float] = json.loads(done.stdout)
    return found


@click.command()
@click.argument("library", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--add",
    "folder",
    type=click.Path(exists=True, path_type=Path),
    help="Documents of the addition.",
)
@click.option("--queries", "count", default=200, show_default=True)
@click.option("--turns", default=5, show_default=True)
def main(library: Path, folder: Path | None, count: int, turns: int) -> None:
    """Print what sealing adds to processor time in a copy of LIBRARY."""
    asked = questions(count)
    both: dict[bool, list[dict[str, float]]] = {True: [], False: []}
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "library"
        shutil.copytree(library, copy)
        # The first opening after a start verifies each file once; it is not measured.
        measured(copy, "", asked, is_sealed=True)
        for turn in range(turns):
            for is_sealed in (True, False) if turn % 2 else (False, True):
                told = measured(copy, "", asked, is_sealed=is_sealed)
                if folder:
                    new = Path(scratch) / "new"
                    told |= measured(new, str(folder), asked, is_sealed=is_sealed)
                    shutil.rmtree(new)
                both[is_sealed].append(told)
    rows = []
    for name in both[True][0]:
        pairs = [(a[name], b[name]) for a, b in zip(both[True], both[False], strict=True)]
        cost = statistics.median(a / b for a, b in pairs) - 1
        medians = [f"{1000 * statistics.median(x):.0f}" for x in zip(*pairs, strict=True)]
        rows.append([name, *medians, f"{100 * cost:+.1f} %"])
    click.echo(report.table(["processor time, ms", "sealed", "not", "cost"], rows))


if __name__ == "__main__":
    main()
