"""Candidates of a re-ranker: for judged questions, the best passages of the product's own hybrid search."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from lexdesk.document.passages import passage_text
from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.evaluation import index
from lexdesk.library.library import Library
from lexdesk.query import plain
from lexdesk.search.expansion.expand import expand
from lexdesk.storage import Store

_DEPTH = 200
"""Passages found by each way of searching, so that the order of the first is that of a user's search."""


class Question(NamedTuple):
    """A question and its candidates, best first: numbers of texts and of documents, and fusion scores.

    ``answers`` are the numbers of the relevant documents.
    """

    text: str
    passages: list[int]
    documents: list[int]
    scores: list[float]
    answers: frozenset[int]


class Candidates(NamedTuple):
    """Questions, and the texts of their candidates by number, each text once."""

    questions: list[Question]
    texts: list[str]


def find(
    collection: Collection, qrels: str, library: Path, questions: int, depth: int
) -> Candidates:
    """Index ``collection`` in ``library`` and search its judged questions, at most ``questions`` drawn by chance.

    Left out are questions raised by citation evidence, which are not re-ranked, and those whose ``depth`` best passages
    are all relevant or all not.
    """
    index(collection, library, vectors=True)
    judged, topics = collection.qrels(qrels), collection.topics()
    known = sorted(judged.keys() & topics.keys())
    chosen = random.Random(0).sample(known, min(questions, len(known)))  # noqa: S311
    found: list[Question] = []
    numbers: dict[str, int] = {}
    documents: dict[str, int] = {}
    with Library.open(library) as opened:
        retriever = opened.search.retriever()
        store = retriever.store
        for name in chosen:
            query = expand(plain(topics[name].text), store, retriever.fulltext)
            best = retriever.candidates(query, "hybrid", _DEPTH).best[:depth]
            if any(candidate.cited for candidate in best):
                continue
            texts = _texts(store, [candidate.passage for candidate in best])
            works = store.passages.works_of(texts)
            read = [candidate for candidate in best if candidate.passage in texts]
            of = [documents.setdefault(works[c.passage], len(documents)) for c in read]
            answers = frozenset(
                documents.setdefault(work, len(documents))
                for work, grade in judged[name].items()
                if grade > 0
            )
            if answers.intersection(of) and not answers.issuperset(of):
                passages = [numbers.setdefault(texts[c.passage], len(numbers)) for c in read]
                scores = [candidate.score for candidate in read]
                found.append(Question(query.semantic_text, passages, of, scores, answers))
    return Candidates(found, list(numbers))


def _texts(store: Store, passages: Sequence[int]) -> Mapping[int, str]:
    """Return the texts that a re-ranker reads."""
    rows = store.passages.by_id(passages)
    return {number: passage_text(row.heading, row.text) for number, row in rows.items()}
