"""Encrypted libraries: they work as plain ones do, and no byte on disk tells what they hold."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import docx
import py7zr
import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.annotations.workbook import Workbook
from lexdesk.cli import run
from lexdesk.errors import (
    EncryptionMissing,
    LibraryCode,
    LibraryDamaged,
    LibraryError,
    NoLibrary,
    PassphraseNeeded,
    WrongPassphrase,
)
from lexdesk.library.backup import back_up_encrypted, find_damage
from lexdesk.storage import change_passphrase, encryption
from lexdesk.storage.encryption import Key, connect, is_encrypted
from lexdesk.system.lock import writer_lock
from lexdesk.system.log_file import log_path
from lexdesk.system.machine_key import state_path

sqlcipher = pytest.importorskip(
    "sqlcipher3.dbapi2", reason="needs SQLCipher: pip install './engine[encryption]'"
)

PASSPHRASE = "it's a long wördy secret"  # noqa: S105
NEW, OTHER = "a new one", "another one"
QUERY, NOTE = "marmalade orangery", "ask Featherstonehaugh about Michaelmas"
LEASE = """Lease of the Orangery

1. The tenant shall repaint the orangery at Kirkcudbright before Michaelmas.
2. The landlord may enter the vinery upon fourteen days' notice in writing.
3. Marmalade made on the premises belongs to the freeholder.
"""
TOLD = {"purpose"}
"""A word of the law that ``writer.json`` uses too, of itself."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return _folder_in(tmp_path)


def _folder_in(place: Path) -> Path:
    folder = place / "documents"
    folder.mkdir()
    (folder / "lease-of-strawberryhill.txt").write_text(LEASE)
    return folder


@pytest.fixture(scope="module")
def _encrypted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("encrypted")
    with Library.open(place / "library", create=True, passphrase=PASSPHRASE) as library:
        library.sources.add([_folder_in(place)])
        use(library)
        return library.path


@pytest.fixture
def library(tmp_path: Path, _encrypted: Path) -> Iterator[Library]:
    """An encrypted library of one lease, with a note and a search, in a copy to be changed."""
    shutil.copytree(_encrypted, tmp_path / "library")
    with Library.open(tmp_path / "library", passphrase=PASSPHRASE) as library:
        yield library


@pytest.fixture
def plain_library(full_library: Library) -> Library:
    """A plain library of the GDPR with vectors, a note and a search, on disk and not open."""
    use(full_library, found_by="withdraw consent")
    full_library.close()
    return full_library


def use(library: Library, found_by: str = QUERY) -> None:
    hits = library.search(found_by).hits
    with library.workbook() as book:
        book.remember(QUERY)
        book.put(hits[0], "note", NOTE)
        book.save("Cholmondeley", QUERY, "hybrid", hits)


def words_of(*texts: str) -> set[str]:
    found = {word for text in texts for word in re.findall(r"[a-z0-9]{7,}", text.lower())}
    assert found
    return found - TOLD


OWN = words_of(LEASE, NOTE, QUERY, "Cholmondeley", "lease-of-strawberryhill", "documents")


def readable(data: bytes) -> Iterator[str]:
    """All that could be read as seven or more letters and digits, in UTF-8 and both orders of UTF-16."""
    for pattern, encoding in (
        (rb"[A-Za-z0-9]{7,}", "ascii"),
        (rb"(?:[A-Za-z0-9]\x00){7,}", "utf-16-le"),
        (rb"(?:\x00[A-Za-z0-9]){7,}", "utf-16-be"),
    ):
        yield from (match.decode(encoding).lower() for match in re.findall(pattern, data))


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def leaks(folder: Path, words: set[str]) -> set[str]:
    """Those of ``words`` that stand in a file below ``folder``, or in a name."""
    found: set[str] = set()
    for path in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # SQLite's own come and go
            data = path.read_bytes() if path.is_file() else b""
            seen = " ".join([*readable(data), *readable(path.name.encode())])
            found.update(word for word in words if word in seen)
    return found


# Nothing readable on disk.


