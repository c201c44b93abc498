"""The publish command."""

from __future__ import annotations

import click
from msgspec.structs import asdict

from lexdesk.cli.opening import open_folder, require_place
from lexdesk.cli.options import json_option, library_option, print_result
from lexdesk.cli.progress import progress_bars
from lexdesk.system.extras import require_extra


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
    with require_extra("lance", "publishing"):
        from lexdesk.publishing.publish import publish as publish_library
    require_place(uri)
    with open_folder(library, migrates=True) as opened, progress_bars(quiet=as_json) as listener:
        publication = publish_library(opened, uri, keep, listener)
    number, counts = publication.number, publication.counts
    return print_result(
        {"uri": uri, "number": number, "made": publication.made, "counts": asdict(counts)},
        as_json,
        f"{uri}: publication {number} with {counts.passages:,} passages, {counts.vectors:,} with an embedding",
    )
