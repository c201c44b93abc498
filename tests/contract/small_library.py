"""Small libraries in known states, and the observation of these states.

Each document has a word of its own for each of its versions. The libraries have a history: some
documents were removed from them long ago, and must never come back.
"""

import shutil
from pathlib import Path

from lexdesk import Library

DOCUMENTS = 16
REMOVED_LONG_AGO = range(DOCUMENTS, DOCUMENTS + 4)
VERSIONS = (1, 2)

State = int | None
"""The version of a document that is found; ``None`` where none is."""


def marker(number: int, version: int) -> str:
    """Return the word unique to this version of this document."""
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


def build(scratch: Path) -> Path:
    """Make the whole library from ``scratch / "documents"``; used within ``small_steps``."""
    path, folder = scratch / "whole", scratch / "documents"
    with Library.open(path, create=True) as library:
        library.sources.add(
            [fill(folder, dict.fromkeys((*range(DOCUMENTS), *REMOVED_LONG_AGO), 1))], vectors=False
        )
        fill(folder, dict.fromkeys(range(DOCUMENTS), 1))
        library.sources.add([folder], prune=True)
    return path


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
