"""No byte on disk reveals the content of an encrypted library."""

import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import docx
import py7zr
import pytest
from tests.engine.storage.encryption.encrypted import (
    LEASE,
    OWN,
    PASSPHRASE,
    QUERY,
    leaks,
    use,
    words_of,
)

from lexdesk import Library
from lexdesk.system.log_file import log_path
from lexdesk.system.machine_key import find_state_path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


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
            [folder], listener=lambda news: stages.update({news.stage: leaks(library.path, OWN)})
        )
        assert library.admin.status().vectors_ready == 1
    assert stages == {"read": set(), "citations": set(), "vectors": set()}


ADD = """
import sys
from lexdesk import Library

with Library.open(sys.argv[1], create=True, passphrase=sys.argv[3]) as library:
    library.sources.add([sys.argv[2]], listener=lambda news: print(news.path, flush=True))
"""


@pytest.mark.slow
@pytest.mark.parametrize("documents", [1, 7])
def test_no_plain_text_on_disk_after_kill(tmp_path: Path, documents: int) -> None:
    """Neither in the library nor among temporary and other files."""
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
    """Nor unpacks an archive or an office file to disk; traced, since C and Rust write, too."""
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
        state = (
            str(log_path()),
            str(find_state_path() / "verified-models"),
        )  # hashes of the models
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
