"""Messages between processes: bounded, of known kinds, never executed."""

import datetime
import errno
import io
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lexdesk.document.model import Box, Document, Page, Provision, Relation
from lexdesk.errors import FileCode, FileFailed, LibraryCode, NoLibrary, QueryCode, QueryError
from lexdesk.extract.workers import supervisor as reader
from lexdesk.extract.workers.pool import WorkerPool
from lexdesk.library.status import Status
from lexdesk.system import ipc
from lexdesk.system.ipc import (
    Frame,
    decode_plain_object,
    decode_plain_value,
    encode_json_frame,
    encode_object_frame,
)

PAGE = Page(1, 0, 5, 0.5, (Box(1, 2, 3, 4),))
DOCUMENT = Document(
    "Lease.",
    "A lease",
    valid_from=datetime.date(2018, 5, 25),
    provisions=(Provision("art_1", "article", "1", "", "Article 1", None, 0, 6),),
    pages=(PAGE,),
    relations=(Relation("amends", "", "GDPR", datetime.date(2020, 1, 1)),),
)


def test_messages_arrive_whole_or_not_at_all() -> None:
    stream = io.BytesIO()
    ipc.send(stream, Frame(b"D", b"text"))
    ipc.send(stream, Frame(b"E"))
    ipc.send(stream, Frame(b"X", b"unknown"))
    stream.seek(0)
    assert [ipc.receive(stream, b"DE") for _ in range(3)] == [(b"D", b"text"), (b"E", b""), None]
    for data in (b"", b"\0\0", b"\0\0\0\0", b"\0\0\0\5Dab", b"\xff\xff\xff\xffD"):
        assert ipc.receive(io.BytesIO(data), b"D") is None
    sizes: list[int] = []

    def reject(size: int) -> bool:
        sizes.append(size)
        return False

    assert ipc.receive(io.BytesIO(b"\0\0\0\5Dtext"), b"D", reject) is None
    assert sizes == [5]


@pytest.mark.parametrize(
    ("content", "shape"),
    [
        (b'["1", "a"]', tuple[int, str]),
        (b"[1]", tuple[int, str]),
        (b"[true, 1]", tuple[int, str]),
        (b"[" * 100_000, object),
        (b"{", object),
        (b"[]", dict[str, object]),
    ],
)
def test_other_shapes_raise_value_error(content: bytes, shape: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode_plain_value(content, shape)


def test_names_of_files_outside_unicode_arrive() -> None:
    name = "caf\udce9.txt"  # as Python decodes a byte outside of UTF-8
    assert decode_plain_value(encode_json_frame(b"B", [7, name]).content, tuple[int, str]) == (
        7,
        name,
    )


@pytest.mark.parametrize(
    "value",
    [
        {"a": [1, 2.5, None, (b"x", {3}, frozenset({4}))]},
        DOCUMENT,
        NoLibrary(LibraryCode.NONE_OPEN),
        QueryError(QueryCode.BRACKET_UNCLOSED_HERE, "(a", 0),
        FileFailed(FileCode.TIMEOUT, name="a.pdf", seconds=60.0),
        OSError(errno.ENOSPC, "No space left on device"),
        datetime.date(2018, 5, 25),
        Path("a"),
        FileCode.CRASHED,
    ],
)
def test_data_and_errors_arrive(value: object) -> None:
    found = decode_plain_object(encode_object_frame(b"V", value).content)
    assert (type(found), repr(found)) == (type(value), repr(value))


class Calls:
    """Pickled as the call of a function."""

    def __init__(self, function: Any, *arguments: object):
        self._call = function, arguments

    def __reduce__(self) -> tuple[object, ...]:
        return self._call


@pytest.mark.parametrize(
    "call",
    [
        Calls(os.system, "touch ran"),
        Calls(eval, "open('ran', 'w')"),
        Calls(subprocess.Popen, ["touch", "ran"]),
        Calls(getattr, Status, "__init__"),
        Calls(WorkerPool, 1),
        Calls(Path.touch, Path("ran")),
    ],
)
def test_pickles_call_nothing(call: Calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pickle.UnpicklingError):
        decode_plain_object(encode_object_frame(b"V", [1, call]).content)
    names = (b"lexdesk.extract.workers.supervisor", b"subprocess.Popen")
    through_ours = (
        b"\x80\x04" + b"".join(b"\x8c" + bytes([len(name)]) + name for name in names) + b"\x93."
    )
    with pytest.raises(pickle.UnpicklingError):
        decode_plain_object(through_ours)
    assert not (tmp_path / "ran").exists()


def test_document_round_trips_and_other_json_is_none() -> None:
    assert Document.from_json(DOCUMENT.to_json()) == DOCUMENT
    for line in (
        b"{}",
        b'{"text": 1, "title": ""}',
        b'{"text": "", "title": "", "pages": [7]}',
        b"[",
    ):
        with pytest.raises(ValueError, match=r"."):
            Document.from_json(line)


HOSTILE = """
import sys
from lexdesk.system.ipc import Frame, receive, send, take_streams
requests, replies = take_streams()
while receive(requests, b"Q") is not None:
    for frame in FRAMES:
        send(replies, Frame(*frame))
"""


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([(b"B", b'["1", 2]')], FileCode.WORKER_FAILED),
        ([(b"B", b"[" * 100_000)], FileCode.WORKER_FAILED),
        ([(b"B", b'[0, "", 60, 0]'), (b"D", b'{"text": 7, "title": ""}'), (b"E",)], FileCode.WORKER_FAILED),
        ([(b"B", b'[0, "", 60, 0]'), (b"D", DOCUMENT.to_json().replace(b":6}", b":9e9}")), (b"E",)], FileCode.WORKER_FAILED),
        ([(b"B", b'[0, "", 60, 0]'), (b"D", DOCUMENT.to_json().replace(b":6}", b":999}")), (b"E",)], FileCode.WORKER_FAILED),
        ([(b"B", b'[0, "", 60, 0]'), (b"R", b'{"code": "no.such", "parameters": {}}'), (b"E",)], FileCode.UNKNOWN),
        ([(b"Z", b"")], FileCode.CRASHED),
    ],
)  # fmt: skip
def test_replies_of_a_hostile_worker_end_in_a_failure(
    frames: list[tuple[bytes, ...]], code: FileCode, tmp_path: Path,
    own_workers: None, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    program = HOSTILE.replace("FRAMES", repr(frames))
    monkeypatch.setattr(
        reader,
        "start_worker",
        lambda: subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ),
    )
    with WorkerPool(1) as pool:
        (reading,) = pool.read_all([tmp_path / "a.txt"])
    assert isinstance(reading.outcome, FileFailed)
    assert reading.outcome.code is code
    assert reading.last
