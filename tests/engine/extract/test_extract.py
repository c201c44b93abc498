"""Extraction of texts: cleaning, titles, kinds, one document from one file."""

import datetime
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.codes import raises_code
from tests.engine.extract.crafted_documents import written

from lexdesk.document.model import Document, Page, Provision
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import read, read_source
from lexdesk.extract.assemble import assemble, select_title
from lexdesk.extract.clean import clean
from lexdesk.metadata.kind import detect_kind
from lexdesk.structure import Source


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


@pytest.mark.slow
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
    assert select_title(title) == usable


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
