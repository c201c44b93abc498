"""Regulatory retrieval: the re-rankers over word vectors and over C-BERT."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from lexdesk.evaluation.run import Run
from lexdesk_reproductions import bases, learned_from
from lexdesk_reproductions.regir import denoising, matches, prefetch, rerankers
from lexdesk_reproductions.regir.contextual import FrozenVectors, WordReader
from lexdesk_reproductions.regir.dataset import Dataset
from lexdesk_reproductions.regir.folds import FixedVectorLearner
from lexdesk_reproductions.regir.matches import Matcher, Pair
from lexdesk_reproductions.regir.prefetch import Lexicals
from lexdesk_reproductions.regir.rerankers import Match, Matching, Preference, Reranker, Validating
from lexdesk_reproductions.regir.tuned import TunedEncoderLearner, Tuning
from lexdesk_reproductions.regir.vectors import Static
from lexdesk_reproductions.word_vectors import WordVectors


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
    run = prefetch.run(small, prefetch.scale_rows(words.bm25(1.2, 0.75)))
    queries = list(small.queries)[:6]
    learned, judged = [], []
    preferences, reranked = Matcher.preferences, Matcher.rerank

    def learning(self: Matcher, run: Run, some: Sequence[str], seed: int) -> list[Preference]:
        learned.append(list(some))
        return preferences(self, run, some, seed)

    def judging(self: Matcher, model: Reranker, run: Run, some: Sequence[str]) -> Run:
        judged.append((list(some), model.weights.detach().clone()))
        return reranked(self, model, run, some)

    monkeypatch.setattr(Matcher, "preferences", learning)
    monkeypatch.setattr(Matcher, "rerank", judging)
    result = iter([0.2, 0.9, 0.1, 0.3])
    monkeypatch.setattr(matches, "measure", lambda *_: {"nDCG@20": next(result)})
    _, model = FixedVectorLearner(matcher).learn("DRMM", run, queries, tmp_path, seed=1)
    assert len(judged) >= 3
    assert all(some == judged[0][0] and len(some) == 3 for some, _ in judged)
    assert sorted(learned[0] + judged[0][0]) == sorted(queries)
    assert torch.equal(model.weights, judged[1][1])  # the second epoch was best


def test_reranker_of_other_vectors_or_pairs_is_trained_again(
    small: Dataset, tmp_path: Path
) -> None:
    """Preferences hold only fractions of the vectors, which do not identify a training."""
    words = Lexicals(small)
    lexicon = prefetch.trained_vectors(words, WordVectors(size=8, epochs=1, fewest=2))
    matcher = Matcher(words, Static(words, lexicon, 40), MATCHING)
    run = prefetch.run(small, prefetch.scale_rows(words.bm25(1.2, 0.75)))
    queries, notes = list(small.queries), []
    for vectors in ("one", "other", "other"):
        FixedVectorLearner(matcher, vectors).learn("DRMM", run, queries, tmp_path, seed=1)
        notes.append((tmp_path / "learned_from").read_text())
    assert notes[0] != notes[1] == notes[2]
    drawn = [matcher.preferences(run, queries, seed) for seed in (1, 2)]
    assert len(drawn[0]) == len(drawn[1])
    assert len({learned_from.fingerprint((), item) for item in drawn}) == 2


READ = ["Member States shall weigh the fish.", "The 12 bees, of Member States, are counted daily."]


@pytest.fixture(scope="module")
def pieces() -> bases.Base:
    """MiniLM's own tokenizer, with several pieces for many words."""
    return bases.load_general(layers=1)


def test_word_vectors_are_means_of_tokens(pieces: bases.Base) -> None:
    left = denoising.make_denoiser(READ)
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
            batch = pieces.feeder.feed_texts([read.ids[start : start + 7]], 9)
            rows.append(bases.encode_tokens(encoder, batch)[0, 1:-1])
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
) -> TunedEncoderLearner:
    """A re-ranker over the vectors of MiniLM, frozen and tuned, both over forty pieces."""
    folder = tmp_path_factory.mktemp("vectors")
    words = Lexicals(small)
    reader = WordReader(pieces, words.tokens, 16, 40)
    matcher = Matcher(words, FrozenVectors(reader, pieces, small, folder), MATCHING)
    settings = Tuning(
        pieces=40,
        negatives=1,
        epochs=1,
        batch=4,
        chunk=2,
        learning_rate=1e-3,
        validating=Validating(0.4, 1),
    )
    return TunedEncoderLearner(FixedVectorLearner(matcher), pieces, 16, settings, folder)


def some_pairs(small: Dataset) -> list[Pair]:
    query, other = list(small.queries)[:2]
    acts = list(small.acts)[:3]
    return [*(Pair(query, act, 0.5) for act in acts), Pair(other, acts[0], 0.25)]


@pytest.mark.parametrize("kind", ["DRMM", "PACRR"])
def test_frozen_and_tuned_encoder_are_equal_before_training(
    small: Dataset, tuning: TunedEncoderLearner, kind: rerankers.Kind
) -> None:
    torch.manual_seed(2)
    reranker = Reranker(kind, MATCHING)
    model, pairs = tuning.start_untuned(reranker).eval(), some_pairs(small)
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
    small: Dataset, tuning: TunedEncoderLearner, kind: rerankers.Kind
) -> None:
    torch.manual_seed(2)
    pairs = some_pairs(small)
    model = tuning.start_untuned(Reranker(kind, MATCHING))
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
def test_fine_tuned_encoder_reranks(
    small: Dataset, tuning: TunedEncoderLearner, tmp_path: Path
) -> None:
    run = prefetch.run(small, prefetch.scale_rows(tuning.before.matcher.words.bm25(1.2, 0.75)))
    queries = list(small.queries)
    before = {name: value.clone() for name, value in tuning.base.encoder.state_dict().items()}
    matcher, model = tuning.learn("PACRR", run, queries[:6], tmp_path, seed=1)
    pair = some_pairs(small)[0]
    moved = np.abs(matcher.match(pair).cosines - tuning.before.matcher.match(pair).cosines)
    assert moved.max() > 1e-2  # it is the tuned encoder that re-ranks
    assert all(
        torch.equal(value, before[name]) for name, value in tuning.base.encoder.state_dict().items()
    )
    found = matcher.rerank(model, run, queries[6:])
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


def test_few_queries_do_not_select_epoch() -> None:
    queries = [f"q{at}" for at in range(100)]
    taught, judging = matches.split_rows(queries, Validating(0.2, 20), seed=1)
    assert len(judging) == 20
    assert not {*taught} & {*judging}
    assert {*taught, *judging} == {*queries}
    assert matches.split_rows(queries[:90], Validating(0.2, 20), seed=1) == (queries[:90], [])
