"""The library of the questions, built from the shared data."""

import contextlib
import json
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks import data
from lexdesk import Library

Question = dict[str, Any]


def build(shared: Path, scratch: Path, questions: Iterable[Question]) -> Path:
    """Build the library of ``../lawyers``, with the Irish Acts that its script lacks."""
    documents = scratch / "documents"
    command = [sys.executable, str(shared / "build.py"), str(documents), str(data.shared_data())]
    subprocess.run(command, check=True)
    _write_irish_acts(documents / "IE" / "further", set(_irish_works(questions)))
    with Library.open(scratch / "library", create=True) as library:
        library.sources.add([documents], vectors=False)
    return scratch / "library"


def build_embedded(library: Path, scratch: Path, questions: Iterable[Question]) -> Path:
    """Build a library with vectors of the latest files, by language, of the works that answer ``questions``."""
    wanted = {question["expected_work"] for question in questions}
    wanted |= {work for question in questions for work, _ in question.get("alternatives", ())}
    database = sqlite3.connect(f"{(library / 'library.sqlite').as_uri()}?mode=ro", uri=True)
    with contextlib.closing(database):
        files = database.execute(
            "SELECT e.work, e.language, f.path FROM file f JOIN expression e ON e.id = f.expression"
            " ORDER BY coalesce(e.valid_from, '')"
        ).fetchall()
    latest = {(work, language): Path(path) for work, language, path in files if work in wanted}
    with Library.open(scratch / "embedded", create=True) as embedded:
        embedded.sources.add([path for path in latest.values() if path.exists()])
    return scratch / "embedded"


def build_two_versions(scratch: Path) -> Path:
    """Build a library with the first and the last version of each act alone."""
    with tarfile.open(data.shared_data() / "raw" / "eu-formex.tar.gz") as packed:
        packed.extractall(scratch / "two", filter="data")
    with Library.open(scratch / "two versions", create=True) as library:
        library.sources.add([scratch / "two"], vectors=False)
    return scratch / "two versions"


def _irish_works(questions: Iterable[Question]) -> Iterator[str]:
    for question in questions:
        expected = (
            question["expected_work"],
            *(work for work, _ in question.get("alternatives", ())),
        )
        yield from (work for work in expected if work and work.startswith("IE-"))


def _write_irish_acts(folder: Path, wanted: set[str]) -> None:
    """Write the ``wanted`` Acts that only the corpus of ``eu2ie`` has, in the layout of the others."""
    present = {path.stem for path in folder.parent.glob("**/*.md")}
    folder.mkdir(parents=True, exist_ok=True)
    for act in data.corpus("eu2ie"):
        if act["_id"] in wanted - present:
            (folder / f"{act['_id']}.md").write_text(_as_markdown(act), encoding="utf-8")


def _as_markdown(act: dict[str, Any]) -> str:
    head = {
        "title": act["title"],
        "identifier": act["_id"],
        "country": "ie",
        "publication_date": act["metadata"]["date"],
        "last_updated": act["metadata"].get("revised", act["metadata"]["date"]),
    }
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items())
    return "\n".join(["---", *lines, "---", act["text"]])
