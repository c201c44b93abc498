"""Regulatory retrieval: denoising, ensemble, re-rankers, dates, and the reduced grid on real acts."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from scipy import stats
from tests.codes import raises_code

from lexdesk.errors import CollectionError
from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.run import Run
from lexdesk_reproductions import bases, learned_from, significance, tables
from lexdesk_reproductions.ledger import Ledger
from lexdesk_reproductions.regir import (
    act_against_act,
    concepts,
    dates,
    denoising,
    layers,
    matches,
    prefetch,
    rerankers,
    scoring,
)
from lexdesk_reproductions.regir.concepts import Concepts
from lexdesk_reproductions.regir.contextual import Frozen, WordReader
from lexdesk_reproductions.regir.dataset import Act, Dataset, published, read
from lexdesk_reproductions.regir.folds import OverFrozen
from lexdesk_reproductions.regir.laboratory import Laboratory
from lexdesk_reproductions.regir.layers import Reading
from lexdesk_reproductions.regir.matches import Matcher, Pair
from lexdesk_reproductions.regir.prefetch import Lexicals
from lexdesk_reproductions.regir.rerankers import Match, Matching, Preference, Reranker, Validating
from lexdesk_reproductions.regir.settings import Settings
from lexdesk_reproductions.regir.table import tables_of
from lexdesk_reproductions.regir.tuned import OverTuned, Tuning
from lexdesk_reproductions.regir.vectors import Static
from lexdesk_reproductions.word_vectors import WordVectors
from lexdesk_trainer.encoders import source as sources
from lexdesk_trainer.error_codes import TrainingCode

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
    left = denoising.denoised(texts)
    assert left(texts[0]) == ["fish", "weighed"]
    assert denoising.floor({"fish": 1.0}) == 0.0


def test_published_files_are_read(tmp_path: Path) -> None:
    rows: dict[str, dict[str, object]] = {
        "corpus": {"document_id": "a", "text": "An Act", "publication_year": "2001"},
        "dev": {"document_id": "q", "text": "A directive", "publication_year": 1999,
                "relevant_documents": ["a"]},
    }  # fmt: skip
    for name, row in rows.items():
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(row))
    found = published(tmp_path, "eu2uk", "dev")
    assert found.qrels == {"q": {"a": 1}}
    assert (found.acts["a"].year, found.queries["q"].year) == (2001, 1999)
    with raises_code(
        CollectionError, TrainingCode.NEITHER_FILE, name="test.jsonl", name_2="test.jsonl.gz"
    ):
        published(tmp_path, "eu2uk", "test")
    without = {key: value for key, value in rows["dev"].items() if key != "relevant_documents"}
    (tmp_path / "dev.jsonl").write_text(json.dumps(without))
    with raises_code(
        CollectionError, TrainingCode.LINE_LACKS, at="1", missing="relevant_documents"
    ):
        published(tmp_path, "eu2uk", "dev")


def test_ensemble_adds_scaled_scores() -> None:
    words, encoder = np.array([[2.0, 4.0, 6.0]]), np.array([[0.9, 0.1, 0.5]])
    found = prefetch.ensemble(encoder, words, 0.25)
    assert found.tolist() == [pytest.approx([0.25, 0.375, 0.25 * 0.5 + 0.75])]


def test_query_act_is_excluded_from_scaling(tmp_path: Path) -> None:
    """Of acts that cite each other it is searched, too, and its own words are by far the nearest to it."""
    acts = {**ACTS, "d": Act("", "", 0)}
    dataset = Dataset("d", acts, {"c": ACTS["c"]}, {"c": {"d": 1}}, {"c": frozenset({"a"})})
    laboratory = Laboratory(dataset, tmp_path, Settings(), tmp_path)
    laboratory.__dict__["bm25"] = np.array([[7.0, 2.0, 100.0, 6.0]])
    laboratory._known["C-BERT"] = np.array([[0.9, 0.2, 1.0, 0.4]])
    assert laboratory.run(laboratory.ensemble) == {"c": [("d", 1.0), ("b", 0.0)]}
    again = laboratory.run(prefetch.scaled(laboratory.ensemble))
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
    assert significance.paired(one, other) == pytest.approx(2 * stats.t.sf(t, 3))
    assert significance.paired(one, one) == 1.0
    assert significance.paired([1.0, 1.0], [0.5, 0.5]) == 0.0


def test_multiple_runs_are_tested_by_mean_per_query() -> None:
    """The mean of the p-values of the runs would be that of no test."""
    rng = np.random.default_rng(1)
    names = [f"q{n}" for n in range(12)]
    plain = rng.random(12)
    runs = [plain + 0.02 + 0.2 * rng.standard_normal(12) for _ in range(3)]
    measures = [{"nDCG@20": dict(zip(names, run.tolist(), strict=True))} for run in runs]
    found = scoring.mean_of(measures)["nDCG@20"]
    assert list(found.values()) == pytest.approx(np.mean(runs, axis=0))
    p = significance.paired(list(found.values()), plain.tolist())
    assert p != pytest.approx(
        np.mean([significance.paired(run.tolist(), plain.tolist()) for run in runs]), abs=0.01
    )
    assert significance.deviation([0.1, 0.2, 0.3]) == pytest.approx(0.1)


def test_histograms_match_hand_computed_values() -> None:
    cosines = torch.tensor([[[1.0, 0.99, -1.0, 0.0, -2.0]]])
    found = rerankers.histograms(cosines, 5)  # [-1, -0.5), [-0.5, 0), [0, 0.5), [0.5, 1), 1
    assert found[0, 0].tolist() == pytest.approx(
        [math.log(2), 0, math.log(2), math.log(2), math.log(2)]
    )


def slow_drmm(model: rerankers.DRMM, cosines: torch.Tensor, rarity: torch.Tensor) -> float:
    total, weight = 0.0, float(sum((model.gate * item).exp() for item in rarity if item > 0))
    for term, item in zip(cosines, rarity, strict=True):
        if item > 0:
            counts = rerankers.histograms(term[None, None], 7)[0, 0]
            total += float(model.network(counts)) * float((model.gate * item).exp()) / weight
    return total


def test_drmm_equals_sum_over_terms() -> None:
    torch.manual_seed(4)
    model = rerankers.DRMM(Matching(bins=7)).requires_grad_(False)
    cosines, rarity = torch.rand(2, 4, 9) * 2 - 1, torch.tensor([[3.0, 1, 2, 0], [1.0, 2, 0, 0]])
    found = model(cosines, rarity)
    assert found.shape == (2,)
    for at in range(2):
        assert float(found[at]) == pytest.approx(
            slow_drmm(model, cosines[at], rarity[at]), abs=1e-5
        )


def test_pacrr_keeps_strongest_matches_per_term() -> None:
    torch.manual_seed(4)
    model = rerankers.PACRR(Matching(filters=2, best=2)).requires_grad_(False)
    received: list[torch.Tensor] = []
    model.lstm.register_forward_pre_hook(lambda _, inputs: received.append(inputs[0]))
    cosines, rarity = torch.rand(1, 3, 6), torch.tensor([[2.0, 1.0, 0.0]])
    assert model(cosines, rarity).shape == (1,)
    (features,) = received
    assert features.shape == (1, 3, 3 * 2 + 1)
    for term in range(3):
        strongest = sorted(cosines[0, term].tolist(), reverse=True)[:2]
        assert features[0, term, :2].tolist() == pytest.approx(strongest)
        plane = torch.zeros(4, 7)
        plane[:3, :6] = cosines[0]
        convolution: Any = model.convolutions[0]
        kernel, bias = convolution.weight, convolution.bias
        by_hand = [
            max(float((kernel[f, 0] * plane[term : term + 2, at : at + 2]).sum() + bias[f]) for f in range(2))
            for at in range(6)
        ]  # fmt: skip
        assert features[0, term, 2:4].tolist() == pytest.approx(
            sorted(by_hand)[-2:][::-1], abs=1e-6
        )
    assert features[0, :, -1].tolist() == pytest.approx(
        [math.e / (1 + math.e), 1 / (1 + math.e), 0.0]
    )


def test_hinge_loss_and_both_weights() -> None:
    right, wrong = torch.tensor([2.0, 0.5]), torch.tensor([0.5, 0.0])
    assert rerankers.hinge(right, wrong).item() == pytest.approx((0 + 0.5) / 2)
    model = rerankers.Reranker("DRMM", Matching(bins=5))
    match = Match(np.zeros((2, 3), np.float32), np.ones(2, np.float32), 0.7)
    with torch.no_grad():
        model.weights.copy_(torch.tensor([0.0, 2.0]))
        assert model([match]).tolist() == pytest.approx([1.4])


@pytest.fixture(scope="module")
def small(shared_data: Path) -> Dataset:
    """Nine real Irish Acts as queries, the directives that they cite, and twenty others."""
    whole = read(shared_data, "ie2eu", characters=1_500)
    queries = list(whole.queries)[:9]
    cited = {act for query in queries for act in whole.qrels[query]}
    acts = {act: whole.acts[act] for act in [*sorted(cited), *list(whole.acts)[:20]]}
    return Dataset(
        "ie2eu",
        acts,
        {query: whole.queries[query] for query in queries},
        {query: whole.qrels[query] for query in queries},
    )


def test_preferences_pair_relevant_and_irrelevant_acts(small: Dataset) -> None:
    words = Lexicals(small)
    lexicon = prefetch.trained_vectors(words, WordVectors(size=8, epochs=1, fewest=2))
    settings = Matching(terms=4, words=20, negatives=2)
    matcher = Matcher(words, Static(words, lexicon, 20), settings)
    run = prefetch.run(small, words.bm25(1.2, 0.75))
    found = matcher.preferences(run, list(small.queries), 1)
    scores = {
        query: {score: small.qrels[query].get(act, 0) for act, score in ranking}
        for query, ranking in run.items()
    }
    grades = {score: grade for item in scores.values() for score, grade in item.items()}
    assert found
    assert all(grades[item.right.prefetched] > 0 for item in found)
    assert all(grades[item.wrong.prefetched] == 0 for item in found)
    assert found[0].right.cosines.shape == (4, 20)


def test_terms_keep_query_order(small: Dataset) -> None:
    """The n-grams of PACRR run over them, and its LSTM reads them one by one."""
    words = Lexicals(small)
    lexicon = prefetch.trained_vectors(words, WordVectors(size=8, epochs=1, fewest=2))
    matcher = Matcher(words, Static(words, lexicon, 20), Matching(terms=6, words=20))
    for query, act in small.queries.items():
        found, rarity = matcher.terms(query)
        tokens = words.tokens(act.text)
        weight = {item: tokens.count(item) * words.rarity.get(item, 0.0) for item in lexicon.number}
        assert found == sorted(found, key=tokens.index)
        assert min(weight[item] for item in found) >= max(
            weight[item] for item in weight.keys() - set(found)
        )
        assert rarity.tolist() == pytest.approx([words.rarity[item] for item in found])


def test_epoch_is_selected_on_held_out_queries(
    small: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Lexicals(small)
    lexicon = prefetch.trained_vectors(words, WordVectors(size=8, epochs=1, fewest=2))
    settings = replace(MATCHING, words=20, validating=Validating(0.5, 1), epochs=3)
    matcher = Matcher(words, Static(words, lexicon, 20), settings)
    run = prefetch.run(small, prefetch.scaled(words.bm25(1.2, 0.75)))
    queries = list(small.queries)[:6]
    learned, judged = [], []
    preferences, reranked = Matcher.preferences, Matcher.reranked

    def learning(self: Matcher, run: Run, some: Sequence[str], seed: int) -> list[Preference]:
        learned.append(list(some))
        return preferences(self, run, some, seed)

    def judging(self: Matcher, model: Reranker, run: Run, some: Sequence[str]) -> Run:
        judged.append((list(some), model.weights.detach().clone()))
        return reranked(self, model, run, some)

    monkeypatch.setattr(Matcher, "preferences", learning)
    monkeypatch.setattr(Matcher, "reranked", judging)
    result = iter([0.2, 0.9, 0.1, 0.3])
    monkeypatch.setattr(matches, "measure", lambda *_: {"nDCG@20": next(result)})
    _, model = OverFrozen(matcher).learned("DRMM", run, queries, tmp_path, seed=1)
    assert len(judged) >= 3
    assert all(some == judged[0][0] and len(some) == 3 for some, _ in judged)
    assert sorted(learned[0] + judged[0][0]) == sorted(queries)
    assert torch.equal(model.weights, judged[1][1])  # the second epoch was best


def test_reranker_of_other_vectors_or_pairs_is_trained_again(
    small: Dataset, tmp_path: Path
) -> None:
    """What preferences hold of vectors are fractions, which tell no training from another."""
    words = Lexicals(small)
    lexicon = prefetch.trained_vectors(words, WordVectors(size=8, epochs=1, fewest=2))
    matcher = Matcher(words, Static(words, lexicon, 40), MATCHING)
    run = prefetch.run(small, prefetch.scaled(words.bm25(1.2, 0.75)))
    queries, notes = list(small.queries), []
    for vectors in ("one", "other", "other"):
        OverFrozen(matcher, vectors).learned("DRMM", run, queries, tmp_path, seed=1)
        notes.append((tmp_path / "learned_from").read_text())
    assert notes[0] != notes[1] == notes[2]
    drawn = [matcher.preferences(run, queries, seed) for seed in (1, 2)]
    assert len(drawn[0]) == len(drawn[1])
    assert len({learned_from.fingerprint((), item) for item in drawn}) == 2


def slow_layer(base: bases.Base, text: str, reading: Reading, place: layers.Place) -> torch.Tensor:
    """One text, one pooling and one layer at a time."""
    pooling, layer = place
    inner, row = reading.tokens - 2, base.rows([text])[0]
    total = torch.zeros(base.encoder.config.hidden_size)
    for start in range(0, min(len(row), inner * reading.chunks), inner):
        batch = base.feeder.single([row[start : start + inner]], reading.tokens)
        with torch.no_grad():
            result = base.encoder(input_ids=batch.ids, output_hidden_states=True)
        states = result.hidden_states[layer][0]
        pooled = states[0] if pooling == "cls" else states.mean(0)
        total += pooled / pooled.norm()
    return total / total.norm()


def test_one_forward_pass_yields_every_layer_and_pooling(
    small: Dataset, tiny: sources.Source
) -> None:
    base = bases.general(tiny)
    base.encoder.eval()
    texts = [act.text[: 400 * at] for at, act in enumerate(small.acts.values(), start=1)][:4]
    reading = Reading(16, 3)
    found = layers.encoded(base, texts, reading)
    assert set(found) == {(pooling, at) for pooling in ("mean", "cls") for at in (0, 1, 2)}
    for place, rows in found.items():
        slow = torch.stack([slow_layer(base, text, reading, place) for text in texts])
        np.testing.assert_allclose(rows, slow.numpy(), atol=1e-5)
    assert not np.allclose(found["mean", 1], found["mean", 2])


READ = ["Member States shall weigh the fish.", "The 12 bees, of Member States, are counted daily."]


@pytest.fixture(scope="module")
def pieces() -> bases.Base:
    """MiniLM's own tokenizer, with which a word is often several pieces."""
    return bases.general(layers=1)


