"""The command line ``lexdesk-reproduce``: the tables of a paper, and thresholds by its method."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk_reproductions.bench import Bench, Extent
from lexdesk_trainer.cli import run
from lexdesk_trainer.options import data_option, folder_option, work_option

if TYPE_CHECKING:
    from lexdesk_reproductions.tables import Table

NAMES = ("gdpr", "regir", "gerdalir", "pli", "jurisbert")


@click.group()
@click.version_option(package_name="lexdesk-trainer")
def cli() -> None:
    """Repeat the five published systems that Lexdesk builds on."""


@cli.command()
@click.argument("name", type=click.Choice(NAMES))
@data_option
@work_option
@click.option("--hours", "extent", flag_value="hours", help="What two cores train in hours.")
@click.option("--full", "extent", flag_value="full", help="The published grid, for a GPU.")
@click.option("--only", default="", help="Run only rows whose name or table has this text.")
def paper(name: str, data: Path, work: Path, extent: Extent | None, only: str) -> None:
    """Repeat a published system on the available data and compare with its published numbers.

    Without --hours or --full, run it reduced, in minutes.

    Completed rows are kept below --work and not run again; other rows run now, or are shown as not run.
    The command prints the tables (with --only, the selected rows) and writes all of them as tables.md.
    """
    chosen = extent or "reduced"
    bench = Bench(data, work / "papers" / name / chosen, chosen)
    click.echo(repeat(name, bench, only, click.echo))


def repeat(name: str, bench: Bench, only: str, report: Callable[[str], None]) -> str:
    """Run the missing rows of the paper ``name`` and return the tables that contain ``only`` as Markdown."""
    from lexdesk_reproductions import tables
    from lexdesk_reproductions.ledger import Ledger

    package = import_module(f"lexdesk_reproductions.{name}")
    paper_tables: tuple[Table, ...] = package.tables(bench)
    ledger = Ledger(bench.work / "rows", package.source(bench))
    tables.run(paper_tables, ledger, costly=bench.extent != "reduced", only=only, report=report)
    text = "\n".join(tables.lines(paper_tables, ledger))
    bench.work.mkdir(parents=True, exist_ok=True)
    (bench.work / "tables.md").write_text(text + "\n", encoding="utf-8")
    return "\n".join(
        tables.lines([table for table in paper_tables if tables.select_rows(table, only)], ledger)
    )


@cli.command()
@folder_option(
    "--embedder", None, "Model folder of the exported embedder; its manifest and card are written."
)
@data_option
def threshold(embedder: Path, data: Path) -> None:
    """Find the cosine above which search reports two passages as nearly identical.

    Measure the embedder on articles of EU acts, reworded or only similar, and write the threshold to its
    manifest.
    """
    from lexdesk_reproductions.jurisbert import threshold as nearness
    from lexdesk_reproductions.jurisbert import versions

    about = nearness.record(embedder, versions.grade_pairs(data).pairs)
    found = about.measured["nearly_the_same"]
    click.echo(
        f"{embedder}: nearly identical from a cosine of {found['threshold']} on; on the test pairs:"
        f" precision {found['precision']:.3f}, recall {found['recall']:.3f}, F1 {found['F1']:.3f}"
    )


def main() -> None:
    """Run ``lexdesk-reproduce``."""
    run(cli, "lexdesk-reproduce")
