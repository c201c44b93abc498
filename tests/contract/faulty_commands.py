"""Commands of the fault simulation, each in its own process, and their outcome."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import click
from tests.contract import disturbance
from tests.contract.operations import small_steps
from tests.contract.small_library import State

from lexdesk import Library

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

    from lexdesk.system.progress import Listener, Progress

SLOW_TO_LOAD = (
    "onnxruntime", "tokenizers", "lexdesk.recitals.library_recitals", "lexdesk.cli.add", "lexdesk.cli.backup",
    "lexdesk.cli.check", "lexdesk.cli.search", "lexdesk.library.search", "lexdesk.annotations.workbook",
    "lexdesk.library.restoring", "rich.progress", "lexdesk.library.sources", "lexdesk.library.status",
    "lexdesk.models.encoder", "lexdesk.near_duplicates.groups", "lexdesk.storage.tables", "sqlite_utils", "hnswlib",
    "email.parser", "platformdirs",
)  # fmt: skip
SECONDS = 600  # after which a process counts as hanging, also on a busy machine
QUIET = 20  # looks, 50 ms apart, in which a second writer waits for the one that stands still; then both run


@dataclass(frozen=True, slots=True)
class Command:
    """A command, the documents and their expected state, and its faults; the disk is cut at its end or death."""

    name: str
    arguments: tuple[str, ...]
    wanted: Mapping[int, State]
    faults: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The outcome of a command: its exit code, negative for a signal, and its acknowledgements."""

    command: Command
    code: int
    stored: frozenset[int]
    error_output: str
    calls: int
    """Changes of files that it made; those before the fault that killed it."""


def run_command(
    command: Command,
    faults: str,
    library: Path,
    place: Path,
    journal: Path,
    told: Path,
    passphrase: Path,
) -> None:
    """Run ``command`` in a process of its own, and write its acknowledgements into ``told``."""
    os.environ["LEXDESK_PASSPHRASE_FILE"] = str(passphrase)
    for stream, name in ((sys.stdout, "stdout"), (sys.stderr, "stderr")):
        os.dup2(os.open(f"{told}.{name}", os.O_WRONLY | os.O_CREAT, 0o600), stream.fileno())
    with small_steps(), told.open("w", buffering=1) as lines:

        @contextlib.contextmanager
        def acknowledging(quiet: bool = False) -> Iterator[Listener]:
            def acknowledge(progress: Progress) -> None:
                if progress.stage == "read" and progress.path:
                    lines.write(f"{progress.path}\n")

            assert not quiet
            yield acknowledge

        import lexdesk.cli.add

        with mock.patch.object(lexdesk.cli.add, "progress_bars", acknowledging):
            disturbance.begin(place, faults, journal)
            code = _run(command, library)
            Path(f"{told}.calls").write_text(str(disturbance.calls()))
            disturbance.begin(Path("/nowhere"))
    sys.stdout.flush()
    os._exit(code)


def _run(command: Command, library: Path) -> int:
    from lexdesk.cli import run

    if command.name != "note":
        return run([*command.arguments, "-L", str(library)])
    from lexdesk.errors import LexdeskError

    try:
        phrase = Path(os.environ["LEXDESK_PASSPHRASE_FILE"]).read_text()
        key = phrase if (library.parent / "encrypted").exists() else None
        with Library.open(library, passphrase=key) as opened, opened.workbook() as book:
            hits = opened.search("rent", mode="keyword").hits
            if not hits:
                return 1
            book.put(hits[0], "tag", command.arguments[0])
    except (LexdeskError, OSError) as error:
        click.echo(f"lexdesk: {error}", err=True)
        return 2
    return 0


def wait(process: ForkServerProcess) -> None:
    """Wait until the process has ended, or all of its threads sleep; without a timeout, as a busy machine is slow."""
    quiet, until = 0, time.monotonic() + SECONDS
    while process.is_alive() and quiet < QUIET and time.monotonic() < until:
        quiet = quiet + 1 if _states(process.pid) <= {"S"} else 0
        time.sleep(0.05)


def _states(process: int | None) -> set[str]:
    """Return the states of a process's threads, as proc(5) has them."""
    states = set()
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            states.add((thread / "stat").read_text().rpartition(")")[2].split()[0])
    return states


def stands_still(process: ForkServerProcess) -> bool:
    """Return whether the process pauses before its end."""
    until = time.monotonic() + SECONDS
    while process.is_alive() and time.monotonic() < until:
        if "T" in _states(process.pid):
            return True
        time.sleep(0.002)
    return False


def ended_of(command: Command, code: int, told: Path) -> Ended:
    lines = told.read_text().splitlines() if told.exists() else []
    stored = frozenset(int(Path(line).stem.rpartition("-")[2]) for line in lines)
    errors = Path(f"{told}.stderr")
    error_output = errors.read_text() if errors.exists() else ""
    calls = Path(f"{told}.calls")
    return Ended(
        command, code, stored, error_output.strip(), int(calls.read_text()) if calls.exists() else 0
    )


def struck(ended: Ended) -> Iterator[str]:
    """Yield the faults that took effect before the end of a command."""
    drawn = [fault.split(" ") for fault in filter(None, ended.command.faults.split(","))]
    kills = [int(at) for at, how, *_ in drawn if how in ("kill", "tear")]
    reached = min(kills, default=0) if ended.code == -signal.SIGKILL else ended.calls
    for at, how, *_ in drawn:
        if int(at) <= reached:
            yield how


def require_clear(ended: Ended) -> None:
    """Raise ``AssertionError`` unless a command was killed by its fault, succeeded, or failed with one sentence."""
    name, code, output = ended.command.name, ended.code, ended.error_output
    is_killed = any(how in ended.command.faults for how in ("kill", "tear"))
    assert (
        code in (0, 2)
        or (code == 1 and name in ("search", "note", "remove"))
        or (is_killed and code == -9)
    ), f"{name}: exit code {code}: {output}"
    assert "bug in Lexdesk" not in output, output
    assert "Traceback" not in output, output
    assert all(line.startswith("lexdesk: ") for line in output.splitlines()), output
    assert code != 2 or output, f"{name}: no reason"
