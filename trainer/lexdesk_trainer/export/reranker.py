"""Export of a trained cross-encoder to a model folder: int8 ONNX, manifest, card, parity with torch."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer

from lexdesk.models import manifest
from lexdesk.models.manifest import Manifest
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.export import model_card, quantizations
from lexdesk_trainer.export.batches import Feed
from lexdesk_trainer.export.drafts import replace_folder
from lexdesk_trainer.export.embedder import write_graph, write_tokenizer
from lexdesk_trainer.export.parity import open_session
from lexdesk_trainer.training.reranker import CrossEncoder, load_cross_encoder

_BATCH = 8


def export_reranker(
    model_folder: Path, folder: Path, *, quantization: str = quantizations.DEFAULT
) -> Manifest:
    """Export the cross-encoder in ``model_folder``; replace an older model in ``folder`` at the end."""
    how = quantizations.recipe(quantization)
    model = load_cross_encoder(model_folder)
    source = bert.read_trained_encoder(model_folder, {})
    with replace_folder(folder) as draft:
        tokenizer = write_tokenizer(source, draft)
        calibrating = _feeds(tokenizer, paragraphs.gdpr("calibration"), source.maximum_tokens)
        write_graph(model, calibrating, how, draft / "model.onnx")
        plain = draft.parent / "float32.onnx"
        write_graph(model, [], quantizations.RECIPES["float32-fused"], plain)
        feeds = _feeds(tokenizer, paragraphs.gdpr("parity"), source.maximum_tokens)
        graphs = {"shipped": draft / "model.onnx", "onnx_float32": plain}
        manifest_ = manifest.write(
            draft,
            Manifest(
                name=folder.name,
                task="reranker",
                base=source.base,
                dimensions=1,
                pooling="cls",
                normalize=False,
                maximum_tokens=source.maximum_tokens,
                quantization=how.about,
                licence=source.licence,
                training_data=source.training_data,
                measured=_compare_scores(model, graphs, feeds) | dict(source.measured),
            ),
        )
        model_card.write(draft, manifest_, "reranker")
    return manifest_


def _feeds(tokenizer: Tokenizer, texts: Sequence[str], maximum_tokens: int) -> list[Feed]:
    """Pair each text as a question with the next: batches of int64 (8, longest), with segments."""
    tokenizer.no_padding()
    tokenizer.enable_truncation(maximum_tokens)
    pairs = list(zip(texts, [*texts[1:], texts[0]], strict=True))
    encodings = sorted(tokenizer.encode_batch(pairs), key=lambda encoding: len(encoding.ids))
    tokenizer.no_truncation()
    return [_feed(encodings[at : at + _BATCH]) for at in range(0, len(encodings), _BATCH)]


def _feed(encodings: Sequence[Any]) -> Feed:
    shape = (len(encodings), max(len(encoding.ids) for encoding in encodings))
    names = ("input_ids", "attention_mask", "token_type_ids")
    feed = {name: np.zeros(shape, np.int64) for name in names}
    for at, encoding in enumerate(encodings):
        for name, values in zip(
            names, (encoding.ids, encoding.attention_mask, encoding.type_ids), strict=True
        ):
            feed[name][at, : len(values)] = values
    return feed


def _compare_scores(
    model: CrossEncoder, graphs: dict[str, Path], feeds: list[Feed]
) -> dict[str, Any]:
    """Compute differences of scores from torch's, and their correlation."""
    with torch.no_grad():
        truth = np.concatenate(
            [
                model(**{name: torch.from_numpy(rows) for name, rows in feed.items()})["score"]
                for feed in feeds
            ]
        )
    measured: dict[str, Any] = {"pairs": len(truth)}
    for name, graph in graphs.items():
        session = open_session(graph)
        scores = np.concatenate([session.run(["score"], feed)[0] for feed in feeds])
        measured[name] = {
            "bytes": graph.stat().st_size,
            "largest_difference": round(float(np.abs(scores - truth).max()), 5),
            "spread_of_scores": round(float(truth.std()), 5),
            "correlation": round(float(np.corrcoef(scores, truth)[0, 1]), 5),
        }
    return measured
