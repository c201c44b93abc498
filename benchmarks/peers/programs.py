"""Installed programs: Recoll, and SQLite's full-text search."""

import re
import sqlite3
import subprocess
from pathlib import Path
from typing import ClassVar

from benchmarks.peers.protocol import Corpus, Question, Way


class Recoll:
    """Debian's recollcmd (1.34), a process for each question, on a file for each document.

    It finds documents, not passages: its results are positions in the list.
    """

    name: ClassVar[str] = "Recoll"
    ways: ClassVar[tuple[Way, ...]] = ("keyword", "phrase", "filter")

    @classmethod
    def build(cls, folder: Path, corpus: Corpus) -> None:
        """Run a first ``recollindex``, which uses threads of its own."""
        folder.mkdir(exist_ok=True)
        texts = (corpus.folder / "texts").resolve()
        (folder / "recoll.conf").write_text(f"topdirs = {texts}\n")
        _quietly(["recollindex", "-c", str(folder), "-z"])

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        self._folder = folder

    def search(self, way: Way, question: Question, limit: int) -> list[int]:
        """Search with ``recollq``; the filter is the folder of the kind."""
        terms = re.findall(r"\w+", question.words)
        text = f'"{" ".join(terms)}"' if way == "phrase" else " OR ".join(terms)
        if way == "filter":
            text += f" dir:{question.kind}"
        command = ["recollq", "-c", str(self._folder), "-b", "-n", str(limit), text]
        return list(range(len(_quietly(command).splitlines())))


def _quietly(command: list[str]) -> str:
    return subprocess.run(
        command, check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ).stdout


class Fts5:
    """SQLite FTS5 with its Porter stemmer, ordered by its BM25."""

    name: ClassVar[str] = "SQLite FTS5"
    ways: ClassVar[tuple[Way, ...]] = ("keyword", "phrase", "filter")

    @classmethod
    def build(cls, folder: Path, corpus: Corpus) -> None:
        """Fill one table with text and kind."""
        connection = sqlite3.connect(folder / "words.sqlite")
        connection.execute(
            "CREATE VIRTUAL TABLE passage USING fts5 (text, kind, tokenize = 'porter unicode61')"
        )
        connection.executemany(
            "INSERT INTO passage (rowid, text, kind) VALUES (?, ?, ?)",
            ((passage.id, passage.text, passage.kind) for passage in corpus.passages),
        )
        connection.commit()
        connection.close()

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        self._connection = sqlite3.connect(folder / "words.sqlite")

    def search(self, way: Way, question: Question, limit: int) -> list[int]:
        """Search for any of the words, or for the phrase."""
        terms = re.findall(r"\w+", question.words)
        text = f'"{" ".join(terms)}"' if way == "phrase" else " OR ".join(f'"{t}"' for t in terms)
        match = f"text : ({text})" + (f" AND kind : {question.kind}" if way == "filter" else "")
        rows = self._connection.execute(
            "SELECT rowid FROM passage WHERE passage MATCH ? ORDER BY rank LIMIT ?", (match, limit)
        )
        return [row[0] for row in rows]
