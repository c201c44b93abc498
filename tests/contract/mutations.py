"""Changes of one value in a library, a backup or a model, to values that Lexdesk never writes."""

import copy
import hashlib
import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexdesk.models.manifest import MANIFEST_NAME, find
from lexdesk.storage import page_checksums

_BLOB = b"\xff\x00\xfe"
_WRONG = {
    "TEXT": (_BLOB, "", "no day", "9999-99-99", "x" * 70_000, "\0", "{", "-1"),
    "INTEGER": ("no number", _BLOB, 1.5, -1, 2**63 - 1, -(2**63)),
    "REAL": ("no number", _BLOB, float("inf"), -1.0),
    "BLOB": ("text", b"", b"\0", 5),
}
_ROWS = 12
"""Mutations of one row for each column."""
_SETTINGS = (
    "{", "null", "5", "-1", "1e999", "NaN", '"x"', "[]", "[[1]]", '["\\u0000"]', '["\\ud800"]', "[null]", "{}",
    '{"name": 1}', '{"fingerprint": []}', '{"": "x"}', '{"expression": "x"}', "[" * 100_000, "9" * 5000, _BLOB,
)  # fmt: skip
_LEAVES: tuple[Any, ...] = (
    None, True, -1, 2**70, 1.5, float("nan"), "x", "", "../../x", "\0", [], {}, [[1]], {"a": 1},
)  # fmt: skip
_DOCUMENTS = (b"", b"\xff\xfe", b"[]", b"null", b"5", b"[" * 100_000, b"9" * 5000, b'{"a": 1}')
_CLOCKS = (0, -1, -2_000_000_000, -10_000_000_000, 16_725_225_600, 101_782_000_000, 253_402_300_800)
"""1970, before it, 1906, 1653, 2500, 5195 and 10000, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change in a copy of the library, and its name."""

    name: str
    apply: Callable[[Path], None]


def mutations_of(library: Path) -> list[Mutation]:
    """Return all mutations of a library."""
    return [
        *_of_values(library, "library.sqlite"),
        *_of_values(library, "work.sqlite"),
        *_of_rows(library, "library.sqlite"),
        *_of_rows(library, "work.sqlite"),
        *_of_settings(library),
        *_of_schema(library, "library.sqlite"),
        *_of_schema(library, "work.sqlite"),
        *_of_documents(library),
        *_of_clocks(),
        *_of_models(),
    ]


def _of_values(library: Path, file: str) -> Iterator[Mutation]:
    with closing(sqlite3.connect(library / file)) as connection:
        for table in _tables(connection):
            for _, column, kind, *_ in connection.execute(f"PRAGMA table_info({table})"):
                for value in _WRONG[kind]:
                    yield _statement(
                        file, f"{table}.{column} = {value!r:.30}", table, column, value
                    )


def _of_rows(library: Path, file: str) -> Iterator[Mutation]:
    """Yield mutations of one row: values right in another row or column, and NULL."""
    chance = random.Random(file)
    with closing(sqlite3.connect(library / file)) as connection:
        for table in _tables(connection):
            columns = [
                column for _, column, *_ in connection.execute(f"PRAGMA table_info({table})")
            ]
            rows = connection.execute(f"SELECT * FROM {table}").fetchall()
            for at, column in enumerate(columns):
                for _ in range(_ROWS if rows else 0):
                    row, other = chance.choice(rows), chance.choice(rows)
                    value = chance.choice(
                        (None, other[at], chance.choice(other), *_neighbours(row[at]))
                    )
                    where = " AND ".join(f'"{name}" IS ?' for name in columns)
                    sql = f'UPDATE OR REPLACE {table} SET "{column}" = ? WHERE {where}'
                    name = f"{file} one {table}.{column} of {row[0]!r:.30} = {value!r:.30}"
                    yield Mutation(name, _row_changed(file, sql, (value, *row)))


def _neighbours(value: object) -> tuple[object, ...]:
    """Return values next to ``value``, of its type."""
    if isinstance(value, int):
        return value + 1, value - 1, 2 * value, 10**9
    if isinstance(value, str):
        return value[:-1], value + value, value.upper(), value + "\n", value + "\u202e"
    return (value[:-1], value + value) if isinstance(value, bytes) else ()


