"""A folder of letters, and the files found by a query."""

from pathlib import Path

from lexdesk import Library


def write_letters(folder: Path) -> Path:
    """Write a lease, a letter and an unreadable file."""
    folder.mkdir()
    (folder / "lease.txt").write_text("The tenant shall pay rent monthly.")
    (folder / "letter.txt").write_text("We terminate the agreement for cause.")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 not really")
    return folder


def paths(library: Library, query: str) -> set[str]:
    """Return the names of the files found by ``query``."""
    return {Path(hit.path or "").name for hit in library.search(query, mode="keyword", top=50).hits}
