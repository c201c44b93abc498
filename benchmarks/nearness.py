"""Cosine threshold of related passages: recitals of the GDPR against its articles.

Each recital and article has the best cosine of their parts, queried as in ``lexdesk.compliance`` with the
installed embedder; the published links of recitals are the labels.
"""

import click
import numpy as np

from benchmarks import data
from lexdesk.compliance.paragraph_words import split_parts
from lexdesk.evaluation.collection import Collection
from lexdesk.models.encoder import load
from lexdesk.models.manifest import find

_COSINES = (0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65)


@click.command()
@click.option("--qrels", default="simeri", show_default=True)
def main(qrels: str) -> None:
    """Print for each cosine the numbers of linked and of other pairs above it."""
    collection = Collection(data.shared_data() / "gdpr-articles")
    recitals = {topic.id: topic.text for topic in collection.topics().values()}
    articles = {document.work: document.text for document in collection.documents()}
    encoder = load(find("embedder"))
    sides = []
    for texts in (recitals, articles):
        parts = [(name, part) for name, text in texts.items() for part in split_parts(text)]
        sides.append(([name for name, _ in parts], encoder.encode([part for _, part in parts])))
    (left, a), (right, b) = sides
    best: dict[tuple[str, str], float] = {}
    for name, row in zip(left, np.asarray(a) @ np.asarray(b).T, strict=True):
        for other, cosine in zip(right, row.tolist(), strict=True):
            best[name, other] = max(cosine, best.get((name, other), -1.0))
    judged = collection.qrels(qrels)
    links = {(query, document) for query, grades in judged.items() for document in grades}
    click.echo("| cosine | links that reach it | other pairs that do |")
    click.echo("| --- | --- | --- |")
    for least in _COSINES:
        near = {pair for pair, cosine in best.items() if cosine >= least}
        others = (len(near) - len(near & links)) / (len(best) - len(links))
        click.echo(f"| {least} | {len(near & links) / len(links):.1%} | {others:.1%} |")


if __name__ == "__main__":
    main()
