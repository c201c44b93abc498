"""The command doctor: the capabilities of this installation and machine, and missing parts."""

from __future__ import annotations

import dataclasses
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, ERROR
from lexdesk.cli.options import json_option, library_option, print_json
from lexdesk.cli.printing import echo
from lexdesk.system import shared_settings
from lexdesk.text.tables import read_table

if TYPE_CHECKING:
    from collections.abc import Callable

_GIB = 2**30
_NEEDED_MEMORY, _NEEDED_DISK = 2 * _GIB, 1 * _GIB
_NEEDED_ADDRESSES = 3 * _GIB
"""Under a lower limit (``ulimit -v``), libraries in Rust end the process when the trial loads them."""
LIBRARIES_OF_WINDOW = {
    row["library"]: row["package"]
    for row in read_table(Path(__file__).with_name("window_libraries.tsv"), ("library", "package"))
}
"""Libraries that Qt loads from a Linux system, with the packages of Debian and Ubuntu."""
_NETWORK = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto")
"""Audit events: https://docs.python.org/3/library/audit_events.html."""
_TEXT = "The tenant may withdraw from this lease within fourteen days.\n"


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; ``state`` is ``good``, ``weak`` (works, with a limit) or ``bad``."""

    about: str
    state: str
    text: str


@click.command()
@library_option
@click.option(
    "--collect",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write this report and the log files to FILE, a zip archive. They name files, and hold no text of them.",
)
@json_option
def doctor(library: str | None, collect: str | None, as_json: bool) -> int:
    """Examine installation and machine, and report what is missing.

    Looks at versions, memory, disk, file locks, processor, window and models, and makes a trial search.
    Exit code 2 if something is missing.
    """
    findings = []
    for finding in _examine(library):
        findings.append(finding)
        if not as_json:  # each at once, should the next end the process
            echo(_line(finding))
    if collect is not None:
        _collect(Path(collect), findings)
    if as_json:
        print_json({"findings": [dataclasses.asdict(finding) for finding in findings]})
    elif collect is not None:
        echo(f"\nReport and logs: {collect}")
    return ERROR if any(finding.state == "bad" for finding in findings) else DONE


def _line(finding: Finding) -> str:
    return f"{finding.state:<5} {finding.about:<12} {finding.text}"


def _examine(library: str | None) -> Iterator[Finding]:
    from lexdesk.cli.opening import folder_of

    folder = folder_of(library)
    yield _versions()
    yield _memory()
    yield _disk(folder)
    yield _locks(folder)
    if sys.platform == "win32":
        yield _long_paths()
    yield _sandbox()
    yield _device()
    yield from _window()
    if sys.platform != "win32":  # the registry of Windows is not examined
        yield settings_for_all(Path(shared_settings.PLACE))
    yield _trial()


def _versions() -> Finding:
    import platform
    import sqlite3

    from lexdesk import __version__

    return Finding(
        "versions",
        "good",
        f"Lexdesk {__version__}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version},"
        f" {platform.platform()}",
    )


def _memory() -> Finding:
    from lexdesk.index.vector.choice import read_total_memory
    from lexdesk.system.cores import count_cores

    if not (size := read_total_memory()):
        return Finding("memory", "weak", f"not measured on this system; {count_cores()} cores")
    if (limit := _addresses()) < _NEEDED_ADDRESSES:
        return Finding(
            "memory", "weak", f"a limit (ulimit -v) of {limit / _GIB:.1f} GiB; raise it to 3 GiB"
        )
    size = min(size, limit)
    state = "good" if size >= _NEEDED_MEMORY else "weak"
    short = "" if state == "good" else "; large files and text recognition may fail below 2 GiB"
    return Finding("memory", state, f"{size / _GIB:.1f} GiB, {count_cores()} cores{short}")


def _addresses() -> int:
    """Return the limit of a process on its addresses in bytes."""
    if sys.platform != "linux":
        return sys.maxsize
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return sys.maxsize if limit == resource.RLIM_INFINITY else limit


def _sandbox() -> Finding:
    from lexdesk.extract.workers.sandbox import find_missing

    if lacking := find_missing():
        lack = " and ".join(lacking)
        return Finding("sandbox", "weak", f"no {lack}: extraction workers may do what it forbids")
    return Finding("sandbox", "good", "extraction workers can read files, and do nothing else")


def _disk(folder: Path) -> Finding:
    import shutil

    free = shutil.disk_usage(_nearest_existing(folder)).free
    state = "good" if free >= _NEEDED_DISK else "weak"
    return Finding("disk", state, f"{free / _GIB:.1f} GiB free for {folder}")


def _locks(folder: Path) -> Finding:
    """Try whether writers in the folder of the library can exclude each other."""
    import tempfile

    from lexdesk.system.file_claim import hold_exclusively

    try:
        with (
            tempfile.TemporaryDirectory(
                prefix=".lexdesk-doctor-", dir=_nearest_existing(folder)
            ) as place,
            hold_exclusively(Path(place) / "lock", Path(place) / "claim") as is_claim,
        ):
            if is_claim:
                return Finding(
                    "file locks", "weak", "this disk has none; a claim file excludes other writers"
                )
    except OSError as error:
        return Finding(
            "file locks", "weak", f"{folder} cannot be written: {error.strerror}; searching works"
        )
    return Finding("file locks", "good", f"work in {_nearest_existing(folder)}")


def _long_paths() -> Finding:
    """Look whether Windows lets programs open paths of more than 260 characters."""
    from lexdesk.system.paths import find_longest_path

    if find_longest_path() == sys.maxsize:
        return Finding("long paths", "good", "files with paths over 260 characters are read")
    return Finding(
        "long paths",
        "weak",
        "files with paths over 260 characters are not read; an administrator can set LongPathsEnabled",
    )


def _nearest_existing(folder: Path) -> Path:
    """Return ``folder`` or its nearest existing ancestor."""
    return next(place for place in (folder, *folder.parents) if place.is_dir())


def _device() -> Finding:
    from lexdesk.errors import LibraryError

    try:
        from lexdesk.models.cuda import find_obstacle

        why = find_obstacle()
        import onnxruntime
    except (ImportError, LibraryError) as error:  # such as a missing Microsoft C++ runtime
        return Finding("processor", "bad", str(error))
    providers = ", ".join(onnxruntime.get_available_providers())
    library = f"onnxruntime {onnxruntime.__version__}, providers {providers}"
    if why:
        return Finding("processor", "good", f"CPU ({why}); {library}")
    return Finding("processor", "good", f"a GPU by CUDA is there; {library}")


def _window() -> Iterator[Finding]:
    """Look for the libraries of the system that the window needs."""
    import ctypes
    from importlib import import_module
    from importlib.util import find_spec

    if find_spec("lexdesk_gui") is None:
        yield Finding(
            "window", "weak", "lexdesk-gui is not installed; the command line does without"
        )
        return
    if sys.platform != "linux":
        try:
            import_module("PySide6.QtWidgets")
        except ImportError as error:
            yield Finding("window", "bad", f"Qt cannot be loaded: {error}")
        else:
            yield Finding("window", "good", "installed")
        return
    missing = []
    for library, package in LIBRARIES_OF_WINDOW.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    if missing:
        yield Finding(
            "window", "bad", f"lacks libraries; on Debian: apt-get install {' '.join(missing)}"
        )
    else:
        yield Finding("window", "good", "installed, with the libraries of the system that it needs")
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        yield Finding("display", "weak", "none in this session; the window needs one")


def settings_for_all(path: Path) -> Finding:
    """Report what the file of an administrator sets, and its mistakes."""
    try:
        names, mistakes = shared_settings.read_shared_settings(path)
    except FileNotFoundError:
        return Finding("settings", "good", f"none for all users; they would be in {path}")
    except OSError as error:
        return Finding("settings", "bad", f"{path} has no effect for this user: {error.strerror}")
    if mistakes:
        return Finding("settings", "bad", f"{path}: {'; '.join(mistakes)}")
    listed = "; ".join(f"{section}: {', '.join(found)}" for section, found in names.items())
    return Finding("settings", "good", f"{path} sets {listed or 'nothing'}")


def _trial() -> Finding:
    """Add a sentence to a temporary library and search it, and count attempted network connections."""
    import tempfile

    from lexdesk.errors import LexdeskError
    from lexdesk.library.library import Library

    if _addresses() < _NEEDED_ADDRESSES:
        return Finding("trial", "weak", "not made, because of the limit on memory")
    attempts = network_attempts()
    began = time.perf_counter()
    try:
        with tempfile.TemporaryDirectory(
            prefix="lexdesk-doctor-", ignore_cleanup_errors=True
        ) as folder:
            (Path(folder) / "lease.txt").write_text(_TEXT, encoding="utf-8")
            with Library.open(Path(folder) / "library", create=True) as library:
                library.sources.add([Path(folder) / "lease.txt"])
                found = {
                    mode: bool(library.search("withdraw lease", mode=mode).hits)
                    for mode in ("keyword", "semantic")
                }
    except (LexdeskError, OSError) as error:
        return Finding("trial", "bad", str(error))
    if missing := [mode for mode, is_found in found.items() if not is_found]:
        return Finding("trial", "bad", f"no hit by {' and '.join(missing)} search")
    seconds = time.perf_counter() - began
    told = f"added and found a sentence by keyword and semantic search in {seconds:.1f} s;"
    told = f"{told} Python attempted {attempts()} network connections"
    return Finding("trial", "bad" if attempts() else "good", told)


def network_attempts() -> Callable[[], int]:
    """Count connections and look-ups of names from now on; libraries below Python are not seen."""
    counted: list[str] = []

    def count(event: str, arguments: tuple[object, ...]) -> None:
        is_local = event == "socket.connect" and not isinstance(arguments[1], tuple)  # a path
        if event in _NETWORK and not is_local:
            counted.append(event)

    sys.addaudithook(count)
    return lambda: len(counted)


def _collect(target: Path, findings: list[Finding]) -> None:
    import zipfile

    from lexdesk.system.log_file import log_path

    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("report.txt", "\n".join(map(_line, findings)) + "\n")
        for log in sorted(log_path().parent.glob(f"{log_path().name}*")):
            packed.write(log, log.name)