def test_word_vectors_are_means_of_tokens(pieces: bases.Base) -> None:
    left = denoising.denoised(READ)
    reader = WordReader(pieces, lambda text: left(text.replace("weigh", "deregulatory")), 9, 100)
    text = "The deregulatory fish, 12 daily bees"
    read = reader.read(text)
    assert list(read.words) == ["deregulatory", "fish", "daily", "bees"]
    tokens = [pieces.tokenizer.id_to_token(number) for number in read.ids]
    places = [[at for at, item in enumerate(read.owner.tolist()) if item == n] for n in range(4)]
    assert ["".join(tokens[at].removeprefix("##") for at in place) for place in places] == [
        *read.words
    ]
    assert len(places[0]) > 1
    assert read.owner[tokens.index("the")] == read.owner[tokens.index(",")] == -1
    encoder = pieces.encoder.eval()
    with torch.no_grad():
        (found,) = reader.vectors(encoder, [read])
        rows = []
        for start in range(0, len(read.ids), 7):
            batch = pieces.feeder.single([read.ids[start : start + 7]], 9)
            rows.append(bases.hidden(encoder, batch)[0, 1:-1])
    whole = torch.cat(rows)
    slow = torch.stack([whole[place].mean(0) for place in places])
    torch.testing.assert_close(found, slow / slow.norm(dim=1, keepdim=True))