def test_plain_library_contains_searched_words(tmp_path: Path, folder: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([folder])
        use(library)
        assert leaks(library.path, OWN) == OWN
    for encoding in ("utf-16-le", "utf-16-be"):
        (tmp_path / "wide").mkdir(exist_ok=True)
        (tmp_path / "wide" / "a").write_bytes(b"\x80" + LEASE.encode(encoding))
        assert leaks(tmp_path / "wide", {"michaelmas"})


@pytest.mark.slow
def test_no_plain_text_on_disk_during_and_after_use(
    tmp_path: Path, folder: Path, gdpr: Path
) -> None:
    text = " ".join(path.read_text() for path in gdpr.glob("*.xml"))
    words = OWN | words_of(re.sub(r"<[^>]*>", " ", text))
    place = tmp_path / "library"
    seen_wal = set()
    with Library.open(place, create=True, passphrase=PASSPHRASE) as library:
        library.sources.add([gdpr], vectors=False, listener=lambda _: seen_wal.update(names(place)))
        assert leaks(place, words) == set()
        library.sources.add([folder], vectors=False)
        library.search(QUERY, mode="keyword")
        use(library)
        assert leaks(place, words) == set()
        with library.workbook() as book:
            book.forget_earlier()  # vacuums
        library.admin.rebuild()
        assert library.admin.check() == []
        assert leaks(place, words) == set()
    assert {"library.sqlite", "library.sqlite-wal"} <= seen_wal
    assert leaks(place, words) == set()
    assert not [path for path in place.iterdir() if path.is_dir()], "no index on disk"


@pytest.mark.slow
def test_no_plain_text_on_disk_during_encoding(tmp_path: Path, folder: Path) -> None:
    stages = {}
    with Library.open(tmp_path / "library", create=True, passphrase=PASSPHRASE) as library:
        library.sources.add(
            [folder],
            listener=lambda news: stages.update({news.stage: leaks(library.path, OWN)}),
        )
        assert library.admin.status().vectors_ready == 1
    assert stages == {"read": set(), "vectors": set()}


ADD = """
import sys
from lexdesk import Library

with Library.open(sys.argv[1], create=True, passphrase=sys.argv[3]) as library:
    library.sources.add([sys.argv[2]], listener=lambda news: print(news.path, flush=True))
"""


@pytest.mark.slow
@pytest.mark.parametrize("documents", [1, 7])
def test_no_plain_text_on_disk_after_kill(tmp_path: Path, documents: int) -> None:
    """Neither in the library nor where programs put temporary and other files."""
    folder, place, elsewhere = tmp_path / "in", tmp_path / "library", tmp_path / "elsewhere"
    for item in (folder, elsewhere):
        item.mkdir()
    for number in range(10):
        (folder / f"strawberryhill-{number}.txt").write_text(f"Number {number}. {LEASE * 5}")
    variables = ("TMPDIR", "SQLITE_TMPDIR", "HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")
    adding = subprocess.Popen(
        [sys.executable, "-c", ADD, str(place), str(folder), PASSPHRASE],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **dict.fromkeys(variables, str(elsewhere))},
    )
    assert adding.stdout
    with adding:
        acknowledged = [adding.stdout.readline().strip() for _ in range(documents)]
        adding.send_signal(signal.SIGKILL)
    assert leaks(place, OWN) == set()
    assert leaks(elsewhere, OWN) == set()
    with Library.open(place, passphrase=PASSPHRASE) as library:
        assert set(acknowledged) <= set(library.store.files.records())
        library.sources.add([folder])
        assert library.admin.status().files == 10
        assert library.admin.check() == []


