"""BERT-PLI: cases and windows, pairs, the network, F1 over pairs, and the reduced grid."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from lexdesk_reproductions import bases, tables
from lexdesk_reproductions.ledger import Ledger
from lexdesk_reproductions.pli import cases as loaders
from lexdesk_reproductions.pli import network, pairs
from lexdesk_reproductions.pli.cases import Cases
from lexdesk_reproductions.pli.first_stage import FirstStage, Windows
from lexdesk_reproductions.pli.interactions import Interactions, nearest
from lexdesk_reproductions.pli.laboratory import Closeness, Laboratory, by_query, over_pairs
from lexdesk_reproductions.pli.network import Aggregator, PooledInteractions
from lexdesk_reproductions.pli.pairs import ParagraphPairs, Stage1
from lexdesk_reproductions.pli.paragraphs import at_least_one, paragraphs, windows
from lexdesk_reproductions.pli.settings import Settings, Stage2
from lexdesk_reproductions.pli.table import tables_of
from lexdesk_reproductions.text_pairs import Pair
from lexdesk_trainer.encoders import trained_encoder


def test_cases_are_split_into_paragraphs() -> None:
    text = "1. The appeal is from the High Court.\n2. It is dismissed, with costs, for want of prosecution by him.\n\nShort."
    assert paragraphs(text, 5, words=10) == [
        "1. The appeal is from the High Court.",
        "2. It is dismissed, with costs, for want of prosecution",
    ]
    assert paragraphs(text, 1) == ["1. The appeal is from the High Court."]
    assert at_least_one("Appeal dismissed.", 5, words=10) == ["Appeal dismissed."]


def test_windows_surround_markers() -> None:
    text = "One two three [?CITATION?] four five. Six [?CITATION?]"
    assert windows(text, 2) == ["two three four five.", "five. Six"]
    assert windows("No marker.", 2) == []


def test_f1_over_pairs_matches_hand_computed_value() -> None:
    values = {"q1": frozenset("ab"), "q2": frozenset("c")}
    qrels = {"q1": {"a": 1}, "q2": {"d": 1, "c": 1}, "q3": {"e": 1}}
    found = over_pairs(values, qrels)
    assert found == {"precision": pytest.approx(2 / 3), "recall": 0.5, "F1": pytest.approx(4 / 7)}
    assert by_query(values, qrels) == [pytest.approx(2 / 3), pytest.approx(2 / 3), 0.0]
    assert over_pairs({}, qrels)["F1"] == 0.0


def test_interactions_are_pooled_over_candidate() -> None:
    table = np.array([[[1, 9], [5, 2]], [[0, 0], [-1, 3]]])
    assert network.pool(table).tolist() == [[5, 9], [0, 3]]


@pytest.mark.parametrize("kind", ["LSTM", "GRU"])
def test_aggregator_ignores_padding(kind: network.Kind) -> None:
    torch.manual_seed(3)
    model = Aggregator(kind, width=4, hidden=5)
    long, short = (np.random.default_rng(n).random((n, 4), np.float32) for n in (3, 2))
    rows, mask = network.pad([long, short])
    assert (rows.shape, mask.tolist()) == ((2, 3, 4), [[True] * 3, [True, True, False]])
    together = model(rows, mask)
    alone = model(*network.pad([short]))
    torch.testing.assert_close(together[1:], alone)
    states, _ = model.reader(torch.from_numpy(short)[None])
    subject = model.question(torch.maximum(states[0, 0], states[0, 1]))
    weights = torch.softmax(torch.stack([states[0, at] @ subject for at in range(2)]), 0)
    by_hand = model.head(sum(weights[at] * states[0, at] for at in range(2)))
    torch.testing.assert_close(alone, by_hand)
    chance = torch.sigmoid(together)
    batch = [PooledInteractions(long, True), PooledInteractions(short, False)]
    slow = -(chance[0].log() + (1 - chance[1]).log()) / 2
    torch.testing.assert_close(model.loss(batch), slow)


def test_most_similar_paragraphs_keep_text_order() -> None:
    cosines = np.array([[0.1, 0.0, 0.9], [0.2, 0.3, 0.0], [0.0, 0.0, 0.4]])
    assert nearest(cosines, 2, 2) == ([0, 2], [1, 2])
    assert nearest(cosines, 5, 5) == ([0, 1, 2], [0, 1, 2])


@pytest.fixture(scope="module")
def cases(shared_data: Path) -> Cases:
    """Ten real cases with masked citations as queries, the cited ones, and forty others."""
    whole = loaders.read(shared_data / "irled")
    queries = [qrel for qrel in sorted(whole.qrels) if "[?CITATION?]" in whole.queries[qrel]][:10]
    cited = {case for query in queries for case in whole.qrels[query]}
    kept = [*sorted(cited), *list(whole.documents)[:40]]
    return Cases(
        {item: whole.documents[item][:6_000] for item in kept},
        {query: whole.queries[query] for query in queries},
        {query: whole.qrels[query] for query in queries},
    )


def test_queries_are_split_four_to_one(cases: Cases) -> None:
    learned, measured = cases.split()
    assert (len(learned), len(measured)) == (8, 2)
    assert sorted(learned + measured) == sorted(cases.qrels)


def test_first_stage_finds_cited_cases(cases: Cases) -> None:
    stage = FirstStage(cases)
    for run in (stage.whole(), stage.by_windows(Windows())):
        found = [
            bool({case for case, _ in run[query][:10]} & judged.keys())
            for query, judged in cases.qrels.items()
        ]
        assert np.mean(found) > 0.5


def test_long_query_keeps_rarest_words(cases: Cases) -> None:
    stage = FirstStage(cases, terms=20)
    queries = stage.query_vectors(list(cases.queries.values()))
    assert set(np.diff(queries.indptr)) != {20}
    assert all((queries[row].data > 0).sum() == 20 for row in range(queries.shape[0]))


@pytest.mark.slow
def test_pairs_are_balanced_without_cited_negatives(cases: Cases, shared_data: Path) -> None:
    result = Stage1(paragraphs=10)
    of_cases = pairs.of_cases(cases, sorted(cases.qrels), result)
    of_statutes = pairs.of_statutes(shared_data, 40)
    for found in (of_cases, of_statutes):
        assert sum(pair.related for pair in found) * 2 == len(found) >= 20
    assert of_statutes == pairs.of_statutes(shared_data, 40)
    windows_of = {query: set(windows(text)) for query, text in cases.queries.items()}
    for right, wrong in zip(of_cases[::2], of_cases[1::2], strict=True):
        assert right.left == wrong.left
        query = next(query for query, found in windows_of.items() if right.left in found)
        cited = [paragraphs(cases.documents[case], 10) for case in cases.qrels[query]]
        assert any(right.right in own for own in cited)


def test_paragraph_pairs_have_expected_shapes_and_loss(
    tiny: trained_encoder.TrainedEncoder,
) -> None:
    base = bases.load_general(tiny)
    model = ParagraphPairs(base, tokens=24)
    rows = base.rows(["the data subject", "a controller", "law"])
    found = model.interactions(rows[:2], rows, 24)
    assert found.shape == (2, 3, 32)
    one = model.vectors(rows[1:2], rows[2:3]).detach().numpy()[0]
    np.testing.assert_allclose(found[1, 2], one, atol=1e-5)
    result = [Pair("the data", "law", True), Pair("law", "a", False)]
    left, right = base.rows(["the data", "law"]), base.rows(["law", "a"])
    chance = torch.sigmoid(model.head(model.vectors(left, right))[:, 0])
    torch.testing.assert_close(
        model.related_loss(result), -(chance[0].log() + (1 - chance[1]).log()) / 2
    )


TINY = Settings(
    layers=1,
    stage1=Stage1(pairs=8, epochs=1, batch=4, tokens=32, paragraphs=5),
    stage2=Stage2(n=2, m=2, k=3, words=20, tokens=32, epochs=2, hidden=8),
    closeness=Stage2(n=5, m=5, k=3, epochs=2, hidden=8),
)


@pytest.mark.slow
def test_reduced_grid_runs_end_to_end(
    cases: Cases,
    shared_data: Path,
    tiny: trained_encoder.TrainedEncoder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trained_encoder, "minilm", lambda: tiny)
    laboratory = Laboratory(cases, shared_data, TINY, tmp_path)
    found = tables_of(laboratory)
    ledger = Ledger(tmp_path / "rows", "test")
    tables.run(found, ledger, costly=False, report=lambda line: None)
    assert tables.NOT_RUN not in "\n".join(tables.lines(found, ledger))
    baseline = ledger.find("Tables 2 and 3", "BM25, cut at 5", repr(TINY))
    assert baseline
    assert baseline["p"] == 1.0
    assert baseline["recall"] > 0
    kept = list((tmp_path / "interactions").glob("*.npz"))
    assert len(kept) == 4 * len(
        laboratory.learned + laboratory.measured
    )  # three, and B over windows


def test_validation_queries_are_excluded_from_stage_1_pairs(
    cases: Cases,
    shared_data: Path,
    tiny: trained_encoder.TrainedEncoder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trained_encoder, "minilm", lambda: tiny)
    calls: list[str] = []
    of_cases = pairs.of_cases

    def seen(cases: Cases, queries: Sequence[str], stage1: Stage1) -> list[Pair]:
        calls.extend(queries)
        return of_cases(cases, queries, stage1)

    monkeypatch.setattr(pairs, "of_cases", seen)
    laboratory = Laboratory(cases, shared_data, TINY, tmp_path)
    laboratory.learn_stage_1("B")
    judged, taught = laboratory.split_rows(TINY.stage2)
    assert judged + taught == laboratory.learned
    assert len(judged) == 2
    assert calls == taught


def test_interactions_use_nearest_paragraphs_and_are_cached(
    cases: Cases, tiny: trained_encoder.TrainedEncoder, tmp_path: Path
) -> None:
    stage, base = FirstStage(cases), bases.load_general(tiny)
    query, case = next(iter(cases.queries)), next(iter(cases.documents))
    encoder = ParagraphPairs(base, TINY.stage2.tokens)

    def interactions(settings: Settings) -> Interactions:
        return Interactions(stage, {query: [case]}, base, settings, tmp_path)

    some = interactions(TINY).of(query, encoder)[case]
    all_of_them = interactions(replace(TINY, stage2=replace(TINY.stage2, n=54, m=40)))
    whole = all_of_them.of(query, encoder)[case]
    assert len(some.rows) == 2 < len(whole.rows)
    assert some.cited is bool(cases.qrels[query].get(case))
    short = interactions(replace(TINY, stage2=replace(TINY.stage2, tokens=8))).of(query, encoder)[
        case
    ]
    assert (short.rows != some.rows).any()  # it was read as long as stage 1 reads
    scale: Any = encoder.encoder.encoder.layer[0].output.LayerNorm
    torch.nn.init.zeros_(scale.weight)
    np.testing.assert_array_equal(interactions(TINY).of(query, encoder)[case].rows, some.rows)
    encoder.fingerprint = "another stage 1"
    assert (interactions(TINY).of(query, encoder)[case].rows != some.rows).any()


def test_similarity_uses_nearest_paragraph_of_each_case(cases: Cases) -> None:
    own, *others = cases.documents
    one_query = replace(cases, queries={"q": cases.documents[own]}, qrels={"q": {own: 1}})
    result = Stage2(n=6, m=6)
    found = Closeness(FirstStage(one_query), result).of("q", [own, *others[:5]])
    paragraphs_of_it = paragraphs(cases.documents[own], 6)
    assert {item.rows.shape for item in found.values()} == {(len(paragraphs_of_it), 3)}
    nearest_word, deviation, above = found[own].rows.T
    np.testing.assert_allclose(nearest_word, 1.0, atol=1e-5)  # the case itself
    assert (deviation > 0).all()
    assert (above > 0).all()
    assert found[own].cited
    for other in others[:5]:
        assert (found[other].rows[:, 0] < 1).all()
        assert not found[other].cited
