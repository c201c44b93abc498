"""Small libraries in known states, and what is found in them.

Each document has a word of its own for each of its versions. The libraries have a history: some
documents were removed from them long ago, and must never come back.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.contract.operations import Operation, perform

from lexdesk import Library

DOCUMENTS = 16
REMOVED_LONG_AGO = range(DOCUMENTS, DOCUMENTS + 4)
VERSIONS = (1, 2)

State = int | None
"""The version of a document that is found; ``None`` where none is."""


def marker(number: int, version: int) -> str:
    """The word that only this version of this document holds."""
    return f"marker{number:03d}v{version}"


def text(number: int, version: int) -> str:
    """A lease of two sections."""
    return (
        f"1. Rent\n\nThe tenant of house {number} shall pay the rent on the first day of each month,"
        f" as clause {marker(number, version)} says.\n\n"
        f"2. Notice\n\nEither party may end lease {number} by {version + 2} months' notice in writing."
    )


def fill(folder: Path, states: dict[int, int]) -> Path:
    """Write these versions of documents into ``folder``, and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for number, version in states.items():
        path_of(folder, number).write_text(text(number, version))
    return folder


def path_of(folder: Path, number: int) -> Path:
    """The file of a document."""
    return folder / f"lease-{number:03d}.txt"


@dataclass(frozen=True, slots=True)
class Start:
    """Where an operation begins: a library (``None``: there is none), its states, those wanted."""

    library: Path | None
    before: dict[int, State]
    after: dict[int, State]


class Starts:
    """The libraries in ``scratch`` from which operations start; ``folder`` is where documents lie.

    Made and used within ``small_steps``.
    """

    def __init__(self, scratch: Path):
        self._scratch = scratch
        self.folder = scratch / "documents"
        self._some = self._made("some", range(6), "add")
        self._words = self._made("words", range(DOCUMENTS), "add")
        self._full = self._made("full", range(DOCUMENTS), "vectors")

    def _build(self, name: str, numbers: range, operation: Operation) -> Path:
        path = self._scratch / name
        shutil.rmtree(path, ignore_errors=True)
        with Library.open(path, create=True) as library:
            fill(self.folder, dict.fromkeys((*numbers, *REMOVED_LONG_AGO), 1))
            perform(operation, library, self.folder)
            fill(self.folder, dict.fromkeys(numbers, 1))
            library.sources.add([self.folder], prune=True, vectors=operation == "vectors")
        return path

    def start(self, operation: Operation) -> Start:
        """Where ``operation`` begins; the documents on disk are put in order for it."""
        none: dict[int, State] = dict.fromkeys(range(DOCUMENTS + len(REMOVED_LONG_AGO)))
        whole: dict[int, State] = {**none, **dict.fromkeys(range(DOCUMENTS), 1)}
        starts = {
            "read": Start(None, none, whole),
            "add": Start(self._some, {**none, **dict.fromkeys(range(6), 1)}, whole),
            "replace": Start(self._full, whole, {**whole, **dict.fromkeys(range(6, DOCUMENTS), 2)}),
            "prune": Start(
                self._full, whole, {**whole, **dict.fromkeys(range(10, DOCUMENTS), None)}
            ),
            "vectors": Start(self._words, whole, whole),
        }
        start = starts.get(operation, Start(self._full, whole, whole))
        fill(self.folder, {number: v for number, v in start.after.items() if v is not None})
        return start


def observed(library: Library, folder: Path) -> dict[int, State]:
    """The version of each document that is found by its word, and whose whole text is there.

    Raises ``AssertionError`` where two versions are found, or another text than the word tells.
    """
    states: dict[int, State] = {}
    for number in range(DOCUMENTS + len(REMOVED_LONG_AGO)):
        path = str(path_of(folder, number))
        found = [v for v in VERSIONS if _paths_with(library, marker(number, v)) == [path]]
        stored = library.catalogue.text_of_file(path)
        if len(found) > 1:
            raise AssertionError(f"{path} is found in both versions")
        states[number] = found[0] if found else None
        if stored != (text(number, found[0]) if found else None):
            raise AssertionError(f"{path} is found as version {found}, its text is {stored!r}")
    return states


def require_completed(path: Path, folder: Path, states: dict[int, State]) -> None:
    """Raise ``AssertionError`` unless a library is sound and whole, and its documents in ``states``."""
    with Library.open(path) as library:
        assert library.admin.check() == []
        assert observed(library, folder) == states
        status = library.admin.status()
        assert status.lexical_ready
        if status.vectors:
            assert status.vectors_ready == 1
            assert library.search("rent of a house", mode="semantic").hits


def _paths_with(library: Library, word: str) -> list[str | None]:
    return [hit.path for hit in library.search(f'"{word}"', mode="keyword").hits]
