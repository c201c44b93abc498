"""Bundles and folders of repositories: continued, repeated, damaged and hostile ones."""

import hashlib
import os
import shutil
import tracemalloc
import zlib
from pathlib import Path

import pytest
from tests.codes import raises_code
from tests.crafting import make_pipe
from tests.law_repository import BUNDLE, Repository, states

from lexdesk import Library
from lexdesk.errors import FileCode, FileFailed, LexdeskError
from lexdesk.extract.containers import git_objects
from lexdesk.system.progress import Progress


def test_next_bundle_adds_its_new_versions_alone(library: Library, tmp_path: Path) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un", "deux")
    repository.reform("2002-01-01", "un", "deux bis")
    assert library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False).added == 2
    repository.reform("2003-01-01", "un nouveau", "deux bis", "trois")
    repository.reform("2004-01-01", "un nouveau", "trois")
    report = library.sources.add([repository.bundle(tmp_path / "b.bundle")], vectors=False)
    assert (report.added, report.replaced, report.failed) == (2, 0, {})
    assert states(library, "art_1") == [
        ("2001-01-01", "2002-12-31", "un"),
        ("2003-01-01", None, "un nouveau"),
    ]


@pytest.mark.parametrize("packed", [False, True])
def test_folder_of_repository_is_read_again_after_new_commits(
    library: Library, tmp_path: Path, packed: bool
) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un")
    folder = tmp_path / "laws" / "law.git"
    folder.parent.mkdir()
    repository.folder(folder, packed=packed)
    assert library.sources.add([folder.parent], vectors=False).added == 1
    assert library.sources.add([folder.parent], vectors=False).unchanged == 1
    repository.reform("2002-01-01", "deux")
    if folder.exists():
        shutil.rmtree(folder)
    repository.folder(folder, packed=packed)
    assert library.sources.add([folder.parent], vectors=False).added == 1
    assert [state[2] for state in states(library, "art_1")] == ["un", "deux"]


def test_bundle_continued_by_another_may_be_removed(library: Library, tmp_path: Path) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un", "deux")
    old = repository.bundle(tmp_path / "a.bundle")
    library.sources.add([tmp_path / "a.bundle"], vectors=False)
    repository.reform("2002-01-01", "un", "deux bis")
    library.sources.add([repository.bundle(tmp_path / "b.bundle")], vectors=False)
    old.unlink()
    library.sources.add([tmp_path], vectors=False, prune=True)
    assert states(library, "art_1") == [("2001-01-01", None, "un")]
    assert len(states(library, "art_2")) == 2


def test_interrupted_reading_continues(library: Library, tmp_path: Path) -> None:
    class Stop(Exception):  # noqa: N818
        pass

    def stop(progress: Progress) -> None:
        if progress.path.endswith("2001-01-01"):
            raise Stop

    repository = Repository()
    for year in range(2001, 2040):
        repository.reform(f"{year}-01-01", f"texte de {year}", "deux")
    bundle = repository.bundle(tmp_path / "a.bundle")
    with pytest.raises(Stop):
        library.sources.add([bundle], vectors=False, listener=stop)
    held = len(library.law.history("LAW", "art_1").stages)
    report = library.sources.add([bundle], vectors=False)
    assert report.added == 39 - held
    assert report.failed == {}
    assert len(library.law.history("LAW", "art_1").stages) == 39


def test_links_submodules_and_paths_outside_are_no_files(library: Library, tmp_path: Path) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un", path="fr/LINK.md", mode=0o120000)
    repository.reform("2001-01-01", "un", path="fr/MODULE.md", mode=0o160000)
    report = library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    assert [message.code for message in report.failed.values()] == [FileCode.GIT_NO_LAW]


@pytest.mark.parametrize("cut", [30, 200, 5_000, 20_000, 37_400])
def test_truncated_bundle_fails_in_one_sentence(library: Library, tmp_path: Path, cut: int) -> None:
    path = tmp_path / "cut.bundle"
    path.write_bytes(BUNDLE.read_bytes()[:cut])
    report = library.sources.add([path], vectors=False)
    assert [message.code for message in report.failed.values()] == [FileCode.GIT_DAMAGED]


def test_damaged_bundles_end_in_failures(library: Library, tmp_path: Path) -> None:
    whole = BUNDLE.read_bytes()
    for at in range(100, len(whole), 4_001):
        (tmp_path / f"{at}.bundle").write_bytes(
            whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]
        )
    report = library.sources.add(sorted(tmp_path.glob("*.bundle")), vectors=False)
    assert {message.code for message in report.failed.values()} <= {
        FileCode.GIT_DAMAGED, FileCode.GIT_INCOMPLETE, FileCode.GIT_OBJECT_TOO_LARGE,
    }  # fmt: skip


