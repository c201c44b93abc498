"""The commands of the first steps work as printed, on a folder with one act."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from lexdesk.cli import run
from lexdesk.system.bundled import find_corpus

REPOSITORY = Path(__file__).parents[2]
PAGES = ("README.md", "docs/start.md", "docs/law.md", "packaging/installers/README.txt")
PASSED_OVER = {
    "watch": "runs until it is stopped",
    "impact": "needs two versions of an act",
    "completion": "is the shell's to evaluate",
    "demo": "has tests of its own",
}
ANOTHER_ACT = "32014L0065"
"""MiFID II, whose dated versions a user must bring."""


def commands_in(page: Path) -> list[list[str]]:
    """The arguments of each call of ``lexdesk`` on a line or in a cell of its own."""
    text = page.read_text(encoding="utf-8")
    lines = re.findall(r"^(?:    |\$ |\d\. )*(lexdesk \w+.*)$", text, re.MULTILINE)
    lines += re.findall(r"\| `(lexdesk [^`]*)` \|", text)
    # Two blanks begin what the installer's README says of a line.
    calls = [shlex.split(line.partition("  ")[0], comments=True)[1:] for line in lines]
    return [
        words
        for words in calls
        if words[0] not in PASSED_OVER and ANOTHER_ACT not in " ".join(words)
    ]


@pytest.mark.slow
def test_each_shown_first_step_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    law = tmp_path / "law"
    law.mkdir()
    shutil.copy(find_corpus() / "L_2016119EN.01000101.xml", law)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LEXDESK_LIBRARY", str(tmp_path / "library"))
    assert run(["add", str(law)]) == 0
    for page in PAGES:
        calls = commands_in(REPOSITORY / page)
        assert calls, page
        for words in calls:
            arguments = [str(law) if word in ("~/law", "FOLDER") else word for word in words]
            assert run(arguments) == 0, f"{page}: {words}: {capsys.readouterr().err}"


@pytest.mark.slow
def test_demo_prints_shown_output(capsys: pytest.CaptureFixture[str]) -> None:
    page = (REPOSITORY / "docs" / "start.md").read_text(encoding="utf-8")
    shown = page.partition("    $ lexdesk demo\n")[2].partition("\n\nEach hit")[0]
    assert run(["demo"]) == 0
    printed, wanted = (
        re.sub(r"\(\d+ ms\)", "(9 ms)", text).split("\n")
        for text in (capsys.readouterr().out, re.sub("^ {4}", "", shown, flags=re.MULTILINE))
    )
    assert printed[: len(wanted)] == wanted
