"""Encrypted libraries work as plain ones do."""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.codes import raises_code
from tests.engine.storage.encryption.encrypted import (
    NOTE,
    OWN,
    PASSPHRASE,
    QUERY,
    leaks,
    use,
    words_of,
)

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import (
    EncryptionMissing,
    LibraryCode,
    LibraryDamaged,
    LibraryError,
    NoLibrary,
    PassphraseNeeded,
)
from lexdesk.library.backup import back_up_encrypted, find_damage
from lexdesk.storage.encryption import connect, is_encrypted

sqlcipher = pytest.importorskip(
    "sqlcipher3.dbapi2", reason="needs SQLCipher: pip install './engine[encryption]'"
)


@pytest.fixture
def plain_library(full_library: Library) -> Library:
    """A plain library of the GDPR with vectors, a note and a search, on disk and not open."""
    use(full_library, found_by="withdraw consent")
    full_library.close()
    return full_library


def test_new_library_is_never_partly_encrypted(tmp_path: Path) -> None:
    """An empty store is already encrypted, so that no program continues in plain."""
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


def test_plain_library_is_not_opened_as_encrypted(words_library: Library) -> None:
    with raises_code(LibraryError, LibraryCode.NOT_ENCRYPTED):
        Library.open(words_library.path, passphrase=PASSPHRASE)


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


@pytest.fixture
def passphrase_file(tmp_path: Path) -> Path:
    path = tmp_path / "passphrase"
    path.write_text(f"{PASSPHRASE}\n", encoding="utf-8")
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
