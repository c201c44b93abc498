"""``lexdesk-trainer papers``: one paper's rows, run or read, and its tables as Markdown."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk_reproductions.bench import Bench, Extent
from lexdesk_trainer.options import data_option, work_option

if TYPE_CHECKING:
    from lexdesk_reproductions.tables import Table

NAMES = ("gdpr", "regir", "gerdalir", "pli", "jurisbert")


@click.command()
@click.argument("name", type=click.Choice(NAMES))
@data_option
@work_option
@click.option("--hours", "extent", flag_value="hours", help="What two cores train in hours.")
@click.option("--full", "extent", flag_value="full", help="The published grid, for a GPU.")
@click.option("--only", default="", help="Run only rows whose name or table has this text.")
def papers(name: str, data: Path, work: Path, extent: Extent | None, only: str) -> None:
    """Repeat a published system on the data at hand, beside its published numbers.

    Without --hours or --full it runs reduced, in minutes.

    Rows that were run are kept below --work and not run again; the others are run now, or shown as
    not run. The tables are printed, with --only those of its rows, and all are kept beside the rows as
    tables.md.
    """
    chosen = extent or "reduced"
    bench = Bench(data, work / "papers" / name / chosen, chosen)
    click.echo(repeat(name, bench, only, click.echo))


def repeat(name: str, bench: Bench, only: str, tell: Callable[[str], None]) -> str:
    """Run the rows of the paper ``name`` that are missing; the tables that hold ``only`` as Markdown."""
    from lexdesk_reproductions import tables
    from lexdesk_reproductions.ledger import Ledger

    package = import_module(f"lexdesk_reproductions.{name}")
    found: tuple[Table, ...] = package.tables(bench)
    ledger = Ledger(bench.work / "rows", package.source(bench))
    tables.run(found, ledger, costly=bench.extent != "reduced", only=only, tell=tell)
    text = "\n".join(tables.lines(found, ledger))
    bench.work.mkdir(parents=True, exist_ok=True)
    (bench.work / "tables.md").write_text(text + "\n", encoding="utf-8")
    return "\n".join(tables.lines([each for each in found if tables.named(each, only)], ledger))
