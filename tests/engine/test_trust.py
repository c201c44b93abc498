"""Libraries that somebody else crafted: no command deletes, writes or reads anything outside of them."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import IndexDamaged
from lexdesk.index.lexical.folder import require_own_files
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.system.atomic import write_atomically

PRIVATE = "the secret of whoever opens it"
COMMANDS = ("search", "list", "check", "similar", "add", "remove")


@pytest.fixture(scope="session")
def _tiny_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "origin").write_text(str(folder / "act.txt"))
    (folder / "act.txt").write_text("Article 1\nThe controller shall erase personal data.\n")
    with Library.open(folder / "library", create=True) as library:
        library.add([folder / "act.txt"], vectors=False)
        library.search("erase", mode="words")
    return folder


@pytest.fixture
def tiny(_tiny_library: Path, tmp_path: Path) -> Path:
    """A folder with a document, a library made of it, and beside it a file that is nobody else's business."""
    shutil.copytree(_tiny_library, tmp_path / "tiny")
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim" / "file").write_text(PRIVATE)
    return tmp_path / "tiny"


def arguments(command: str, tiny: Path) -> list[str]:
    """A call of ``command`` on the library in ``tiny`` that looks into all that the command looks into."""
    more = {
        "search": ["--mode", "words", "erase"],
        "similar": [str(tiny / "act.txt")],
        "add": ["--no-vectors", str(tiny / "act.txt")],
        "remove": [(tiny / "origin").read_text()],
    }
    return [command, "-L", str(tiny / "library"), *more.get(command, [])]


def list_as_managed(words: Path, name: str) -> None:
    """Have Tantivy take the file ``name`` for one that it made and needs no more."""
    managed = words / ".managed.json"
    managed.write_text(json.dumps([*json.loads(managed.read_text()), name]))
    (words / "held.json").unlink()  # so that a search writes


NAMES: dict[str, Callable[[Path], str]] = {
    "absolute": lambda tiny: str(tiny.parent / "victim" / "file"),
    "above": lambda _: "../../../victim/file",
    "subfolder": lambda _: "sub/file",
    "of the library": lambda _: "../library.sqlite-copy",
    "other": lambda _: "mine.txt",
}


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("command", COMMANDS)
def test_files_in_the_list_of_the_index_are_deleted_only_if_its_own(
    tiny: Path, kind: str, command: str
) -> None:
    words = tiny / "library" / "words"
    (words / "sub").mkdir()
    kept = [tiny.parent / "victim" / "file", tiny / "library" / "library.sqlite-copy"]
    for path in (*kept[1:], words / "sub" / "file", words / "mine.txt"):
        path.write_text(PRIVATE)
    list_as_managed(words, NAMES[kind](tiny))
    assert run(arguments(command, tiny)) in (0, 2)
    assert [path.read_text() for path in kept] == [PRIVATE] * 2
    assert (tiny / "library" / "words.damaged" / "sub" / "file").read_text() == PRIVATE
    with Library.open(tiny / "library") as library:
        assert library.check() == []
        assert library.repairs == []


def test_a_damaged_index_that_holds_a_folder_is_set_aside_each_time(tiny: Path) -> None:
    for _ in range(2):
        words = tiny / "library" / "words"
        (words / "sub").mkdir()
        (words / "sub" / "file").write_text(PRIVATE)
        assert run(arguments("search", tiny)) == 0
    found = sorted(path.parents[1].name for path in tiny.glob("library/*/sub/file"))
    assert found == ["words.damaged", "words.damaged2"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (".managed.json", '["' + "0" * 32 + '.idx", "0/../x"]'),
        (".managed.json", '{"a": 1}'),
        (".managed.json", "[" * 100_000),
        (".managed.json", "[1]"),
        ("meta.json", '{"segments": [{"segment_id": "../../../x"}]}'),
        ("meta.json", '{"segments": [], "persisted_custom_extensions": ["/../../x"]}'),
        ("meta.json", "[]"),
        ("meta.json", '{"segments": 1}'),
    ],
)
def test_lists_of_an_index_name_its_own_files_alone(
    tmp_path: Path, name: str, content: str
) -> None:
    FullText(tmp_path / "words").close()
    require_own_files(tmp_path / "words")
    (tmp_path / "words" / name).write_text(content)
    with pytest.raises(IndexDamaged, match="lexdesk rebuild"):
        require_own_files(tmp_path / "words")


@pytest.mark.parametrize("place", ["writer.json", "words/held.json", "words/seal.json"])
def test_a_link_under_a_guessed_temporary_name_is_not_written_through(
    tiny: Path, place: str
) -> None:
    path = tiny / "library" / place
    victim = tiny.parent / "victim" / "file"
    path.with_name(f"{path.name}.{os.getpid()}.new").symlink_to(victim)
    for command in COMMANDS:
        assert run(arguments(command, tiny)) in (0, 2)
    assert victim.read_text() == PRIVATE


def test_atomic_writes_take_no_file_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda _: "guessed")
    (tmp_path / "victim").write_text(PRIVATE)
    (tmp_path / "file.guessed.new").symlink_to(tmp_path / "victim")
    with pytest.raises(FileExistsError):
        write_atomically(tmp_path / "file", b"new")
    assert (tmp_path / "victim").read_text() == PRIVATE
    assert (tmp_path / "file.guessed.new").is_symlink()


@pytest.mark.parametrize("name", ["writer.lock", "writer.json"])
def test_a_lock_that_leads_elsewhere_is_refused(
    tiny: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = tiny / "library" / name
    lock.unlink(missing_ok=True)
    lock.symlink_to(tiny.parent / "victim" / "file")
    assert run(arguments("add", tiny)) == 2
    assert f"{name} is a link" in capsys.readouterr().err
    assert (tiny.parent / "victim" / "file").read_text() == PRIVATE