_OPENED = re.compile(r"open(?:at)?\(.*?\"(.*?)\", .*O_(?:WRONLY|RDWR|CREAT)")
_WRITTEN = re.compile(r"p?writev?(?:64)?2?\(\d+<(/[^>]*)>.*?, (.*)")


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("strace") is None, reason="needs strace, which this machine does not have"
)
def test_no_process_writes_outside_library(tmp_path: Path, folder: Path, gdpr: Path) -> None:
    """Nor unpacks an archive or an office file to disk; traced, since C and Rust write, too.

    Temporary files hold no text: py3langid unpacks its own model there.
    """
    shutil.copy(next(gdpr.glob("*.xml")), folder)
    docx.Document().save(str(folder / "empty.docx"))
    with zipfile.ZipFile(folder / "letters.zip", "w") as archive:
        archive.writestr("a/b.txt", LEASE)
        archive.write(folder / "empty.docx", "c.docx")
    with py7zr.SevenZipFile(folder / "letters.7z", "w") as archive7:
        archive7.writestr(LEASE, "d.txt")
    (folder / "mail.eml").write_text(f"Subject: the orangery\nFrom: a@b.example\n\n{LEASE}")
    passphrase, trace, place = tmp_path / "passphrase", tmp_path / "trace", tmp_path / "library"
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    passphrase.write_text(PASSPHRASE)
    calls = "trace=open,openat,write,pwrite64,writev,pwritev,pwritev2"
    traced = ["strace", "-f", "-qq", "-y", "-s", "1000000", "-e", calls, "-o", str(trace)]
    command = [sys.executable, "-m", "lexdesk", "--passphrase-file", str(passphrase)]
    for arguments in (["add", "--encrypt", "-L", place, folder], ["search", "-L", place, QUERY]):
        subprocess.run(
            [*traced, *command, *map(str, arguments)],
            check=True,
            capture_output=True,
            env={**os.environ, "TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"},
        )
        result = trace.read_text("latin-1")
        opened = set(_OPENED.findall(result))
        assert any(path.startswith(str(place)) for path in opened), "the store was written"
        state = (str(log_path()), str(state_path() / "verified-models"))  # hashes of the models
        system = ("/dev/null", "/dev/tty", "/dev/shm/sem.", "/proc/")  # noqa: S108
        own = (str(place), str(temporary), *state, *system)
        assert {path for path in opened if not path.startswith(own)} == set()
        written = [
            (path, text.lower().replace("\\0", "")) for path, text in _WRITTEN.findall(result)
        ]
        assert any(path.startswith(str(place)) for path, _ in written)
        assert {path for path, text in written if any(word in text for word in OWN)} == set()
        assert list(temporary.iterdir()) == []
    assert leaks(place, OWN) == set()


def test_new_library_is_never_partly_encrypted(tmp_path: Path) -> None:
    """Whoever finds a store without contents finds it encrypted, so that no one goes on in plain."""
    script = (
        "import os, sys; import lexdesk.storage.opening as opening\n"
        "opening.replace_durably = lambda *_: os._exit(9)  # the last moment before it is there\n"
        "opening.open_store(opening.Path(sys.argv[1]), create=True, passphrase='secret')"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "library")]
    killed = subprocess.run(command, check=False)
    assert killed.returncode == 9
    assert list((tmp_path / "library").iterdir()) == []
    with Library.open(tmp_path / "library", create=True, passphrase=PASSPHRASE) as library:
        assert is_encrypted(library.path)


# All that a plain library does.


def test_encrypted_library_reopens(library: Library) -> None:
    before, status = library.search(QUERY), library.admin.status()
    assert (status.lexical_ready, status.vectors_ready) == (True, 1.0)
    assert library.admin.check() == []
    library.close()
    with Library.open(library.path, passphrase=PASSPHRASE) as again:
        assert again.is_encrypted
        assert again.search(QUERY).hits == before.hits
        assert again.search(QUERY, mode="semantic").hits
        with again.workbook() as book:
            assert book.earlier() == [QUERY]
            assert [mark.value for mark in book.marks()] == [NOTE]


@pytest.mark.slow
def test_reader_sees_external_additions(library: Library, folder: Path) -> None:
    (folder / "b.txt").write_text("The ferryman keeps the ferry at Ullapool.")
    with Library.open(library.path, passphrase=PASSPHRASE) as writer:
        writer.sources.add([folder])
    assert library.search("ferryman", mode="keyword").hits
    (folder / "b.txt").unlink()
    with Library.open(library.path, passphrase=PASSPHRASE) as writer:
        writer.sources.add([folder], prune=True)
    assert not library.search("ferryman", mode="keyword").hits
    assert library.admin.check() == []


def test_encrypted_and_plain_library_return_same_hits(
    plain_library: Library, tmp_path: Path
) -> None:
    back_up_encrypted(plain_library.path, tmp_path / "copy", PASSPHRASE)
    queries = ["withdraw consent", '"legitimate interests" AND child', "records w/5 stolen", "6(1)"]
    with (
        Library.open(plain_library.path) as plain,
        Library.open(tmp_path / "copy", passphrase=PASSPHRASE) as encrypted,
    ):
        for query in queries:
            assert encrypted.search(query).hits == plain.search(query).hits, query
        assert list(encrypted.catalogue.dump()) == list(plain.catalogue.dump())


