"""Pages of PDFs: their numbers, damaged ones, forms."""

import io
import re
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas
from tests.archives import zipped
from tests.codes import raises_code
from tests.engine.extract.crafted_documents import FIXTURES, written

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import read, read_source
from lexdesk.ingest.unread_pages import describe_pages, find_unread_pages
from lexdesk.structure import Source


def test_pdf_has_pages() -> None:
    document = read(FIXTURES / "three-pages.pdf")
    assert [p.number for p in document.pages] == [1, 2, 3]
    first, *_ = document.pages
    assert document.text[first.start : first.end].startswith("EXHIBIT 99.1\nJOINT FILING AGREEMENT")
    assert document.pages[-1].end == len(document.text)
    assert document.title == "three-pages"


def damaged_pdf(pages: int, *damaged: int) -> bytes:
    """Make a PDF of ``pages``; those numbered in ``damaged`` are unreadable."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    for number in range(1, pages + 1):
        canvas.drawString(100, 700, f"The page {number}")
        canvas.showPage()
    canvas.save()
    data = buffer.getvalue()
    objects = re.findall(rb"(?m)^(\d+ 0 obj\s*)<<[^<>]*/Contents", data)  # of the pages
    for number in damaged:
        begins = b"\n" + objects[number - 1]
        data = data.replace(begins + b"<<", begins + b"((")
    return data


def test_damaged_page_fails_alone() -> None:
    document = read_source(Source(Path("a.pdf"), damaged_pdf(3, 2)))
    shown = [document.text[page.start : page.end] for page in document.pages]
    assert shown == ["The page 1", "", "The page 3"]
    assert [page.confidence for page in document.pages] == [None] * 3
    assert document.damaged_pages == (2,)
    assert Document.from_json(document.to_json()) == document
    with raises_code(FileFailed, FileCode.PDF_DAMAGED, name="a.pdf"):
        read_source(Source(Path("a.pdf"), damaged_pdf(3, 1, 2, 3)))


def test_page_numbers_survive_damaged_page() -> None:
    path = FIXTURES / "three-pages.pdf"
    data, whole = path.read_bytes(), read(path)
    second = list(re.finditer(rb"\d+ 0 obj\s*<<(?=[^<>]*/Type\s*/Page\b)", data))[1]
    broken = data[: second.end() - 2] + b"((" + data[second.end() :]
    document = read_source(Source(path, broken))
    assert document.damaged_pages == (2,)
    assert [page.number for page in document.pages] == [1, 2, 3]
    kept = [document.text[page.start : page.end] for page in document.pages[::2]]
    assert kept == [whole.text[page.start : page.end] for page in whole.pages[::2]]


def test_commands_report_unreadable_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["cite", str(written(tmp_path, "a.pdf", damaged_pdf(3, 2)))])
    assert capsys.readouterr().err.startswith(
        "a.pdf: page 2 cannot be read, since the file is damaged"
    )


@pytest.mark.slow
def test_library_reports_unreadable_pages(tmp_path: Path) -> None:
    alone = written(tmp_path, "alone.pdf", damaged_pdf(9, 2, 5, 6, 7))
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(zipped({"packed.pdf": damaged_pdf(3, 3)}))
    wanted = {
        f"{alone}": "pages 2, 5-7 cannot be read, since the file is damaged there; open it in the program"
        " that made it, save it again and add that.",
        f"{bundle}/packed.pdf": "page 3 cannot be read, since the file is damaged there; open it in the program"
        " that made it, save it again and add that.",
    }
    with Library.open(tmp_path / "library", create=True) as library:
        first = library.sources.add([alone, bundle], vectors=False)
        assert (first.added, first.failed) == (2, wanted)
        again = library.sources.add([alone, bundle], vectors=False)
        assert (again.unchanged, again.failed) == (2, wanted), "told each time"
        assert library.sources.retry_failed([str(alone)], vectors=False).failed == {
            path: reason for path, reason in wanted.items() if str(alone) in path
        }
        renamed = alone.rename(tmp_path / "renamed.pdf")
        assert library.sources.add([renamed], vectors=False).moved == 1
        assert str(renamed) in library.catalogue.failures()
        renamed.write_bytes(damaged_pdf(9, 2))
        assert list(library.sources.add([renamed], vectors=False).failed) == [str(renamed)]
        renamed.write_bytes(damaged_pdf(9))
        assert library.sources.add([renamed], vectors=False).failed == {}
        assert list(library.catalogue.failures()) == [f"{bundle}/packed.pdf"]
        bundle.unlink()
        library.sources.add([tmp_path], vectors=False, prune=True)
        assert library.catalogue.failures() == {}


def test_long_page_lists_are_abbreviated() -> None:
    document = Document("a", "a", damaged_pages=tuple(range(1, 101, 2)))
    message = describe_pages(find_unread_pages(document))
    assert message.startswith("pages 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 … cannot be read")


@pytest.mark.parametrize("is_drawn_anew", [True, False])
def test_xfa_form_is_rejected(is_drawn_anew: bool) -> None:
    """Its one page asks to wait, in place of the form's text (XFA 3.3, ``NeedsRendering``)."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=0)
    canvas.drawString(100, 700, "Please wait...")
    canvas.save()
    form = b"/AcroForm <</Fields [] /XFA [(template) 1 0 R]>> "
    form += b"/NeedsRendering true " if is_drawn_anew else b""
    data = buffer.getvalue().replace(b"/Type /Catalog", form + b"/Type /Catalog")
    source = Source(Path("a.pdf"), data)
    if is_drawn_anew:
        with raises_code(FileFailed, FileCode.PDF_XFA_FORM):
            read_source(source)
    else:
        assert read_source(source).text == "Please wait..."


