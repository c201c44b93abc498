"""An argument that is a text or the path of a file."""

import os
from pathlib import Path

import click

from lexdesk.cli.printing import echo
from lexdesk.document.model import Document
from lexdesk.text.lazy_pattern import lazy_pattern

_FILE_NAME = lazy_pattern(r"\S+\.[A-Za-z]\w{1,4}")  # letter.pdf, but no sentence


def read_text_or_file(text: tuple[str, ...]) -> Document:
    """Read the document in the file of a single argument, or take the words as a document.

    Failed pages are reported on standard error. Raise ``click.UsageError`` for an empty text, a folder
    and a missing file, ``FileFailed`` for an unreadable one.
    """
    words, path = " ".join(text), Path(text[0])
    words = words.encode(errors="surrogatepass").decode(errors="replace")  # bytes that are no UTF-8
    if not words.strip():
        raise click.UsageError("the text is empty; give some words, or name a file")
    if len(text) > 1:
        return Document(words, "")
    if os.path.isdir(path):  # noqa: PTH112 - of a name too long for the system, Path would raise
        raise click.UsageError(f"{path} is a folder; name a file in it, or give a text")
    if os.path.isfile(path):  # noqa: PTH113
        from lexdesk.ingest.unread_pages import describe_pages, find_unread_pages

        document = _read_in_worker(path)
        if pages := find_unread_pages(document):
            echo(f"{path.name}: {describe_pages(pages)}", err=True)
        return document
    if _FILE_NAME.fullmatch(text[0]):
        raise click.UsageError(f"the file {path} is missing; check the path, or give a text")
    return Document(words, "")


def _read_in_worker(path: Path) -> Document:
    """Read the file at ``path``, without its attachments, in a worker that can be killed. Raise ``FileFailed``."""
    from lexdesk.errors import FileFailed
    from lexdesk.extract.one_document import only_holds_others
    from lexdesk.extract.workers.pool import WorkerPool

    found: Document | None = None
    failure = only_holds_others(path.name)
    with WorkerPool(processes=1) as pool:
        for reading in pool.read_all([path]):
            if reading.member:
                continue
            if isinstance(reading.outcome, Document):
                found = reading.outcome  # a second time with the text of its pictures
            elif isinstance(reading.outcome, FileFailed):
                failure = reading.outcome
    if found is None:
        raise failure
    return found
