"""Options and output that commands on whole documents share: impact, coverage, similar and evaluate."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli.printing import echo

if TYPE_CHECKING:
    from lexdesk.compliance.report import Reported
    from lexdesk.library.protocol import ReadableLibrary

SHOWN = 160  # characters of a passage in a list
FINDS = ("affected", "grounds")
STAGES = (
    "denoise", "documents", "passages", "subject", "windows", "semantic", "citations", "matters", "interactions",
)  # fmt: skip
"""As in ``lexdesk.compliance.doc2doc.parameters``, whose package is slow to import."""


def find_option(otherwise: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return the option ``--find``; ``otherwise`` describes its default."""
    return click.option(
        "--find",
        type=click.Choice(FINDS),
        help=f"affected: documents that implement a law; grounds: authorities of a document. {otherwise}",
    )


without_option = click.option(
    "--without",
    multiple=True,
    metavar="STAGE",
    type=click.Choice(STAGES),
    help=f"Skip a stage; may be repeated: {', '.join(STAGES)}.",
)

within_option = click.option(
    "--in",
    "within",
    metavar="QUERY",
    help="Compare only passages that match QUERY, such as kind:contract.",
)


def _check_report_path(
    context: click.Context, _: click.Parameter, report: Path | None
) -> Path | None:
    """Return the path of a report; raise an error for an unusable one before the work starts."""
    if report is None:
        return None
    from lexdesk.compliance.report import format_of

    format_of(report)
    if not report.absolute().parent.is_dir():
        raise click.UsageError(
            f"the folder {report.parent} of the report is missing; create it first", context
        )
    return report


report_option = click.option(
    "--report",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_check_report_path,
    help="Write a table with a column of review decisions: .csv, .html, .docx or .pdf.",
)


def write_report(library: ReadableLibrary, found: Reported, report: Path | None) -> None:
    """Write the report, if a path is given, with the review decisions."""
    if report:
        from lexdesk.compliance.report import write
        from lexdesk.compliance.review_subjects import ReviewDecisions

        write(found, report, ReviewDecisions(library))
        echo(f"written: {report}", err=True)


def shorten(text: str) -> str:
    """Return the beginning of a passage as one line."""
    line = " ".join(text.split())
    return f"{line[:SHOWN]}{'...' if len(line) > SHOWN else ''}"
