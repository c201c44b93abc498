"""The time limit of a file with its contents: extracted members stay, omitted ones are reported."""

import io
import os
import sys
import time
from dataclasses import replace
from email.message import EmailMessage
from itertools import islice
from pathlib import Path

import pypdfium2
import pytest
from tests.archives import zipped
from tests.fuzz.hostile import repositories

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.containers import contents
from lexdesk.extract.limits import SECONDS_PER_DOCUMENT, limit_seconds
from lexdesk.extract.ocr import Ocr, RecognitionTooLong
from lexdesk.extract.parsers import pdf, picture
from lexdesk.extract.workers import worker
from lexdesk.extract.workers.answers import Answers, Begun, Task
from lexdesk.extract.workers.pool import WorkerPool
from lexdesk.ingest.unread_pages import describe_pages, find_unread_pages
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
    assert find_unread_pages(found) == {4: FileCode.PAGES_TOO_LONG}
    assert describe_pages(find_unread_pages(found)).code is FileCode.PAGES_TOO_LONG


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
    assert len(list(contents.read_leaves(path))) == 9
    found = contents.read_leaves(path, spent=limit_seconds(path.stat().st_size) - 0.1)
    assert next(found).member == "letter0.txt"
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass
    (rest,) = found
    assert rest.member == ""
    with pytest.raises(FileFailed) as failed:
        rest.read()
    assert failed.value.code is FileCode.TOO_LONG_IN_ALL


@pytest.mark.slow
def test_repository_without_end_is_left_in_time(tmp_path: Path) -> None:
    """A bundle of 0.8 MB, of 3,000 commits that each change a folder of 30,000 laws, was read for over 5 minutes."""
    path = tmp_path / "laws.bundle"
    path.write_bytes(repositories.wide_commits(folder=2_000, commits=100))
    assert next(contents.read_leaves(path)).member
    (left,) = contents.read_leaves(path, spent=limit_seconds(0) - 0.05)
    with pytest.raises(FileFailed) as failed:
        left.read()
    assert failed.value.code is FileCode.TOO_LONG_IN_ALL


def slow(citations: int) -> str:
    """A text of many citations, each of which takes its time."""
    return "".join(
        f"see Article {n % 99 + 1} of Regulation (EU) {1990 + n % 30}/{n}\n"
        for n in range(citations)
    )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="others hide the processor time of a process")
def test_worker_is_stopped_once_the_file_took_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second attachment begins with a second left of the limit; the first stays, the rest is named."""
    mail = EmailMessage()
    mail.set_content("See attached.")
    for name, text in (("short.txt", "The tenant shall pay."), ("long.txt", slow(60_000))):
        packed = zipped({name: text})
        mail.add_attachment(packed, maintype="application", subtype="zip", filename=f"{name}.zip")
    path = tmp_path / "letter.eml"
    path.write_bytes(bytes(mail))
    usual = worker.Request.to_frame
    used = limit_seconds(path.stat().st_size) - 1
    monkeypatch.setattr(
        worker.Request, "to_frame", lambda r: usual(replace(r, spent=max(r.spent, used)))
    )
    begun = time.monotonic()
    with WorkerPool(1, cites=True) as pool:
        found = [reading.parsed() for reading in pool.read_all([path])]
    assert time.monotonic() - begun < 20
    assert found[0].member == "short.txt.zip/short.txt"
    assert isinstance(found[0].outcome, Document)
    failures = [reading.outcome for reading in found[1:]]
    assert found[-1].last
    assert {failure.code for failure in failures if isinstance(failure, FileFailed)} == {
        FileCode.TOO_LONG_IN_ALL
    }
    assert not any(isinstance(failure, Document) for failure in failures)


def test_time_of_a_file_grows_only_with_large_ones() -> None:
    assert (
        limit_seconds(12 << 20) == limit_seconds(12 << 20, characters=10**9) == SECONDS_PER_DOCUMENT
    )
    assert limit_seconds(112 << 20) == SECONDS_PER_DOCUMENT + 100
    assert limit_seconds(112 << 20, characters=5_000_000) == SECONDS_PER_DOCUMENT + 150
    assert limit_seconds(112 << 20, characters=10**9) == SECONDS_PER_DOCUMENT + 1000


def test_text_of_a_large_file_earns_time(tmp_path: Path) -> None:
    path = tmp_path / "letters.zip"
    text = "The tenant shall pay the rent. " * 2_000
    noise = os.urandom(13 << 20)
    path.write_bytes(zipped({**{f"letter{n}.txt": text for n in range(3)}, "noise.bin": noise}))
    found = (leaf for leaf in contents.read_leaves(path) if leaf.read())
    first, second, third = islice(found, 3)
    assert (first.characters, second.characters) == (0, third.characters // 2)
    assert second.seconds - first.seconds > 0


def test_waiting_and_other_files_do_not_count() -> None:
    answers = Answers(Task(Path("letter.eml")))
    answers.asked(100)
    answers.begin(Begun(0, "a.txt", 50, 7), 101)
    assert answers.left_at(121) == 30
    answers.end(111, 60)
    assert (answers.spent, answers.left, answers.request.characters) == (11, 40, 7)
    answers.asked(5)
    answers.end(None, 0)  # died at once
    assert (answers.spent, answers.left) == (11, 40)
    answers.begin(Begun(1, "b.txt", float("nan")), None)
    assert answers.left_at(None) == 0
