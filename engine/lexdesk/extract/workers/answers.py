"""A file to read and the progress of its worker."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import NamedTuple

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.containers.git_versions import HeldLaws
from lexdesk.extract.workers.worker import Request
from lexdesk.system.ipc import Frame
from lexdesk.system.paths import encode_path


class Reading(NamedTuple):
    """A result for the file at ``path``: a document, or its failure reason.

    ``member`` is the path of an attachment or archive member inside the file, ``""`` for the file
    itself. ``outcome`` is ``None`` for a pure container, or for a file with its text in an earlier
    reading. ``last`` marks the end of the file. A document with pictures for later OCR comes twice. ``seconds`` is the
    time it took a worker of this machine. The reading of the citations in a stored text has its ``number``.
    """

    path: Path
    member: str
    outcome: Document | FileFailed | bytes | None
    last: bool
    seconds: float = 0.0
    number: int = 0

    def parsed(self) -> Reading:
        """Return the reading with its document parsed from JSON, or a failure if it is none."""
        if not isinstance(self.outcome, bytes):
            return self
        try:
            document = Document.from_json(self.outcome)
            document.validate()
        except ValueError as error:
            name = PurePath(self.member).name or encode_path(self.path.name)
            failed = FileFailed(FileCode.WORKER_FAILED, name=name, reason=error)
            return self._replace(outcome=failed)
        return self._replace(outcome=document)


@dataclass(frozen=True, slots=True)
class Task:
    """A file to read, or those of its leaves with pictures; ``passwords`` are tried on locked files.

    ``held`` are the laws in git of the library. No link is followed below ``folder``, where given. With ``cites``,
    documents come with their references. With a ``document`` as JSON, its references are found, for its ``number``.
    """

    path: Path
    only: tuple[int, ...] | None = None
    ocr: int = 0
    passwords: tuple[str, ...] = field(default=(), repr=False)
    held: HeldLaws = field(default=HeldLaws(), repr=False)
    folder: Path | None = None
    cites: bool = False
    document: bytes = field(default=b"", repr=False)
    number: int = 0

    @property
    def name(self) -> str:
        """Return the file's name for messages, escaped if not Unicode, since messages are stored."""
        return encode_path(self.path.name)

    def with_ocr(self, threads: int) -> Task:
        """Return the task with OCR in ``threads`` threads."""
        return replace(self, ocr=threads)


class Result(NamedTuple):
    """A message from a worker, and its reserved bytes in the result queue."""

    kind: bytes
    content: bytes
    reserved: int


class Begun(NamedTuple):
    """A leaf that a worker begins, the seconds ``left`` for the file, and its ``characters`` of text until then."""

    number: int
    member: str
    left: float
    characters: int = 0


@dataclass(slots=True)
class Answers:
    """The progress of a file, across deaths of workers."""

    task: Task
    number: int = -1  # of the last leaf begun
    member: str = ""
    begun: bool = False
    begun_at: float = 0.0
    own: Result | FileFailed | None = None
    own_seconds: float = 0.0
    pictures: list[int] = field(default_factory=list)
    spent: float = 0  # seconds of processor time, by workers that ended
    used_before: float | None = None  # by the worker when it was asked
    used: float = 0  # by the worker, from then to its last leaf
    left: float = math.inf  # for the file, from that leaf on
    characters: int = 0

    @property
    def seconds(self) -> float:
        """Return the time since the last member, or the file, was begun."""
        return time.monotonic() - self.begun_at

    def asked(self, used: float | None) -> None:
        """Begin the account of a worker, which used the seconds ``used`` for other files; ``None`` if unknown."""
        self.used_before, self.used = used, 0

    def begin(self, begun: Begun, used: float | None) -> None:
        """Begin a leaf, of a worker that used ``used`` seconds in all."""
        self.number, self.member = begun.number, begun.member
        self.begun, self.begun_at = True, time.monotonic()
        self.used += self._since(used) or 0
        self.characters = max(begun.characters, self.characters)
        self.left = begun.left if begun.left >= 0 else 0  # also what is no number

    def left_at(self, used: float | None) -> float:
        """Return the seconds left for the file once its worker used ``used`` in all."""
        return max(self.left - (self._since(used) or 0), 0)

    def end(self, used: float | None, most: float) -> None:
        """Add the time of a worker that ended; if unknown, what elapsed since its last leaf, ``most`` seconds of it."""
        since = self._since(used)
        if since is None:
            since = min(self.seconds, most)
        self.spent += self.used + since
        self.left = max(self.left - since, 0)

    def _since(self, used: float | None) -> float | None:
        """Return the seconds that a worker took since its last leaf, if its use is known."""
        if used is None or self.used_before is None:
            return None
        return used - self.used_before - self.used

    def reading(self) -> Reading:
        """Return the reading of the current attachment or archive member, without its outcome."""
        number = self.task.number
        return Reading(self.task.path, self.member, None, False, self.seconds, number)

    def take(self, outcome: Result | FileFailed) -> None:
        """Keep the outcome of the file itself until the file ends."""
        self.own, self.own_seconds = outcome, self.seconds

    @property
    def message(self) -> Frame:
        """Return the message to a worker: the ``request``, or the document whose references are asked for."""
        document = self.task.document
        return Frame(b"C", document) if document else self.request.to_frame()

    @property
    def request(self) -> Request:
        """Return the request for the leaves that are missing."""
        task = self.task
        return Request(
            str(task.path),
            self.number,
            task.only,
            task.ocr,
            task.passwords,
            task.held,
            self.spent,
            self.characters,
            "" if task.folder is None else str(task.folder),
            task.cites,
        )
