"""PDF, through pypdfium2: the text of each page, as it stands on it.

kreuzberg reads PDF with the same engine and gives the same text, at half the speed, and unpacks
the engine into a folder that all users of the machine share.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from lexdesk.document import Document
from lexdesk.errors import FileRefused
from lexdesk.extract.assemble import assemble
from lexdesk.extract.sniff import locked
from lexdesk.structure import Source

if TYPE_CHECKING:
    import pypdfium2


def read(source: Source) -> Document:
    """A document with pages. Raises ``FileRefused`` for scans, locked and damaged files."""
    import pypdfium2

    name = source.path.name
    try:
        with closing(pypdfium2.PdfDocument(source.data)) as pdf:
            texts = [_text(page) for page in pdf]
            title = str(pdf.get_metadata_dict().get("Title", ""))
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise locked(name) from None
        raise FileRefused(
            f"{name} is damaged or not really a PDF; open it in the program that made it, save it again and add that."
        ) from None
    if not any(text.strip() for text in texts):
        count = f"{len(texts)} page{'s' if len(texts) != 1 else ''}"
        raise FileRefused(
            f"{name} has {count} and no text (a scan?); it needs text recognition (OCR), which Lexdesk does not have yet."
        )
    return assemble(texts, name=name, titles=[title], paged=True)


def _text(page: pypdfium2.PdfPage) -> str:
    with closing(page), closing(page.get_textpage()) as text:
        return str(text.get_text_range())
