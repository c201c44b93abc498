"""Retrieval quality of each peer: R@10 and nDCG@10 on ObliQA with passages as documents."""

import json
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from benchmarks import data, report
from benchmarks.peers import PEERS
from benchmarks.peers.lexdesk_itself import Lexdesk, copied
from benchmarks.peers.programs import Recoll
from benchmarks.peers.protocol import Corpus, Peer, Question, Way
from lexdesk import Library
from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.evaluation import cache_path, index
from lexdesk.evaluation.measures import measure
from lexdesk.vector_codes.int8 import unpack

_WAYS: tuple[Way, ...] = ("keyword", "semantic", "hybrid")
_MEASURES = "R@10 nDCG@10"
_DEPTH = 10


def table(names: list[str], count: int) -> str:
    """Format a row for each peer and way, over the first ``count`` queries.

    Recoll is left out: it finds files, not passages.
    """
    collection = Collection(data.shared_data() / "obliqa")
    topics = collection.topics()
    qrels = dict(islice(collection.qrels().items(), count))
    with tempfile.TemporaryDirectory() as place:
        library = cache_path(collection)
        index(collection, library, vectors=True)
        corpus = _corpus(Path(place) / "corpus", library)
        work_of = {passage.id: passage.work for passage in corpus.passages}
        rows = []
        for name in names:
            if name == Recoll.name:
                continue
            folder = Path(place) / name.replace(" ", "-")
            folder.mkdir()
            if name == Lexdesk.name:
                copied(folder, library)
            else:
                PEERS[name].build(folder, corpus)
            peer = PEERS[name](folder, corpus)
            for way in (way for way in _WAYS if way in peer.ways):
                run = {query: _ranking(peer, way, topics[query].text, work_of) for query in qrels}
                found = measure(run, qrels, _MEASURES)
                rows.append([name, way, *(f"{value:.3f}" for value in found.values())])
    return report.table(["", "way", *_MEASURES.split()], rows)


def _ranking(peer: Peer, way: Way, text: str, work_of: dict[int, str]) -> list[tuple[str, float]]:
    question = Question(" ".join(_words(text)), "")
    search = peer.passages if isinstance(peer, Lexdesk) else peer.search
    found = search(way, question, _DEPTH)
    return [(work_of[passage], 1 / rank) for rank, passage in enumerate(found, start=1)]


def _words(text: str) -> Iterator[str]:
    """Yield words without the signs of any query language."""
    for word in text.split():
        kept = "".join(letter for letter in word if letter.isalnum())
        if kept:
            yield kept.lower()


def _corpus(folder: Path, library: Path) -> Corpus:
    folder.mkdir()
    with Library.open(library) as opened:
        rows = opened.store.statements.execute(
            "SELECT p.id, e.work, e.kind, p.text FROM passage p"
            " JOIN expression e ON e.id = p.expression WHERE p.searchable ORDER BY p.id"
        ).fetchall()
        ids, stored = opened.store.vectors.for_passages([row[0] for row in rows])
    vectors = dict(zip(ids, unpack(stored), strict=True))
    with (folder / "passages.jsonl").open("w") as file:
        file.writelines(f"{json.dumps(row)}\n" for row in rows)
    np.save(folder / "vectors.npy", np.stack([vectors[row[0]] for row in rows]))
    return Corpus(folder)
