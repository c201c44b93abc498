"""Precision and recall of the extractor on hand-labelled citations, by kind.

    python -m benchmarks.citations.extraction [--misses] [FILE...]

``FILE`` names a file of labels in ``tests/engine/citations``; the default is the main set. A citation
is right if its span, its work (or the name of its work) and its provisions equal the label;
``found`` counts exact spans alone. Open labels accept any target.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.citations import LABELS
from lexdesk.citations import Citation, Context, find

MAIN = ("labelled.jsonl",)
Label = dict[str, Any]


@dataclass
class Tally:
    """Counts by kind of citation, with a line for each miss."""

    labelled: Counter[str] = field(default_factory=Counter)
    output: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)

    def rates(self, kind: str) -> tuple[float, float, float, float]:
        """Return precision and recall of right citations, then of exact spans."""
        output, labelled = self.output[kind] or 1, self.labelled[kind] or 1
        return (
            self.right[kind] / output, self.right[kind] / labelled,
            self.found[kind] / output, self.found[kind] / labelled,
        )  # fmt: skip


def passages(files: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the labelled passages of ``files``."""
    for name in files:
        with (LABELS / name).open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def same_name(one: str, other: str) -> bool:
    """Compare names without case, commas and blanks."""
    return re.sub(r"\W+", "", one.lower()) == re.sub(r"\W+", "", other.lower())


def is_right(found: Citation, label: Label) -> bool:
    """Compare the target of a citation with its label."""
    if label.get("open"):
        return True
    if label.get("name"):
        if not same_name(found.name, label["name"]):
            return False
    elif found.work != label.get("work", ""):
        return False
    return bool(list(found.eids) == label.get("eids", []))


def score(files: Sequence[str] = MAIN) -> Tally:
    """Compare extracted citations with the labels of ``files``."""
    tally = Tally()
    for passage in passages(files):
        context = Context(passage["work"], passage["eid"])
        found = {(c.start, c.end): c for c in find(passage["text"], passage["language"], context)}
        labels = {(c["start"], c["end"]): c for c in passage["citations"]}
        for span in sorted(found.keys() | labels.keys()):
            _count(tally, passage, found.get(span), labels.get(span))
    return tally


def _count(
    tally: Tally, passage: dict[str, Any], found: Citation | None, label: Label | None
) -> None:
    kind = _kind(label["kind"] if label else found.kind if found else "", passage)
    tally.labelled[kind] += label is not None
    tally.output[kind] += found is not None
    if found is None or label is None:
        miss = f"missed {label['text']!r}" if label else f"made up {found.text!r}" if found else ""
        tally.misses.append(f"{passage['id']}: {miss}")
        return
    tally.found[kind] += 1
    if is_right(found, label):
        tally.right[kind] += 1
    else:
        wanted = label.get("work") or label.get("name"), label.get("eids")
        tally.misses.append(
            f"{passage['id']}: {found.text!r} is {found.work or found.name} {list(found.eids)}, labelled {wanted}"
        )


def _kind(kind: str, passage: dict[str, Any]) -> str:
    return f"{kind} ({passage['language']})" if kind == "eu" else kind


def table(tally: Tally) -> str:
    """Format the rates of ``tally`` as a Markdown table."""
    lines = [
        "| kind | labelled | precision | recall | precision of spans | recall of spans |",
        "|---|---|---|---|---|---|",
    ]
    for kind in sorted(tally.labelled):
        cells = " | ".join(f"{rate:.3f}" for rate in tally.rates(kind))
        lines.append(f"| {kind} | {tally.labelled[kind]} | {cells} |")
    counts = (tally.labelled, tally.output, tally.found, tally.right)
    labelled, output, found, right = [Counter({"all": count.total()}) for count in counts]
    total = Tally(labelled, output, found, right)
    cells = " | ".join(f"{rate:.3f}" for rate in total.rates("all"))
    lines.append(f"| all | {total.labelled['all']} | {cells} |")
    return "\n".join(lines)


if __name__ == "__main__":
    result = score([name for name in sys.argv[1:] if not name.startswith("-")] or MAIN)
    if "--misses" in sys.argv:
        print("\n".join(result.misses))
    print(table(result))
