"""The export command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE
from lexdesk.cli.opening import open_folder
from lexdesk.cli.options import GivenPath, json_option, library_option, print_json
from lexdesk.cli.printing import echo
from lexdesk.errors import Message, PhraseCode

if TYPE_CHECKING:
    from lexdesk.export.source import Exported
    from lexdesk.library.library import Library

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
    with open_folder(library, instead=Message(PhraseCode.EXPORT_ORIGINAL)) as opened:
        result = _export(opened, form, folder, bulk_mb * _MB)
    if as_json:
        print_json(result)
    else:
        size = sum(result.files.values()) / _MB
        counts = ", ".join(f"{count:,} {name}" for name, count in result.counts.items())
        echo(f"{result.path}: {counts}; {size:,.1f} MB")
    return DONE


def _export(library: Library, form: str, folder: Path, bulk_bytes: int) -> Exported:
    if form == "opensearch":
        return library.admin.export_opensearch(folder, bulk_bytes)
    return library.admin.export_parquet(folder)
