"""Print the scores by kind.

    python -m benchmarks.lawyers [--library LIB] [--kind KIND] [--mode MODE] [--failures] [--questions FILE]

``../lawyers`` beside the shared data has the questions. ``seen.jsonl`` has more of the same kinds, read while search
was changed; for those of ``unseen*.jsonl`` no name, term or subject was written: ``unseen_read.jsonl`` was looked at
while the order of hits was changed; one of three sets of subjects was chosen by ``unseen_kept.jsonl``, too;
``unseen_further.jsonl`` was written before similar subjects counted, half of it on provisions asked before. The totals
of all four chose the weights of similar subjects. Other modes than keyword search ask a library of the latest texts of
the acts that answer unseen questions, with vectors. A question with nothing in the library counts as right if the
answer has a notice and no named hit.
"""

import contextlib
import itertools
import json
import sqlite3
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from benchmarks import data, report
from benchmarks.lawyers import answers, running_text, syntax
from benchmarks.lawyers.library import Question, build, build_embedded, build_two_versions
from lexdesk import Library
from lexdesk.index.lexical.subjects import SUBJECTS
from lexdesk.search.options import Mode
from lexdesk.text.tables import read_table

HERE = Path(__file__).parent

Ranked = tuple[Question, int | None]


@click.command()
@click.option(
    "--library", "folder", type=click.Path(path_type=Path), help="A library of the documents."
)
@click.option("--kind", "kinds", multiple=True, help="Ask this kind only.")
@click.option("--mode", type=click.Choice(["keyword", "semantic", "hybrid"]), default="keyword")
@click.option(
    "--questions", "file", type=click.Path(path_type=Path, exists=True), help="Ask these instead."
)
@click.option("--subjects", is_flag=True, help="Count subjects of provisions that it has, instead.")
@click.option("--failures", is_flag=True, help="Print each wrong answer.")
def main(
    folder: Path | None,
    kinds: tuple[str, ...],
    mode: Mode,
    file: Path | None,
    subjects: bool,
    failures: bool,
) -> None:
    """Print a table: right first and within five, by kind."""
    shared = data.shared_data().parent / "lawyers"
    questions = _read(file or shared / "queries.jsonl")
    chosen = [question for question in questions if not kinds or question["kind"] in kinds]
    with tempfile.TemporaryDirectory() as scratch:
        folder = folder or build(shared, Path(scratch), questions)
        if mode != "keyword" and not _is_embedded(folder):
            unseen = itertools.chain.from_iterable(map(_read, HERE.glob("unseen*.jsonl")))
            folder = build_embedded(folder.resolve(), Path(scratch), [*unseen])
        if subjects:
            click.echo(report.table(["rows by provision", ""], _subjects(folder.resolve())))
            return
        with Library.open(folder) as library:
            ranked = [*_ranked(library, chosen, mode)]
        if two := [question for question in chosen if _of_two_versions(question)]:
            with Library.open(build_two_versions(Path(scratch))) as library:
                ranked += [(question, answers.rank(library, question, mode)) for question in two]
    click.echo(report.table(["kind", "asked", "first", "within five"], _rows(ranked)))
    scored = running_text.score(running_text.read(shared / "cite.jsonl"))
    click.echo("\n" + report.table(["citations in running text", ""], running_text.rows(scored)))
    if failures:
        for question, rank in ranked:
            if rank != 1:
                note = f"({question['note']})"
                click.echo(f"{question['kind']:<14} {rank or '-':>2}  {question['query']}  {note}")
        click.echo("\n".join(scored.misses))


def _read(file: Path) -> list[Question]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _is_embedded(folder: Path) -> bool:
    """Return True for a library with vectors for all passages."""
    with Library.open(folder) as library:
        return library.admin.status().vectors_ready == 1


def _ranked(library: Library, questions: Iterable[Question], mode: Mode) -> Iterator[Ranked]:
    for question in questions:
        if question["kind"] == "syntax":
            yield question, 1 if syntax.is_right(library, question) else None
        elif not _of_two_versions(question):
            yield question, answers.rank(library, question, mode)


def _subjects(folder: Path) -> list[list[object]]:
    """Count the rows of the program's subjects whose provision a library has, or lacks."""
    database = sqlite3.connect(f"{(folder / 'library.sqlite').as_uri()}?mode=ro", uri=True)
    with contextlib.closing(database):
        held = set(
            database.execute(
                "SELECT DISTINCT e.work, p.eid FROM expression e JOIN provision p ON p.expression = e.id"
            )
        )
    works = {work for work, _ in held}
    rows = read_table(SUBJECTS, ("work", "eid", "language", "subjects"))
    counts = Counter(
        "held" if (row["work"], row["eid"]) in held else "act held without it" if row["work"] in works
        else "act not held" for row in rows
    )  # fmt: skip
    return [[what, count] for what, count in counts.items()]


def _of_two_versions(question: Question) -> bool:
    """Return True for a case of the first and the last version of an act alone."""
    return "first and last version only" in question["note"]


def _rows(ranked: Iterable[Ranked]) -> list[list[str]]:
    groups: dict[str, list[int | None]] = defaultdict(list)
    for question, rank in ranked:
        groups[question["kind"]].append(rank)
        if question["kind"] != "syntax":
            groups["all but syntax"].append(rank)
            if not question["expected_work"]:
                groups["of these: not in the library"].append(rank)
    return [
        [name, str(len(found)), _share(found, 1), _share(found, 5)]
        for name, found in sorted(groups.items(), key=lambda group: (" " in group[0], group[0]))
    ]


def _share(ranks: list[int | None], most: int) -> str:
    right = sum(rank is not None and rank <= most for rank in ranks)
    return f"{right} ({right / len(ranks):.0%})"


if __name__ == "__main__":
    main()
