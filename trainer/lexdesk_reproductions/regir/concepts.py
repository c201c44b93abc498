"""C-BERT: an encoder trained on the EuroVoc descriptors of acts as labels."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

from lexdesk_reproductions import bases
from lexdesk_reproductions.bases import Array, Base
from lexdesk_reproductions.learning import train
from lexdesk_trainer.data import jsonl
from lexdesk_trainer.training import loop


@dataclass(frozen=True)
class Concepts:
    """Training of C-BERT; descriptors of at least ``fewest`` acts count."""

    tokens: int = 512
    epochs: float = 20.0
    batch: int = 16
    learning_rate: float = 3e-5
    fewest: int = 5
    acts: int = 0


@dataclass(frozen=True)
class LabelledAct:
    """Ids of an act's text, and 1 for each of its descriptors: int64 (T,), float32 (labels,)."""

    row: Array
    labels: torch.Tensor


def acts(data: Path, barred: Collection[str], settings: Concepts) -> list[tuple[str, list[str]]]:
    """Read texts with their descriptors, without searched acts and queries."""
    rows = [
        row for row in jsonl.rows(data / "eurovoc" / "train.jsonl.gz") if row["_id"] not in barred
    ]
    found = [(f"{row['title']} {row['text']}", list(row["labels"])) for row in rows]
    return found[: settings.acts or None]


def label_acts(
    base: Base, texts: Sequence[tuple[str, list[str]]], settings: Concepts
) -> list[LabelledAct]:
    """Convert acts to ids and labels."""
    frequency = Counter(label for _, labels in texts for label in labels)
    common = sorted(label for label, times in frequency.items() if times >= settings.fewest)
    place = {label: at for at, label in enumerate(common)}
    rows = base.rows(text[: settings.tokens * 8] for text, _ in texts)
    found = []
    for row, (_, labels) in zip(rows, texts, strict=True):
        chosen = torch.zeros(len(place))
        chosen[[place[label] for label in labels if label in place]] = 1.0
        found.append(LabelledAct(row, chosen))
    return found


class ConceptClassifier(nn.Module):
    """[CLS] to logits of descriptors."""

    def __init__(self, base: Base, labels: int, tokens: int):
        super().__init__()
        self._base, self._tokens = base, tokens
        self.encoder = base.clone()
        self.head = nn.Linear(self.encoder.config.hidden_size, labels).to(loop.device())

    def forward(self, rows: Sequence[Array]) -> torch.Tensor:
        """Map n rows of ids to logits (n, labels)."""
        batch = self._base.feeder.feed_texts(rows, self._tokens)
        logits: torch.Tensor = self.head(bases.encode_tokens(self.encoder, batch)[:, 0])
        return logits

    def loss(self, examples: Sequence[LabelledAct]) -> torch.Tensor:
        """Compute the binary cross-entropy over all labels."""
        wanted = torch.stack([example.labels for example in examples]).to(loop.device())
        return functional.binary_cross_entropy_with_logits(
            self([example.row for example in examples]), wanted
        )


def train_concepts(
    base: Base, examples: Sequence[LabelledAct], settings: Concepts, folder: Path
) -> Base:
    """Train C-BERT; resume from ``folder``."""
    torch.manual_seed(1)
    model = ConceptClassifier(base, len(examples[0].labels), settings.tokens)
    inputs = settings, base.fingerprint
    fingerprint = train(model, examples, model.loss, settings, folder, inputs, chunk=8)
    return Base(f"{base.name}, EuroVoc", model.encoder.cpu(), base.tokenizer, fingerprint)
