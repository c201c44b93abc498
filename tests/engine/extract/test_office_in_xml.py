"""Office documents in one XML file: flat packages, Word 2003 and Excel 2003."""

import base64
from pathlib import Path

import pytest
from tests.archives import zipped

from lexdesk.errors import FileFailed
from lexdesk.extract import read_source
from lexdesk.structure import Source

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
FLAT = """<?xml version="1.0"?><?mso-application progid="Word.Document"?>
<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage">{}</pkg:package>"""
WORD_2003 = """<?xml version="1.0"?><?mso-application progid="Word.Document"?>
<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:o="urn:schemas-microsoft-com:office:office"
 xmlns:aml="http://schemas.microsoft.com/aml/2001/core" xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint">
<o:DocumentProperties><o:Title>Lease</o:Title><o:Author>Ann</o:Author><o:TotalTime>12</o:TotalTime></o:DocumentProperties>
<w:lists><w:listDef w:listDefId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:nfc w:val="4"/><w:lvlText w:val="(%1)"/></w:lvl>
</w:listDef><w:list w:ilfo="3"><w:ilst w:val="0"/></w:list></w:lists>
<w:docPr><w:zoom w:percent="90"/></w:docPr>
<w:body><wx:sect><w:p><w:pPr><w:listPr><w:ilvl w:val="0"/><w:ilfo w:val="3"/></w:listPr></w:pPr><w:r><w:t>The </w:t></w:r>
<aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:delText>lessor</w:delText></w:r></aml:content></aml:annotation>
<aml:annotation w:type="Word.Insertion"><aml:content><w:r><w:t>landlord</w:t></w:r></aml:content></aml:annotation>
<w:r><w:footnote><w:p><w:r><w:t>See the plan.</w:t></w:r></w:p></w:footnote></w:r><w:r><w:t> lets</w:t></w:r>
<w:r><aml:annotation w:type="Word.Comment" aml:author="Cem" aml:createdate="2004-05-07T00:00:00Z"><aml:content><w:p><w:r>
<w:t>Which flat?</w:t></w:r></w:p></aml:content></aml:annotation></w:r></w:p>
<w:sectPr><w:hdr w:type="odd"><w:p><w:r><w:t>Draft 3</w:t></w:r></w:p></w:hdr></w:sectPr></wx:sect></w:body></w:wordDocument>"""
EXCEL_2003 = """<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles>
<Style ss:ID="s1"><NumberFormat ss:Format="Standard"/></Style></Styles><Worksheet ss:Name="Rents"><Table><Row><Cell><Data
 ss:Type="String">Flat</Data></Cell><Cell ss:StyleID="s1">
<Data ss:Type="Number">1250.5</Data><Comment ss:Author="Bo"><ss:Data>cold</ss:Data></Comment></Cell>
<Cell><Data ss:Type="DateTime">2024-03-01T00:00:00.000</Data></Cell></Row></Table></Worksheet></Workbook>"""


def text_of(name: str, data: str) -> str:
    return read_source(Source(Path(name), data.encode())).text


def part(name: str, content: str) -> str:
    return f'<pkg:part pkg:name="/{name}"><pkg:xmlData>{content}</pkg:xmlData></pkg:part>'


def paragraph(content: str) -> str:
    return f"<w:p><w:r>{content}</w:r></w:p>"


def test_flat_package_is_the_document_that_its_program_shows() -> None:
    body = (
        f"<w:document {WORD}><w:body><w:p><w:r><w:t>Kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
        '<w:r><w:footnoteReference w:id="2"/></w:r></w:p></w:body></w:document>'
    )
    notes = f'<w:footnotes {WORD}><w:footnote w:id="2">{paragraph("<w:t>Note</w:t>")}</w:footnote></w:footnotes>'
    settings = f'<w:settings {WORD}><w:view w:val="print"/></w:settings>'
    damaged = '<pkg:part pkg:name="/word/a.png"><pkg:binaryData>é</pkg:binaryData></pkg:part>'
    parts = [("word/settings.xml", settings), ("word/document.xml", body)]
    flat = FLAT.format(damaged + "".join(part(*p) for p in (*parts, ("word/footnotes.xml", notes))))
    assert text_of("a.xml", flat) == "Kept[1]\n\n[1] Note"


def test_word_2003_has_numbers_notes_and_the_final_text() -> None:
    document = read_source(Source(Path("a.xml"), WORD_2003.encode()))
    assert document.text == (
        "(a) The landlord[1] lets\n\n[1] See the plan.\n\nHeader: Draft 3\n\nComment by Cem, 2004-05-07: Which flat?"
    )
    assert document.title == "Lease"
    assert {p.name: p.value for p in document.properties} == {"author": "Ann"}


def test_excel_2003_shows_cells_as_excel_does() -> None:
    assert (
        text_of("a.xls", EXCEL_2003) == "Rents\n\nFlat 1,250.50 2024-03-01\n\nComment by Bo: cold"
    )


@pytest.mark.parametrize(
    "data",
    [
        FLAT.format(""),
        FLAT.format(part("word/a.txt", "<a/>")),
        WORD_2003.replace("w:body", "w:x"),
        WORD_2003[:900],
    ],
)
def test_incomplete_document_is_rejected(data: str) -> None:
    with pytest.raises(FileFailed):
        text_of("a.xml", data)


def test_word_document_has_the_texts_inserted_by_its_program() -> None:
    """A page saved with its pictures, RTF, and a flat package, each an ``altChunk``."""
    page = (
        b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n"
        b"Content-Transfer-Encoding: base64\n\n%s\n--b--\n" % base64.b64encode(b"<p>Page</p>")
    )
    flat = FLAT.format(
        part("word/document.xml", f"<w:document {WORD}>{paragraph('<w:t>Flat</w:t>')}</w:document>")
    )
    chunks: dict[str, str | bytes] = {"c1.mht": page, "c2.rtf": rb"{\rtf1 Rich}", "c3.xml": flat}
    targets = "".join(f'<Relationship Id="{name}" Target="{name}"/>' for name in chunks)
    links = "".join(f'<w:altChunk r:id="{name}"/>' for name in chunks)
    data = zipped({
        "[Content_Types].xml": "",
        "word/document.xml": f'<w:document {WORD} xmlns:r="urn:r"><w:body>{links}</w:body></w:document>',
        "word/_rels/document.xml.rels": f"<Relationships>{targets}</Relationships>",
        **{f"word/{name}": content for name, content in chunks.items()},
    })  # fmt: skip
    assert read_source(Source(Path("a.docx"), data)).text == "Page\n\nRich\n\nFlat"
