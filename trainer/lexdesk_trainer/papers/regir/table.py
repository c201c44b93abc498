"""Tables 4 and 5 for both directions, and what Figures 3 to 6 show."""

from functools import cached_property, partial
from pathlib import Path

import numpy as np

from lexdesk.evaluate.collection import Collection
from lexdesk.evaluate.run import Run
from lexdesk_trainer import source as sources
from lexdesk_trainer.papers import bases
from lexdesk_trainer.papers.bases import Array, Base
from lexdesk_trainer.papers.bench import Bench
from lexdesk_trainer.papers.ledger import Values
from lexdesk_trainer.papers.regir import act_against_act, concepts, dates, prefetch, scoring
from lexdesk_trainer.papers.regir.dataset import Dataset, read
from lexdesk_trainer.papers.regir.matches import Matcher, crossed
from lexdesk_trainer.papers.regir.prefetch import Lexicals, Reading
from lexdesk_trainer.papers.regir.rerankers import Kind
from lexdesk_trainer.papers.regir.settings import FULL, SETTINGS, Settings
from lexdesk_trainer.papers.significance import paired
from lexdesk_trainer.papers.tables import Row, Table
from lexdesk_trainer.papers.word_vectors import Lexicon

NAMES = ("eu2ie", "ie2eu")
_CITATIONS = "eu-citations"
FIRST = ("R@100", "from", "to", "alpha", "p")
SECOND = ("R@20", "nDCG@20", "R-precision", "w_r", "w_p", "p")
_DEPTHS = ("R@10", "R@20", "R@50", "R@100", "R@200", "R@500", "R@1000", "R@2000")
_FIRST = (
    "from and to bound the 95 % interval of R@100 (bootstrap over queries); p is of a paired t-test"
    " against BM25. k1, b and alpha of a query are those that are best on all other queries. The"
    " published numbers are of EU and UK law, and left out."
)
_SECOND = (
    "The re-rankers learn from two thirds of the queries and re-rank the last third, in turn; w_r and"
    " w_p are the learned weights of their score and the first stage's; p is of a paired t-test of"
    " nDCG@20 against ENSEMBLE. With some thirty queries, differences of a few points mean nothing."
)


