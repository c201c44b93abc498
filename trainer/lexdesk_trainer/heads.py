"""Linear heads on an embedder's vectors: learned in seconds, calibrated, exported as a tiny graph.

Learned from the vectors of the exported, quantized embedder, since those are what it will see. Each
logit becomes a probability by Platt's scaling (1999), fitted on texts that were left out in turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from lexdesk_trainer.settings import Classifier

_Array = np.ndarray[Any, Any]
OPSET = 17
_CALIBRATION_STEPS = 300


@dataclass(frozen=True)
class Examples:
    """``vectors`` float32 (n, D), ``labels`` float32 (n, L) of 0 and 1, ``folds`` int64 (n,).

    What must not be learned from and tested with, such as two languages of one paragraph, shares a
    fold.
    """

    vectors: _Array
    labels: _Array
    folds: _Array


@dataclass(frozen=True)
class Head:
    """``sigmoid(slope * logit + offset)`` with logits ``vectors @ weight.T + bias``; see ``logits``."""

    weight: torch.Tensor  # (L, D)
    bias: torch.Tensor  # (L,)
    slope: float = 1.0
    offset: float = 0.0

    def logits(self, vectors: torch.Tensor) -> torch.Tensor:
        """(n, D) -> (n, L)."""
        return functional.linear(vectors, self.weight, self.bias)

    def probabilities(self, vectors: _Array) -> _Array:
        """(n, D) -> (n, L) in 0..1."""
        logits = self.logits(torch.from_numpy(vectors))
        return np.asarray(torch.sigmoid(self.slope * logits + self.offset).numpy())


@dataclass(frozen=True)
class Calibrated:
    """A head, and what the texts left out in turn say of it."""

    head: Head
    left_out: _Array  # float32 (n, L), probabilities by heads that had not seen the text
    calibration_error: float
    threshold: float


def learn(examples: Examples, settings: Classifier) -> Calibrated:
    """Fit a head on all examples, calibrated on those left out, with the threshold of the best F1."""
    logits = torch.zeros(examples.labels.shape)
    for fold in range(settings.folds):
        out = torch.from_numpy(examples.folds % settings.folds == fold)
        head = _fit(examples, settings, ~out)
        logits[out] = head.logits(torch.from_numpy(examples.vectors)[out])
    truth = torch.from_numpy(examples.labels)
    (slope,), offset = logistic(logits.reshape(-1, 1), truth.reshape(-1))
    whole = _fit(examples, settings, torch.ones(len(truth), dtype=torch.bool))
    left_out = torch.sigmoid(slope * logits + offset).numpy()
    return Calibrated(
        Head(whole.weight, whole.bias, slope, offset),
        left_out,
        calibration_error(left_out, examples.labels),
        best_threshold(left_out, examples.labels),
    )


def calibration_error(probabilities: _Array, labels: _Array, bins: int = 15) -> float:
    """Expected calibration error (Naeini et al. 2015) over all labels of all texts."""
    flat, truth = probabilities.ravel(), labels.ravel()
    place = np.minimum((flat * bins).astype(int), bins - 1)
    told, right = (np.bincount(place, values, minlength=bins) for values in (flat, truth))
    return float(np.abs(told - right).sum() / len(flat))


def write_graph(head: Head, path: Path) -> None:
    """Write ``head`` as ONNX: ``embedding`` float32 (batch, D) -> ``probability`` (batch, L)."""
    from onnx import TensorProto, checker, helper, numpy_helper, save

    labels, width = head.weight.shape
    constants = {
        "weight": head.weight.T.contiguous().numpy(),
        "bias": head.bias.numpy(),
        "slope": np.array(head.slope, np.float32),
        "offset": np.array(head.offset, np.float32),
    }
    nodes = [
        helper.make_node("Gemm", ["embedding", "weight", "bias"], ["linear"]),
        helper.make_node("Mul", ["linear", "slope"], ["scaled"]),
        helper.make_node("Add", ["scaled", "offset"], ["calibrated"]),
        helper.make_node("Sigmoid", ["calibrated"], ["probability"]),
    ]
    graph = helper.make_graph(
        nodes,
        "head",
        [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", width])],
        [helper.make_tensor_value_info("probability", TensorProto.FLOAT, ["batch", labels])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    checker.check_model(model)
    save(model, path)


def _fit(examples: Examples, settings: Classifier, chosen: torch.Tensor) -> Head:
    """Full-batch AdamW from zero, which is deterministic."""
    vectors = torch.from_numpy(examples.vectors)[chosen]
    labels = torch.from_numpy(examples.labels)[chosen]
    weight = nn.Parameter(torch.zeros(labels.shape[1], vectors.shape[1]))
    bias = nn.Parameter(torch.zeros(labels.shape[1]))
    groups: Sequence[dict[str, Any]] = (
        {"params": [weight], "weight_decay": settings.weight_decay},
        {"params": [bias], "weight_decay": 0.0},
    )
    optimizer = torch.optim.AdamW(groups, lr=settings.learning_rate)
    for _ in range(settings.epochs):
        optimizer.zero_grad()
        logits = functional.linear(vectors, weight, bias)
        loss = functional.binary_cross_entropy_with_logits(logits, labels)
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return Head(weight.detach(), bias.detach())


def logistic(features: torch.Tensor, truth: torch.Tensor) -> tuple[list[float], float]:
    """Weights (F,) and offset of a logistic regression: ``features`` (n, F), ``truth`` (n,) of 0 and 1."""
    weights = torch.zeros(features.shape[-1], requires_grad=True)
    offset = torch.zeros((), requires_grad=True)
    optimizer = torch.optim.LBFGS([weights, offset], max_iter=_CALIBRATION_STEPS)

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        value = functional.binary_cross_entropy_with_logits(features @ weights + offset, truth)
        value.backward()  # type: ignore[no-untyped-call]
        return value

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    return weights.detach().tolist(), float(offset.detach())


def best_threshold(probabilities: _Array, labels: _Array, beta: float = 1.0) -> float:
    """The threshold in 0.05 .. 0.95 with the best micro-averaged F-beta on texts left out.

    ``beta`` below 1 has a wrong label cost more than a missing one (van Rijsbergen 1979).
    """

    def measure(threshold: float) -> float:
        told = probabilities >= threshold
        right = float((told & (labels > 0)).sum())
        of_all = beta**2 * float(labels.sum()) + float(told.sum())
        return (1 + beta**2) * right / max(of_all, 1.0)

    return float(max(np.arange(0.05, 0.96, 0.05).round(2), key=measure))
