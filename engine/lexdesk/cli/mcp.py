"""The command that lets an assistant on this machine use a library."""

from __future__ import annotations

import sys

import click

from lexdesk.cli import DONE
from lexdesk.cli.opening import opener_of
from lexdesk.cli.options import library_option


@click.command()
@library_option
def mcp(library: str | None) -> int:
    """Answer an assistant over standard input and output, by the Model Context Protocol.

    Its tools search, show, cite, tell the history and find similar documents; they change nothing.
    The assistant starts this command itself. That of an encrypted library needs --passphrase-file.
    """
    from lexdesk.server.mcp import serve

    if sys.stdin is None:
        raise click.UsageError("it answers over standard input, which is closed")
    serve(opener_of(library))
    return DONE