class Laboratory:
    """What the rows of one direction share."""

    def __init__(self, dataset: Dataset, data: Path, settings: Settings, work: Path):
        self.dataset, self.settings, self._data, self._work = dataset, settings, data, work
        self.words = Lexicals(dataset)
        self._known: dict[str, Array] = {}

    def run(self, scores: Array) -> Run:
        """Rankings of acts."""
        return prefetch.run(self.dataset, scores)

    @cached_property
    def grid(self) -> dict[float, Array]:
        """Scores by BM25 for each k1 and b; the key counts them in order."""
        pairs = [(k1, b) for k1 in self.settings.k1 for b in self.settings.b]
        return {float(at): self.words.bm25(k1, b) for at, (k1, b) in enumerate(pairs)}

    @cached_property
    def bm25(self) -> Array:
        """BM25 with k1 and b chosen on the other queries."""
        return self._chosen(self.grid)[0]

    def heat(self, k1: float) -> Values:
        """R@100 for each b: a line of Figure 3."""
        return {f"b {b}": self._first(self.words.bm25(k1, b))["R@100"] for b in self.settings.b}

    def _chosen(self, options: dict[float, Array]) -> tuple[Array, float]:
        """For each query the scores of the option that is best on the others, and the mean option."""
        values = {each: self._by_query(scores)["R@100"] for each, scores in options.items()}
        queries = list(self.dataset.queries)
        chosen = scoring.left_out(values, queries)
        rows = [options[chosen[query]][at] for at, query in enumerate(queries)]
        return np.stack(rows), float(np.mean(list(chosen.values())))

    def _by_query(self, scores: Array) -> dict[str, dict[str, float]]:
        return scoring.by_query(self.run(scores), self.dataset.qrels)

    def _first(self, scores: Array) -> dict[str, float]:
        values = self._by_query(scores)
        bm25 = list(self._by_query(self.bm25)["R@100"].values())
        p = paired(list(values["R@100"].values()), bm25)
        return {**scoring.scored(values), "p": p}

    def first(self, name: str) -> Values:
        """A row of Table 4."""
        return self._first(self.scores(name))

    def scores(self, name: str) -> Array:
        """The scores of a first-stage system, made once."""
        if name not in self._known:
            self._known[name] = self._scores(name)
        return self._known[name]

    def _scores(self, name: str) -> Array:
        if name == "BM25":
            return self.bm25
        if name == "BM25, titles":
            return Lexicals(self.dataset, titles=True).bm25(1.2, 0.75)
        if name == "W2V-CENT":
            return prefetch.centroids(self.words, self.lexicon)
        base = self.concept_base if name == "C-BERT" else self.general
        return prefetch.by_encoder(base, self.dataset, self.settings.reading)

    def ensemble(self) -> Values:
        """The row of ENSEMBLE, alpha of each query chosen on the others."""
        scores, alpha = self._ensemble
        return {**self._first(scores), "alpha": alpha}

    @cached_property
    def _ensemble(self) -> tuple[Array, float]:
        encoder = self.scores("C-BERT")
        return self._chosen({
            alpha: prefetch.ensemble(encoder, self.bm25, alpha) for alpha in scoring.ALPHAS
        })  # fmt: skip

    @cached_property
    def lexicon(self) -> Lexicon:
        """word2vec on the acts."""
        return prefetch.trained_vectors(self.words, self.settings.vectors)

    @cached_property
    def general(self) -> Base:
        """MiniLM."""
        return bases.general(sources.minilm(), self.settings.layers)

    @cached_property
    def concept_base(self) -> Base:
        """C-BERT, which saw none of the acts that are searched or ask."""
        settings = self.settings.concepts
        barred = {*self.dataset.acts, *self.dataset.queries}
        texts = concepts.acts(self._data, barred, settings)
        examples = concepts.labelled(self.general, texts, settings)
        return concepts.trained(self.general, examples, settings, self._work / "concepts")

    def layer(self, pooling: str, layer: int) -> Values:
        """R@100 of MiniLM at one layer: a point of Figure 4."""
        told = self.settings.reading
        reading = Reading(told.tokens, told.chunks, pooling, layer)
        return self._first(prefetch.by_encoder(self.general, self.dataset, reading))

    def curve(self, name: str) -> Values:
        """R@k of a system: a line of Figure 6."""
        scores = self._ensemble[0] if name == "ENSEMBLE" else self.scores(name)
        return scoring.recall_curve(scores, self.run, self.dataset.qrels)

    def second(self, name: str, years: int = 0) -> Values:
        """A row of Table 5: the first stage alone, or its best order, with a filter by years."""
        run = self.run(self._ensemble[0])
        if name == "oracle":
            run = scoring.oracle(run, self.dataset.qrels)
        return self._second(dates.within(run, self.dataset, years) if years else run)

    def _second(self, run: Run) -> dict[str, float]:
        values = scoring.by_query(run, self.dataset.qrels)
        plain = scoring.by_query(self.run(self._ensemble[0]), self.dataset.qrels)["nDCG@20"]
        p = paired(list(values["nDCG@20"].values()), list(plain.values()))
        return {**scoring.scored(values), "p": p}

    def reranked(self, kind: Kind, years_before: int = 0, years_after: int = 0) -> Values:
        """A row of a re-ranker, the mean of its runs, with the deviation of nDCG@20."""
        matcher = Matcher(self.words, self.lexicon, self.settings.matching)
        run = self.run(prefetch.scaled(self._ensemble[0]))
        if years_before:
            run = dates.within(run, self.dataset, years_before)
        found, weights = [], []
        for seed in range(1, self.settings.matching.runs + 1):
            folder = self._work / f"rerankers-{years_before}"
            ranked, models = crossed(matcher, kind, run, folder, seed)
            if years_after:
                ranked = dates.within(ranked, self.dataset, years_after)
            found.append(self._second(ranked))
            weights += [model.weights.detach().cpu().numpy() for model in models]
        means = {name: float(np.mean([each[name] for each in found])) for name in found[0]}
        w_r, w_p = np.mean(weights, axis=0).tolist()
        deviation = float(np.std([each["nDCG@20"] for each in found]))
        return {**means, "w_r": w_r, "w_p": w_p, "deviation": deviation}

    def years(self) -> Values:
        """Figure 5: shares of judgements by the difference of years."""
        found = dates.differences(self.dataset)
        total = max(found.total(), 1)
        edges = {"before": (-99, -1), "same": (0, 0), "1-2": (1, 2), "3-5": (3, 5)}
        edges |= {"6-15": (6, 15), "later": (16, 99)}
        return {
            name: sum(found[year] for year in range(low, high + 1)) / total
            for name, (low, high) in edges.items()
        }


