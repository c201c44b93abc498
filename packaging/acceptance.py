"""Acceptance of an installed program: version, a library of one law, a search, a check, and the window.

    python packaging/acceptance.py FOLDER [--picture window.png]

FOLDER holds ``lexdesk`` and ``lexdesk-gui``, such as ``dist/lexdesk-desktop`` or the folder of an installer. Runs on
Linux, macOS and Windows; the exit code is 1 if a step failed. A picture is taken of the screen with the window, by Pillow;
without one, the window opens offscreen.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

LAW = Path(__file__).parents[1] / "engine" / "lexdesk" / "demo" / "L_2016119EN.01000101.xml"
WINDOW_SECONDS = 30
_COLOURS = 50  # an empty screen has one, a window with text hundreds
STEPS: tuple[tuple[list[str], str], ...] = (
    (["--version"], "lexdesk"),
    (["add", str(LAW)], "1 added"),
    (["search", "withdraw consent", "--top", "1"], "Article 7(3) GDPR"),
    (["show", "Article 17 GDPR"], "erasure"),
    (["check"], ""),
    (["remove", str(LAW)], ""),
)


def accept(folder: Path, picture: Path | None) -> bool:
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
        return _window_stays_open(folder / f"lexdesk-gui{suffix}", env, picture) and well


def _window_stays_open(program: Path, env: dict[str, str], picture: Path | None) -> bool:
    """Open the window, take its ``picture``, and close it after ``WINDOW_SECONDS``."""
    if picture is None:
        env = {**env, "QT_QPA_PLATFORM": "offscreen"}
    window = subprocess.Popen([program], env=env)
    try:
        code = window.wait(WINDOW_SECONDS)
    except subprocess.TimeoutExpired:
        is_shown = picture is None or _photograph(picture)
        window.kill()
        window.wait()
        print(f"{'good' if is_shown else 'bad':<5} lexdesk-gui")
        return is_shown
    print(f"bad   lexdesk-gui ended with {code}")
    return False


def _photograph(target: Path) -> bool:
    """Save the screen as a picture; return True if it shows more than an empty one."""
    from PIL import ImageGrab

    screen = ImageGrab.grab().convert("RGB")
    screen.save(target)
    return screen.getcolors(_COLOURS) is None


def main() -> int:
    """Accept the folder of the command line and return the exit code."""
    parser = argparse.ArgumentParser(prog="acceptance.py")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--picture", type=Path)
    arguments = parser.parse_args()
    return 0 if accept(arguments.folder.absolute(), arguments.picture) else 1


if __name__ == "__main__":
    sys.exit(main())
