"""Publications made by an attacker, or damaged."""

import contextlib
import json
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.codes import raises_code
from tests.crafting import make_pipe
from tests.waiting import within

from lexdesk import Document, Library
from lexdesk.errors import (
    LibraryCode,
    LibraryDamaged,
    LibraryTooNew,
    NoLibrary,
    PublicationCode,
    PublicationError,
)
from lexdesk.storage import page_checksums

pytest.importorskip("lance", reason="needs the extra lexdesk[lance]")

import lance
import pyarrow as pa

from lexdesk.publishing import PublishedLibrary, manifest, passages
from lexdesk.publishing.publication import place_of
from lexdesk.publishing.publish import publish
from lexdesk.system.library_files import PUBLICATION

LEXDESK = str(Path(sys.executable).parent / "lexdesk")


def test_interrupted_publication_is_ignored(shelf: tuple[Path, str]) -> None:
    path, uri = shelf
    place = place_of(uri)
    with Library.open(path) as library:
        library.sources.add_documents(
            [Document("The orangery shall be heated.", "Note", work="NOTE")]
        )
        with PublishedLibrary.open_at(uri) as opened:
            since, dimensions = opened.publication.passages, opened.publication.dimensions
        passages.write(place, library.store, dimensions, since)  # and then the power failed
        with PublishedLibrary.open_at(uri) as opened:
            assert opened.publication.number == 1
            assert "NOTE" not in {hit.work for hit in opened.search("orangery").hits}
            assert opened.admin.check() == []
        publish(library, uri)
        with PublishedLibrary.open_at(uri) as opened:
            assert opened.search("orangery").hits[0].work == "NOTE"
            rows = passages.Passages(place, opened.publication.passages)
            assert len(rows.passages_with_vectors()) == library.admin.status().vectors


@pytest.mark.parametrize("name", ["publications/000002.json", PUBLICATION])
@pytest.mark.parametrize("is_first", [True, False])
def test_half_written_publication_is_ignored(
    shelf: tuple[Path, str], name: str, is_first: bool
) -> None:
    path, uri = shelf
    place = Path(place_of(uri))
    if is_first:
        (place / PUBLICATION).unlink()
    (left := place / f"{name}.4711.new").touch()
    with Library.open(path) as library:
        assert publish(library, uri).number == 2
    assert not left.exists()


def test_vanished_storage_is_reported(shelf: tuple[Path, str]) -> None:
    uri = shelf[1]
    with PublishedLibrary.open_at(uri) as opened:
        assert opened.search("withdraw consent").hits
        Path(place_of(uri)).rename(Path(place_of(uri)).with_name("away"))
        with raises_code(PublicationError, PublicationCode.UNREACHABLE):
            opened.search("erasure of data")
    with raises_code(NoLibrary, PublicationCode.NOT_FOUND):
        PublishedLibrary.open_at(uri)
    Path(place_of(uri)).with_name("away").rename(place_of(uri))
    with PublishedLibrary.open_at(uri) as opened:
        assert opened.search("erasure of data").hits


@pytest.mark.parametrize("part", ["words", "catalogues"])
def test_missing_file_is_named(shelf: tuple[Path, str], part: str) -> None:
    gone = next(Path(place_of(shelf[1]), part).iterdir())
    gone.unlink()
    with pytest.raises(PublicationError, match=gone.name):
        PublishedLibrary.open_at(shelf[1])


def test_flipped_byte_of_keyword_index_is_detected(shelf: tuple[Path, str]) -> None:
    segment = next(Path(place_of(shelf[1]), "words").glob("*.term"))
    data = bytearray(segment.read_bytes())
    data[len(data) // 2] ^= 1
    segment.write_bytes(data)
    with (
        PublishedLibrary.open_at(shelf[1]) as opened,
        raises_code(PublicationError, PublicationCode.FULLTEXT_INCOMPLETE),
    ):
        opened.search("consent", mode="keyword")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda update: {**update, "format": 99}, LibraryTooNew),
        (lambda update: {**update, "segments": 7}, PublicationError),
        (lambda update: {"format": 1}, PublicationError),
        (lambda update: [], PublicationError),
        (lambda update: {**update, "index": {"../../evil": "x"}}, PublicationError),
        (lambda update: {**update, "segments": {"/evil": update["catalogue"]}}, PublicationError),
        (
            lambda update: {
                **update,
                "catalogue": {**update["catalogue"], "name": "../shelf.sqlite"},
            },
            PublicationError,
        ),
        (lambda update: {**update, "number": "../../evil"}, PublicationError),
        (lambda update: {**update, "number": 10**200}, PublicationError),
        (lambda update: {**update, "index": {"n" * 300: "x"}}, PublicationError),
        (
            lambda update: {
                **update,
                "segments": {f"s{n}": update["catalogue"] for n in range(10_001)},
            },
            PublicationError,
        ),
        (lambda update: {**update, "passages": "a-tag"}, PublicationError),
        (lambda update: {**update, "passages": ["a-branch", 1]}, PublicationError),
        (lambda update: {**update, "counts": {"path": 1}}, PublicationError),
    ],
)
def test_unreadable_pointer_is_rejected(
    shelf: tuple[Path, str], change: object, error: type
) -> None:
    pointer = Path(place_of(shelf[1]), "publication.json")
    pointer.write_text(json.dumps(change(json.loads(pointer.read_text()))))  # type: ignore[operator]
    with pytest.raises(error, match="publish"):
        PublishedLibrary.open_at(shelf[1])


