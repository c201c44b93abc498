"""A comparison of quantization recipes as a Markdown table."""

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.encoders.sentence_encoder import load
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.export.embedder import calibration, write_graph, write_tokenizer
from lexdesk_trainer.export.parity import Texts, measure
from lexdesk_trainer.export.quantizations import recipe

_HEAD = (
    "| recipe | MB | cosine min | mean | alone to batched, min | tokens/s | of torch | query ms |",
    "|---|---|---|---|---|---|---|---|",
)


def table(trained: TrainedEncoder, names: Iterable[str]) -> Iterator[str]:
    """Export ``trained`` by each recipe to a temporary folder, and yield a row for each."""
    yield from _HEAD
    encoder = load(trained)
    with tempfile.TemporaryDirectory() as folder_name:
        folder = Path(folder_name)
        tokenizer = write_tokenizer(trained, folder)
        feeds = calibration(tokenizer, trained)
        graphs = {name: folder / f"{name}.onnx" for name in names}
        for name, graph in graphs.items():
            write_graph(encoder, feeds, recipe(name), graph)
        texts = Texts(tokenizer, paragraphs.gdpr("parity"), trained.maximum_tokens)
        measured = measure(encoder, graphs, texts)
    yield from (_row(name, measured) for name in graphs)


def _row(name: str, measured: Mapping[str, Any]) -> str:
    graph = measured[name]
    ratio = graph["tokens_per_second"] / measured["torch_float32"]["tokens_per_second"]
    cells = (
        name,
        f"{graph['bytes'] / 1e6:.1f}",
        f"{graph['cosine_to_torch']['min']:.4f}",
        f"{graph['cosine_to_torch']['mean']:.4f}",
        f"{graph['cosine_alone_to_batched']['min']:.4f}",
        f"{graph['tokens_per_second']:,}",
        f"{ratio:.2f}",
        f"{graph['query_of_16_tokens_ms']:.2f}",
    )
    return f"| {' | '.join(cells)} |"
