"""Replaced token detection: ELECTRA (Clark et al. 2020) as the second pre-training.

A small generator guesses masked pieces; the encoder detects replaced pieces. The generator is the last of
the encoder's own layers, shallow enough to be often wrong.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import BertModel

from lexdesk_reproductions.bases import Base
from lexdesk_reproductions.learning import train
from lexdesk_reproductions.masked import Masking, hide, sequences, special
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.pretrain import MaskedLanguageModel

Array = np.ndarray[Any, Any]
DISCRIMINATOR_WEIGHT = 50.0
_GENERATOR_LAYERS = 1


class Electra(nn.Module):
    """A generator with a head over pieces, and an encoder with a head over positions."""

    def __init__(self, encoder: BertModel, generator: BertModel):
        super().__init__()
        self.encoder = encoder
        self.generator = MaskedLanguageModel(generator)
        self.head = nn.Linear(encoder.config.hidden_size, 1)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Map ids (B, T) to logits of "replaced" (B, T)."""
        vectors = self.encoder(input_ids=ids).last_hidden_state
        logits: torch.Tensor = self.head(vectors).squeeze(-1)
        return logits


def replace_pieces(ids: torch.Tensor, places: torch.Tensor, logits: torch.Tensor) -> torch.Tensor:
    """Draw pieces from the generator at ``places``: (B, T), (B, T), (M, pieces) -> (B, T)."""
    drawn = torch.distributions.Categorical(logits=logits.detach()).sample()  # type: ignore[no-untyped-call]
    filled = ids.clone()
    filled[places] = drawn
    return filled


def electra_loss(
    generated: torch.Tensor, wanted: torch.Tensor, logits: torch.Tensor, differs: torch.Tensor
) -> torch.Tensor:
    """Add cross-entropy of the generator (M, pieces), (M,), and 50 times that of the encoder (B, T), (B, T)."""
    found = functional.binary_cross_entropy_with_logits(logits, differs.float())
    return functional.cross_entropy(generated, wanted) + DISCRIMINATOR_WEIGHT * found


def pretrain(base: Base, texts: Sequence[str], settings: Masking, folder: Path) -> Base:
    """Train ``base`` by replaced token detection on ``texts``; resume from ``folder``."""
    examples = sequences(base, texts, settings)
    generator = bert.change_depth(base.clone(), _GENERATOR_LAYERS)
    torch.manual_seed(1)  # of the head over places, which begins at random
    model = Electra(base.clone(), generator).to(loop.device())
    keep = special(base)

    def loss(rows: Sequence[Array]) -> torch.Tensor:
        ids = torch.from_numpy(np.stack(rows)).to(loop.device())
        shown, places = hide(ids, base, settings.masked, keep)
        with loop.precision(ids.device):
            generated = model.generator(shown, places).float()
            filled = replace_pieces(ids, places, generated)
            logits = model(filled).float()
        return electra_loss(generated, ids[places], logits, filled != ids)

    fingerprint = train(
        model, examples, loss, settings, folder, (settings, base.fingerprint),
        chunk=settings.batch, warmup=settings.warmup,
    )  # fmt: skip
    return Base(f"{base.name}, replaced", model.encoder.cpu(), base.tokenizer, fingerprint)
