"""Training of the multilingual network: its inputs, and the learning of its upper layers."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch
from msgspec.structs import replace
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

from lexdesk.models import encoder, manifest
from lexdesk.models.multilingual import MultilingualEncoder
from lexdesk_trainer import settings
from lexdesk_trainer.bases import hidden_states, multilingual, rotation, training_sets
from lexdesk_trainer.bases.packed_e5 import unigram
from lexdesk_trainer.bases.tuning import TrainingSet, Tuning, UpperLayers
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.loop import Limit

WIDTH, TEXTS = 32, 24
MODELS = Path(__file__).parents[2] / "exported_models"


def _network() -> BertModel:
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=40, hidden_size=WIDTH, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=64, max_position_embeddings=16, pad_token_id=1,
    )  # fmt: skip
    return BertModel(config, add_pooling_layer=False).eval()


def _task(network: BertModel, folder: Path, steps: int) -> Tuning:
    """Return the task of learning given vectors for words of two letters, and which words belong together."""
    pieces = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -2.0)]
    tokenizer = unigram([*pieces, *((chr(97 + n), -3.0) for n in range(26))], unknown=3)
    words = [f"{chr(97 + n)}{chr(98 + n)}" for n in range(TEXTS)]
    known = hidden_states.compute(
        hidden_states.lower_layers(network, 1), tokenizer, words, 8, folder / "states"
    )
    random = np.random.default_rng(1)
    targets = random.normal(size=(TEXTS, WIDTH)).astype(np.float32)
    targets /= np.linalg.norm(targets, axis=1, keepdims=True)
    places = np.arange(TEXTS)
    half = places[: TEXTS // 2]
    read = {
        "english": TrainingSet(places, places, targets=targets),
        "german": TrainingSet(half, half, passages=half + TEXTS // 2),
        "dev": TrainingSet(places, places, targets=targets),
    }
    recipe = settings.load("legal-multilingual", "small").multilingual
    assert recipe is not None
    schedule = replace(
        recipe.schedule, steps=steps, batch=12, learning_rate=3e-3, evaluate_every=1000
    )
    chosen = replace(recipe, schedule=schedule, shares={"english": 3, "german": 1})
    return Tuning(UpperLayers(network, 1), known, read, chosen)


@pytest.mark.slow
def test_upper_layers_learn_the_vectors_and_a_stopped_run_continues(tmp_path: Path) -> None:
    where, ends = torch.device("cpu"), []
    before = _task(_network(), tmp_path, 80).evaluate()["dev"]
    for name, limits in (
        ("whole", [Limit()]),
        ("parts", [Limit(this_command=1e-9)] * 2 + [Limit()]),
    ):
        for limit in limits:
            network = _network()
            task = _task(network, tmp_path, 80)
            schedule = task.settings.schedule
            done = loop.train(task, schedule, tmp_path / name, where, limit, task.inputs)
        ends.append(network.state_dict())
        assert done.done and done.step == 80
        assert done.scores["dev"] > max(0.5, 2 * before)
    for name, weights in ends[0].items():
        torch.testing.assert_close(weights, ends[1][name], rtol=0, atol=0)
    frozen, fresh = ends[0], _network().state_dict()
    changed = {name for name in fresh if not torch.equal(fresh[name], frozen[name])}
    assert changed and all(name.startswith("encoder.layer.1.") for name in changed)


def test_gradients_of_a_batch_are_the_mean_of_its_parts(tmp_path: Path) -> None:
    parts = []
    for part in range(2):
        task = _task(_network(), tmp_path, 10)
        task.settings = replace(task.settings, parts=2)
        task.step_part(3, part)
        parts.append([weight.grad for weight in task.model.parameters()])
    whole = _task(_network(), tmp_path, 10)
    whole.settings = task.settings
    whole.step(3)
    for first, second, weight in zip(*parts, whole.model.parameters(), strict=True):
        assert first is not None and second is not None
        torch.testing.assert_close(weight.grad, first + second)


def test_states_are_those_of_the_lower_layers(tmp_path: Path) -> None:
    network = _network()
    task = _task(network, tmp_path, 1)
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "states").iterdir()}
    again = _task(network, tmp_path, 1)
    assert files == {path: path.stat().st_mtime_ns for path in (tmp_path / "states").iterdir()}
    hidden, mask = again.hidden_states.pad([3])
    ids = torch.tensor([[0, 4, 5 + 3, 5 + 4, 2]])
    with torch.no_grad():
        expected = network(input_ids=ids, output_hidden_states=True).hidden_states[1]
        last = network(input_ids=ids).last_hidden_state.mean(1)
        ours = task.upper.eval().mean(hidden, mask)
    torch.testing.assert_close(hidden, expected, atol=2e-3, rtol=0)
    cosine = torch.nn.functional.cosine_similarity(ours, last)
    assert cosine.item() > 0.9999


def test_map_fitted_to_all_texts_brings_them_nearer(tmp_path: Path) -> None:
    task = _task(_network(), tmp_path, 1)
    before = task.evaluate()["dev"]
    task.settings = replace(task.settings, stiffness=0.01)
    task.fit()
    assert task.evaluate()["dev"] > max(0.9, before)


def test_kept_share_of_initial_weights_returns(tmp_path: Path) -> None:
    task = _task(_network(), tmp_path, 1)
    task.settings = replace(task.settings, kept=0.25)
    initial = {name: weight - 1 for name, weight in task.upper.state_dict().items()}
    task.mix(initial)
    for name, weight in task.upper.state_dict().items():
        torch.testing.assert_close(weight, initial[name] + 0.75)


def test_phrases_are_in_every_language_and_some_measure() -> None:
    learned, measuring = (training_sets.translations(measuring=held) for held in (False, True))
    assert len(learned) > 200 and len(measuring) > 20
    assert all(set(row) == set(training_sets.LANGUAGES) for row in [*learned, *measuring])
    joined = list(training_sets.phrase_pairs(learned, 16, seed=1))[-16:]
    assert joined == list(training_sets.phrase_pairs(learned, 16, seed=1))[-16:]
    first = joined[1]  # German
    assert sum(row["de"] in first.text and row["en"] in first.english for row in learned) >= 2


def test_provisions_have_questions_in_every_language_and_some_measure() -> None:
    learned, measuring = (
        list(training_sets.question_pairs(measuring=held)) for held in (False, True)
    )
    assert len(learned) > 20_000 and len(measuring) > 2_000
    assert not {row.english for row in learned} & {row.english for row in measuring}
    first = learned[: len(training_sets.LANGUAGES) ** 2]
    assert len({row.group for row in first}) == 1
    assert len({row.text for row in first}) == len({row.passage for row in first}) == 8
    far = list(training_sets.english_pairs())
    assert all(row.passage == row.english for row in far)
    assert not {row.english for row in far} & {row.english for row in measuring}


def test_query_competes_with_texts_of_both_languages(tmp_path: Path) -> None:
    """Wrong counterparts cost more if they stand in either language; the own text in the other does not compete."""
    task = _task(_network(), tmp_path, 1)
    places = np.arange(4)
    vectors = task.all_vectors(places)

    def loss(targets: np.ndarray) -> float:
        asked = TrainingSet(places, places, targets=targets, passages=places)
        task.model.eval()
        return task.loss(asked, places).item()

    task.settings = replace(task.settings, closeness=0.0)
    assert loss(vectors) < loss(vectors[::-1].copy())
    log_of = torch.log_softmax(torch.from_numpy(vectors @ vectors.T) / 0.05, dim=1)
    expected = []
    for row in range(4):
        rest = [log_of[row, other] for other in range(4) if other != row]
        own = log_of[row, row]
        expected.append(torch.logsumexp(torch.stack([own, *rest, *rest]), 0) - own)
    assert loss(vectors) == pytest.approx(torch.stack(expected).mean().item(), abs=1e-4)


@pytest.mark.slow
def test_nothing_is_learned_of_what_measures(shared_data: Path) -> None:
    asked = {pair.group for pair in training_sets.questions(shared_data, measuring=True)}
    assert asked
    assert not asked & {pair.group for pair in training_sets.questions(shared_data)}
    headings = {pair.passage for pair in training_sets.german(shared_data)}
    assert not headings & {
        row.passage.split(" ", 1)[1] for row in training_sets.questions(shared_data, measuring=True)
    }
    held, learned = (
        {pair.passage for pair in training_sets.swiss(shared_data, measuring=measuring)}
        for measuring in (True, False)
    )
    assert held and len(held & learned) < len(held) / 50  # standard clauses
    translated = list(training_sets.headings(shared_data))
    assert {"Prawo właściwe", "Toepasselijk recht"} <= {item.text for item in translated}
    assert {item.passage for item in translated} <= {
        pair.passage for pair in training_sets.articles(shared_data)
    }
    english = {item.english for item in training_sets.english(shared_data)}
    assert "Right to erasure (‘right to be forgotten’)" not in english


@pytest.mark.slow
def test_small_network_learns_phrases_of_law_and_is_exported(tmp_path: Path) -> None:
    """Real phrases in eight languages; the pieces and the English vectors of the shipped models."""
    recipe = settings.load("legal-multilingual", "small").multilingual
    assert recipe is not None
    tokenizer = Tokenizer.from_file(str(MODELS / "legal-multilingual" / "tokenizer.json"))
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=384, num_hidden_layers=2,
        num_attention_heads=6, intermediate_size=384, max_position_embeddings=260, pad_token_id=1,
    )  # fmt: skip
    network = BertModel(config, add_pooling_layer=False).eval()
    phrases = training_sets.translations(measuring=True)
    titles = [*training_sets.heading_pairs()][:3_000:23]
    read: dict[str, Sequence[training_sets.Item]] = {
        "parallel": [*training_sets.parallel()][:800:6],
        "titles": titles,
        "dev translations": [*training_sets.phrase_pairs(phrases, 0, 1)],
        "learned": titles,
    }
    schedule = replace(recipe.schedule, steps=24, batch=32, learning_rate=1e-3)
    chosen = replace(recipe, schedule=schedule, shares={"parallel": 3, "titles": 1})
    embedder = MODELS / "legal-tokens"
    task = multilingual.make_tuning(network, tokenizer, embedder, read, tmp_path, chosen)
    before = task.evaluate()["learned"]
    done = loop.train(task, schedule, tmp_path, torch.device("cpu"), Limit(), task.inputs)
    assert done.done and done.scores["learned"] > before + 0.05
    made = tmp_path / "small"
    written = multilingual.export_model(network, tokenizer, task.upper, embedder, made, (), {})
    assert written.measured["shipped"]["cosine_to_torch"]["mean"] > 0.98
    for exported, trained in zip(
        rotation.read(made / manifest.GRAPH), task.upper.map(), strict=True
    ):
        np.testing.assert_array_equal(exported, trained)
    family = MultilingualEncoder(encoder.load(embedder), made)
    vectors = family.encode([phrases[0]["fr"], phrases[0]["en"]])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
