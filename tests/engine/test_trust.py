"""Libraries that somebody else crafted: no command deletes, writes or reads anything outside of them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import shutil
import signal
import sqlite3
import struct
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
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
ALL = {
    *COMMANDS, "search by meaning", "status", "show", "recitals", "history", "references", "failures", "backup", "verify",
    "encrypted backup", "rebuild", "duplicates", "coverage", "dump", "export",
}  # fmt: skip


@pytest.fixture(scope="session")
def _tiny_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "origin").write_text(str(folder / "act.txt"))
    (folder / "act.txt").write_text("Article 1\nThe controller shall erase personal data.\n")
    with Library.open(folder / "library", create=True) as library:
        library.add([folder / "act.txt"])
        library.search("erase", mode="semantic")
        (hit,) = library.search("erase", mode="keyword").hits
        (folder / "work").write_text(hit.work)
    return folder


@pytest.fixture
def tiny(_tiny_library: Path, tmp_path: Path) -> Path:
    """A folder with a document and a library made of it."""
    shutil.copytree(_tiny_library, tmp_path / "tiny")
    return tmp_path / "tiny"


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """Files outside of the library, whose names a crafted one has."""
    victim = tmp_path / "victim"
    (victim / "folder").mkdir(parents=True)
    for path in (victim / "file", victim / "folder" / "meta.json", victim / "folder" / "a.txt"):
        path.write_text(PRIVATE)
    with closing(sqlite3.connect(victim / "foreign.sqlite")) as foreign:
        foreign.execute("CREATE TABLE account (secret TEXT)")
        foreign.execute("INSERT INTO account VALUES (?)", (PRIVATE,))
        foreign.commit()
    return victim


def arguments(command: str, tiny: Path) -> list[str]:
    """A call of ``command`` on the library in ``tiny`` that looks into all that the command looks into."""
    library, act = ["-L", str(tiny / "library")], str(tiny / "act.txt")
    work = (tiny / "work").read_text()
    (tiny / "passphrase").write_text("words of a passphrase")
    return {
        "search": ["search", *library, "--mode", "keyword", "erase"],
        "search by meaning": ["search", *library, "--mode", "semantic", "erase"],
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
        "export": ["export", *library, "--to", "opensearch", str(tiny / "export")],
    }.get(command, [command, *library])  # fmt: skip


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


def calls(kinds: Iterable[str], commands: Iterable[str]) -> list[object]:
    """Each kind with each command; but for one command of each kind they are slow, all together."""
    return [
        pytest.param(kind, command, marks=[] if command == usual(kind) else pytest.mark.slow)
        for kind in kinds
        for command in commands
    ]


def usual(kind: str) -> str:
    """The command that shows what a kind does."""
    part, _, _ = kind.partition(":")
    of_parts = {"lock": "add", "writer": "add", "notes": "check", "backup": "verify"}
    return of_parts.get(part, "search by meaning" if "vectors" in part else "search")


@pytest.mark.parametrize(("kind", "command"), calls(NAMES, COMMANDS))
def test_files_in_the_list_of_the_index_are_deleted_only_if_its_own(
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
    tiny: Path, victim: Path, place: str
) -> None:
    path = tiny / "library" / place
    path.with_name(f"{path.name}.{os.getpid()}.new").symlink_to(victim / "file")
    for command in COMMANDS:
        assert run(arguments(command, tiny)) in (0, 2)
    assert (victim / "file").read_text() == PRIVATE


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
    tiny: Path, victim: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = tiny / "library" / name
    lock.unlink(missing_ok=True)
    lock.symlink_to(victim / "file")
    assert run(arguments("add", tiny)) == 2
    assert f"{name} is a link" in capsys.readouterr().err
    assert (victim / "file").read_text() == PRIVATE


# Crafted libraries, by what is wrong with them: each is made of one that is whole.

Craft = Callable[[Path, Path], None]
"""Changes the library in the first folder, with the second one as what lies outside of it."""


def _gone(path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    return path


def link(name: str, target: str) -> Craft:
    return lambda library, victim: _gone(library / name).symlink_to(victim / target)


def pipe(name: str) -> Craft:
    return lambda library, _: os.mkfifo(_gone(library / name))


def folder(name: str) -> Craft:
    return lambda library, _: (_gone(library / name) / "sub").mkdir(parents=True)


def content(name: str, text: str) -> Craft:
    return lambda library, victim: (
        _gone(library / name).write_text(text.replace("VICTIM", str(victim))) and None
    )


def sparse(name: str) -> Craft:
    def craft(library: Path, _: Path) -> None:
        with _gone(library / name).open("wb") as file:
            file.truncate(1 << 40)

    return craft


def sql(name: str, script: str) -> Craft:
    """Change a SQLite file; ``writable_schema`` makes what SQLite itself would refuse."""

    def craft(library: Path, _: Path) -> None:
        with closing(sqlite3.connect(library / name, isolation_level=None)) as connection:
            connection.executescript(f"PRAGMA foreign_keys = OFF; {script}")

    return craft


def super_journal(library: Path, victim: Path) -> None:
    """A hot journal that has SQLite delete a file once it is rolled back."""
    name = str(victim / "file").encode()
    magic = bytes.fromhex("d9d505f920a163d7")
    pages = (library / "library.sqlite").stat().st_size // 32_768
    head = magic + struct.pack(">iIIII", 0, 1, pages, 512, 32_768)
    tail = struct.pack(">I", 1 + 0x7FFF) + name  # the page of locks
    tail += struct.pack(">II", len(name), sum(name)) + magic
    with closing(sqlite3.connect(library / "library.sqlite")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    (library / "library.sqlite-journal").write_bytes(head.ljust(512, b"\0") + tail)


def _forged(manifest: dict[str, object]) -> str:
    """A manifest of vectors with the hash that it should have."""
    told = json.dumps(manifest, sort_keys=True).encode()
    return json.dumps({**manifest, "own_sha256": hashlib.sha256(told).hexdigest()})


def vectors_elsewhere(library: Path, victim: Path) -> None:
    stored = (victim / "file").read_bytes()
    told = {"format": 2, "model": "", "dimensions": 64, "file": str(victim / "file")}
    told |= {"bytes": len(stored), "sha256": hashlib.sha256(stored).hexdigest()}
    told |= dict.fromkeys(("change", "vector", "vectors", "clusters"), 1)
    (library / "vectors").mkdir(exist_ok=True)
    (library / "vectors" / "manifest.json").write_text(_forged(told))


_ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
_DEEP = "[" * 200_000
_HELD = '{"format": 9, "change": 1, "sha256": '

CRAFTED: dict[str, Craft] = {
    "store: link to a library": link("library.sqlite", "foreign.sqlite"),
    "store: link to a file": link("library.sqlite", "file"),
    "store: link to nothing": link("library.sqlite", "none"),
    "store: pipe": pipe("library.sqlite"),
    "store: device": lambda library, _: _gone(library / "library.sqlite").symlink_to("/dev/zero"),
    "store: folder": folder("library.sqlite"),
    "store: text": content("library.sqlite", "no database" * 100),
    "store: empty": content("library.sqlite", ""),
    "log: link": link("library.sqlite-wal", "file"),
    "log: pipe": pipe("library.sqlite-wal"),
    "index of the log: link": link("library.sqlite-shm", "file"),
    "index of the log: pipe": pipe("library.sqlite-shm"),
    "journal: link": link("library.sqlite-journal", "file"),
    "journal: pipe": pipe("library.sqlite-journal"),
    "journal: names a file": super_journal,
    "notes: link to a database": link("work.sqlite", "foreign.sqlite"),
    "notes: link to nothing": link("work.sqlite", "none"),
    "notes: pipe": pipe("work.sqlite"),
    "notes: folder": folder("work.sqlite"),
    "notes: log is a link": link("work.sqlite-wal", "file"),
    "schema: view": sql(
        "library.sqlite",
        f"ALTER TABLE change RENAME TO c; CREATE VIEW change (seq) AS {_ENDLESS}",
    ),
    "schema: view beside": sql("library.sqlite", f"CREATE VIEW endless AS {_ENDLESS}"),
    "schema: trigger": sql(
        "library.sqlite",
        "CREATE TRIGGER t AFTER INSERT ON change BEGIN DELETE FROM expression; END",
    ),
    "schema: table": sql("library.sqlite", "CREATE TABLE other (a)"),
    "schema: virtual table": sql("library.sqlite", "CREATE VIRTUAL TABLE v USING fts5(a)"),
    "schema: generated column": sql(
        "library.sqlite",
        "ALTER TABLE file ADD COLUMN g TEXT AS (hex(zeroblob(500000000))) VIRTUAL",
    ),
    "schema: column with a default": sql(
        "library.sqlite", "ALTER TABLE file ADD COLUMN g TEXT DEFAULT 'x'"
    ),
    "schema: expression index": sql(
        "library.sqlite", "CREATE INDEX i ON passage (length(text) + abs(start))"
    ),
    "schema: index of that name": sql(
        "library.sqlite",
        "DROP INDEX passage_expression; CREATE INDEX passage_expression ON passage (hex(text))",
    ),
    "schema: table is missing": sql("library.sqlite", "DROP TABLE property"),
    "schema: column is missing": sql("library.sqlite", "ALTER TABLE file DROP COLUMN modified"),
    "schema: another format": sql("library.sqlite", "PRAGMA user_version = 1"),
    "schema: no format": sql("library.sqlite", "PRAGMA user_version = 0"),
    "schema: later format": sql("library.sqlite", "PRAGMA user_version = 99"),
    "schema: other tables": sql(
        "library.sqlite",
        "".join(f"CREATE TABLE t{n} (a);" for n in range(210)),
    ),
    "setting: no JSON": sql(
        "library.sqlite", f"INSERT OR REPLACE INTO setting VALUES ('model', '{_DEEP}')"
    ),
    "notes: view": sql("work.sqlite", f"CREATE VIEW saved AS {_ENDLESS}"),
    "notes: trigger": sql(
        "work.sqlite",
        "CREATE TABLE place (a); CREATE TRIGGER t AFTER INSERT ON place BEGIN SELECT 1; END",
    ),
    "words: link": link("words", "folder"),
    "words: link to nothing": link("words", "none"),
    "words: pipe": pipe("words"),
    "words: file": content("words", "text"),
    "list: link": link("words/meta.json", "file"),
    "list: pipe": pipe("words/meta.json"),
    "list: device": lambda library, _: _gone(library / "words/meta.json").symlink_to("/dev/zero"),
    "list: folder": folder("words/meta.json"),
    "list: deep": content("words/meta.json", _DEEP),
    "list: large": sparse("words/meta.json"),
    "list: another's segment": content(
        "words/meta.json", '{"segments": [{"segment_id": "VICTIM/file", "deletes": null}]}'
    ),
    "managed: link": link("words/.managed.json", "file"),
    "managed: pipe": pipe("words/.managed.json"),
    "managed: deep": content("words/.managed.json", _DEEP),
    "managed: another's file": content("words/.managed.json", '["VICTIM/file"]'),
    "held: link": link("words/held.json", "file"),
    "held: pipe": pipe("words/held.json"),
    "held: deep": content("words/held.json", _HELD + _DEEP),
    "held: large": sparse("words/held.json"),
    "seal: link": link("words/seal.json", "file"),
    "seal: pipe": pipe("words/seal.json"),
    "seal: deep": content("words/seal.json", _DEEP),
    "seal: large": sparse("words/seal.json"),
    "lock of the index: link": link("words/.tantivy-writer.lock", "none"),
    "lock of the index: pipe": pipe("words/.tantivy-meta.lock"),
    "segment: link": link("words/" + "0" * 32 + ".idx", "file"),
    "segment: folder": folder("words/" + "0" * 32 + ".idx"),
    "vectors: link": link("vectors", "folder"),
    "vectors: pipe": pipe("vectors"),
    "vectors: file": content("vectors", "text"),
    "manifest of vectors: link": link("vectors/manifest.json", "file"),
    "manifest of vectors: pipe": pipe("vectors/manifest.json"),
    "manifest of vectors: deep": content("vectors/manifest.json", _DEEP),
    "manifest of vectors: large": sparse("vectors/manifest.json"),
    "manifest of vectors: another's file": vectors_elsewhere,
    "lock: link": link("writer.lock", "file"),
    "lock: link to nothing": link("writer.lock", "none"),
    "lock: pipe": pipe("writer.lock"),
    "lock: folder": folder("writer.lock"),
    "writer: link": link("writer.json", "file"),
    "writer: pipe": pipe("writer.json"),
    "writer: folder": folder("writer.json"),
    "set aside: link": link("words.damaged", "folder"),
    "removed: link": link("words.removed", "folder"),
    "backup: manifest is a link": link("backup.json", "file"),
    "backup: manifest is deep": content("backup.json", _DEEP),
    "backup: another's file": content(
        "backup.json", '{"files": {"VICTIM/file": {"bytes": 30, "sha256": ""}}}'
    ),
}


def state(folder: Path) -> dict[str, bytes | None]:
    """All that lies in a folder, by name."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


@contextlib.contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise ``TimeoutError`` where what is inside takes longer."""

    def late(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(("kind", "command"), calls(CRAFTED, sorted(ALL)))
def test_a_crafted_library_harms_nothing_outside(
    kind: str, command: str, tiny: Path, victim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    CRAFTED[kind](tiny / "library", victim)
    before = state(victim)
    with within(10):
        code = run(arguments(command, tiny))
    told = capsys.readouterr()
    assert state(victim) == before
    assert PRIVATE not in told.out + told.err
    assert code in (0, 1, 2)
    assert code != 2 or told.err.startswith("lexdesk: ")
    assert "bug in Lexdesk" not in told.err, told.err