def tables(bench: Bench) -> tuple[Table, ...]:
    """The tables of both directions, of directives and Irish Acts and of EU acts that cite each other."""
    settings = SETTINGS[bench.extent]
    acts = bench.work / "acts"
    act_against_act.write(Collection(bench.data / _CITATIONS), acts)
    found: list[Table] = []
    folders = [(bench.data, NAMES), (acts, act_against_act.NAMES)]
    for folder, name in ((folder, name) for folder, names in folders for name in names):
        dataset = read(folder, name, settings.characters)
        found += tables_of(Laboratory(dataset, bench.data, settings, bench.work / name))
    return tuple(found)


def source(bench: Bench) -> str:
    """The fingerprints of the corpora."""
    return " ".join(Collection(bench.data / name).fingerprint for name in (*NAMES, _CITATIONS))


def tables_of(laboratory: Laboratory) -> tuple[Table, ...]:
    """The tables of one direction."""
    name, settings = laboratory.dataset.name, laboratory.settings
    deep = min(settings.layers, 6)
    layers = [(pooling, at) for pooling in ("mean", "cls") for at in range(deep + 1)]
    figure_4 = [
        Row(
            f"{pooling}, {_layer(at)}",
            settings,
            partial(laboratory.layer, pooling, at),
            costly=True,
        )
        for pooling, at in layers
    ]
    heat = [Row(f"k1 {k1}", settings, partial(laboratory.heat, k1)) for k1 in settings.k1]
    curves = [
        Row(each, settings, partial(laboratory.curve, each))
        for each in ("BM25", "W2V-CENT", "C-BERT", "ENSEMBLE")
    ]
    return (
        Table(f"Table 4, {name}", FIRST, _first_rows(laboratory), f"{_FIRST} {_reduced(settings)}"),
        Table(f"Table 5, {name}", SECOND, _second_rows(laboratory), _SECOND),
        Table(f"Figure 3, {name}: R@100 of BM25", tuple(f"b {b}" for b in settings.b), tuple(heat)),
        Table(f"Figure 4, {name}: R@100 by layer", FIRST[:3], tuple(figure_4)),
        Table(
            f"Figure 5, {name}: year of the relevant act minus that of the query",
            ("before", "same", "1-2", "3-5", "6-15", "later"),
            (Row("judgements", (), laboratory.years),),
        ),
        Table(f"Figure 6, {name}: R@k", _DEPTHS, tuple(curves)),
    )


def _first_rows(laboratory: Laboratory) -> tuple[Row, ...]:
    settings = laboratory.settings
    names = ("BM25", "BM25, titles", "W2V-CENT", "MiniLM", "C-BERT")
    rows = [Row(name, settings, partial(laboratory.first, name)) for name in names]
    return (*rows, Row("ENSEMBLE", settings, laboratory.ensemble))


def _second_rows(laboratory: Laboratory) -> tuple[Row, ...]:
    settings = laboratory.settings
    rows = [Row("ENSEMBLE", settings, partial(laboratory.second, "first"))]
    for years in (5, 15):
        shown = f"ENSEMBLE, within {years} years"
        rows.append(Row(shown, settings, partial(laboratory.second, "first", years)))
    kinds: tuple[Kind, ...] = ("DRMM", "PACRR")
    for kind in kinds:
        rows.append(Row(f"{kind}, word2vec", settings, partial(laboratory.reranked, kind)))
        for years in (5, 15):
            before = partial(laboratory.reranked, kind, years, 0)
            after = partial(laboratory.reranked, kind, 0, years)
            shown = f"{kind}, word2vec, {years} years"
            rows.append(Row(f"{shown} before", settings, before, costly=True))
            rows.append(Row(f"{shown} after", settings, after, costly=True))
    return (*rows, Row("Oracle", settings, partial(laboratory.second, "oracle")))


def _layer(at: int) -> str:
    return f"layer {at}" if at else "embeddings"


def _reduced(settings: Settings) -> str:
    if settings == FULL:
        return ""
    reading, learned = settings.reading, settings.concepts
    return (
        f"Reduced: the first {settings.characters:,} characters of an act; word2vec of"
        f" {settings.vectors.size} from {settings.vectors.texts} acts; {settings.layers} layers of MiniLM"
        f" read the first {reading.tokens} tokens; C-BERT learned from {learned.acts} acts for"
        f" {learned.epochs:.0f} epoch; re-rankers of {settings.matching.runs} run."
    )
