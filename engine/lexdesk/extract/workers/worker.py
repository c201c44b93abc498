"""The worker process of a ``WorkerPool``: ``python -m lexdesk.extract.workers.worker``.

Messages both ways are those of ``lexdesk.system.ipc``. In: ``Q``, a ``Request`` as JSON, or ``C``, a document as JSON.
Out, for each requested leaf of the file:

    B  begin: its number, member path, the seconds left for the file and its characters before, as JSON
    D  the document as JSON, or  R  the failure (U  a failure for now), a message as JSON
    C  the references of the document sent, as JSON (in place of D)
    O  it has pictures of text: request it again with OCR (in place of R, or after D)

and in between any number of ``P`` (progress) and ``L`` (the places that an unexpected error passed, for the log); at
the end of the file one ``E``. No message is pickled: the process may be in the hands of who wrote the file.
"""

from __future__ import annotations

import gc
import math
import signal
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from lexdesk.errors import FileCode, FileFailed, FileUnreadable, Message
from lexdesk.extract.containers.git_versions import HeldLaws
from lexdesk.extract.workers import sandbox
from lexdesk.system.ipc import (
    Frame,
    decode_plain_value,
    encode_json_frame,
    receive,
    send,
    take_streams,
)
from lexdesk.system.memory_shortage import end_before

if TYPE_CHECKING:
    from lexdesk.document.model import Document
    from lexdesk.extract.containers.contents import Leaf
    from lexdesk.extract.ocr import Ocr

REPLIES = b"BDCRUOPLE"
"""The kinds of messages of a worker."""

_DAY = 86_400.0
_ALMOST = 0.85  # of the limit of memory
COLLECTED = (20_000, 20, 20)
"""Thresholds of cycle collection, raised because few objects are in cycles and collection took 3 % of the time."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request for leaves of the file at ``path``: those numbered above ``after``, of ``only``.

    ``ocr`` is the number of OCR threads, 0 for none. ``passwords`` are tried on locked files and
    reach the process only by its pipe. No link is followed below ``folder``, unless it is empty. ``held`` are the laws
    in git of the library. ``spent`` are the seconds of processor time that killed workers took for the file, which
    yielded ``characters`` of text to them. With ``cites``, documents come with their references.
    """

    path: str
    after: int = -1
    only: tuple[int, ...] | None = None
    ocr: int = 0
    passwords: tuple[str, ...] = field(default=(), repr=False)
    held: HeldLaws = field(default=HeldLaws(), repr=False)
    spent: float = 0
    characters: int = 0
    folder: str = ""
    cites: bool = False

    def to_frame(self) -> Frame:
        """Encode the request as a message."""
        return encode_json_frame(b"Q", asdict(self))


def main() -> None:
    """Serve requests until the parent closes the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = take_streams()
    sandbox.confine()
    end_before(int(_ALMOST * sandbox.MAX_MEMORY_BYTES))
    gc.set_threshold(*COLLECTED)
    while (frame := receive(requests, b"QC")) is not None:
        if frame.kind == b"C":
            for reply in _cite(frame.content):
                send(replies, reply)
            continue
        request: Request = decode_plain_value(frame.content, Request)
        for reply in _answer(request, lambda: send(replies, Frame(b"P"))):
            send(replies, reply)


def _answer(request: Request, beat: Callable[[], None]) -> Iterator[Frame]:
    from lexdesk.extract.containers.contents import read_leaves
    from lexdesk.extract.passwords import Passwords

    ocr = _ocr(request, beat) if request.ocr else None
    wanted = None if request.only is None else set(request.only)
    number = -1
    path = Path(request.path)
    name = path.name
    passwords = Passwords(request.passwords)
    spent = -math.inf if ocr else request.spent  # leaves for recognition were walked in time before
    folder = Path(request.folder) if request.folder else None
    found = read_leaves(path, passwords, request.held, beat, spent, request.characters, folder)
    try:
        for number, leaf in enumerate(found):
            if wanted is not None and number > max(wanted):
                break
            if number <= request.after or (wanted is not None and number not in wanted):
                yield Frame(b"P")
                continue
            yield _begins(number, leaf.member, leaf.seconds, leaf.characters)
            yield from _read(leaf, ocr, cites=request.cites)
    except MemoryError:
        yield _begins(number + 1, "")
        yield _failed(FileCode.OUT_OF_MEMORY, name=name)
    except Exception as error:  # one file must not end the run
        yield _begins(number + 1, "")
        yield from _parser_failed(name, error)
    yield Frame(b"E")


def _cite(content: bytes) -> Iterator[Frame]:
    """Find the references of a document."""
    from lexdesk.citations.references import find_references
    from lexdesk.document.model import Document

    yield _begins(0, "")
    document = Document.from_json(content)
    try:
        yield Frame(b"C", msgspec.json.encode(find_references(document)))
    except MemoryError:
        yield _failed(FileCode.OUT_OF_MEMORY, name=document.title)
    except Exception as error:  # one text must not end the run
        yield from _parser_failed(document.title, error)
    yield Frame(b"E")


def _ocr(request: Request, beat: Callable[[], None]) -> Ocr:
    from lexdesk.extract.limits import limit_recognition_seconds
    from lexdesk.extract.ocr import Ocr

    size = Path(request.path).stat().st_size
    return Ocr(request.ocr, beat, limit_recognition_seconds(size), request.spent)


def _begins(number: int, member: str, left: float = math.inf, characters: int = 0) -> Frame:
    return encode_json_frame(b"B", [number, member, min(left, _DAY), characters])


def _read(leaf: Leaf, ocr: Ocr | None, *, cites: bool) -> Iterator[Frame]:
    from lexdesk.extract.ocr import Scan, is_available
    from lexdesk.extract.one_document import with_references

    try:
        document = leaf.read(ocr)
        if cites:
            document = with_references(document)
        yield Frame(b"D", _signed(document).to_json())
        if ocr is None and any(page.confidence == 0 for page in document.pages) and is_available():
            yield Frame(b"O")
    except FileFailed as failure:
        if isinstance(failure, Scan) and ocr is None and is_available():
            yield Frame(b"O")
        else:
            kind = b"U" if isinstance(failure, FileUnreadable) else b"R"
            yield encode_json_frame(kind, failure.message.to_json())
    except MemoryError:
        yield _failed(FileCode.OUT_OF_MEMORY, name=leaf.name)
    except Exception as error:
        yield from _parser_failed(leaf.name, error)


def _signed(document: Document) -> Document:
    """Add the signature of the text here, where several processes work; the caller is one."""
    from lexdesk.text.minhash import compute_signature

    if document.revision:  # only parts of a text
        return document
    return replace(document, signature=compute_signature(document.text))


def _failed(code: FileCode, **parameters: str) -> Frame:
    return encode_json_frame(b"R", Message(code, **parameters).to_json())


def _parser_failed(name: str, error: Exception) -> Iterator[Frame]:
    from lexdesk.system.log_file import describe_places

    yield Frame(b"L", describe_places(error).encode(errors="replace"))
    yield _failed(FileCode.PARSER_FAILED, name=name, reason=_one_line(error))


def _one_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


if __name__ == "__main__":
    main()
