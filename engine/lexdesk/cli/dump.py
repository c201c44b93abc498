"""The dump command."""

from __future__ import annotations

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.opening import open_library
from lexdesk.cli.options import library_option
from lexdesk.cli.printing import echo


@click.command()
@library_option
def dump(library: str | None) -> int:
    """Print all documents with provisions and references as JSON Lines.

    lexdesk-trainer mine builds training data from it.
    """
    with open_library(library) as opened:
        if notice := opened.law.pending_citations:
            echo(notice, err=True)
        count = 0
        for count, line in enumerate(opened.catalogue.dump(), start=1):  # noqa: B007 - counts
            echo(line)
    return DONE if count else NOTHING_FOUND