def _row_changed(file: str, sql: str, values: tuple[object, ...]) -> Callable[[Path], None]:
    return lambda folder: _change(folder / file, sql, values)


def _of_settings(library: Path) -> Iterator[Mutation]:
    with closing(sqlite3.connect(library / "library.sqlite")) as connection:
        keys = [key for (key,) in connection.execute("SELECT key FROM setting")]
    for key in {*keys, "folders", "unfinished", "overruled", "packed", "model", "fusion_weights"}:
        for value in _SETTINGS:
            yield _setting(key, value)


def _of_schema(library: Path, file: str) -> Iterator[Mutation]:
    with closing(sqlite3.connect(library / file)) as connection:
        tables = _tables(connection)
        columns = [
            (table, column)
            for table in tables
            for _, column, *_ in connection.execute(f"PRAGMA table_info({table})")
        ]
    for version in (-1, 0, 1, 3, 5, 99, 2**31 - 1, -(2**31)):
        yield _sql(file, f"PRAGMA user_version = {version}")
    for table in tables:
        yield _sql(file, f"DROP TABLE {table}")
        yield _sql(file, f"DELETE FROM {table}")
    for table, column in columns:
        yield _sql(file, f'ALTER TABLE {table} RENAME COLUMN "{column}" TO other')


def _of_documents(library: Path) -> Iterator[Mutation]:
    names = ("words/held.json", "words/seal.json", "words/meta.json", "words/.managed.json",
             "vectors/manifest.json", "backup/backup.json", "writer.json")  # fmt: skip
    for name in names:
        for content in _DOCUMENTS:
            yield Mutation(f"{name} is {content[:20]!r}", _written(name, content))
        yield Mutation(f"{name} is a folder", _as_folder(name))
        document = json.loads((library / name).read_bytes()) if name != "writer.json" else _WRITER
        for where, changed in _changed(document):
            yield Mutation(f"{name} {where}", _written(name, _sealed(name, changed)))


def _of_clocks() -> Iterator[Mutation]:
    for seconds in _CLOCKS:
        for name in (
            "library.sqlite",
            "work.sqlite",
            "words/meta.json",
            "vectors/manifest.json",
            "../more/stipg.md",
        ):
            yield Mutation(f"{name} of {seconds}", _of_time(name, seconds))


def _of_models() -> Iterator[Mutation]:
    """Yield mutations of an embedder: a false manifest, another graph or tokenizer."""
    model = find("embedder")
    document = json.loads((model / MANIFEST_NAME).read_bytes())
    del document["own_sha256"]
    for content in _DOCUMENTS:
        yield Mutation(
            f"models/manifest is {content[:20]!r}", _model(model, MANIFEST_NAME, content)
        )
    for where, changed in _changed({**document, "training_data": document["training_data"][:1]}):
        content = json.dumps(changed).encode()
        yield Mutation(f"models/manifest {where}", _model(model, MANIFEST_NAME, content))
    for name, content in _other_files(model):
        described = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        manifest = {**document, "files": {**document["files"], name: described}}
        yield Mutation(
            f"models/{name} of {len(content)} bytes",
            _model(model, name, content, json.dumps(manifest).encode()),
        )


_WRITER = {"pid": 1, "host": "there", "purpose": "add", "since": "2026-01-01T00:00:00+00:00"}


