"""Extraction of files: formats, text, and reasons of failures."""

from __future__ import annotations

import datetime
import io
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas
from tests.archives import zipped
from tests.codes import raises_code
from tests.crafted import make_pipe
from tests.engine.extract.crafted_documents import FIXTURES

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.document.model import Document, Page, Provision
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import MAX_FILE_BYTES, read, read_source
from lexdesk.extract.assemble import assemble, usable_title
from lexdesk.extract.clean import clean
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.ingest.unread_pages import message_of_pages, unread_pages
from lexdesk.metadata.kind import detect_kind
from lexdesk.structure import Source


def written(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


MAIL = "From: a@b.c\nSubject: Notice\nDate: Fri, 23 Dec 2022 12:08:48 -0600\n\nBody\n"


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        (b"%PDF-1.4 ...", "a.txt", Format.PDF),
        (b"junk\n%PDF-1.4 ...", "a.pdf", Format.PDF),
        (zipped({"[Content_Types].xml": "", "word/document.xml": ""}), "a.bin", Format.DOCX),
        (zipped({"[Content_Types].xml": "", "xl/workbook.xml": ""}), "a.zip", Format.XLSX),
        (zipped({"[Content_Types].xml": "", "ppt/presentation.xml": ""}), "a", Format.PPTX),
        (zipped({"mimetype": "application/vnd.oasis.opendocument.text"}), "a", Format.ODT),
        (OLE + "WordDocument".encode("utf-16-le"), "a.doc", Format.DOC),
        (OLE + "__properties_version1.0".encode("utf-16-le"), "a.msg", Format.MSG),
        (b"{\\rtf1 x}", "a.doc", Format.RTF),
        (b"<!DOCTYPE html><html><body>x", "a.xml", Format.HTML),
        (b'<?xml version="1.0"?>\n<!-- c -->\n<html xmlns="x">', "a.xml", Format.HTML),
        (b"<ACT><TITLE/></ACT>", "a.xml", Format.FORMEX),
        (b'<?xml version="1.0"?><CONS.ACT/>', "a.txt", Format.FORMEX),
        (b"<DOC><BIB.DOC/></DOC>", "a.doc.xml", Format.FORMEX_RECORD),
        (b"<other>x</other>", "a.xml", Format.XML),
        (b'<?xml version="1.0"?><w:wordDocument>x</w:wordDocument>', "a.doc", Format.XML),
        (b"<angle> brackets in prose", "a.txt", Format.TEXT),
        (MAIL.encode(), "a.txt", Format.MAIL),
        (MAIL.encode("utf-16"), "a.eml", Format.MAIL),
        (b"Subject: to contract\n\nDear Sir", "a.txt", Format.TEXT),
        (b"# Title", "a.md", Format.MARKDOWN),
        (b"a,b\n1,2", "a.csv", Format.CSV),
        (b"BMW v Commission", "a.txt", Format.TEXT),
        (b"MZ and others", "a.txt", Format.TEXT),
        (b"plain", "LICENSE", Format.TEXT),
        ("Köln".encode("utf-16"), "a.txt", Format.TEXT),
    ],
)
def test_sniffing(data: bytes, name: str, expected: Format) -> None:
    assert sniff(data, name) is expected


LOCKED_PDF = b"""%%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [] /Count 0>> endobj
3 0 obj <</Filter /Standard /V 1 /R 2 /P -4 /O <%b> /U <%b>>> endobj
trailer <</Root 1 0 R /Encrypt 3 0 R /ID [<00> <00>]>>
%%%%EOF""" % (b"11" * 32, b"22" * 32)


