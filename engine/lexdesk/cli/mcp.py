"""The mcp command."""

from __future__ import annotations

import sys

import click

from lexdesk.cli import DONE
from lexdesk.cli.opening import opener_of
from lexdesk.cli.options import library_option


@click.command()
@library_option
def mcp(library: str | None) -> int:
    """Serve the library to an AI assistant by the Model Context Protocol.

    The assistant starts this command and talks over standard input and output. The tools search, show,
    cite, list the history and find similar documents; they are read-only. An encrypted library needs
    --passphrase-file.
    """
    from lexdesk.server.mcp import serve

    if sys.stdin is None:
        raise click.UsageError("standard input is closed; start the command from an assistant")
    serve(opener_of(library))
    return DONE
