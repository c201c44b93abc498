"""Limits on what archives unpack to, also where texts are counted again."""

import io
import struct
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.archives import seven_zipped, tar_writer, zipped
from tests.codes import raises_code
from tests.engine.extract.crafted_containers import TEXT, read

from lexdesk.document.model import Document
from lexdesk.errors import FileCode
from lexdesk.extract import WorkerPool
from lexdesk.extract.limits import LimitReached, Limits


def test_limits_apply_to_whole_file(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits("x.zip", 100, members=2)
    limits.take_member()
    limits.take_member()
    with raises_code(LimitReached, FileCode.TOO_MANY_MEMBERS, name="x.zip"):
        limits.take_member()
    monkeypatch.setattr("lexdesk.extract.limits.MAX_UNPACKED", 100)
    with raises_code(LimitReached, FileCode.UNPACKS_TOO_LARGE):
        limits.read(io.BytesIO(bytes(101)), "a.txt", 0)


LONG = "The tenant shall pay the rent. " * 3000


def linked(mode: str) -> bytes:
    """A tar of one text under 200 names."""
    buffer = io.BytesIO()
    with tar_writer(buffer, mode) as archive:
        info = tarfile.TarInfo("a.txt")
        info.size = len(LONG)
        archive.addfile(info, io.BytesIO(LONG.encode()))
        for number in range(200):
            info = tarfile.TarInfo(f"{number}.txt")
            info.type, info.linkname = tarfile.LNKTYPE, "a.txt"
            archive.addfile(info)
    return buffer.getvalue()


def overlapping() -> bytes:
    """Make a ZIP of one text listed 200 times."""
    whole = zipped({"a.txt": LONG})
    start, end = whole.index(b"PK\1\2"), whole.index(b"PK\5\6")
    directory = whole[start:end] * 200
    tail = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 200, 200, len(directory), start, 0)
    return whole[:start] + directory + tail


def holes() -> bytes:
    """Make a tar of 200 texts that are holes after their first bytes."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for number in range(200):
            info = tarfile.TarInfo(f"GNUSparseFile.0/{number}.txt")
            map_ = b"1\n0\n4\n".ljust(512, b"\0")
            info.pax_headers = {
                "GNU.sparse.major": "1",
                "GNU.sparse.minor": "0",
                "GNU.sparse.name": f"{number}.txt",
                "GNU.sparse.realsize": "100000",
            }
            data = map_ + b"Rent".ljust(512, b"\0")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


BOMBS: dict[str, Callable[[], bytes]] = {
    "a.tar": lambda: linked(""),
    "a.tar.gz": lambda: linked("gz"),
    "a.tar.xz": lambda: linked("xz"),
    "holes.tar": holes,
    "a.zip": overlapping,
    "b.zip": lambda: zipped({f"{number}.txt": LONG for number in range(200)}),
    "c.zip": lambda: zipped({f"{number}.zip": zipped({"a.txt": LONG}) for number in range(200)}),
    "d.zip": lambda: zipped({"a.tar": linked("")}),
    "a.7z": lambda: seven_zipped({f"{number}.txt": LONG for number in range(200)}),
}


@pytest.mark.parametrize("name", BOMBS)
def test_every_unpacking_counts_towards_limit(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lexdesk.extract.limits.RATIO_OF_ALL_APPLIES_FROM", 1_000_000)
    monkeypatch.setattr("lexdesk.extract.limits.MAX_RATIO", 3)
    bomb = BOMBS[name]()
    found = read(tmp_path, name, bomb)
    if name == "a.zip" and "" not in found:
        # Debian's zipfile rejects each entry that overlaps another.
        assert sum(isinstance(passage, Document) for passage in found.values()) == 1
        return
    reason = found.pop("")
    assert isinstance(reason, str)
    assert "unpacks to more than 3 times its size" in reason
    texts = [passage.text for passage in found.values() if isinstance(passage, Document)]
    assert sum(map(len, texts)) <= max(1_000_000, 3 * len(bomb))


@pytest.mark.slow
def test_memory_is_bounded_without_consumer(tmp_path: Path) -> None:
    """Results wait in the pipes and not in memory."""
    paths = []
    for number in range(12):
        paths.append(tmp_path / f"{number}.txt")
        paths[-1].write_text(f"{TEXT} {number}\n" * 1_000_000)
    with WorkerPool(2) as pool:
        results = pool.read_all(paths)
        first = next(results)
        assert isinstance(first.outcome, Document)
        assert sum(1 for _ in results) == 11
