"""Hostile files by kind: each small, and made to exhaust a parser's time or memory, or to deceive it.

    python -m tests.fuzz.hostile [--only PART] [--keep FOLDER]

pdfs            loops, fans and claims in PDF, of pdf_objects; pdf_streams: expanding streams, repeated structures
fonts           fonts and CMaps of PDF
word, office    Word; Excel, PowerPoint, RTF, EPUB; packages: real files with other parts
open_document   OpenDocument
ole             Office 97 and Outlook
markup          HTML, and all vocabularies of XML
mails           mails, mailboxes, calendars, signed files
archives        zip, tar, 7z and packed files
pictures        pictures
texts           plain text, Markdown and tables
repositories    bundles of git
mixtures        files of two formats, containers in containers, and what no parser takes; crossed_parts: packages,
                PDF and pictures with parts that name each other
__main__        reads each as `add` does, and reports time, memory and outcome
"""

import importlib
from collections.abc import Iterator

PARTS = (
    "pdfs", "pdf_streams", "fonts", "word", "office", "open_document", "ole", "markup", "mails", "archives", "pictures", "texts", "repositories",
    "mixtures",
)  # fmt: skip


def files(only: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield (file name, content) of each kind, of one part if ``only`` names it; names differ."""
    for part in PARTS:
        if only in ("", part):
            for name, data in importlib.import_module(f"tests.fuzz.hostile.{part}").files():
                yield f"{part}-{name}", data
