"""All documents of a file: the file itself, its attachments and its members, to any depth.

Each document is a *leaf*. Its path inside the file (``letters/offer.eml/annex.pdf``) is its
*member* path, ``""`` for the file itself. Leaves come in a fixed order, the file itself last. Each
is read only on request, so a supervisor can skip one after it killed a worker.
"""

from __future__ import annotations

import io
import math
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed, FileUnreadable
from lexdesk.extract.containers import archives, git_history, mail, outlook
from lexdesk.extract.containers.embedded import read_embedded_files
from lexdesk.extract.containers.git_objects import is_repository, measure_repository
from lexdesk.extract.containers.git_versions import HeldLaws
from lexdesk.extract.limits import (
    MAX_ARCHIVE_DEPTH,
    MAX_FILE_BYTES,
    MAX_MAIL_DEPTH,
    LimitReached,
    Limits,
    TimeBudget,
    too_large,
)
from lexdesk.extract.one_document import finish_document, read_text
from lexdesk.extract.passwords import Passwords
from lexdesk.extract.sniff import ARCHIVES, Format, Locked
from lexdesk.extract.sniff.packages import OLE_DAMAGE
from lexdesk.extract.sniff.sniff import sniff, sniff_archive
from lexdesk.extract.unlocking import unlock_office, unlock_pdf
from lexdesk.structure import Source
from lexdesk.system.regular_files import has_link_below, open_document

if TYPE_CHECKING:
    from lexdesk.extract.ocr import Ocr

    LeafParser = Callable[[Ocr | None], Document]

_BEATS_EVERY = 1  # seconds, while versions are sought


@dataclass(frozen=True, slots=True)
class Leaf:
    """A document in a file; ``parse`` extracts it, ``name`` is for messages.

    ``seconds`` of processor time are left for the file, which yielded ``characters`` of text before.
    """

    member: str
    name: str
    parse: LeafParser
    seconds: float = math.inf
    characters: int = 0

    def read(self, ocr: Ocr | None = None) -> Document:
        """Extract the document; raise ``FileFailed`` with one sentence for any cause."""
        with as_failures(self.name):
            return self.parse(ocr)


def read_leaves(
    path: Path,
    passwords: Passwords | None = None,
    held: HeldLaws | None = None,
    beat: Callable[[], None] = lambda: None,
    spent: float = 0,
    characters: int = 0,
    folder: Path | None = None,
) -> Iterator[Leaf]:
    """Yield all documents in the file at ``path``, itself last; damage is the failure of a leaf.

    ``passwords`` are tried on locked files. A pure container, such as an archive, is no leaf itself
    unless it fails as a whole. Of laws in git, the versions after those ``held`` come, and ``beat`` is
    called while they are sought. A file ends once it, with its contents, took too long; ``spent``
    seconds and ``characters`` of text were before the call. No link is followed below ``folder``, where given.
    """
    if is_repository(path) and not (folder and has_link_below(path, folder)):
        budget = TimeBudget(path.name, measure_repository(path), spent, characters)
        yield from _versions(path, held or HeldLaws(), beat, budget)
        return
    try:
        with as_failures(path.name), ExitStack() as opened:
            with _as_unreadable(path.name):
                _require_content(path)
                file = opened.enter_context(open_document(path, folder))
                size = os.fstat(file.fileno()).st_size
                data = None if size > MAX_FILE_BYTES else file.read(size)  # no more: it may grow
            walk = _Walk(Limits(path.name, size), passwords or Passwords())
            if data is None:
                format_ = sniff_archive(file, path.name, size)
                found = walk.archive(format_, file, path.name, "", 0)
            else:
                found = walk.source(Source(path, data), "", 0)
            yield from _in_time(found, TimeBudget(path.name, size, spent, characters))
    except FileFailed as failure:
        yield _failed_leaf("", path.name, failure)


def _in_time(found: Iterator[Leaf], budget: TimeBudget) -> Iterator[Leaf]:
    """Yield the leaves, each with the seconds left; raise ``LimitReached`` once there are none."""
    for leaf in found:
        counted = partial(_counted, leaf.parse, budget)
        yield replace(leaf, parse=counted, seconds=budget.left(), characters=budget.characters)


