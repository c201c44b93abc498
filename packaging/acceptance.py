"""Acceptance of an installed program: version, a library of one law, a search, a check, and the window.

    python packaging/acceptance.py FOLDER

FOLDER holds ``lexdesk`` and ``lexdesk-gui``, such as ``dist/lexdesk-desktop`` or the folder of an installer. Runs on
Linux, macOS and Windows; the exit code is 1 if a step failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

LAW = Path(__file__).parents[1] / "engine" / "lexdesk" / "demo" / "L_2016119EN.01000101.xml"
WINDOW_SECONDS = 30
STEPS: tuple[tuple[list[str], str], ...] = (
    (["--version"], "lexdesk"),
    (["add", str(LAW)], "1 added"),
    (["search", "withdraw consent", "--top", "1"], "Article 7(3) GDPR"),
    (["show", "Article 17 GDPR"], "erasure"),
    (["check"], ""),
    (["remove", str(LAW)], ""),
)


def accept(folder: Path) -> bool:
    """Run each step on the programs in ``folder`` and print its result; return success."""
    suffix = ".exe" if os.name == "nt" else ""
    with tempfile.TemporaryDirectory(prefix="lexdesk-acceptance-") as scratch:
        env = {**os.environ, "LEXDESK_LIBRARY": str(Path(scratch) / "library")}
        well = True
        for arguments, wanted in STEPS:
            command = [str(folder / f"lexdesk{suffix}"), *arguments]
            done = subprocess.run(
                command, env=env, capture_output=True, text=True, encoding="utf-8", check=False
            )
            is_good = done.returncode == 0 and wanted in done.stdout
            print(f"{'good' if is_good else 'bad':<5} lexdesk {' '.join(arguments)}", flush=True)
            if not is_good:
                print(done.stdout, done.stderr)
            well &= is_good
        return _window_stays_open(folder / f"lexdesk-gui{suffix}", env) and well


def _window_stays_open(program: Path, env: dict[str, str]) -> bool:
    """Open the window, offscreen where nothing else is set, and close it after ``WINDOW_SECONDS``."""
    window = subprocess.Popen([program], env={"QT_QPA_PLATFORM": "offscreen", **env})
    try:
        code = window.wait(WINDOW_SECONDS)
    except subprocess.TimeoutExpired:
        window.kill()
        window.wait()
        print("good  lexdesk-gui")
        return True
    print(f"bad   lexdesk-gui ended with {code}")
    return False


if __name__ == "__main__":
    sys.exit(0 if accept(Path(sys.argv[1]).absolute()) else 1)
