"""Table 2 of the paper, on German statutes."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk.evaluation.measures import per_query
from lexdesk.evaluation.run import Run
from lexdesk_reproductions import bases, masked, shipped, word_vectors
from lexdesk_reproductions.bases import Base
from lexdesk_reproductions.bench import Bench
from lexdesk_reproductions.citing_passages import Dataset, Query, statutes
from lexdesk_reproductions.gerdalir import centroids, cross_encoders, evidence, replaced, votes
from lexdesk_reproductions.gerdalir.lexical import LexicalSearch
from lexdesk_reproductions.gerdalir.settings import SETTINGS, Settings, Tuning
from lexdesk_reproductions.ledger import Values
from lexdesk_reproductions.significance import paired_t_test
from lexdesk_reproductions.tables import Row, Table, read_published
from lexdesk_reproductions.words import plain
from lexdesk_trainer import fingerprints
from lexdesk_trainer.data.corpus import Text
from lexdesk_trainer.encoders import trained_encoder

MEASURES = "RR@10 nDCG@20 R@100 R@1000"
COLUMNS = ("MRR@10", "nDCG@20", "R@100", "R@1000")
COMPARED = ("MRR@10", "BM25", "above it by", "p")
BY_CITED = tuple(f"{column}, by cited" for column in COLUMNS)


def score(run: Run, dataset: Dataset, queries: Sequence[Query]) -> dict[str, float]:
    """Average each measure over queries, and over cited documents.

    Few documents are cited by most queries; over cited documents each counts once, by the mean over the
    queries that cite it.
    """
    qrels = dataset.qrels(queries)
    found: dict[str, float] = {}
    for column, values in zip(COLUMNS, per_query(run, qrels, MEASURES).values(), strict=True):
        found[column] = sum(values.values()) / len(values)
        found[f"{column}, by cited"] = mean_over_cited(values, qrels)
    return found


def mean_over_cited(values: Mapping[str, float], qrels: Qrels) -> float:
    """Average ``values`` over the queries of each cited document, then over documents."""
    found = means_of_cited(values, qrels)
    return sum(found) / len(found)


def means_of_cited(values: Mapping[str, float], qrels: Qrels) -> list[float]:
    """Average ``values`` over the queries that cite a document, for each cited one."""
    citing: dict[str, list[float]] = {}
    for query, judged in qrels.items():
        for document in judged:
            citing.setdefault(document, []).append(values[query])
    return [sum(document) / len(document) for document in citing.values()]


def compare(run: Run, other: Run, dataset: Dataset, queries: Sequence[Query]) -> dict[str, float]:
    """Compare MRR@10 of two runs, with difference and p, over queries and over cited documents."""
    qrels = dataset.qrels(queries)
    ours, theirs = (per_query(scores, qrels, "RR@10").popitem()[1] for scores in (run, other))
    found: dict[str, float] = {}
    pairs = (
        ("", [ours[query] for query in qrels], [theirs[query] for query in qrels]),
        (", by cited", means_of_cited(ours, qrels), means_of_cited(theirs, qrels)),
    )
    for by, here, there in pairs:
        mean, its = sum(here) / len(here), sum(there) / len(there)
        above = mean / its - 1 if its else float("nan")
        values = (mean, its, above, paired_t_test(here, there))
        found |= {f"{column}{by}": value for column, value in zip(COMPARED, values, strict=True)}
    return found


Array = np.ndarray[Any, Any]
_STANDARD = (1.2, 0.75)
_READ_BY_EMBEDDER = 100
_NOTES: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("notes.toml").read_text(encoding="utf-8")
)
_PUBLISHED = read_published(__file__)


class Laboratory:
    """Shared inputs of the rows, computed on first use."""

    def __init__(self, dataset: Dataset, settings: Settings, work: Path):
        self.dataset, self.settings, self._work = dataset, settings, work
        self.search = LexicalSearch(dataset, work / "counts", settings.depth)
        self._tuned: dict[tuple[str, Tuning], tuple[float, float]] = {}

    @cached_property
    def queries(self) -> tuple[Query, ...]:
        """Return the measured queries: test if present, else dev."""
        split = "test" if "test" in self.dataset.queries else "dev"
        return self.dataset.sample(split, self.settings.queries)

    @cached_property
    def reread(self) -> tuple[Query, ...]:
        """Return the measured queries of the cross-encoders."""
        size = self.settings.reranking.queries
        return self.queries[:: max(1, len(self.queries) // size)][:size] if size else self.queries

    def score(self, run: Run, queries: Sequence[Query] | None = None) -> dict[str, float]:
        """Measure a run over all queries, or over ``queries``."""
        return score(run, self.dataset, queries or self.queries)

    def tune_bm25(self, mode: str, beyond: bool = False) -> tuple[float, float]:
        """Tune k1 and b of passages (``P``) or documents (``D``), in the paper's range or beyond it."""
        tuning = self.settings.tuning
        key = mode, _widen(tuning) if beyond else tuning
        if key not in self._tuned:
            self._tuned[key] = self.search.tune_bm25(*key)
        return self._tuned[key]

    def tf_idf(self, mode: str) -> Values:
        """Compute a row of TF-IDF."""
        return self.score(self.search.tf_idf(self.queries, mode))

    def bm25(self, mode: str, k1_and_b: tuple[float, float] | None = None) -> Values:
        """Compute a row of BM25, tuned unless k1 and b are given."""
        k1, b = k1_and_b or self.tune_bm25(mode)
        return {**self.score(self.search.bm25(self.queries, mode, k1, b)), "k1": k1, "b": b}

    def beyond(self) -> Values:
        """Compute the row of BM25 of documents, tuned beyond the paper's range."""
        return self.bm25("D", self.tune_bm25("D", beyond=True))

    @cached_property
    def sentences(self) -> list[list[str]]:
        """Return the words of all passages, for training word vectors."""
        return [plain("de")(text) for text in self.dataset.passages]

    @cached_property
    def glove(self) -> word_vectors.Lexicon:
        """Return GloVe vectors of the passages' words."""
        return word_vectors.glove(self.sentences, self.settings.glove).normalize()

    @cached_property
    def fasttext(self) -> word_vectors.Lexicon:
        """Return fastText vectors of the passages' words."""
        return word_vectors.fasttext(self.sentences, self.settings.word_vectors).normalize()

    def glove_centroids(self, mode: str) -> Values:
        """Compute a row of WCS with GloVe."""
        return self._centroids(self.glove, mode)

    def fasttext_centroids(self, mode: str) -> Values:
        """Compute a row of WCS with fastText."""
        return self._centroids(self.fasttext, mode)

    def _centroids(self, lexicon: word_vectors.Lexicon, mode: str) -> Values:
        depth = self.settings.depth
        return self.score(centroids.search(self.dataset, self.queries, lexicon, mode, depth))

    def row_with_votes(self) -> Values:
        """Compute the row of BM25 with votes, its share chosen on train queries."""
        voting, tuning = votes.Voting(), self.settings.tuning
        k1, b = self.tune_bm25("D")
        train = self.dataset.sample("train", tuning.queries, tuning.seed)
        known = self.search.bm25(train, "D", k1, b)
        share = votes.best_share(self.search, train, known, voting)
        run = self.search.bm25(self.queries, "D", k1, b)
        joined = votes.combine(run, votes.votes(self.search, self.queries, voting), share)
        return {**self.score(joined), "share": share}

    @cached_property
    def start(self) -> Base:
        """Return MiniLM's layers with a German vocabulary: the initial encoder of both pre-trainings."""
        texts = (Text(text, "de") for text in self.dataset.passages)
        settings = self.settings.reranking
        return bases.replace_vocabulary(
            trained_encoder.minilm(), texts, settings.vocabulary, settings.layers
        )

    def best_passages(self, queries: Sequence[Query], count: int) -> list[Array]:
        """Return the numbers of the best passages of queries by BM25."""
        return list(self.search.best_passages(queries, *self.tune_bm25("P"), count))

    def row_of_reranker(self, kind: str) -> Values:
        """Compute the row of a cross-encoder, pre-trained as BERT (``masked``) or as ELECTRA (``replaced``)."""
        settings, folder = self.settings.reranking, self._work / kind
        pretraining = {"masked": masked.pretrain, "replaced": replaced.pretrain}[kind]
        texts = [self.dataset.passages[at] for at in _shuffle(len(self.dataset.passages))]
        if settings.pretraining.sequences:  # reading the whole corpus for a few rows takes minutes
            texts = texts[: 4 * settings.pretraining.sequences]
        base = pretraining(self.start, texts, settings.pretraining, folder / "pretrained")
        train = self.dataset.sample("train", settings.examples, settings.seed)
        best = self.best_passages(train, self.settings.depth.passages)
        groups = cross_encoders.groups(self.dataset, train, best, settings)
        reader = cross_encoders.train_scorer(base, groups, settings, folder / "reranker")
        run = self.search.bm25(self.reread, "P", *self.tune_bm25("P"))
        candidates = self.best_passages(self.reread, settings.candidates)
        return self.score(
            cross_encoders.rerank(reader, self.dataset, self.reread, candidates, run, settings),
            self.reread,
        )

    @cached_property
    def vectors(self) -> tuple[Array, Array]:
        """Return vectors of all passages and of the queries by the shipped embedder."""
        texts = [query.text for query in self.queries]
        return evidence.vectors(self.dataset.passages), evidence.vectors(texts)

    def row_of_embedder(self) -> Values:
        """Compute the row of the shipped embedder, on all queries."""
        run = self.search.bm25(self.queries, "P", *self.tune_bm25("P"))
        best = self.best_passages(self.queries, _READ_BY_EMBEDDER)
        return self.score(evidence.rerank(self.dataset, *self.vectors, best, run))

    @cached_property
    def means(self) -> Array:
        """Mean cosines of the best passages of documents by the embedder."""
        return evidence.mean_passage_cosines(self.dataset, *self.vectors, evidence.PASSAGES)

    def with_evidence(
        self, mode: str, counts: Sequence[int], beyond: bool, queries: Sequence[Query]
    ) -> Values:
        """Compute the row of BM25 with the embedder, or with the length if ``counts`` is empty.

        The share is chosen on all queries of other statutes; ``queries`` are measured.
        """
        run = self.search.bm25(self.queries, mode, *self.tune_bm25(mode, beyond))
        kinds = [evidence.PASSAGES.index(count) for count in counts]
        features = self.means[:, kinds] if counts else evidence.lengths(self.dataset, self.queries)
        found = evidence.choose_evidence(self.dataset, self.queries, run, features)
        whole = self.search.bm25(queries, "D", *self.tune_bm25("D", beyond))
        some = {query.id: found.run[query.id] for query in queries}
        kind, share = found.most_frequent
        read = {"passages": counts[kind]} if counts else {}
        return {**compare(some, whole, self.dataset, queries), "share": share, **read}

    def compare(self, mode: str) -> Values:
        """Measure tuned BM25 on the queries of the cross-encoders."""
        k1, b = self.tune_bm25(mode)
        found = self.score(self.search.bm25(self.reread, mode, k1, b), self.reread)
        return {**found, "k1": k1, "b": b}


