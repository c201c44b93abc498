"""A check within a limited time: parts of the library in turn, the one checked longest ago first."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lexdesk.errors import UnsafeFile
from lexdesk.system.atomic import write_atomically
from lexdesk.system.library_files import CHECKED
from lexdesk.system.regular_files import read_json


@dataclass(frozen=True, slots=True)
class TimedCheck:
    """The parts that were checked, in order, those left for the next time, and the problems, in words."""

    checked: tuple[str, ...]
    left: tuple[str, ...]
    problems: tuple[str, ...]


def check_for(
    seconds: float, folder: Path, parts: Mapping[str, Callable[[], list[str]]]
) -> TimedCheck:
    """Check ``parts`` for ``seconds``, at least one; a started part is finished.

    The check ends with the first damaged part, which is the first one the next time.
    """
    ends, sound_at = time.monotonic() + seconds, _read_times(folder)
    order = sorted(parts, key=lambda name: sound_at.get(name, 0.0))
    for number, name in enumerate(order):
        if number and time.monotonic() >= ends:
            return TimedCheck((*order[:number],), (*order[number:],), ())
        if problems := parts[name]():
            return TimedCheck((*order[: number + 1],), (*order[number + 1 :],), (*problems,))
        sound_at[name] = time.time()
        with contextlib.suppress(OSError):  # of a library that can only be read
            write_atomically(folder / CHECKED, json.dumps(sound_at).encode())
    return TimedCheck((*order,), (), ())


def _read_times(folder: Path) -> dict[str, float]:
    try:
        found: dict[str, float] = read_json(folder / CHECKED, 10_000, dict[str, float])
    except (OSError, UnsafeFile, ValueError):
        return {}
    return {name: at for name, at in found.items() if at <= time.time()}
