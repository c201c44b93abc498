"""Locked files: passwords tried in the extraction worker, reported if none fits, never stored."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from email.message import EmailMessage
from pathlib import Path

import pytest
from tests import locked_files as locked
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.document.model import Document
from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.extract import WorkerPool, one_document, read
from lexdesk.extract.passwords import MAX_PASSWORDS, Passwords
from lexdesk.extract.workers.answers import Task
from lexdesk.extract.workers.worker import Request
from lexdesk.ingest import change_detection, selection

TEXT = "The tenant shall pay the rent on the first day of each month."
PASSWORD = "Grün-7 Mietvertrag"  # noqa: S105
WRONG = "Gruen-7"
LINES = {"a.txt": TEXT.encode()}
LOCKED: dict[str, Callable[[], bytes]] = {
    "40.pdf": lambda: locked.pdf(TEXT, PASSWORD, strength=40),
    "128.pdf": lambda: locked.pdf(TEXT, PASSWORD),
    "word.docx": lambda: locked.office(fixture("simple.docx"), PASSWORD),
    "table.xlsx": lambda: locked.office(fixture("two-sheets.xlsx"), PASSWORD),
    "slides.pptx": lambda: locked.office(fixture("simple.pptx"), PASSWORD),
    "old.doc": lambda: locked.word97(fixture("simple.doc"), PASSWORD),
    "aes.zip": lambda: locked.aes_zip(LINES, PASSWORD.encode()),
    "of-windows.zip": lambda: locked.aes_zip(LINES, PASSWORD.encode("cp850")),
    "crypto.zip": lambda: locked.crypto_zip(LINES, PASSWORD.encode(), {}),
    "a.7z": lambda: locked.seven_zip(LINES, PASSWORD),
    "names.7z": lambda: locked.seven_zip_with_names(LINES, PASSWORD),
}
SHOWN = {"word.docx": "favorite", "table.xlsx": "Cups", "slides.pptx": "Bullet", "old.doc": "favorite"}  # fmt: skip


def fixture(name: str) -> bytes:
    return (locked.FIXTURES / name).read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One file of each format."""
    place = tmp_path_factory.mktemp("locked")
    for name, make in LOCKED.items():
        (place / name).write_bytes(make())
    return place


def readings(paths: Iterable[Path], *passwords: str) -> dict[str, str]:
    """Return the texts of a file, or the reason of its failure, by file name."""
    found = {}
    with WorkerPool(2, passwords=passwords) as pool:
        for item in pool.read_all(paths):
            outcome = item.parsed().outcome
            if outcome is not None:
                found[item.path.name] = (
                    outcome.text if isinstance(outcome, Document) else str(outcome)
                )
    return found


def test_correct_password_among_several_opens_each_format(folder: Path) -> None:
    found = readings(sorted(folder.iterdir()), WRONG, PASSWORD)
    for name in LOCKED:
        assert SHOWN.get(name, TEXT) in found[name], name


@pytest.mark.parametrize(
    ("passwords", "expected"),
    [
        ((), "; give it with lexdesk add --passwords FILE"),
        ((WRONG,), ", and the one that was tried does not open it; check it"),
        ((WRONG, "x"), ", and none of the 2 that were tried opens it; check them"),
    ],
)
def test_failure_states_whether_password_was_tried(
    folder: Path, passwords: tuple[str, ...], expected: str
) -> None:
    found = readings(sorted(folder.iterdir()), *passwords)
    for name in LOCKED:
        assert found[name].startswith(f"{name} is protected by a password{expected}"), name
        assert "--passwords FILE" in found[name]


def test_workbook_with_default_excel_password_is_read(tmp_path: Path) -> None:
    path = tmp_path / "protected.xlsx"
    path.write_bytes(locked.office(fixture("two-sheets.xlsx"), "VelvetSweatshop"))
    assert "Cups" in read(path).text