def _counted(parse: LeafParser, budget: TimeBudget, ocr: Ocr | None) -> Document:
    document = parse(ocr)
    budget.characters += len(document.text)
    return document


def _versions(
    path: Path, held: HeldLaws, beat: Callable[[], None], budget: TimeBudget
) -> Iterator[Leaf]:
    """Yield the versions of the laws in a repository."""
    told = time.monotonic()

    def look() -> None:
        nonlocal told
        budget.left()
        if (now := time.monotonic()) - told > _BEATS_EVERY:
            told = now
            beat()

    try:
        with as_failures(path.name):
            for law in git_history.read(path, held, look):
                name = PurePath(law.name).name
                found = (Leaf(member, name, _without_ocr(p)) for member, p in law.documents())
                yield from _in_time(found, budget)
    except FileFailed as failure:
        yield _failed_leaf("", path.name, failure)


def _without_ocr(parse: Callable[[], Document]) -> LeafParser:
    return lambda _: parse()


@contextmanager
def as_failures(name: str) -> Iterator[None]:
    """Turn system errors and endless nesting into ``FileFailed`` for the file ``name``."""
    try:
        yield
    except OSError as error:
        raise FileFailed(FileCode.NOT_OPENED, name=name, reason=error) from None
    except MemoryError:
        raise FileFailed(FileCode.OUT_OF_MEMORY, name=name) from None
    except RecursionError:
        raise FileFailed(FileCode.NESTED_TOO_DEEPLY, name=name) from None


@contextmanager
def _as_unreadable(name: str) -> Iterator[None]:
    """Turn system errors on the file ``name`` itself into a temporary failure."""
    try:
        yield
    except OSError as error:
        raise FileUnreadable(FileCode.NOT_OPENED, name=name, reason=error) from None


