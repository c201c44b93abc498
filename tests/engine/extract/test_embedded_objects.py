"""Files embedded in documents of Office and OpenDocument, and attached to pages of a PDF."""

import io
import struct
import zlib
from pathlib import Path

import pytest
from tests.archives import zipped
from tests.engine.extract.crafted_containers import FIXTURES, TEXT, document, read
from tests.engine.extract.crafted_ole import Storage, ole

DOCX = (FIXTURES / "simple.docx").read_bytes()
XLSX = (FIXTURES / "two-sheets.xlsx").read_bytes()
PPTX = (FIXTURES / "simple.pptx").read_bytes()
LINKS = "http://schemas.openxmlformats.org/package/2006/relationships"


def with_parts(package: bytes, parts: dict[str, bytes | str]) -> bytes:
    import zipfile

    with zipfile.ZipFile(io.BytesIO(package)) as packed:
        return zipped({**{name: packed.read(name) for name in packed.namelist()}, **parts})


def packager(name: str, data: bytes, kind: int = 3) -> bytes:
    """Return a file dropped into a document ([MS-OLEDS] 2.3.6)."""
    written = name.encode("cp1252") + b"\0"
    path = b"C:\\Temp\\" + written
    content = b"\2\0" + written + path + struct.pack("<HHI", 0, kind, len(path)) + path
    content += struct.pack("<I", len(data)) + data
    return struct.pack("<I", len(content)) + content


@pytest.mark.parametrize(
    ("name", "folder", "package"),
    [("a.docx", "word", DOCX), ("a.xlsx", "xl", XLSX), ("a.pptx", "ppt", PPTX)],
)
def test_objects_of_office_packages_are_documents(
    tmp_path: Path, name: str, folder: str, package: bytes
) -> None:
    odt = zipped({
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": '<o:c xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:t="t">'
                       "<o:body><o:text><t:p>An offer.</t:p></o:text></o:body></o:c>",
    })  # fmt: skip
    parts = {
        "Lease.docx": DOCX,
        "oleObject1.bin": ole({"\x01Ole10Native": packager("Miete für 2024.txt", TEXT.encode())}),
        "oleObject2.bin": ole({"Package": DOCX}),
        "oleObject3.bin": ole({"EmbeddedOdf": odt}),
        "oleObject4.bin": ole({"VisioDocument": b"x"}),
        "oleObject5.bin": ole({"Equation Native": b"x"}),
        "oleObject6.bin": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 99,
        "Chart.xlsx": XLSX,
    }
    links = f'<Relationships xmlns="{LINKS}"><Relationship Id="r1" Target="../embeddings/Chart.xlsx"/></Relationships>'
    data = with_parts(
        package,
        {f"{folder}/embeddings/{part}": content for part, content in parts.items()}
        | {f"{folder}/charts/_rels/chart1.xml.rels": links},
    )
    found = read(tmp_path, name, data)
    assert set(found) == {
        "Lease.docx", "Miete für 2024.txt", "oleObject2", "oleObject3", "oleObject4.bin", "oleObject6.bin", "",
    }  # fmt: skip
    assert document(found["Miete für 2024.txt"]).text == TEXT
    assert document(found["oleObject2"]).text == document(found["Lease.docx"]).text
    assert document(found["oleObject3"]).text == "An offer."
    assert str(found["oleObject4.bin"]).endswith(
        "which only its own program opens; save it from there."
    )
    assert "oleObject6.bin is damaged" in str(found["oleObject6.bin"])
    assert document(found[""]).text == document(read(tmp_path, name, package)[""]).text


@pytest.mark.parametrize("folder", ["ObjectPool/_1", "MBD0012AB34"])
def test_objects_of_office_97_are_documents(tmp_path: Path, folder: str) -> None:
    whole: Storage = {"\x01Ole10Native": packager("Lease.txt", TEXT.encode())}
    for name in reversed(folder.split("/")):
        whole = {name: whole}
    stream = "WordDocument" if "Pool" in folder else "Workbook"
    found = read(tmp_path, "old", ole({stream: b"", **whole}))
    assert document(found["Lease.txt"]).text == TEXT


def test_objects_of_old_presentations_are_documents(tmp_path: Path) -> None:
    inside = ole({"\x01Ole10Native": packager("Lease.txt", TEXT.encode())})
    packed = struct.pack("<I", len(inside)) + zlib.compress(inside)
    records = struct.pack("<HHI", 0, 1000, 2) + b"xx"
    records += struct.pack("<HHI", 0x10, 0x1011, len(packed)) + packed
    found = read(tmp_path, "a.ppt", ole({"PowerPoint Document": records}))
    assert document(found["Lease.txt"]).text == TEXT


def test_link_to_a_file_is_no_file(tmp_path: Path) -> None:
    linked = ole({"\x01Ole10Native": packager("Lease.txt", b"", kind=1)})
    found = read(tmp_path, "a.docx", with_parts(DOCX, {"word/embeddings/o.bin": linked}))
    assert "only its own program opens" in str(found["o.bin"])


@pytest.mark.parametrize("is_packed", [False, True])
def test_file_attached_to_a_page_of_a_pdf_is_a_document(tmp_path: Path, *, is_packed: bool) -> None:
    """Acrobat writes annotations into compressed object streams."""
    annotation = b"<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 5 0 R>>"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[4 0 R]>>",
        annotation,
        b"<</Type/Filespec/F(Lease.txt)/UF(Lease.txt)/EF<</F 6 0 R>>>>",
        b"<</Type/EmbeddedFile/Length %d>>stream\n%s\nendstream" % (len(TEXT), TEXT.encode()),
    ]
    if is_packed:
        packed = zlib.compress(b"4 0 " + annotation)
        objects[3] = b"null"
        objects.append(
            b"<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>stream\n%s\nendstream"
            % (len(packed), packed)
        )
    data = b"%PDF-1.5\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    size = len(objects) + 1
    rows = [struct.pack(">BIB", 1, place, 0) for place in places]
    if is_packed:
        rows[3] = struct.pack(">BIB", 2, 7, 0)
    table = b"".join([struct.pack(">BIB", 0, 0, 0), *rows, struct.pack(">BIB", 1, len(data), 0)])
    at = len(data)
    data += b"%d 0 obj\n<</Type/XRef/Size %d/W[1 4 1]/Root 1 0 R/Length %d>>stream\n%s\nendstream\nendobj\n" % (
        size, size + 1, len(table), table,
    )  # fmt: skip
    data += b"startxref\n%d\n%%%%EOF" % at
    found = read(tmp_path, "a.pdf", data)
    assert document(found["Lease.txt"]).text == TEXT


def test_objects_of_open_document_are_documents(tmp_path: Path) -> None:
    names = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:t="t" xmlns:table="table"'

    def content(body: str) -> str:
        return f"<office:c {names}><office:body>{body}</office:body></office:c>"

    cells = "<table:table-row><table:table-cell><t:p>Rent 900</t:p></table:table-cell></table:table-row>"
    found = read(tmp_path, "a.odt", zipped({
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": content("<office:text><t:p>Host</t:p></office:text>"),
        "Object 1/content.xml": content(f"<office:spreadsheet><table:table>{cells}</table:table></office:spreadsheet>"),
        "Object 2/content.xml": content("<office:chart/>"),
        "Object 3": ole({"\x01Ole10Native": packager("Lease.txt", TEXT.encode())}),
    }))  # fmt: skip
    assert set(found) == {"Object 1", "Lease.txt", ""}
    assert document(found["Object 1"]).text == "Rent 900"
