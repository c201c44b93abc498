"""Model commands: list, trust, distrust."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.options import GivenPath, json_option, print_json, to_coded
from lexdesk.cli.printing import echo

if TYPE_CHECKING:
    from lexdesk.models.manifest import Manifest

_SHIPPED, _TRUSTED, _REFUSED = "shipped", "trusted", "refused"
_LEAST_OF_DIGEST = 12
_SHOWN_OF_DIGEST = 16


@click.group()
def model() -> None:
    """Show the installed models, and approve those from elsewhere."""


@model.command("list")
@json_option
def list_models(as_json: bool) -> int:
    """List the models in search order, and those approved in other folders.

    A model is shipped with Lexdesk, trusted by you, or refused, with the reason.
    """
    from msgspec.structs import asdict

    from lexdesk.models import trust as approval
    from lexdesk.models.manifest import list_model_folders

    rows = [_examine(folder) for folder in list_model_folders()]
    listed = {row.get("digest") for row in rows}
    rows += [
        {**asdict(known), "state": _TRUSTED}
        for known in approval.list_approved_models()
        if known.digest not in listed
    ]
    if as_json:
        print_json({"models": rows})
    for row in () if as_json else rows:
        name = f"{row['name']} ({row['task']})" if "name" in row else "model"
        reason = f": {row['reason']['message']}" if "reason" in row else ""
        digest = f" {row['digest'][:_SHOWN_OF_DIGEST]}" if row["state"] == _TRUSTED else ""
        echo(f"{row['state']}{digest}  {name} in {row['folder']}{reason}")
    return DONE if rows else NOTHING_FOUND


@model.command()
@click.argument("folder", type=GivenPath(file_okay=False, path_type=Path))
@json_option
def trust(folder: Path, as_json: bool) -> int:
    """Verify all files of the model in FOLDER, show its origin, and allow its use.

    Approve only models whose maker you know: a model decides which documents a search finds. The approval
    belongs to these very files, wherever they are; after a change, they are refused again.
    """
    from lexdesk.models import trust as approval
    from lexdesk.models.manifest import read, trust_model, verify_files

    manifest = read(folder)
    row = _describe(folder, manifest)
    if not as_json:
        for key in ("name", "task", "base", "licence"):
            echo(f"{key}: {row[key]}")
        echo(f"size: {int(row['bytes']):,} bytes in {len(manifest.files)} files")
        echo(f"SHA-256: {manifest.digest}")
    verify_files(folder, manifest)
    if not approval.is_shipped(manifest.digest):
        trust_model(folder, manifest)
    state = _SHIPPED if approval.is_shipped(manifest.digest) else _TRUSTED
    if as_json:
        print_json({**row, "state": state})
    elif state == _SHIPPED:
        echo("this model came with Lexdesk; it needs no approval")
    else:
        echo("all files are as the manifest says; the model is trusted")
    return DONE


@model.command()
@click.argument("chosen", metavar="FOLDER|HASH")
def distrust(chosen: str) -> int:
    """Refuse a model again: that in FOLDER, or that with the HASH from the list."""
    from lexdesk.models import trust as approval
    from lexdesk.models.manifest import MANIFEST_NAME, read

    if len(chosen) < _LEAST_OF_DIGEST and not Path(chosen).exists():
        raise click.UsageError(f"give at least {_LEAST_OF_DIGEST} digits of the hash")
    folder = Path(chosen)
    if (folder / MANIFEST_NAME).is_file():
        manifest = read(folder)
        if approval.is_shipped(manifest.digest):
            raise click.UsageError(
                f"{manifest.name} came with Lexdesk; remove its folder to end its use"
            )
        digests = [manifest.digest]
    else:
        digests = [
            known.digest
            for known in approval.list_approved_models()
            if known.digest.startswith(chosen)
        ]
    if not sum(approval.forget(digest) for digest in digests):
        echo(f"no trusted model is {chosen}; see: lexdesk model list", err=True)
        return NOTHING_FOUND
    echo("the model is no longer trusted, and is not used")
    return DONE


def _examine(folder: Path) -> dict[str, Any]:
    """Return the row of the model in ``folder``, with the reason where it is refused."""
    from lexdesk.errors import ModelError
    from lexdesk.models import trust as approval
    from lexdesk.models.manifest import read, verify

    row: dict[str, Any] = {"folder": str(folder)}
    try:
        manifest = read(folder)
        row = _describe(folder, manifest)
        verify(folder, manifest)
    except ModelError as error:
        return {**row, "state": _REFUSED, "reason": to_coded(error.message)}
    return {**row, "state": _SHIPPED if approval.is_shipped(manifest.digest) else _TRUSTED}


def _describe(folder: Path, manifest: Manifest) -> dict[str, Any]:
    return {
        "name": manifest.name,
        "task": manifest.task,
        "base": manifest.base,
        "licence": manifest.licence,
        "bytes": sum(file.bytes for file in manifest.files.values()),
        "digest": manifest.digest,
        "folder": str(folder.absolute()),
    }