def test_text_is_truncated_to_maximum_tokens(pieces: bases.Base) -> None:
    reader = WordReader(pieces, str.split, 9, 5)
    encoder = pieces.encoder.eval()
    long, empty = reader.read("bees " * 50), reader.read("")
    assert (len(long.ids), long.words) == (5, ("bees",) * 5)
    with torch.no_grad():
        shapes = [tuple(vector.shape) for vector in reader.vectors(encoder, [empty, long])]
    assert shapes == [(0, 384), (5, 384)]


MATCHING = Matching(terms=4, words=40, bins=6, filters=2, negatives=1, depth=12, batch=8, epochs=1)


@pytest.fixture(scope="module")
def tuning(
    small: Dataset, pieces: bases.Base, tmp_path_factory: pytest.TempPathFactory
) -> OverTuned:
    """A re-ranker over the vectors of MiniLM, frozen and tuned, both over forty pieces."""
    folder = tmp_path_factory.mktemp("vectors")
    words = Lexicals(small)
    reader = WordReader(pieces, words.tokens, 16, 40)
    matcher = Matcher(words, Frozen(reader, pieces, small, folder), MATCHING)
    settings = Tuning(
        pieces=40,
        negatives=1,
        epochs=1,
        batch=4,
        chunk=2,
        learning_rate=1e-3,
        validating=Validating(0.4, 1),
    )
    return OverTuned(OverFrozen(matcher), pieces, 16, settings, folder)


