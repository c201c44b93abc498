"""The publish command."""

from __future__ import annotations

import click

from lexdesk.cli import DONE
from lexdesk.cli.opening import open_folder, require_place
from lexdesk.cli.options import json_option, library_option, print_json
from lexdesk.cli.printing import echo
from lexdesk.cli.progress import progress_bars
from lexdesk.system.extras import needing


@click.command()
@click.argument("uri")
@library_option
@click.option(
    "--keep",
    type=click.IntRange(1, 1000),
    metavar="N",
    default=3,
    show_default=True,
    help="Number of publications to keep, including this one.",
)
@json_option
def publish(uri: str, library: str | None, keep: int, as_json: bool) -> int:
    """Publish the library on shared storage for search with -L URI.

    URI is lance:///srv/share/law for a folder, or s3://bucket/law for an object store. Only changes
    since the last publication are written. Readers see the last complete publication; no other program
    may write to the library meanwhile.
    """
    with needing("lance", "publishing"):
        from lexdesk.publishing.publish import publish as publish_library
    require_place(uri)
    with open_folder(library, migrates=True) as opened, progress_bars(quiet=as_json) as listener:
        publication = publish_library(opened, uri, keep, listener)
    if as_json:
        from msgspec.structs import asdict

        print_json(
            {
                "uri": uri,
                "number": publication.number,
                "made": publication.made,
                "counts": asdict(publication.counts),
            }
        )
    else:
        echo(
            f"{uri}: publication {publication.number} with {publication.counts.passages:,} passages,"
            f" {publication.counts.vectors:,} with an embedding"
        )
    return DONE
