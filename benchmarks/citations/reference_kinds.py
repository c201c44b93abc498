"""Precision and recall of reference kinds on hand-labelled sentences.

    python -m benchmarks.citations.reference_kinds [--misses]

A label is right if an overlapping citation has its kind; a citation of a kind without a label is
wrong. The residual kind ``cites`` is not counted.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from benchmarks.citations import LABELS
from lexdesk.citations import Citation, Context, find
from lexdesk.citations.citation import Segment
from lexdesk.citations.reference_kinds import CITES, classify_references


@dataclass
class Tally:
    """Counts by kind, with a line for each miss."""

    labelled: Counter[str] = field(default_factory=Counter)
    output: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)

    def rates(self, kind: str) -> tuple[float, float]:
        """Return precision and recall."""
        right = self.found[kind]
        return right / (self.output[kind] or 1), right / (self.labelled[kind] or 1)


def sentences() -> Iterator[dict[str, Any]]:
    """Yield the labelled sentences."""
    with (LABELS / "labelled-kinds.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def classify(sentence: dict[str, Any]) -> list[tuple[Citation, str]]:
    """Return the citations of a sentence with their kinds, without plain ``cites``."""
    text, work = sentence["text"], sentence["work"]
    amended, _, eid = sentence["amends"].partition("#")
    context = Context(work, "art_1", amended=amended, amended_eid=eid)
    citations = find(text, sentence["language"], context)
    segment = Segment(0, len(text), "art_1")
    kinds = classify_references(text, citations, work, segment, title=sentence["title"])
    return [(c, kind) for c, kind in zip(citations, kinds, strict=True) if kind != CITES]


def score() -> Tally:
    """Compare classified references with the labels."""
    tally = Tally()
    for sentence in sentences():
        _count(tally, sentence)
    return tally


def _count(tally: Tally, sentence: dict[str, Any]) -> None:
    found = classify(sentence)
    for label in sentence["kinds"]:
        tally.labelled[label["kind"]] += 1
        if any(kind == label["kind"] and _overlap(c, label) for c, kind in found):
            tally.found[label["kind"]] += 1
        else:
            tally.misses.append(f"{sentence['id']}: missed {label['kind']} {label['text']!r}")
    for citation, kind in found:
        labels = [x for x in sentence["kinds"] if x["kind"] == kind and _overlap(citation, x)]
        tally.output[kind] += max(len(labels), 1)
        if not labels:
            tally.misses.append(f"{sentence['id']}: made up {kind} {citation.text!r}")


def _overlap(citation: Citation, label: dict[str, Any]) -> bool:
    return bool(citation.start < label["end"] and label["start"] < citation.end)


def main() -> None:
    """Print the table of rates."""
    tally = score()
    print("| kind | labelled | precision | recall |\n|---|---|---|---|")
    for kind in sorted(tally.labelled):
        precision, recall = tally.rates(kind)
        print(f"| {kind} | {tally.labelled[kind]} | {precision:.3f} | {recall:.3f} |")
    if "--misses" in sys.argv:
        print("\n".join(tally.misses))


if __name__ == "__main__":
    main()
