"""A Ray cluster for reading files and encoding passages."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import FrameType

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import LexdeskError, ServiceCode
from lexdesk.extract.workers.pool import Reading
from lexdesk.ingest.cluster import tasks
from lexdesk.models.manifest import FAST, Manifest, Size

# Disables Ray's usage reports, and waits seconds for its server where it would wait half a minute; must come before
# its import.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ.setdefault("RAY_py_gcs_connect_timeout_s", "5")

import ray
import ray.data

# Files per task: the loss if a machine fails, and the work of one started parser.
FILES_PER_TASK = 32
# Characters per task: half a second of a core, so that little remains to wait for at the end.
CHARACTERS_PER_TASK = 8_000
_CHARACTERS_ON_GPU = 128_000  # a GPU is much faster than a core
_PATIENCE = 20  # seconds until a cluster that neither starts nor fails counts as unreachable; Ray waits ten minutes
_AHEAD = 3  # tasks for each worker: one running, others queued


class Cluster:
    """The Ray cluster at ``address``; by default the running one, or this machine alone.

    Every machine needs Lexdesk with the same model and the files under the same paths. Available GPUs are used.
    Leaving the context disconnects. Raises ``LexdeskError`` without an answer from ``address``.
    """

    cites = True
    """Whether documents come with their references."""

    def __init__(self, address: str | None = None):
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            try:
                with _deadline(_PATIENCE):
                    ray.init(address=address, log_to_driver=False, include_dashboard=False)
            except (OSError, RuntimeError, ValueError) as error:
                ray.shutdown()
                where = address or os.environ.get("RAY_ADDRESS") or "on this machine"
                raise LexdeskError(
                    ServiceCode.CLUSTER_UNREACHABLE,
                    where=where,
                    reason=str(error).partition(chr(10))[0],
                ) from error
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        ray.data.DataContext.get_current().enable_progress_bars = False

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_ours:
            ray.shutdown()

    def read_all(self, paths: Iterable[Path]) -> Iterator[Reading]:
        """Yield the readings of each file, as ``lexdesk.extract.workers.pool.WorkerPool`` does.

        Few results wait at any time: Ray Data reads on only as results are consumed.
        """
        files = [{"path": os.fspath(path)} for path in paths]
        if not files:
            return
        context = ray.data.DataContext.get_current()
        context.execution_options.preserve_order = True  # keeps the parts of a file in order
        blocks = -(-len(files) // FILES_PER_TASK)
        data = ray.data.from_items(files, override_num_blocks=blocks)
        for row in data.map_batches(tasks.read, batch_size=FILES_PER_TASK, num_cpus=1).iter_rows():
            yield Reading(
                Path(row["path"]), row["member"], tasks.decode_outcome(row), bool(row["last"])
            )

    def encoder(
        self, manifest: Manifest, multilingual: str | None = None, size: Size = FAST
    ) -> ClusterEncoder:
        """Return the passage encoder of ``size`` for the model of ``manifest``, and the ``multilingual`` fingerprint."""
        return ClusterEncoder(manifest, multilingual, size)


@contextlib.contextmanager
def _deadline(seconds: int) -> Iterator[None]:
    """Raise ``TimeoutError`` after ``seconds``, and each second until it is heeded; Windows and other threads have none."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"no answer within {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class ClusterEncoder:
    """An encoder on all machines of the cluster; texts of a lost machine are encoded again."""

    def __init__(self, manifest: Manifest, multilingual: str | None = None, size: Size = FAST):
        self.manifest, self._models = manifest, (manifest.fingerprint, multilingual, size)
        gpus = 1 if ray.cluster_resources().get("GPU") else 0
        self._characters = _CHARACTERS_ON_GPU if gpus else CHARACTERS_PER_TASK
        self._encode = ray.remote(max_retries=-1, num_cpus=1, num_gpus=gpus)(tasks.encode)

    def encode_all(self, parts: Iterable[Sequence[str]]) -> Iterator[NDArray[np.float32]]:
        """Encode the texts of each of ``parts``, in order: float32 (n, dimensions), rows of unit length.

        Takes as many parts ahead as keep all machines busy while the first is waited for.
        """
        waiting: deque[list[ray.ObjectRef]] = deque()
        for texts in parts:
            waiting.append([self._task(some) for some in _cut(texts, self._characters)])
            while sum(map(len, waiting)) - len(waiting[0]) >= _AHEAD * self._workers():
                yield self._vectors(waiting.popleft())
        while waiting:
            yield self._vectors(waiting.popleft())

    def _task(self, texts: list[str]) -> ray.ObjectRef:
        return self._encode.remote(*self._models, texts)

    def _workers(self) -> int:
        """Return the number of parallel tasks; machines may join or leave."""
        there = ray.cluster_resources()
        return max(1, int(there.get("GPU") or there.get("CPU", 0)))

    def _vectors(self, refs: list[ray.ObjectRef]) -> NDArray[np.float32]:
        none = np.empty((0, self.manifest.dimensions), np.float32)
        try:
            return np.concatenate([none, *ray.get(refs)])
        except ray.exceptions.RayTaskError as error:  # its message is a traceback
            raise (error.cause if isinstance(error.cause, LexdeskError) else error) from None


def _cut(texts: Sequence[str], most: int) -> Iterator[list[str]]:
    """Split ``texts``, in order, into lists for one task each: of ``most`` characters, or of one text."""
    some: list[str] = []
    characters = 0
    for text in texts:
        if some and characters + len(text) > most:
            yield some
            some, characters = [], 0
        some.append(text)
        characters += len(text)
    if some:
        yield some
