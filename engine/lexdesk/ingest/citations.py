"""The citations of stored texts, found by workers once the texts are searchable, in batches of about a second."""

import logging
import time
from collections.abc import Iterator

from lexdesk.document.model import Document, Reference
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.workers.pool import WorkerPool
from lexdesk.storage import Store
from lexdesk.storage.pending_citations import PendingText
from lexdesk.storage.schema import ExpressionRow
from lexdesk.system.progress import Listener, Progress

_log = logging.getLogger("lexdesk.ingest")
_SECONDS_PER_COMMIT = 1.0  # lost at most by a crash
_REFERENCES_PER_COMMIT = 50_000
_PASSING = (FileCode.WORKER_FAILED, FileCode.WAITED)
"""Failures of a busy machine, after which the next addition tries again."""


def find_citations(
    store: Store, pool: WorkerPool, listener: Listener, *, again: bool = False
) -> None:
    """Find and store the citations of all texts without theirs, in their order; the caller holds the writer lock.

    A text fatal to its worker is not read a second time, except ``again``. An interruption loses the last batch.
    """
    pending = store.pending.texts(again=again)
    if not pending:
        return
    rows: dict[int, ExpressionRow] = {}

    def texts() -> Iterator[tuple[int, Document]]:
        for text in pending:
            rows.update(store.law.expression_rows([text.expression]))
            yield text.expression, _document(store, text, rows[text.expression])

    listener(Progress("citations", 0, len(pending)))
    batch: list[tuple[int, str, tuple[Reference, ...] | FileFailed]] = []
    count, committed_at = 0, time.monotonic()
    for done, (expression, found) in enumerate(pool.find_references(texts()), 1):
        batch.append((expression, rows.pop(expression).work, found))
        count += 1 if isinstance(found, FileFailed) else len(found)
        if (
            done == len(pending)
            or count > _REFERENCES_PER_COMMIT
            or time.monotonic() - committed_at > _SECONDS_PER_COMMIT
        ):
            _store(store, batch)
            batch, count, committed_at = [], 0, time.monotonic()
            listener(Progress("citations", done, len(pending)))


def _document(store: Store, text: PendingText, row: ExpressionRow) -> Document:
    """Return what decides the citations of a text, as its file states it."""
    return Document(
        text=store.texts.stored_text(row.id),
        title=row.title,
        kind=row.kind,
        work=text.work,
        short_title=row.short_title,
        language=row.language,
        provisions=tuple(store.texts.stored_provisions(row.id)),
    )


def _store(store: Store, batch: list[tuple[int, str, tuple[Reference, ...] | FileFailed]]) -> None:
    with store.transaction():
        for expression, work, found in batch:
            if not isinstance(found, FileFailed):
                store.pending.put(expression, work, found)
                continue
            _log.warning("citations of text %d: %s", expression, found.message.code.id)
            if found.message.code not in _PASSING:
                store.pending.fail(expression)
