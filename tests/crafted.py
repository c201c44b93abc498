"""Hostile libraries, by defect; each is made from an intact one."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import sqlite3
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lexdesk.index.lexical.fulltext import _held_content
from lexdesk.storage import page_checksums
from tests import crafted_pages

PRIVATE = "the secret of whoever opens it"

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


def hard_link(name: str, target: str) -> Craft:
    return lambda library, victim: os.link(victim / target, _gone(library / name))


def pipe(name: str) -> Craft:
    return lambda library, _: make_pipe(_gone(library / name))


def make_pipe(path: Path) -> None:
    """Make a named pipe; skip the test on Windows, which has none in folders."""
    if sys.platform == "win32":
        pytest.skip("makes a named pipe")
    os.mkfifo(path)


def folder(name: str) -> Craft:
    return lambda library, _: (_gone(library / name) / "sub").mkdir(parents=True)


def content(name: str, text: str) -> Craft:
    def craft(library: Path, victim: Path) -> None:
        _gone(library / name).write_text(text.replace("VICTIM", str(victim)))

    return craft


def sparse(name: str) -> Craft:
    def craft(library: Path, _: Path) -> None:
        with _gone(library / name).open("wb") as file:
            file.truncate(1 << 40)

    return craft


def sparse_store(library: Path, _: Path) -> None:
    os.truncate(library / "library.sqlite", 1 << 40)


def sparse_segment(library: Path, _: Path) -> None:
    """Extend the files of a segment to a sparse terabyte."""
    for path in (library / "words").glob("*.store"):
        os.truncate(path, 1 << 40)


def sealed_sparse_segment(library: Path, _: Path) -> None:
    """Extend a segment to a sparse terabyte with a matching seal, at another time."""
    words = library / "words"
    content = json.loads((words / "seal.json").read_text())
    files = json.loads(content["files"])
    for path in words.glob("*.store"):
        os.truncate(path, 1 << 40)
        files[path.name] = [1 << 40, 1, files[path.name][2]]
    content["files"] = json.dumps(files, sort_keys=True)
    content["sha256"] = hashlib.sha256(
        f"{content['files']}{content['listed']}".encode()
    ).hexdigest()
    (words / "seal.json").write_text(json.dumps(content))


def _vectors_manifest(library: Path, codes: dict[str, object], graph: object = None) -> None:
    """Write a manifest of vectors with missing codes and a missing graph."""
    with closing(sqlite3.connect(library / "library.sqlite")) as connection:
        found = connection.execute("SELECT value FROM setting WHERE key = 'model'").fetchone()
    model = json.loads(found[0]) if found else {"fingerprint": "", "dimensions": 64}
    response: dict[str, object] = {
        "format": 4,
        "kind": "hnsw",
        "model": model.get("fingerprint", ""),
    }
    response |= {"dimensions": model.get("dimensions", 64), "graph": graph, "made_by": ""}
    response |= dict.fromkeys(("change", "vector", "vectors", "lists", "axes", "in_graph"), 1)
    (library / "vectors").mkdir(exist_ok=True)
    (library / "vectors" / "manifest.json").write_text(
        _forged({**response, "codes": codes, "signature": ""})
    )


def sparse_vectors(library: Path, _: Path) -> None:
    """Write a manifest with existing codes of a sparse terabyte."""
    name = "codes-1-1.bin"
    _vectors_manifest(library, {"file": name, "bytes": 1 << 40, "sha256": "0" * 64})
    sparse(f"vectors/{name}")(library, library)


def sparse_backup(library: Path, victim: Path) -> None:
    sparse("work.sqlite")(library, victim)
    entry = {"bytes": 1 << 40, "sha256": "0" * 64}
    files = {"library.sqlite": entry, "work.sqlite": entry}
    (library / "backup.json").write_text(json.dumps({"made": "2026-01-01", "files": files}))


def crowded_segment(library: Path, _: Path) -> None:
    """Tell of four billion passages in each segment."""
    words = library / "words"
    listed = json.loads((words / "meta.json").read_text())
    for segment in listed["segments"]:
        segment["max_doc"] = 2**32 - 1
    (words / "meta.json").write_text(json.dumps(listed))
    (words / "seal.json").unlink()


def repeated_segment(library: Path, _: Path) -> None:
    """List a segment 300,000 times, for which Tantivy takes 3 GB."""
    words = library / "words"
    listed = json.loads((words / "meta.json").read_text())
    listed["segments"] = listed["segments"][:1] * 300_000
    (words / "meta.json").write_text(json.dumps(listed))
    (words / "seal.json").unlink()


def sql(name: str, script: str) -> Craft:
    """Change a SQLite file; ``writable_schema`` allows what SQLite itself rejects."""

    def craft(library: Path, _: Path) -> None:
        with closing(page_checksums.connect(library / name)) as connection:
            connection.executescript(f"PRAGMA foreign_keys = OFF; {script}")

    return craft


def endless(name: str) -> Craft:
    """Give a table or an index of the library endless rows."""
    return lambda library, _: crafted_pages.endless(library / "library.sqlite", name)


def one_text_for_all(library: Path, _: Path) -> None:
    """Have 3,000 passages share the pages of one text: 3 GB in a file of a few megabytes."""
    crafted_pages.one_text_for_all(library / "library.sqlite", 3_000, 1 << 20)


def later_file_format(library: Path, _: Path) -> None:
    """Tell of a schema format that SQLite does not know."""
    pages = crafted_pages.Pages(library / "library.sqlite")
    struct.pack_into(">I", pages.pages[0], 44, 99)
    pages.save()


def super_journal(library: Path, victim: Path) -> None:
    """Write a hot journal that makes SQLite delete a file during rollback."""
    name = str(victim / "file").encode()
    magic = bytes.fromhex("d9d505f920a163d7")
    pages = (library / "library.sqlite").stat().st_size // 32_768
    head = magic + struct.pack(">iIIII", 0, 1, pages, 512, 32_768)
    tail = struct.pack(">I", 1 + 0x7FFF) + name  # the page of locks
    tail += struct.pack(">II", len(name), sum(name)) + magic
    with closing(page_checksums.connect(library / "library.sqlite")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    (library / "library.sqlite-journal").write_bytes(head.ljust(512, b"\0") + tail)


def _forged(manifest: dict[str, object]) -> str:
    """Return a manifest of vectors with a correct hash."""
    result = json.dumps(manifest, sort_keys=True).encode()
    return json.dumps({**manifest, "own_sha256": hashlib.sha256(result).hexdigest()})


def vectors_elsewhere(library: Path, victim: Path) -> None:
    stored = (victim / "file").read_bytes()
    values = {"format": 2, "model": "", "dimensions": 64, "file": str(victim / "file")}
    values |= {"bytes": len(stored), "sha256": hashlib.sha256(stored).hexdigest()}
    values |= dict.fromkeys(("change", "vector", "vectors", "clusters"), 1)
    (library / "vectors").mkdir(exist_ok=True)
    (library / "vectors" / "manifest.json").write_text(_forged(values))


def _quoted(text: str | None) -> str:
    return f"'{text}'" if text else "NULL"


def _provisions(*nested: tuple[str, str | None]) -> Craft:
    """Have passages lie in the first and the last of ``nested`` provisions, (eid, parent), and no index know of them."""
    rows = ", ".join(
        f"(1, {position}, '{eid}', 'other', '', '', '', {_quoted(parent)}, 0, 99)"
        for position, (eid, parent) in enumerate(nested)
    )
    script = (
        f"DELETE FROM provision; INSERT INTO provision VALUES {rows};"
        f" UPDATE passage SET eid = '{nested[-1][0]}';"
        ' INSERT INTO passage (expression, start, "end", eid, heading, label, searchable, text)'
        f" VALUES (1, 90, 99, '{nested[0][0]}', '', '', 1, 'and so on')"
    )

    def craft(library: Path, victim: Path) -> None:
        sql("library.sqlite", script)(library, victim)
        shutil.rmtree(library / "words")

    return craft


def _passage_outside(library: Path, victim: Path) -> None:
    """Let a passage begin outside of its text, unknown to the indexes."""
    sql("library.sqlite", "UPDATE passage SET start = 1e308")(library, victim)
    shutil.rmtree(library / "words")


def grown_graph(library: Path, _: Path) -> None:
    """Have the graph of vectors tell of a header of exabytes, with the hash of its file."""
    _graph(library, b"\xff" * 8 + bytes(5_000))


def graph_elsewhere(library: Path, victim: Path) -> None:
    _graph(library, (victim / "file").read_bytes(), str(victim / "file"))


def _graph(library: Path, content: bytes, name: str = "graph-1-1.hnsw") -> None:
    entry = {"file": name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    codes = bytes(1_000)
    stored = {"bytes": len(codes), "sha256": hashlib.sha256(codes).hexdigest()}
    _vectors_manifest(library, {"file": "codes-1-1.bin", **stored}, entry)
    (library / "vectors" / "codes-1-1.bin").write_bytes(codes)
    if "/" not in name:
        (library / "vectors" / name).write_bytes(content)


def resealed(ending: str, content: Callable[[bytes], bytes]) -> Craft:
    """Change the files of segments with this ending, without a seal for them."""

    def craft(library: Path, _: Path) -> None:
        for path in (library / "words").glob(f"*{ending}"):
            path.write_bytes(content(path.read_bytes()))
        for name in ("seal.json", "verified.json"):
            (library / "words" / name).unlink(missing_ok=True)

    return craft


def _claimed(stored: bytes) -> bytes:
    """Sizes of two gigabytes at each fourth place of the middle."""
    half = len(stored) // 2
    return (
        stored[: half // 2]
        + b"\xff\xff\xff\x7f" * (half // 4)
        + stored[half // 2 + 4 * (half // 4) :]
    )


def many(folder: str, count: int) -> Craft:
    def craft(library: Path, _: Path) -> None:
        (library / folder).mkdir(exist_ok=True)
        for number in range(count):
            (library / folder / f"{number:032x}.idx").touch()

    return craft


_NUMBERS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 120000)"
_ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
_DEEP = "[" * 200_000
_HELD = '{"format": 9, "change": 1, "sha256": '

CRAFTED: dict[str, Craft] = {
    "store: link to a library": link("library.sqlite", "foreign.sqlite"),
    "store: link to a file": link("library.sqlite", "file"),
    "store: link to nothing": link("library.sqlite", "none"),
    "store: hard link": hard_link("library.sqlite", "foreign.sqlite"),
    "notes: hard link": hard_link("work.sqlite", "foreign.sqlite"),
    "store: pipe": pipe("library.sqlite"),
    "store: device": lambda library, _: _gone(library / "library.sqlite").symlink_to("/dev/zero"),
    "store: folder": folder("library.sqlite"),
    "store: large": sparse_store,
    "store: text": content("library.sqlite", "no database" * 100),
    "store: empty": content("library.sqlite", ""),
    "log: link": link("library.sqlite-wal", "file"),
    "log: pipe": pipe("library.sqlite-wal"),
    "index of the log: link": link("library.sqlite-shm", "file"),
    "log: hard link": hard_link("library.sqlite-wal", "file"),
    "index of the log: hard link": hard_link("library.sqlite-shm", "file"),
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
    "passages: a megabyte each": sql(
        "library.sqlite", "UPDATE passage SET text = printf('%.*c', 1000000, 'x')"
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
    **{
        f"rows: endless {name}": endless(name)
        for name in (
            *("passage", "passage_expression", "vector", "change", "provision", "expression"),
            *("reference", "file", "setting", "property", "relation"),
        )
    },
    "rows: one text for all": one_text_for_all,
    "changes: of what was never there": sql(
        "library.sqlite",
        f"{_NUMBERS} INSERT INTO change SELECT NULL, 'remove', x, 1, 0 FROM n",
    ),
    "changes: again and again": sql(
        "library.sqlite",
        f"{_NUMBERS} INSERT INTO change SELECT NULL, 'add', 1, 1, 1 FROM n",
    ),
    "parts: one text again and again": sql(
        "library.sqlite",
        f"INSERT INTO revision VALUES (1, 1, 'law', 'c'); {_NUMBERS}"
        " INSERT INTO part SELECT 1, x, 0, 1099511627775, 1, 0, 50, 'e' || x FROM n",
    ),
    "header: later file format": later_file_format,
    "provisions: one in itself": _provisions(("a", "a")),
    "provisions: two in each other": _provisions(("a", "b"), ("b", "a")),
    "provisions: one in none": _provisions(("a", "b")),
    "provisions: deep": _provisions(*((f"a{n}", f"a{n - 1}" if n else None) for n in range(5_000))),
    "passages: outside of the text": _passage_outside,
    "setting: no JSON": sql(
        "library.sqlite", f"INSERT OR REPLACE INTO setting VALUES ('model', '{_DEEP}')"
    ),
    "setting: many folders": sql(
        "library.sqlite",
        f"{_NUMBERS} INSERT OR REPLACE INTO setting"
        """ SELECT 'folders', '[' || group_concat('"/none/x' || x || '"') || ']' FROM n""",
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
    "held: far ahead": content("words/held.json", json.dumps(_held_content(2**63, {}))),
    "held: subjects far ahead": content(
        "words/held.json", json.dumps(_held_content(1, {"32016R0679": 2**63}))
    ),
    "held: large": sparse("words/held.json"),
    "seal: link": link("words/seal.json", "file"),
    "seal: pipe": pipe("words/seal.json"),
    "seal: deep": content("words/seal.json", _DEEP),
    "seal: large": sparse("words/seal.json"),
    "lock of the index: link": link("words/.tantivy-writer.lock", "none"),
    "lock of the index: pipe": pipe("words/.tantivy-meta.lock"),
    "segment: link": link("words/" + "0" * 32 + ".idx", "file"),
    "segment: large": sparse_segment,
    "segment: large, and sealed": sealed_sparse_segment,
    "segment: repeated": repeated_segment,
    "segment: crowded": crowded_segment,
    "segment: folder": folder("words/" + "0" * 32 + ".idx"),
    "vectors: link": link("vectors", "folder"),
    "vectors: pipe": pipe("vectors"),
    "vectors: file": content("vectors", "text"),
    "manifest of vectors: link": link("vectors/manifest.json", "file"),
    "manifest of vectors: pipe": pipe("vectors/manifest.json"),
    "manifest of vectors: deep": content("vectors/manifest.json", _DEEP),
    "manifest of vectors: large": sparse("vectors/manifest.json"),
    "manifest of vectors: another's file": vectors_elsewhere,
    "codes of vectors: large": sparse_vectors,
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
    "backup: large": sparse_backup,
    **{
        f"{part}: {kind}": craft
        for part, name in {
            "names": "names.tsv",
            "thesaurus": "thesaurus.tsv",
            "checked": "checked.json",
            "verified": "words/verified.json",
            "claim": "writer.claim",
        }.items()
        for kind, craft in {
            "link": link(name, "file"),
            "pipe": pipe(name),
            "folder": folder(name),
            "large": sparse(name),
            "deep": content(name, _DEEP),
            "numbers": content(name, '{"a": ' + "9" * 5_000 + ', "a": NaN, "\\ud800": -1e999}'),
            "nul": content(name, "\0\t\0\n" * 1_000),
            "rows": content(name, "32016R0679\t" + "a; " * 100 + "\n" + "a\tb\n" * 4_000),
        }.items()
    },
    "thesaurus: brackets": content(
        "thesaurus.tsv", "erase; (a* OR\t" + '"' * 200 + "\nerase\t" + "erase " * 60 + "\n"
    ),
    "graph: grown": grown_graph,
    "graph: another's file": graph_elsewhere,
    "terms: of zeros": resealed(".term", lambda stored: bytes(len(stored))),
    "terms: claimed": resealed(".term", _claimed),
    "texts: claimed": resealed(".store", _claimed),
    "columns: claimed": resealed(".fast", _claimed),
    "columns: cut": resealed(".fast", lambda stored: stored[: len(stored) // 2]),
    "positions: claimed": resealed(".pos", _claimed),
    "occurrences: claimed": resealed(".idx", _claimed),
    "lengths: claimed": resealed(".fieldnorm", _claimed),
    "words: many files": many("words", 20_000),
    "notes: other columns": sql(
        "work.sqlite", "DROP TABLE IF EXISTS note; CREATE TABLE note (id, text, x)"
    ),
    "backup: another's file": content(
        "backup.json", '{"files": {"VICTIM/file": {"bytes": 30, "sha256": ""}}}'
    ),
}


@contextlib.contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fail the test if the block takes longer, past all handlers of system errors."""

    def late(*_: object) -> None:
        pytest.fail(f"it took more than {seconds} seconds")

    if sys.platform == "win32":  # without alarms
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
