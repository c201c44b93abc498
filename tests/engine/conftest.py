"""Fixtures of the engine: the bundled GDPR, and libraries made of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.cli.demo import corpus
from lexdesk.document import Document
from lexdesk.errors import FileRefused
from lexdesk.extract import pool
from lexdesk.extract.contents import leaves
from lexdesk.extract.pool import Reading


class ReaderHere:
    """Reads what a ``ReaderPool`` reads, by the same functions, in this process."""

    def __init__(self, processes: int | None = None) -> None:
        pass

    def __enter__(self) -> ReaderHere:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read_all(self, paths: Iterable[Path]) -> Iterator[Reading]:
        """The readings of each file, that of the file itself last."""
        for path in paths:
            own: Document | FileRefused | None = None
            for leaf in leaves(path):
                outcome: Document | FileRefused
                try:
                    outcome = leaf.read(None)
                except FileRefused as refusal:
                    outcome = refusal
                if leaf.member:
                    yield Reading(path, leaf.member, outcome, last=False)
                else:
                    own = outcome
            yield Reading(path, "", own, last=True)


@pytest.fixture(scope="module")
def reads_here() -> Iterator[None]:
    """For tests of what is done with documents: a process that reads takes most of a second to start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "ReaderPool", ReaderHere)
        yield


@pytest.fixture(scope="session")
def gdpr() -> Path:
    """The bundled GDPR, as published in the Official Journal in Formex 4."""
    return corpus()


@pytest.fixture(scope="session")
def _full_library(
    tmp_path_factory: pytest.TempPathFactory, words_library_path: Path, gdpr: Path
) -> Path:
    path = tmp_path_factory.mktemp("full") / "library"
    shutil.copytree(words_library_path, path)
    with Library.open(path) as library:
        library.add([gdpr])
    return path


@pytest.fixture
def words_library(words_library_path: Path, tmp_path: Path) -> Iterator[Library]:
    """The GDPR with words alone, in a copy that the test may change."""
    shutil.copytree(words_library_path, tmp_path / "library")
    with Library.open(tmp_path / "library") as library:
        yield library


@pytest.fixture
def full_library(_full_library: Path, tmp_path: Path) -> Iterator[Library]:
    """The GDPR with words and vectors, in a copy that the test may change."""
    shutil.copytree(_full_library, tmp_path / "library")
    with Library.open(tmp_path / "library") as library:
        yield library