def test_unsupported_encryption_is_rejected_permanently(tmp_path: Path) -> None:
    path = tmp_path / "old.doc"
    data = bytearray(locked.word97(fixture("simple.doc"), PASSWORD))
    at = data.index(b"\x01\0\x01\0" + bytes(range(16)))
    data[at] = 9  # a version of the encryption that there is none of
    path.write_bytes(data)
    assert "in a way that Lexdesk does not know" in readings([path], PASSWORD)["old.doc"]


def test_only_locked_archive_members_fail(tmp_path: Path) -> None:
    path = tmp_path / "some.zip"
    path.write_bytes(locked.crypto_zip({"a.txt": b"hidden " * 9}, b"pass", {"b.txt": b"open"}))
    with WorkerPool(1) as pool:
        found = {item.member: item.parsed().outcome for item in pool.read_all([path])}
    assert "a.txt is protected by a password" in str(found["a.txt"])
    assert isinstance(found["b.txt"], Document)
    with WorkerPool(1, passwords=["pass"]) as pool:
        found = {item.member: item.parsed().outcome for item in pool.read_all([path])}
    assert isinstance(found["a.txt"], Document)


def test_last_successful_password_is_tried_first() -> None:
    passwords = Passwords(["a", "b", "", "c", "b", "\ud800"])
    passwords.opened("c")
    assert list(passwords) == ["c", "a", "b"]
    assert repr(passwords) == "Passwords(3)"
    secret = ("geheim",)
    assert "geheim" not in repr((Task(Path("a"), passwords=secret), Request("a", passwords=secret)))


def test_decrypted_text_is_put_into_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a temporary file was asked for")

    for name in (
        "TemporaryFile",
        "NamedTemporaryFile",
        "mkstemp",
        "mkdtemp",
        "SpooledTemporaryFile",
    ):
        monkeypatch.setattr(tempfile, name, refuse)
    for name in ("40.pdf", "word.docx", "old.doc"):
        assert read(folder / name, passwords=[PASSWORD]).text


@pytest.mark.skipif(sys.platform != "linux", reason="what /proc tells")
def test_passwords_are_only_in_request_to_worker(folder: Path) -> None:
    with WorkerPool(1, passwords=[PASSWORD]) as pool:
        for _ in pool.read_all([folder / "40.pdf"]):
            for pid in pool.process_ids:
                for expected in ("cmdline", "environ"):
                    assert PASSWORD.encode() not in Path(f"/proc/{pid}/{expected}").read_bytes()


