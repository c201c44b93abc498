"""Score what pointers mean: ``thereof``, ``that Directive``, ``that Article``, ``those Regulations``.

    python tests/engine/citations/pointers.py EU_FORMEX [--misses]

``EU_FORMEX`` is the unpacked archive of twelve key acts (raw/eu-formex.tar.gz). ``pointers.jsonl`` has
100 of the pointers in their English texts as adopted, drawn at random with a fixed seed, each with
what it was judged to mean by reading. A pointer is right where the citations over it are exactly those.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lexdesk.citations import Citation, Context, find_in_provisions
from lexdesk.citations.references import split_segments
from lexdesk.document.model import Document
from lexdesk.extract import read

LABELS = Path(__file__).parent / "pointers.jsonl"


def labels() -> Iterator[dict[str, Any]]:
    """Each label: ``work``, ``before`` (the text up to the pointer), ``pointer``, ``means``."""
    with LABELS.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def score(acts: Path) -> tuple[int, int, list[str]]:
    """How many pointers are right, of how many, and what is wrong with the others."""
    right, wrong = 0, []
    for label in labels():
        found = _meant(acts, label)
        if found == label["means"]:
            right += 1
        else:
            wrong.append(
                f"{label['work']} {label['before'][-60:]!r}: {found}, labelled {label['means']}"
            )
    return right, right + len(wrong), wrong


def _meant(acts: Path, label: dict[str, Any]) -> list[str]:
    document, over = _read(acts, label["work"])
    at = document.text.find(label["before"] + label["pointer"])
    assert at >= 0, f"{label['work']} has no text {label['before']!r}"
    return over.get(at + len(label["before"]), [])


@cache
def _read(acts: Path, work: str) -> tuple[Document, dict[int, list[str]]]:
    """An act as adopted, and what the citations over each of its characters cite."""
    adopted = min(p for p in (acts / work.lower()).iterdir() if p.is_dir())
    document = read(next(p for p in sorted(adopted.iterdir()) if p.name.startswith("en.")))
    segments = split_segments(document.text, document.provisions)
    over: defaultdict[int, list[str]] = defaultdict(list)
    for citation in find_in_provisions(document.text, "en", Context(work), segments):
        for position in range(citation.start, citation.end):
            over[position].append(_told(citation))
    return document, over


def _told(citation: Citation) -> str:
    return " ".join((citation.work or citation.name, *citation.eids))


def main() -> None:
    right, total, wrong = score(Path(sys.argv[1]))
    print(f"pointers {right} of {total} ({right / total:.3f})")  # noqa: T201
    if "--misses" in sys.argv:
        print("\n".join(wrong))  # noqa: T201


if __name__ == "__main__":
    main()
