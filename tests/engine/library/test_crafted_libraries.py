"""Libraries crafted by an attacker: no command deletes, writes or reads outside of them."""

import json
import os
import shutil
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from tests.codes import raises_code
from tests.crafted import CRAFTED
from tests.crafting import PRIVATE, make_pipe
from tests.waiting import within

from lexdesk import Library
from lexdesk.cli import COMMANDS as COMMANDS_OF_LEXDESK
from lexdesk.cli import run
from lexdesk.errors import IndexCode, IndexDamaged, LibraryCode, LibraryDamaged, UnsafeFile
from lexdesk.index.lexical.folder import require_own_files
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.system.atomic import new_folder, write_atomically

COMMANDS = ("search", "list", "check", "similar", "add", "remove")
ALL = {
    *COMMANDS, "semantic search", "status", "show", "recitals", "history", "references", "failures", "backup", "verify",
    "encrypted backup", "restore", "passphrase", "rebuild", "duplicates", "impact", "coverage", "dump", "publish", "export",
}  # fmt: skip
WITHOUT_LIBRARY = {"cite", "classify", "model", "evaluate", "demo", "doctor", "completion"}
THROUGH_OTHERS = {"watch", "bulk", "mcp", "serve"}
"""Commands without an end, or of a cluster, which open libraries by the same functions."""
SHARE = 1 if os.environ.get("LEXDESK_CRAFTED") == "all" else 4
"""Of the calls that are slow together, one in so many is run."""
_SLOW = {"words: many files", "setting: many folders"}


@pytest.fixture(scope="session")
def _tiny_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "origin").write_text(str(folder / "act.txt"))
    (folder / "act.txt").write_text("Article 1\nThe controller shall erase personal data.\n")
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([folder / "act.txt"])
        library.search("erase", mode="semantic")
        (hit,) = library.search("erase", mode="keyword").hits
        (folder / "work").write_text(hit.work)
    return folder


@pytest.fixture
def tiny(_tiny_library: Path, tmp_path: Path) -> Path:
    """A folder with a document and a library made of it."""
    shutil.copytree(_tiny_library, tmp_path / "tiny")
    return tmp_path / "tiny"


def arguments(command: str, tiny: Path) -> list[str]:
    """Return a call of ``command`` on the library in ``tiny`` that reads all parts the command can read."""
    library, act = ["-L", str(tiny / "library")], str(tiny / "act.txt")
    work = (tiny / "work").read_text()
    (tiny / "passphrase").write_text("words of a passphrase")
    return {
        "search": ["search", *library, "--mode", "keyword", "erase"],
        "semantic search": ["search", *library, "--mode", "semantic", "erase"],
        "similar": ["similar", *library, act],
        "add": ["add", *library, "--no-vectors", act],
        "remove": ["remove", *library, (tiny / "origin").read_text()],
        "show": ["show", *library, work],
        "recitals": ["recitals", *library, work],
        "history": ["history", *library, work],
        "references": ["references", *library, work],
        "coverage": ["coverage", *library, work],
        "backup": ["backup", *library, str(tiny / "copy")],
        "verify": ["backup", *library, "--verify", str(tiny / "library")],
        "encrypted backup": [
            "--passphrase-file", str(tiny / "passphrase"), "backup", *library, "--encrypt",
            str(tiny / "copy"),
        ],
        "restore": ["restore", "-L", str(tiny / "restored"), str(tiny / "library")],
        "passphrase": [
            "--passphrase-file", str(tiny / "passphrase"), "passphrase", *library, "--new-file", str(tiny / "passphrase"),
        ],
        "impact": ["impact", *library, f"{work}@2016", f"{work}@2024"],
        "publish": ["publish", *library, f"lance://{tiny / 'published'}"],
        "export": ["export", *library, "opensearch", str(tiny / "export")],
    }.get(command, [command, *library])  # fmt: skip


def list_as_managed(words: Path, name: str) -> None:
    """Make Tantivy treat the file ``name`` as its own and obsolete."""
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


def calls(kinds: Iterable[str], commands: Iterable[str]) -> list[object]:
    """Each kind with its default command, and some of the others; all but some of the former are slow."""
    return [
        pytest.param(kind, command, marks=[] if is_quick(kind, command) else pytest.mark.slow)
        for kind in kinds
        for command in commands
        if command == default_command(kind) or zlib.crc32(f"{kind}{command}".encode()) % SHARE == 0
    ]


def is_quick(kind: str, command: str) -> bool:
    """Half of the kinds, each with its default command."""
    is_chosen = zlib.crc32(kind.encode()) % 2 == 0 and kind not in _SLOW
    return is_chosen and command == default_command(kind)


