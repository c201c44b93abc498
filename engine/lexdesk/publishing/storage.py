"""Files on shared storage: a folder, or an object store such as S3, both through Lance.

Lance reads the keys and addresses of an object store from its usual variables, such as
AWS_ACCESS_KEY_ID and AWS_ENDPOINT_URL.
"""

import contextlib
import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from lance.file import LanceFileSession

from lexdesk.errors import PublicationCode, PublicationError
from lexdesk.publishing.publication import StoredFile
from lexdesk.system.atomic import flush_below, replace_file
from lexdesk.system.regular_files import hash_file
from lexdesk.text.lazy_pattern import lazy_pattern

_SYSTEM_ERROR = lazy_pattern(r"\(os error (\d+)\)")
_SOURCE = lazy_pattern(r",? \S+\.rs:\d+:\d+")  # where in Lance an error arose
_STORE = lazy_pattern(r"[a-z][a-z0-9+.-]*://")  # the scheme of an object store
_MAX_TEXT_BYTES = 64 * 1024 * 1024  # a thousand segments have 0.2 MB in the file of a publication
_MAX_SPARSE_BYTES = 64 * 1024 * 1024
_COMPRESSION = 8  # allowance for compressing file systems; a table shrinks to a half
_FULL = {errno.ENOSPC, errno.EDQUOT, *([112] if sys.platform == "win32" else [])}  # ERROR_DISK_FULL


class Storage:
    """The files below ``place``, a folder or the URI of an object store."""

    def __init__(self, place: str):
        self.place = place
        self.folder = None if _STORE.match(place) else Path(place).absolute()
        """Where it is a folder: its path."""
        self.address = str(self.folder or place)
        """The place as Lance takes it."""

    @contextlib.contextmanager
    def open_session(self, writes_to: Path | None = None) -> Iterator[LanceFileSession]:
        """Open a session, for writes there or below ``writes_to``; raises ``PublicationError`` for errors inside."""
        with translate_errors(self.place, writes_to):
            yield LanceFileSession(self.address)

    def has(self, name: str) -> bool:
        """Return whether there is a file ``name``."""
        if self.folder is not None:
            return self.path(name).is_file()
        with self.open_session() as session:
            return session.contains(name)

    def names(self, below: str) -> list[str]:
        """Return the files in the folder ``below``."""
        if self.folder is not None:
            there = sorted(self.path(below).glob("*"))
            return [f"{below}/{path.name}" for path in there]
        with self.open_session() as session:
            return [name for name in session.list() if name.startswith(f"{below}/")]

    def path(self, name: str) -> Path:
        """Return the path of a file in the folder. Raises ``PublicationError`` for a link."""
        if self.folder is None:
            raise ValueError(f"{self.place} is no folder")
        path = self.folder
        for part in name.split("/"):
            path /= part
            if path.is_symlink():
                raise _leads_elsewhere(path)
        return path

    def _place_of(self, name: str) -> Path:
        """Return the path for writing or removing a file: a link of its name is itself replaced."""
        folder, _, last = name.rpartition("/")
        return (self.path(folder) if folder else self.path(".")) / last

    def require_no_links(self, below: str) -> None:
        """Raise ``PublicationError`` for anything ``below`` a folder but files and folders; a store has no links.

        Sparse files are rejected, too: Lance reserves the memory of a whole file, and aborts for want of it.
        """
        waiting = [] if self.folder is None else [self.path(below)]
        while waiting:
            with translate_errors(self.place), os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(Path(entry.path))
                    elif not entry.is_file(follow_symlinks=False):
                        raise _leads_elsewhere(Path(entry.path))
                    else:
                        self._require_content(entry)

    def _require_content(self, entry: os.DirEntry[str]) -> None:
        status = entry.stat(follow_symlinks=False)
        allocated = 512 * getattr(status, "st_blocks", status.st_size // 512)
        most = _MAX_SPARSE_BYTES + _COMPRESSION * allocated
        if status.st_size > most:
            raise self._too_large(entry.name, most)

    def read(self, name: str) -> str:
        """Return the text of a small file."""
        return self.read_bytes(name, _MAX_TEXT_BYTES).decode(errors="replace")

    def read_bytes(self, name: str, most: int) -> bytes:
        """Return the content of a file. Raises ``PublicationError`` for one of more than ``most`` bytes."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            if self.folder is not None:
                path = self.path(name)
            else:
                self.fetch(name, path)
            with translate_errors(self.place), path.open("rb") as file:
                data = file.read(most + 1)
        if len(data) > most:
            raise self._too_large(name, most)
        return data

    def _too_large(self, name: str, most: int) -> PublicationError:
        limit = most // 2**20
        return PublicationError(
            PublicationCode.FILE_TOO_LARGE, name=name, place=self.place, limit=limit
        )

    def write(self, name: str, text: str) -> None:
        """Write a small file atomically, replacing one of that name."""
        with tempfile.TemporaryDirectory() as folder:
            (source := Path(folder) / "file").write_text(text, encoding="utf-8")
            self.put(source, name)

    def put(self, source: Path, name: str) -> StoredFile:
        """Copy a file there, whole or not at all; return its description."""
        with translate_errors(self.place):
            if self.folder is not None:
                copy_whole(source, self._place_of(name))
            else:
                with self.open_session() as session:
                    session.upload_file(str(source), name)
        return StoredFile(name, source.stat().st_size, hash_file(source))

    def flush(self) -> None:
        """Make everything written so far survive a power cut; Lance flushes nothing. A store does so itself."""
        if self.folder is not None:
            with translate_errors(self.place):
                flush_below(self.folder)

    def fetch(self, name: str, target: Path) -> None:
        """Copy a file from there."""
        with self.open_session(target.parent) as session:
            session.download_file(name, str(target))

    def remove(self, name: str) -> None:
        """Remove a file; a missing one is no error."""
        if self.folder is not None:
            with contextlib.suppress(OSError):  # open in a reader: removed by the next publication
                self._place_of(name).unlink(missing_ok=True)
            return
        with self.open_session() as session:
            session.delete_file(name)


def _leads_elsewhere(path: Path) -> PublicationError:
    return PublicationError(PublicationCode.FILE_IS_LINK, path=path)


@contextlib.contextmanager
def translate_errors(place: str, writes_to: Path | None = None) -> Iterator[None]:
    """Raise ``PublicationError`` for exceptions of Lance inside: it has no types of its own.

    Files are written to ``place``, or to the folder ``writes_to``.
    """
    try:
        yield
    except PublicationError:
        raise
    except (OSError, ValueError, RuntimeError) as error:
        if _is_of_full_disk(error):
            raise PublicationError(PublicationCode.DISK_FULL, place=writes_to or place) from error
        said = _SOURCE.sub("", " ".join(str(error).split()))[:200]
        raise PublicationError(PublicationCode.UNREACHABLE, place=place, reason=said) from error


def _is_of_full_disk(error: Exception) -> bool:
    """Return whether an error is a full disk, as reported by Python or by Lance."""
    match = _SYSTEM_ERROR.search(str(error))
    number = int(match[1]) if match else getattr(error, "errno", None)
    return number in _FULL


def copy_whole(source: Path, target: Path) -> None:
    """Copy a file, whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with source.open("rb") as original, replace_file(target) as copy:
        shutil.copyfileobj(original, copy)