def tables(bench: Bench) -> tuple[Table, ...]:
    """Build Table 2, and each measure over cited statutes."""
    settings = SETTINGS[bench.extent]
    laboratory = Laboratory(statutes(bench.data), settings, bench.work)
    return tables_of(laboratory)


def source(bench: Bench) -> str:
    """Fingerprint the statutes, their passages, and the queries."""
    collection = Collection(bench.data / "de-citations")
    return fingerprints.hash_files(
        [*fingerprints.inputs_of_ranking(collection), collection.path / "passages.jsonl.gz"]
    )


def tables_of(laboratory: Laboratory) -> tuple[Table, ...]:
    """Build the tables of a laboratory."""
    rows = tuple(_rows(laboratory))
    notes = f"{_NOTES['about']} {_reduction_note(laboratory)}".strip()
    return (
        Table("Table 2", (*COLUMNS, "k1", "b"), rows, notes),
        Table("Table 2, each cited statute once", BY_CITED, rows, _CITED, of="Table 2"),
        Table("Beside BM25", _EVIDENCE_COLUMNS, tuple(_evidence_rows(laboratory)), _EVIDENCE_NOTES),
    )


_CITED = (
    "97 % of the labels of queries kept back are cited by train queries too; here each measure is the"
    " mean over cited statutes of its mean over the queries that cite them."
)
_EVIDENCE_COLUMNS = (
    *COMPARED,
    *(f"{column}, by cited" for column in COMPARED),
    "share",
    "passages",
)
_EVIDENCE_NOTES = (
    "No system of the paper: the 1,000 candidates of tuned BM25 by its scores, scaled by the highest, and,"
    " scaled to 0..1 over them, the mean cosine of their best passages, by the embedder that ships, or the"
    " logarithm of their passages' number. How many passages (1, 2, 3, 5 or 10) and the share of it are"
    " those of the best nDCG@20 on the dev queries of other statutes than the one that a query comes from;"
    " the last two columns tell those of most queries. BM25 is that of whole documents, tuned in the same"
    " range; p is of a paired t-test, over queries or over cited statutes. **The embedder learned from the"
    " train queries of this very collection**, though from none of these."
)


