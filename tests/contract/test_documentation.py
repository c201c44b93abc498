"""What the documentation shows is what happens."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from lexdesk.cli import lexdesk as group
from lexdesk.cli import run
from lexdesk.cli.demo import corpus
from lexdesk.query import parse

REPOSITORY = Path(__file__).parents[2]
README = (REPOSITORY / "README.md").read_text()
QUERY_LANGUAGE = (REPOSITORY / "docs" / "query-language.md").read_text()


@pytest.mark.slow
def test_the_python_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (tmp_path / "statutes").mkdir()
    for source in corpus().glob("*.xml"):
        shutil.copy(source, tmp_path / "statutes")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102 - our own text
    assert capsys.readouterr().out.startswith("Article 7(3) Regulation (EU) 2016/679")


def test_every_command_shown_exists() -> None:
    shown = re.findall(r"^(?:\$ )?lexdesk (\w+)(.*)$", README + QUERY_LANGUAGE, re.MULTILINE)
    assert shown
    for command, rest in shown:
        found = group.get_command(click.Context(group), command)
        assert found is not None, command
        options = {name for each in found.params for name in each.opts}
        used = {word for word in shlex.split(rest, comments=True) if word.startswith("-")}
        assert used <= options, command


def queries_in_tables(text: str) -> list[str]:
    """What stands in the first column of the tables."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return re.findall(r"`([^`]+)`", "\n".join(cells))


LANGUAGE, _, MISTAKES = QUERY_LANGUAGE.partition("## Mistakes")


@pytest.mark.parametrize("query", queries_in_tables(LANGUAGE))
def test_every_query_shown_parses(query: str) -> None:
    assert parse(query).root


@pytest.mark.parametrize("query", queries_in_tables(MISTAKES))
def test_every_mistake_shown_is_one(query: str, words_library_path: Path) -> None:
    assert run(["search", "-L", str(words_library_path), query, "--mode", "words"]) == 2


def test_the_mistake_shown_is_answered_so(
    words_library_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (query, answer) = re.findall(r"^\$ lexdesk search '(.*)'\n(.*)$", QUERY_LANGUAGE, re.MULTILINE)[
        0
    ]
    assert run(["search", "-L", str(words_library_path), query]) == 2
    assert capsys.readouterr().err.strip() == answer


def test_the_reference_of_commands_is_what_the_program_says() -> None:
    written = subprocess.run(
        [sys.executable, REPOSITORY / "packaging" / "commands.py", "markdown"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert (REPOSITORY / "docs" / "commands.md").read_text() == written, "run: make commands"


def test_every_place_in_the_architecture_exists() -> None:
    named = re.findall(
        r"`([\w/]+\.py|\w+/)`", (REPOSITORY / "docs" / "architecture.md").read_text()
    )
    assert named
    folders = (
        REPOSITORY,
        REPOSITORY / "engine" / "lexdesk",
        REPOSITORY / "engine" / "lexdesk" / "extract",
    )
    derived = {"words/", "vectors/"}
    for name in named:
        assert name in derived or any((folder / name).exists() for folder in folders), name