REFUSALS = [
    ("empty.txt", b"", "is empty"),
    ("blank.txt", b" \n\t\n ", "holds no text"),
    ("a.zip", zipped({"a": "x"}), "holds other files and no text of its own"),
    ("a.tar.gz", b"\x1f\x8b\x08rest", "is damaged"),
    ("a.7z", b"7z\xbc\xaf\x27\x1c", "is damaged"),
    ("a.rar", b"Rar!\x1a\x07\x01\x00", "is an archive"),
    ("cut.docx", zipped({"a": "x"})[:30], "is damaged"),
    ("a.png", b"\x89PNG\r\n\x1a\nxx", "OCR"),
    ("a.mp3", b"ID3\x04\x00\x00\x00", "is a recording"),
    ("a.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "is a photograph in HEIC or AVIF, .* save it as JPEG"),
    ("a.lnk", b"L\0\0\0\x01\x14\x02\0" + bytes(68), "is a shortcut, .* add the file that it leads to"),
    ("a.one", bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3"), "is a section of OneNote"),
    ("a.pages", zipped({"Index/Document.iwa": "x"}), "is a document of Pages, Numbers or Keynote"),
    ("a.odg", zipped({"mimetype": "application/vnd.oasis.opendocument.graphics", "content": "x"}), "is a package"),
    ("a.wpd", b"\xffWPC\x10\x00", "WordPerfect"),
    ("a.exe", b"MZ\x90\x00\x03\x00", "is a program"),
    ("a.bin", bytes(range(256)) * 20, "of a kind that Lexdesk does not know"),
    ("not.pdf", b"just text", "is not a PDF"),
    ("cut.pdf", b"%PDF-1.4\n1 0 obj", "is damaged or not really a PDF"),
    ("data.json", b'{"a": 1}', "is a data file"),
    ("locked.docx", OLE + "EncryptedPackage".encode("utf-16-le"), "protected by a password"),
    ("locked.pdf", LOCKED_PDF, "protected by a password"),
    ("odd.doc", OLE, "old Office file"),
    ("broken.docx", zipped({"[Content_Types].xml": "", "word/document.xml": "<x"}), "damaged|no text"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "reason"), REFUSALS, ids=[r[0] for r in REFUSALS])
def test_failure_messages_are_one_sentence_with_file_name(
    tmp_path: Path, name: str, data: bytes, reason: str
) -> None:
    with pytest.raises(FileFailed, match=reason) as error:
        read(written(tmp_path, name, data))
    message = str(error.value)
    assert message.startswith(name)
    assert message.endswith(".")
    assert "\n" not in message


def test_non_files_are_rejected(tmp_path: Path) -> None:
    make_pipe(tmp_path / "pipe")
    for path, reason in [
        (tmp_path, "is a folder"),
        (tmp_path / "pipe", "no regular file"),
        (tmp_path / "missing.txt", "cannot be opened"),
    ]:
        with pytest.raises(FileFailed, match=reason):
            read(path)


def test_oversized_file_is_rejected_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    with raises_code(FileFailed, FileCode.TOO_LARGE):
        read(path)


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        (
            b"!BDN" + bytes(60),
            "is a data file of Outlook, which Lexdesk does not read; drag its mails",
        ),
        (b"\x1aE\xdf\xa3", "is a recording, which Lexdesk does not read; add a transcript"),
    ],
)
def test_oversized_file_of_known_format_is_rejected_for_its_format(
    tmp_path: Path, head: bytes, reason: str
) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.write(head)
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(FileFailed, match=reason):
        read(path)


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("a  \r\nb\t\n", "a\nb"),
        ("a\n\n\n\n\nb", "a\n\nb"),
        ("nul\x00 bell\x07 soft\u00adhyphen", "nul bell softhyphen"),
        ("Art.\u00a06", "Art. 6"),
        ("re\u0301sume\u0301", "résumé"),
        ("exam\x02\r\nple", "example"),
        ("page\fbreak", "page\nbreak"),
        ("lone \ud800 surrogate", "lone  surrogate"),
    ],
)
def test_cleaning(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


@given(st.text())
def test_cleaning_is_idempotent(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert unicodedata.is_normalized("NFC", once)
    once.encode()


@given(st.lists(st.text(min_size=1), min_size=1, max_size=5))
def test_page_offsets_match_text(pages: list[str]) -> None:
    try:
        document = assemble(pages, name="x.pdf", paged=True)
    except FileFailed:
        assert not any(clean(p).strip() for p in pages)
        return
    document.validate()
    assert [document.text[p.start : p.end] for p in document.pages] == [clean(p) for p in pages]


SPANS = st.integers(0, 50)


@given(
    st.text(),
    st.text(),
    st.none() | st.dates(),
    st.lists(st.tuples(st.text(), st.text(), SPANS, SPANS), max_size=4),
)
def test_documents_survive_json(
    text: str, title: str, date: datetime.date | None, rows: list[tuple[str, str, int, int]]
) -> None:
    document = Document(
        text=text.encode(errors="replace").decode(),
        title=title.encode(errors="replace").decode(),
        valid_from=date,
        provisions=tuple(Provision(e, "article", n, n, e, None, a, b) for e, n, a, b in rows),
        pages=tuple(Page(a, a, b) for _, _, a, b in rows),
    )
    assert Document.from_json(document.to_json()) == document


def test_unknown_xml_has_one_line_per_paragraph() -> None:
    """Words go on from run to run, and pictures are no text."""
    word = """<?xml version="1.0"?><w:text xmlns:w="urn:w">
    <w:p><w:r><w:t>1.</w:t><w:tab/><w:t>Defi</w:t></w:r><w:r><w:t>nitions</w:t></w:r></w:p>
    <w:picture><w:binary-data>iVBORw0KGgo</w:binary-data></w:picture>
    <w:p><w:r><w:t>The parties agree.</w:t></w:r></w:p></w:text>"""
    document = read_source(Source(Path("a.xml"), word.encode()))
    assert document.text.split("\n") == ["1. Definitions", "The parties agree."]
    log = b'<?xml version="1.0"?><a>x</a>\n<?xml version="1.0"?><a>y</a>'
    assert read_source(Source(Path("a.log"), log)).text == log.decode()
    with raises_code(FileFailed, FileCode.XML_INVALID):
        read_source(Source(Path("a.xml"), log))


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
        "a.pdf: page 2 cannot be read, since the PDF is damaged"
    )


@pytest.mark.slow
def test_library_reports_unreadable_pages(tmp_path: Path) -> None:
    alone = written(tmp_path, "alone.pdf", damaged_pdf(9, 2, 5, 6, 7))
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(zipped({"packed.pdf": damaged_pdf(3, 3)}))
    wanted = {
        f"{alone}": "pages 2, 5-7 cannot be read, since the PDF is damaged there; open it in the program"
        " that made it, save it again and add that.",
        f"{bundle}/packed.pdf": "page 3 cannot be read, since the PDF is damaged there; open it in the program"
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
    message = message_of_pages(unread_pages(document))
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


@pytest.mark.parametrize(
    ("name", "data", "title", "part"),
    [
        ("page.html", "<html><head><title>Rules of court</title></head><body><p>Grüße", "Rules of court", "Grüße"),
        ("old.html", "<meta charset='windows-1252'><h1>Überschrift</h1><p>3 €".encode("cp1252"), "Überschrift", "3 €"),
        ("en.xml", '<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Whereas</p>'
                   "</body></html>", "en", "Whereas"),
        ("other.xml", "<law><name>A</name><text>b &amp; c</text></law>", "other", "A\nb & c"),
        ("table.csv", "name,amount\nFee,100\n", "table", "Fee,100"),
        ("nul.txt", b"text with \x00 a NUL byte " * 10, "nul", "text with  a NUL byte"),
    ],
)  # fmt: skip
def test_text_formats(tmp_path: Path, name: str, data: bytes | str, title: str, part: str) -> None:
    document = read(written(tmp_path, name, data))
    assert document.title == title
    assert part in document.text


@pytest.mark.parametrize(
    ("title", "usable"),
    [
        ("Joint Filing Agreement", "Joint Filing Agreement"), ("Untitled", ""), ("x", ""),
        ("Microsoft Word - draft.doc", ""), ("scan0001.pdf", ""), ("PowerPoint Presentation", ""),
        ("12345", ""), ("two\nlines", "two lines"),
    ],
)  # fmt: skip
def test_titles(title: str, usable: str) -> None:
    assert usable_title(title) == usable


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("This Agreement is made and entered into as of May 1 by and between A and B.", "contract"),
        ("THIS LEASE, dated 1 May, between X (Landlord) and Y", "contract"),
        ("The agreement between the parties was breached.", "document"),
        ("Plaintiff sues. This Agreement was made between A and B.", "document"),
    ],
)
def test_contract_kind_requires_contract_title(text: str, kind: str) -> None:
    assert detect_kind(text) == kind


def test_inconsistent_structure_keeps_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Provision("art_1", "article", "1", "", "Article 1", None, 0, 10**9)

    def read_wrongly(_: object) -> Document:
        return Document(text="x", title="t", provisions=(wrong,))

    monkeypatch.setattr("lexdesk.structure.eu.formex.parser.read", read_wrongly)
    document = read(written(tmp_path, "act.xml", "<ACT><P>the text</P></ACT>"))
    assert (document.text, document.provisions) == ("the text", ())
