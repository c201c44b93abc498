"""Regulatory retrieval: denoising, ensemble, re-rankers, dates, and the reduced grid on real acts."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from scipy import stats

from lexdesk.evaluation.collection import Collection
from lexdesk_reproductions import bases, significance, tables
from lexdesk_reproductions.ledger import Ledger
from lexdesk_reproductions.regir import (
    act_against_act,
    concepts,
    dates,
    denoising,
    layers,
    prefetch,
    rerankers,
    scoring,
)
from lexdesk_reproductions.regir.concepts import Concepts
from lexdesk_reproductions.regir.dataset import Act, Dataset, read
from lexdesk_reproductions.regir.laboratory import Laboratory
from lexdesk_reproductions.regir.layers import Reading
from lexdesk_reproductions.regir.rerankers import Matching
from lexdesk_reproductions.regir.settings import Settings
from lexdesk_reproductions.regir.table import tables_of
from lexdesk_reproductions.regir.tuned import Tuning
from lexdesk_reproductions.word_vectors import WordVectors
from lexdesk_trainer.encoders import trained_encoder

ACTS = {"a": Act("", "", 2000), "b": Act("", "", 2010), "c": Act("", "", 0)}


DATED = Dataset("d", ACTS, {"q": Act("", "", 2004)}, {"q": {"a": 2, "b": 1, "c": 1}})


def test_denoising_keeps_distinctive_words() -> None:
    texts = [
        "The Member States shall ensure that 12 fish are weighed.",
        "The Member States shall ensure that the bees are counted.",
        "The Member States shall adopt, by 1999, rules on aviation.",
        "The levy of Member States on sugar shall not rise.",
    ]
    rarity = denoising.rarities(texts)
    assert rarity["member"] == 0.0
    assert rarity["fish"] == pytest.approx(math.log(4))
    stop = ["the", "that", "are", "by", "on", "of", "not"]
    least = denoising.floor({word: rarity[word] for word in [*stop, "fish"]})
    assert least == pytest.approx(float(np.mean([rarity[word] for word in stop])))
    left = denoising.make_denoiser(texts)
    assert left(texts[0]) == ["fish", "weighed"]
    assert denoising.floor({"fish": 1.0}) == 0.0


def test_ensemble_adds_scaled_scores() -> None:
    words, encoder = np.array([[2.0, 4.0, 6.0]]), np.array([[0.9, 0.1, 0.5]])
    found = prefetch.ensemble(encoder, words, 0.25)
    assert found.tolist() == [pytest.approx([0.25, 0.375, 0.25 * 0.5 + 0.75])]


def test_query_act_is_excluded_from_scaling(tmp_path: Path) -> None:
    """Among acts that cite each other it is a document, too, and by far the nearest to its own words."""
    acts = {**ACTS, "d": Act("", "", 0)}
    dataset = Dataset("d", acts, {"c": ACTS["c"]}, {"c": {"d": 1}}, {"c": frozenset({"a"})})
    laboratory = Laboratory(dataset, tmp_path, Settings(), tmp_path)
    laboratory.__dict__["bm25"] = np.array([[7.0, 2.0, 100.0, 6.0]])
    laboratory.known["C-BERT"] = np.array([[0.9, 0.2, 1.0, 0.4]])
    assert laboratory.run(laboratory.ensemble) == {"c": [("d", 1.0), ("b", 0.0)]}
    again = laboratory.run(prefetch.scale_rows(laboratory.ensemble))
    assert again == {"c": [("d", 1.0), ("b", 0.0)]}


def test_alpha_is_tuned_on_other_queries() -> None:
    values = {0.0: {"a": 1.0, "b": 0.0, "c": 0.5}, 1.0: {"a": 0.0, "b": 1.0, "c": 0.4}}
    # without a: 0.5 against 1.4; without b: 1.5 against 0.4; without c: 1.0 and 1.0, the first
    assert scoring.left_out(values, ["a", "b", "c"]) == {"a": 1.0, "b": 0.0, "c": 0.0}


def test_first_of_equal_settings_wins_despite_rounding() -> None:
    tenths = {"one": [0.1, 0.2, 0.3, 0.0], "other": [0.3, 0.2, 0.1, 0.0]}
    queries = list("abcd")
    values = {name: dict(zip(queries, row, strict=True)) for name, row in tenths.items()}
    for order in (["one", "other"], ["other", "one"]):
        chosen = scoring.left_out({name: values[name] for name in order}, queries)
        assert chosen["d"] == order[0]


def test_oracle_ranks_highest_grades_first() -> None:
    run = {"q": [("x", 3.0), ("y", 2.0), ("z", 1.0)]}
    found = scoring.oracle(run, {"q": {"z": 2, "y": 1}}, depth=3)
    assert [act for act, _ in found["q"]] == ["z", "y", "x"]
    assert [act for act, _ in scoring.oracle(run, {"q": {"z": 2}}, depth=2)["q"]] == ["x", "y", "z"]


@pytest.mark.slow
def test_reciprocal_citations(shared_data: Path, tmp_path: Path) -> None:
    citations = Collection(shared_data / "eu-citations")
    act_against_act.write(citations, tmp_path)
    down, up = (read(tmp_path, name) for name in act_against_act.NAMES)
    assert {(a, b) for a, found in down.qrels.items() for b in found} == {
        (a, b) for b, found in up.qrels.items() for a in found
    }
    assert len(down.queries) > 400
    act_of, topics = citations.corpus_field("act"), citations.topics()
    cited = {
        (topics[query].metadata["source_act"], act_of[article])
        for query, grades in citations.qrels("train").items()
        for article in grades
    }
    for dataset in (down, up):
        for act, found in dataset.qrels.items():
            assert act not in dataset.acts or act in dataset.barred[act]  # none answers itself
            assert not dataset.barred[act] & found.keys()
            assert all((act, b) in cited or (b, act) in cited for b in found)
    one = down.queries["31992l0013"]
    assert one.title.startswith("Council Directive 92/13/EEC of 25 February 1992")
    assert one.year == 1992
    assert "Article 2a" in one.text
    assert "Article 2f" in one.text
    scores = np.ones((len(down.queries), len(down.acts)))
    ranked = prefetch.run(down, scores, depth=len(down.acts))
    assert not any({act for act, _ in ranked[q]} & down.barred[q] for q in down.queries)


def test_year_filter() -> None:
    run = {"q": [("a", 3.0), ("b", 2.0), ("c", 1.0)]}
    assert [act for act, _ in dates.within(run, DATED, 5)["q"]] == ["a", "c"]
    assert len(dates.within(run, DATED, 15)["q"]) == 3
    assert dates.differences(DATED) == {-4: 1, 6: 1}


def test_intervals_and_paired_tests() -> None:
    values = [0.0, 1.0] * 20
    low, high = significance.interval(values)
    assert 0.3 < low < 0.5 < high < 0.7
    one, other = [0.5, 0.7, 0.9, 0.4], [0.4, 0.65, 0.7, 0.45]
    difference = np.subtract(one, other)
    t = difference.mean() / (difference.std(ddof=1) / 2)
    assert significance.paired_t_test(one, other) == pytest.approx(2 * stats.t.sf(t, 3))
    assert significance.paired_t_test(one, one) == 1.0
    assert significance.paired_t_test([1.0, 1.0], [0.5, 0.5]) == 0.0


def test_multiple_runs_are_tested_by_mean_per_query() -> None:
    """The mean of the runs' p-values is the p-value of no test."""
    rng = np.random.default_rng(1)
    names = [f"q{n}" for n in range(12)]
    plain = rng.random(12)
    runs = [plain + 0.02 + 0.2 * rng.standard_normal(12) for _ in range(3)]
    measures = [{"nDCG@20": dict(zip(names, run.tolist(), strict=True))} for run in runs]
    found = scoring.mean_of(measures)["nDCG@20"]
    assert list(found.values()) == pytest.approx(np.mean(runs, axis=0))
    p = significance.paired_t_test(list(found.values()), plain.tolist())
    assert p != pytest.approx(
        np.mean([significance.paired_t_test(run.tolist(), plain.tolist()) for run in runs]),
        abs=0.01,
    )
    assert significance.deviation([0.1, 0.2, 0.3]) == pytest.approx(0.1)


