"""Links of ``lexdesk coverage`` between sentences on the GDPR and its articles, compared with labels.

Each sentence of ``gdpr-commentary-sentences`` (evaluate only) is a document of its own. Its labels are the
articles that its page names, so that a sentence about something else counts as wrong.
"""

import random
import tempfile
from pathlib import Path

import click

from benchmarks import data, report
from lexdesk import Library
from lexdesk.compliance import Coverage, compute_coverage
from lexdesk.document.model import Document
from lexdesk.evaluation.collection import Collection
from lexdesk.system.bundled import find_corpus

GDPR = "32016R0679"
Pairs = set[tuple[str, str]]


def linked(answer: Coverage) -> Pairs:
    """Return the pairs of article and sentence, with the names of the collection."""
    return {
        (covered.eid.replace("_", ""), match.work)
        for covered in answer.provisions
        for match in covered.matches
    }


@click.command()
@click.option("--sentences", default=500, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--vectors/--no-vectors", default=True, show_default=True)
def main(sentences: int, seed: int, vectors: bool) -> None:
    """Print precision, recall and F1 of the links, and the duties reported as gaps."""
    collection = Collection(data.shared_data() / "gdpr-commentary-sentences")
    judged = collection.qrels()
    chosen = random.Random(seed).sample(sorted(collection.topics().items()), sentences)
    wanted: Pairs = {(article, name) for name, _ in chosen for article in judged[name]}
    documents = [
        Document(topic.text, name, work=name, language="en", kind="policy")
        for name, topic in chosen
    ]
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder), create=True) as library,
    ):
        library.sources.add([find_corpus()], vectors=vectors)
        library.sources.add_documents(documents, vectors=vectors)
        answer = compute_coverage(library, GDPR)
    found = linked(answer)
    precision = len(found & wanted) / max(1, len(found))
    recall = len(found & wanted) / len(wanted)
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    duties = [covered for covered in answer.provisions if covered.duties]
    labelled = {article for article, _ in wanted}
    gaps = {covered.eid.replace("_", "") for covered in duties if covered.is_gap}
    head = ["links", "precision", "recall", "F1", "duties", "gaps", "gaps with labelled sentences"]
    values = [len(found), *(f"{x:.3f}" for x in (precision, recall, f1)), len(duties), len(gaps)]
    print(report.table(head, [[*values, len(gaps & labelled)]]))


if __name__ == "__main__":
    main()
