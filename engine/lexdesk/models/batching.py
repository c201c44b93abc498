"""How many texts are encoded at once, and on how many threads: what is fastest on a machine, found once and kept.

Usually it is a text a core, each on one thread. Where two cores are the two threads of one, or where so many texts
at once hinder each other, fewer may be faster, which no name of a processor tells. So a long job tries it: past
its beginning, other layouts take turns with the fastest so far, while no other program has much of the processors.
No text is read for that alone: each is read once, by itself, and has the same vector in every layout.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lexdesk.system.atomic import write_atomically
from lexdesk.system.cores import cores, processor

_BEGINNING = 4_000_000  # characters: half a minute of two cores; a shorter job tries nothing
_TELLING = 100_000  # characters of a part by which layouts are compared
_QUIET = 0.8  # of the processors' time that a layout may have, when others leave it: else nothing is compared
_ROUNDS = 3  # that a layout must win, before it has lost as many
_CLEARLY = 1.05  # times the rate of another: what wins a round
_HOPELESS = 0.7  # times that rate: there is no other round

_NO_FOLDER = (OSError, RuntimeError)  # not to be used; there is none, as for a user without a home

_Vectors = NDArray[np.float32]


class ThreadLayout(NamedTuple):
    """``texts`` that are read at once, a call each, and the ``threads`` of all calls together."""

    texts: int
    threads: int

    def __str__(self) -> str:
        return f"texts at once: {self.texts}, threads: {self.threads}"


class Clocks(NamedTuple):
    """Seconds by the clock, and of all processors that this process had."""

    clock: float
    processors: float


def _now() -> Clocks:
    return Clocks(time.perf_counter(), time.process_time())


class _Encodes(Protocol):
    @property
    def device(self) -> str: ...

    def encode(self, texts: Sequence[str]) -> _Vectors: ...


def usual() -> ThreadLayout:
    """A text a core, each on one thread."""
    return ThreadLayout(cores(), cores())


def remembered(model: str) -> ThreadLayout | None:
    """What was found to be fastest here for the model with this fingerprint; ``None`` where nothing is known."""
    try:
        layout = ThreadLayout(*map(int, _place(model).read_text(encoding="utf-8").split()))
    except (*_NO_FOLDER, ValueError, TypeError):
        return None  # a damaged one is as good as none: it is found again
    return layout if 1 <= layout.texts <= layout.threads <= cores() else None


def remember(model: str, layout: ThreadLayout) -> None:
    """Keep what was found, if this machine lets one write to its user's cache folder."""
    with contextlib.suppress(*_NO_FOLDER):
        place = _place(model)
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(place, f"{layout.texts} {layout.threads}\n".encode())


def _place(model: str) -> Path:
    """A file for each processor, number of cores, version of onnxruntime and model: a home may be shared."""
    import onnxruntime
    import platformdirs

    told = f"{processor()}\n{cores()}\n{onnxruntime.__version__}\n{model}"
    name = hashlib.sha256(told.encode()).hexdigest()[:16]
    return platformdirs.user_cache_path("lexdesk", appauthor=False) / "layouts" / name


def encode_all(
    parts: Iterable[Sequence[str]],
    model: str,
    encoder: _Encodes,
    laid_out: Callable[[ThreadLayout], _Encodes],
    now: Callable[[], Clocks] = _now,
) -> Iterator[_Vectors]:
    """Encode each of ``parts``, one after another, in the layout that is fastest for ``model`` on this machine.

    A long job finds it where it is not known. ``encoder`` has the usual layout; ``laid_out`` makes
    one with another, ready to be used. A GPU has one layout.
    """
    parts = iter(parts)
    for part in _beginning(parts):
        yield encoder.encode(part)
    if encoder.device == "cpu":
        layout = remembered(model)
        if layout is None:
            layout = yield from _find(parts, encoder, laid_out, now)
            if layout is None:
                return  # that was all
            remember(model, layout)
        if layout != usual():
            encoder = laid_out(layout)
    for part in parts:
        yield encoder.encode(part)


def _beginning(parts: Iterator[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Those of ``parts`` that hold its first characters; the others are left in it."""
    characters = 0
    for part in parts:
        yield part
        characters += sum(map(len, part))
        if characters > _BEGINNING:
            return


def _find(
    parts: Iterator[Sequence[str]],
    encoder: _Encodes,
    laid_out: Callable[[ThreadLayout], _Encodes],
    now: Callable[[], Clocks],
) -> Generator[_Vectors, None, ThreadLayout | None]:
    """Half as many texts at once as in the fastest layout, alone or with all threads, as long as one is faster.

    Returns ``None`` where ``parts`` end before it is found.
    """
    best = usual()
    while texts := best.texts // 2:
        tried = best
        for layout in (ThreadLayout(texts, texts), ThreadLayout(texts, cores())):
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
    """Have both encode ``parts`` in turn, and return whether ``other`` is clearly faster.

    ``best`` has so many ``threads``. Two parts side by side are compared. How a busy machine shares itself
    out says nothing of a quiet one, so that ``other`` has its turn only after a part in quiet.
    """
    won = lost = 0
    rate_of_best: float | None = None  # of the part before, where it is to be compared
    for part in parts:
        began = now()
        vectors = (best if rate_of_best is None else other).encode(part)
        ended = now()
        yield vectors
        characters = sum(map(len, part))
        if characters < _TELLING:
            continue
        seconds = ended.clock - began.clock
        rate = characters / seconds
        if rate_of_best is None:
            if ended.processors - began.processors >= _QUIET * threads * seconds:
                rate_of_best = rate
            continue
        if rate > _CLEARLY * rate_of_best:
            won += 1
        else:
            lost += _ROUNDS if rate < _HOPELESS * rate_of_best else 1
        if won == _ROUNDS or lost >= _ROUNDS:
            return won == _ROUNDS
        rate_of_best = None
    return None