def some_pairs(small: Dataset) -> list[Pair]:
    query, other = list(small.queries)[:2]
    acts = list(small.acts)[:3]
    return [*(Pair(query, act, 0.5) for act in acts), Pair(other, acts[0], 0.25)]


@pytest.mark.parametrize("kind", ["DRMM", "PACRR"])
def test_frozen_and_tuned_encoder_are_equal_before_training(
    small: Dataset, tuning: OverTuned, kind: rerankers.Kind
) -> None:
    torch.manual_seed(2)
    reranker = Reranker(kind, MATCHING)
    model, pairs = tuning.untuned(reranker).eval(), some_pairs(small)
    matches = [tuning.before.matcher.match(pair) for pair in pairs]
    with torch.no_grad():
        found = model.cosines(pairs)
        assert found.shape == (4, 4, 40)
        frozen = torch.from_numpy(np.stack([match.cosines for match in matches]))
        torch.testing.assert_close(found, frozen, atol=2e-3, rtol=0)
        assert 0 < int((found > rerankers.ABSENT).sum()) < found.numel()
        assert [float(item) for item in model(pairs)] == pytest.approx(
            reranker(matches).tolist(), abs=0.1
        )


@pytest.mark.parametrize("kind", ["DRMM", "PACRR"])
def test_gradients_reach_encoder_only_when_tuned(
    small: Dataset, tuning: OverTuned, kind: rerankers.Kind
) -> None:
    torch.manual_seed(2)
    pairs = some_pairs(small)
    model = tuning.untuned(Reranker(kind, MATCHING))
    model(pairs).sum().backward()
    weight = model.encoder.encoder.layer[0].output.dense.weight
    assert weight.grad is not None
    assert float(weight.grad.abs().sum()) > 0
    frozen = tuning.before.matcher
    model.zero_grad(set_to_none=True)
    model.reranker([frozen.match(pair) for pair in pairs]).sum().backward()
    assert model.reranker.weights.grad is not None
    assert all(parameter.grad is None for parameter in model.encoder.parameters())