@dataclass(slots=True)
class _Walk:
    """The traversal of one file on disk, with its remaining limits and the passwords."""

    limits: Limits
    passwords: Passwords

    def source(self, source: Source, member: str, depth: int) -> Iterator[Leaf]:
        """Yield the leaves in bytes already in memory."""
        name = source.path.name
        try:
            source, format_ = self._unlocked(source)
        except FileFailed as failure:
            yield _failed_leaf(member, name, failure)
            return
        if format_ in ARCHIVES:
            yield from self.archive(format_, io.BytesIO(source.data), name, member, depth)
        elif format_ is Format.MAIL:
            yield from self.message(mail.parse(source.data), name, member, depth)
        elif format_ is Format.MSG:
            try:
                message = outlook.open_message(source.data, name)
            except FileFailed as failure:
                yield _failed_leaf(member, name, failure)
            else:
                yield from self.outlook_message(message, name, member, depth)
        else:
            yield from self.embedded(source, format_, member, depth)
            yield Leaf(member, name, lambda ocr: read_text(source, ocr=ocr))

    def embedded(self, source: Source, format_: Format, member: str, depth: int) -> Iterator[Leaf]:
        """Yield the leaves in files embedded in a document."""
        name = source.path.name
        if depth > MAX_ARCHIVE_DEPTH:
            yield _failed_leaf(member, name, _too_deep(name, MAX_ARCHIVE_DEPTH))
        else:
            yield from self._attachments(read_embedded_files(source, format_), name, member, depth)

    def _unlocked(self, source: Source) -> tuple[Source, Format]:
        """Return the decrypted source and its format; raise ``FileFailed``."""
        name = source.path.name
        try:
            format_ = sniff(source.data, name)
        except Locked:
            with as_failures(name):
                source = unlock_office(source, self.passwords)
            format_ = sniff(source.data, name)
        if format_ is Format.PDF:
            source = unlock_pdf(source, self.passwords)
        return source, format_

    def archive(
        self, format_: Format, file: IO[bytes], name: str, member: str, depth: int
    ) -> Iterator[Leaf]:
        """Yield the leaves in an archive or a mailbox."""
        if depth > MAX_ARCHIVE_DEPTH:
            yield _failed_leaf(member, name, _too_deep(name, MAX_ARCHIVE_DEPTH))
            return
        if format_ is Format.GIT:
            yield _failed_leaf(member, name, FileFailed(FileCode.GIT_INSIDE, name=name))
            return
        names = _Names(member)
        try:
            for path, data in self._members(format_, file, name):
                inner = names.of(path)
                if isinstance(data, FileFailed):
                    yield _failed_leaf(inner, PurePath(path).name, data)
                else:
                    yield from self.source(Source(Path(path), data), inner, depth + 1)
        except LimitReached:
            raise
        except FileFailed as failure:
            yield _failed_leaf(member, name, failure)

    def _members(self, format_: Format, file: IO[bytes], name: str) -> Iterator[archives.Member]:
        if format_ is not Format.MBOX:
            yield from archives.read_members(format_, file, name, self.limits, self.passwords)
            return
        for number, data in enumerate(mail.read_messages(file), 1):
            self.limits.take_member()
            shown = f"message-{number}.eml"
            failure = too_large(shown, len(data)) if len(data) > MAX_FILE_BYTES else None
            yield archives.Member(shown, failure or data)

    def message(self, message: mail.Part, name: str, member: str, depth: int) -> Iterator[Leaf]:
        """Yield the leaves in a message: its attachments, then itself."""
        yield from self._attachments(mail.read_attachments(message), name, member, depth)
        yield Leaf(member, name, lambda _: self._counted(mail.read_message(message, name), name))

    def outlook_message(
        self, message: outlook.Message, name: str, member: str, depth: int
    ) -> Iterator[Leaf]:
        """Yield the leaves in an Outlook message: its attachments, then itself."""
        yield from self._attachments(message.attachments(), name, member, depth)
        yield Leaf(member, name, lambda _: self._counted(outlook.read_message(message, name), name))

    def _counted(self, document: Document, name: str) -> Document:
        """Count the text of a message against the limits; Outlook streams may share their bytes."""
        self.limits.take_bytes(len(document.text))
        return finish_document(document, Path(name))

    def _attachments(
        self,
        attached: Iterator[mail.Attachment] | Iterator[outlook.Attachment],
        name: str,
        member: str,
        depth: int,
    ) -> Iterator[Leaf]:
        names = _Names(member)
        try:
            for given, content in attached:
                self.limits.take_member()
                path = archives.sanitize_path(given.replace("/", "_"))
                inner = names.of(path)
                if isinstance(content, FileFailed):
                    yield _failed_leaf(inner, path, content)
                elif isinstance(content, bytes):
                    self.limits.take_bytes(len(content))
                    yield from self.source(Source(Path(path), content), inner, depth + 1)
                elif depth >= MAX_MAIL_DEPTH:
                    yield _failed_leaf(inner, path, _too_deep(path, MAX_MAIL_DEPTH))
                elif isinstance(content, outlook.Message):
                    yield from self.outlook_message(content, path, inner, depth + 1)
                else:
                    yield from self.message(content, path, inner, depth + 1)
        except OLE_DAMAGE as error:
            damage = FileFailed(FileCode.ATTACHMENT_DAMAGED, name=name, reason=error)
            yield _failed_leaf(names.of("attachment"), name, damage)


class _Names:
    """Member paths inside one container; a second file of the same name gets a number."""

    def __init__(self, container: str):
        self._container = container
        self._taken: dict[str, int] = {}  # name -> last number given

    def of(self, path: str) -> str:
        """Return the path of a member from the outermost file."""
        if path in self._taken:
            path = self._numbered(path)
        self._taken[path] = 1
        return f"{self._container}/{path}" if self._container else path

    def _numbered(self, path: str) -> str:
        """Return the next free ``note (2).txt``."""
        stem, dot, extension = path.rpartition(".")
        if not (dot and stem):
            stem, dot, extension = path, "", ""
        while True:
            self._taken[path] += 1
            numbered = f"{stem} ({self._taken[path]}){dot}{extension}"
            if numbered not in self._taken:
                return numbered


def _failed_leaf(member: str, name: str, failure: FileFailed) -> Leaf:
    def fail(_: Ocr | None) -> Document:
        raise failure

    return Leaf(member, name, fail)


def _too_deep(name: str, limit: int) -> FileFailed:
    return FileFailed(FileCode.CONTAINED_TOO_DEEPLY, name=name, limit=limit)


def _require_content(path: Path) -> None:
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise FileFailed(FileCode.NOT_A_REGULAR_FILE, name=path.name)
    if status.st_size == 0:
        raise FileFailed(FileCode.EMPTY, name=path.name)
