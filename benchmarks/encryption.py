"""Cost of encryption at rest: opening, queries, memory, and store operations.

The same library is measured plain, with indexes on disk, and encrypted, with indexes in memory. Each
measurement is a process of its own, since an encrypted library builds its indexes once a process.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from benchmarks import report
from benchmarks.query import prepare, questions
from lexdesk.library.backup import back_up_encrypted

_PASSPHRASE = "a passphrase for measuring"  # noqa: S105 - it protects public law for some minutes
_MEASURE = """
import json, re, statistics, sys, time
from lexdesk import Library

def seconds(work):
    started = time.perf_counter()
    work()
    return time.perf_counter() - started

path, passphrase, queries = sys.argv[1], sys.argv[2] or None, json.loads(sys.argv[3])
told = {}
started = time.perf_counter()
library = Library.open(path, passphrase=passphrase)
told["open, s"] = time.perf_counter() - started
busy = time.process_time()
told["first keyword query, s"] = seconds(lambda: library.search(queries[0], mode="keyword", plain=True))
told["... of processor time, s"] = time.process_time() - busy
told["first semantic query, s"] = seconds(lambda: library.search(queries[0], mode="semantic", plain=True))
for mode in ("keyword", "hybrid"):
    took = [seconds(lambda: library.search(q, mode=mode, plain=True)) for q in queries[1:]]
    told[f"later query, {mode}, ms"] = statistics.median(took) * 1000
told["notes opened, ms"] = statistics.median(
    seconds(lambda: library.workbook().__exit__(None, None, None)) for _ in range(9)) * 1000
told["every text read from the store, s"] = seconds(lambda: sum(map(len, library.catalogue.dump())))
peak = re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())  # Linux; ru_maxrss has our parent's, too
told["peak memory, MB"] = int(peak[1]) / 1024
print(json.dumps(told))
"""


def measured(library: Path, passphrase: str, queries: list[str]) -> dict[str, float]:
    """Measure one process on ``library``; ``passphrase`` is empty for a plain one."""
    command = [sys.executable, "-c", _MEASURE, str(library), passphrase, json.dumps(queries)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    measurement: dict[str, float] = json.loads(done.stdout)
    return measurement


@click.command()
@click.option("--passages", default=10_000, show_default=True)
@click.option("--queries", "count", default=100, show_default=True)
@click.option(
    "--library",
    "kept",
    type=click.Path(exists=True, path_type=Path),
    help="Measure this plain library in place of one that is made.",
)
def main(passages: int, count: int, kept: Path | None) -> None:
    """Print times and memory of a plain and an encrypted library of the same texts."""
    with tempfile.TemporaryDirectory() as folder:
        plain, encrypted = kept or Path(folder) / "plain", Path(folder) / "encrypted"
        if kept is None:
            prepare(plain, passages)
        back_up_encrypted(plain, encrypted, _PASSPHRASE)
        texts = questions(count)
        measured(plain, "", texts[:2])  # so that neither reads the disk for the first time
        without, with_key = measured(plain, "", texts), measured(encrypted, _PASSPHRASE, texts)
    click.echo(f"{report.machine()}, {count} queries\n")
    rows = [
        [what, f"{without[what]:.3g}", f"{value:.3g}", f"{value / without[what]:.2f}"]
        for what, value in with_key.items()
    ]
    click.echo(report.table(["", "plain", "encrypted", "ratio"], rows))


if __name__ == "__main__":
    sys.exit(main())
