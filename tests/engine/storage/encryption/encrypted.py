"""The content of an encrypted library, and the search for its words in files."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

from lexdesk import Library

PASSPHRASE = "it's a long wördy secret"  # noqa: S105


QUERY, NOTE = "marmalade orangery", "ask Featherstonehaugh about Michaelmas"


LEASE = """Lease of the Orangery

1. The tenant shall repaint the orangery at Kirkcudbright before Michaelmas.
2. The landlord may enter the vinery upon fourteen days' notice in writing.
3. Marmalade made on the premises belongs to the freeholder.
"""


TOLD = {"purpose"}
"""A word of the law that ``writer.json`` uses too, of itself."""


def folder_in(place: Path) -> Path:
    folder = place / "documents"
    folder.mkdir()
    (folder / "lease-of-strawberryhill.txt").write_text(LEASE)
    return folder


def use(library: Library, found_by: str = QUERY) -> None:
    hits = library.search(found_by).hits
    with library.workbook() as book:
        book.remember(QUERY)
        book.put(hits[0], "note", NOTE)
        book.save("Cholmondeley", QUERY, "hybrid", hits)


def words_of(*texts: str) -> set[str]:
    found = {word for text in texts for word in re.findall(r"[a-z0-9]{7,}", text.lower())}
    assert found
    return found - TOLD


OWN = words_of(LEASE, NOTE, QUERY, "Cholmondeley", "lease-of-strawberryhill", "documents")


def readable(data: bytes) -> Iterator[str]:
    """Return all runs of seven or more letters and digits, in UTF-8 and both orders of UTF-16."""
    for pattern, encoding in (
        (rb"[A-Za-z0-9]{7,}", "ascii"),
        (rb"(?:[A-Za-z0-9]\x00){7,}", "utf-16-le"),
        (rb"(?:\x00[A-Za-z0-9]){7,}", "utf-16-be"),
    ):
        yield from (match.decode(encoding).lower() for match in re.findall(pattern, data))


def leaks(folder: Path, words: set[str]) -> set[str]:
    """Return those of ``words`` in a file below ``folder``, or in a name."""
    found: set[str] = set()
    for path in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # SQLite's own come and go
            data = path.read_bytes() if path.is_file() else b""
            seen = " ".join([*readable(data), *readable(path.name.encode())])
            found.update(word for word in words if word in seen)
    return found
