"""Accuracy of pointers such as ``thereof``, ``that Directive``, ``that Article``, ``those Regulations``.

    python -m benchmarks.citations.pointers EU_FORMEX [--misses]

``EU_FORMEX`` is the unpacked archive of twelve key acts (raw/eu-formex.tar.gz). ``pointers.jsonl`` has
100 pointers of their English texts as adopted, drawn at random with a fixed seed, each labelled with
its targets by reading. A pointer is right if the citations over it are exactly its targets.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.citations import LABELS
from lexdesk.citations import Citation, Context, find_in_provisions
from lexdesk.citations.references import split_segments
from lexdesk.document.model import Document
from lexdesk.extract import read


def labels() -> Iterator[dict[str, Any]]:
    """Yield each label: ``work``, ``before`` (the text up to the pointer), ``pointer``, ``means``."""
    with (LABELS / "pointers.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def score(acts: Path) -> tuple[int, int, list[str]]:
    """Return the number of right pointers, of all pointers, and a line for each miss."""
    right, wrong = 0, []
    for label in labels():
        found = _targets(acts, label)
        if found == label["means"]:
            right += 1
        else:
            wrong.append(
                f"{label['work']} {label['before'][-60:]!r}: {found}, labelled {label['means']}"
            )
    return right, right + len(wrong), wrong


def _targets(acts: Path, label: dict[str, Any]) -> list[str]:
    document, over = _read(acts, label["work"])
    at = document.text.find(label["before"] + label["pointer"])
    assert at >= 0, f"{label['work']} has no text {label['before']!r}"
    return over.get(at + len(label["before"]), [])


@cache
def _read(acts: Path, work: str) -> tuple[Document, dict[int, list[str]]]:
    """Read an act as adopted; map each character to the targets of the citations over it."""
    adopted = min(p for p in (acts / work.lower()).iterdir() if p.is_dir())
    document = read(next(p for p in sorted(adopted.iterdir()) if p.name.startswith("en.")))
    segments = split_segments(document.text, document.provisions)
    over: defaultdict[int, list[str]] = defaultdict(list)
    for citation in find_in_provisions(document.text, "en", Context(work), segments):
        for position in range(citation.start, citation.end):
            over[position].append(_target(citation))
    return document, over


def _target(citation: Citation) -> str:
    return " ".join((citation.work or citation.name, *citation.eids))


def main() -> None:
    """Print the share of right pointers."""
    right, total, wrong = score(Path(sys.argv[1]))
    print(f"pointers {right} of {total} ({right / total:.3f})")
    if "--misses" in sys.argv:
        print("\n".join(wrong))


if __name__ == "__main__":
    main()
