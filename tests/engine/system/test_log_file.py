"""The log file: its content, what never reaches it, and failures to write it."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk.cli import run
from lexdesk.extract.parsers import plain_text
from lexdesk.extract.workers import worker
from lexdesk.system.log_file import LineFormatter, describe_places, log_path, start_log
from lexdesk.system.rotating_file import RotatingFile

TEXT, QUERY, SECRET = "zugvogelklausel", "habeascorpusfrage", "opensesamepassphrase"


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The path of the log file, in a state folder of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", str(tmp_path / "state"))
    yield log_path()
    monkeypatch.undo()
    start_log()


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "lease.txt"
    path.write_text(f"The tenant accepts the {TEXT} of the landlord.\n")
    return path


@pytest.mark.slow
def test_files_codes_and_durations_are_logged_and_no_query_text_or_secret(
    tmp_path: Path, document: Path, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = ["-L", str(tmp_path / "library")]
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\n" + TEXT.encode() * 20)
    (tmp_path / "passwords").write_text(SECRET)
    arguments = [
        str(document),
        str(tmp_path / "broken.pdf"),
        "--passwords",
        str(tmp_path / "passwords"),
    ]
    assert run(["-v", "add", *library, "--no-vectors", *arguments]) == 2
    assert run(["search", "-v", *library, "--mode", "keyword", TEXT]) == 0
    assert run(["search", "-v", *library, "--mode", "keyword", QUERY]) == 1
    assert run(["search", "-v", *library, f'"{QUERY}']) == 2
    assert run(["similar", "-v", *library, QUERY]) != 0
    lines = log.read_text()
    printed = [line for line in capsys.readouterr().err.splitlines() if " lexdesk." in line]
    assert sorted(printed) == sorted(lines.splitlines())
    for logged in (
        "lease.txt",
        "broken.pdf",
        "file.pdf_damaged",
        "query.quote_unclosed",
        "add,",
        "search,",
        " s:",
    ):
        assert logged in lines
    for private in (TEXT, QUERY, SECRET):
        assert private not in lines.casefold()


def test_failed_parser_logs_its_places_and_not_its_message(
    document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError(document.read_text())

    monkeypatch.setattr(plain_text, "read", fail)
    frames = list(worker._answer(worker.Request(str(document)), lambda: None))
    (line,) = [frame.content.decode() for frame in frames if frame.kind == b"L"]
    assert line.startswith("ValueError at ")
    assert "test_log_file.py:" in line
    assert TEXT not in line


def test_exceptions_lose_their_message_and_names_their_control_characters() -> None:
    try:
        raise KeyError(TEXT)
    except KeyError as error:
        record = logging.LogRecord(
            "lexdesk.x", logging.ERROR, "", 0, "%s", ("a\n\u202eb\udce9ü",), None
        )
        record.exc_info = (KeyError, error, error.__traceback__)
        assert TEXT not in describe_places(error)
    line = LineFormatter().format(record)
    assert line.isprintable()
    assert "a \\u202eb\\udce9ü KeyError at " in line
    assert TEXT not in line


@pytest.mark.slow
def test_encrypted_library_keeps_names_out_of_the_log(
    tmp_path: Path, document: Path, log: Path
) -> None:
    pytest.importorskip("sqlcipher3")
    (tmp_path / "passphrase").write_text(SECRET)
    sealed = [
        "--passphrase-file",
        str(tmp_path / "passphrase"),
        "add",
        "-L",
        str(tmp_path / "library"),
    ]
    assert run([*sealed, "--encrypt", "--no-vectors", str(document)]) == 0
    lines = log.read_text()
    assert "a file" in lines
    assert document.name not in lines
    assert SECRET not in lines


@pytest.mark.skipif(os.name != "posix", reason="needs /dev/full")
@pytest.mark.parametrize("state", ["a file in its place", "a full disk", "no permission"])
def test_state_folder_that_takes_no_line_stops_nothing(
    words_library_path: Path, log: Path, capsys: pytest.CaptureFixture[str], state: str
) -> None:
    if state == "a file in its place":
        log.parents[1].write_text("")
    else:
        log.parent.mkdir(parents=True)
        if state == "a full disk":
            log.symlink_to("/dev/full")
        elif os.geteuid():
            log.parent.chmod(0o500)
        else:
            log.mkdir()  # nothing else keeps root from writing
    assert run(["search", "-L", str(words_library_path), "--mode", "keyword", "consent"]) == 0
    assert capsys.readouterr().err == ""


def test_file_is_readable_by_its_owner_alone(words_library_path: Path, log: Path) -> None:
    assert run(["search", "-L", str(words_library_path), "--mode", "keyword", "consent"]) == 0
    if os.name == "posix":
        assert log.stat().st_mode & 0o077 == 0
    assert log.read_text().count("lexdesk.cli: search, ") == 1


def test_file_that_another_program_holds_open_is_rotated(tmp_path: Path) -> None:
    """As ``os.open`` prevents on Windows."""
    errors: list[Exception] = []
    one, two = (RotatingFile(tmp_path / "log", 100, 9, errors.append) for _ in range(2))
    for number in range(12):
        one.append(f"one {number:02}\n".encode())
        two.append(f"two {number:02}\n".encode())
    assert errors == []
    files = [file for file in tmp_path.iterdir() if file.suffix != ".lock"]
    assert len(files) == 2
    assert sum(len(file.read_bytes().splitlines()) for file in files) == 24
    one.close()
    two.close()


def test_processes_share_a_file_that_stays_small(tmp_path: Path) -> None:
    path = tmp_path / "lexdesk.log"
    program = (
        "import sys; from pathlib import Path; from lexdesk.system.rotating_file import RotatingFile\n"
        "file = RotatingFile(Path(sys.argv[1]), 10_000, 3, print)\n"
        "for number in range(400): file.append(f'{sys.argv[2]} {number:03}\\n'.encode())"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, path, name]) for name in ("one", "two")
    ]
    assert [process.wait() for process in processes] == [0, 0]
    RotatingFile(path, 10_000, 3, print).append(b"end\n")
    files = [file for file in tmp_path.iterdir() if file.suffix != ".lock"]
    assert all(file.stat().st_size <= 10_100 for file in files)
    lines = [line for file in files for line in file.read_text().splitlines()]
    assert sorted(lines) == sorted(
        ["end", *(f"{name} {n:03}" for name in ("one", "two") for n in range(400))]
    )


@pytest.mark.slow
def test_python_programs_print_no_log_lines_unless_they_ask(tmp_path: Path, document: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\n")
    program = (
        "import sys; from lexdesk import Library\n"
        "with Library.open(sys.argv[1], create=True) as library:\n"
        "    print(len(library.sources.add(sys.argv[2:], vectors=False).failed))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "library", document, tmp_path / "broken.pdf"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("1\n", "")
