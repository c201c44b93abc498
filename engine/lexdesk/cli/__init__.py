"""The command line: a thin skin over ``Library``.

Exit codes: 0 found or done, 1 nothing found, 2 error (one line on stderr, never a traceback), 130
interrupted. Libraries are imported inside the commands, so that ``lexdesk --help`` starts at once.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any, NoReturn

import click

from lexdesk import __version__
from lexdesk.cli.printing import echo
from lexdesk.errors import LexdeskError, QueryError

DONE, NOTHING_FOUND, ERROR, INTERRUPTED = 0, 1, 2, 130

_REMEDIES = {
    errno.ENOENT: "check the path",
    errno.ENAMETOOLONG: "check the path",
    errno.ENOSPC: "free some space on that disk and run the same command again; nothing acknowledged is lost",
    errno.EACCES: "see that you may read and write there",
    errno.ENOMEM: "close other programs, or raise the limit (ulimit -v)",
    errno.EROFS: "name a place on a disk that can be written",
}


# Each command with its module and what it does: the modules are imported when a command runs, so
# that a list of commands costs none of them.
COMMANDS = {
    "add": ("keep", "Read files and folders into the library."),
    "remove": (
        "keep",
        "Remove from the library what came from files and folders, be they still there or not.",
    ),
    "search": ("read", "Find the provisions that answer QUERY."),
    "show": ("read", "Print a work, or its provision EID."),
    "list": ("holdings", "List the works of the library by name, or those that fulfil QUERY."),
    "recitals": (
        "recitals",
        "Print which recitals explain which provisions; load and propose links.",
    ),
    "history": ("history", "List the versions of WORK, or the states of its provision EID."),
    "references": (
        "references",
        "Print what WORK, or its provision EID, cites, and the provisions that cite it.",
    ),
    "cite": ("cite", "Print the citations in a text or a file."),
    "watch": (
        "folders",
        "Keep the library in step with FOLDER, or with all folders that were added, until Ctrl-C.",
    ),
    "status": (
        "keep",
        "Say what the library holds, how far its indexes are, and what changed in its folders.",
    ),
    "failures": ("folders", "List the files that could not be read, with the reasons."),
    "check": (
        "keep",
        "Read every byte of the indexes, and compare their passages with those of the stored documents.",
    ),
    "backup": (
        "backup",
        "Copy the library, with notes and vectors, into FOLDER, which is new or empty.",
    ),
    "passphrase": ("passphrase", "Change the passphrase of an encrypted library."),
    "rebuild": ("keep", "Make the indexes again from the stored documents alone."),
    "duplicates": (
        "duplicates",
        "List documents that are copies or drafts of each other, or how two files differ.",
    ),
    "impact": (
        "matching",
        "List what changed between two versions of an act, and the passages that it touches.",
    ),
    "coverage": (
        "matching",
        "List the provisions of WORK with the documents that deal with each, and the gaps.",
    ),
    "similar": (
        "similar",
        "List the documents that a whole document concerns: FILE, or a WORK of the library.",
    ),
    "classify": (
        "classify",
        "Suggest which articles of the GDPR a text concerns, and which concepts of EuroVoc.",
    ),
    "dump": (
        "dump",
        "Print every text of the library with its provisions and references, one JSON object a line.",
    ),
    "bulk": ("bulk", "Read files and folders into the library on the machines of a Ray cluster."),
    "publish": (
        "publish",
        "Publish the library on shared storage, for readers who search it with -L URI.",
    ),
    "export": (
        "export",
        "Write the library to FOLDER, which is new or empty, for engines that others run.",
    ),
    "evaluate": ("evaluate", "Measure search on a retrieval collection in BEIR layout."),
    "demo": ("demo", "Index the bundled GDPR and answer a few questions."),
    "mcp": (
        "mcp",
        "Answer an assistant over standard input and output, by the Model Context Protocol.",
    ),
    "serve": ("serve", "Serve libraries over HTTP to readers who have a token, until Ctrl-C."),
    "completion": ("completion", "Print the script that completes commands and options in SHELL."),
}


class _Commands(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        from importlib import import_module

        module = import_module(f"lexdesk.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
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
            return super().invoke(ctx)
        except OSError as error:
            if not _has_seen_enough(error):
                raise
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])


def _has_seen_enough(error: OSError) -> bool:
    """Whether who reads our output, such as ``head``, has closed it; click would end with 1.

    Windows calls that an invalid argument (bpo-35754), as it calls much else: so the output is asked.
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
    help="Take the passphrase of an encrypted library from the first line of FILE, such as"
    " /dev/fd/3; else LEXDESK_PASSPHRASE_FILE, else the terminal.",
)
def lexdesk(passphrase_file: str | None) -> None:  # read by lexdesk.cli.opening
    """Search law offline: statutes, contracts and court papers, by words and by meaning."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit the process."""
    if sys.stdout is None:  # as behind >&-
        sys.exit(_fail("its output is closed, so that nothing can be told; send it to a file"))
    _print_all_signs()
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def _print_all_signs() -> None:
    """Let files and pipes get UTF-8 whatever the locale, and a terminal what it can show.

    Windows gives pipes a code page that lacks most signs of a text.
    """
    if not isinstance(sys.stdout, io.TextIOWrapper):  # put in its place by a program that calls us
        return
    if sys.stdout.isatty():
        sys.stdout.reconfigure(errors="replace")
    else:
        sys.stdout.reconfigure(encoding="utf-8", errors=sys.stdout.errors)


