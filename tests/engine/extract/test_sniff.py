"""Formats detected by content, and the failures of files of other kinds."""

from pathlib import Path

import pytest
from tests.archives import zipped
from tests.codes import raises_code
from tests.crafting import make_pipe
from tests.engine.extract.crafted_documents import written

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import MAX_FILE_BYTES, read
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.sniff import sniff

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
        (b"Dear Sir" + bytes(504), "a.txt", Format.TEXT),
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
