"""The command line, a thin layer over ``Library``.

Exit codes: 0 found or done, 1 nothing found, 2 error (one line on stderr, never a traceback), 130
interrupted. Libraries are imported inside the commands, so that ``lexdesk --help`` starts at once.
"""

import errno
import gc
import io
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from lexdesk import __version__
from lexdesk.cli.command_log import run_logged, verbose_option
from lexdesk.cli.printing import echo
from lexdesk.errors import LexdeskError, QueryError
from lexdesk.text.tables import read_table

DONE, NOTHING_FOUND, ERROR, INTERRUPTED = 0, 1, 2, 130

_NEW_OBJECTS = 50_000
"""Objects between two garbage collections; a search creates fewer, and Python's default collects 200 times in it."""

_REMEDIES = {
    errno.ENOENT: "check the path",
    errno.ENAMETOOLONG: "check the path",
    errno.ENOSPC: "free disk space and run the command again; saved work is kept",
    errno.EACCES: "check the permissions",
    errno.ENOMEM: "close other programs, or raise the limit (ulimit -v)",
    errno.EROFS: "choose a writable disk",
}


# Each command with its module and summary. A module is imported when its command runs, so that the
# list of commands imports none.
COMMANDS = {
    row["name"]: (row["module"], row["summary"])
    for row in read_table(Path(__file__).with_name("commands.tsv"), ("name", "module", "summary"))
}


class _Commands(click.Group):
    """A command group that imports each command on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        from importlib import import_module

        module = import_module(f"lexdesk.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        if not any("--verbose" in option.opts for option in command.params):
            command.params.append(verbose_option(hidden=True))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            if near := get_close_matches(args[0], COMMANDS, n=1):
                raise click.UsageError(
                    f"No such command {args[0]!r}. Did you mean {near[0]!r}?", ctx
                )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return run_logged(ctx, super().invoke)
        except OSError as error:
            if not _is_closed_pipe(error):
                raise
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])


def _is_closed_pipe(error: OSError) -> bool:
    """Return whether the program that reads the output, such as ``head``, has closed it.

    Windows reports EINVAL for a closed pipe and for other errors (bpo-35754), so the output is flushed
    to tell them apart.
    """
    if error.errno != errno.EINVAL:
        return isinstance(error, BrokenPipeError)
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="lexdesk")
@click.option(
    "--passphrase-file",
    metavar="FILE",
    envvar="LEXDESK_PASSPHRASE_FILE",
    type=click.Path(dir_okay=False),
    help="Read the passphrase of an encrypted library from the first line of FILE, such as"
    " /dev/fd/3. Default: LEXDESK_PASSPHRASE_FILE, then the terminal.",
)
def lexdesk(passphrase_file: str | None) -> None:  # read by lexdesk.cli.opening
    """Search statutes, contracts and court papers offline by keyword and semantic search."""


lexdesk.params.append(verbose_option())


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit the process."""
    if sys.stdout is None:  # as behind >&-
        sys.exit(_fail("standard output is closed; redirect it to a file"))
    _configure_encoding()
    if arguments is not None:
        sys.exit(run(arguments))
    gc.set_threshold(_NEW_OBJECTS)
    code = run(sys.argv[1:])
    gc.freeze()  # a last search for cycles would take as long as the imports of a command
    sys.exit(code)


def _configure_encoding() -> None:
    """Write UTF-8 to files and pipes in any locale, and replace characters that a terminal lacks.

    Windows gives pipes a code page without most characters of legal texts.
    """
    if not isinstance(sys.stdout, io.TextIOWrapper):  # replaced by a calling program
        return
    if sys.stdout.isatty():
        sys.stdout.reconfigure(errors="replace")
    else:
        sys.stdout.reconfigure(encoding="utf-8", errors=sys.stdout.errors)


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    try:
        code = lexdesk.main(arguments, prog_name="lexdesk", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        echo(error.ctx.get_help(), lines=True)
        return ERROR
    except click.ClickException as error:
        return _fail(f"{_format_usage_error(error)} (see lexdesk {_command_of(error)}--help)")
    except LexdeskError as error:
        if "--json" in arguments:
            from lexdesk.cli.options import print_json, to_coded

            print_json({"error": to_coded(error.message)})
        return _fail(f"{error}{_pointer(error) if isinstance(error, QueryError) else ''}")
    except (KeyboardInterrupt, click.Abort):
        return _report_interrupt()
    except OSError as error:
        where = f" at {error.filename}" if error.filename else ""
        remedy = _REMEDIES.get(error.errno or 0, "saved work is kept")
        return _fail(f"system error{where}: {error.strerror or error}; {remedy}")
    except Exception as error:
        return _report_unexpected(error)
    return code if isinstance(code, int) else DONE


def _format_usage_error(error: click.ClickException) -> str:
    message = error.format_message()
    if isinstance(error, click.NoSuchOption) and not _command_of(error):
        return f"{message} Write the options of a command after it: lexdesk search {error.option_name} ..."
    return message


def _command_of(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    if context is None or context.parent is None:
        return ""
    return f"{context.command_path.partition(' ')[2]} "


def _pointer(error: QueryError) -> str:
    """Mark the error in the query: ``a AND >>>AND<<< b``."""
    before, rest = error.query[: error.position], error.query[error.position :]
    marked = f"{before}>>>{rest[: error.length]}<<<{rest[error.length :]}"
    repaired = f"; try: {error.suggestion}" if error.suggestion else ""
    return f": {marked.strip()}{repaired}"


def _fail(message: str) -> int:
    echo(f"lexdesk: {' '.join(message.split())}", err=True)
    return ERROR


def _report_interrupt() -> int:
    echo(
        "lexdesk: interrupted; changes finished in the library are kept; run the same command again",
        err=True,
    )
    return INTERRUPTED


def _report_unexpected(error: Exception) -> int:
    from lexdesk.system.memory_shortage import find_shortage

    return _fail(str(short)) if (short := find_shortage(error)) else _report_bug(error)


def _report_bug(error: Exception) -> int:
    if os.environ.get("LEXDESK_DEBUG"):
        import traceback

        traceback.print_exception(error)
    return _fail(
        f"this is a bug in Lexdesk, not in your files ({type(error).__name__}: {error});"
        " run the command again with LEXDESK_DEBUG=1 and report what it prints"
    )
