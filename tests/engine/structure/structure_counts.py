"""Count articles, recitals, annexes and all provisions of the key acts, by format.

    python tests/engine/structure/structure_counts.py EU_FORMEX GDPR_FORMEX

The folders are raw/eu-formex.tar.gz, unpacked, and raw/gdpr-formex of the shared data. The row "as
text" is the same act as plain text, without any mark of what is a provision; it has to have the
provisions of the marked-up file, to the character.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lexdesk.document.model import Document
from lexdesk.errors import FileFailed
from lexdesk.extract.parsers.plain_text import read as read_text
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.structure import Source
from lexdesk.structure.eu.eurlex import parser as eurlex
from lexdesk.structure.eu.formex import parser as formex
from lexdesk.structure.eu.recognition import recognise

FORMATS = {Format.FORMEX: ("Formex", formex), Format.EURLEX_HTML: ("page", eurlex)}


def documents(folder: Path) -> Iterator[tuple[Path, str, Document]]:
    """Each act of a folder, with the name of its format."""
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".xml", ".html")):
        source = Source(path, path.read_bytes())
        found = FORMATS.get(sniff(source.data, path.name))
        if found:
            try:
                yield path, found[0], found[1].read(source)
            except FileFailed as refusal:
                print(f"{path}: {refusal}", file=sys.stderr)  # noqa: T201


def row(path: Path, name: str, document: Document) -> str:
    """A line of the table; its spans are validated first."""
    document.validate()
    kinds = Counter(provision.kind for provision in document.provisions)
    state = document.valid_from or ""
    counts = " | ".join(str(kinds[kind]) for kind in ("article", "recital", "annex"))
    return (
        f"| {document.work} | {state} | {document.language} | {name} | {counts} "
        f"| {len(document.provisions)} | {as_text(document)} |"
    )


def as_text(document: Document) -> str:
    """How many of the provisions the text alone gives, with the same eid and text."""
    plain = recognise(read_text(Source(Path("act.txt"), document.text.encode())))
    if plain is None:
        return "none"
    spans = {(p.eid, plain.text[p.start : p.end]) for p in plain.provisions}
    wanted = {(p.eid, document.text[p.start : p.end]) for p in document.provisions}
    made_up = len({eid for eid, _ in spans} - {eid for eid, _ in wanted})
    return f"{len(spans & wanted)}, {made_up} more"


def main() -> None:
    head = ("act", "state", "language", "format", "articles", "recitals", "annexes", "provisions")
    print(f"| {' | '.join((*head, 'as text'))} |")  # noqa: T201
    print("|---|---|---|---|---|---|---|---|---|")  # noqa: T201
    for folder in map(Path, sys.argv[1:]):
        for path, name, document in documents(folder):
            print(row(path, name, document))  # noqa: T201


if __name__ == "__main__":
    main()
