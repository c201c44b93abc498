"""Rank of the right provision for what lawyers type, and the law shown as of a day, by kind.

    python -m benchmarks.lawyers [--library LIB] [--kind KIND] [--failures]

``../lawyers`` beside the shared data has the questions and builds their folder. Queries of the kind
``syntax`` are judged by people and left out. A question with nothing in the library counts as right if the
answer has a notice and no named hit.
"""

from __future__ import annotations

import datetime
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from benchmarks import data, report
from lexdesk import Library
from lexdesk.errors import LexdeskError, NotFound
from lexdesk.law.display import Shown
from lexdesk.search.options import Mode
from lexdesk.search.results.hits import Hit

_TOP = 10


def is_uncertain(shown: Shown, day: str) -> bool:
    """Return True if ``shown`` ends before ``day``, or says that the text of the day is not known."""
    return shown.known_until is not None and shown.known_until < day


_EXPECTED = (
    # The note of a case -> what the answer must say; the first that fits counts.
    (r"repealed|no longer in force", lambda s, day: s.status == "no longer in force"),
    (r"not yet in force", lambda s, day: s.status == "not yet in force"),
    (
        r"in force, (?:not yet applicable|applies from (?P<day>[\d.]+))|not yet",
        lambda s, day: s.status == "not yet applicable",
    ),
    (r"applies from", lambda s, day: s.status == "not yet applicable"),
    (r"corrigendum: as from|inserted by", lambda s, day: bool(s.text)),
    (r"applies", lambda s, day: s.status == "applies"),
    (r"must say that the text between is not known", is_uncertain),
    (r"\(d\) leverage ratio", lambda s, day: "leverage ratio" in s.text),
    (r"unknown", lambda s, day: "not in the library" in s.notice or "not known" in s.notice),
    (r"deleted|did not exist", lambda s, day: False),
    (r"text|exists|present|no output floor|in force", lambda s, day: bool(s.text)),
)
_ABSENT = re.compile(r"deleted|unknown|did not exist|inserted by|must say that")


@click.command()
@click.option("--library", "folder", type=click.Path(path_type=Path), help="A built library.")
@click.option("--kind", "kinds", multiple=True, help="Ask this kind only.")
@click.option("--mode", type=click.Choice(["keyword", "semantic", "hybrid"]), default="keyword")
@click.option("--failures", is_flag=True, help="Print each wrong answer.")
def main(folder: Path | None, kinds: tuple[str, ...], mode: Mode, failures: bool) -> None:
    """Print a table: right first and within five, by kind."""
    shared = data.shared_data().parent / "lawyers"
    queries = [json.loads(line) for line in (shared / "queries.jsonl").read_text().splitlines()]
    chosen = [q for q in queries if q["kind"] != "syntax" and (not kinds or q["kind"] in kinds)]
    with tempfile.TemporaryDirectory() as scratch:
        if folder is None:
            folder = _build(shared, Path(scratch))
        with Library.open(folder) as library:
            ranks = [(q, _rank(library, q, mode)) for q in chosen if not _of_two_versions(q)]
        two = [q for q in chosen if _of_two_versions(q)]
        if two:
            with Library.open(_build_two_versions(Path(scratch))) as library:
                ranks += [(q, _rank(library, q, mode)) for q in two]
    click.echo(report.table(["kind", "asked", "first", "within five"], _rows(ranks)))
    for q, rank in ranks if failures else ():
        if rank != 1:
            click.echo(f"{q['kind']:<14} {rank or '-':>2}  {q['query']}  ({q['note']})")


def _build(shared: Path, scratch: Path) -> Path:
    command = [sys.executable, str(shared / "build.py"), str(scratch / "documents")]
    subprocess.run([*command, str(data.shared_data())], check=True)
    with Library.open(scratch / "library", create=True) as library:
        library.sources.add([scratch / "documents"], vectors=False)
    return scratch / "library"


def _of_two_versions(q: dict[str, Any]) -> bool:
    """Return True for a case of the first and the last version of an act alone."""
    return "first and last version only" in q["note"]


def _build_two_versions(scratch: Path) -> Path:
    with tarfile.open(data.shared_data() / "raw" / "eu-formex.tar.gz") as packed:
        packed.extractall(scratch / "two", filter="data")
    with Library.open(scratch / "two versions", create=True) as library:
        library.sources.add([scratch / "two"], vectors=False)
    return scratch / "two versions"


def _rows(ranks: Iterable[tuple[dict[str, Any], int | None]]) -> list[list[str]]:
    by_kind: dict[str, list[int | None]] = defaultdict(list)
    for q, rank in ranks:
        by_kind[q["kind"]].append(rank)
        by_kind["all"].append(rank)
    return [
        [kind, str(len(found)), _share(found, 1), _share(found, 5)]
        for kind, found in sorted(by_kind.items())
    ]


def _share(ranks: list[int | None], most: int) -> str:
    right = sum(rank is not None and rank <= most for rank in ranks)
    return f"{right} ({right / len(ranks):.0%})"


def _rank(library: Library, q: dict[str, Any], mode: Mode) -> int | None:
    """Return the rank of the right answer, 1 for a right statement, ``None`` for none."""
    if q["kind"] == "point-in-time":
        return 1 if _is_right_as_of(library, q) else None
    query = f"{q['query']} {q.get('options', {}).get('filter', '')}".strip()
    try:
        answer = library.search(query, mode=mode, top=_TOP)
    except LexdeskError:
        return None
    if not q["expected_work"]:
        says_so = "must" in q["note"] or not any(hit.named for hit in answer.hits)
        return 1 if answer.notice and says_so else None
    wanted = [(q["expected_work"], q["expected_eid"]), *map(tuple, q.get("alternatives", ()))]
    for hit in answer.hits:
        if any(_is_wanted(hit, work, eid) for work, eid in wanted):
            return hit.rank
    return None


def _is_wanted(hit: Hit, work: str, eid: str | None) -> bool:
    if work.startswith("DOC:"):
        return (hit.path or "").endswith(work[4:])
    if work.startswith("KIND:"):
        return True  # the filter let it through
    found = hit.eid or ""
    return hit.work == work and (eid is None or found == eid or found.startswith(f"{eid}__"))


def _is_right_as_of(library: Library, q: dict[str, Any]) -> bool:
    day = q["options"]["as_of"]
    try:
        shown = library.law.show(
            q["expected_work"], q["expected_eid"], as_of=datetime.date.fromisoformat(day)
        )
    except NotFound:
        return bool(_ABSENT.search(q["note"]))
    return any(
        holds(shown, day) for note, holds in _first_fitting(q["note"].removeprefix("expected: "))
    )


def _first_fitting(note: str) -> list[Any]:
    return [pair for pair in _EXPECTED if re.search(pair[0], note)][:1]


if __name__ == "__main__":
    main()
