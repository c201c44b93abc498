"""Folders: what counts in them, what changed since, and files that got another name."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore import GitIgnorePatternError
from tests.codes import raises_code
from watchdog.events import FileModifiedEvent

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.extract.workers.pool import Reading, WorkerPool
from lexdesk.ingest import Progress
from lexdesk.ingest.difference import difference, left_behind
from lexdesk.ingest.scan.drives import file_system, is_on_network
from lexdesk.ingest.scan.patterns import PatternError, Patterns
from lexdesk.ingest.scan.scan import find_files
from lexdesk.ingest.scan.watch import Watch, _Handler
from lexdesk.ingest.selection import Selection
from lexdesk.storage.schema import FileRecord
from lexdesk.system.paths import path_on_disk, stored_path

NOBODY = 65_534  # the account that owns nothing
LONG_AGO = 1_500_000_000  # seconds since 1970: a time that tells whether a file changed
_HEEDING_CTRL_C = """import signal
from lexdesk.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
main()"""
Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def _place(tmp_path_factory: pytest.TempPathFactory, words_library_path: Path) -> Path:
    """Articles of the GDPR as text files, in two folders; a library of them; and a copy of both."""
    place = tmp_path_factory.mktemp("folders")
    with Library.open(words_library_path) as gdpr:
        for eid, name in (
            ("art_6", "lawful/basis"),
            ("art_7", "lawful/consent"),
            ("art_17", "erasure"),
        ):
            shown = gdpr.law.show("32016R0679", eid)
            assert shown is not None
            write(place / "now" / "files" / f"{name}.txt", shown.text)
    with Library.open(place / "now" / "own", create=True) as library:
        library.sources.add([place / "now" / "files"], vectors=False)
    shutil.copytree(place / "now", place / "kept")
    return place


@pytest.fixture
def folder(_place: Path) -> Path:
    """The files, as they were: a library knows them by their place and their time."""
    shutil.rmtree(_place / "now")
    shutil.copytree(_place / "kept", _place / "now")
    return _place / "now" / "files"


@pytest.fixture
def library(folder: Path) -> Iterator[Library]:
    with Library.open(folder.parent / "own") as library:
        yield library


def write(path: Path, text: str, when: int = LONG_AGO) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (when, when))


def names(folder: Path) -> set[str]:
    found = find_files([folder], folder / "library")
    return {path.relative_to(folder).as_posix() for path in found}


# rules by folder, files, those that count
RULES = [
    ({}, ["a.txt", ".hidden", "~$a.docx", "Thumbs.db", "b/desktop.ini"], {"a.txt"}),
    ({"": "*.tmp"}, ["a.tmp", "b/c.tmp", "b/c.txt"], {"b/c.txt"}),
    ({"": "/drafts/"}, ["drafts/a.txt", "b/drafts/a.txt"], {"b/drafts/a.txt"}),
    ({"": "drafts/\n!drafts/keep.txt"}, ["drafts/keep.txt", "a.txt"], {"a.txt"}),  # as Git has it
    ({"": "*.pdf\n!signed.pdf"}, ["a.pdf", "b/signed.pdf"], {"b/signed.pdf"}),
    ({"": "*.pdf", "b": "!*.pdf"}, ["a.pdf", "b/a.pdf"], {"b/a.pdf"}),
    ({"b": "*.pdf"}, ["a.pdf", "b/a.pdf", "b/c/a.pdf"], {"a.pdf"}),
    ({"": "# a remark\n\nold/**/*.txt"}, ["old/x/a.txt", "old/a.md"], {"old/a.md"}),
    ({"": "!~$a.docx"}, ["~$a.docx"], {"~$a.docx"}),
    ({"": "\ufeff*.tmp"}, ["a.tmp", "b.txt"], {"b.txt"}),  # as Notepad writes it
    ({}, ["library/library.sqlite", "a.txt"], {"a.txt"}),
    ({}, ["another/library.sqlite", "another/words/meta.json", "a.txt"], {"a.txt"}),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "files", "expected"), RULES)
def test_scanned_files(
    rules: dict[str, str], files: list[str], expected: set[str], tmp_path: Path
) -> None:
    for inside, lines in rules.items():
        write(tmp_path / inside / ".lexdeskignore", lines)
    for name in files:
        write(tmp_path / name, "text")
    assert names(tmp_path) == expected


def test_ignore_rules_of_parent_folders_apply(tmp_path: Path) -> None:
    write(tmp_path / ".lexdeskignore", "*.bak")
    write(tmp_path / "cases" / "a.bak", "text")
    write(tmp_path / "cases" / "a.txt", "text")
    assert names(tmp_path / "cases") == {"a.txt"}
    assert find_files([tmp_path / "cases" / "a.bak"], tmp_path / "library")  # named itself


@pytest.mark.slow
def test_library_folder_is_not_scanned(library: Library, tmp_path: Path) -> None:
    with raises_code(
        LibraryError,
        LibraryCode.IS_A_LIBRARY,
    ):
        library.sources.add([library.path])
    Library.open(tmp_path / "new", create=True).close()
    assert find_files([library.path.parent], tmp_path / "new") == find_files(
        [library.path.parent / "files"], tmp_path / "new"
    )


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_ignore_rules_are_unicode_normalised(tmp_path: Path, form: str) -> None:
    """Shares of a Mac hold names in NFD, and rules are typed in NFC; or the other way about."""
    names = ["Kündigung.txt", "Prämie.txt"]
    for name in names:
        write(tmp_path / unicodedata.normalize("NFD" if form == "NFC" else "NFC", name), "x")
    write(tmp_path / ".lexdeskignore", unicodedata.normalize(form, "Kündigung*"))
    (found,) = find_files([tmp_path], tmp_path / "library")
    assert unicodedata.normalize("NFC", found.name) == "Prämie.txt"


def test_invalid_ignore_rule_is_reported(tmp_path: Path) -> None:
    write(tmp_path / ".lexdeskignore", "*.txt\n!")
    with raises_code(LibraryError, LibraryCode.IGNORE_RULE_INVALID, number="2", lines="!"):
        names(tmp_path)


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        ("*.tmp\n" * 200_000, "more than 256 KB"),
        ("x" * 50_000_000, "more than 256 KB"),
        ("a\n" * 10_001, "more than 10,000 lines"),
        ("*.tmp\n" + "x" * 1_001, "more than 1,000 characters in line 2"),
        ("[ab]\n" * 1_001, "more than 1,000 brackets"),
    ],
)
def test_oversized_ignore_file_is_reported_and_folder_skipped(
    rules: str, what: str, tmp_path: Path
) -> None:
    write(tmp_path / ".lexdeskignore", rules)
    write(tmp_path / "a.txt", "text")
    started = time.monotonic()
    with pytest.raises(LibraryError, match=rf"\.lexdeskignore has {what}, .* shorten it"):
        names(tmp_path)
    assert time.monotonic() - started < 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets not everybody link")
@pytest.mark.parametrize("kind", ["link", "broken link", "pipe", "folder"])
def test_irregular_ignore_file_is_reported_and_folder_skipped(kind: str, tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "text")
    rules = tmp_path / ".lexdeskignore"
    if kind == "pipe":
        os.mkfifo(rules)
    elif kind == "folder":
        rules.mkdir()
    else:
        rules.symlink_to(tmp_path / ("a.txt" if kind == "link" else "gone"))
    with raises_code(LibraryError, LibraryCode.IGNORE_RULES_NOT_A_FILE):
        names(tmp_path)


TOKENS = [
    "a",
    "b",
    "*",
    "?",
    "/",
    "**",
    "**/",
    "/**",
    "[ab]",
    "[a-b]",
    "[]a]",
    "!",
    "#",
    " ",
    "[",
    "]",
]
LINE = st.lists(st.sampled_from([*TOKENS, "\\", "\\*"]), max_size=7).map("".join)
SEGMENT = st.text("ab*!# ]", min_size=1, max_size=3)


@pytest.mark.filterwarnings("ignore:Possible nested set:FutureWarning")  # of pathspec
@settings(max_examples=500)
@given(
    st.lists(LINE.filter(lambda line: "[!" not in line), min_size=1, max_size=4),
    st.lists(SEGMENT, min_size=1, max_size=4).map("/".join),
    st.booleans(),
)
def test_ignore_patterns_match_git(lines: list[str], path: str, is_folder: bool) -> None:
    """As pathspec has them, but for brackets that exclude, which it lets match a slash."""
    path += "/" * is_folder
    try:
        expected = GitIgnoreSpec.from_lines(lines, backend="simple").check_file(path, ()).include
    except GitIgnorePatternError:
        with pytest.raises(PatternError):
            Patterns(lines)
    else:
        assert Patterns(lines).verdict(path) == expected


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("[!a]b", "cb", True),
        ("[!a]b", "ab", None),
        ("c[!a]b", "c/b", None),  # no bracket holds a slash
        ("[z-a]", "z", None),
        ("[a-]", "-", True),
        ("[^a]", "b", True),
        ("a\\*", "a*", True),
        ("*a*a*a*a*a*ab", "a" * 250, None),
        ("*a*a*a*a*a*ab", "a" * 249 + "b", True),
    ],
)
def test_ignore_pattern(pattern: str, path: str, expected: bool | None) -> None:
    assert Patterns([pattern]).verdict(path) is expected


def test_pattern_matching_is_linear() -> None:
    def seconds(stars: int) -> float:
        patterns = Patterns(["*a" * stars + "b"])
        patterns.verdict("a" * 250)
        started = time.perf_counter()
        for _ in range(20):
            assert patterns.verdict("a" * 250) is None
        return time.perf_counter() - started

    assert seconds(400) < 40 * seconds(20) + 0.1  # of twenty times as many


def test_links_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "outside" / "a.txt", "text")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "to-folder").symlink_to(tmp_path / "outside")
    (tmp_path / "inside" / "to-file.txt").symlink_to(tmp_path / "outside" / "a.txt")
    assert names(tmp_path / "inside") == set()


def test_changes_are_detected_without_reading(library: Library, folder: Path) -> None:
    assert library.sources.folders() == [folder]
    assert library.sources.difference().unchanged == 3
    write(folder / "erasure.txt", "Another text.", LONG_AGO + 1)
    write(folder / "new.txt", "A new text.")
    (folder / "lawful" / "basis.txt").rename(folder / "grounds.txt")
    (folder / "lawful" / "consent.txt").unlink()
    found = library.sources.difference()
    assert found.new == [str(folder / "new.txt")]
    assert found.changed == [str(folder / "erasure.txt")]
    assert found.moved == {str(folder / "lawful" / "basis.txt"): str(folder / "grounds.txt")}
    assert found.gone == [str(folder / "lawful" / "consent.txt")]
    assert found.unchanged == 0
    report = library.sources.add([folder], prune=True, vectors=False)
    assert (report.added, report.replaced, report.moved, report.removed) == (1, 1, 1, 1)
    assert library.sources.difference().unchanged == 3


def test_identical_moved_files_are_matched(library: Library, folder: Path) -> None:
    write(folder / "lawful" / "copy.txt", (folder / "lawful" / "basis.txt").read_text())
    library.sources.add([folder], vectors=False)
    (folder / "lawful").rename(folder / "grounds")
    found = library.sources.difference()
    assert (len(found.moved), found.new, found.gone) == (3, [], [])
    assert library.sources.add([folder], prune=True, vectors=False).moved == 3


def test_failed_file_is_no_source_of_move(library: Library, folder: Path) -> None:
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 no archive")
    library.sources.add([folder], vectors=False)
    (folder / "broken.docx").rename(folder / "renamed.docx")
    found = library.sources.difference()
    assert (found.moved, found.new) == ({}, [str(folder / "renamed.docx")])
    assert library.sources.add([folder], prune=True, vectors=False).moved == 0


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such permissions")
def test_unreadable_new_file_is_reported_as_new() -> None:
    with tempfile.TemporaryDirectory() as place:  # where others may look
        here = Path(place)
        here.chmod(0o755)
        gone, new = here / "gone.txt", here / "new.txt"
        write(new, "text")
        new.chmod(0)
        as_long = FileRecord(str(gone), "0" * 64, len("text"), 1)
        user = os.geteuid()
        if user == 0:  # who may read everything
            os.seteuid(NOBODY)
        try:
            found = difference([here], here / "library", {as_long.path: as_long})
        finally:
            os.seteuid(user)
    assert (found.new, found.gone, found.moved) == ([str(new)], [str(gone)], {})


def test_newly_ignored_file_is_reported_and_removed(
    library: Library, folder: Path, capsys: Captured
) -> None:
    write(folder / ".lexdeskignore", "lawful/\n")
    ignored = [str(folder / "lawful" / name) for name in ("basis.txt", "consent.txt")]
    found = library.sources.difference()
    assert (found.gone, found.ignored, found.unchanged) == ([], ignored, 1)
    report = library.sources.add([folder], vectors=False)
    assert (report.gone, report.ignored, report.removed) == (0, 2, 0)
    assert library.search("lawful", mode="keyword").hits
    (folder / "erasure.txt").unlink()
    place = str(library.path)
    for command in (["add", "--no-vectors", str(folder)], ["status"]):
        assert run([*command, "-L", place]) == 0
        out = capsys.readouterr().out
        assert "1 missing" in out
        assert "2 ignored by .lexdeskignore now" in out
    assert run(["add", "-L", place, str(folder), "--prune", "--dry-run"]) == 0
    assert f"- {ignored[0]}\n- {ignored[1]}\n" in capsys.readouterr().out
    assert library.sources.add([folder], prune=True, vectors=False).removed == 3
    assert library.admin.status().files == 0
    assert library.search("lawful", mode="keyword").hits == []


def test_ignored_archive_removes_its_members(library: Library, folder: Path) -> None:
    with zipfile.ZipFile(folder / "bundle.zip", "w") as bundle:
        bundle.writestr("inner/lease.txt", "The tenant shall paint the orangery.")
    library.sources.add([folder], vectors=False)
    write(folder / ".lexdeskignore", "*.zip")
    library.sources.add([folder], prune=True, vectors=False)
    assert library.search("orangery", mode="keyword").hits == []
    assert library.admin.status().files == 3


def test_explicitly_named_file_overrides_ignore_rules(library: Library, folder: Path) -> None:
    write(folder / ".lexdeskignore", "*.bak\nlawful/")
    write(folder / "lease.bak", "The tenant shall paint the orangery.")
    library.sources.add([folder / "lease.bak", folder / "lawful" / "basis.txt"], vectors=False)
    assert library.sources.difference().ignored == [str(folder / "lawful" / "consent.txt")]
    assert library.sources.add([folder], prune=True, vectors=False).removed == 1
    assert library.sources.follow([folder], vectors=False).removed == 0
    assert library.search("orangery", mode="keyword").hits
    (folder / "lease.bak").unlink()
    assert library.sources.add([folder], prune=True, vectors=False).removed == 1
    library.sources.remove([folder])  # and with it what was said of single files
    write(folder / ".lexdeskignore", "")
    library.sources.add([folder], vectors=False)
    write(folder / ".lexdeskignore", "lawful/")
    assert library.sources.add([folder], prune=True, vectors=False).removed == 2


def test_files_changed_with_ignore_rules_are_not_read(library: Library, folder: Path) -> None:
    write(folder / "draft.txt", "The tenant shall paint the orangery.")
    write(folder / ".lexdeskignore", "draft.txt")
    report = library.sources.follow([folder, folder / "draft.txt"], vectors=False)
    assert (report.added, report.removed) == (0, 0)


def test_missing_folder_keeps_its_documents_under_any_rules(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    write(folder.parent / ".lexdeskignore", "files/")
    folder.rename(tmp_path / "disk")
    folder.mkdir()  # the mount point
    assert library.sources.add([folder], vectors=False).ignored == 0
    with raises_code(LibraryError, LibraryCode.AWAY):
        library.sources.add([folder], prune=True, vectors=False)
    assert library.admin.status().files == 3
    (folder.parent / ".lexdeskignore").unlink()


def test_empty_file_is_unchanged(library: Library, folder: Path) -> None:
    write(folder / "empty.txt", "", LONG_AGO)
    library.sources.add([folder], vectors=False)
    assert library.sources.difference().changed == []
    report = library.sources.add([folder], vectors=False)
    assert (report.unchanged, len(report.failed)) == (3, 1)
    write(folder / "empty.txt", "The lease has ended.", LONG_AGO + 1)
    assert library.sources.difference().changed == [str(folder / "empty.txt")]


def test_rewritten_file_with_same_content_is_unchanged(library: Library, folder: Path) -> None:
    os.utime(folder / "erasure.txt", (LONG_AGO + 5, LONG_AGO + 5))
    assert library.sources.difference().unchanged == 3
    assert library.sources.add([folder], vectors=False).unchanged == 3
    assert library.sources.difference().unchanged == 3


class _AwayWhileRead:
    """Reads files whose disk goes away after they were looked at, and before they are read."""

    def __init__(self, pool: WorkerPool, away: Path) -> None:
        self._pool, self._away = pool, away

    def read_all(self, paths: Iterable[Path]) -> Iterator[Reading]:
        yield from self._pool.read_all(map(self._taken_away, paths))

    def _taken_away(self, path: Path) -> Path:
        path.rename(self._away / path.name)
        return path


@pytest.mark.slow
def test_file_missing_during_reading_is_read_when_it_returns(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    files = [folder / "bundle.zip", folder / "lease.txt"]
    for day, text in enumerate(("orangery", "outhouse")):
        with zipfile.ZipFile(files[0], "w") as bundle:
            bundle.writestr("annex.txt", f"The tenant shall paint the {text} of the annex.")
        write(files[1], f"The tenant shall paint the {text}.", LONG_AGO + day)
        os.utime(files[0], (LONG_AGO, LONG_AGO + day))
        if day == 0:
            library.sources.add(files, vectors=False)
    (away := tmp_path / "away").mkdir()
    with WorkerPool(1) as pool:
        report = library.sources.add(files, vectors=False, workers=_AwayWhileRead(pool, away))  # type: ignore[arg-type]
    assert list(report.failed) == list(map(str, files))
    assert len(library.search("orangery", mode="keyword").hits) == 2, "what they gave before stays"
    for file in files:
        (away / file.name).rename(file)
    assert library.sources.difference(files).changed == list(map(str, files))
    assert library.sources.add(files, vectors=False).failed == {}
    assert len(library.search("outhouse", mode="keyword").hits) == 2
    assert library.search("orangery", mode="keyword").hits == []


def test_pending_files_are_reported_by_names_of_read_files(
    library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder on a network drive is gone through only where a file may have got another name."""
    for name in ("lease", "letter", "will"):
        write(folder / f"{name}.txt", f"The tenant keeps this {name}.", LONG_AGO)
    library.sources.add([folder], vectors=False)
    (folder / ".lexdeskignore").write_text("letter.txt\n")
    with monkeypatch.context() as patched:
        patched.setattr("lexdesk.ingest.difference.find_files", None)
        assert library.sources.left_behind(folder) == ([], [str(folder / "letter.txt")])
    (folder / "will.txt").rename(folder / "testament.txt")
    assert library.sources.left_behind(folder) == ([], [str(folder / "letter.txt")])
    (folder / "lease.txt").unlink()
    result = library.sources.left_behind(folder)
    assert result == ([str(folder / "lease.txt")], [str(folder / "letter.txt")])
    shutil.rmtree(folder)
    with raises_code(LibraryError, LibraryCode.AWAY):
        library.sources.left_behind(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_pipe_is_rejected_without_blocking(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with WorkerPool(1) as pool:
        (reading,) = pool.read_all([tmp_path / "pipe"])
    assert str(reading.outcome) == "pipe is not a regular file and holds no document."


@pytest.mark.skipif(sys.platform != "linux", reason="needs files that are mostly holes")
@pytest.mark.parametrize(
    ("head", "reason"),
    [
        (b"", "limit is 200 MB; split it"),
        (b"PK\x03\x04", "it begins like an office document or archive and does not end like one"),
        (gzip.compress(b"x", mtime=0), "limit of archives is 20 GB; split it, or unpack it"),
        (
            b"From a\nFrom: a@b.de\nDate: x\n\n" + b"x\n" * 99_999,
            "limit of archives is 20 GB; split it, or unpack it",
        ),
    ],
)
def test_oversized_file_is_not_hashed(
    library: Library, folder: Path, head: bytes, reason: str
) -> None:
    """100 GB, whose hash would take minutes."""
    disk = folder / "disk.img"
    with disk.open("wb") as file:
        file.write(head)
        file.truncate(100 * 1024**3)
    os.utime(disk, (LONG_AGO, LONG_AGO))
    begun = time.monotonic()
    (failures,) = library.sources.add([disk], vectors=False).failed.values()
    assert reason in failures
    assert library.sources.difference([disk]).unchanged == 1
    os.utime(disk, (LONG_AGO, LONG_AGO + 1))
    assert list(library.sources.add([disk], vectors=False).failed) == [str(disk)]
    assert library.sources.difference([disk]).unchanged == 1
    assert time.monotonic() - begun < 20


def test_change_within_clock_resolution_is_detected(library: Library, folder: Path) -> None:
    now = int(time.time())
    write(folder / "fresh.txt", "The tenant shall paint the orangery.", now)
    library.sources.add([folder], vectors=False)
    write(folder / "fresh.txt", "The tenant shall paint the outhouse.", now)  # as long, as old
    assert library.sources.add([folder], vectors=False).replaced == 1
    assert library.search("outhouse", mode="keyword").hits


def test_renamed_folder_keeps_documents(library: Library, folder: Path) -> None:
    library.sources.add([])  # vectors
    works = {hit.path: hit.work for hit in library.search("lawful", mode="keyword").hits}
    (folder / "lawful").rename(folder / "grounds")
    report = library.sources.add([folder], prune=True)
    assert (report.moved, report.added, report.replaced, report.removed) == (2, 0, 0, 0)
    assert report.vectors == 0
    hits = library.search("lawful", mode="keyword").hits
    assert {hit.path.replace("grounds", "lawful"): hit.work for hit in hits} == works
    assert any("grounds" in hit.path for hit in hits)
    assert library.admin.check() == []


def test_renamed_file_has_new_title_and_keeps_vectors(library: Library, folder: Path) -> None:
    library.sources.add([])  # vectors
    name, works = "erasure", set()
    for new in ("forgetting", "oblivion"):
        (folder / f"{name}.txt").rename(folder / f"{new}.txt")
        report = library.sources.add([folder], prune=True)
        assert (report.moved, report.added, report.replaced, report.removed) == (1, 0, 0, 0)
        assert report.vectors == 0
        found = library.search(f"title:{new}", mode="keyword").hits
        works |= {hit.work for hit in found}
        assert {hit.title for hit in found} == {new}
        name = new
    assert len(works) == 1
    assert library.search("title:forgetting", mode="keyword").hits == []
    assert library.admin.check() == []


def test_renamed_file_keeps_stated_title(library: Library, folder: Path) -> None:
    write(folder / "Lease.html", "<title>Lease</title><h1>Lease</h1><p>The tenant paints.</p>")
    library.sources.add([folder], vectors=False)
    (folder / "Lease.html").rename(folder / "lease-2.html")
    assert library.sources.add([folder], prune=True, vectors=False).removed == 0
    assert [hit.title for hit in library.search("tenant", mode="keyword").hits] == ["Lease"]


def test_archive_members_move_with_archive(library: Library, folder: Path) -> None:
    with zipfile.ZipFile(folder / "bundle.zip", "w") as bundle:
        bundle.writestr("inner/lease.txt", "The tenant shall paint the orangery.")
    library.sources.add([folder], vectors=False)
    (folder / "bundle.zip").rename(folder / "papers.zip")
    assert library.sources.add([folder], prune=True, vectors=False).moved == 1
    paths = {hit.path for hit in library.search("orangery", mode="keyword").hits}
    assert paths == {str(folder / "papers.zip" / "inner" / "lease.txt")}


def test_identical_files_are_separate_documents(library: Library, folder: Path) -> None:
    write(folder / "copy.txt", (folder / "erasure.txt").read_text())
    report = library.sources.add([folder], vectors=False)
    assert (report.added, report.moved, report.unchanged) == (1, 0, 3)


def test_retry_keeps_stored_documents(library: Library, folder: Path) -> None:
    broken = folder / "broken.docx"
    broken.write_bytes(b"PK\x03\x04 no archive")
    (folder / "erasure.txt").write_bytes(b"")
    assert set(library.sources.add([folder], vectors=False).failed) == {
        str(broken), str(folder / "erasure.txt"),
    }  # fmt: skip
    assert library.search("erasure", mode="keyword").hits
    again = library.sources.retry_failed(vectors=False)
    assert len(again.failed) == 2
    assert library.search("erasure", mode="keyword").hits
    write(folder / "erasure.txt", "Erasure without undue delay.")
    assert library.sources.retry_failed([folder / "erasure.txt"], vectors=False).replaced == 1
    assert set(library.catalogue.failures()) == {str(broken)}
    with raises_code(LibraryError, LibraryCode.NOT_A_FAILED_FILE, r"new\.txt"):
        library.sources.retry_failed([folder / "new.txt"])


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such permissions")
def test_retry_of_unreachable_file_is_reported() -> None:
    with tempfile.TemporaryDirectory() as place:  # where others may look
        here = Path(place)
        here.chmod(0o755)
        for name in ("locked", "library"):
            (here / name).mkdir()
        (here / "locked" / "empty.txt").write_bytes(b"")
        user = os.geteuid()
        with Library.open(here / "library", create=True) as library:
            library.sources.add([here / "locked"], vectors=False)
            for path in (here / "library").rglob("*"):
                path.chmod(0o777)
            (here / "library").chmod(0o777)
            (here / "locked").chmod(0)
            if user == 0:  # who may enter every folder
                os.seteuid(NOBODY)
            try:
                report = library.sources.retry_failed(vectors=False)
            finally:
                os.seteuid(user)
                (here / "locked").chmod(0o755)
            assert "cannot be listed" in report.failed[str(here / "locked")]
            assert str(here / "locked" / "empty.txt") in library.catalogue.failures()


@pytest.mark.slow
def test_change_events_are_debounced(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write(tmp_path / "old.txt", "text")
    write(tmp_path / ".lexdeskignore", "*.bak")
    with Watch([tmp_path], tmp_path / "library") as watch:
        write(tmp_path / "sub" / "a.txt", "one")
        write(tmp_path / "sub" / "a.txt", "two")
        write(tmp_path / "sub" / "a.bak", "two")
        (tmp_path / "old.txt").rename(tmp_path / "new.txt")
        (batch,) = watch.changes(timeout=2.5)
    assert set(batch) == {
        tmp_path / "sub" / "a.txt", tmp_path / "old.txt", tmp_path / "new.txt",
    }  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="names of other systems are Unicode")
def test_stored_byte_name_may_exceed_name_limit(tmp_path: Path) -> None:
    """A Greek name in ISO 8859-7: 80 bytes, four characters each."""
    file = tmp_path / os.fsdecode(b"\xe9" * 80)
    write(file, "text")
    assert path_on_disk(stored_path(file)) == file
    assert left_behind([stored_path(file)], [file], lambda _: False) == ([], [])
    file.unlink()
    assert left_behind([stored_path(file)], [], lambda _: False) == ([stored_path(file)], [])


@pytest.mark.skipif(sys.platform != "linux", reason="names of other systems are Unicode")
def test_byte_name_is_reported_as_stored_with_printable_title(
    library: Library, folder: Path
) -> None:
    old, bad = folder / os.fsdecode(b"K\xfcndigung.txt"), folder / os.fsdecode(b"b\xe4d.bin")
    write(old, "The tenant gives notice of termination.")
    bad.write_bytes(bytes(range(256)) * 20)
    (path, reason), *_ = library.sources.add([folder], vectors=False).failed.items()
    assert path == f"{folder}/b\\xe4d.bin"
    assert reason.startswith("b\\xe4d.bin is of a kind that Lexdesk does not know")
    assert library.search("notice").hits[0].title == "Kündigung"
    old.rename(folder / "Räumung.txt")
    assert library.sources.add([folder], vectors=False).moved == 1
    assert library.search("notice").hits[0].title == "Räumung"


def test_windows_folder_resembling_byte_escape_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "fsdecode", lambda raw: raw.decode("utf-8", "surrogatepass"))
    assert path_on_disk("C:\\x86\\gone.txt") == Path("C:\\x86\\gone.txt")


def test_changes_use_name_of_watched_folder(tmp_path: Path) -> None:
    """macOS tells of what a link leads to, as ``/tmp`` to ``/private/tmp``."""
    real, link = tmp_path / "private", tmp_path / "link"
    write(real / "sub" / "a.txt", "text")
    link.symlink_to(real)
    with Watch([link], tmp_path / "library", poll=60) as watch:
        handler = _Handler(watch, link)
        for path in (real / "sub" / "a.txt", real / "sub" / "gone.txt", tmp_path / "else.txt"):
            handler.on_any_event(FileModifiedEvent(str(path)))
        (batch,) = watch.changes(timeout=2)
    assert batch == [link / "sub" / "a.txt", link / "sub" / "gone.txt"]


def test_folders_are_polled_without_system_events(tmp_path: Path) -> None:
    with Watch([tmp_path], tmp_path / "library", poll=0.2) as watch:
        writing = threading.Timer(0.5, write, [tmp_path / "a.txt", "text"])
        writing.start()
        assert next(watch.changes(timeout=10)) == [tmp_path / "a.txt"]
        writing.join()
    assert not is_on_network(tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform == "win32", reason="what is watched can be neither renamed nor removed"
)
@pytest.mark.parametrize("poll", [None, 0.2])
def test_remounted_folder_is_watched_again(
    tmp_path: Path, poll: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the disk that was taken out, and the share that is mounted after the watching began."""
    monkeypatch.setattr("lexdesk.ingest.scan.watch.SECONDS_BETWEEN_CHECKS", 0.1)
    disk, late = tmp_path / "disk", tmp_path / "late"
    disk.mkdir()
    with Watch([disk, late], tmp_path / "library", poll) as watch:
        changes = watch.changes(timeout=20)
        disk.rename(tmp_path / "taken out")
        assert next(changes) == [disk]
        (tmp_path / "taken out").rename(disk)
        assert next(changes) == [disk]
        write(disk / "a.txt", "text")
        assert next(changes) == [disk / "a.txt"]
        late.mkdir()
        assert next(changes) == [disk, late]
        write(late / "b.txt", "text")
        assert next(changes) == [late / "b.txt"]
        shutil.rmtree(late)
        late.mkdir()  # perhaps with the number that it had
        assert {late, late / "b.txt"} & set(next(changes))
        write(late / "c.txt", "text")
        assert any(late / "c.txt" in batch for batch in changes)


MOUNTS = rb"""/dev/sda1 / ext4 rw 0 0
systemd-1 /mnt/nas autofs rw,fd=51 0 0
server:/law /mnt/nas nfs4 rw 0 0
//server/x /mnt/with\040blank\134 cifs rw 0 0
/dev/sdb1 /mnt/nas/local ext4 rw 0 0
"""


@pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX")
@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/me", "ext4"),
        ("/mnt/nas/cases", "nfs4"),
        ("/mnt/nas/local/cases", "ext4"),
        ("/mnt/nasty", "ext4"),
        ("/mnt/with blank\\/cases", "cifs"),
    ],
)
def test_file_system_of_folder(folder: str, kind: str) -> None:
    assert file_system(Path(folder), MOUNTS) == kind
    assert file_system(Path(folder), b"") is None


@pytest.mark.slow
def test_watch_updates_library(library: Library, folder: Path) -> None:
    command = [sys.executable, "-c", _HEEDING_CTRL_C, "watch", "-L", str(library.path), "--no-vectors", "--json"]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        assert json.loads(watching.stdout.readline())["unchanged"] == 3
        write(folder / "new.txt", "The tenant shall paint the orangery.")
        assert json.loads(watching.stdout.readline())["added"] == 1
        write(folder / ".lexdeskignore", "new.txt")
        assert json.loads(watching.stdout.readline())["removed"] == 1
        (folder / ".lexdeskignore").unlink()
        assert json.loads(watching.stdout.readline())["added"] == 1
        (folder / "new.txt").unlink()
        assert json.loads(watching.stdout.readline())["removed"] == 1
        watching.send_signal(signal.SIGINT)
        assert watching.wait(10) == 0
    assert library.sources.difference().unchanged == 3


def test_watch_keeps_documents_of_removed_disk(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    folder.rename(tmp_path / "disk")
    folder.mkdir()  # the mount point
    command = [sys.executable, "-c", _HEEDING_CTRL_C, "watch", "-L", str(library.path), "--no-vectors", "--json"]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        assert "cannot be read now" in watching.stderr.readline()
        assert json.loads(watching.stdout.readline())["removed"] == 0
        for path in (tmp_path / "disk").iterdir():  # it is there again
            path.rename(folder / path.name)
        assert json.loads(watching.stdout.readline())["removed"] == 0
        watching.send_signal(signal.SIGINT)
        assert watching.wait(10) == 0
    assert library.sources.difference().unchanged == 3


def test_share_lost_during_reading_is_not_pruned(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    def lose(progress: Progress) -> None:
        if folder.exists():
            folder.rename(tmp_path / "share")

    report = library.sources.add([folder], prune=True, vectors=False, listener=lose)
    assert report.removed == 0
    assert "was lost while it was read" in report.failed[str(folder)]
    assert library.admin.status().files == 3
    assert library.search("erasure", mode="keyword").hits


def test_pending_files_of_lost_folder_are_read_when_it_returns(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a memory stick that is taken out: no file of it needs anybody's attention."""
    stick, drawer = tmp_path / "stick", tmp_path / "drawer"
    stick.mkdir()
    for number in range(12):
        (stick / f"{number}.txt").write_text(f"The lighthouse number {number} is let.")
    record = Selection.record

    def lose(selection: Selection, path: Path) -> FileRecord | None:
        if path.name == "10.txt":  # the second of them
            stick.rename(drawer)
        return record(selection, path)

    with monkeypatch.context() as patched:
        patched.setattr(Selection, "record", lose)
        report = library.sources.add([stick], vectors=False)
    assert report.failed == {str(stick): report.failed[str(stick)]}
    assert "was lost while it was read" in report.failed[str(stick)]
    assert library.catalogue.failures() == {}
    assert library.sources.unfinished() == [stick]
    drawer.rename(stick)
    library.sources.add(library.sources.unfinished(), vectors=False)
    assert library.sources.unfinished() == []
    assert library.search("lighthouse number", mode="keyword").total == 12


def test_removed_subfolder_is_not_lost(
    library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = folder / "inside"
    inside.mkdir()
    (inside / "lease.txt").write_text("The lighthouse is let.")
    record = Selection.record

    def remove(selection: Selection, path: Path) -> FileRecord | None:
        if path.parent == inside:
            shutil.rmtree(inside)
        return record(selection, path)

    monkeypatch.setattr(Selection, "record", remove)
    (empty := folder.parent / "empty").mkdir()
    report = library.sources.follow([inside], vectors=False)
    report.failed |= library.sources.add([empty], vectors=False).failed
    assert not {str(inside), str(empty)} & report.failed.keys()
    assert library.sources.unfinished() == []


def test_dry_run_changes_nothing(folder: Path, tmp_path: Path, capsys: Captured) -> None:
    place = str(tmp_path / "none")
    assert run(["add", "-L", place, str(folder), "--dry-run"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"+ {folder / 'erasure.txt'}"
    assert (
        out[-1] == "3 new, 0 changed, 0 renamed, 0 missing, 0 unchanged; the library is unchanged"
    )
    assert not Path(place).exists()


def test_status_counts_data_files_and_summarizes_failures(
    library: Library, folder: Path, capsys: Captured
) -> None:
    place = str(library.path)
    for number in range(5):
        (folder / f"broken-{number}.docx").write_bytes(b"PK\x03\x04 no archive")
        (folder / f"work-{number}.json").write_text(f'{{"lex_work_id": "celex:{number}"}}')
    assert run(["add", "-L", place, "--no-vectors", str(folder)]) == 0
    printed = capsys.readouterr().out
    assert "5 failed" in printed
    assert "skipped: 5 data files" in printed
    assert run(["status", "-L", place]) == 0
    status = capsys.readouterr().out
    assert "5 failed, skipped: 5 data files" in status
    assert "and 4 more for this reason" in status
    assert "lists all 5" in status
    assert "work-0.json" not in status


def test_status_and_failures(library: Library, folder: Path, capsys: Captured) -> None:
    place = str(library.path)
    assert run(["failures", "-L", place]) == 1
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 no archive")
    library.sources.add([folder], vectors=False)
    write(folder / "new.txt", "text")
    capsys.readouterr()
    assert run(["failures", "-L", place, "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == [str(folder / "broken.docx")]
    assert run(["status", "-L", place, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["folders"] == [str(folder)]
    assert output["on_disk"]["new"] == [str(folder / "new.txt")]
    assert output["on_disk"]["unchanged"] == 4
    (folder / "broken.docx").unlink()
    assert run(["failures", "-L", place, "--retry", str(folder / "lawful")]) == 0
    assert "no failed files in the given paths" in capsys.readouterr().out
    assert run(["failures", "-L", place, "nosuch"]) == 2
    assert "nosuch does not exist; check the path" in capsys.readouterr().err
    assert run(["watch", "-L", place, str(folder / "nowhere")]) == 2
    assert "does not exist; name an existing folder" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such permissions")
def test_inaccessible_folder_is_reported_and_its_documents_kept(
    library: Library, folder: Path
) -> None:
    write(folder / "new.txt", "The tenant shall paint the orangery.")
    (folder / "lawful").chmod(0)
    try:
        if os.access(folder / "lawful", os.R_OK):
            pytest.skip("this account may look into every folder")
        report = library.sources.add([folder], prune=True, vectors=False)
        assert library.sources.difference().gone == []
    finally:
        (folder / "lawful").chmod(0o755)
    assert (report.added, report.unchanged, report.removed) == (1, 1, 0)
    assert list(report.failed) == [str(folder / "lawful")]
    assert library.sources.difference().unchanged == 4


@pytest.mark.skipif(sys.platform != "linux", reason="a path may have 4,095 bytes there")
def test_too_deep_folder_is_reported_and_others_are_read(library: Library, folder: Path) -> None:
    deep = folder / "deep"
    while len(str(deep)) < 3_700:
        deep /= "deep" * 50
    deep /= "d" * (4_000 - len(str(deep)) - 1)
    deep.mkdir(parents=True)
    inside = os.open(deep, os.O_RDONLY)
    os.mkdir("folder" * 30, dir_fd=inside)
    os.close(os.open("file" * 40, os.O_CREAT, dir_fd=inside))
    os.close(inside)
    write(folder / "new.txt", "The tenant shall paint the orangery.")
    report = library.sources.add([folder], prune=True, vectors=False)
    assert (report.added, report.unchanged, report.removed) == (1, 3, 0)
    assert set(report.failed) == {str(deep / ("folder" * 30)), str(deep / ("file" * 40))}
    assert all("File name too long" in reason for reason in report.failed.values())
    shutil.rmtree(folder / "deep")


def test_inaccessible_folder_does_not_end_watch(tmp_path: Path) -> None:
    with Watch([tmp_path], tmp_path / "library") as watch:
        write(tmp_path / ".lexdeskignore", "!")  # no pattern
        assert next(watch.changes(timeout=10)) == [tmp_path]
        write(tmp_path / "a.txt", "text")
        assert next(watch.changes(timeout=10)) == [tmp_path / "a.txt"]
        write(tmp_path / "b.txt", "text")
        assert next(watch.changes(timeout=10)) == [tmp_path / "b.txt"]