def _rows(laboratory: Laboratory) -> list[Row]:
    settings = laboratory.settings
    simple = (settings.depth, settings.queries)
    tuned = (*simple, settings.tuning)
    reread = (*tuned, settings.reranking)
    found = [
        *_rows_by_mode("TF-IDF", simple, laboratory.tf_idf),
        *_rows_by_mode(
            "BM25 (k1 1.2, b 0.75)", simple, partial(laboratory.bm25, k1_and_b=_STANDARD)
        ),
        *_rows_by_mode("BM25 tuned", tuned, laboratory.bm25),
        _row(
            "BM25 tuned beyond the paper's range, D (not in the paper)",
            (*simple, _widen(settings.tuning)),
            laboratory.beyond,
        ),
        *_rows_by_mode("WCS, GloVe", (*simple, settings.glove), laboratory.glove_centroids),
        *_rows_by_mode(
            "WCS, fastText", (*simple, settings.word_vectors), laboratory.fasttext_centroids
        ),
        _row("BM25 tuned, D, with votes (not in the paper)", tuned, laboratory.row_with_votes),
    ]
    name = f"Re-ranking {_READ_BY_EMBEDDER}, the embedder that ships, P (not in the paper)"
    found.append(_row(name, (*tuned, shipped.fingerprint()), laboratory.row_of_embedder))
    if len(laboratory.reread) < len(laboratory.queries):
        some = f"on the {len(laboratory.reread)} queries below"
        for mode in "PD":  # what is re-ranked, and whole documents, which BM25 finds better
            make = partial(laboratory.compare, mode)
            found.append(_row(f"BM25 tuned, {mode}, {some}", reread, make))
    for name, kind in (("BERT", "masked"), ("ELECTRA", "replaced")):
        make = partial(laboratory.row_of_reranker, kind)
        found.append(_row(f"Re-ranking, {name}-like, P", reread, make))
    return found


