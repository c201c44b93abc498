"""Files embedded in a PDF (ISO 32000-2, 7.11.4).

Examples are portfolios, mails printed with their attachments, and invoices.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.containers.mail import Attachment
from lexdesk.structure import Source


def attachments(source: Source) -> Iterator[Attachment]:
    """Yield the files embedded in the PDF; none if it cannot be opened (its parser reports that)."""
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(source.data, password=source.password)
    except pypdfium2.PdfiumError:
        return
    with closing(pdf):
        for at in range(pdf.count_attachments()):
            name = f"attachment-{at + 1}"
            try:
                embedded = pdf.get_attachment(at)
                name = embedded.get_name() or name
                data = bytes(embedded.get_data())
            except pypdfium2.PdfiumError:
                yield Attachment(name, _lost(name, source.path.name))
                continue
            yield Attachment(name, data)


def _lost(name: str, pdf: str) -> FileFailed:
    return FileFailed(FileCode.PORTFOLIO_MEMBER_DAMAGED, name=name, pdf=pdf)
