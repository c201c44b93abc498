"""Damaged index files: detected before use, and rebuilt from SQLite."""

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import IndexDamaged, LibraryCode, LibraryDamaged, LibraryError, LibraryLocked
from lexdesk.index.vector import hnsw

NOBODY = 65534

PLACES = int(os.environ.get("LEXDESK_PLACES", "12"))
QUERIES = ('"withdraw consent"', "supervisory w/5 authority", "data protection officer")


def answers(library: Library) -> list[list[str | None]]:
    return [[hit.eid for hit in library.search(q, mode="keyword", top=20).hits] for q in QUERIES]


@pytest.mark.slow
def test_cut_or_flipped_index_is_rebuilt(words_library: Library, tmp_path: Path) -> None:
    expected = answers(words_library)
    words_library.close()
    chance = random.Random(20)
    names = sorted(path.name for path in (words_library.path / "words").iterdir())
    for number in range(PLACES):
        copy = tmp_path / "damaged"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(words_library.path, copy)
        file = copy / "words" / names[number % len(names)]
        data = bytearray(file.read_bytes())
        at = chance.randrange(len(data)) if data else 0
        if data and number % 3:
            data[at] ^= 1 << chance.randrange(8)
        else:
            del data[at:]
        file.write_bytes(data)
        with Library.open(copy) as library:
            assert answers(library) == expected, (file.name, at)
            assert library.admin.check() == [], (file.name, at)


def test_index_of_earlier_format_is_rebuilt_without_damage_report(words_library: Library) -> None:
    expected = answers(words_library)
    words_library.close()
    held, listed = (words_library.path / "words" / name for name in ("held.json", "meta.json"))
    held.write_text(json.dumps({**json.loads(held.read_text()), "format": 5}))
    listed.write_text(listed.read_text().replace('"kind"', '"kinds"'))  # other fields
    with (
        Library.open(words_library.path) as other,
        other.write_lock("add"),
        Library.open(words_library.path) as library,
    ):
        assert not library.admin.status().lexical_ready
        with pytest.raises(LibraryLocked):
            library.search("consent", mode="keyword")
    with Library.open(words_library.path) as library:
        assert answers(library) == expected
        assert library.admin.repairs == []
        assert library.admin.check() == []


@pytest.mark.parametrize("remaining", ["held.json", "seal.json", "meta.json", "*.term"])
def test_incomplete_index_is_rebuilt(words_library: Library, remaining: str) -> None:
    """As left by a kill during the removal of its files."""
    expected = answers(words_library)
    words_library.close()
    folder = words_library.path / "words"
    remaining_files = set(folder.glob(remaining))
    for path in set(folder.iterdir()) - remaining_files:
        path.unlink()
    with Library.open(words_library.path) as library:
        assert answers(library) == expected
        assert library.admin.check() == []


def test_missing_index_file_is_reported_and_rebuilt(words_library: Library, tmp_path: Path) -> None:
    expected = answers(words_library)
    words_library.close()
    names = {path.name for path in (words_library.path / "words").glob("*.pos")}
    for command in ("search", "check"):
        shutil.copytree(words_library.path, copy := tmp_path / command)
        (copy / "words" / max(names)).unlink()
        with Library.open(copy) as library:
            if command == "search":
                assert answers(library) == expected
            assert library.admin.check() == []
            assert "words was damaged" in library.admin.repairs[0]


