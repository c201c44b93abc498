"""Training of late interaction: the scores of the engine, with gradients."""

from pathlib import Path

import numpy as np
import pytest
import torch
from tests.records import replace

from lexdesk.models import encoder
from lexdesk.models.late_interaction import LateInteraction as InEngine
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.settings import LateInteraction
from lexdesk_trainer.steps import RecipeRun
from lexdesk_trainer.training.embedder import ContrastiveTraining
from lexdesk_trainer.training.late_interaction import TokenRanking, similarities
from lexdesk_trainer.training.text_encoders import BertTexts

SHIPPED = Path(__file__).parents[2] / "exported_models" / "legal-tokens"
GERMAN = "Die betroffene Person hat das Recht, ihre Einwilligung jederzeit zu widerrufen."
CPU = torch.device("cpu")


def padded(tokens: list[np.ndarray]) -> torch.Tensor:
    rows = [torch.from_numpy(token).float() for token in tokens]
    return torch.nn.utils.rnn.pad_sequence(rows, batch_first=True)


def test_scores_equal_engine() -> None:
    embedder = encoder.load(SHIPPED)
    question = "May consent to processing be withdrawn at any time?"
    passages = [*paragraphs.gdpr("parity")[:12], GERMAN]
    theirs = InEngine(embedder).scores(question, passages)
    assert theirs is not None
    subject = padded(embedder.tokens([question])).expand(len(passages), -1, -1)
    ours = similarities(subject, padded(embedder.tokens(passages))).numpy()
    np.testing.assert_allclose(ours[:-1], theirs[:-1], atol=0.002)  # the engine keeps 16 bits
    assert ours[-1] == -np.inf, "the encoder does not read German"
    german = padded(embedder.tokens([GERMAN]))
    assert similarities(german, subject[:1])[0] == -torch.inf


def ranking(
    prepared: RecipeRun, chunk: int, pieces: int | None = None
) -> tuple[TokenRanking, torch.nn.Module]:
    """Make a ranking with an encoder that reads the first ``pieces`` of the vocabulary, by default all."""
    begun = bert.load(prepared.folder / "initial_encoder").eval()  # no dropout
    begun.config.vocab_size = pieces or begun.config.vocab_size
    settings = LateInteraction(groups=6, negatives=4, temperature=0.1, chunk=chunk)
    texts = BertTexts(begun, prepared.shard, 40, CPU)
    return TokenRanking(texts, prepared.shard, settings, seed=1), texts.module


@pytest.mark.slow
def test_loss_decreases_by_lower_layers_only(prepared: RecipeRun) -> None:
    task, model = ranking(prepared, chunk=3)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    before = np.mean([task.step(100 + number) for number in range(5)])
    for number in range(25):
        optimizer.zero_grad()
        task.step(number)
        optimizer.step()
    assert np.mean([task.step(100 + number) for number in range(5)]) < 0.9 * before
    learned = {name for name, item in model.named_parameters() if item.grad is not None}
    assert any("layer.0." in name for name in learned)
    assert not any("layer.1." in name for name in learned), "two layers: the first is halfway"


@pytest.mark.slow
def test_gradients_are_independent_of_chunks(prepared: RecipeRun) -> None:
    found = []
    for chunk in (2, 100):
        task, model = ranking(prepared, chunk)
        loss = task.step(0)
        gradients = [
            parameter.grad for parameter in model.parameters() if parameter.grad is not None
        ]
        found.append((loss, torch.cat([gradient.flatten() for gradient in gradients])))
    (one, ours), (other, theirs) = found
    assert one == pytest.approx(other, rel=1e-4)
    torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-6)


def test_skipped_texts_have_no_gradient(prepared: RecipeRun) -> None:
    task, model = ranking(prepared, chunk=3, pieces=1)
    assert task.step(0) == 0
    assert not any(
        parameter.grad.any() for parameter in model.parameters() if parameter.grad is not None
    )


def test_late_interaction_trains_in_same_steps_as_contrastive_loss(prepared: RecipeRun) -> None:
    settings = replace(prepared.recipe.embedder, late_interaction=LateInteraction())
    begun = bert.load(prepared.folder / "initial_encoder").eval()
    texts = BertTexts(begun, prepared.shard, 40, CPU)
    received = []
    for tokens in (None, TokenRanking(texts, prepared.shard, LateInteraction(), 1)):
        texts.module.zero_grad()
        task = ContrastiveTraining(texts, prepared.shard, settings, CPU, tokens=tokens)
        received.append((task.step(0), begun.encoder.layer[0].output.dense.weight.grad.clone()))
    (alone, ours), (both, theirs) = received
    assert both["loss"] == pytest.approx(alone["loss"])
    assert both["tokens_loss"] > 0
    assert not torch.equal(ours, theirs)
