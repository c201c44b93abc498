"""Completion scripts of shells, and their answers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lexdesk.cli import run

LEXDESK = Path(sys.executable).parent / "lexdesk"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_script_is_for_lexdesk(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert f"_LEXDESK_COMPLETE={shell}_complete" in script
    assert "lexdesk" in script


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash, which is not installed")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("lexdesk sea", ["search"]),
        ("lexdesk search --mo", ["--mode"]),
        ("lexdesk search --mode k", ["keyword"]),
        ("lexdesk completion z", ["zsh"]),
    ],
)
def test_bash_completes(line: str, offered: list[str]) -> None:
    """The script is run in bash as a terminal would, and asks the real command."""
    words = " ".join(f"'{word}'" for word in line.split())
    ask = (
        'source /dev/stdin <<< "$SCRIPT"; '
        f"COMP_WORDS=({words}); COMP_CWORD={len(line.split()) - 1}; "
        '_lexdesk_completion lexdesk; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    script = subprocess.run(
        [LEXDESK, "completion", "bash"], check=True, capture_output=True, text=True
    )
    path = f"{LEXDESK.parent}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "SCRIPT": script.stdout}
    done = subprocess.run(["bash", "-c", ask], check=True, capture_output=True, text=True, env=env)
    assert done.stdout.split() == offered, done.stderr