@pytest.mark.slow
def test_passwords_retry_failed_files_and_are_not_stored(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    first = library.sources.add([folder], vectors=False)
    assert (first.added, len(first.failed)) == (0, len(LOCKED))
    assert library.sources.add([folder], vectors=False).failed.keys() == first.failed.keys()
    wrong = library.sources.add([folder], vectors=False, passwords=[WRONG])
    assert len(wrong.failed) == len(LOCKED)
    report = library.sources.add([folder], vectors=False, passwords=[WRONG, PASSWORD])
    assert not report.failed
    assert report.added + report.replaced == len(LOCKED)
    assert not library.catalogue.failures()
    assert len(library.search("tenant rent", mode="keyword").hits) == 1  # copies folded
    again = library.sources.add([folder], vectors=False, passwords=[WRONG])
    assert (again.unchanged, again.failed) == (len(LOCKED), {})
    for password in (PASSWORD, WRONG):
        for spelt in ("utf-8", "utf-16-le", "cp850"):
            for file in filter(Path.is_file, library.path.rglob("*")):
                assert password.encode(spelt) not in file.read_bytes(), file


def test_too_many_passwords_are_rejected(library: Library, folder: Path) -> None:
    many = [str(number) for number in range(MAX_PASSWORDS + 1)]
    with raises_code(LibraryError, LibraryCode.TOO_MANY_PASSWORDS, count="101", limit="100"):
        library.sources.add([folder], passwords=many)


def mailed(*files: tuple[str, bytes]) -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "a@b.c", "The lease"
    message.set_content("What was agreed is attached.")
    for name, data in files:
        message.add_attachment(data, maintype="application", subtype="pdf", filename=name)
    return bytes(message)


@pytest.fixture
def opened(library: Library, tmp_path: Path) -> tuple[Library, Path]:
    """A library with a PDF, two archives and a mail with both, all read with a password; and their folder."""
    files = tmp_path / "files"
    files.mkdir()
    lease, bundle = locked.pdf(TEXT, PASSWORD), locked.aes_zip(LINES, PASSWORD.encode())
    (files / "lease.pdf").write_bytes(lease)
    (files / "bundle.zip").write_bytes(bundle)
    (files / "bundle.7z").write_bytes(locked.seven_zip(LINES, PASSWORD))
    (files / "offer.eml").write_bytes(mailed(("lease.pdf", lease), ("bundle.zip", bundle)))
    assert len(library.sources.add([files], vectors=False).failed) == 5
    assert not library.sources.add([files], vectors=False, passwords=[PASSWORD]).failed
    assert not library.catalogue.failures()
    return library, files


def texts(library: Library) -> set[str]:
    return {
        Path(path).relative_to(library.sources.folders()[0]).as_posix() for path in paths(library)
    }


def paths(library: Library) -> list[str]:
    with library.at_rest("test") as store:
        return store.files.paths_of_documents()


def another(suffix: str) -> bytes:
    """A locked file of the same kind with another text."""
    text = "Another text."
    lease = locked.pdf(text, PASSWORD)
    bundle = locked.aes_zip({"a.txt": text.encode()}, PASSWORD.encode())
    mail = mailed(("lease.pdf", lease), ("bundle.zip", bundle))
    packed = locked.seven_zip({"a.txt": text.encode()}, PASSWORD)
    return {".pdf": lease, ".zip": bundle, ".7z": packed, ".eml": mail}[suffix]


ALL = {
    "lease.pdf", "bundle.zip/a.txt", "bundle.7z/a.txt", "offer.eml", "offer.eml/lease.pdf",
    "offer.eml/bundle.zip/a.txt",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("by", ["a new version of the reader", "a new time", "a change"])
def test_decrypted_document_survives_update_without_password(
    opened: tuple[Library, Path], by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, files = opened
    assert texts(library) == ALL
    if by == "a new version of the reader":
        for module in (one_document, change_detection, selection):
            monkeypatch.setattr(module, "PARSER_VERSION", one_document.PARSER_VERSION + 1)
    for file in files.iterdir():
        if by == "a change":  # to other files that are locked
            file.write_bytes(another(file.suffix))
        else:
            file.touch()
    report = library.sources.follow([files], vectors=False)
    assert texts(library) == ALL  # nothing is lost
    library.admin.rebuild()
    assert texts(library) == ALL
    assert library.search("tenant", mode="keyword").hits
    message = {Path(path).relative_to(files).as_posix() for path in library.catalogue.failures()}
    if by == "a new time":  # the same content is not read again
        assert not message
        return
    failing = {
        "lease.pdf",
        "bundle.zip",
        "bundle.7z",
        "offer.eml/lease.pdf",
        "offer.eml/bundle.zip",
    }
    assert message == failing
    assert len(report.failed) == len(failing)
    assert not library.sources.add([files], vectors=False, passwords=[PASSWORD]).failed
    assert not library.catalogue.failures()
    assert texts(library) == ALL
    is_other = bool(library.search('"another text"', mode="keyword").hits)
    assert is_other == (by == "a change")


def test_watched_folder_tries_passwords_on_changes(library: Library, tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    (files / "a.pdf").write_bytes(locked.pdf(TEXT, PASSWORD))
    library.sources.add([files], vectors=False)
    (files / "b.pdf").write_bytes(locked.pdf(TEXT, PASSWORD))
    report = library.sources.follow([files], vectors=False, passwords=[PASSWORD])
    assert report.added == 1
    assert [Path(path).name for path in library.catalogue.failures()] == ["a.pdf"]
    assert not library.sources.retry_failed(vectors=False, passwords=[PASSWORD]).failed


@pytest.mark.slow
def test_watch_tries_passwords_on_failed_and_new_files(library: Library, tmp_path: Path) -> None:
    files, password_file = tmp_path / "files", tmp_path / "passwords.txt"
    files.mkdir()
    password_file.write_text(PASSWORD, encoding="utf-8")
    (files / "a.pdf").write_bytes(locked.pdf(TEXT, PASSWORD))
    library.sources.add([files], vectors=False)
    command = [sys.executable, "-m", "lexdesk", "watch", "-L", str(library.path), "--no-vectors", "--json"]  # fmt: skip
    with subprocess.Popen(
        [*command, "--passwords", str(password_file)], stdout=subprocess.PIPE, text=True
    ) as watching:
        assert watching.stdout is not None
        assert json.loads(watching.stdout.readline())["failed"]
        assert json.loads(watching.stdout.readline())["replaced"] == 1
        (tmp_path / "b.pdf").write_bytes(locked.pdf(TEXT, PASSWORD))
        (tmp_path / "b.pdf").rename(files / "b.pdf")
        assert json.loads(watching.stdout.readline())["added"] == 1
        watching.terminate()
    assert not library.catalogue.failures()


def test_password_file_option(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, password_file = str(tmp_path / "library"), tmp_path / "passwords.txt"
    password_file.write_bytes(f"\ufeff{WRONG}\r\n\r\n{PASSWORD}\r\n".encode())
    with_passwords = ["--passwords", str(password_file)]
    assert run(["add", "-L", own, "--no-vectors", str(folder / "aes.zip"), *with_passwords]) == 0
    assert "1 added" in capsys.readouterr().out
    assert run(["add", "-L", own, "--no-vectors", str(folder / "40.pdf")]) == 2
    assert "lexdesk add --passwords FILE" in capsys.readouterr().out
    assert run(["failures", "-L", own, *with_passwords]) == 2
    assert "--passwords needs --retry" in capsys.readouterr().err
    assert run(["failures", "-L", own, "--retry", *with_passwords]) == 0
    assert "could not" not in capsys.readouterr().out
    assert run(["failures", "-L", own]) == 1


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\n\r\n", "contains no password; write one per line"),
        (b"gr\xfcn\n", "are not in UTF-8; save"),
    ],
)
def test_empty_password_file_is_rejected(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, expected: str
) -> None:
    password_file = tmp_path / "passwords.txt"
    password_file.write_bytes(content)
    own = str(tmp_path / "library")
    assert run(["add", "-L", own, str(folder), "--passwords", str(password_file)]) == 2
    assert expected in capsys.readouterr().err
    assert not Path(own).exists()


@pytest.mark.parametrize("command", ["add", "watch"])
def test_password_file_among_documents_is_rejected(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, files = tmp_path / "library", tmp_path / "files"
    files.mkdir()
    password_file = files / "passwords.txt"
    password_file.write_text(PASSWORD)
    assert run([command, "-L", str(own), str(files), "--passwords", str(password_file)]) == 2
    assert "would be indexed" in capsys.readouterr().err
    assert not own.exists()


def test_hidden_password_file_among_documents_is_accepted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    password_file = tmp_path / "files" / ".passwords"
    password_file.parent.mkdir()
    password_file.write_text(PASSWORD)
    (password_file.parent / "aes.txt").write_text(TEXT)
    command = ["add", "-L", str(tmp_path / "library"), "--no-vectors", str(password_file.parent)]
    assert run([*command, "--passwords", str(password_file)]) == 0
    assert "1 added" in capsys.readouterr().out
