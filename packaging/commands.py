"""The command reference, generated from the program's own help.

    python packaging/commands.py markdown > docs/commands.md
    python packaging/commands.py man > lexdesk.1

Both walk the click commands, so every listed option exists.
"""

import inspect
import re
import sys
from collections.abc import Iterator

import click

from lexdesk import __version__
from lexdesk.cli import lexdesk as group

HEAD = """# Commands

Written by `make commands` from the program's own help; a test compares the two.

Exit codes: 0 found or done, 1 nothing found, 2 error (one line on stderr), 130 interrupted. Every
command that prints a result takes `--json` and prints one JSON object ([what is in them](json.md)).
"""

Row = tuple[str, str]


def main(arguments: list[str]) -> int:
    """Print the requested form and return the exit code."""
    forms = {"markdown": markdown, "man": man}
    if len(arguments) != 1 or arguments[0] not in forms:
        print(f"commands.py: name one of {', '.join(forms)}", file=sys.stderr)
        return 2
    print(forms[arguments[0]](), end="")
    return 0


def program() -> click.Context:
    """Return the context of ``lexdesk``."""
    return group.make_context("lexdesk", [], resilient_parsing=True)


def commands(parent: click.Context) -> Iterator[click.Context]:
    """Yield the contexts of all commands below ``parent``, those of a group right after it."""
    within = parent.command
    if not isinstance(within, click.Group):
        return
    for name in within.list_commands(parent):
        command = within.get_command(parent, name)
        if command is None:
            raise LookupError(f"{name} is listed, but there is no such command")
        context = click.Context(command, info_name=name, parent=parent)
        yield context
        yield from commands(context)


def usage(context: click.Context) -> str:
    """Return a usage line such as ``lexdesk search [OPTIONS] QUERY...``."""
    return " ".join([context.command_path, *context.command.collect_usage_pieces(context)])


def about(context: click.Context) -> list[str]:
    """Return the paragraphs of a command's help, each in one line."""
    text = inspect.cleandoc(context.command.help or "")
    return [" ".join(part.split()) for part in text.replace("\b", "").split("\n\n") if part.strip()]


def options(context: click.Context) -> list[Row]:
    """Return each option, such as ``-L, --library LIB``, with its help."""
    records = (param.get_help_record(context) for param in context.command.get_params(context))
    return [record for record in records if record is not None and record[1]]


def markdown() -> str:
    """Write the page ``docs/commands.md``."""
    root = program()
    parts = [HEAD, "## lexdesk\n", f"    {usage(root)}\n", _table(options(root))]
    for context in commands(root):
        parts += [f"## {context.command_path.removeprefix('lexdesk ')}\n"]
        parts += [f"    {usage(context)}\n"]
        parts += [f"{_literal(paragraph)}\n" for paragraph in about(context)]
        parts += [_table(options(context))]
    return "\n".join(parts)


def _table(rows: list[Row]) -> str:
    cells = [(f"`{name}`", _literal(what)) for name, what in rows]
    lines = ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in cells]
    return "\n".join(["| option | |", "|---|---|", *lines, ""])


def _literal(text: str) -> str:
    """Escape ``*`` and ``<`` of patterns and ``--options`` in Markdown."""
    return re.sub(r"(?<!\w)(--[\w-]+|\w+[*?]\w*|\$\([^)]*\))", r"`\1`", text)


def man() -> str:
    """Write the manual page ``lexdesk(1)`` in roff (man(7))."""
    root = program()
    lines = [
        f'.TH LEXDESK 1 "" "Lexdesk {__version__}" "User Commands"',
        ".SH NAME",
        "lexdesk \\- search law offline: keyword, semantic and hybrid search",
        ".SH SYNOPSIS",
        _roff(usage(root)),
        ".SH DESCRIPTION",
        *(_roff(paragraph) for paragraph in about(root)),
        ".SH OPTIONS",
        *_entries(options(root)),
        ".SH COMMANDS",
    ]
    for context in commands(root):
        lines += [f".SS {_roff(usage(context))}"]
        lines += [line for parameter in about(context) for line in (".PP", _roff(parameter))]
        lines += _entries(options(context))
    return "\n".join([*lines, *_TAIL, ""])


_TAIL = (
    ".SH EXIT STATUS",
    "0 found or done, 1 nothing found, 2 error, 130 interrupted.",
    ".SH ENVIRONMENT",
    ".TP",
    ".B LEXDESK_LIBRARY",
    "Folder of the library where \\-L does not name one.",
    ".TP",
    ".B LEXDESK_MODELS",
    "Folder of model folders that are taken before those that are installed.",
    ".TP",
    ".B LEXDESK_PASSPHRASE_FILE",
    "File whose first line is the passphrase of an encrypted library.",
    ".TP",
    ".B LEXDESK_DEBUG",
    "Print tracebacks.",
    ".SH SEE ALSO",
    "lexdesk\\-gui(1) opens the same library in a window.",
)


def _entries(rows: list[Row]) -> list[str]:
    return [line for name, what in rows for line in (".TP", f".B {_roff(name)}", _roff(what))]


def _roff(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
