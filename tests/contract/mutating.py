"""Libraries with one wrong value: rejected with one sentence or read, and never reported as a bug.

    python -m tests.contract.mutating --step 3

A small library of real acts, with vectors, notes and a backup, is copied, one thing in the copy is changed, and
commands are run on it in this process. A wrong value is one that Lexdesk never writes: of another type, out of
range, no date, no JSON, a field that is missing or unknown.
"""

from __future__ import annotations

import contextlib
import copy
import hashlib
import io
import json
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import click
import filelock
from tests.contract.operations import small_steps

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import LexdeskError
from lexdesk.models import trust
from lexdesk.models.encoder import loaded
from lexdesk.models.manifest import MANIFEST_NAME, MODELS_VARIABLE, find
from lexdesk.storage import page_checksums

FIXTURES = Path(__file__).parents[1] / "engine" / "fixtures"
ACTS = (
    "gdpr-excerpt-en.xml", "gdpr-excerpt-consolidated.html", "kschg-excerpt.xml", "IE-2018-act-32.md",
    "bgh-ix-zb-72-08.xml", "email-with-attachment.eml", "three-pages.pdf", "locked.xlsx",
)  # fmt: skip
SECONDS = 60
"""After which a command counts as hanging."""

_BLOB = b"\xff\x00\xfe"
_WRONG = {
    "TEXT": (_BLOB, "", "no day", "9999-99-99", "x" * 70_000, "\0", "{", "-1"),
    "INTEGER": ("no number", _BLOB, 1.5, -1, 2**63 - 1, -(2**63)),
    "REAL": ("no number", _BLOB, float("inf"), -1.0),
    "BLOB": ("text", b"", b"\0", 5),
}
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


_ADD, _SEARCH, _WORDS = (
    ("add",),
    ("search", "consent"),
    ("search", "--mode", "keyword", "Art. 7 GDPR"),
)
_ALL: tuple[tuple[str, ...], ...] = (
    ("status",), ("list",), ("list", "kind:statute"), _SEARCH, _WORDS, ("search", "consent kind:statute"),
    ("show", "32016R0679"), ("show", "32016R0679", "art_4"), ("history", "32016R0679"),
    ("history", "32016R0679", "art_4"), ("references", "32016R0679"), ("recitals", "show", "32016R0679"),
    ("similar", "32016R0679"), ("failures",), ("duplicates",), ("dump",), ("check",), ("backup",),
    ("export", "parquet"), ("add", "--dry-run"), _ADD, ("status",), ("rebuild",),
)  # fmt: skip
_ASKED: dict[str, tuple[tuple[str, ...], ...]] = {
    "work.sqlite": (("check",), ("backup",)),
    "words": (_WORDS, ("check",), _ADD, ("status",)),
    "vectors": (_SEARCH, ("check",), _ADD, ("status",)),
    "backup": (),
    "models": (
        ("status",),
        _SEARCH,
        ("rebuild", "--vectors"),
        _SEARCH,
        ("similar", "32016R0679"),
        _ADD,
    ),
    "writer.json": (("status",), _ADD),
}
"""What is asked where this was changed; all, where anything else was."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change in a copy of the library, and its name."""

    name: str
    apply: Callable[[Path], None]


