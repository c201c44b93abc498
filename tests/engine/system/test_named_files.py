"""Files that a person names in an option: of a bounded size, also devices without an end."""

import os
import sys
from pathlib import Path

import pytest

from lexdesk.cli import run
from lexdesk.errors import UnsafeFile
from lexdesk.system.regular_files import read_named


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such device")
@pytest.mark.parametrize(
    "arguments",
    [
        ("serve", "--settings", "/dev/zero"),
        ("add", "--passwords", "/dev/zero", "."),
        ("--passphrase-file", "/dev/zero", "add", "--encrypt", "."),
    ],
)
def test_endless_file_in_option_ends(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEXDESK_LIBRARY", str(tmp_path / "library"))
    assert run(list(arguments)) in (0, 1, 2)


@pytest.mark.parametrize("text", ["a = " + "[" * 5_000, "port = " + "9" * 5_000])
def test_settings_that_no_parser_takes_are_reported(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "service.toml").write_text(text)
    assert run(["serve", "--settings", str(tmp_path / "service.toml")]) == 2
    assert "bug" not in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("command", ["export parquet ", "publish lance://"])
def test_target_that_no_table_can_open_is_rejected(
    command: str, words_library_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = f"{tmp_path}/{os.fsdecode(bytes([255]))}"
    *options, place = command.split(" ")
    assert run([*options, place + target, "-L", str(words_library_path)]) == 2
    assert "set LANG to" in capsys.readouterr().err


def test_named_file_has_limit(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_named(tmp_path / "file", 5) == b"12345"
    with pytest.raises(UnsafeFile):
        read_named(tmp_path / "file", 4)