def test_histograms_match_hand_computed_values() -> None:
    cosines = torch.tensor([[[1.0, 0.99, -1.0, 0.0, -2.0]]])
    found = rerankers.histograms(cosines, 5)  # [-1, -0.5), [-0.5, 0), [0, 0.5), [0.5, 1), 1
    assert found[0, 0].tolist() == pytest.approx(
        [math.log(2), 0, math.log(2), math.log(2), math.log(2)]
    )


def slow_layer(base: bases.Base, text: str, reading: Reading, place: layers.Place) -> torch.Tensor:
    """One text, one pooling and one layer at a time."""
    pooling, layer = place
    inner, row = reading.tokens - 2, base.rows([text])[0]
    total = torch.zeros(base.encoder.config.hidden_size)
    for start in range(0, min(len(row), inner * reading.chunks), inner):
        batch = base.feeder.feed_texts([row[start : start + inner]], reading.tokens)
        with torch.no_grad():
            result = base.encoder(input_ids=batch.ids, output_hidden_states=True)
        states = result.hidden_states[layer][0]
        pooled = states[0] if pooling == "cls" else states.mean(0)
        total += pooled / pooled.norm()
    return total / total.norm()


def test_one_forward_pass_yields_every_layer_and_pooling(
    small: Dataset, tiny: trained_encoder.TrainedEncoder
) -> None:
    base = bases.load_general(tiny)
    base.encoder.eval()
    texts = [act.text[: 400 * at] for at, act in enumerate(small.acts.values(), start=1)][:4]
    reading = Reading(16, 3)
    found = layers.encode(base, texts, reading)
    assert set(found) == {(pooling, at) for pooling in ("mean", "cls") for at in (0, 1, 2)}
    for place, rows in found.items():
        slow = torch.stack([slow_layer(base, text, reading, place) for text in texts])
        np.testing.assert_allclose(rows, slow.numpy(), atol=1e-5)
    assert not np.allclose(found["mean", 1], found["mean", 2])


