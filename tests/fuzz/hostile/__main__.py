"""Read each hostile file as ``add`` does, and report its time, memory and outcome.

Exit code 1 where a worker crashed, or ran for over 60 seconds.
"""

import resource
import sys
import tempfile
from pathlib import Path

import click

from lexdesk.document.model import Document
from lexdesk.errors import Code, FileCode, FileFailed
from lexdesk.extract import WorkerPool
from lexdesk.system.cores import measure_processor_seconds
from tests.fuzz import hostile

SECONDS = 60
CRASHES = {FileCode.CRASHED, FileCode.TIMEOUT, FileCode.PARSER_FAILED}


def report(path: Path, pool: WorkerPool) -> tuple[bool, str]:
    """Return whether ``path`` is handled well, and a line about it."""
    start = _processor_time(pool)
    documents, codes = 0, set[Code]()
    for reading in pool.read_all([path]):
        if isinstance(reading.outcome, Document):
            reading.outcome.validate()
            documents += 1
        elif isinstance(reading.outcome, FileFailed):
            codes.add(reading.outcome.code)
    seconds = _processor_time(pool) - start
    outcome = ", ".join(
        [*([f"{documents} read"] if documents else []), *sorted(code.name for code in codes)]
    )
    return not (codes & CRASHES) and seconds < SECONDS, f"{seconds:6.1f} s  {path.name}: {outcome}"


def _processor_time(pool: WorkerPool) -> float:
    """Return the processor seconds of a pool, those of ended processes included."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (
        ended.ru_utime
        + ended.ru_stime
        + sum(measure_processor_seconds(pid) or 0 for pid in pool.process_ids)
    )


@click.command()
@click.option("--only", default="", help="One part.")
@click.option("--named", default="", help="Files with this in their name.")
@click.option(
    "--keep", type=click.Path(path_type=Path), help="Write the files to this folder, and read none."
)
@click.option("--from", "first", default=0, help="Start at this file.")
def main(only: str, named: str, keep: Path | None, first: int) -> None:
    """Read hostile files, or keep them."""
    wrong = count = 0
    with tempfile.TemporaryDirectory() as scratch, WorkerPool(1) as pool:
        for name, data in list(hostile.files(only))[first:]:
            if named not in name:
                continue
            path = (keep or Path(scratch)) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            count += 1
            if keep:
                continue
            is_well, line = report(path, pool)
            wrong += not is_well
            click.echo(f"{'     ' if is_well else 'WRONG'} {line}")
            path.unlink()
    click.echo(f"{count} files, {wrong} dealt with wrongly")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