@pytest.mark.slow
def test_fine_tuned_encoder_reranks(small: Dataset, tuning: OverTuned, tmp_path: Path) -> None:
    run = prefetch.run(small, prefetch.scaled(tuning.before.matcher.words.bm25(1.2, 0.75)))
    queries = list(small.queries)
    before = {name: value.clone() for name, value in tuning.base.encoder.state_dict().items()}
    matcher, model = tuning.learned("PACRR", run, queries[:6], tmp_path, seed=1)
    pair = some_pairs(small)[0]
    moved = np.abs(matcher.match(pair).cosines - tuning.before.matcher.match(pair).cosines)
    assert moved.max() > 1e-2  # it is the tuned encoder that re-ranks
    assert all(
        torch.equal(value, before[name]) for name, value in tuning.base.encoder.state_dict().items()
    )
    found = matcher.reranked(model, run, queries[6:])
    assert {act for act, _ in found[queries[6]]} == {act for act, _ in run[queries[6]]}


def test_histogram_gradient_equals_that_of_shared_bins() -> None:
    cosines = torch.tensor([[[0.1, -0.9, 1.0, rerankers.ABSENT]]], requires_grad=True)
    found = rerankers.histograms(cosines, 5)
    torch.testing.assert_close(found, rerankers.histograms(cosines.detach(), 5))
    found[
        0, 0, 2
    ].backward()  # [0, 0.5), where 0.1 is; its centre is 0.25, that of the bin below -0.25
    assert cosines.grad is not None
    # of log(1 + n) for one cosine, 1/2; a share rises by 1 within the half between both centres
    assert cosines.grad[0, 0].tolist() == pytest.approx([0.5 / 0.5, 0, 0, 0])


