"""Table 2 of the paper, on German statutes."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from lexdesk.evaluate.collection import Collection
from lexdesk.evaluate.run import Run
from lexdesk_trainer import source as sources
from lexdesk_trainer import states
from lexdesk_trainer.corpus import Text
from lexdesk_trainer.papers import bases, masked, shipped, word_vectors
from lexdesk_trainer.papers.bases import Base
from lexdesk_trainer.papers.bench import Bench
from lexdesk_trainer.papers.citing_passages import Dataset, Query, statutes
from lexdesk_trainer.papers.gerdalir import centroids, cross_encoders, embedded, replaced, votes
from lexdesk_trainer.papers.gerdalir.lexical import LexicalSearch
from lexdesk_trainer.papers.gerdalir.scoring import BY_CITED, COLUMNS, scored
from lexdesk_trainer.papers.gerdalir.settings import FULL, SETTINGS, Settings
from lexdesk_trainer.papers.ledger import Values
from lexdesk_trainer.papers.tables import Row, Table
from lexdesk_trainer.papers.words import plain

Array = np.ndarray[Any, Any]
_STANDARD = (1.2, 0.75)
_READ_BY_EMBEDDER = 100
_PUBLISHED = {  # the README of the data set's repository prints Table 2
    "TF-IDF, P": (0.333, 0.375, 0.651, 0.768),
    "TF-IDF, D": (0.336, 0.386, 0.701, 0.809),
    "BM25 (k1 1.2, b 0.75), P": (0.365, 0.409, 0.693, 0.800),
    "BM25 (k1 1.2, b 0.75), D": (0.386, 0.434, 0.734, 0.827),
    "BM25 tuned, P": (0.372, 0.417, 0.703, 0.803),
    "BM25 tuned, D": (0.391, 0.439, 0.737, 0.829),
    "WCS, GloVe, P": (0.242, 0.278, 0.539, 0.695),
    "WCS, GloVe, D": (0.134, 0.166, 0.420, 0.625),
    "WCS, fastText, P": (0.257, 0.295, 0.582, 0.726),
    "WCS, fastText, D": (0.153, 0.188, 0.468, 0.668),
    "Re-ranking, BERT-like, P": (0.416, 0.465, 0.745, 0.789),
    "Re-ranking, ELECTRA-like, P": (0.436, 0.481, 0.743, 0.789),
}
_ABOUT = (
    "On the dev queries of de-citations: paragraphs of statutes that cite statutes; the paper's numbers"
    " (in brackets) are of court decisions that cite decisions and not comparable. P ranks passages,"
    " the best 2,000 pooled by maximum to 1,000 documents; D ranks whole documents. Word vectors are"
    " trained on the passages here, where the paper's were of general text."
)


class Laboratory:
    """What the rows share, each made when a row first asks for it."""

    def __init__(self, dataset: Dataset, settings: Settings, work: Path):
        self.dataset, self.settings, self._work = dataset, settings, work
        self.search = LexicalSearch(dataset, work / "counts", settings.depth)
        self._tuned: dict[str, tuple[float, float]] = {}

    @cached_property
    def queries(self) -> tuple[Query, ...]:
        """The queries that systems are measured on: test where there are such, else dev."""
        split = "test" if "test" in self.dataset.queries else "dev"
        return self.dataset.sample(split, self.settings.queries)

    @cached_property
    def reread(self) -> tuple[Query, ...]:
        """Those of them that the cross-encoders are measured on."""
        size = self.settings.reranking.queries
        return self.queries[:: max(1, len(self.queries) // size)][:size] if size else self.queries

    def scored(self, run: Run, queries: Sequence[Query] | None = None) -> dict[str, float]:
        """The measures of a run over all queries, or over those given."""
        return scored(run, self.dataset, queries or self.queries)

    def tuned(self, mode: str) -> tuple[float, float]:
        """k1 and b of passages (``P``) or documents (``D``)."""
        if mode not in self._tuned:
            self._tuned[mode] = self.search.tuned(mode, self.settings.tuning)
        return self._tuned[mode]

    def tf_idf(self, mode: str) -> Values:
        """A row of TF-IDF."""
        return self.scored(self.search.tf_idf(self.queries, mode))

    def bm25(self, mode: str, k1_and_b: tuple[float, float] | None = None) -> Values:
        """A row of BM25, tuned where k1 and b are not given."""
        k1, b = k1_and_b or self.tuned(mode)
        return {**self.scored(self.search.bm25(self.queries, mode, k1, b)), "k1": k1, "b": b}

    @cached_property
    def sentences(self) -> list[list[str]]:
        """The words of all passages, which word vectors are trained on."""
        return [plain("de")(text) for text in self.dataset.passages]

    @cached_property
    def glove(self) -> word_vectors.Lexicon:
        """GloVe vectors of the passages' words."""
        return word_vectors.glove(self.sentences, self.settings.glove).normalised()

    @cached_property
    def fasttext(self) -> word_vectors.Lexicon:
        """fastText vectors of the passages' words."""
        return word_vectors.fasttext(self.sentences, self.settings.word_vectors).normalised()

    def glove_centroids(self, mode: str) -> Values:
        """A row of WCS with GloVe."""
        return self._centroids(self.glove, mode)

    def fasttext_centroids(self, mode: str) -> Values:
        """A row of WCS with fastText."""
        return self._centroids(self.fasttext, mode)

    def _centroids(self, lexicon: word_vectors.Lexicon, mode: str) -> Values:
        depth = self.settings.depth
        return self.scored(centroids.search(self.dataset, self.queries, lexicon, mode, depth))

    def voted(self) -> Values:
        """The row of BM25 with votes, its share chosen on train queries."""
        voting, tuning = votes.Voting(), self.settings.tuning
        k1, b = self.tuned("D")
        train = self.dataset.sample("train", tuning.queries, tuning.seed)
        known = self.search.bm25(train, "D", k1, b)
        share = votes.best_share(self.search, train, known, voting)
        run = self.search.bm25(self.queries, "D", k1, b)
        joined = votes.joined(run, votes.votes(self.search, self.queries, voting), share)
        return {**self.scored(joined), "share": share}

    @cached_property
    def start(self) -> Base:
        """MiniLM's layers below German words: what both ways of pre-training begin with."""
        texts = (Text(text, "de") for text in self.dataset.passages)
        settings = self.settings.reranking
        return bases.with_words_of(sources.minilm(), texts, settings.vocabulary, settings.layers)

    def best_passages(self, queries: Sequence[Query], count: int) -> list[Array]:
        """The numbers of the passages of queries that BM25 ranks first."""
        return list(self.search.best_passages(queries, *self.tuned("P"), count))

    def reranked(self, kind: str) -> Values:
        """The row of a cross-encoder, pre-trained as BERT (``masked``) or as ELECTRA (``replaced``)."""
        settings, folder = self.settings.reranking, self._work / kind
        pretraining = {"masked": masked.pretrained, "replaced": replaced.pretrained}[kind]
        texts = [self.dataset.passages[at] for at in _shuffled(len(self.dataset.passages))]
        if settings.pretraining.sequences:  # reading the whole corpus for a few rows takes minutes
            texts = texts[: 4 * settings.pretraining.sequences]
        base = pretraining(self.start, texts, settings.pretraining, folder / "pretrained")
        train = self.dataset.sample("train", settings.examples, settings.seed)
        best = self.best_passages(train, self.settings.depth.passages)
        groups = cross_encoders.groups(self.dataset, train, best, settings)
        reader = cross_encoders.trained(base, groups, settings, folder / "reranker")
        run = self.search.bm25(self.reread, "P", *self.tuned("P"))
        candidates = self.best_passages(self.reread, settings.candidates)
        return self.scored(
            cross_encoders.rerank(reader, self.dataset, self.reread, candidates, run, settings),
            self.reread,
        )

    def embedded(self) -> Values:
        """The row of the embedder that ships, on all queries."""
        run = self.search.bm25(self.queries, "P", *self.tuned("P"))
        best = self.best_passages(self.queries, _READ_BY_EMBEDDER)
        return self.scored(embedded.rerank(self.dataset, self.queries, best, run))

    def compared(self, mode: str) -> Values:
        """Tuned BM25 on the queries that the cross-encoders are measured on."""
        k1, b = self.tuned(mode)
        found = self.scored(self.search.bm25(self.reread, mode, k1, b), self.reread)
        return {**found, "k1": k1, "b": b}


