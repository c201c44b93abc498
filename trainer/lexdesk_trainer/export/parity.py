"""Parity of an exported graph with the torch model in float32, and its speed."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from tokenizers import Tokenizer
from torch import nn

from lexdesk_trainer.export.batches import Feed, batches, token_ids

Rows = np.ndarray[Any, np.dtype[np.float32]]
Encode = Callable[[Feed], Rows]

BATCH, PASSAGE_TOKENS, QUERY_TOKENS = 32, 128, 16
ROUNDS, QUERY_ROUNDS = 10, 300
_TORCH = "torch_float32"


@dataclass(frozen=True)
class Texts:
    """Texts for measuring parity, and their tokenization."""

    tokenizer: Tokenizer
    texts: Sequence[str]
    maximum_tokens: int

    def ids(self) -> list[list[int]]:
        """Return the token ids of each text, shortest first."""
        return token_ids(self.tokenizer, self.texts, self.maximum_tokens)


def measure(encoder: nn.Module, graphs: Mapping[str, Path], texts: Texts) -> dict[str, Any]:
    """Compare each of ``graphs`` with ``encoder``; the result is ``measured`` in the manifest.

    Cosines compare the two vectors of each text, in batches of 32 and alone. Speed is the best of ten
    rounds of alternating torch and graphs, so that background load slows all alike, and for the query the
    best of 300; only ratios carry over to another machine.
    """
    ids = texts.ids()
    truth = np.vstack([torch_rows(encoder, feed) for feed in batches(ids, BATCH)])
    sessions = {name: open_session(graph) for name, graph in graphs.items()}
    speeds = _measure_speeds(encoder, sessions, ids)
    measured: dict[str, Any] = {"texts": len(ids), "torch_float32": speeds[_TORCH]}
    for name, session in sessions.items():
        size = {"bytes": graphs[name].stat().st_size}
        measured[name] = _compare_vectors(session, ids, truth) | size | speeds[name]
    return measured


def _compare_vectors(
    session: onnxruntime.InferenceSession, ids: list[list[int]], truth: Rows
) -> dict[str, Any]:
    together = np.vstack([rows(session, feed) for feed in batches(ids, BATCH)])
    alone = np.vstack([rows(session, feed) for feed in batches(ids, 1)])
    return {
        "cosine_to_torch": _summarize(cosines(together, truth)),
        "cosine_to_torch_alone": _summarize(cosines(alone, truth)),
        "cosine_alone_to_batched": _summarize(cosines(alone, together)),
    }


def _measure_speeds(
    encoder: nn.Module, sessions: Mapping[str, onnxruntime.InferenceSession], ids: list[list[int]]
) -> dict[str, dict[str, float]]:
    """Return tokens per second over passages, and milliseconds of one query, by name."""
    encoders: dict[str, Encode] = {_TORCH: partial(torch_rows, encoder)}
    encoders |= {name: partial(rows, session) for name, session in sessions.items()}
    passages, query = _timing_feeds(ids)
    tokens = passages["input_ids"].size
    seconds = _best_times(encoders, passages, ROUNDS)
    # Not in turns: the threads of the one before go on spinning for longer than a query takes.
    query_seconds = {
        name: _best_times({name: encode}, query, QUERY_ROUNDS)[name]
        for name, encode in encoders.items()
    }
    return {
        name: {
            "tokens_per_second": round(tokens / seconds[name]),
            "query_of_16_tokens_ms": round(1e3 * query_seconds[name], 2),
        }
        for name in encoders
    }


def open_session(graph: Path) -> onnxruntime.InferenceSession:
    """Open ``graph`` on the CPU, for equal numbers on machines with a GPU."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def rows(session: onnxruntime.InferenceSession, feed: Feed) -> Rows:
    """Encode one batch with the exported graph -> float32 (batch, dimensions)."""
    embedding: Rows = session.run(["embedding"], feed)[0]
    return embedding


def torch_rows(encoder: nn.Module, feed: Feed) -> Rows:
    """Encode one batch with torch in float32 -> float32 (batch, dimensions)."""
    with torch.no_grad():
        output = encoder(**{name: torch.from_numpy(array) for name, array in feed.items()})
    embedding: Rows = output["embedding"].numpy()
    return embedding


def cosines(ours: Rows, theirs: Rows) -> Rows:
    """Return the cosine of each row of ``ours`` with the same row of ``theirs`` -> (n,)."""
    lengths = np.linalg.norm(ours, axis=1) * np.linalg.norm(theirs, axis=1)
    cosine: Rows = (ours * theirs).sum(1) / lengths
    return cosine


def _summarize(cosine: Rows) -> dict[str, float]:
    return {"min": round(float(cosine.min()), 5), "mean": round(float(cosine.mean()), 5)}


def _timing_feeds(ids: list[list[int]]) -> tuple[Feed, Feed]:
    """Return 32 passages of 128 tokens (or of the longest text, if shorter) and a query of 16."""
    running = [token for row in ids for token in row]
    length = min(PASSAGE_TOKENS, max(map(len, ids)))
    running *= 1 + BATCH * length // len(running)  # few short texts are repeated
    (passages,) = batches([running[i * length :][:length] for i in range(BATCH)], BATCH)
    (query,) = batches([running[: min(QUERY_TOKENS, length)]], 1)
    return passages, query


def _best_times(encoders: Mapping[str, Encode], feed: Feed, rounds: int) -> dict[str, float]:
    """Return the fewest seconds of each encoder for ``feed``, without the first call."""
    best = dict.fromkeys(encoders, math.inf)
    for encode in encoders.values():
        encode(feed)
    for _ in range(rounds):
        for name, encode in encoders.items():
            start = time.perf_counter()
            encode(feed)
            best[name] = min(best[name], time.perf_counter() - start)
    return best