def test_form_field_values_are_text() -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.drawString(20, 700, "CLAIM FORM of the county court")
    canvas.drawString(20, 660, "Claimant:")
    canvas.drawString(60, 620, "A hearing is wanted")
    form = canvas.acroForm
    form.textfield(name="f1[0]", value="Erika Müller", x=120, y=655, width=200, height=20)
    form.checkbox(name="b1", checked=True, x=30, y=615, size=20)
    form.checkbox(name="b2", tooltip="Costs", checked=False, x=30, y=575)
    tracks = ["Small claims", "Fast track"]
    form.choice(
        name="c",
        tooltip="Track",
        value="Fast track",
        options=tracks,
        x=20,
        y=500,
        width=99,
        height=20,
    )
    form.listbox(
        name="l",
        tooltip="Court",
        value="Leeds",
        options=["York", "Leeds"],
        x=20,
        y=400,
        width=99,
        height=50,
    )
    form.radio(name="r", tooltip="Plaintiff", value="p", selected=True, x=20, y=300)
    form.radio(name="r", tooltip="Defendant", value="d", selected=False, x=60, y=300)
    form.textfield(
        name="s", value="secret", fieldFlags="password", x=20, y=200, width=99, height=20
    )
    form.textfield(
        name="h", value="unseen", annotationFlags="hidden", x=20, y=150, width=99, height=20
    )
    form.textfield(name="e", tooltip="Empty", value="", x=20, y=100, width=99, height=20)
    canvas.showPage()
    canvas.drawString(20, 700, "The second page")
    canvas.save()
    document = read_source(Source(Path("a.pdf"), buffer.getvalue()))
    first, second = (document.text[page.start : page.end] for page in document.pages)
    assert first == (
        "CLAIM FORM of the county court\nClaimant:\nA hearing is wanted\n\n"
        "Claimant: Erika Müller\n☒ A hearing is wanted\nTrack: Fast track\nCourt: Leeds\n☒ Plaintiff"
    )
    assert second == "The second page"
