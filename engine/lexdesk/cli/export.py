"""The command that writes a library in forms that other engines take."""

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
    help="Megabytes of a bulk file for OpenSearch at most; some hosts take no more than 10.",
)
@json_option
def export(form: str, folder: Path, library: str | None, bulk_mb: int, as_json: bool) -> int:
    """Write the library to FOLDER, which is new or empty, for engines that others run.

    parquet writes tables of works, expressions, provisions, passages with their vectors, and
    references. opensearch writes the body that makes an index, the pipeline that adds up both scores,
    a template of the hybrid query, and bulk files. Texts are written in plain, also those of an
    encrypted library.
    """
    with open_folder(library, instead=Message(PhraseCode.EXPORT_ORIGINAL)) as opened:
        made = _export(opened, form, folder, bulk_mb * _MB)
    if as_json:
        print_json(made)
    else:
        size = sum(made.files.values()) / _MB
        counted = ", ".join(f"{count:,} {name}" for name, count in made.counts.items())
        echo(f"{made.path}: {counted}; {size:,.1f} MB")
    return DONE


def _export(library: Library, form: str, folder: Path, bulk_bytes: int) -> Exported:
    if form == "opensearch":
        return library.export_opensearch(folder, bulk_bytes)
    return library.export_parquet(folder)
