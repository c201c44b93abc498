"""Log lines of commands: the command, its exit code and duration, and the code of an error."""

import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any

import click

from lexdesk.cli.printing import echo
from lexdesk.errors import LexdeskError
from lexdesk.system.log_file import LineFormatter, describe_places, log_to, start_log

_log = logging.getLogger("lexdesk.cli")


class _StandardError(logging.Handler):
    """A handler that prints log lines to standard error, above a progress bar."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record."""
        with contextlib.suppress(OSError):
            echo(self.format(record), err=True)


def print_log(context: click.Context) -> None:
    """Print log lines from ``INFO`` on to standard error until the command ends."""
    handler = _StandardError(logging.INFO)
    handler.setFormatter(LineFormatter())
    context.find_root().with_resource(log_to(handler))


def _print_if_verbose(context: click.Context, _option: click.Parameter, is_verbose: bool) -> None:
    shown = context.find_root().meta
    if is_verbose and not shown.get(__name__):
        shown[__name__] = True
        print_log(context)


def verbose_option(*, hidden: bool = False) -> click.Option:
    """Return the option ``-v``, also accepted, without a line in the help, after each command."""
    return click.Option(
        ["-v", "--verbose"],
        is_flag=True,
        expose_value=False,
        hidden=hidden,
        callback=_print_if_verbose,
        help="Print the lines of the log file to standard error, too.",
    )


def run_logged(context: click.Context, invoke: Callable[[click.Context], Any]) -> Any:
    """Return the exit code of the command of ``context``, run by ``invoke``, and log its end."""
    start_log()
    started = time.perf_counter()
    level, outcome = logging.INFO, ""
    try:
        code = invoke(context)
        outcome = f"exit code {code or 0}"
    except BaseException as error:
        level, outcome = _outcome(error)
        raise
    finally:
        seconds = time.perf_counter() - started
        _log.log(level, "%s, %.2f s: %s", context.invoked_subcommand, seconds, outcome)
    return code


def _outcome(error: BaseException) -> tuple[int, str]:
    """Return the level and the words for a command that ended by ``error``."""
    if isinstance(error, LexdeskError):
        return logging.WARNING, error.code.id
    if isinstance(error, click.exceptions.Exit):
        return logging.INFO, f"exit code {error.exit_code}"
    if isinstance(error, click.ClickException | click.Abort | KeyboardInterrupt):
        return logging.INFO, type(error).__name__
    return logging.ERROR, describe_places(error)
