"""Commands with too little memory report it, and the remedy, in one sentence."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="limits memory by RLIMIT_AS"),
]

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]) << 20,) * 2)
from lexdesk.cli import main
main(sys.argv[2:])
"""


def test_lack_of_memory_raises_no_internal_error(words_library_path: Path, tmp_path: Path) -> None:
    shutil.copytree(words_library_path, tmp_path / "library")
    (tmp_path / "lease.txt").write_text("The tenant pays the rent in the orangery.")
    short = 0
    for megabytes in (450, 600, 1500):
        for command in (["search", "consent"], ["similar", "32016R0679"], ["add", str(tmp_path)]):
            ran = subprocess.run(
                [sys.executable, "-c", LIMITED, str(megabytes), *command, "-L", str(tmp_path / "library")],
                env={**os.environ, "RUST_BACKTRACE": "0"}, capture_output=True, text=True, check=False, timeout=120,
            )  # fmt: skip
            if ran.returncode < 0:  # a library that ends the process itself: nobody can catch that
                continue
            assert "bug in Lexdesk" not in ran.stderr, (megabytes, command)
            if "there is not enough memory" in ran.stderr:
                short += 1
                assert ran.returncode == 2
                # onnxruntime may print a line of its own before it gives up.
                assert ran.stderr.strip().splitlines()[-1].startswith("lexdesk: ")
                assert "Traceback" not in ran.stderr
    assert short