def tables(bench: Bench) -> tuple[Table, ...]:
    """Table 2, and each measure over cited statutes."""
    settings = SETTINGS[bench.extent]
    laboratory = Laboratory(statutes(bench.data), settings, bench.work)
    return tables_of(laboratory)


def source(bench: Bench) -> str:
    """The fingerprint of the statutes, of the passages that they are cut into, and of the queries."""
    collection = Collection(bench.data / "de-citations")
    return states.of_files([*states.files(collection), collection.path / "passages.jsonl.gz"])


def tables_of(laboratory: Laboratory) -> tuple[Table, ...]:
    """The tables of a laboratory."""
    rows = tuple(_rows(laboratory))
    notes = f"{_ABOUT} {_reduced(laboratory)}".strip()
    return (
        Table("Table 2", (*COLUMNS, "k1", "b"), rows, notes),
        Table("Table 2, each cited statute once", BY_CITED, rows, _CITED, of="Table 2"),
    )


_CITED = (
    "97 % of the labels of queries kept back are cited by train queries too; here each measure is the"
    " mean over cited statutes of its mean over the queries that cite them."
)


def _rows(laboratory: Laboratory) -> list[Row]:
    settings = laboratory.settings
    simple = (settings.depth, settings.queries)
    tuned = (*simple, settings.tuning)
    reread = (*tuned, settings.reranking)
    found = [
        *_both("TF-IDF", simple, laboratory.tf_idf),
        *_both("BM25 (k1 1.2, b 0.75)", simple, partial(laboratory.bm25, k1_and_b=_STANDARD)),
        *_both("BM25 tuned", tuned, laboratory.bm25),
        *_both("WCS, GloVe", (*simple, settings.glove), laboratory.glove_centroids),
        *_both("WCS, fastText", (*simple, settings.word_vectors), laboratory.fasttext_centroids),
        _row("BM25 tuned, D, with votes (not in the paper)", tuned, laboratory.voted),
    ]
    name = f"Re-ranking {_READ_BY_EMBEDDER}, the embedder that ships, P (not in the paper)"
    found.append(_row(name, (*tuned, shipped.fingerprint()), laboratory.embedded))
    if len(laboratory.reread) < len(laboratory.queries):
        some = f"on the {len(laboratory.reread)} queries below"
        for mode in "PD":  # what is re-ranked, and whole documents, which BM25 finds better
            make = partial(laboratory.compared, mode)
            found.append(_row(f"BM25 tuned, {mode}, {some}", reread, make))
    for name, kind in (("BERT", "masked"), ("ELECTRA", "replaced")):
        make = partial(laboratory.reranked, kind)
        found.append(_row(f"Re-ranking, {name}-like, P", reread, make))
    return found