def _evidence_rows(laboratory: Laboratory) -> list[Row]:
    settings = laboratory.settings
    tuned = (settings.depth, settings.queries, settings.tuning)
    read = (*tuned, evidence.PASSAGES, shipped.fingerprint())
    beyond = _widen(settings.tuning)
    best, wide = evidence.PASSAGES, "BM25 tuned beyond the paper's range, D"
    make, everyone = laboratory.with_evidence, laboratory.queries
    found = [
        Row("BM25 tuned, D, and length", tuned, partial(make, "D", (), False, everyone)),
        Row(f"{wide}, and length", (*tuned, beyond), partial(make, "D", (), True, everyone)),
        Row("BM25 tuned, D, and the best passage", read, partial(make, "D", (1,), False, everyone)),
        Row(
            "BM25 tuned, P, and the best passages", read, partial(make, "P", best, False, everyone)
        ),
    ]
    measured = {"": everyone}
    if len(laboratory.reread) < len(everyone):
        measured[f", on {len(laboratory.reread)} queries"] = laboratory.reread
    for some, queries in measured.items():
        settled = (settings.reranking.queries,) if some else ()
        for name, is_beyond in (("BM25 tuned, D", False), (wide, True)):
            kept = (*read, *settled, beyond if is_beyond else None)
            row = partial(make, "D", best, is_beyond, queries)
            found.append(Row(f"{name}, and the best passages{some}", kept, row))
    return found


def _widen(tuning: Tuning) -> Tuning:
    """Widen the range: whole documents almost reach both bounds of the paper's."""
    return replace(tuning, k1=(0.5, 20.0), b=(0.0, 1.0))


def _rows_by_mode(name: str, settings: Any, make: Callable[[str], Values]) -> list[Row]:
    """Build the rows of passages and of documents."""
    return [_row(f"{name}, {mode}", settings, partial(make, mode)) for mode in "PD"]


def _row(name: str, settings: Any, make: Callable[[], Values]) -> Row:
    return Row(name, settings, make, _PUBLISHED.get(name, {}))


def _shuffle(count: int) -> list[int]:
    return [int(at) for at in np.random.default_rng(1).permutation(count)]


def _reduction_note(laboratory: Laboratory) -> str:
    settings = laboratory.settings
    if settings == SETTINGS["full"]:
        return ""
    taught = f"{settings.reranking.examples:,}" if settings.reranking.examples else "all"
    notes: str = _NOTES["reduced"]
    return notes.format(settings=settings, taught=taught)
