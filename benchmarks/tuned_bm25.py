"""BM25 with analysis, k1 and b tuned for a collection, by nDCG@10 on held-out queries.

Tuning uses the queries of the split ``train``, if present. Otherwise the queries are split into random
halves, and each half is ranked with the best settings of the other. Whole documents are ranked with their
titles, without those barred for a query.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import click

from benchmarks import data, report
from lexdesk.evaluation.collection import Collection, Topic
from lexdesk.evaluation.measures import by_document, measure
from lexdesk.evaluation.run import Run
from lexdesk_reproductions import lexical
from lexdesk_reproductions.gerdalir.lexical import best_positions
from lexdesk_reproductions.words import Tokens, make_tokenizer, plain

COLLECTIONS = (
    ("obliqa", None),
    ("eu-citations", "dev"),
    ("de-citations", "dev"),
    ("gdpr-commentary", None),
    ("gdpr-commentary-sentences", None),
)
WORDS = {"as written": plain, "stems": make_tokenizer}
"""Analyses without stop words: ``lexdesk.text.analysis`` splits German compounds, too."""
K1 = (0.0, 0.3, 0.6, 0.9, 1.2, 1.6, 2.0, 3.0, 5.0, 8.0, 13.0, 20.0, 30.0, 50.0)
B = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1.0)
MEASURES = "R@10 AP@10 nDCG@10"
_AIM = "nDCG@10"
_DEPTH = 100
_TOGETHER = 64  # queries scored at once: 64 x 14,252 float32 are 3.6 MB


class Form(NamedTuple):
    """An analysis with the two parameters of BM25."""

    words: str
    k1: float
    b: float


_USUAL = Form("as written", 1.2, 0.75)


@dataclass(frozen=True)
class Ranker:
    """BM25 in any form over the documents of ``collection``."""

    collection: Collection

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {
            document.work: f"{document.title}\n{document.text}"
            for document in self.collection.documents()
        }

    @cached_property
    def _places(self) -> dict[str, int]:
        return {document: at for at, document in enumerate(self._texts)}

    @cached_property
    def _ways(self) -> dict[str, Tokens]:
        language = self.collection.language or "en"
        return {name: way(language) for name, way in WORDS.items()}

    @cached_property
    def _counts(self) -> dict[str, lexical.Counts]:
        return {name: lexical.count(self._texts.values(), way) for name, way in self._ways.items()}

    def runs(
        self, topics: Mapping[str, Topic], forms: Sequence[Form], depth: int = _DEPTH
    ) -> Iterator[tuple[Form, Run]]:
        """Yield the ranking of each form for ``topics``."""
        names = list(self._texts)
        exclusions = self.collection.exclusions(topics)
        barred = [
            [
                self._places[document]
                for document in exclusions.get(topic, ())
                if document in self._places
            ]
            for topic in topics
        ]
        counts = {
            words: self._counts[words].count_others(
                (topic.text for topic in topics.values()), self._ways[words]
            )
            for words in {form.words for form in forms}
        }
        for form in forms:
            weights = lexical.bm25(self._counts[form.words], form.k1, form.b)
            run: Run = {}
            for at, (topic, out) in enumerate(zip(topics, barred, strict=True)):
                if at % _TOGETHER == 0:
                    scores = lexical.scores(counts[form.words][at : at + _TOGETHER], weights)
                row = scores[at % _TOGETHER]
                row[out] = 0.0
                run[topic] = [
                    (names[place], float(row[place])) for place in best_positions(row, depth)
                ]
            yield form, run


def tuned(ranker: Ranker, qrels: str | None, queries: int) -> tuple[list[Form], dict[str, Run]]:
    """Return the chosen forms, and the runs of default and tuned BM25; see the module."""
    judged = ranker.collection.qrels(qrels)
    topics = ranker.collection.topics()
    measured = {query: topics[query] for query in judged}
    runs: dict[str, Run] = {"usual": next(ranker.runs(measured, [_USUAL]))[1], "tuned": {}}
    forms = []
    for part, others in _parts(ranker.collection, list(judged), qrels, queries):
        form = _chosen(ranker, others)
        forms.append(form)
        runs["tuned"] |= next(ranker.runs({query: measured[query] for query in part}, [form]))[1]
    return forms, runs


def _parts(
    collection: Collection, measured: list[str], qrels: str | None, queries: int
) -> Iterator[tuple[list[str], dict[str, dict[str, int]]]]:
    """Yield queries to measure with judgements of other queries to tune on, at most ``queries``."""
    chance = random.Random(0)
    if "train" in collection.judgements:
        train = collection.qrels("train")
        chosen = chance.sample(sorted(train), min(queries, len(train)))
        yield measured, {query: train[query] for query in chosen}
        return
    judged = collection.qrels(qrels)
    shuffled = chance.sample(sorted(measured), len(measured))
    halves = shuffled[::2], shuffled[1::2]
    for half, other in (halves, halves[::-1]):
        yield half, {query: judged[query] for query in other[:queries]}


def _chosen(ranker: Ranker, judged: dict[str, dict[str, int]]) -> Form:
    """Choose the form of the best nDCG@10 by coordinate search over k1 and b for each analysis."""
    known = ranker.collection.topics()
    topics = {query: known[query] for query in judged}
    values: dict[Form, float] = {}

    def best_of(forms: list[Form]) -> Form:
        unknown = [form for form in forms if form not in values]
        for form, run in ranker.runs(topics, unknown, depth=10):
            values[form] = measure(run, judged, _AIM)[_AIM]
        return max(forms, key=values.__getitem__)

    for words in WORDS:
        form, before = _USUAL._replace(words=words), None
        while form != before:
            before = form
            form = best_of([form._replace(k1=k1) for k1 in K1])
            form = best_of([form._replace(b=b) for b in B])
    return best_of(list(values))


def scores_of(ranker: Ranker, qrels: str | None, queries: int) -> dict[str, dict[str, float]]:
    """Return the measures of both by label."""
    forms, runs = tuned(ranker, qrels, queries)
    judged = ranker.collection.qrels(qrels)
    chosen = "; ".join(f"{form.words}, k1 {form.k1}, b {form.b}" for form in forms)
    names = {"usual": f"{_USUAL.words}, k1 {_USUAL.k1}, b {_USUAL.b}", "tuned": chosen}
    return {
        names[way]: measure(run, judged, MEASURES) | {"R@10 by document": by_document(run, judged)}
        for way, run in runs.items()
    }


@click.command()
@click.option("--collection", "only", multiple=True, help="Only these collections.")
@click.option(
    "--queries",
    default=1000,
    show_default=True,
    help="At most so many queries to choose by, drawn at random.",
)
@click.option("--json", "target", type=click.Path(path_type=Path), help="Write all numbers here.")
def main(only: tuple[str, ...], queries: int, target: Path | None) -> None:
    """Print measures of default and tuned BM25."""
    results = {}
    for name, qrels in COLLECTIONS:
        if only and name not in only:
            continue
        found = scores_of(Ranker(Collection(data.shared_data() / name)), qrels, queries)
        results[f"{name} {qrels or ''}".strip()] = found
        head = ["BM25", *next(iter(found.values()))]
        rows = [[way, *(f"{value:.4f}" for value in row.values())] for way, row in found.items()]
        click.echo(f"\n{name} {qrels or ''}\n\n{report.table(head, rows)}")
    if target:
        target.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
