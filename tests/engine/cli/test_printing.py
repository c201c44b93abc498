"""Printed text does not control the terminal, whatever the names of files."""

from __future__ import annotations

import datetime
import json
import re
import sys
from pathlib import Path

import click
import pytest

import lexdesk.cli
from lexdesk import Library
from lexdesk.cli import run
from lexdesk.cli.printing import echo, has_colours
from lexdesk.cli.search import print_hit

Captured = pytest.CaptureFixture[str]

NAME = "lease\x1b]0;pwned\x07\x1b[2J\u202etxt\x9b31m\nlexdesk: 9 removed\x7f.txt"
STEERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;title\x07", r"\u001b]0;title\u0007"),
        ("\x1b[1mbold\x1b[0m \x1b[8mhidden", "\x1b[1mbold\x1b[0m \\u001b[8mhidden"),
        ("gpj\u202eexe", r"gpj\u202eexe"),
        ("over\rwritten", r"over\u000dwritten"),
        ("\none\nline\n", "\none line\n"),
        ("§ 823\tBGB – été", "§ 823\tBGB – été"),
    ],
)
def test_terminal_control_characters_are_escaped(
    text: str, shown: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)  # else click takes styles away
    echo(text, nl=False)
    assert capsys.readouterr().out == shown


def test_line_breaks_are_preserved(capsys: Captured) -> None:
    echo("recital,article\r\n42,7\r\n\x85", lines=True, nl=False)
    assert capsys.readouterr().out == "recital,article\r\n42,7\r\n\\u0085"


@pytest.mark.parametrize(("set_to", "expected"), [("1", "bold"), ("", "\x1b[1mbold\x1b[0m")])
def test_no_color_disables_colours(
    set_to: str, expected: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", set_to)
    echo(click.style("bold", bold=True), nl=False)
    assert capsys.readouterr().out == expected
    assert has_colours() == (not set_to)


@pytest.mark.parametrize("columns", [1, 4, 5, 80])
def test_lines_of_recitals_fit(
    columns: int, words_library: Library, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    words_library.law.recitals.propose("32016R0679")
    assert run(["recitals", "GDPR", "art_17", "-L", str(words_library.path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    texts = [line for line in lines if line.startswith("    ")]
    assert texts
    assert max(map(len, texts)) <= max(columns, 14)


@pytest.mark.parametrize("is_terminal", [True, False])
def test_text_as_of_day_is_marked_by_style_only(
    is_terminal: bool, words_library: Library, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    hits = words_library.search(
        "withdraw consent", mode="keyword", as_of=datetime.date(2018, 3, 1)
    ).hits
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    print_hit(hits[0])
    output = capsys.readouterr().out
    assert (
        "in force since 24 May 2016 (no repeal in the library), applies from 25 May 2018" in output
    )
    assert r"\u001b" not in output
    assert ("\x1b[31m" in output) == is_terminal


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
def test_control_characters_in_file_names_are_escaped_by_all_commands(
    tmp_path: Path, capsys: Captured
) -> None:
    place = ["-L", str(tmp_path / "library")]
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / NAME).write_text("The tenant shall repaint the orangery.")
    (folder / f"copy of {NAME}").write_text("The tenant shall repaint the orangery.")
    (folder / f"broken {NAME}.pdf").write_bytes(b"%PDF-1.4 not really")
    for command in (
        ["add", *place, str(folder), "--dry-run"],
        ["add", *place, str(folder), "--no-vectors"],
        ["search", *place, "orangery", "--mode", "keyword"],
        ["show", *place, str(folder / NAME)],
        ["status", *place],
        ["failures", *place],
        ["duplicates", *place],
        ["remove", *place, str(folder / "none" / NAME)],
        ["add", *place, str(folder / "none" / NAME)],
    ):
        run(command)
        captured = capsys.readouterr()
        assert "pwned" in captured.out + captured.err, command
        assert not STEERS.search(captured.out + captured.err), command
        assert "\nlexdesk: 9" not in captured.out + captured.err, command
    assert run(["failures", *place, "--json"]) == 0
    captured = capsys.readouterr()
    assert list(json.loads(captured.out)) == [str(folder / f"broken {NAME}.pdf")]
    assert not STEERS.search(captured.out)


def test_all_commands_print_through_echo() -> None:
    folder = Path(lexdesk.cli.__file__).parent
    print_themselves = {
        path.name
        for path in folder.glob("*.py")
        if re.search(r"\bclick\.(?:s?echo|echo_via_pager)\(|(?<![\w.])print\(", path.read_text())
    }
    assert print_themselves == {"printing.py"}