def run(arguments: list[str]) -> int:
    """Run one command; its exit code."""
    try:
        code = lexdesk.main(arguments, prog_name="lexdesk", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        echo(error.ctx.get_help() if error.ctx else error.format_message(), lines=True)
        return ERROR
    except click.ClickException as error:
        return _fail(f"{_told(error)} (lexdesk {_command_of(error)}--help says more)")
    except LexdeskError as error:
        if "--json" in arguments:
            from lexdesk.cli.options import as_coded, print_json

            print_json({"error": as_coded(error.message)})
        return _fail(f"{error}{_pointer(error) if isinstance(error, QueryError) else ''}")
    except (KeyboardInterrupt, click.Abort):
        return _interrupted()
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        remedy = _REMEDIES.get(error.errno or 0, "nothing acknowledged is lost")
        return _fail(f"the system refused{where}: {error.strerror or error}; {remedy}")
    except Exception as error:
        return _unexpected(error)
    return code if isinstance(code, int) else DONE


def _told(error: click.ClickException) -> str:
    told = error.format_message()
    if isinstance(error, click.NoSuchOption) and not _command_of(error):
        return (
            f"{told} Options of a command stand behind it: lexdesk search {error.option_name} ..."
        )
    return told


def _command_of(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    if context is None or context.parent is None:
        return ""
    return f"{context.command_path.partition(' ')[2]} "


def _pointer(error: QueryError) -> str:
    """Where in the query the mistake is, in the same line: ``a AND [AND] b``."""
    before, rest = error.query[: error.position], error.query[error.position :]
    marked = f"{before}>>>{rest[: error.length]}<<<{rest[error.length :]}"
    repaired = f"; try: {error.suggestion}" if error.suggestion else ""
    return f": {marked.strip()}{repaired}"


def _fail(message: str) -> int:
    echo(f"lexdesk: {' '.join(message.split())}", err=True)
    return ERROR


def _interrupted() -> int:
    echo(
        "lexdesk: interrupted; what was done is kept, the same command goes on from there", err=True
    )
    return INTERRUPTED


def _unexpected(error: Exception) -> int:
    from lexdesk.system.memory import shortage

    return _fail(str(short)) if (short := shortage(error)) else _bug(error)


def _bug(error: Exception) -> int:
    if os.environ.get("LEXDESK_DEBUG"):
        import traceback

        traceback.print_exception(error)
    return _fail(
        f"this is a bug in Lexdesk, not in your files ({type(error).__name__}: {error});"
        " run the command again with LEXDESK_DEBUG=1 and report what it prints"
    )
