"""Batch size and threads of encoding: the fastest layout of a machine, measured once and stored.

Usually it is one text per core, each on one thread. On cores with two threads each, or with memory
contention, fewer may be faster; no processor name predicts it. A long job therefore measures: after its
beginning, other layouts alternate with the fastest so far, while no other program uses much of the
processors. Measuring encodes no extra text: each text is encoded once, alone, with the same vector in every
layout.
"""

import contextlib
import hashlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lexdesk.system.atomic import write_atomically
from lexdesk.system.cores import count_cores, find_processor

MEASURED_FROM = 4_000_000  # characters: half a minute on two cores; shorter jobs measure nothing
LEAST_MEASURED_PART = 100_000  # minimum characters of a part for a comparison of layouts
# Minimum share of the processors' time for a comparison: less means a busy machine.
LEAST_PROCESSOR_SHARE = 0.8
ROUNDS = 3  # rounds a layout must win before it loses as many
_CLEARLY = 1.05  # times the rate of the other layout: wins a round
_HOPELESS = 0.7  # times that rate: ends the contest

_NO_FOLDER = (OSError, RuntimeError)  # an unusable cache folder, or none: a user without a home

_Vectors = NDArray[np.float32]


class ThreadLayout(NamedTuple):
    """The ``texts`` encoded at once, one per call, and the ``threads`` of all calls together."""

    texts: int
    threads: int

    def __str__(self) -> str:
        return f"texts at once: {self.texts}, threads: {self.threads}"


class Clocks(NamedTuple):
    """Wall-clock seconds, and processor seconds of this process."""

    clock: float
    processors: float


def _now() -> Clocks:
    return Clocks(time.perf_counter(), time.process_time())


class _Encodes(Protocol):
    @property
    def device(self) -> str: ...

    def encode(self, texts: Sequence[str]) -> _Vectors: ...


def make_default_layout() -> ThreadLayout:
    """Return one text per core, each on one thread."""
    return ThreadLayout(count_cores(), count_cores())


def read_layout(model: str) -> ThreadLayout | None:
    """Return the fastest measured layout for the model with this fingerprint, or ``None``."""
    try:
        layout = ThreadLayout(*map(int, _place(model).read_text(encoding="utf-8").split()))
    except (*_NO_FOLDER, ValueError, TypeError):
        return None  # a damaged file counts as none: the layout is measured again
    return layout if 1 <= layout.texts <= layout.threads <= count_cores() else None


def remember(model: str, layout: ThreadLayout) -> None:
    """Store the measured layout, if the user's cache folder is writable."""
    with contextlib.suppress(*_NO_FOLDER):
        place = _place(model)
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(place, f"{layout.texts} {layout.threads}\n".encode())


def _place(model: str) -> Path:
    """Return a path for each processor, core count, onnxruntime version and model: a home may be shared."""
    import onnxruntime
    import platformdirs

    environment = f"{find_processor()}\n{count_cores()}\n{onnxruntime.__version__}\n{model}"
    name = hashlib.sha256(environment.encode()).hexdigest()[:16]
    return platformdirs.user_cache_path("lexdesk", appauthor=False) / "layouts" / name


def encode_all(
    parts: Iterable[Sequence[str]],
    model: str,
    encoder: _Encodes,
    laid_out: Callable[[ThreadLayout], _Encodes],
    now: Callable[[], Clocks] = _now,
) -> Iterator[_Vectors]:
    """Encode each of ``parts`` in order, in the fastest layout for ``model`` on this machine.

    A long job measures an unknown layout. ``encoder`` has the usual layout; ``laid_out`` returns a loaded
    encoder with another one. A GPU has one layout.
    """
    parts = iter(parts)
    for part in _take_first(parts):
        yield encoder.encode(part)
    if encoder.device == "cpu":
        layout = read_layout(model)
        if layout is None:
            layout = yield from _find(parts, encoder, laid_out, now)
            if layout is None:
                return  # no parts are left
            remember(model, layout)
        if layout != make_default_layout():
            encoder = laid_out(layout)
    for part in parts:
        yield encoder.encode(part)


def _take_first(parts: Iterator[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Yield the first ``parts``, up to ``MEASURED_FROM`` characters; the others stay in the iterator."""
    characters = 0
    for part in parts:
        yield part
        characters += sum(map(len, part))
        if characters > MEASURED_FROM:
            return


def _find(
    parts: Iterator[Sequence[str]],
    encoder: _Encodes,
    laid_out: Callable[[ThreadLayout], _Encodes],
    now: Callable[[], Clocks],
) -> Generator[_Vectors, None, ThreadLayout | None]:
    """Halve the texts at once of the fastest layout, alone or with all threads, as long as one is faster.

    Return ``None`` if ``parts`` end before the result.
    """
    best = make_default_layout()
    while texts := best.texts // 2:
        tried = best
        for layout in (ThreadLayout(texts, texts), ThreadLayout(texts, count_cores())):
            other = laid_out(layout)
            is_faster = yield from _contest(parts, encoder, best.threads, other, now)
            if is_faster is None:
                return None
            if is_faster:
                best, encoder = layout, other
        if best is tried:
            break
    return best


def _contest(
    parts: Iterator[Sequence[str]],
    best: _Encodes,
    threads: int,
    other: _Encodes,
    now: Callable[[], Clocks],
) -> Generator[_Vectors, None, bool | None]:
    """Encode ``parts`` with both in turn, and return True if ``other`` is clearly faster.

    ``best`` has ``threads`` threads. Two successive parts are compared. Rates on a busy machine say nothing
    about a quiet one, so ``other`` has its turn only after a part on a quiet machine.
    """
    won = lost = 0
    rate_of_best: float | None = None  # of the previous part, if it can be compared
    for part in parts:
        began = now()
        vectors = (best if rate_of_best is None else other).encode(part)
        ended = now()
        yield vectors
        characters = sum(map(len, part))
        if characters < LEAST_MEASURED_PART:
            continue
        seconds = ended.clock - began.clock
        rate = characters / seconds
        if rate_of_best is None:
            if ended.processors - began.processors >= LEAST_PROCESSOR_SHARE * threads * seconds:
                rate_of_best = rate
            continue
        if rate > _CLEARLY * rate_of_best:
            won += 1
        else:
            lost += ROUNDS if rate < _HOPELESS * rate_of_best else 1
        if won == ROUNDS or lost >= ROUNDS:
            return won == ROUNDS
        rate_of_best = None
    return None
