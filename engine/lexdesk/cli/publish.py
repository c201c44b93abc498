"""The command that publishes a library on shared storage."""

from __future__ import annotations

import click

from lexdesk.cli import DONE
from lexdesk.cli.opening import open_folder, require_place
from lexdesk.cli.options import json_option, library_option, print_json
from lexdesk.cli.printing import echo
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
    help="How many publications stay, this one included.",
)
@json_option
def publish(uri: str, library: str | None, keep: int, as_json: bool) -> int:
    """Publish the library on shared storage, for readers who search it with -L URI.

    URI is lance:///srv/share/law for a folder, or s3://bucket/law for an object store. Only what
    changed since the last publication is written. Readers see the last one that is whole; nobody may
    add to the library meanwhile.
    """
    with needing("lance", "publishing"):
        from lexdesk.publishing.publish import publish as published
    require_place(uri)
    with open_folder(library) as opened:
        made = published(opened, uri, keep)
    if as_json:
        print_json({"uri": uri, "number": made.number, "made": made.made, "counts": made.counts})
    else:
        echo(
            f"{uri}: publication {made.number} with {made.counts['passages']:,} passages,"
            f" {made.counts['vectors']:,} of them with a vector"
        )
    return DONE
