"""The time limit of a file with its contents: extracted members stay, omitted ones are reported."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pypdfium2
import pytest
from tests.archives import zipped

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.containers import contents
from lexdesk.extract.limits import seconds_for
from lexdesk.extract.ocr import Ocr, RecognitionTooLong
from lexdesk.extract.parsers import pdf, picture
from lexdesk.ingest.unread_pages import message_of_pages, unread_pages
from lexdesk.structure import Source

THREE_PAGES = Path(__file__).parents[2] / "fixtures" / "three-pages.pdf"


def pictures(size: tuple[int, int] = (300, 400)) -> bytes:
    """A PDF of one picture."""
    from PIL import Image

    file = io.BytesIO()
    Image.new("RGB", size).save(file, "PDF")
    return file.getvalue()


def test_pages_without_time_for_recognition_are_told() -> None:
    with pypdfium2.PdfDocument(THREE_PAGES) as whole, pypdfium2.PdfDocument(pictures()) as scan:
        whole.import_pages(scan)
        file = io.BytesIO()
        whole.save(file)
    source = Source(Path("bundle.pdf"), file.getvalue())
    found = pdf.read(source, Ocr(seconds=-1))
    assert found.skipped_pages == (4,)
    assert found.text
    assert unread_pages(found) == {4: FileCode.PAGES_TOO_LONG}
    assert message_of_pages(unread_pages(found)).code is FileCode.PAGES_TOO_LONG


def test_file_without_time_for_any_page_is_not_read() -> None:
    with pytest.raises(RecognitionTooLong) as failed:
        pdf.read(Source(Path("scan.pdf"), pictures()), Ocr(seconds=-1))
    assert failed.value.code is FileCode.RECOGNITION_TOO_LONG
    with pytest.raises(RecognitionTooLong):
        picture.read(Source(Path("scan.png"), _png()), Ocr(seconds=-1))


def _png() -> bytes:
    from PIL import Image

    file = io.BytesIO()
    Image.new("RGB", (30, 40)).save(file, "PNG")
    return file.getvalue()


def test_contents_end_once_they_took_too_long(tmp_path: Path) -> None:
    path = tmp_path / "letters.zip"
    path.write_bytes(zipped({f"letter{n}.txt": "The tenant shall pay." for n in range(9)}))
    assert len(list(contents.leaves(path))) == 9
    found = contents.leaves(path, spent=seconds_for(path.stat().st_size, ocr=False) - 0.1)
    assert next(found).member == "letter0.txt"
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass
    (rest,) = found
    assert rest.member == ""
    with pytest.raises(FileFailed) as failed:
        rest.read()
    assert failed.value.code is FileCode.TOO_LONG_IN_ALL
