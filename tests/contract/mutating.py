"""Libraries with one wrong value: rejected with one sentence or read, and never reported as a bug.

    python -m tests.contract.mutating --step 3

A small library of real acts, with vectors, notes and a backup, is copied, one thing in the copy is changed, and
commands are run on it in this process. A wrong value is one that Lexdesk never writes: of another type, out of
range, no date, no JSON, a field that is missing or unknown.
"""

import contextlib
import io
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import click
import filelock
from tests.contract.mutations import Mutation, mutations_of
from tests.contract.operations import small_steps
from tests.law_repository import Repository

from lexdesk import Library
from lexdesk.annotations.decisions import Subject
from lexdesk.cli import run
from lexdesk.errors import LexdeskError
from lexdesk.models import trust
from lexdesk.models.encoder import load
from lexdesk.models.manifest import MODELS_VARIABLE
from lexdesk.storage import page_checksums

FIXTURES = Path(__file__).parents[1] / "engine" / "fixtures"
ACTS = (
    "gdpr-excerpt-en.xml", "gdpr-excerpt-consolidated.html", "kschg-excerpt.xml", "IE-2018-act-32.md",
    "bgh-ix-zb-72-08.xml", "email-with-attachment.eml", "three-pages.pdf", "locked.xlsx",
)  # fmt: skip
_ROWS = """
INSERT INTO pending_citations SELECT id, work, 0 FROM expression WHERE id IN (1, 3);
INSERT INTO pending_citations SELECT id, work, 1 FROM expression WHERE id = 4;
INSERT INTO scanned_page SELECT expression, number, zeroblob(16) FROM page;
INSERT INTO unread_page SELECT path, 2, 'page-unread' FROM file WHERE path LIKE '%three-pages.pdf';
"""
"""What only an interruption, a scan or a page without text leaves."""
SECONDS = 60
"""After which a command counts as hanging."""


_ADD, _SEARCH, _WORDS = (
    ("add",),
    ("search", "consent"),
    ("search", "--mode", "keyword", "Art. 7 GDPR"),
)
_LAW: tuple[tuple[str, ...], ...] = (
    ("show", "LAW", "--as-of", "2004-01-01"), ("history", "LAW"), ("history", "LAW", "art_1", "--from", "1", "--to", "2"),
    ("impact", "LAW@1", "@3"), ("references", "32016R0679", "art_7"),
)  # fmt: skip
_ALL: tuple[tuple[str, ...], ...] = (
    ("status",), ("list",), ("list", "kind:statute"), _SEARCH, _WORDS, ("search", "consent kind:statute"),
    ("show", "32016R0679"), ("show", "32016R0679", "art_4"), ("history", "32016R0679"),
    ("history", "32016R0679", "art_4"), ("references", "32016R0679"), ("recitals", "show", "32016R0679"),
    ("similar", "32016R0679"), ("failures",), ("duplicates",), ("dump",), ("check",), ("backup",),
    ("export", "parquet"), ("export", "opensearch"), *_LAW, ("recitals", "show", "32016R0679", "--csv"),
    ("search", "--as-of", "2004-01-01", "court"), ("search", 'cites:"Article 7 GDPR" OR in-force:2004-01-01'),
    ("list", "in-force:2004-01-01 OR before:2010-01-01"), ("add", "--dry-run"), _ADD, ("status",),
    ("rebuild",),
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
        law = Repository()
        for day, first in (("2001-01-01", "one"), ("2003-01-01", "two"), ("2005-01-01", "three")):
            law.reform(day, f"The court shall hear {first}.", "The tenant may appeal.")
        law.bundle(acts / "law.bundle")
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
                subject = Subject(hits[0].work, hits[0].eid or "", "en", "Article 7", hits[0].text)
                book.decisions.put(subject, "gap", "one tick is easier")
        with closing(page_checksums.connect(self.library / "library.sqlite")) as connection:
            connection.executescript(_ROWS)
        with Library.open(self.library) as library:
            library.admin.back_up(self._scratch / "backup")
        (self._scratch / "backup").rename(self.library / "backup")

    def mutations(self) -> list[Mutation]:
        """Return all mutations."""
        return mutations_of(self.library)

    def problems(self, mutation: Mutation) -> list[str]:
        """Return the mishandlings of the copy."""
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(self.library, self.copy)
        try:
            mutation.apply(self.copy)
        except (sqlite3.Error, OverflowError):
            return []  # SQLite lets nobody write that
        load.cache_clear()
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
            mock.patch.object(trust, "find_state_path", lambda: self._scratch / "state"),
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
            "saved": lambda book: book.saved_searches(),
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
