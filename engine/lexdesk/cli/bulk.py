"""The command that reads files on many machines."""

from __future__ import annotations

import click

from lexdesk.cli import DONE
from lexdesk.cli.keep import print_report
from lexdesk.cli.opening import open_folder
from lexdesk.cli.options import GivenPath, as_plain, coded, json_option, library_option, print_json
from lexdesk.cli.progress import progress_bars
from lexdesk.system.extras import needing


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=GivenPath())
@library_option
@click.option(
    "--address",
    metavar="ADDRESS",
    help="Of the cluster, such as ray://head:10001; else RAY_ADDRESS, else this machine alone.",
)
@click.option("--no-vectors", is_flag=True, help="Index words only; a later run makes the vectors.")
@json_option
def bulk(
    paths: tuple[str, ...],
    library: str | None,
    address: str | None,
    no_vectors: bool,
    as_json: bool,
) -> int:
    """Read files and folders into the library on the machines of a Ray cluster.

    They extract, find the structure and encode, on GPUs where there are any; this machine keeps the
    library. All of them see the files under the same paths and have Lexdesk with the same model. A
    machine that is lost costs only its work at hand, and the same command goes on after an
    interruption.
    """
    with needing("ray", "bulk work"):
        from lexdesk.ingest.cluster.cluster import Cluster
    with open_folder(library, create=True) as opened, Cluster(address) as cluster:
        with progress_bars(quiet=as_json) as listener:
            report = opened.add(paths, vectors=not no_vectors, listener=listener, workers=cluster)
        if as_json:
            print_json({**as_plain(report), "failed": coded(report.failed)})
        else:
            print_report(report, str(opened.path))
    return DONE