def test_no_command_is_left_out() -> None:
    assert {*COMMANDS_OF_LEXDESK} - WITHOUT_LIBRARY - THROUGH_OTHERS <= ALL


def default_command(kind: str) -> str:
    """Return the command that reveals the effect of a kind."""
    part, _, _ = kind.partition(":")
    if kind == "setting: many folders":
        return "add"
    of_parts = {"lock": "add", "writer": "add", "notes": "check", "backup": "verify"}
    return of_parts.get(part, "semantic search" if "vectors" in part else "search")


@pytest.mark.parametrize(("kind", "command"), calls(NAMES, COMMANDS))
def test_index_deletes_only_its_own_files(
    tiny: Path, victim: Path, kind: str, command: str
) -> None:
    words = tiny / "library" / "words"
    (words / "sub").mkdir()
    kept = [victim / "file", tiny / "library" / "library.sqlite-copy"]
    for path in (*kept[1:], words / "sub" / "file", words / "mine.txt"):
        path.write_text(PRIVATE)
    list_as_managed(words, NAMES[kind](tiny))
    assert run(arguments(command, tiny)) in (0, 2)
    assert [path.read_text() for path in kept] == [PRIVATE] * 2
    assert (tiny / "library" / "words.damaged" / "sub" / "file").read_text() == PRIVATE
    with Library.open(tiny / "library") as library:
        assert library.admin.check() == []
        assert library.admin.repairs == []


def test_damaged_index_containing_folder_is_moved_aside(tiny: Path) -> None:
    for _ in range(2):
        words = tiny / "library" / "words"
        in_place_of_file = words / "held.json"
        in_place_of_file.unlink()
        in_place_of_file.mkdir()
        (in_place_of_file / "file").write_text(PRIVATE)
        assert run(arguments("search", tiny)) == 0
    found = sorted(path.parents[1].name for path in tiny.glob("library/*/held.json/file"))
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
        ("meta.json", json.dumps({"segments": [{"segment_id": "0" * 32}] * 2})),
        ("meta.json", json.dumps({"segments": [{"segment_id": f"{n:032}"} for n in range(1001)]})),
        ("meta.json", "[]"),
        ("meta.json", '{"segments": 1}'),
    ],
)
def test_foreign_name_in_file_list_is_damage(tmp_path: Path, name: str, content: str) -> None:
    FullText(tmp_path / "words").close()
    require_own_files(tmp_path / "words")
    (tmp_path / "words" / name).write_text(content)
    with raises_code(IndexDamaged, IndexCode.FULLTEXT_FOREIGN):
        require_own_files(tmp_path / "words")


@pytest.mark.parametrize("place", ["writer.json", "words/held.json", "words/seal.json"])
def test_link_at_temporary_name_is_not_followed(tiny: Path, victim: Path, place: str) -> None:
    path = tiny / "library" / place
    path.with_name(f"{path.name}.{os.getpid()}.new").symlink_to(victim / "file")
    for command in COMMANDS:
        assert run(arguments(command, tiny)) in (0, 2)
    assert (victim / "file").read_text() == PRIVATE


def test_atomic_write_does_not_reuse_existing_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "urandom", bytes)  # which are zeros
    guessed = tmp_path / f"file.{bytes(8).hex()}.new"
    (tmp_path / "victim").write_text(PRIVATE)
    guessed.symlink_to(tmp_path / "victim")
    with pytest.raises(FileExistsError):
        write_atomically(tmp_path / "file", b"new")
    assert (tmp_path / "victim").read_text() == PRIVATE
    assert guessed.is_symlink()


@pytest.mark.parametrize(
    "craft", [make_pipe, Path.touch, lambda place: place.symlink_to(place.parent)]
)
def test_unfinished_export_of_others_is_not_removed(
    tmp_path: Path, craft: Callable[[Path], object]
) -> None:
    """A pipe in place of the folder that is written first stopped exports and backups for ever."""
    (tmp_path / "export").mkdir()
    craft(tmp_path / "export" / ".partial")
    with within(10), pytest.raises(UnsafeFile), new_folder(tmp_path / "export"):
        pass
    assert [path.name for path in (tmp_path / "export").iterdir()] == [".partial"]


