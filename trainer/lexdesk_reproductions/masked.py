"""Masked language modelling for the papers' encoders: Devlin et al. 2019, on running text.

The loss and the masked share are those of the papers; the module with BERT's head is that of the
trainer's ``pretrain``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional
from transformers import BertModel

from lexdesk_reproductions.bases import Base
from lexdesk_reproductions.learning import train
from lexdesk_reproductions.sampling import sample
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.pretrain import MaskedLanguageModel

Array = np.ndarray[Any, Any]
_FEWEST_SEQUENCES = 4


@dataclass(frozen=True)
class Masking:
    """Length and data of a pre-training."""

    tokens: int = 128
    batch: int = 32
    epochs: float = 1.0
    learning_rate: float = 1e-4
    masked: float = 0.15
    warmup: float = 0.06
    sequences: int = 0
    """Maximum number of sequences; 0 means all."""


def sequences(base: Base, texts: Sequence[str], settings: Masking) -> list[Array]:
    """Cut the running text of ``texts`` into rows [CLS] ... [SEP] of ``settings.tokens`` ids each.

    Raises TooLittleText for too few rows.
    """
    inner = settings.tokens - 2
    first, last = (base.tokenizer.token_to_id(token) for token in ("[CLS]", "[SEP]"))
    stream = np.concatenate([np.empty(0, np.int64), *base.rows(texts)])
    rows = len(stream) // inner
    if rows < _FEWEST_SEQUENCES:
        raise TooLittleText(
            TrainingCode.TOO_FEW_TOKENS_TO_MASK,
            stream=len(stream),
            fewest_sequences=_FEWEST_SEQUENCES * inner,
        )
    found = [
        np.concatenate([[first], stream[at * inner : (at + 1) * inner], [last]])
        for at in range(rows)
    ]
    return list(sample(found, settings.sequences))


def hide(
    ids: torch.Tensor, base: Base, share: float, keep: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return masked ids and the predicted positions: int64 and bool (B, T).

    80 % of the positions become [MASK], 10 % any piece, 10 % stay; ids in ``keep`` are never chosen.
    """
    places = (torch.rand(ids.shape, device=ids.device) < share) & ~torch.isin(ids, keep)
    drawn = torch.rand(ids.shape, device=ids.device)
    pieces = base.tokenizer.get_vocab_size()
    shown = torch.where(places & (drawn < 0.8), base.tokenizer.token_to_id("[MASK]"), ids)
    random = torch.randint(pieces, ids.shape, device=ids.device)
    return torch.where(places & (drawn >= 0.9), random, shown), places


def special(base: Base) -> torch.Tensor:
    """Return the ids of [PAD], [CLS] and [SEP]: int64 (3,)."""
    ids = [base.tokenizer.token_to_id(token) for token in ("[PAD]", "[CLS]", "[SEP]")]
    return torch.tensor(ids, device=loop.device())


def pretrain(base: Base, texts: Sequence[str], settings: Masking, folder: Path) -> Base:
    """Train ``base`` by masked language modelling on ``texts``; resume from ``folder``."""
    examples = sequences(base, texts, settings)
    model = MaskedLanguageModel(base.clone())
    keep = special(base)

    def loss(rows: Sequence[Array]) -> torch.Tensor:
        ids = torch.from_numpy(np.stack(rows)).to(loop.device())
        shown, places = hide(ids, base, settings.masked, keep)
        with loop.precision(ids.device):
            logits = model(shown, places).float()
        return functional.cross_entropy(logits, ids[places]) if places.any() else logits.sum()

    fingerprint = train(
        model, examples, loss, settings, folder, (settings, base.fingerprint),
        chunk=settings.batch, warmup=settings.warmup,
    )  # fmt: skip
    encoder: BertModel = model.encoder
    return Base(f"{base.name}, masked", encoder.cpu(), base.tokenizer, fingerprint)
