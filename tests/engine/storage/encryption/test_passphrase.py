"""The passphrase of an encrypted library: checked, prompted for, changed."""

import contextlib
import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.codes import raises_code
from tests.engine.storage.encryption.encrypted import OWN, PASSPHRASE, QUERY, leaks

from lexdesk import Library
from lexdesk.annotations.workbook import Workbook
from lexdesk.errors import LibraryCode, LibraryError, PassphraseNeeded, WrongPassphrase
from lexdesk.storage import change_passphrase, encryption
from lexdesk.storage.encryption import Key
from lexdesk.system.lock import writer_lock

NEW, OTHER = "a new one", "another one"


def test_other_passphrase_is_rejected(library: Library, capfd: pytest.CaptureFixture[str]) -> None:
    place = library.path
    library.close()
    with raises_code(WrongPassphrase, LibraryCode.PASSPHRASE_WRONG):
        Library.open(place, passphrase=OTHER)
    with raises_code(PassphraseNeeded, LibraryCode.PASSPHRASE_NEEDED):
        Library.open(place)
    with raises_code(PassphraseNeeded, LibraryCode.PASSPHRASE_EMPTY):
        Library.open(place, passphrase="")
    with raises_code(PassphraseNeeded, LibraryCode.NOTES_ENCRYPTED):
        Workbook(place)
    with raises_code(WrongPassphrase, LibraryCode.PASSPHRASE_WRONG, r"work\.sqlite"):
        Workbook(place, Key.new(OTHER))
    assert capfd.readouterr().err == "", "SQLCipher's own log is silent"


def test_passphrase_is_normalised() -> None:
    salt = bytes(16)
    assert Key.of("w\u00f6rdy", salt) == Key.of("wo\u0308rdy", salt)
    assert "wördy" not in repr(Key.of("wördy", salt))


def test_passphrase_change(library: Library) -> None:
    place = library.path
    library.close()
    before = (place / "library.sqlite").read_bytes()
    with pytest.raises(WrongPassphrase):
        change_passphrase(place, OTHER, NEW)
    assert (place / "library.sqlite").read_bytes() == before
    change_passphrase(place, PASSPHRASE, NEW)
    with pytest.raises(WrongPassphrase):
        Library.open(place, passphrase=PASSPHRASE)
    with Library.open(place, passphrase=NEW) as again:
        assert again.admin.check() == []
        with again.workbook() as book:
            assert book.earlier() == [QUERY]
    assert leaks(place, OWN) == set()


def test_passphrase_change_requires_closed_library(library: Library) -> None:
    with raises_code(LibraryError, LibraryCode.PASSPHRASE_UNCHANGED):
        change_passphrase(library.path, PASSPHRASE, NEW)
    with library.workbook() as book:
        assert book.earlier() == [QUERY]
    library.close()
    with Library.open(library.path, passphrase=PASSPHRASE) as again, again.workbook() as book:
        assert book.earlier() == [QUERY]


@pytest.mark.slow
def test_passphrase_change_includes_notes_begun_before_its_lock(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.close()
    for path in library.path.glob("work.sqlite*"):
        path.unlink()
    lock = writer_lock

    @contextlib.contextmanager
    def late(folder: Path, purpose: str) -> Iterator[str]:
        with Library.open(folder, passphrase=PASSPHRASE) as other, other.workbook() as book:
            book.remember(QUERY)
        with lock(folder, purpose) as notice:
            yield notice

    monkeypatch.setattr(encryption, "writer_lock", late)
    change_passphrase(library.path, PASSPHRASE, NEW)
    with Library.open(library.path, passphrase=NEW) as again, again.workbook() as book:
        assert book.earlier() == [QUERY]


@pytest.mark.slow
def test_interrupted_passphrase_change_is_completed(library: Library) -> None:
    store = library.path / "library.sqlite"
    library.close()
    before = store.read_bytes()
    change_passphrase(library.path, PASSPHRASE, NEW)
    store.write_bytes(before)  # as if the crash had come before this file
    with Library.open(library.path, passphrase=PASSPHRASE) as half:
        assert half.search(QUERY, mode="keyword").hits
    change_passphrase(library.path, PASSPHRASE, NEW)
    with Library.open(library.path, passphrase=NEW) as again, again.workbook() as book:
        assert book.earlier() == [QUERY]


CHANGE = """
import sys
from pathlib import Path
from lexdesk.storage import change_passphrase

print(flush=True)
change_passphrase(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
"""


@pytest.mark.slow
def test_killed_passphrase_change_is_completed(library: Library) -> None:
    """At five moments of it, in a library of some size; one of the two always opens it."""
    library.store.set_setting("ballast", "-" * 30_000_000)
    library.close()

    def change(old: str, new: str, seconds: float | None) -> float:
        command = [sys.executable, "-c", CHANGE, str(library.path), old, new]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as changing:
            assert changing.stdout
            changing.stdout.readline()
            started = time.perf_counter()
            with contextlib.suppress(subprocess.TimeoutExpired):
                changing.wait(seconds)
            changing.kill()
        return time.perf_counter() - started

    takes = change(PASSPHRASE, NEW, None)
    old, new = NEW, PASSPHRASE
    for moment in range(5):
        change(old, new, takes * (moment + 1) / 5)
        with contextlib.suppress(WrongPassphrase):
            Library.open(library.path, passphrase=old).close()
        change_passphrase(library.path, old, new)
        with Library.open(library.path, passphrase=new) as again, again.workbook() as book:
            assert book.earlier() == [QUERY]
            assert again.admin.check() == []
        old, new = new, old


@pytest.mark.slow
def test_passphrase_prompt_hides_input(tmp_path: Path, folder: Path) -> None:
    """Twice for a new one, without an echo."""
    command = [
        sys.executable,
        "-m",
        "lexdesk",
        "add",
        "-L",
        str(tmp_path / "library"),
        "--encrypt",
        "--no-vectors",
    ]
    assert run_at_terminal([*command, str(folder)], ["first try", "second try", NEW, NEW]) == 0
    with Library.open(tmp_path / "library", passphrase=NEW) as library:
        assert library.admin.status().files == 1


def run_at_terminal(command: list[str], answers: list[str]) -> int:
    """Run a command at a terminal and answer its prompts; return its exit code."""
    pty = pytest.importorskip("pty", reason="Windows has no such terminals")
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    shown, answered = b"", 0
    watchdog = threading.Timer(120, program.kill)
    watchdog.start()
    while True:
        try:
            shown += os.read(ours, 1000)
        except OSError as error:  # how Linux says that the other end is closed
            assert error.errno == errno.EIO
            break
        if answers and len(shown) > answered and shown.endswith(b": "):  # what it asks ends so
            answered = len(shown)
            os.write(ours, f"{answers[0]}\n".encode())
            assert answers.pop(0).encode() not in shown
    watchdog.cancel()
    os.close(ours)
    return program.wait()
