"""Precision of near-duplicate reports above the embedder's threshold on judged pairs, and their cost.

``near_duplicates.jsonl`` has 76 pairs of passages of different documents: eleven acts of the Union (©
European Union, reused under Commission Decision 2011/833/EU) and contracts of CUAD v1 (The Atticus
Project, CC BY 4.0), none in training data. About equal numbers were drawn from each step of cosine
between 0.6 and 1, and ten from the nearest by TF-IDF; they were judged in mixed order, without their
cosines. A pair is nearly the same (``same``) if a reader of one knows the rule of the other except names,
dates and numbers of articles, and neither has more content of its own than in common.

In Swiss and French law, an article of the middle version and the same of the latest are a pair if half to nine tenths of
their words agree; all other articles of the latest version are not the same.
"""

import json
import random
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args

import click
import numpy as np

from benchmarks import languages
from lexdesk import Document, Library
from lexdesk.document.passages import passage_text
from lexdesk.models import multilingual
from lexdesk.models.encoder import TextEncoder
from lexdesk.models.manifest import Size
from lexdesk.search.options import SearchOptions
from lexdesk.text.tokens import nfc

JUDGED = Path(__file__).with_name("near_duplicates.jsonl")
_COSINES = (0.75, 0.8, 0.85, 0.9, 0.95)
_REWORDED = (0.5, 0.9)  # share of words
_ARTICLES, _OTHERS = 60, 400
_QUERIES = ("limitation periods", "entire agreement", "delegated acts", "right of appeal")


class Side(NamedTuple):
    """A passage of the document ``of``, a CELEX number or the name of a contract."""

    of: str
    heading: str
    text: str


class Judged(NamedTuple):
    """Two passages, and the judgement ``same``."""

    left: Side
    right: Side
    same: bool


def judged() -> list[Judged]:
    """Read the judged pairs."""

    def side(record: dict[str, Any]) -> Side:
        return Side(record["of"], record["heading"], record["text"])

    rows = [json.loads(line) for line in JUDGED.read_text(encoding="utf-8").splitlines()]
    return [Judged(side(row["left"]), side(row["right"]), row["same"]) for row in rows]


def of_law(bundle: str, encoder: TextEncoder) -> list[str]:
    """Format the reports of reworded articles in the law of ``bundle`` above each cosine."""
    earlier, texts = dict[int, str](), list[str]()
    for _, latest, before in languages.laws(bundle):
        for number, article in latest.items():
            old = before[number].text if number in before else ""
            if _REWORDED[0] <= languages.agreement(old, article.text) < _REWORDED[1]:
                earlier[len(texts)] = old
            texts.append(article.text)
    chosen = sorted(random.Random(0).sample(sorted(earlier), min(len(earlier), _ARTICLES)))
    others = random.Random(1).sample(sorted({*range(len(texts))} - {*chosen}), _OTHERS)
    cosines = encoder.encode([earlier[place] for place in chosen])
    cosines = cosines @ encoder.encode([texts[place] for place in (*chosen, *others)]).T
    lines = []
    for least in (*_COSINES, 0.83, 0.87, 0.91):
        reported = cosines >= least
        own = int(np.diagonal(reported).sum())
        lines.append(f"{bundle} {least}: {own} of {len(chosen)}, others {reported.sum() - own}")
    return lines


def table(pairs: Sequence[Judged], chosen: float | None, encoder: TextEncoder) -> list[str]:
    """Format precision and recall above each cosine: of all, of acts, of contracts."""
    left, right = (
        encoder.encode([passage_text(side.heading, side.text) for side in sides])
        for sides in ([pair.left for pair in pairs], [pair.right for pair in pairs])
    )
    cosines = (left * right).sum(1)
    same = np.array([pair.same for pair in pairs])
    acts = np.array([not pair.left.of.upper().endswith(".PDF") for pair in pairs])
    lines = ["| cosine | all | acts | contracts |", "| --- | --- | --- | --- |"]
    for least in sorted({*_COSINES, *([chosen] if chosen is not None else ())}):
        cells = [
            _cell(cosines[which] >= least, same[which]) for which in (acts | True, acts, ~acts)
        ]
        mark = " (manifest)" if least == chosen else ""
        lines.append(f"| {least}{mark} | {' | '.join(cells)} |")
    return lines


def _cell(hashes: np.ndarray[Any, Any], same: np.ndarray[Any, Any]) -> str:
    """Format ``17 of 18 told are right, of 30``."""
    return f"{(hashes & same).sum()} of {hashes.sum()} told are right, of {same.sum()}"


def milliseconds(pairs: Sequence[Judged], top: int, repeat: int) -> list[float]:
    """Time near-duplicate detection in searches for ``top`` hits, in a library of these passages."""
    sides = {side.text: side for pair in pairs for side in (pair.left, pair.right)}
    documents = [
        Document(nfc(side.text), side.heading, work=str(number), language="en")
        for number, side in enumerate(sides.values())
    ]
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "library", create=True) as library,
    ):
        library.sources.add_documents(documents)
        queries = [query for query in _QUERIES for _ in range(repeat)]
        return [
            library.search.search_timed(query, SearchOptions(top=top))[1].milliseconds["likeness"]
            for query in queries
        ]


@click.command()
@click.option("--repeat", default=50, show_default=True)
def main(repeat: int) -> None:
    """Print the tables."""
    pairs = judged()
    for size in get_args(Size):
        encoder = multilingual.load_installed_encoder(size)
        click.echo(f"\nEnglish, {size}")
        for line in table(pairs, encoder.nearly_the_same("en"), encoder):
            click.echo(line)
    for bundle in languages.BUNDLES:
        for line in of_law(bundle, encoder):
            click.echo(line)
    for top in (10, 50):
        times = milliseconds(pairs, top, repeat)
        click.echo(f"{top} hits: {statistics.median(times):.2f} ms, at most {max(times):.2f} ms")


if __name__ == "__main__":
    main()
