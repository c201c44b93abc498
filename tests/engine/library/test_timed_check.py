"""A check within a time limit continues after the part checked last."""

import json
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.library.admin import check_for
from lexdesk.system.library_files import CHECKED


def sound() -> list[str]:
    return []


def test_next_check_begins_with_part_checked_longest_ago(tmp_path: Path) -> None:
    parts = dict.fromkeys(("a", "b", "c"), sound)
    for expected in (("a",), ("b",), ("c",), ("a",)):
        done = check_for(0, tmp_path, parts)
        assert (done.checked, len(done.left), done.problems) == (expected, 2, ())
    assert check_for(60, tmp_path, parts).checked == ("b", "c", "a")


def test_damaged_part_is_first_the_next_time(tmp_path: Path) -> None:
    parts = {"a": sound, "b": lambda: ["b is damaged"], "c": sound}
    for expected in (("a", "b"), ("b",)):
        done = check_for(60, tmp_path, parts)
        assert (done.checked, done.problems) == (expected, ("b is damaged",))


@pytest.mark.parametrize("content", ["", "[]", '{"a": "x"}', '{"a": 1e300}', "[" * 100_000])
def test_unreadable_memory_is_ignored(content: str, tmp_path: Path) -> None:
    (tmp_path / CHECKED).write_text(content)
    assert check_for(0, tmp_path, {"a": sound, "b": sound}).checked == ("a",)


def test_command_line(words_library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    place = ["-L", str(words_library.path)]
    assert run(["check", *place, "--for", "10m", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["ok"], report["problems"], report["left"]) == (True, [], [])
    assert report["checked"] == ["library.sqlite", "work.sqlite", "words", "vectors"]
    assert run(["check", *place, "--for", "0s"]) == 0
    assert capsys.readouterr().out.startswith("checked: library.sqlite; left: work.sqlite")
    for wrong in ("10", "m", "-1m", "\u0661m", "1d"):
        assert run(["check", *place, "--for", wrong]) == 2