def _tables(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return [name for (name,) in rows if not name.startswith("sqlite_")]


def _statement(file: str, name: str, table: str, column: str, value: object) -> Mutation:
    sql = f'UPDATE OR IGNORE {table} SET "{column}" = ?'
    return Mutation(f"{file} {name}", lambda folder: _change(folder / file, sql, (value,)))


def _setting(key: str, value: object) -> Mutation:
    sql = "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)"
    return Mutation(
        f"setting {key} = {value!r:.30}",
        lambda folder: _change(folder / "library.sqlite", sql, (key, value)),
    )


def _sql(file: str, sql: str) -> Mutation:
    return Mutation(f"{file} {sql}", lambda folder: _change(folder / file, sql))


def _change(file: Path, sql: str, values: tuple[object, ...] = ()) -> None:
    with closing(page_checksums.connect(file)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(sql, values)


def _model(
    folder: Path, name: str, content: bytes, manifest: bytes = b""
) -> Callable[[Path], None]:
    """Put a copy of the model in ``folder`` into the library's, with another content in one of its files."""

    def put(library: Path) -> None:
        place = library / "models" / "model"
        place.mkdir(parents=True)
        for file in (MANIFEST_NAME, "model.onnx", "tokenizer.json"):
            shutil.copyfile(folder / file, place / file)
        for file, changed in ((MANIFEST_NAME, manifest), (name, content)):
            if changed or file == name:
                (place / file).unlink()
                (place / file).write_bytes(changed)

    return put


def _other_files(model: Path) -> Iterator[tuple[str, bytes]]:
    """Yield invalid graphs and tokenizers, and those of another model."""
    tokenizer = json.loads((model / "tokenizer.json").read_bytes())
    more = {f"word{number}": 40_000 + number for number in range(100)}
    higher = {word: number + 1_000_000 for word, number in tokenizer["model"]["vocab"].items()}
    for vocabulary in (more, higher, {"[UNK]": 0}, {}):
        yield (
            "tokenizer.json",
            json.dumps(
                {**tokenizer, "model": {**tokenizer["model"], "vocab": vocabulary}}
            ).encode(),
        )
    for name in ("tokenizer.json", "model.onnx"):
        for content in _DOCUMENTS:
            yield name, content
    for graph in _graphs():
        yield "model.onnx", graph


def _graphs() -> Iterator[bytes]:
    """Graphs with other inputs, and other outputs, than those of an embedder."""
    try:
        from onnx import TensorProto, helper
    except ImportError:  # of the trainer
        return
    tokens = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["b", "t"])
        for name in ("input_ids", "attention_mask")
    ]
    other = helper.make_tensor_value_info("words", TensorProto.FLOAT, ["b", 3])
    for inputs, output in ((tokens, "embedding"), (tokens, "logits"), ([other], "embedding")):
        node = helper.make_node("Cast", [inputs[0].name], [output], to=TensorProto.FLOAT)
        result = helper.make_tensor_value_info(output, TensorProto.FLOAT, None)
        opset = [helper.make_opsetid("", 17)]
        yield helper.make_model(
            helper.make_graph([node], "other", inputs, [result]), opset_imports=opset, ir_version=8
        ).SerializeToString()


def _written(name: str, content: bytes) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / name).write_bytes(content)

    return write


def _as_folder(name: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).mkdir()

    return make


def _of_time(name: str, seconds: int) -> Callable[[Path], None]:
    return lambda folder: os.utime(folder / name, (seconds, seconds))


_MOST_FIELDS = 60


def _changed(document: Any) -> Iterator[tuple[str, Any]]:
    """Return ``document`` with one value replaced, omitted or added, and its place."""
    for path in _paths(document):
        for value in _LEAVES:
            changed = copy.deepcopy(document)
            _at(changed, path[:-1])[path[-1]] = value
            yield f"{path} = {value!r:.20}", changed
        changed = copy.deepcopy(document)
        del _at(changed, path[:-1])[path[-1]]
        yield f"{path} left out", changed
    if isinstance(document, dict):
        yield "with more", {**document, "more": 1}


def _paths(document: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    below: Any = ()
    if isinstance(document, dict):
        below = list(document.items())
        if len(below) > _MOST_FIELDS:  # a table by name, as that of subjects by work
            below = below[:3]
    elif isinstance(document, list):
        below = list(enumerate(document))[:1]
    for key, value in below:
        yield (*above, key)
        yield from _paths(value, (*above, key))


def _at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def _sealed(name: str, document: Any) -> bytes:
    """Return ``document`` as JSON with a recomputed own hash, as an attacker would write it."""
    if name == "vectors/manifest.json" and isinstance(document, dict):
        found = {key: value for key, value in document.items() if key != "own_sha256"}
        own = hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()
        document = {**found, "own_sha256": own}
    return json.dumps(document).encode()