def pack(*objects: bytes) -> bytes:
    """Return a bundle of one pack with these objects as they are."""
    content = b"PACK" + (2).to_bytes(4) + len(objects).to_bytes(4) + b"".join(objects)
    head = b"# v2 git bundle\n" + b"1" * 40 + b" refs/heads/main\n\n"
    return head + content + hashlib.sha1(content, usedforsecurity=False).digest()


def header(kind: int, size: int) -> bytes:
    """Return the header of an object in a pack."""
    found = [kind << 4 | size & 15]
    size >>= 4
    while size:
        found[-1] |= 0x80
        found.append(size & 0x7F)
        size >>= 7
    return bytes(found)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (header(3, 1 << 40) + zlib.compress(b"a"), FileCode.GIT_OBJECT_TOO_LARGE),
        (header(3, 2) + zlib.compress(bytes(5_000_000)), FileCode.GIT_DAMAGED),
        (header(3, 1_000) + zlib.compress(b"a"), FileCode.GIT_DAMAGED),
        (
            header(7, 12) + bytes(20) + zlib.compress(b"\x01" + b"\xff" * 9 + b"\x01\x00"),
            FileCode.GIT_OBJECT_TOO_LARGE,
        ),
        (header(5, 2) + zlib.compress(b"ab"), FileCode.GIT_DAMAGED),
    ],
)
def test_bombs_are_rejected_before_they_are_unpacked(
    tmp_path: Path, content: bytes, code: FileCode
) -> None:
    path = tmp_path / "bomb.bundle"
    path.write_bytes(pack(content))
    with raises_code(LexdeskError, code):
        git_objects.open_repository(path, lambda: None)


def test_bundle_of_changes_alone_says_so(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "thin.bundle"
    path.write_bytes(
        BUNDLE.read_bytes().replace(b"bundle\n", b"bundle\n-" + b"1" * 40 + b" before\n", 1)
    )
    report = library.sources.add([path], vectors=False)
    assert [message.code for message in report.failed.values()] == [FileCode.GIT_INCOMPLETE]


def test_bundle_of_changes_follows_on_those_of_the_library(
    library: Library, tmp_path: Path
) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un " * 300, "deux " * 300)
    first = repository.head
    (tmp_path / "old").mkdir()
    library.sources.add([repository.bundle(tmp_path / "old" / "a.bundle")], vectors=False)
    repository.reform("2002-01-01", "un " * 300, "deux " * 301)
    second = repository.head
    later = [repository.bundle(tmp_path / "b.bundle", since=first)]
    repository.reform("2003-01-01", "un " * 301, "deux " * 301)
    later.append(repository.bundle(tmp_path / "c.bundle", since=second))
    report = library.sources.add(later, vectors=False)
    assert (report.added, report.failed) == (2, {})
    assert [state[0] for state in states(library, "art_1")] == ["2001-01-01", "2003-01-01"]
    assert [state[0] for state in states(library, "art_2")] == ["2001-01-01", "2002-01-01"]


def test_older_bundle_read_later_takes_nothing_away(library: Library, tmp_path: Path) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un")
    repository.reform("2002-01-01", "deux")
    repository.bundle(tmp_path / "z-old.bundle")
    repository.reform("2003-01-01", "trois")
    repository.bundle(tmp_path / "a-new.bundle")
    report = library.sources.add([tmp_path], vectors=False)
    assert (report.added, report.failed) == (3, {})
    assert [state[2] for state in states(library, "art_1")] == ["un", "deux", "trois"]


@pytest.mark.skipif(os.name == "nt", reason="makes pipes and links")
def test_folder_of_repository_with_links_pipes_and_holes_is_read_at_once(tmp_path: Path) -> None:
    repository = tmp_path / "law.git"
    for name in ("objects/pack", "refs/heads"):
        (repository / name).mkdir(parents=True)
    (repository / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "outside").write_text("a" * 40)
    (repository / "refs/heads/main").symlink_to(tmp_path / "outside")
    make_pipe(repository / "packed-refs")
    make_pipe(repository / "objects/pack/a.pack")
    for number in range(200):
        with (repository / f"refs/heads/{number}").open("wb") as file:
            file.truncate(1 << 30)
    assert git_objects.is_repository(repository)
    tracemalloc.start()
    git_objects.hash_refs(repository)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()
    with raises_code(FileFailed, FileCode.GIT_DAMAGED, "no branch"):
        git_objects.open_repository(repository, lambda: None)
