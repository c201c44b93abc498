"""The similar command."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.compliance_options import (
    find_option,
    report_option,
    shorten,
    within_option,
    without_option,
    write_report,
)
from lexdesk.cli.options import (
    DAY,
    json_option,
    language_option,
    library_option,
    not_empty,
    print_json,
    report_nothing_found,
    top_option,
)
from lexdesk.cli.printing import echo
from lexdesk.cli.progress import progress_bars

if TYPE_CHECKING:
    from lexdesk.compliance.doc2doc.parameters import Find, Stage
    from lexdesk.compliance.doc2doc.similar import Similar, SimilarDocument


@click.command()
@click.argument("query", metavar="FILE|WORK", callback=not_empty)
@find_option("Default: by kind of the document.")
@within_option
@click.option(
    "--years",
    type=click.IntRange(0, 500),
    metavar="N",
    help="Maximum distance in years from the date of the document.",
)
@click.option(
    "--after", type=DAY, metavar="DATE", help="Find documents dated on this day or later."
)
@click.option(
    "--before", type=DAY, metavar="DATE", help="Find documents dated on this day or earlier."
)
@top_option(10, "Maximum number of documents.")
@without_option
@click.option("--explain", is_flag=True, help="Print the score of each stage for each document.")
@library_option
@language_option
@report_option
@json_option
def similar(
    query: str,
    find: Find | None,
    within: str | None,
    years: int | None,
    after: datetime.date | None,
    before: datetime.date | None,
    top: int,
    without: tuple[Stage, ...],
    explain: bool,
    library: str | None,
    language: str | None,
    report: Path | None,
    as_json: bool,
) -> int:
    """Find documents related to a whole document: FILE or WORK.

    For example: lexdesk similar policy.docx --in kind:statute. Documents without a date pass every date
    filter. Exit code 1 if nothing is found, or FILE or WORK is missing.
    """
    from lexdesk.cli.opening import open_library
    from lexdesk.compliance import find_similar

    with (
        open_library(library) as opened,
        report_nothing_found(),
        progress_bars(quiet=as_json) as listener,
    ):
        found = find_similar(
            opened, query, find=find, within=within, years=years, after=after, before=before, top=top,
            without=without, language=language, listener=listener,
        )  # fmt: skip
        write_report(opened, found, report)
    _print_result(found, query, report, as_json, explain)
    return DONE if found.documents else NOTHING_FOUND


def _print_result(
    found: Similar, query: str, report: Path | None, as_json: bool, explain: bool
) -> None:
    for note in found.notes:
        echo(note, err=True)
    if as_json:
        print_json(found)
    elif not report:
        from lexdesk.compliance.disambiguation import distinguish_names
        from lexdesk.law.citation_labels import label_usual_citation

        apart = distinguish_names(found.documents)
        for place, document in enumerate(found.documents, start=1):
            _print(
                found,
                place,
                document,
                f"{label_usual_citation(document)}{apart[document.work]}",
                explain,
            )
        if not found.documents:
            echo(f"nothing found for: {query}")


def _print(found: Similar, place: int, document: SimilarDocument, name: str, explain: bool) -> None:
    from lexdesk.compliance.report import list_reasons

    echo(f"{place}. {click.style(name, bold=True)}  ({document.score:.2f})")
    if document.title and document.title != document.citation:
        echo(f"   {shorten(document.title)}")
    if explain:
        scores = ", ".join(
            f"{scorer} {score:.2f}" for scorer, score in document.stage_scores.items()
        )
        echo(f"   {scores}")
    for reason in list_reasons(document):
        echo(f"   {reason}")
    for row, column, similarity in document.pairs if explain else document.pairs[:1]:
        source, target = found.rows[row], document.columns[column]
        echo(f"   {similarity:.2f}  {shorten(f'{source.place} {source.text}')}")
        echo(f"         {shorten(f'{target.place} {target.text}')}")
