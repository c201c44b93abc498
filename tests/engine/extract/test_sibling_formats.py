"""Siblings of common formats: strict workbooks, OpenDocument in one XML file, documents of Apple's programs."""

import io
import struct
import zipfile
from pathlib import Path
from random import Random

import pytest
from tests.codes import raises_code

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import read
from lexdesk.extract.parsers.word_97.package import packed as packed_word_97

FIXTURES = Path(__file__).parents[1] / "fixtures"
STRICT = "http://purl.oclc.org/ooxml"
LINKS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE, TEXT = (f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0" for name in ("office", "text"))
WORKBOOK: dict[str, str | bytes] = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "_rels/.rels": f'<Relationships xmlns="{LINKS}"><Relationship Id="r1" '
                   f'Type="{STRICT}/officeDocument/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{STRICT}/spreadsheetml/main" xmlns:r="{STRICT}/officeDocument/relationships">'
                       '<sheets><sheet name="Rents" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{LINKS}">'
                                  f'<Relationship Id="r1" Type="{STRICT}/officeDocument/relationships/worksheet" '
                                  'Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{STRICT}/spreadsheetml/main"><sheetData><row r="1">'
                                '<c t="inlineStr"><is><t>Deposit</t></is></c><c><v>1250.5</v></c></row></sheetData></worksheet>',
}  # fmt: skip
FLAT = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="{OFFICE}" xmlns:text="{TEXT}" xmlns:dc="http://purl.org/dc/elements/1.1/"
 office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:meta><dc:title>Lease</dc:title></office:meta>
<office:settings>true 2007881</office:settings>
<office:body><office:text>
<text:tracked-changes>
<text:changed-region text:id="c1"><text:deletion><dc:creator>A</dc:creator></text:deletion></text:changed-region>
<text:changed-region text:id="c2"><text:insertion/></text:changed-region>
</text:tracked-changes>
<text:p>Notice of <text:change-start text:change-id="c1"/>three <text:span>whole</text:span>
 <text:change-end text:change-id="c1"/><text:change-start text:change-id="c2"/>six <text:change-end
 text:change-id="c2"/>months.</text:p>
</office:text></office:body></office:document>"""


def packed(parts: dict[str, str | bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return data.getvalue()


def test_strict_workbook_keeps_its_cells(tmp_path: Path) -> None:
    (tmp_path / "rents.xlsx").write_bytes(packed(WORKBOOK))
    assert read(tmp_path / "rents.xlsx").text == "Rents\n\nDeposit 1250.5"


def test_flat_open_document_is_text_without_deletions_and_settings(tmp_path: Path) -> None:
    (tmp_path / "lease.fodt").write_text(FLAT, encoding="utf-8")
    document = read(tmp_path / "lease.fodt")
    assert (document.text, document.title) == ("Notice of six months.", "Lease")
    (tmp_path / "lease.fodt").write_text(FLAT.replace('<text:change-end text:change-id="c1"/>', ""))
    assert read(tmp_path / "lease.fodt").text == "Notice of three whole six months."


@pytest.mark.parametrize(
    ("name", "member"),
    [
        ("lease.pages", "Index/Document.iwa"),
        ("lease.pages", "index.xml"),
        ("deck.key", "index.apxl"),
        ("deck.key", "Index.zip"),
    ],
)
def test_document_of_apple_is_not_read_and_says_what_to_do(
    tmp_path: Path, name: str, member: str
) -> None:
    (tmp_path / name).write_bytes(packed({member: "x", "preview.jpg": "x"}))
    with raises_code(FileFailed, FileCode.KIND_UNREADABLE, "Pages, Numbers or Keynote"):
        read(tmp_path / name)


def test_tracked_deletions_of_word_97_are_left_out(tmp_path: Path) -> None:
    text = read(FIXTURES / "tracked-deletions.doc").text
    assert " ".join(text.split()) == (
        "Notice period is six months. The tenant shall pay. Kept cell The end is kept with Müller and €."
    )


def test_word_97_document_has_all_that_it_shows() -> None:
    """Numbers of styles, notes, comments, boxes, fields, forms, tables in tables; the file is written by LibreOffice."""
    document = read(FIXTURES / "lease-of-1997.doc")
    assert document.text.split("\n\n") == [
        "§ 5 Lease", "§ 6 The parties[1] agree.[i]", "(6.a) first item", "(6.b) second item",
        "Rent is 3 May 2004, never late.", "☒ furnished monthly", "Flat Price[2]\nFirst summer 900",
        "☑ non-binding 2016/679³", "In the box", "The end with Müller, “€” and 𝄞.", "[1] Both of them.", "[2] In euro.",
        "[i] As of today.", "Hidden text: secret", "Header: Draft 3", "Comment by Ann: Which rent?",
    ]  # fmt: skip
    assert document.title == "Lease of a flat"
    assert [p.value for p in document.properties] == ["Ann Müller", "2004-05-06T07:08:00Z"]


@pytest.mark.parametrize("cut", [0, 512, 5_000, 14_000])
def test_damaged_word_97_document_has_no_package(cut: int) -> None:
    assert packed_word_97((FIXTURES / "lease-of-1997.doc").read_bytes()[:cut]) is None


def test_altered_word_97_document_ends_no_parser() -> None:
    data = (FIXTURES / "lease-of-1997.doc").read_bytes()
    random = Random(1)
    for _ in range(60):
        altered = bytearray(data)
        for _ in range(random.choice((1, 10, 50))):
            at = random.randrange(512, len(data) - 4)
            altered[at : at + 4] = random.choice((b"\xff\xff\xff\x7f", b"\0\0\0\0", b"\1\0\1\0"))
        package = packed_word_97(bytes(altered))
        assert package is None or package.startswith(b"PK")


def record(kind: int, content: bytes = b"") -> bytes:
    """Return a record of [MS-XLSB] 2.1.4; kind and length have seven bits a byte."""
    head = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    return head + bytes([len(content)]) + content


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def test_binary_workbook_keeps_its_cells(tmp_path: Path) -> None:
    sheet = record(156, struct.pack("<II", 0, 1) + wide("rId1") + wide("Rents"))
    workbook = record(131) + record(143) + sheet + record(144) + record(132)
    row = record(0, struct.pack("<IIHBBBI", 0, 0, 300, 0, 0, 0, 0))
    cells = record(6, bytes(8) + wide("Deposit")) + record(5, struct.pack("<IId", 1, 0, 1250.5))
    size = record(148, struct.pack("<IIII", 0, 0, 0, 1))
    data = record(129) + size + record(145) + row + cells + record(146) + record(130)
    links = (
        f'<Relationships xmlns="{LINKS}"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/{}" Target="{}"/></Relationships>'
    )
    (tmp_path / "rents.xlsb").write_bytes(
        packed({
            "[Content_Types].xml": WORKBOOK["[Content_Types].xml"],
            "_rels/.rels": links.format("officeDocument", "xl/workbook.bin"),
            "xl/workbook.bin": workbook,
            "xl/_rels/workbook.bin.rels": links.format("worksheet", "worksheets/sheet1.bin"),
            "xl/worksheets/sheet1.bin": data,
        })
    )  # fmt: skip
    assert read(tmp_path / "rents.xlsb").text == "Rents\n\nDeposit 1250.5"
