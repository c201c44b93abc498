"""The bulk command."""

from __future__ import annotations

from pathlib import Path

import click

from lexdesk.cli.add import print_report
from lexdesk.cli.opening import open_folder
from lexdesk.cli.options import GivenPath, json_option, library_option, no_vectors_option
from lexdesk.cli.progress import progress_bars
from lexdesk.ingest.scan.scan import require_documents
from lexdesk.system.extras import require_extra


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=GivenPath())
@library_option
@click.option(
    "--address",
    metavar="ADDRESS",
    help="Address of the cluster, such as ray://head:10001. Default: RAY_ADDRESS, then this machine alone.",
)
@no_vectors_option("again")
@json_option
def bulk(
    paths: tuple[str, ...],
    library: str | None,
    address: str | None,
    no_vectors: bool,
    as_json: bool,
) -> int:
    """Add files and folders with the machines of a Ray cluster.

    They extract, structure and embed the documents, on GPUs if available; this machine writes the
    library. All machines need the files under the same paths, and Lexdesk with the same model. If a
    machine fails, another one repeats its current task. After an interruption, run the same command to
    continue.
    """
    with require_extra("ray", "bulk work"):
        from lexdesk.ingest.cluster.cluster import Cluster
    for path in paths:
        require_documents(Path(path))  # before a cluster is started or asked
    with open_folder(library, create=True) as opened, Cluster(address) as cluster:
        with progress_bars(quiet=as_json) as listener:
            report = opened.sources.add(
                paths, vectors=not no_vectors, listener=listener, workers=cluster
            )
        return print_report(report, str(opened.path), as_json)
