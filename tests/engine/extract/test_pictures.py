"""Alternative texts of pictures, charts of OpenDocument, headers of printed sheets, and objects in RTF."""

import struct
from pathlib import Path

import pytest
from lxml import etree
from tests.archives import zipped
from tests.engine.extract.crafted_containers import document, read
from tests.engine.extract.crafted_documents import word
from tests.engine.extract.crafted_ole import ole

from lexdesk.extract import read_source
from lexdesk.extract.parsers.embedded_pictures import picture_texts
from lexdesk.structure import Source

_SLIDE = '<x xmlns:p="p"><p:pic><p:nvPicPr><p:cNvPr descr="{}"/></p:nvPicPr></p:pic></x>'


@pytest.mark.parametrize(
    ("stated", "expected"),
    [("Map of the easement", ["Picture: Map of the easement"]), ("scan_01.png", []), ("Picture 3", []), ("", []),
     ("A letter&#10;&#10;Description automatically generated with low confidence", ["Picture: A letter"])],
)  # fmt: skip
def test_alternative_text_is_read_but_no_name_of_a_file(stated: str, expected: list[str]) -> None:
    assert picture_texts([etree.fromstring(_SLIDE.format(stated))]) == expected


def test_word_picture_has_its_alternative_text_below_the_document() -> None:
    drawing = '<w:drawing><w:inline><w:docPr descr="Site plan"/><w:pic><w:cNvPr descr="c:/a b.emf"/></w:pic></w:inline>'
    box = '<w:inline><w:docPr descr="Text box"/></w:inline></w:drawing>'
    text = word(f"<w:p><w:r><w:t>Lease</w:t>{drawing}{box}</w:r></w:p>").text
    assert text.split("\n\n") == ["Lease", "Picture: Site plan"]


def test_open_document_has_texts_of_pictures_and_charts() -> None:
    spaces = 'xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:t="t" xmlns:d="d" xmlns:s="s" xmlns:c="c"'
    frame = "<d:frame><d:image/><s:desc>Plan of the yard</s:desc></d:frame>"
    cell = "<t:table-cell c:value-type='{}'><t:p>{}</t:p></t:table-cell>"
    cells = cell.format("string", 2024) + cell.format("float", 7)
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f"<o:c {spaces}><o:body><o:text><t:p>Annex{frame}</t:p></o:text></o:body></o:c>",
        "Object 1/content.xml": f"<o:c {spaces}><o:body><o:chart><c:title><t:p>Rent <t:s/>paid</t:p></c:title>{cells}"
        "</o:chart></o:body></o:c>",
    }
    found = read_source(Source(Path("a.odt"), zipped(parts)))
    assert found.text.split("\n\n") == [
        "Annex", "Picture: Plan of the yard", "Chart: Rent paid", "Chart: 2024",
    ]  # fmt: skip


def test_workbook_has_the_headers_of_its_printed_sheets() -> None:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    margins = (
        '<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12A &amp;&amp;&amp;&amp; Co&amp;C&amp;K01+000Privileged&amp;R&amp;D'
        "</oddHeader><oddFooter>&amp;CPage &amp;P of &amp;N</oddFooter><evenFooter>&amp;P</evenFooter></headerFooter>"
    )
    files = {
        "[Content_Types].xml": "<Types/>",
        "xl/_rels/workbook.xml.rels": f'<x><Relationship Id="r1" Type="{links}/worksheet" Target="worksheets/sheet1.xml"/></x>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{links}"><sheets><sheet name="Fees" r:id="r1"/></sheets>'
        "</workbook>",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData><row><c t="str"><v>Rent</v></c></row></sheetData>'
        f"{margins}</worksheet>",
    }
    found = read_source(Source(Path("a.xlsx"), zipped(files)))
    assert found.text.split("\n\n") == ["Fees", "Rent", "Header: A && Co Privileged"]


def _ole1(class_: str, native: bytes) -> str:
    name = class_.encode() + b"\0"
    head = struct.pack("<III", 0x501, 2, len(name)) + name + bytes(8)
    return (head + struct.pack("<I", len(native)) + native).hex()


def test_objects_in_rich_text_are_documents(tmp_path: Path) -> None:
    path = b"C:\\note.txt\0"
    native = b"\2\0note.txt\0" + path + struct.pack("<HHI", 0, 3, len(path)) + path
    native += struct.pack("<I", 11) + b"Rent is due"
    objects = [
        _ole1("Package", native), _ole1("Acme.1", ole({"Unknown": b"x"})), _ole1("Equation.3", ole({"x": b"x"})),
        "0105" * 9,
    ]  # fmt: skip
    embedded = "".join(f"{{\\object\\objemb{{\\*\\objdata {data}}}}}" for data in objects)
    found = read(tmp_path, "a.rtf", rf"{{\rtf1 A letter.{embedded}}}".encode())
    assert set(found) == {"note.txt", "object-2", ""}
    assert document(found["note.txt"]).text == "Rent is due"
    assert "object-2" in str(found["object-2"])
