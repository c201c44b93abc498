"""Bases for the embedder on the same judged questions: each alone, and beside the vectors of an exported embedder.

FOLDERS hold exported embedders, or encoders in transformers' format with their pooling, as ``lexdesk-trainer convert-base`` and
its training write them. Passages and questions are encoded once and compared exactly; hybrid scores are the weighted sum of
the product, without evidence of other passages.
"""

import hashlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import click
import numpy as np
import torch
from numpy.typing import NDArray
from transformers import BertModel

from benchmarks import english_shares, tune_fusion
from benchmarks.judged_questions import comparison
from lexdesk import Library
from lexdesk.evaluation.evaluation import cache_path, index
from lexdesk.evaluation.run import Run
from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk_trainer.bases.folders import PROMPTS
from lexdesk_trainer.data import vocabulary
from lexdesk_trainer.encoders import bert, token_vectors, trained_encoder
from lexdesk_trainer.encoders.sentence_encoder import SentenceEncoder
from lexdesk_trainer.export import exported_embedder
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.feeding import by_length

_TOKENS, _BATCH = 256, 32

_Vectors = NDArray[np.float32]


def encode(folder: Path, texts: Sequence[str], kind: str) -> _Vectors:
    """Encode ``texts``, of the ``kind`` query or document, by the model in ``folder``: unit vectors (n, D)."""
    if (folder / manifest.MANIFEST_NAME).exists():
        exported = manifest.read(folder)
        return Encoder(folder, exported, task=exported.task).encode(texts)
    stored = trained_encoder.read(folder, base=folder.name, licence="", training_data=())
    prompts = folder / PROMPTS
    before = json.loads(prompts.read_text()).get("prompts", {}) if prompts.is_file() else {}
    tokenizer = vocabulary.read(folder)
    tokenizer.enable_truncation(_TOKENS)
    rows = [e.ids for e in tokenizer.encode_batch([before.get(kind, "") + t for t in texts])]
    network = BertModel.from_pretrained(
        folder, local_files_only=True, dtype=torch.float32, add_pooling_layer=False
    )
    encoder = SentenceEncoder(network, stored.pooling, normalize=True).eval()
    found = np.empty((len(rows), network.config.hidden_size), np.float32)
    with torch.no_grad(), loop.precision(torch.device("cpu")):
        for part in by_length(np.array([len(row) for row in rows]), _BATCH):
            ids = torch.nn.utils.rnn.pad_sequence(
                [torch.tensor(rows[at]) for at in part], batch_first=True, padding_value=-1
            )
            known = (ids >= 0).long()
            found[part] = encoder(ids * known, known)["embedding"].float().numpy()
    return found


def kept(folder: Path, texts: Sequence[str], kind: str, vectors: Path | None) -> _Vectors:
    """Return the vectors of ``encode``; keep them in the folder ``vectors``, if any, for the next run."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    state = [[str(p), p.stat().st_size, p.stat().st_mtime_ns] for p in files]
    name = hashlib.sha256(json.dumps([state, kind, *texts]).encode()).hexdigest()[:24]
    path = vectors / f"{name}.npy" if vectors else None
    if path and path.is_file():
        stored: _Vectors = np.load(path)
        return stored
    found = encode(folder, texts, kind)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, found)
    return found


def beside(ours: _Vectors, theirs: _Vectors, share: float) -> _Vectors:
    """Return vectors whose products are weighted sums of cosines, ``share`` of them by ``ours``."""
    return np.hstack([share**0.5 * ours, (1 - share) ** 0.5 * theirs])


def table(folder: Path, texts: Sequence[str]) -> _Vectors:
    """Return the sums of the token vectors of the exported embedder in ``folder``, shorter than one: (n, D)."""
    with tempfile.TemporaryDirectory() as work:
        unpacked = exported_embedder.unpack(folder, Path(work) / "embedder").folder
        learned = token_vectors.load(unpacked, bert.load(unpacked))
    rows, specials = learned.table(), learned.specials
    tokenizer = vocabulary.read(folder)
    tokenizer.enable_truncation(_TOKENS)
    sums = []
    for encoding in tokenizer.encode_batch_fast(list(texts)):
        content = [number for number in encoding.ids if number >= specials]
        sums.append(rows[content].sum(0) / max(len(content), 1) ** 0.5)
    found: _Vectors = token_vectors.bound_length(torch.stack(sums)).numpy()
    return found


def joined(ours: _Vectors, own: _Vectors, weight: float) -> _Vectors:
    """Return unit vectors of ``weight`` times ``ours`` plus ``own``, as a joined embedder has them."""
    rows = weight * ours + own
    unit: _Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return unit


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--beside", "other", type=click.Path(path_type=Path, exists=True),
              help="Model folder of an embedder whose cosines are added.")  # fmt: skip
@click.option("--share", "shares", multiple=True, type=float, default=(0.35, 0.5, 0.65))
@click.option("--weight", "weights", multiple=True, type=float,
              help="Weights of each base joined with the token vectors of the embedder --beside.")  # fmt: skip
@click.option("--collection", "name", default="obliqa", show_default=True)
@click.option("--qrels", default=None)
@click.option("--queries", default=600, show_default=True, help="At most so many; 0 for all.")
@click.option("--passages", default=20_000, show_default=True, help="At most so many, or judged.")
@click.option("--vectors", type=click.Path(path_type=Path), help="Keep vectors in this folder.")
def main(
    folders: tuple[Path, ...], other: Path | None, shares: tuple[float, ...],
    weights: tuple[float, ...], name: str,
    qrels: str | None, queries: int, passages: int, vectors: Path | None,
) -> None:  # fmt: skip
    """Print measures of semantic and hybrid search with each base in FOLDERS, compared with the first."""
    collection = tune_fusion.opened(name)
    path = cache_path(collection)
    index(collection, path, vectors=False)
    with Library.open(path) as library:
        judged, questions, texts = english_shares.read(
            library, collection, qrels, queries, passages
        )
    click.echo(f"{name}, {len(questions):,} questions, {len(texts):,} passages")
    found: dict[str, Mapping[str, Run]] = {}

    def both(folder: Path) -> tuple[_Vectors, _Vectors]:
        return kept(folder, questions, "query", vectors), kept(folder, texts, "document", vectors)

    if other:
        theirs, own = both(other), (table(other, questions), table(other, texts))
    for folder in folders:
        ours = both(folder)
        label = "/".join(folder.parts[-3:])
        mixed = {label: list(ours)}
        if other and folder != other:
            for share in shares:
                mixed[f"{label}, {share} beside"] = [
                    beside(a, b, share) for a, b in zip(ours, theirs, strict=True)
                ]
            for weight in weights:
                mixed[f"{label}, {weight} joined"] = [
                    joined(a, b, weight) for a, b in zip(ours, own, strict=True)
                ]
        for way, (asked, passage) in mixed.items():
            found[way] = english_shares.runs_of(judged, asked, passage)
    first = next(iter(found))
    for way in next(iter(found.values())):
        runs = {label: some[way] for label, some in found.items()}
        title = way if way == "semantic" else f"hybrid, {way} semantic"
        click.echo(f"\n{title}\n\n{comparison(runs, judged.qrels, [*judged.qrels], first)}")


if __name__ == "__main__":
    main()