def test_concepts_exclude_searched_acts_from_training(
    shared_data: Path, tiny: sources.Source
) -> None:
    settings = Concepts(tokens=24, acts=60, fewest=3)
    every = concepts.acts(shared_data, (), settings)
    barred = concepts.acts(shared_data, {"31962r0017"}, settings)
    assert every[1:] == barred[:-1]
    base = bases.general(tiny)
    examples = concepts.labelled(base, every, settings)
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
        terms=4,
        words=30,
        bins=6,
        filters=2,
        negatives=1,
        depth=10,
        epochs=1,
        batch=8,
        runs=2,
    ),
    tuning=Tuning(pieces=24, negatives=1, preferences=4, epochs=1, batch=2, runs=1),
)


@pytest.mark.slow
def test_reduced_grid_runs_end_to_end(
    small: Dataset,
    shared_data: Path,
    tiny: sources.Source,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sources, "minilm", lambda: tiny)
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


def test_few_queries_do_not_select_epoch() -> None:
    queries = [f"q{at}" for at in range(100)]
    taught, judging = matches.divided(queries, Validating(0.2, 20), seed=1)
    assert len(judging) == 20
    assert not {*taught} & {*judging}
    assert {*taught, *judging} == {*queries}
    assert matches.divided(queries[:90], Validating(0.2, 20), seed=1) == (queries[:90], [])