def _both(name: str, settings: Any, make: Callable[[str], Values]) -> list[Row]:
    """The rows of passages and of documents."""
    return [_row(f"{name}, {mode}", settings, partial(make, mode)) for mode in "PD"]


def _row(name: str, settings: Any, make: Callable[[], Values]) -> Row:
    published = dict(zip(COLUMNS, _PUBLISHED.get(name, ()), strict=False))
    return Row(name, settings, make, published)


def _shuffled(count: int) -> list[int]:
    return [int(at) for at in np.random.default_rng(1).permutation(count)]


def _reduced(laboratory: Laboratory) -> str:
    settings = laboratory.settings
    if settings == FULL:
        return ""
    reranking, tuning = settings.reranking, settings.tuning
    taught = f"{reranking.examples:,}" if reranking.examples else "all"
    return (
        f"Reduced: {tuning.trials} trials on {tuning.queries:,} train queries; word vectors of"
        f" {settings.glove.size} from {settings.glove.texts:,} (GloVe, {settings.glove.epochs} epochs)"
        f" and {settings.word_vectors.texts:,} passages (fastText, {settings.word_vectors.epochs}"
        f" epoch); cross-encoders of {reranking.layers} layers, pre-trained on"
        f" {reranking.pretraining.sequences:,} rows of {reranking.pretraining.tokens} tokens, taught by"
        f" {taught} queries, on {reranking.queries:,} queries with {reranking.candidates} candidates"
        " instead of 1,000, one piece of each passage below the title of its statute."
    )