@pytest.mark.parametrize("is_listed", [True, False])
def test_publication_without_segments_is_no_empty_index(
    shelf: tuple[Path, str], is_listed: bool
) -> None:
    """The search found nothing, without a word."""
    pointer = Path(place_of(shelf[1]), "publication.json")
    update = json.loads(pointer.read_text())
    segments = {**json.loads(update["index"]["meta.json"]), "segments": []}
    listed = {**update["index"], "meta.json": json.dumps(segments)} if is_listed else {}
    pointer.write_text(json.dumps({**update, "index": listed}))
    with (
        PublishedLibrary.open_at(shelf[1]) as opened,
        raises_code(PublicationError, PublicationCode.FULLTEXT_INCOMPLETE),
    ):
        opened.search("consent", mode="keyword")


def test_catalogue_of_other_version_is_rejected(shelf: tuple[Path, str]) -> None:
    catalogue = next(Path(place_of(shelf[1]), "catalogues").iterdir())
    with contextlib.closing(page_checksums.connect(catalogue)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with raises_code(PublicationError, PublicationCode.CATALOGUE_FORMAT, found="99"):
        PublishedLibrary.open_at(shelf[1])


def test_catalogue_with_view_is_rejected(shelf: tuple[Path, str]) -> None:
    catalogue = next(Path(place_of(shelf[1]), "catalogues").iterdir())
    size = catalogue.stat().st_size
    with contextlib.closing(page_checksums.connect(catalogue)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET type = 'view', rootpage = 0, sql = 'CREATE VIEW page AS SELECT 1'"
            " WHERE name = 'page'"
        )
    assert catalogue.stat().st_size == size  # as its publication says
    with raises_code(LibraryDamaged, LibraryCode.SCHEMA_UNKNOWN, "the view page"):
        PublishedLibrary.open_at(shelf[1])


def with_table(place: Path, change: Callable[[pa.Table], pa.Table]) -> None:
    """Publish the changed table of passages."""
    uri = f"{place}/{passages.TABLE}"
    table = lance.dataset(uri).to_table()
    lance.write_dataset(change(table), uri, mode="overwrite")
    pointer = place / PUBLICATION
    stated = {**json.loads(pointer.read_text()), "passages": lance.dataset(uri).version}
    pointer.write_text(json.dumps(stated))


def test_repeated_passages_are_rejected(shelf: tuple[Path, str]) -> None:
    """No search ended among five million rows of one passage, and ``check`` called them sound."""
    with_table(Path(place_of(shelf[1])), lambda table: pa.concat_tables([table] * 2))
    with raises_code(PublicationError, PublicationCode.CONTENT_CHANGED, "passages.lance"):
        PublishedLibrary.open_at(shelf[1])


@pytest.mark.parametrize("kind", ["repeated", "overlong"])
def test_check_reads_texts_of_published_passages(shelf: tuple[Path, str], kind: str) -> None:
    def change(table: pa.Table) -> pa.Table:
        if kind == "repeated":
            return pa.concat_tables([table.slice(1), table.slice(1, 1)])
        texts = ["x" * 20_000, *table["text"].to_pylist()[1:]]
        return table.set_column(table.schema.get_field_index("text"), "text", pa.array(texts))

    with_table(Path(place_of(shelf[1])), change)
    with PublishedLibrary.open_at(shelf[1]) as opened:
        assert any("passages.lance" in problem for problem in opened.admin.check())


def test_passage_with_huge_number_is_rejected(shelf: tuple[Path, str]) -> None:
    catalogue = next(Path(place_of(shelf[1]), "catalogues").iterdir())
    with contextlib.closing(page_checksums.connect(catalogue)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("UPDATE passage SET id = 1099511627776 WHERE id = 1")
    with raises_code(LibraryDamaged, LibraryCode.DAMAGED, "a number above"):
        PublishedLibrary.open_at(shelf[1])


def varint(number: int) -> bytes:
    encoded = bytearray()
    while number > 127:
        encoded.append(number & 127 | 128)
        number >>= 7
    return bytes([*encoded, number])


def field(number: int, value: bytes | int) -> bytes:
    """A field of a protobuf message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def amended(manifest: bytes, more: bytes = b"", more_indexes: bytes = b"") -> bytes:
    """The manifest with fields added to it, and to its list of indexes."""
    start, _, _, _ = struct.unpack("<QHH4s", manifest[-16:])
    message = manifest[start + 4 : -16] + more
    indexes = b""
    if more_indexes:
        (length,) = struct.unpack_from("<I", manifest)  # they stand first
        indexes = manifest[4 : 4 + length] + field(1, more_indexes)
        message += field(6, start)
    body = manifest[:start] + (struct.pack("<I", len(indexes)) + indexes if indexes else b"")
    end = struct.pack("<QHH4s", len(body), 0, 2, b"LANC")
    return body + struct.pack("<I", len(message)) + message + end


def whole(message: bytes) -> bytes:
    """A manifest file of a message."""
    return struct.pack("<I", len(message)) + message + struct.pack("<QHH4s", 0, 0, 2, b"LANC")


ELSEWHERE = field(18, field(1, 1) + field(3, 1) + field(4, b"s3://elsewhere.invalid/law"))


DATA_FILE = field(1, b"a.lance") + field(4, 2)


TEXT = field(2, b"more") + field(5, b"string")


HOSTILE: dict[str, tuple[bytes, bytes]] = {
    "a base path on S3": (ELSEWHERE, b""),
    "a base path in another folder": (field(18, field(4, b"/etc")), b""),
    "a data file elsewhere": (field(2, field(2, DATA_FILE + field(7, 1))), b""),
    "a data file outside": (field(2, field(2, field(1, b"../../secret.lance"))), b""),
    "deletions elsewhere": (field(2, field(3, field(3, 1) + field(7, 1))), b""),
    "rows of an external file": (field(2, field(6, field(1, b"rows"))), b""),
    "an overlay": (field(2, field(11, field(1, DATA_FILE + field(7, 1)))), b""),
    "a transaction outside": (field(12, b"../../1.txn"), b""),
    "a column of blobs": (field(1, field(2, b"b") + field(5, b"blob")), b""),
    "a column of another kind": (field(1, TEXT + field(9, b"lance.blob.v2")), b""),
    "a column with settings": (field(1, TEXT + field(10, field(1, b"lance-encoding:blob"))), b""),
    "something unknown": (field(99, b"s3://elsewhere.invalid"), b""),
    "an index elsewhere": (b"", field(1, b"u") + field(9, 1)),
    "an index outside": (b"", field(10, field(1, b"../../x.idx"))),
    "an index of another kind": (b"", field(6, field(1, b"/lance.table.InvertedIndexDetails"))),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_manifest_naming_outside_path_is_rejected(shelf: tuple[Path, str], kind: str) -> None:
    for path in Path(place_of(shelf[1])).glob("passages.lance/_versions/*.manifest"):
        path.write_bytes(amended(path.read_bytes(), *HOSTILE[kind]))
    with raises_code(PublicationError, PublicationCode.NAMES_OUTSIDE):
        PublishedLibrary.open_at(shelf[1])
    with (
        Library.open(shelf[0]) as library,
        raises_code(PublicationError, PublicationCode.NAMES_OUTSIDE),
    ):
        publish(library, shelf[1])


def test_reserialised_manifest_is_read(shelf: tuple[Path, str]) -> None:
    for path in Path(place_of(shelf[1])).glob("passages.lance/_versions/*.manifest"):
        path.write_bytes(amended(path.read_bytes(), field(13, field(1, b"lance"))))
    with PublishedLibrary.open_at(shelf[1]) as opened:
        assert opened.search("consent").hits


@pytest.mark.parametrize("sizes", [[5_000_000], [3_000_000] * 3])
def test_manifests_are_bounded_in_all(shelf: tuple[Path, str], sizes: list[int]) -> None:
    """64 MB of the shortest fields took 45 s; here one field is long."""
    folder = Path(place_of(shelf[1]), "passages.lance", "_versions")
    whole_manifest = next(folder.glob("*.manifest")).read_bytes()
    for number, size in enumerate(sizes):
        (folder / f"{number}.manifest").write_bytes(amended(whole_manifest, field(15, bytes(size))))
    with (
        Library.open(shelf[0]) as library,
        raises_code(PublicationError, PublicationCode.FILE_TOO_LARGE),
    ):
        publish(library, shelf[1])


def test_index_lists_are_not_read_repeatedly() -> None:
    listed = field(1, b"") * 5_000
    message = field(6, 0) * 5_000
    end = struct.pack("<QHH4s", len(listed) + 4, 0, 2, b"LANC")
    data = struct.pack("<I", len(listed)) + listed + struct.pack("<I", len(message)) + message + end
    with within(5), pytest.raises(manifest.OutsideTableError, match="second"):
        manifest.check(data)


@given(st.binary(max_size=300) | st.binary(max_size=99).map(whole))
def test_arbitrary_manifest_bytes_are_read_or_rejected(data: bytes) -> None:
    try:
        manifest.check(data)
    except manifest.OutsideTableError:
        return
    assert data.endswith(b"LANC")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets not everybody link")
@pytest.mark.parametrize(
    "linked",
    [
        "publication.json",
        "catalogues",
        "words",
        "passages.lance",
        *(f"passages.lance/{name}" for name in ("data", "_versions", "_indices")),
    ],
)
def test_link_in_publication_is_not_followed(shelf: tuple[Path, str], linked: str) -> None:
    path = Path(place_of(shelf[1]), linked)
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))
    with raises_code(PublicationError, PublicationCode.FILE_IS_LINK):
        PublishedLibrary.open_at(shelf[1])


@pytest.mark.skipif(sys.platform == "win32", reason="has no such pipes")
def test_pipe_in_passage_table_does_not_block(shelf: tuple[Path, str]) -> None:
    file = next(Path(place_of(shelf[1])).glob("passages.lance/data/*.lance"))
    file.unlink()
    make_pipe(file)
    with raises_code(PublicationError, PublicationCode.FILE_IS_LINK):
        PublishedLibrary.open_at(shelf[1])


def test_missing_passages_are_damage(shelf: tuple[Path, str]) -> None:
    """A flipped byte in an index of Lance's table hides rows without an error."""
    place = place_of(shelf[1])
    with PublishedLibrary.open_at(shelf[1]) as opened:
        rows = passages.Passages(place, opened.publication.passages)
        (known,) = opened.store.passages.by_id([1])
        with raises_code(PublicationError, PublicationCode.CONTENT_CHANGED, "passages.lance"):
            rows.pieces([known, 2**31])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="files are not sparse there")
@pytest.mark.parametrize("name", ["_refs/tags/*.json", "_indices/*/page_*.lance", "data/*.lance"])
def test_sparse_file_does_not_reserve_memory(shelf: tuple[Path, str], name: str) -> None:
    """Lance reserved a terabyte for such an index, and aborted the process."""
    os.truncate(next(Path(place_of(shelf[1])).glob(f"passages.lance/{name}")), 1 << 40)
    with raises_code(PublicationError, PublicationCode.FILE_TOO_LARGE):
        PublishedLibrary.open_at(shelf[1])


def test_pointer_of_other_encoding_is_rejected(shelf: tuple[Path, str]) -> None:
    pointer = Path(place_of(shelf[1]), "publication.json")
    pointer.write_bytes(pointer.read_bytes()[:-16] + b"\xff" * 16)
    with pytest.raises(PublicationError, match="publish"):
        PublishedLibrary.open_at(shelf[1])


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
def test_outside_location_opens_no_socket(shelf: tuple[Path, str], tmp_path: Path) -> None:
    for path in Path(place_of(shelf[1])).glob("passages.lance/_versions/*.manifest"):
        more = ELSEWHERE + field(2, field(2, DATA_FILE + field(7, 1)))
        path.write_bytes(amended(path.read_bytes(), more))
    trace = tmp_path / "trace"
    result = subprocess.run(
        [
            *("strace", "-f", "-e", "trace=connect,sendto,openat", "-o", str(trace)),
            *(LEXDESK, "search", "consent", "-L", shelf[1]),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2, result.stderr
    assert "another place" in result.stderr
    lines = trace.read_text().splitlines()
    assert any("_versions" in line for line in lines)  # it was traced
    assert not [line for line in lines if "resolv.conf" in line or "AF_INET" in line]
