"""Citations found in pleadings, articles and judgments: texts fully right, recall, precision.

A citation counts as right if one of its provisions is a labelled one, lies inside it or encloses it: labels of ranges
state their first and last provision.

    python -m benchmarks.lawyers.running_text [--misses]

``cited.jsonl`` was labelled before the extractor read it: paragraphs of statutes of the shared data, and paragraphs
written as in pleadings and judgments, by legal order. Each half corrected the extractor afterwards, ``second`` after ``first``.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from benchmarks import report
from lexdesk.citations import Citation, find
from lexdesk.document.eid import is_within

Label = tuple[str, str | None]
CITED = Path(__file__).parent / "cited.jsonl"


class Score(NamedTuple):
    """Counts over all texts."""

    texts: int
    fully_right: int
    labelled: int
    found: int
    output: int
    right: int
    misses: list[str]


def read(path: Path) -> list[dict[str, Any]]:
    """Return the labelled texts in the file ``path``."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def score(texts: Sequence[dict[str, Any]]) -> Score:
    """Score the extractor on labelled ``texts``."""
    fully = labelled = found = output = right = 0
    misses = []
    for text in texts:
        labels = [(work, eid) for work, eid in text["expected"]]
        citations = find(text["text"], text["language"])
        missed = [label for label in labels if not any(_is_found(label, c) for c in citations)]
        wrong = [
            c for c in citations if _states_work(c) and not any(_fits(label, c) for label in labels)
        ]
        fully += not missed and not wrong
        labelled, found = labelled + len(labels), found + len(labels) - len(missed)
        named = sum(map(_states_work, citations))
        output, right = output + named, right + named - len(wrong)
        misses += [f"missed {label}" for label in missed] + [
            f"wrong {c.text!r} {c.work or c.name}" for c in wrong
        ]
    return Score(len(texts), fully, labelled, found, output, right, misses)


def _states_work(citation: Citation) -> bool:
    return bool(citation.work or citation.name)


def _is_found(label: Label, citation: Citation) -> bool:
    work, eid = label
    if not _is_work(work, citation):
        return False
    wanted = eid.split("|") if eid else []
    return not wanted or any(is_within(found, one) for found in citation.eids for one in wanted)


def _fits(label: Label, citation: Citation) -> bool:
    work, eid = label
    if not _is_work(work, citation):
        return False
    wanted = eid.split("|") if eid else []
    pairs = ((found, one) for found in citation.eids for one in wanted)
    return not citation.eids or not wanted or any(_overlap(*pair) for pair in pairs)


def _overlap(found: str, wanted: str) -> bool:
    return is_within(found, wanted) or is_within(wanted, found)


def _is_work(label: str, citation: Citation) -> bool:
    return any(_key(work) in _key(citation.work or citation.name) for work in label.split("|"))


def _key(name: str) -> str:
    return re.sub(r"\W+", "", name.lower())


def rows(scored: Score) -> Iterable[list[str]]:
    """Return the rows of the table."""
    yield ["texts fully right", f"{scored.fully_right} of {scored.texts}"]
    yield ["recall", f"{scored.found} of {scored.labelled} ({scored.found / scored.labelled:.0%})"]
    yield ["precision", f"{scored.right} of {scored.output} ({scored.right / scored.output:.0%})"]


@click.command()
@click.option("--misses", is_flag=True, help="Print each miss.")
def main(misses: bool) -> None:
    """Print recall and precision on ``cited.jsonl``, by half and legal order."""
    groups = defaultdict(list)
    for text in read(CITED):
        groups[text["half"], "all"].append(text)
        groups[text["half"], text["kind"]].append(text)
    scores = {group: score(texts) for group, texts in groups.items()}
    table = [[*group, *(cell for _, cell in rows(scored))] for group, scored in scores.items()]
    click.echo(report.table(["half", "law", "texts fully right", "recall", "precision"], table))
    if misses:
        click.echo("\n".join(scores["first", "all"].misses + scores["second", "all"].misses))


if __name__ == "__main__":
    main()
