"""The commands check and rebuild."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, ERROR
from lexdesk.cli.opening import is_in_folder, open_folder, open_library
from lexdesk.cli.options import Duration, json_option, library_option, print_result
from lexdesk.cli.printing import echo
from lexdesk.cli.progress import progress_bars
from lexdesk.system.progress import compute_percent

if TYPE_CHECKING:
    from lexdesk.models.manifest import Size


@click.command()
@library_option
@click.option(
    "--for",
    "duration",
    type=Duration(),
    help="Check for so long, such as 10m, and begin with the part checked longest ago.",
)
@json_option
def check(library: str | None, duration: float | None, as_json: bool) -> int:
    """Verify all index files and compare them with the stored documents.

    Exit code 2 for any damage, also after its repair. A started part is finished, even after the time
    of --for.
    """
    if duration is not None:
        return _check_for(library, duration, as_json=as_json)
    with open_library(library) as opened:
        problems = opened.admin.check()
        repairs = opened.admin.repairs if is_in_folder(opened) else []  # printed on close
        found = [*problems, *repairs]
        ready = 1.0 if found or as_json else opened.admin.status().vectors_ready
    partly = "" if ready == 1 else f"; {compute_percent(ready)} % of the passages have embeddings"
    sound = f"no damage: the documents, the keyword index and the semantic index agree{partly}"
    print_result({"ok": not found, "problems": found}, as_json, *[sound] * (not found))
    return _print_problems(problems if not as_json else [], found)


def _check_for(library: str | None, seconds: float, *, as_json: bool) -> int:
    with open_folder(library) as opened:
        done = opened.admin.check_for(seconds)
        found = [*done.problems, *opened.admin.repairs]
    stated = {"ok": not found, "problems": found, "checked": done.checked, "left": done.left}
    left = ", ".join(done.left) or "nothing"
    print_result(stated, as_json, f"checked: {', '.join(done.checked)}; left: {left}")
    return _print_problems(done.problems if not as_json else (), found)


def _print_problems(problems: Sequence[str], found: Sequence[str]) -> int:
    """Print ``problems`` as errors; return the exit code for all that was ``found``."""
    for problem in problems:
        echo(f"lexdesk: {problem}", err=True)
    return ERROR if found else DONE


@click.command()
@library_option
@click.option("--vectors", is_flag=True, help="Recompute the embeddings with the installed model.")
@click.option(
    "--compact/--no-compact",
    default=None,
    help="Always use the compact semantic index, or choose it by memory.",
)
@click.option(
    "--embedding",
    type=click.Choice(("fast", "standard")),
    help="Encode English by one model (fast), or by two (standard), which ranks better and takes three times as long.",
)
@json_option
def rebuild(
    library: str | None, vectors: bool, compact: bool | None, embedding: Size | None, as_json: bool
) -> int:
    """Rebuild the indexes from the stored documents."""
    with open_folder(library, migrates=True) as opened:
        with progress_bars(quiet=as_json) as listener:
            opened.admin.rebuild(
                vectors=vectors, compact=compact, embedding=embedding, listener=listener
            )
        found = opened.admin.status()
    share = f"{compute_percent(found.vectors_ready)} % for semantic search"
    return print_result(
        found, as_json, f"{found.path}: {found.passages:,} passages indexed, {share}"
    )