def test_sqlcipher_opens_library_by_passphrase(library: Library) -> None:
    with contextlib.closing(sqlcipher.connect(library.path / "library.sqlite")) as connection:
        quoted = PASSPHRASE.replace("'", "''")
        connection.execute(f"PRAGMA key = '{quoted}'")
        assert connection.execute("SELECT count(*) FROM expression").fetchone() == (1,)
        assert connection.execute("PRAGMA cipher_integrity_check").fetchall() == []


# Backups and conversion.


def test_backup_is_encrypted_by_same_passphrase(library: Library, tmp_path: Path) -> None:
    library.admin.back_up(tmp_path / "copy")
    assert find_damage(tmp_path / "copy") == []
    assert leaks(tmp_path / "copy", OWN) == set()
    with pytest.raises(PassphraseNeeded):
        Library.open(tmp_path / "copy")
    with Library.open(tmp_path / "copy", passphrase=PASSPHRASE) as copy:
        assert copy.search(QUERY).hits == library.search(QUERY).hits
        with copy.workbook() as book:
            assert book.earlier() == [QUERY]


def test_conversion_keeps_all_content(plain_library: Library, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in plain_library.path.rglob("*.sqlite")}
    back_up_encrypted(plain_library.path, tmp_path / "copy", PASSPHRASE)
    assert find_damage(tmp_path / "copy") == []
    assert (
        leaks(tmp_path / "copy", words_of(NOTE, QUERY, "processing personal controller")) == set()
    )
    assert {path: path.read_bytes() for path in before} == before
    with Library.open(tmp_path / "copy", passphrase=PASSPHRASE) as copy:
        key = copy.store.key
        assert copy.admin.check() == []
    for name in ("library.sqlite", "work.sqlite"):
        with (
            contextlib.closing(sqlite3.connect(plain_library.path / name)) as old,
            contextlib.closing(connect(tmp_path / "copy" / name, key)) as new,
        ):
            schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
            tables = [row[1] for row in old.execute(schema) if row[0] == "table"]
            assert new.execute(schema).fetchall() == old.execute(schema).fetchall()
            assert (
                new.execute("PRAGMA user_version").fetchone()
                == old.execute("PRAGMA user_version").fetchone()
            )
            for table in tables:
                rows = f"SELECT * FROM {table} ORDER BY 1, 2"
                assert new.execute(rows).fetchall() == old.execute(rows).fetchall(), table


def test_impossible_conversion_is_reported(library: Library, tmp_path: Path) -> None:
    with raises_code(LibraryError, LibraryCode.BACKUP_IS_ENCRYPTED):
        back_up_encrypted(library.path, tmp_path / "copy", PASSPHRASE)
    with pytest.raises(NoLibrary):
        back_up_encrypted(tmp_path / "none", tmp_path / "copy", PASSPHRASE)
    assert not (tmp_path / "copy").exists()


# Passphrases.


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


def test_plain_library_is_not_opened_as_encrypted(words_library: Library) -> None:
    with raises_code(LibraryError, LibraryCode.NOT_ENCRYPTED):
        Library.open(words_library.path, passphrase=PASSPHRASE)


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


# Damage, and what is missing.


def test_changed_byte_is_damage(library: Library) -> None:
    place = library.path
    library.close()
    data = bytearray((place / "library.sqlite").read_bytes())
    for at in range(4096 * 3 + 100, len(data), 4096):
        data[at] ^= 1
    (place / "library.sqlite").write_bytes(data)
    with (
        raises_code(LibraryDamaged, LibraryCode.DAMAGED),
        Library.open(place, passphrase=PASSPHRASE) as damaged,
    ):
        damaged.admin.check()


@pytest.mark.parametrize("bytes_changed", [16, 72])
def test_damaged_header_of_plain_library_is_damage(
    words_library: Library, bytes_changed: int
) -> None:
    words_library.close()
    path = words_library.path / "library.sqlite"
    path.write_bytes(os.urandom(bytes_changed) + path.read_bytes()[bytes_changed:])
    with pytest.raises(LibraryDamaged):
        Library.open(words_library.path)


