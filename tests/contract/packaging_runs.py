"""Programs of ``packaging``, run by its tests."""

import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PACKAGING = REPOSITORY / "packaging"


def run_packaging(code: str, *arguments: str) -> None:
    """Run ``code`` with the modules of ``packaging``; it must end without an error."""
    env = {**os.environ, "PYTHONPATH": str(PACKAGING), "SOURCE_DATE_EPOCH": "1800000000"}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
