"""PDF files written by Qt."""

from pathlib import Path

from PySide6.QtGui import QFont, QPageSize, QPdfWriter, QTextDocument

CLAUSE = "The tenant shall repaint the orangery every third year."


def write_pdf(path: Path, pages: list[list[str]]) -> None:
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setResolution(96)
    document = QTextDocument()
    document.setDefaultFont(QFont("DejaVu Sans", 12))
    breaks = "<p style='page-break-before: always'>"
    document.setHtml(breaks.join("".join(f"<p>{line}</p>" for line in page) for page in pages))
    document.print_(writer)