def test_missing_sqlcipher_is_reported(
    tmp_path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.close()
    monkeypatch.setitem(sys.modules, "sqlcipher3", None)
    for place in (library.path, tmp_path / "new"):
        with raises_code(EncryptionMissing, LibraryCode.SQLCIPHER_MISSING, r"\[encryption\]"):
            Library.open(place, create=True, passphrase=PASSPHRASE)
    assert list((tmp_path / "new").iterdir()) == []


@pytest.mark.slow
def test_plain_library_needs_no_sqlcipher(words_library: Library, folder: Path) -> None:
    words_library.close()
    script = (
        "import sys; from lexdesk import Library\n"
        "with Library.open(sys.argv[1]) as library:\n"
        "    library.sources.add([sys.argv[2]], vectors=False); library.search('orangery', mode='keyword')\n"
        "    library.workbook().__exit__(None, None, None)\n"
        "sys.exit('sqlcipher3' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script, str(words_library.path), str(folder)], check=True)
    assert (words_library.path / "words" / "held.json").exists()


# The command line.


@pytest.fixture
def passphrase_file(tmp_path: Path) -> Path:
    path = tmp_path / "passphrase"
    path.write_text(f"{PASSPHRASE}\n")
    return path


@pytest.mark.slow
def test_command_line_of_encryption(
    tmp_path: Path,
    folder: Path,
    passphrase_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    place, copy = str(tmp_path / "library"), str(tmp_path / "copy")
    named = ["--passphrase-file", str(passphrase_file)]
    assert run([*named, "add", "-L", place, "--encrypt", "--no-vectors", str(folder)]) == 0
    assert is_encrypted(tmp_path / "library")
    capsys.readouterr()

    assert run(["search", "-L", place, "orangery", "--mode", "keyword"]) == 2
    assert "there is no terminal" in capsys.readouterr().err
    monkeypatch.setenv("LEXDESK_PASSPHRASE_FILE", str(passphrase_file))
    assert run(["search", "-L", place, "orangery", "--mode", "keyword", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hits"]
    assert run(["backup", "-L", place, copy]) == 0
    assert leaks(tmp_path / "copy", OWN) == set()

    passphrase_file.write_text(f"{PASSPHRASE}\n", encoding="utf-8-sig")  # as Notepad may write it
    assert run(["search", "-L", place, "orangery", "--mode", "keyword"]) == 0
    passphrase_file.write_text(f"{PASSPHRASE} im Gewächshaus\n", encoding="latin-1")
    assert run(["search", "-L", place, "orangery", "--mode", "keyword"]) == 2
    assert f"the passphrase in {passphrase_file} is not in UTF-8" in capsys.readouterr().err
    passphrase_file.write_text(f"{PASSPHRASE}\n")

    (tmp_path / "new").write_text("quite another")
    assert run(["passphrase", "-L", place]) == 2
    assert run(["passphrase", "-L", place, "--new-file", str(tmp_path / "new")]) == 0
    assert run(["search", "-L", place, "orangery", "--mode", "keyword"]) == 2
    captured = capsys.readouterr()
    assert "the passphrase does not open" in captured.err
    assert PASSPHRASE not in captured.err + captured.out


def test_plain_library_is_copied_by_command(
    words_library: Library,
    tmp_path: Path,
    passphrase_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words_library.close()
    place, copy = str(words_library.path), str(tmp_path / "copy")
    monkeypatch.setenv("LEXDESK_PASSPHRASE_FILE", str(passphrase_file))
    assert run(["add", "-L", place, "--encrypt", str(tmp_path)]) == 2
    assert f"lexdesk backup -L {place} --encrypt FOLDER" in capsys.readouterr().err
    assert run(["backup", "-L", place, "--encrypt", copy]) == 0
    assert "Destroy it yourself; on an SSD" in capsys.readouterr().out
    assert run(["search", "-L", copy, "withdraw consent", "--mode", "keyword"]) == 0
    assert run(["search", "-L", place, "withdraw consent", "--mode", "keyword"]) == 0


@pytest.mark.slow
def test_passphrase_prompt_hides_input(tmp_path: Path, folder: Path) -> None:
    """Twice for a new one; what is typed is not shown."""
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
    """Run a command at a terminal, and answer what it asks; its exit code."""
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