class Mutating:
    """A library in ``scratch`` and its possible mutations."""

    def __init__(self, scratch: Path):
        self._scratch = scratch
        self.library = scratch / "library"
        self.copy = scratch / "copy"
        self.more = scratch / "more"
        self.more.mkdir()
        self._make(scratch / "acts")

    def _make(self, acts: Path) -> None:
        acts.mkdir()
        for name in ACTS:
            shutil.copy(FIXTURES / name, acts)
        shutil.copy(FIXTURES / "stipg.md", self.more)
        with small_steps(plain=False), Library.open(self.library, create=True) as library:
            library.sources.add([acts])
            library.law.recitals.propose("32016R0679")
            hits = library.search("may consent be withdrawn", mode="keyword").hits
            with library.workbook() as book:
                for kind in ("note", "tag", "collection"):
                    book.put(hits[0], kind, "withdrawal")
                book.save("withdrawal", "consent", "keyword", hits)
                book.remember("consent")
            library.admin.back_up(self._scratch / "backup")
        (self._scratch / "backup").rename(self.library / "backup")

    # What is changed.

    def mutations(self) -> list[Mutation]:
        """All of them."""
        return [
            *self._of_values("library.sqlite"),
            *self._of_values("work.sqlite"),
            *self._of_settings(),
            *self._of_schema("library.sqlite"),
            *self._of_schema("work.sqlite"),
            *self._of_documents(),
            *self._of_clocks(),
            *self._of_models(),
        ]

    def _of_values(self, file: str) -> Iterator[Mutation]:
        with closing(sqlite3.connect(self.library / file)) as connection:
            for table in _tables(connection):
                for _, column, kind, *_ in connection.execute(f"PRAGMA table_info({table})"):
                    for value in _WRONG[kind]:
                        yield _statement(
                            file, f"{table}.{column} = {value!r:.30}", table, column, value
                        )

    def _of_settings(self) -> Iterator[Mutation]:
        with closing(sqlite3.connect(self.library / "library.sqlite")) as connection:
            keys = [key for (key,) in connection.execute("SELECT key FROM setting")]
        for key in {
            *keys,
            "folders",
            "unfinished",
            "overruled",
            "packed",
            "model",
            "fusion_weights",
        }:
            for value in _SETTINGS:
                yield _setting(key, value)

    def _of_schema(self, file: str) -> Iterator[Mutation]:
        with closing(sqlite3.connect(self.library / file)) as connection:
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

    def _of_documents(self) -> Iterator[Mutation]:
        names = ("words/held.json", "words/seal.json", "words/meta.json", "words/.managed.json",
                 "vectors/manifest.json", "backup/backup.json", "writer.json")  # fmt: skip
        for name in names:
            for content in _DOCUMENTS:
                yield Mutation(f"{name} is {content[:20]!r}", _written(name, content))
            yield Mutation(f"{name} is a folder", _as_folder(name))
            document = (
                json.loads((self.library / name).read_bytes()) if name != "writer.json" else _WRITER
            )
            for where, changed in _changed(document):
                yield Mutation(f"{name} {where}", _written(name, _sealed(name, changed)))

    def _of_clocks(self) -> Iterator[Mutation]:
        for seconds in _CLOCKS:
            for name in (
                "library.sqlite",
                "work.sqlite",
                "words/meta.json",
                "vectors/manifest.json",
                "../more/stipg.md",
            ):
                yield Mutation(f"{name} of {seconds}", _of_time(name, seconds))

    def _of_models(self) -> Iterator[Mutation]:
        """Yield mutations of an embedder: a false manifest, another graph or tokenizer."""
        model = find("embedder")
        document = json.loads((model / MANIFEST_NAME).read_bytes())
        del document["own_sha256"]
        for content in _DOCUMENTS:
            yield Mutation(
                f"models/manifest is {content[:20]!r}", _model(model, MANIFEST_NAME, content)
            )
        for where, changed in _changed(
            {**document, "training_data": document["training_data"][:1]}
        ):
            content = json.dumps(changed).encode()
            yield Mutation(f"models/manifest {where}", _model(model, MANIFEST_NAME, content))
        for name, content in _other_files(model):
            described = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            manifest = {**document, "files": {**document["files"], name: described}}
            yield Mutation(
                f"models/{name} of {len(content)} bytes",
                _model(model, name, content, json.dumps(manifest).encode()),
            )

    # What is asked of it.

    def problems(self, mutation: Mutation) -> list[str]:
        """Return the mishandlings of the copy."""
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(self.library, self.copy)
        try:
            mutation.apply(self.copy)
        except (sqlite3.Error, OverflowError):
            return []  # SQLite lets nobody write that
        loaded.cache_clear()
        with self._written_by_another(mutation), self._model_of_its_own(mutation):
            found = [
                result for command in self.commands(mutation) if (result := self._run(command))
            ]
        return found + self._of_notes(mutation)

    @contextlib.contextmanager
    def _model_of_its_own(self, mutation: Mutation) -> Iterator[None]:
        """Put the models of the copy first in the search order, and trust the mutated one if possible."""
        if not mutation.name.startswith("models/"):
            yield
            return
        with (
            mock.patch.dict(os.environ, {MODELS_VARIABLE: str(self.copy / "models")}),
            mock.patch.object(trust, "state_path", lambda: self._scratch / "state"),
        ):
            yield

    @contextlib.contextmanager
    def _written_by_another(self, mutation: Mutation) -> Iterator[None]:
        """Let another program hold the writer lock, for mutations of its record."""
        lock = filelock.FileLock(self.copy / "writer.lock")
        with lock if mutation.name.startswith("writer.json") else contextlib.nullcontext():
            yield

    def commands(self, mutation: Mutation) -> Iterator[list[str]]:
        """Return the commands to run in turn in one copy, over all mutable parts."""
        copied, out = str(self.copy), self._scratch / "out"
        command = _ASKED.get(mutation.name.split("/")[0].split()[0], _ALL)
        if mutation.name.startswith("models/"):
            yield ["model", "trust", str(self.copy / "models" / "model")]
        for words in command:
            shutil.rmtree(out, ignore_errors=True)
            named = [*words]
            if words[0] in ("backup", "export"):
                named.append(str(out))
            if words[0] == "add":
                named.append(str(self.more))
            yield [*named, "-L", copied]
        yield ["backup", str(self.copy / "backup"), "--verify"]
        yield ["status", "-L", str(self.copy / "backup")]

    def _run(self, command: list[str]) -> str:
        standard_output, error_output = io.StringIO(), io.StringIO()
        began = time.monotonic()
        try:
            with (
                contextlib.redirect_stdout(standard_output),
                contextlib.redirect_stderr(error_output),
            ):
                code: object = run(command)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            code = f"{type(error).__name__}: {error}"
        took = time.monotonic() - began
        problem = ""
        if code not in (0, 1, 2):
            problem = str(code)
        elif "bug in Lexdesk" in error_output.getvalue() or "Traceback" in error_output.getvalue():
            problem = error_output.getvalue()
        elif took > SECONDS:
            problem = f"took {took:.0f} s"
        return f"{command[0]}: {problem}" if problem else ""

    def _of_notes(self, mutation: Mutation) -> list[str]:
        if not mutation.name.startswith("work.sqlite"):
            return []
        requests: dict[str, Callable[[Any], object]] = {
            "marks": lambda book: book.marks(),
            "places": lambda book: book.places(),
            "values": lambda book: book.values("tag"),
            "saved": lambda book: book.saved(),
            "earlier": lambda book: book.earlier("co"),
            "decisions": lambda book: book.decisions.all(),
            "remember": lambda book: book.remember("x"),
        }
        found = []
        for name, ask in requests.items():
            try:
                with Library.open(self.copy) as library, library.workbook() as book:
                    ask(book)
            except LexdeskError:
                pass
            except Exception as error:
                found.append(f"notes {name}: {type(error).__name__}: {error}")
        return found


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
            os.link(folder / file, place / file)
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
        below = document.items()
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


@click.command()
@click.option("--step", default=1, show_default=True, help="Run every STEP-th mutation.")
@click.option("--only", default="", help="Mutations with this in their name.")
@click.option("--seed", default=20260101, show_default=True)
def main(step: int, only: str, seed: int) -> None:
    """Apply each mutation and print mishandled ones; exit code 1 for any."""
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        mutating = Mutating(Path(scratch).resolve())
        chosen = [mutation for mutation in mutating.mutations() if only in mutation.name]
        random.Random(seed).shuffle(chosen)
        chosen = chosen[::step]
        click.echo(f"{len(chosen)} mutations")
        for mutation in chosen:
            if problems := mutating.problems(mutation):
                bad += 1
                click.echo("\n".join((f"\n## {mutation.name}", *problems)))
    click.echo(f"{bad} of {len(chosen)} were dealt with wrongly")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