def test_concepts_exclude_searched_acts_from_training(
    shared_data: Path, tiny: trained_encoder.TrainedEncoder
) -> None:
    settings = Concepts(tokens=24, acts=60, fewest=3)
    every = concepts.acts(shared_data, (), settings)
    barred = concepts.acts(shared_data, {"31962r0017"}, settings)
    assert every[1:] == barred[:-1]
    base = bases.load_general(tiny)
    examples = concepts.label_acts(base, every, settings)
    model = concepts.ConceptClassifier(base, len(examples[0].labels), 24)
    model.eval()
    logits = model([example.row for example in examples[:3]])
    assert logits.shape == (3, len(examples[0].labels))
    wanted = torch.stack([example.labels for example in examples[:3]])
    chance = torch.sigmoid(logits)
    slow = -(wanted * chance.log() + (1 - wanted) * (1 - chance).log()).mean()
    torch.testing.assert_close(model.loss(examples[:3]), slow)


TINY = Settings(
    characters=1_500,
    k1=(1.2, 4.0),
    b=(0.5, 1.0),
    vectors=WordVectors(size=8, epochs=1, fewest=2),
    layers=1,
    reading=Reading(tokens=24, chunks=1),
    concepts=Concepts(tokens=24, epochs=1, acts=40, fewest=3),
    matching=Matching(
        terms=4, words=30, bins=6, filters=2, negatives=1, depth=10, epochs=1, batch=8, runs=2
    ),
    tuning=Tuning(pieces=24, negatives=1, preferences=4, epochs=1, batch=2, runs=1),
)


@pytest.mark.slow
def test_reduced_grid_runs_end_to_end(
    small: Dataset,
    shared_data: Path,
    tiny: trained_encoder.TrainedEncoder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trained_encoder, "minilm", lambda: tiny)
    laboratory = Laboratory(replace(small, name="small"), shared_data, TINY, tmp_path)
    found = tables_of(laboratory)
    ledger = Ledger(tmp_path / "rows", "test")
    tables.run(found, ledger, costly=True, report=lambda line: None)
    assert tables.NOT_RUN not in "\n".join(tables.lines(found, ledger))

    def row(name: str, column: str) -> float:
        values = ledger.find("Table 5, small", name, repr(TINY))
        assert values is not None
        return values[column]

    assert row("Oracle", "nDCG@20") >= row("ENSEMBLE", "nDCG@20")
    for name in ("DRMM, word2vec", "DRMM, C-BERT frozen", "PACRR, C-BERT tuned"):
        assert 0 <= row(name, "p") <= 1
    assert not list(tmp_path.glob("rerankers-0/*/*/tuned"))
    assert len(list(tmp_path.glob("rerankers-0/concepts/*/checkpoint.pt"))) == 2 * 3 * 2
    first = ledger.find("Table 4, small", "MiniLM", repr(TINY))
    mean = ledger.find("Figure 4, small: R@100 by layer", "MiniLM, mean, layer 1", repr(TINY))
    assert first is not None
    assert mean is not None
    assert mean["R@100"] == first["R@100"]
