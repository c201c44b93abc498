"""The commands serve and mcp."""

from __future__ import annotations

import contextlib
import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE
from lexdesk.cli.opening import folder_of, opener_of, read_passphrase
from lexdesk.cli.options import library_option
from lexdesk.cli.printing import echo
from lexdesk.system.extras import require_extra

if TYPE_CHECKING:
    from lexdesk.server.http.settings import Settings


@click.command()
@library_option
@click.option(
    "--settings",
    "file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Read collections, readers, address and certificate from this TOML file. Default: one"
    " library on this machine alone, with a token for this run.",
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="N",
    help="Port; overrides the settings. Default: 7300.",
)
@click.option("--new-token", is_flag=True, help="Print a new token and its SHA-256, then exit.")
def serve(library: str | None, file: Path | None, port: int | None, new_token: bool) -> int:
    """Serve libraries over HTTP to readers with a token, until Ctrl-C.

    /openapi.json describes the JSON interface. Without settings, only this machine can connect.
    """
    from lexdesk.server.http import permissions

    if new_token:
        token = permissions.make_token()
        echo(f'{token}\ntoken_sha256 = "{permissions.hash_token(token)}"', lines=True)
        return DONE
    if file and library is not None:
        raise click.UsageError(
            "--settings names the libraries; leave out -L, or add it to the collections in the file"
        )
    with require_extra("serve", "the service"):
        from lexdesk.server.http import settings
    if file:
        stated, token = settings.read(file), ""
    else:
        token = permissions.make_token()
        stated = _temporary_settings(library, token)
    _run(stated.model_copy(update={"port": port or stated.port}), token)
    return DONE


def _temporary_settings(library: str | None, token: str) -> Settings:
    """Return settings of one library and one reader with ``token``."""
    from lexdesk.server.http import permissions, settings

    folder = folder_of(library)
    owner = settings.StatedReader(
        token_sha256=permissions.hash_token(token), collections=frozenset({"library"})
    )
    return settings.Settings(collections={"library": folder}, readers={"owner": owner})


def _run(stated: Settings, token: str) -> None:
    """Serve until Ctrl-C; print ``token``, if any, once the service listens."""
    from lexdesk.server.http.settings import require_safe
    from lexdesk.storage.encryption import is_encrypted

    require_safe(stated)
    with require_extra("serve", "the service"):
        from lexdesk.server.http import server
    encrypted = [str(path) for path in stated.collections.values() if is_encrypted(path)]
    passphrase = read_passphrase(f"Passphrase of {', '.join(encrypted)}") if encrypted else None
    server.require_files(stated, passphrase)
    names = ", ".join(stated.collections)
    scheme = "https" if stated.tls else "http"
    host = f"[{stated.host}]" if ":" in stated.host else stated.host

    def listening() -> None:
        if token:
            echo(f"Authorization: Bearer {token}")
        gc.freeze()  # a collection during a request would visit all that was imported
        echo(f"{names} at {scheme}://{host}:{stated.port}/v1; Ctrl-C stops", err=True)

    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C
        server.run(stated, passphrase, listening)
    echo("stopped serving", err=True)


@click.command()
@library_option
def mcp(library: str | None) -> int:
    """Serve the library to an AI assistant by the Model Context Protocol.

    The assistant starts this command and talks over standard input and output. The tools search, show,
    cite, list the history and find similar documents; they are read-only. An encrypted library needs
    --passphrase-file.
    """
    from lexdesk.server.mcp import serve as serve_assistant

    if sys.stdin is None:
        raise click.UsageError("standard input is closed; start the command from an assistant")
    serve_assistant(opener_of(library))
    return DONE
