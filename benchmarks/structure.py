"""Numbers of articles, recitals, annexes and provisions of the key acts, by format.

    python -m benchmarks.structure EU_FORMEX GDPR_FORMEX

The folders are raw/eu-formex.tar.gz, unpacked, and raw/gdpr-formex of the shared data. The column "as
text" is the same act as plain text without markup; its provisions should equal those of the
marked-up file, to the character.
"""

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
    """Yield each act of a folder with its path and the name of its format."""
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".xml", ".html")):
        source = Source(path, path.read_bytes())
        found = FORMATS.get(sniff(source.data, path.name))
        if found:
            try:
                yield path, found[0], found[1].read(source)
            except FileFailed as failure:
                print(f"{path}: {failure}", file=sys.stderr)


def row(path: Path, name: str, document: Document) -> str:
    """Validate the spans of an act and format its row."""
    document.validate()
    kinds = Counter(provision.kind for provision in document.provisions)
    state = document.valid_from or ""
    counts = " | ".join(str(kinds[kind]) for kind in ("article", "recital", "annex"))
    return (
        f"| {document.work} | {state} | {document.language} | {name} | {counts} "
        f"| {len(document.provisions)} | {as_text(document)} |"
    )


def as_text(document: Document) -> str:
    """Count the provisions recognised from the text alone with the same eid and text."""
    plain = recognise(read_text(Source(Path("act.txt"), document.text.encode())))
    if plain is None:
        return "none"
    spans = {(p.eid, plain.text[p.start : p.end]) for p in plain.provisions}
    wanted = {(p.eid, document.text[p.start : p.end]) for p in document.provisions}
    made_up = len({eid for eid, _ in spans} - {eid for eid, _ in wanted})
    return f"{len(spans & wanted)}, {made_up} more"


def main() -> None:
    """Print the table."""
    head = ("act", "state", "language", "format", "articles", "recitals", "annexes", "provisions")
    print(f"| {' | '.join((*head, 'as text'))} |")
    print("|---|---|---|---|---|---|---|---|---|")
    for folder in map(Path, sys.argv[1:]):
        for path, name, document in documents(folder):
            print(row(path, name, document))


if __name__ == "__main__":
    main()
