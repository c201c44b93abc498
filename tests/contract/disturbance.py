"""Disturbance of a process at a counted change of a file, by ``disturbance.c``."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import forkserver
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext

REPOSITORY = Path(__file__).parents[2]
SOURCE = Path(__file__).with_name("disturbance.c")


def missing() -> str:
    """Return the reason for a machine without disturbance at counted calls, else ``""``."""
    if sys.platform != "linux":
        return "needs LD_PRELOAD and /proc, as Linux has them"
    return "" if shutil.which("cc") else "needs a C compiler (cc), which this machine does not have"


def compiled(folder: Path, source: Path = SOURCE) -> Path:
    """The library for LD_PRELOAD, made of ``source`` in ``folder``."""
    result = folder / f"{source.stem}.so"
    command = [
        "cc",
        "-shared",
        "-fPIC",
        "-O2",
        "-Wall",
        "-Werror",
        "-o",
        str(result),
        str(source),
        "-ldl",
    ]
    subprocess.run(command, check=True)
    return result


def processes(library: Path, preload: Sequence[str]) -> ForkServerContext:
    """Start processes for ``begin`` to disturb; the first call reports their loaded modules."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*preload])
    before = {name: os.environ.get(name) for name in ("LD_PRELOAD", "PYTHONHASHSEED", "PYTHONPATH")}
    paths = [str(REPOSITORY), *filter(None, [before["PYTHONPATH"]])]
    os.environ |= {
        "LD_PRELOAD": str(library),
        "PYTHONHASHSEED": "0",  # a seed meets the same order again
        "PYTHONPATH": os.pathsep.join(paths),
    }
    try:
        forkserver.ensure_running()
    finally:
        for name, value in before.items():
            del os.environ[name]
            os.environ |= {name: value} if value is not None else {}
    return context


def begin(under: Path, faults: str = "", journal: Path | None = None) -> None:
    """Disturb this process from now on by ``faults``, as ``disturbance.c`` lists them, and keep a journal."""
    kept = None if journal is None else os.fsencode(journal)
    _loaded().disturbance_begin(os.fsencode(under), faults.encode(), kept)


def calls() -> int:
    """Return the changes of files counted in this process so far."""
    return int(_loaded().disturbance_calls())


def _loaded() -> ctypes.CDLL:
    return ctypes.CDLL(os.environ["LD_PRELOAD"])
