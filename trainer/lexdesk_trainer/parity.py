"""How far an exported graph is from the torch model in float32, and how fast it is."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import onnxruntime
import torch
from tokenizers import Tokenizer

from lexdesk_trainer.batches import Feed, batches, token_ids
from lexdesk_trainer.sentence_encoder import SentenceEncoder

Rows = np.ndarray[Any, np.dtype[np.float32]]

BATCH, PASSAGE_TOKENS, QUERY_TOKENS = 32, 128, 16
ROUNDS = 5


@dataclass(frozen=True)
class Texts:
    """What parity is measured on, and how it becomes tokens."""

    tokenizer: Tokenizer
    texts: Sequence[str]
    maximum_tokens: int

    def ids(self) -> list[list[int]]:
        """Return the token ids of each text, shortest first."""
        return token_ids(self.tokenizer, self.texts, self.maximum_tokens)


def measure(encoder: SentenceEncoder, graphs: Mapping[str, Path], texts: Texts) -> dict[str, Any]:
    """Compare each of ``graphs`` with ``encoder``; the result goes into the manifest's ``measured``.

    Cosines are those of the two vectors of one text, in batches of 32 and alone. Speed is the best
    of five rounds on this machine, so only the ratio of torch to ONNX carries over to another one.
    """
    ids = texts.ids()
    truth = np.vstack([torch_rows(encoder, feed) for feed in batches(ids, BATCH)])
    passages, _ = _timing_feeds(ids)
    told: dict[str, Any] = {
        "texts": len(ids),
        "torch_float32_tokens_per_second": _tokens_per_second(
            lambda: torch_rows(encoder, passages)
        ),
    }
    return told | {name: _measure_graph(graph, ids, truth) for name, graph in graphs.items()}


def _measure_graph(graph: Path, ids: list[list[int]], truth: Rows) -> dict[str, Any]:
    session = open_session(graph)
    together = np.vstack([rows(session, feed) for feed in batches(ids, BATCH)])
    alone = np.vstack([rows(session, feed) for feed in batches(ids, 1)])
    passages, query = _timing_feeds(ids)
    return {
        "cosine_to_torch": _spread(cosines(together, truth)),
        "cosine_to_torch_alone": _spread(cosines(alone, truth)),
        "cosine_alone_to_batched": _spread(cosines(alone, together)),
        "bytes": graph.stat().st_size,
        "tokens_per_second": _tokens_per_second(lambda: rows(session, passages)),
        "query_of_16_tokens_ms": round(1e3 * median(_times(lambda: rows(session, query), 10)), 2),
    }


def open_session(graph: Path) -> onnxruntime.InferenceSession:
    """Open ``graph`` on the CPU alone, so that the same numbers come out beside a GPU."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def rows(session: onnxruntime.InferenceSession, feed: Feed) -> Rows:
    """Encode one batch with the exported graph -> float32 (batch, dimensions)."""
    embedding: Rows = session.run(["embedding"], feed)[0]
    return embedding


def torch_rows(encoder: SentenceEncoder, feed: Feed) -> Rows:
    """Encode one batch with torch in float32 -> float32 (batch, dimensions)."""
    with torch.no_grad():
        told = encoder(**{name: torch.from_numpy(array) for name, array in feed.items()})
    embedding: Rows = told["embedding"].numpy()
    return embedding


def cosines(ours: Rows, theirs: Rows) -> Rows:
    """Return the cosine of each row of ``ours`` with the same row of ``theirs`` -> (n,)."""
    lengths = np.linalg.norm(ours, axis=1) * np.linalg.norm(theirs, axis=1)
    cosine: Rows = (ours * theirs).sum(1) / lengths
    return cosine


def _spread(cosine: Rows) -> dict[str, float]:
    return {"min": round(float(cosine.min()), 5), "mean": round(float(cosine.mean()), 5)}


def _timing_feeds(ids: list[list[int]]) -> tuple[Feed, Feed]:
    """Return a batch of 32 passages of 128 real tokens, and one query of 16, neither padded."""
    running = [token for row in ids for token in row]
    running *= 1 + BATCH * PASSAGE_TOKENS // len(running)  # few short texts are repeated
    passages = [running[start * PASSAGE_TOKENS :][:PASSAGE_TOKENS] for start in range(BATCH)]
    (feed,) = batches(passages, BATCH)
    (query,) = batches([running[:QUERY_TOKENS]], 1)
    return feed, query


def _tokens_per_second(encode: Callable[[], object]) -> int:
    return round(BATCH * PASSAGE_TOKENS / min(_times(encode)))


def _times(encode: Callable[[], object], repeat: int = 1) -> list[float]:
    """Return the seconds of each call after a first that is not counted."""
    encode()
    seconds = []
    for _ in range(ROUNDS * repeat):
        start = time.perf_counter()
        encode()
        seconds.append(time.perf_counter() - start)
    return seconds
