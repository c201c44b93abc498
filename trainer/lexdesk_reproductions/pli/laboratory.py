"""Shared inputs of Tables 2 and 3: the first stage, the encoders of stage 1, and stage 2 over them."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from pathlib import Path

import numpy as np
import torch

from lexdesk.evaluation.collection import Qrels
from lexdesk.evaluation.measures import measure
from lexdesk.evaluation.run import Run
from lexdesk_reproductions import bases, lexical
from lexdesk_reproductions.bases import Base
from lexdesk_reproductions.learning import train
from lexdesk_reproductions.ledger import Values
from lexdesk_reproductions.lexical import Sparse
from lexdesk_reproductions.pli import pairs
from lexdesk_reproductions.pli.cases import Cases
from lexdesk_reproductions.pli.first_stage import FirstStage, Windows
from lexdesk_reproductions.pli.interactions import Interactions
from lexdesk_reproductions.pli.network import Aggregator, Kind, PooledInteractions
from lexdesk_reproductions.pli.paragraphs import at_least_one
from lexdesk_reproductions.pli.settings import Settings, Stage2
from lexdesk_reproductions.significance import paired_t_test
from lexdesk_reproductions.text_pairs import Pair
from lexdesk_reproductions.thresholds import best_f1
from lexdesk_reproductions.words import make_tokenizer
from lexdesk_trainer.encoders import trained_encoder
from lexdesk_trainer.training import loop

_RANK = 10


class Closeness:
    """Features of each paragraph of a query with each case: float32 (n, 3).

    No system of the papers: it shows the effect of their second stage on all paragraphs, without an encoder.
    The highest TF-IDF cosine with a paragraph of the case; its distance to the mean over all cases, in
    tenths of a deviation; and its distance to the tenth case. A paragraph similar to many cases alike
    says little of any of them.
    """

    def __init__(self, stage: FirstStage, settings: Stage2):
        self._stage, self._settings = stage, settings
        self._rarity = lexical.idf(stage.counts)
        self._at = {case: at for at, case in enumerate(stage.cases.documents)}

    def of(self, query: str, cases: Iterable[str]) -> dict[str, PooledInteractions]:
        """Compare a query with each of the cases."""
        text, relevant = self._stage.cases.queries[query], self._stage.cases.qrels[query]
        mine = self._weigh(self._paragraphs(text, self._settings.n))
        theirs, starts = self._searched
        best = np.maximum.reduceat((theirs @ mine.T).toarray(), starts, axis=0)  # (cases, n)
        deviation = (best - best.mean(0)) / (best.std(0) + 1e-6)
        tenth = np.sort(best, axis=0)[-min(_RANK, len(best))]
        rows = np.stack([best, deviation / 10, best - tenth], axis=2).astype(np.float32)
        return {
            case: PooledInteractions(rows[self._at[case]], bool(relevant.get(case)))
            for case in cases
        }

    @cached_property
    def _searched(self) -> tuple[Sparse, list[int]]:
        """Return the paragraphs of all cases, and the first paragraph of each case."""
        found: list[str] = []
        starts = []
        for text in self._stage.cases.documents.values():
            starts.append(len(found))
            found += self._paragraphs(text, self._settings.m)
        return self._weigh(found), starts

    def _paragraphs(self, text: str, most: int) -> list[str]:
        return at_least_one(text, most, self._settings.words)

    def _weigh(self, texts: list[str]) -> Sparse:
        counts = self._stage.counts.count_others(texts, make_tokenizer("en"))
        return lexical.tf_idf(counts, self._rarity)


Scored = Mapping[str, frozenset[str]]
"""The cases named by a system for each query."""


def over_pairs(scored: Scored, qrels: Qrels) -> dict[str, float]:
    """Micro-average over the queries of ``qrels``; unretrieved cases count as not named."""
    right = sum(
        len(scored.get(query, frozenset()) & judged.keys()) for query, judged in qrels.items()
    )
    named = sum(len(scored.get(query, ())) for query in qrels)
    relevant = sum(len(judged) for judged in qrels.values())
    precision, recall = right / max(named, 1), right / max(relevant, 1)
    both = precision + recall
    f1 = 2 * precision * recall / both if both else 0.0
    return {"precision": precision, "recall": recall, "F1": f1}


def by_query(scored: Scored, qrels: Qrels) -> list[float]:
    """Compute F1 of each query, in the order of ``qrels``, for the paired test."""
    return [over_pairs(scored, {query: judged})["F1"] for query, judged in qrels.items()]


FIRST = ("MAP", "R@10", "R@50", "R@100")


class Laboratory:
    """Shared inputs of the rows."""

    def __init__(self, cases: Cases, data: Path, settings: Settings, work: Path):
        self.cases, self.settings, self._data, self._work = cases, settings, data, work
        self.stage = FirstStage(cases)
        learned, measured = cases.split()
        share = settings.queries or len(cases.qrels)
        self.learned = learned[: round(0.8 * share)]
        self.measured = measured[: max(round(0.2 * share), 1)]

    @cached_property
    def whole(self) -> Run:
        """Rank by BM25 for whole queries."""
        return self.stage.whole()

    @cached_property
    def windows(self) -> Run:
        """Return the best settings of windows."""
        return self.stage.by_windows(self.settings.windows)

    def first(self, windows: Windows | None) -> Values:
        """Compute a row of the first stage: whole queries, or windows."""
        ranked = self.stage.by_windows(windows) if windows else self.whole
        found = measure(ranked, self.cases.qrels, "AP R@10 R@50 R@100")
        return dict(zip(FIRST, found.values(), strict=True))

    def _qrels_of_measured(self) -> dict[str, dict[str, int]]:
        return {query: self.cases.qrels[query] for query in self.measured}

    def _cut(self, run: Run) -> Scored:
        best = self.settings.cut
        return {query: frozenset(case for case, _ in run[query][:best]) for query in self.measured}

    def baseline(self, windows: Windows | None) -> Values:
        """Measure the first stage cut at 5."""
        ranked = self.stage.by_windows(windows) if windows else self.whole
        return self._score(self._cut(ranked))

    def _score(self, pairs: Scored) -> Values:
        judged = self._qrels_of_measured()
        plain = by_query(self._cut(self.whole), judged)
        return {**over_pairs(pairs, judged), "p": paired_t_test(by_query(pairs, judged), plain)}

    def model(self, domain: str, kind: Kind, *, windows: bool = False) -> Values:
        """Compute one of R1 to R6; the best cases are those of BM25, or of the windows."""
        encoder = self.learn_stage_1(domain)
        interactions = self._by_windows if windows else self._interactions
        name = f"{domain}-{kind}{'-windows' if windows else ''}"
        read = partial(interactions.of, encoder=encoder)
        return self._read(name, kind, read, self.settings.stage2, encoder.fingerprint)

    def close(self, kind: Kind, *, windows: bool = False) -> Values:
        """Compute stage 2 over lexical similarity."""
        parameters, ranked = self.settings.closeness, self.windows if windows else self.whole
        best = self._best(ranked, parameters.k)
        name = f"words-{kind}{'-windows' if windows else ''}"
        return self._read(
            name, kind, lambda query: self._closeness.of(query, best[query]), parameters
        )

    def _read(
        self,
        name: str,
        kind: Kind,
        met: Callable[[str], Mapping[str, PooledInteractions]],
        settings: Stage2,
        encoder_fingerprint: str = "",
    ) -> Values:
        """Compute a row of stage 2 over interactions ``met``; ``encoder_fingerprint`` fingerprints the encoder."""
        learned = {query: met(query) for query in self.learned}
        reader, threshold = self._stage_2(name, kind, learned, settings, encoder_fingerprint)
        named: dict[str, frozenset[str]] = {}
        for query in self.measured:
            rows = met(query)
            logits = reader.logits(rows.values())
            named[query] = frozenset(
                case for case, logit in zip(rows, logits, strict=True) if logit >= threshold
            )
        return self._score(named)

    @staticmethod
    def _best(ranked: Run, most: int) -> dict[str, list[str]]:
        return {query: [case for case, _ in found[:most]] for query, found in ranked.items()}

    @cached_property
    def _interactions(self) -> Interactions:
        return self._kept_interactions(self.whole)

    @cached_property
    def _by_windows(self) -> Interactions:
        return self._kept_interactions(self.windows)

    def _kept_interactions(self, ranked: Run) -> Interactions:
        best, folder = self._best(ranked, self.settings.stage2.k), self._work / "interactions"
        return Interactions(self.stage, best, self.base, self.settings, folder)

    @cached_property
    def _closeness(self) -> Closeness:
        return Closeness(self.stage, self.settings.closeness)

    @cached_property
    def base(self) -> Base:
        """Return MiniLM."""
        return bases.load_general(trained_encoder.minilm(), self.settings.layers)

    def split_rows(self, settings: Stage2) -> tuple[list[str], list[str]]:
        """Split training queries into those for epoch and logit, and those for both stages."""
        count = max(1, round(settings.validating * len(self.learned)))
        return self.learned[:count], self.learned[count:]

    def learn_stage_1(self, domain: str) -> pairs.ParagraphPairs:
        """Train the encoder of paragraph pairs on cases (B), statutes (A) or nothing."""
        parameters, folder = self.settings.stage1, self._work / f"stage1-{domain}"
        examples: list[Pair] = []
        if domain == "A":
            examples = pairs.of_statutes(self._data, parameters.pairs)
        elif domain == "B":
            _, taught = self.split_rows(self.settings.stage2)
            examples = pairs.of_cases(self.cases, taught, parameters)
        return pairs.train_encoder(self.base, examples, parameters, folder)

    def _stage_2(
        self,
        name: str,
        kind: Kind,
        learned: Mapping[str, Mapping[str, PooledInteractions]],
        parameters: Stage2,
        encoder_fingerprint: str,
    ) -> tuple[Aggregator, float]:
        """Train an aggregator; return it with the best logit threshold on the validating queries."""
        judged, taught = self.split_rows(parameters)
        examples = [pair for query in taught for pair in learned[query].values()]
        learned_pairs = [pair for query in judged for pair in learned[query].values()]
        cited = np.array([pair.cited for pair in learned_pairs])
        missed = sum(len(self.cases.qrels[query]) for query in judged) - int(cited.sum())
        torch.manual_seed(1)
        reader = Aggregator(kind, examples[0].rows.shape[1], parameters.hidden).to(loop.device())

        def best() -> tuple[float, float]:
            return best_f1(reader.logits(learned_pairs), cited, missed)

        pairs_met = [(query, *met) for query, met in learned.items()]  # their rows are fractions
        inputs = (self.settings, encoder_fingerprint, pairs_met)
        folder = self._work / f"stage2-{name}"
        train(reader, examples, reader.loss, parameters, folder, inputs, judge=lambda: best()[1])
        return reader, best()[0]
