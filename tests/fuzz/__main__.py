"""Fuzz a target and print the outcome.

python -m tests.fuzz TARGET [--minutes 10] [--data DATA] [--out FOLDER]

Needs atheris (``pip install atheris``, Linux). DATA is the folder of shared data, from which the
seeds are taken; FOLDER keeps the inputs that failed, each with its traceback.
"""

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.fuzz.targets import TARGETS

REPOSITORY = Path(__file__).parents[2]
_COVERAGE = re.compile(r"\bcov: (\d+)")
_MARGIN = 300  # seconds beyond the time, for seeds, instrumenting and the last input


def main() -> int:
    """Run the campaign in its own process; return 1 for a finding."""
    arguments = _arguments()
    if importlib.util.find_spec("atheris") is None:
        print("fuzzing needs atheris; install it with: pip install atheris")  # noqa: T201
        return 2
    folder = arguments.out or Path(tempfile.mkdtemp(prefix="lexdesk-fuzz-"))
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "log.txt"
    seconds = arguments.minutes * 60
    command = [sys.executable, "-m", "tests.fuzz.campaign", arguments.target, str(arguments.data),
               str(folder), str(seconds)]  # fmt: skip
    with log.open("wb") as output:
        ended = subprocess.run(
            command, cwd=REPOSITORY, stdout=output, stderr=output, timeout=seconds + _MARGIN, check=False
        )  # fmt: skip
    return _report(arguments.target, folder, log.read_text("utf-8", "replace"), ended.returncode)


def _arguments() -> argparse.Namespace:
    data = Path(os.environ.get("LEXDESK_DATA") or REPOSITORY.parent / "shared" / "data")
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzz one target.")
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--data", type=Path, default=data)
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def _report(target: str, folder: Path, log: str, code: int) -> int:
    stated = folder / "state.json"
    if not stated.exists():
        print(f"{target} did not begin; {folder / 'log.txt'} says why")  # noqa: T201
        return 2
    state: dict[str, Any] = json.loads(stated.read_text())
    killed = [path.name for path in folder.glob("killed-*")]
    covered = [int(number) for number in _COVERAGE.findall(log)] or [0]
    outcomes = ", ".join(f"{name} {n:,}" for name, n in sorted(state["outcomes"].items()))
    kept = len(list((folder / "corpus").iterdir())) - state["seeds"]
    lines = [
        f"{target}: {state['executions']:,} executions in {state['seconds']:.0f} s, of which "
        f"{state['cpu_seconds']:.0f} s of processor time ({outcomes})",
        f"coverage: {covered[0]:,} branches by {state['seeds']} seeds, {covered[-1]:,} at the end; "
        f"{kept:,} inputs that reach something new",
        f"slowest: {state['slowest']:.2f} s; {state['slow']} above 2 s",
        f"exceptions: {len(state['failures'])}",
        *(f"  {place}: {message}" for place, message in state["failures"].items()),
        *(f"  the process was ended by {name}" for name in killed),
        *([f"the process ended early ({code}); log.txt says why"] if code else []),
        f"kept in {folder}",
    ]
    print("\n".join(lines))  # noqa: T201
    return int(bool(state["failures"] or killed or state["slow"] or code))


if __name__ == "__main__":
    sys.exit(main())