@pytest.mark.parametrize("name", ["writer.lock", "writer.json"])
def test_lock_file_link_is_rejected(
    tiny: Path, victim: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = tiny / "library" / name
    lock.unlink(missing_ok=True)
    lock.symlink_to(victim / "file")
    assert run(arguments("add", tiny)) == 2
    assert f"{name} is a link" in capsys.readouterr().err
    assert (victim / "file").read_text() == PRIVATE


def state(folder: Path) -> dict[str, bytes | None]:
    """Return the contents of a folder by name."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize(("kind", "command"), calls(CRAFTED, sorted(ALL)))
def test_crafted_library_does_not_change_outside_files(
    kind: str, command: str, tiny: Path, victim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    CRAFTED[kind](tiny / "library", victim)
    before = state(victim)
    with within(10):
        code = run(arguments(command, tiny))
    captured = capsys.readouterr()
    assert state(victim) == before
    assert PRIVATE not in captured.out + captured.err
    assert code in (0, 1, 2)
    assert code != 2 or captured.err.startswith("lexdesk: ")
    assert "bug in Lexdesk" not in captured.err, captured.err


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("store: link to a library", "library.sqlite is a link"),
        ("store: pipe", "library.sqlite is not a regular file"),
        ("journal: names a file", "names another file, which SQLite would delete"),
        ("schema: view beside", "its schema has the view endless"),
        ("schema: trigger", "its schema has the trigger t"),
        ("schema: generated column", "its schema has the table file"),
        ("schema: index of that name", "its schema has the index passage_expression"),
        ("schema: column is missing", "lacks the table file or a column of it"),
        ("schema: later format", "install a later Lexdesk"),
        ("header: later file format", "unsupported file format"),
        ("parts: one text again and again", "parts of version 1 overlap"),
    ],
)
def test_rejected_file_is_named(
    kind: str, expected: str, tiny: Path, victim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    CRAFTED[kind](tiny / "library", victim)
    assert run(arguments("search", tiny)) == 2
    assert expected in capsys.readouterr().err


def test_encrypted_copy_of_later_file_format_is_rejected(
    tiny: Path, victim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check of its trees raised an error of SQLite, reported as a bug."""
    pytest.importorskip("sqlcipher3", reason="needs the extra lexdesk[encryption]")
    CRAFTED["header: later file format"](tiny / "library", victim)
    assert run(arguments("encrypted backup", tiny)) == 2
    assert "is damaged (unsupported file format)" in capsys.readouterr().err


def test_repeated_additions_are_not_exported(
    tiny: Path, victim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They wrote one passage 120,000 times, 475 MB."""
    CRAFTED["changes: again and again"](tiny / "library", victim)
    assert run(arguments("export", tiny)) == 2
    assert "its log of changes tells of other passages" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("rows: endless passage", "SELECT text FROM passage"),
        ("rows: endless passage", "SELECT max(page) FROM passage"),
        ("rows: endless passage_expression", "SELECT count(*) FROM passage"),
        ("rows: one text for all", "SELECT text FROM passage"),
    ],
)
def test_endless_rows_are_damage(kind: str, query: str, tiny: Path, victim: Path) -> None:
    CRAFTED[kind](tiny / "library", victim)
    with (
        within(10),
        Library.open(tiny / "library") as library,
        raises_code(LibraryDamaged, LibraryCode.DAMAGED, "Tree "),
    ):
        library.store.statements.execute(query).fetchall()


@pytest.mark.slow
def test_long_statement_on_sound_trees_ends(tiny: Path) -> None:
    numbers = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1100000)"
    with Library.open(tiny / "library") as library:
        found = library.store.statements.execute(f"{numbers} SELECT x, 'text' FROM n").fetchall()
        assert len(found) == 1_100_000
        assert library.store.statements.trees.problem == ""


def test_library_is_not_written_by_two_names(
    tiny: Path, victim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SQLite would keep a log beside each name of the file, and none would be whole (howtocorrupt.html, 2.5)."""
    theirs = victim / "theirs.sqlite"
    os.link(tiny / "library" / "library.sqlite", theirs)
    before = theirs.read_bytes()
    assert run(arguments("add", tiny)) == 2
    assert "library.sqlite has a second name" in capsys.readouterr().err
    assert theirs.read_bytes() == before
    theirs.unlink()
    assert run(arguments("add", tiny)) == 0


def test_linked_library_folder_is_opened(tiny: Path) -> None:
    (tiny / "library").rename(tiny / "elsewhere")
    (tiny / "library").symlink_to(tiny / "elsewhere")
    for command in COMMANDS:
        assert run(arguments(command, tiny)) == 0
    assert not list((tiny / "elsewhere").glob("*.damaged"))


def test_encrypted_library_is_checked_too(tmp_path: Path) -> None:
    pytest.importorskip("sqlcipher3", reason="needs the extra lexdesk[encryption]")
    sentence = "words of a passphrase"
    with Library.open(tmp_path / "library", create=True, passphrase=sentence) as library:
        library.store.statements.execute("CREATE VIEW other AS SELECT 1")
    with raises_code(LibraryDamaged, LibraryCode.SCHEMA_UNKNOWN, "the view other"):
        Library.open(tmp_path / "library", passphrase=sentence)
