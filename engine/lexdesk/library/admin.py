"""The administration of a library: status, checks, rebuilds, backups and exports."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.document.passages import passage_text
from lexdesk.errors import Message, UnsafeFile
from lexdesk.storage import Store
from lexdesk.system.atomic import write_atomically
from lexdesk.system.extras import require_extra
from lexdesk.system.library_files import CHECKED, NOTES, STORE, VECTORS, WORDS
from lexdesk.system.regular_files import read_json

if TYPE_CHECKING:  # numpy and onnxruntime are loaded by those who need them
    from lexdesk.export.source import ExportResult
    from lexdesk.index.indexes import Indexes, Writing
    from lexdesk.library.backup import Backup
    from lexdesk.library.status import Status
    from lexdesk.models.embedder import Embedder
    from lexdesk.models.manifest import Size
    from lexdesk.system.progress import Listener


@dataclass(frozen=True, slots=True)
class TimedCheck:
    """The parts that were checked, in order, those left for the next time, and the problems, in words."""

    checked: tuple[str, ...]
    left: tuple[str, ...]
    problems: tuple[str, ...]


def check_for(
    seconds: float, folder: Path, parts: Mapping[str, Callable[[], list[str]]]
) -> TimedCheck:
    """Check ``parts`` for ``seconds``, at least one; a started part is finished.

    The check ends with the first damaged part, which is the first one the next time.
    """
    ends, sound_at = time.monotonic() + seconds, _read_times(folder)
    order = sorted(parts, key=lambda name: sound_at.get(name, 0.0))
    for number, name in enumerate(order):
        if number and time.monotonic() >= ends:
            return TimedCheck((*order[:number],), (*order[number:],), ())
        if problems := parts[name]():
            return TimedCheck((*order[: number + 1],), (*order[number + 1 :],), (*problems,))
        sound_at[name] = time.time()
        with suppress(OSError):  # of a library that can only be read
            write_atomically(folder / CHECKED, json.dumps(sound_at).encode())
    return TimedCheck((*order,), (), ())


def _read_times(folder: Path) -> dict[str, float]:
    try:
        found: dict[str, float] = read_json(folder / CHECKED, 10_000, dict[str, float])
    except (OSError, UnsafeFile, ValueError):
        return {}
    return {name: at for name, at in found.items() if at <= time.time()}


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


def _measure_device(store: Store, embedder: Embedder) -> DeviceReport:
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


class LibraryAdmin:
    """The upkeep of the library in ``path``; ``write_lock`` holds the writer lock."""

    def __init__(
        self, path: Path, store: Store, indexes: Indexes, embedder: Embedder, write_lock: Writing
    ):
        self._path, self._store, self._indexes = path, store, indexes
        self._embedder, self._write_lock = embedder, write_lock

    def status(self) -> Status:
        """Return the contents and the state of the indexes.

        Raises ``LibraryError`` if its folder was moved or holds another library by now.
        """
        from lexdesk.library.status import read_status

        self._store.require_in(self._path)
        return read_status(self._path, self._store, self._indexes, self._embedder)

    def measure_device(self) -> DeviceReport:
        """Load the embedder and measure on which device it runs, and how fast. Raises ``ModelError``."""
        return _measure_device(self._store, self._embedder)

    def check(self) -> list[str]:
        """Read every byte of the notes and indexes, compare them with SQLite, and return the defects in words.

        ``repairs`` lists the damaged and rebuilt parts.
        """
        if problems := self._store.problems():
            return problems  # the indexes cannot be compared with it
        parts = self._parts()
        del parts[STORE]
        return [problem for find_problems in parts.values() for problem in find_problems()]

    def check_for(self, seconds: float) -> TimedCheck:
        """Check the parts of the library in turn for ``seconds``, the one checked longest ago first."""
        return check_for(seconds, self._path, self._parts())

    def _parts(self) -> dict[str, Callable[[], list[str]]]:
        """Return the check of each part of the library, by its name, in the order of checking."""
        from lexdesk.annotations.workbook import check_notes

        return {
            STORE: self._store.problems,
            NOTES: lambda: check_notes(self._path, self._store.key),
            WORDS: self._indexes.problems_of_fulltext,
            VECTORS: self._problems_of_vectors,
        }

    def _problems_of_vectors(self) -> list[str]:
        if not self._store.vectors.last_number():
            return []
        self._embedder.require_fit()
        return self._indexes.problems_of_vectors()

    @property
    def notices(self) -> list[str]:
        """Return the notices for the user on the library's disk, in words, each once."""
        return self._indexes.notices

    @property
    def repairs(self) -> list[str]:
        """Return the indexes found damaged and rebuilt since opening, in words."""
        return self._indexes.repairs

    def rebuild(
        self,
        *,
        vectors: bool = False,
        compact: bool | None = None,
        embedding: Size | None = None,
        listener: Listener | None = None,
    ) -> None:
        """Rebuild both indexes from SQLite alone, and find missing citations; with ``vectors``, also the vectors.

        ``compact`` sets the use of the compact semantic index from now on, in place of the automatic choice;
        ``embedding`` the size of the embeddings, of which those that change are recomputed. The available model makes
        vectors. Raises ``NoModel``.
        """
        from lexdesk.index.indexes import COMPACT_INDEX
        from lexdesk.ingest.addition import complete_citations, embed_missing
        from lexdesk.ingest.report import AddReport
        from lexdesk.system.progress import Progress, ignore

        listen = listener or ignore
        with self._write_lock("rebuild"):
            if embedding is not None:
                self._embedder.change_size(embedding)
            self._indexes.rebuild_lexical(lambda done: listen(Progress("words", done, 0)))
            complete_citations(self._store, listen, again=True)
            if compact is not None:
                self._store.set_setting(COMPACT_INDEX, compact)
            self._indexes.drop_vectors()
            if vectors:
                self._embedder.forget()
            if vectors or embedding is not None:
                embed_missing(self._store, self._indexes, self._embedder, AddReport(), listen)
            elif self._store.vectors.last_number():
                self._embedder.require_fit()
                self._indexes.vectors().save()

    def back_up(self, target: str | os.PathLike[str]) -> Backup:
        """Copy the irreplaceable files into the folder ``target``, then usable as a library.

        Raises ``LibraryError`` and ``OSError``; see ``lexdesk.library.backup.back_up``.
        """
        from lexdesk.library.backup import back_up

        return back_up(self._path, Path(target), self._store.key)

    def export_parquet(
        self, folder: str | os.PathLike[str], listener: Listener | None = None
    ) -> ExportResult:
        """Write the library as tables to ``folder``, as ``lexdesk.export.parquet`` describes them.

        Missing citations are found first, unless the library is read-only or being written. Raises ``LibraryError`` for a
        folder with contents, ``ExtraMissing`` without the extra ``parquet``, and ``OSError``.
        """
        with require_extra("parquet", "Parquet"):
            from lexdesk.export import parquet
        from lexdesk.errors import LibraryLocked, LibraryReadOnly
        from lexdesk.ingest.addition import complete_citations
        from lexdesk.system.progress import ignore

        if self._store.pending.first():
            with suppress(LibraryLocked, LibraryReadOnly), self._write_lock("export"):
                complete_citations(self._store, listener or ignore)
        return parquet.export(self._store, Path(folder), listener or ignore)

    def export_opensearch(
        self,
        folder: str | os.PathLike[str],
        bulk_bytes: int = 50_000_000,
        listener: Listener | None = None,
    ) -> ExportResult:
        """Write the input of OpenSearch to ``folder``, as ``lexdesk.export.opensearch`` describes it.

        Raises ``LibraryError`` for a folder with contents, and ``OSError``.
        """
        from lexdesk.export import opensearch
        from lexdesk.system.progress import ignore

        return opensearch.export(self._store, Path(folder), bulk_bytes, listener or ignore)
