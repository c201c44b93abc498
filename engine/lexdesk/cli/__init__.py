"""The command line: a thin skin over ``Library``.

Exit codes: 0 found or done, 1 nothing found, 2 error (one line on stderr, never a traceback), 130
interrupted. Libraries are imported inside the commands, so that ``lexdesk --help`` starts at once.
"""

from __future__ import annotations

import os
import sys
import traceback

import click

from lexdesk import __version__
from lexdesk.cli.cite import cite
from lexdesk.cli.demo import demo
from lexdesk.cli.evaluate import evaluate
from lexdesk.cli.keep import add, check, rebuild, status
from lexdesk.cli.read import search, show
from lexdesk.errors import LexdeskError, QueryError

FOUND, NOTHING_FOUND, ERROR, INTERRUPTED = 0, 1, 2, 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="lexdesk")
def lexdesk() -> None:
    """Search law offline: statutes, contracts and court papers, by words and by meaning."""


for command in (add, search, show, status, check, rebuild, evaluate, demo, cite):
    lexdesk.add_command(command)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit the process."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run one command; its exit code."""
    try:
        code = lexdesk.main(arguments, prog_name="lexdesk", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else error.format_message())
        return ERROR
    except click.ClickException as error:
        return _fail(f"{error.format_message()} (lexdesk {_command_of(error)}--help says more)")
    except QueryError as error:
        return _fail(f"{error}{_pointer(error)}")
    except LexdeskError as error:
        return _fail(str(error))
    except (KeyboardInterrupt, click.Abort):
        return _interrupted()
    except BrokenPipeError:  # the reader of our output, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        return _fail(
            f"the system refused{where}: {error.strerror or error}; nothing acknowledged is lost"
        )
    except Exception as error:
        return _bug(error)
    return code if isinstance(code, int) else FOUND


def _command_of(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"{context.info_name} " if context is not None and context.parent is not None else ""


def _pointer(error: QueryError) -> str:
    """Where in the query the mistake is, in the same line: ``a AND [AND] b``."""
    before, rest = error.query[: error.position], error.query[error.position :]
    marked = f"{before}>>>{rest[: error.length]}<<<{rest[error.length :]}"
    repaired = f"; try: {error.suggestion}" if error.suggestion else ""
    return f": {marked.strip()}{repaired}"


def _fail(message: str) -> int:
    click.echo(f"lexdesk: {' '.join(message.split())}", err=True)
    return ERROR


def _interrupted() -> int:
    click.echo(
        "lexdesk: interrupted; what was done is kept, the same command goes on from there", err=True
    )
    return INTERRUPTED


def _bug(error: Exception) -> int:
    if os.environ.get("LEXDESK_DEBUG"):
        traceback.print_exception(error)
    return _fail(
        f"this is a bug in Lexdesk, not in your files ({type(error).__name__}: {error});"
        " run the command again with LEXDESK_DEBUG=1 and report what it prints"
    )
