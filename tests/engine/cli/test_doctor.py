"""The report on installation and machine, complete or with missing parts."""

import ctypes
import json
import os
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lexdesk.cli import doctor, run


def findings(
    capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, dict[str, dict[str, str]]]:
    code = run(["doctor", "--json", *arguments])
    listed = json.loads(capsys.readouterr().out)["findings"]
    return code, {finding["about"]: finding for finding in listed}


def test_trial_search_finds_and_asks_no_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found = findings(capsys, "-L", str(tmp_path / "library"))
    assert found["trial"]["state"] == "good"
    assert "attempted 0 network connections" in found["trial"]["text"]
    assert found["file locks"]["state"] == "good"
    assert str(tmp_path) in found["disk"]["text"]
    assert list(tmp_path.iterdir()) == []  # it makes no library and leaves nothing


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no shell limits addresses")
def test_limit_on_memory_is_reported_before_it_ends_the_trial() -> None:
    begin = "import sys; from lexdesk.cli import run; sys.exit(run(['doctor', '--json']))"
    limited = ["sh", "-c", 'ulimit -v 2097152; exec "$@"', "sh", sys.executable, "-c", begin]
    done = subprocess.run(limited, capture_output=True, text=True, check=False)
    assert done.returncode >= 0, done.stderr
    found = {each["about"]: each for each in json.loads(done.stdout)["findings"]}
    assert "ulimit -v" in found["memory"]["text"]
    assert (found["memory"]["state"], found["trial"]["state"]) == ("weak", "weak")


def test_archive_holds_report_and_logs_and_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lease.txt").write_text("The peculiar tenant leaves.")
    assert run(["add", "-L", str(tmp_path / "library"), str(tmp_path / "lease.txt")]) == 0
    capsys.readouterr()
    findings(capsys, "-L", str(tmp_path / "library"), "--collect", str(tmp_path / "report.zip"))
    with zipfile.ZipFile(tmp_path / "report.zip") as packed:
        contents = {name: packed.read(name).decode() for name in packed.namelist()}
    assert "versions" in contents["report.txt"]
    assert "lexdesk.log" in contents
    assert "peculiar" not in "".join(contents.values())


@pytest.mark.skipif(sys.platform != "linux", reason="the window brings its libraries elsewhere")
def test_missing_library_is_named_with_its_package(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load = ctypes.CDLL

    def load_others(name: str | None, *arguments: object, **options: object) -> ctypes.CDLL:
        if name == "libxcb-cursor.so.0":
            raise OSError(f"{name}: cannot open shared object file")
        return load(name, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(ctypes, "CDLL", load_others)
    code, found = findings(capsys, "-L", str(tmp_path / "library"))
    assert code == 2
    assert found["window"]["state"] == "bad"
    assert "libxcb-cursor0" in found["window"]["text"]


def test_each_package_of_the_window_is_known() -> None:
    """The packages' dependencies and the libraries looked for are the same."""
    repository = Path(__file__).parents[3]
    listed = (repository / "packaging/linux/debian-packages.txt").read_text().split()
    looked_for = set(doctor.LIBRARIES_OF_WINDOW.values())
    assert looked_for == {name for name in listed if not name.startswith("fonts-")}


@pytest.mark.skipif(os.name != "posix", reason="makes sockets of this machine")
def test_attempts_at_the_network_are_counted() -> None:
    attempts = doctor.network_attempts()
    with socket.socket(socket.AF_UNIX) as local, pytest.raises(OSError):
        local.connect("/nonexistent/socket")
    assert attempts() == 0
    with socket.socket() as outside:
        outside.settimeout(0.1)
        with pytest.raises(OSError):
            outside.connect(("127.0.0.1", 1))
    assert attempts() == 1


def test_settings_for_all_users_are_listed(tmp_path: Path) -> None:
    place = tmp_path / "desktop.ini"
    assert "none for all users" in doctor.settings_for_all(place).text
    place.write_text("[defaults]\nlibraries=/srv/law, /srv/cases\n[locked]\nkeeps_searches=false\n")
    found = doctor.settings_for_all(place)
    assert (found.state, found.text) == (
        "good",
        f"{place} sets defaults: libraries; locked: keeps_searches",
    )


@pytest.mark.parametrize(
    ("written", "mistake"),
    [
        ("[locked]\nkeep_searches=false\n", "keep_searches is no name in [locked]"),
        ("[locked]\nlibraries=/srv/law\n", "libraries is no name in [locked]"),
        ("[locked]\nrerank=False\n", "rerank takes true, false"),
        ("[lock]\nrerank=false\n", "[lock] is no section"),
        ("rerank=false\n", "outside of the sections"),
    ],
)
def test_setting_that_the_window_ignores_is_reported(
    written: str, mistake: str, tmp_path: Path
) -> None:
    (tmp_path / "desktop.ini").write_text(written)
    found = doctor.settings_for_all(tmp_path / "desktop.ini")
    assert found.state == "bad"
    assert mistake in found.text
