"""Changes that make a library hostile: links, pipes, forged manifests, sizes and tables."""

import hashlib
import json
import os
import shutil
import sqlite3
import struct
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from lexdesk.storage import page_checksums
from tests import crafted_pages

PRIVATE = "the secret of whoever opens it"

Craft = Callable[[Path, Path], None]
"""Changes the library in the first folder, with the second one as what lies outside of it."""


def removed(path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    return path


def link(name: str, target: str) -> Craft:
    return lambda library, victim: removed(library / name).symlink_to(victim / target)


def hard_link(name: str, target: str) -> Craft:
    return lambda library, victim: os.link(victim / target, removed(library / name))


def pipe(name: str) -> Craft:
    return lambda library, _: make_pipe(removed(library / name))


def make_pipe(path: Path) -> None:
    """Make a named pipe; skip the test on Windows, which has none in folders."""
    if sys.platform == "win32":
        pytest.skip("makes a named pipe")
    os.mkfifo(path)


def folder(name: str) -> Craft:
    return lambda library, _: (removed(library / name) / "sub").mkdir(parents=True)


def content(name: str, text: str) -> Craft:
    def craft(library: Path, victim: Path) -> None:
        removed(library / name).write_text(text.replace("VICTIM", str(victim)))

    return craft


def sparse(name: str) -> Craft:
    def craft(library: Path, _: Path) -> None:
        with removed(library / name).open("wb") as file:
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


def provisions(*nested: tuple[str, str | None]) -> Craft:
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


def passage_outside(library: Path, victim: Path) -> None:
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


def claimed(stored: bytes) -> bytes:
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
