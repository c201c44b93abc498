"""The device of the embedder, measured: where its nodes run, and how fast."""

from __future__ import annotations

import time
from dataclasses import dataclass

from lexdesk.document.passages import passage_text
from lexdesk.errors import Message
from lexdesk.models.embedder import Embedder
from lexdesk.storage import Store

_SAMPLE = 256  # passages


@dataclass(frozen=True, slots=True)
class DeviceReport:
    """The ``device`` on which most nodes of the model run, ``cuda`` or ``cpu``.

    ``no_gpu`` is the reason for ``cpu``, ``providers`` are those of onnxruntime, ``nodes`` counts the nodes of the graph by
    provider, if measured (on a GPU). ``batch_tokens`` are the padded tokens of one call, 0 for one passage a call.
    ``passages_per_second`` was measured on ``passages`` of the library.
    """

    device: str
    no_gpu: Message | None
    providers: list[str]
    nodes: dict[str, int]
    batch_tokens: int
    passages: int
    passages_per_second: float | None


def measure_device(store: Store, embedder: Embedder) -> DeviceReport:
    """Load the installed embedder and encode passages of the library. Raises ``ModelError``."""
    import onnxruntime

    from lexdesk.models.onnx_session import TOKENS_PER_BATCH

    encoder = embedder.encoder
    sample = sorted(store.passages.searchable())[:_SAMPLE]
    texts = [
        passage_text(heading, text) for _, heading, text in store.vectors.texts_to_encode(sample)
    ]
    encoder.encode(texts[:8])  # the first call of a device is slow
    started = time.perf_counter()
    encoder.encode(texts)
    seconds = time.perf_counter() - started
    nodes, no_gpu = encoder.placement
    return DeviceReport(
        device=encoder.device,
        no_gpu=no_gpu,
        providers=onnxruntime.get_available_providers(),
        nodes=dict(nodes),
        batch_tokens=TOKENS_PER_BATCH if encoder.device == "cuda" else 0,
        passages=len(texts),
        passages_per_second=round(len(texts) / seconds, 1) if texts else None,
    )
