"""The commands export, dump and publish."""

from pathlib import Path

import click
from msgspec.structs import asdict

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.opening import open_folder, open_library, require_place
from lexdesk.cli.options import GivenPath, json_option, library_option, print_result
from lexdesk.cli.printing import echo
from lexdesk.cli.progress import progress_bars
from lexdesk.errors import Message, PhraseCode
from lexdesk.system.extras import require_extra

_MB = 1_000_000


@click.command()
@click.argument("form", metavar="parquet|opensearch", type=click.Choice(["parquet", "opensearch"]))
@click.argument("folder", metavar="FOLDER", type=GivenPath(file_okay=False, path_type=Path))
@library_option
@click.option(
    "--bulk-mb",
    type=click.IntRange(1, 100),
    metavar="N",
    default=50,
    show_default=True,
    help="Maximum size of an OpenSearch bulk file in megabytes; some hosts accept at most 10.",
)
@json_option
def export(form: str, folder: Path, library: str | None, bulk_mb: int, as_json: bool) -> int:
    """Export the library to FOLDER for other search engines.

    FOLDER is new or empty. parquet writes tables of works, expressions, provisions, passages with their
    embeddings, and references. opensearch writes an index definition, a pipeline that combines both
    scores, a hybrid query template, and bulk files. Texts of an encrypted library are exported
    unencrypted.
    """
    with (
        open_folder(library, instead=Message(PhraseCode.EXPORT_ORIGINAL)) as opened,
        progress_bars(quiet=as_json) as listener,
    ):
        if form == "opensearch":
            result = opened.admin.export_opensearch(folder, bulk_mb * _MB, listener)
        else:
            result = opened.admin.export_parquet(folder, listener)
    size = sum(result.files.values()) / _MB
    counts = ", ".join(f"{count:,} {name}" for name, count in result.counts.items())
    return print_result(result, as_json, f"{result.path}: {counts}; {size:,.1f} MB")


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
