"""Contents of mails and archives: each document once, under the path of its place."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from tests.archives import seven_zipped, tar_writer, tarred, zipped
from tests.engine.extract.crafted_containers import FIXTURES, TEXT, document, mail, read
from tests.locked_files import pdf as locked_pdf

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.extract.containers.archives import sanitize_path
from lexdesk.extract.workers.supervisor import WorkerProcess

FILES = {"letters/a.txt": TEXT, "b.txt": TEXT}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.zip", zipped(FILES)),
        ("x.tar", tarred(FILES, "")),
        ("x.tar.gz", tarred(FILES, "gz")),
        ("x.tar.bz2", tarred(FILES, "bz2")),
        ("x.tar.xz", tarred(FILES, "xz")),
        ("x.7z", seven_zipped(FILES)),
        ("x.pdf", zipped(FILES)),
    ],
)
def test_archives_are_folders(tmp_path: Path, name: str, data: bytes) -> None:
    found = read(tmp_path, name, data)
    assert set(found) == {"letters/a.txt", "b.txt"}
    assert all(isinstance(passage, Document) and passage.text == TEXT for passage in found.values())


@pytest.mark.parametrize("form", ["zip", "tar"])
def test_each_pdf_in_stored_archive_is_document(tmp_path: Path, form: str) -> None:
    """Such an archive says %PDF- in its first kilobyte, as a PDF does."""
    pdfs = {name: FIXTURES / name for name in ("three-pages.pdf", "joint-filing-agreement.pdf")}
    packed = tmp_path / f"packed.{form}"
    if form == "zip":
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
            for name, path in pdfs.items():
                archive.write(path, name)
    else:
        with tarfile.open(packed, "w", format=tarfile.GNU_FORMAT) as tar:
            for name, path in pdfs.items():
                tar.add(path, name)
    data = packed.read_bytes()
    assert b"%PDF-" in data[:1024]
    found = read(tmp_path, packed.name, data)
    assert set(found) == set(pdfs)
    assert all(isinstance(item, Document) for item in found.values())


def portfolio(around: Path, files: dict[str, bytes]) -> bytes:
    """The PDF at ``around`` with ``files`` embedded; those without a byte are named alone."""
    buffer = io.BytesIO()
    with closing(pypdfium2.PdfDocument(around)) as pdf:
        for name, data in files.items():
            embedded = pdf.new_attachment(name)
            if data:
                embedded.set_data(data)
        pdf.save(buffer)
    return buffer.getvalue()


def test_files_embedded_in_pdf_are_documents(tmp_path: Path) -> None:
    cover, letter = FIXTURES / "three-pages.pdf", FIXTURES / "joint-filing-agreement.pdf"
    inner = portfolio(letter, {"deep/annex.txt": TEXT.encode()})
    found = read(
        tmp_path,
        "matter.pdf",
        portfolio(cover, {"lease.txt": TEXT.encode(), "filing.pdf": inner, "lost.docx": b""}),
    )
    alone = {
        path.name: read(tmp_path, path.name, path.read_bytes())[""] for path in (cover, letter)
    }
    assert set(found) == {"", "lease.txt", "filing.pdf", "filing.pdf/deep_annex.txt", "lost.docx"}
    for member, name in (("", cover.name), ("filing.pdf", letter.name)):
        read_alone = alone[name]
        document = found[member]
        assert isinstance(document, Document)
        assert isinstance(read_alone, Document)
        assert document.text == read_alone.text
    for member in ("lease.txt", "filing.pdf/deep_annex.txt"):
        document = found[member]
        assert isinstance(document, Document)
        assert document.text == TEXT
    assert found["lost.docx"] == (
        "lost.docx is empty or damaged in matter.pdf; open that in a PDF program, save lost.docx from it and add that."
    )


def test_unreadable_pdf_attachment_is_reported_until_readable(tmp_path: Path) -> None:
    matter = tmp_path / "matter.pdf"
    files = {"terms.pdf": locked_pdf(TEXT, "right"), "lost.docx": b""}
    matter.write_bytes(portfolio(FIXTURES / "three-pages.pdf", files))
    lost, locked = f"{matter}/lost.docx", f"{matter}/terms.pdf"
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([matter], vectors=False)
        assert sorted(library.catalogue.failures()) == [lost, locked]
        library.sources.retry_failed([locked], vectors=False, passwords=["wrong"])
        assert sorted(library.catalogue.failures()) == [lost, locked]
        library.sources.retry_failed([locked], vectors=False, passwords=["right"])
        assert sorted(library.catalogue.failures()) == [lost]
        assert library.admin.status().works == 2


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_decompressed_file_loses_its_last_extension(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    found = read(tmp_path, "lease.txt.gz", pack(TEXT.encode()))
    assert list(found) == ["lease.txt"]


@pytest.mark.parametrize(
    "behind", [b"garbage", b"\0" * 100_000, b"\0\x1f", bytes(range(256)) * 400]
)
def test_trailing_data_after_compressed_file_is_ignored(tmp_path: Path, behind: bytes) -> None:
    packed = gzip.compress(TEXT.encode()) + b"\0\0" + gzip.compress(b"The second part.\n" * 9000)
    found = read(tmp_path, "lease.txt.gz", packed + behind)
    assert list(found) == ["lease.txt"]
    assert document(found["lease.txt"]).text.startswith(TEXT[:20])
    assert document(found["lease.txt"]).text.count("The second part.") == 9000
    assert set(read(tmp_path, "x.tar.gz", tarred(FILES, "gz") + behind)) == set(FILES)
    for broken in (
        gzip.compress(TEXT.encode() * 50)[:-20],
        gzip.compress(TEXT.encode())[:-6] + b"wrong.",
    ):
        assert "damaged" in str(read(tmp_path, "broken.gz", broken))


def test_properties_of_office_files(tmp_path: Path) -> None:
    document = read(tmp_path, "x.docx", (FIXTURES / "simple.docx").read_bytes())[""]
    assert isinstance(document, Document)
    assert {p.name: p.value for p in document.properties} == {
        "author": "python-docx",
        "created": "2013-12-23T23:15:00Z",
        "modified": "2013-12-23T23:15:00Z",
    }


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("a/b.txt", "a/b.txt"), ("../../etc/passwd", "etc/passwd"), ("/etc/x", "etc/x"),
        ("C:\\Users\\x.txt", "Users/x.txt"), ("a//./b", "a/b"), ("", "unnamed"), ("..", "unnamed"),
        ("x\u202egpj.exe", "xgpj.exe"), ("a\nb\0c", "abc"), ("cafe\u0301", "caf\u00e9"),
        ("lone \udce9", "lone ?"),
    ],
)  # fmt: skip
def test_member_paths_are_harmless(path: str, shown: str) -> None:
    assert sanitize_path(path) == shown


@pytest.mark.parametrize(
    "name", ["K\u00fcndigung".encode(), "K\u00fcndigung".encode("cp437")], ids=["macOS", "Windows"]
)
def test_names_in_archives_need_no_sign_for_their_encoding(tmp_path: Path, name: bytes) -> None:
    stand_in = "Q" * len(name)
    data = zipped({f"{stand_in}.txt": TEXT}).replace(stand_in.encode(), name)
    assert list(read(tmp_path, "a.zip", data)) == ["K\u00fcndigung.txt"]


def test_duplicate_member_names_are_numbered(tmp_path: Path) -> None:
    message = mail("x", ("a.txt", b"first text"), ("a.txt", b"second text"))
    assert list(read(tmp_path, "x.eml", message.as_bytes())) == ["a.txt", "a (2).txt", ""]


def test_generated_member_name_is_not_reused(tmp_path: Path) -> None:
    message = mail("x", ("a", b"one"), ("a", b"two"), ("a (2)", b"three"), ("a (2)", b"four"))
    found = read(tmp_path, "x.eml", message.as_bytes())
    assert list(found) == ["a", "a (2)", "a (2) (2)", "a (2) (3)", ""]


@pytest.mark.parametrize("mode", ["", "gz", "xz"])
def test_hard_link_is_read_as_its_target(tmp_path: Path, mode: str) -> None:
    buffer = io.BytesIO()
    with tar_writer(buffer, mode) as archive:
        for name, content in {".kept/a.txt": TEXT, "b.txt": "other text"}.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content.encode()))
        for name, linked in (("c.txt", ".kept/a.txt"), ("d.txt", "c.txt"), ("e.txt", "no.txt")):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = tarfile.LNKTYPE, linked
            archive.addfile(info)
        info = tarfile.TarInfo("f.txt")
        info.type, info.linkname = tarfile.SYMTYPE, "b.txt"
        archive.addfile(info)
    found = read(tmp_path, f"a.tar.{mode}" if mode else "a.tar", buffer.getvalue())
    texts = {
        name: passage if isinstance(passage, str) else passage.text
        for name, passage in found.items()
    }
    reason = texts.pop("e.txt")
    assert texts == {"b.txt": "other text", "c.txt": TEXT, "d.txt": TEXT}
    assert reason.startswith("e.txt is another name of no.txt, which is not in the archive;")


def test_nested_archives_are_limited_in_depth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lexdesk.extract.containers.archives.MOST_BYTES_UNPACKED_AGAIN", 0)
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        info = tarfile.TarInfo("a.txt")
        info.size = len(TEXT)
        archive.addfile(info, io.BytesIO(TEXT.encode()))
        info = tarfile.TarInfo("b.txt")
        info.type, info.linkname = tarfile.LNKTYPE, "a.txt"
        archive.addfile(info)
    found = read(tmp_path, "a.tgz", buffer.getvalue())
    assert document(found["a.txt"]).text == TEXT
    assert str(found["b.txt"]).startswith("b.txt is another name of a.txt, which was read;")


def test_hidden_files_in_archive_are_skipped(tmp_path: Path) -> None:
    files = {"__MACOSX/._a.txt": "x", ".DS_Store": "x", "a.txt": TEXT}
    files |= {"b/Thumbs.db": "x", "b/Desktop.ini": "[.ShellClassInfo]", "~$offer.docx": "x"}
    assert list(read(tmp_path, "x.zip", zipped(files))) == ["a.txt"]


def test_failures_inside_container_are_reported_again(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(zipped({"a.txt": TEXT, "b.pdf": "x"}))
    with Library.open(tmp_path / "library", create=True) as library:
        first, second = (library.sources.add([bundle], vectors=False).failed for _ in range(2))
    assert first == second
    assert list(first) == [f"{bundle}/b.pdf"]


def test_interrupted_container_is_read_again(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(zipped({f"{n}.txt": f"{TEXT} {n}" for n in range(20)}))

    class Interrupted(Exception):  # noqa: N818
        pass

    def interrupt(progress: object) -> None:
        raise Interrupted

    with Library.open(tmp_path / "library", create=True) as library:
        with pytest.raises(Interrupted):
            library.sources.add([bundle], vectors=False, listener=interrupt)
        with library.store.transaction():
            library.store.files.forget_file(f"{bundle}/3.txt")
            library.store.statements.execute("UPDATE file SET sha256 = '' WHERE container IS NULL")
        library.sources.add([bundle], vectors=False)
        assert library.admin.status().files == 20


def test_archive_read_successfully_is_no_longer_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(zipped({"a.txt": TEXT}))

    def fail(*_: object) -> None:
        raise OSError("no memory")

    with Library.open(tmp_path / "library", create=True) as library:
        with monkeypatch.context() as patched:
            patched.setattr(WorkerProcess, "_converse", fail)
            assert list(library.sources.add([bundle], vectors=False).failed) == [str(bundle)]
        assert library.sources.retry_failed(vectors=False).added == 1
        assert library.catalogue.failures() == {}
        assert library.admin.status().files == 1