@pytest.mark.parametrize(
    "name",
    [
        "words/*.idx",
        *(
            pytest.param(f"vectors/*.{suffix}", marks=pytest.mark.slow)
            for suffix in ("bin", "hnsw")
        ),
    ],
)
def test_repair_is_reported(
    full_library: Library,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    monkeypatch.setattr(hnsw, "TAIL", 50)
    full_library.admin.rebuild()
    full_library.close()
    place, index = str(full_library.path), full_library.path / Path(name).parent
    sentence = f"lexdesk: {index} was damaged; it was set aside as {index.name}.damaged"
    for command, code in ((["check"], 2), (["search", "data protection officer"], 0)):
        file = max(full_library.path.glob(name), key=lambda path: path.stat().st_size)
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
        assert run([*command, "-L", place]) == code
        printed = capsys.readouterr()
        assert printed.err.startswith(sentence)
        assert printed.err.count("\n") == 1
        assert "sound" not in printed.out
        assert run(["check", "-L", place]) == 0
        assert capsys.readouterr().err == ""


def test_leftovers_of_killed_rebuild_are_removed(words_library: Library, gdpr: Path) -> None:
    leftover = words_library.path / "words.removed"
    shutil.copytree(words_library.path / "words", leftover)
    words_library.sources.add([gdpr], vectors=False)
    assert not leftover.exists()
    words_library.admin.rebuild()
    assert not leftover.exists()
    assert words_library.admin.check() == []


def test_flipped_byte_with_same_mtime_is_found_on_opening(words_library: Library) -> None:
    file = max((words_library.path / "words").glob("*.pos"), key=lambda path: path.stat().st_size)
    status = file.stat()
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    with Library.open(words_library.path) as library:
        assert library.search("consent", mode="keyword").hits
        (repaired,) = library.admin.repairs
        assert repaired.startswith(f"{words_library.path / 'words'} was damaged")
        assert library.admin.check() == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody change a mapped file")
def test_check_reads_files_that_were_read_before(words_library: Library) -> None:
    file = max((words_library.path / "words").glob("*.pos"), key=lambda path: path.stat().st_size)
    assert words_library.search("consent", mode="keyword").hits
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    (problem,) = words_library.admin.check()
    assert problem == f"{file} has changed since it was written; run: lexdesk rebuild"


def test_folder_of_file_server_in_index_is_no_damage(words_library: Library) -> None:
    """Network storage puts folders with thumbnails beside any file."""
    (words_library.path / "words" / "@eaDir").mkdir()
    (words_library.path / "words" / "@eaDir" / "meta.json@SynoEAStream").write_bytes(b"1")
    with Library.open(words_library.path) as opened:
        assert opened.search("consent", mode="keyword").hits
        assert opened.admin.check() == []
        assert not opened.admin.repairs
    assert not list(words_library.path.glob("*.damaged*"))


def test_copied_library_is_no_damage(words_library: Library, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(words_library.path, copy, copy_function=shutil.copyfile)
    with Library.open(copy) as library:
        assert answers(library) == answers(words_library)
    assert not (copy / "words.damaged").exists()


@contextlib.contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """Run without more rights than the files of ``folder`` give their owner."""
    if os.geteuid() != 0:
        yield
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextlib.contextmanager
def unreadable(file: Path) -> Iterator[None]:
    """Make a file unreadable."""
    file.chmod(0)
    try:
        yield
    finally:
        file.chmod(0o600)


INDEX_FILES = [
    "words/*.pos",
    "words/meta.json",
    "words/seal.json",
    "vectors/*.bin",
    "vectors/*.hnsw",
]
SEARCH = """import sys
from lexdesk import Library
from lexdesk.errors import LexdeskError
with Library.open(sys.argv[1]) as library:
    try:
        library.search("who may withdraw consent", mode="hybrid")
    except (OSError, LexdeskError) as error:
        print(type(error).__name__)
"""


@pytest.fixture
def closed_library(full_library: Library, monkeypatch: pytest.MonkeyPatch) -> Library:
    """All files of an index: also a graph of the nearest vectors."""
    monkeypatch.setattr(hnsw, "TAIL", 50)
    full_library.admin.rebuild()
    full_library.close()
    return full_library


def require_untouched(library: Path, file: Path, content: bytes) -> None:
    assert not list(library.glob("*.damaged"))
    assert file.read_bytes() == content
    with Library.open(library) as opened:
        assert all(answers(opened))
        assert opened.admin.repairs == []
        assert opened.admin.check() == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs other users")
@pytest.mark.parametrize("name", INDEX_FILES)
def test_unreadable_index_is_not_rebuilt(closed_library: Library, name: str) -> None:
    with tempfile.TemporaryDirectory() as place:  # where others may look
        Path(place).chmod(0o755)
        copy = Path(place) / "library"
        shutil.copytree(closed_library.path, copy)
        file = max(copy.glob(name), key=lambda path: path.stat().st_size)
        content = file.read_bytes()
        with without_rights(copy):
            with (
                unreadable(file),
                Library.open(copy) as library,
                pytest.raises((OSError, LibraryError)) as raised,
            ):
                library.search("who may withdraw consent", mode="hybrid")
            assert not isinstance(raised.value, IndexDamaged)
            require_untouched(copy, file, content)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace, to have reads fail")
@pytest.mark.parametrize("name", INDEX_FILES)
def test_index_on_failing_disk_is_not_rebuilt(closed_library: Library, name: str) -> None:
    """Each read of the file ends with EIO."""
    library = closed_library.path
    file = max(library.glob(name), key=lambda path: path.stat().st_size)
    content = file.read_bytes()
    reads = "read,readv,pread64,preadv,mmap"
    failing = ("strace", "-f", "--seccomp-bpf", "-qq", "-o", os.devnull, "-P", str(file))
    injected = ("-e", f"trace={reads}", "-e", f"inject={reads}:error=EIO")
    ran = subprocess.run(
        [*failing, *injected, sys.executable, "-c", SEARCH, str(library)],
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    assert ran.stdout.strip() not in ("", "IndexDamaged")
    require_untouched(library, file, content)


@pytest.mark.slow
def test_all_read_operations_report_damage(words_library: Library, tmp_path: Path) -> None:
    """Also in a library kept open, as by a service."""
    words_library.close()
    shutil.copytree(words_library.path, tmp_path / "damaged")
    file = tmp_path / "damaged" / "library.sqlite"
    content = file.read_bytes()
    requests: dict[str, Callable[[Library], object]] = {
        "refused": lambda library: library.catalogue.failures(),
        "dump": lambda library: list(library.catalogue.dump()),
        "duplicates": lambda library: library.catalogue.duplicates(),
        "show": lambda library: library.law.show("32016R0679"),
        "history": lambda library: library.law.history("32016R0679"),
        "search": lambda library: library.search("consent", mode="keyword"),
        "status": lambda library: library.admin.status(),
        "references": lambda library: library.law.references("32016R0679", "art_7"),
    }
    result = set()
    pages = range(1, len(content) // 32_768)
    for name, ask in requests.items():
        for page in pages:
            damaged = bytearray(content)
            damaged[page * 32_768 : page * 32_768 + 4096] = bytes([page % 251 + 1]) * 4096
            file.write_bytes(damaged)
            with contextlib.suppress(LibraryDamaged):
                library = Library.open(tmp_path / "damaged")
                try:
                    ask(library)
                except LibraryDamaged as error:
                    assert str(file) in str(error)
                    result.add(name)
                finally:
                    library.close()
    assert result == set(requests)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere paths are Unicode in every locale")
def test_locale_without_path_characters_is_no_damage(
    words_library: Library, tmp_path: Path
) -> None:
    words_library.close()
    place = tmp_path / "Bücherei"
    shutil.copytree(words_library.path, place)
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ran = subprocess.run(
        [sys.executable, "-m", "lexdesk", "search", "-L", str(place), "consent"],
        env=os.environ | locale, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "set LANG to C.UTF-8" in ran.stderr
    assert not (place / "words.damaged").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_full_disk_is_reported_as_such(words_library_path: Path, small_disk: Path) -> None:
    """Whatever SQLite's error, such as "disk I/O error"; texts read before it are stored."""
    place = small_disk / "library"
    shutil.copytree(words_library_path, place)
    filling = small_disk / "other"
    with Library.open(place) as library:
        with contextlib.suppress(OSError), filling.open("wb", buffering=0) as file:
            while file.write(bytes(4096)):
                pass
        with raises_code(
            LibraryError,
            LibraryCode.UNUSABLE_NOW,
            remedy="its disk is full, so free some space on it",
        ):
            library.sources.mark_complete("x" * 5_000_000)
        assert library.search("consent", mode="keyword").hits
        filling.unlink()
        library.sources.mark_complete("everything")
