"""Seals of an index's files: whether each is, byte for byte, as it was written.

``seal.json`` has the size, the time and the SHA-256 of each segment file of the full-text index, which
is written once and never changed, and a hash of its own. Opening compares size and time, which is cheap, and reads only the
files where these differ, as in a library that was copied. ``check`` reads all of them.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from pathlib import Path
from typing import NamedTuple

from lexdesk.atomic import write_atomically
from lexdesk.digest import sha256
from lexdesk.errors import IndexDamaged

SEAL = "seal.json"
_SEGMENT_FILE = re.compile(r"[0-9a-f]{32}\..+")  # as Tantivy names them


class _Entry(NamedTuple):
    bytes: int
    modified: int  # nanoseconds since 1970
    sha256: str


def seal(folder: Path) -> None:
    """Take the files that Tantivy has committed as they are; those sealed before are not read again.

    To be called by the one who has just written them. A file that is being written, as by a merge in
    the background, is left for the next time.
    """
    before = _entries(folder)
    committed = _committed(folder)
    after = {}
    for path in _files(folder):
        if path.stem not in committed:
            continue
        with contextlib.suppress(FileNotFoundError):  # merged away meanwhile
            after[path.name] = before.get(path.name) or _entry(path)
    if after != before:
        _write(folder, after)


def require_sealed(folder: Path) -> None:
    """Raise ``IndexDamaged`` where a file has another size or time, and other bytes, than sealed.

    A file that is not sealed, since a crash came between, is taken as it is.
    """
    entries = _entries(folder)
    renewed = dict(entries)
    for path in _files(folder):
        with contextlib.suppress(FileNotFoundError):
            entry, told = entries.get(path.name), path.stat()
            if entry is None or (told.st_size, told.st_mtime_ns) == entry[:2]:
                continue
            renewed[path.name] = _entry(path)
            if renewed[path.name].sha256 != entry.sha256:
                raise IndexDamaged(_damaged(path))
    if renewed != entries:
        with contextlib.suppress(OSError):  # only spares the next opening the reading
            _write(folder, renewed)


def damage(folder: Path) -> str | None:
    """Read every byte; what is wrong, in words."""
    entries = _entries(folder)
    for path in _files(folder):
        with contextlib.suppress(FileNotFoundError):
            if path.name in entries and sha256(path) != entries[path.name].sha256:
                return _damaged(path)
    return None


def _damaged(path: Path) -> str:
    return f"{path} is not as it was written; run: lexdesk rebuild"


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if _SEGMENT_FILE.fullmatch(path.name))


def _committed(folder: Path) -> set[str]:
    """The names, without what stands behind the last dot, of the files of all committed segments."""
    try:
        segments = json.loads((folder / "meta.json").read_bytes())["segments"]
    except FileNotFoundError:
        return set()
    names = set()
    for segment in segments:
        name = segment["segment_id"].replace("-", "")
        names |= {name, f"{name}.{(segment['deletes'] or {}).get('opstamp')}"}
    return names


def _entry(path: Path) -> _Entry:
    told = path.stat()
    return _Entry(told.st_size, told.st_mtime_ns, sha256(path))


def _write(folder: Path, entries: dict[str, _Entry]) -> None:
    files = json.dumps(entries, sort_keys=True)
    own = hashlib.sha256(files.encode()).hexdigest()
    write_atomically(folder / SEAL, json.dumps({"files": files, "sha256": own}).encode())


def _entries(folder: Path) -> dict[str, _Entry]:
    try:
        stored = json.loads((folder / SEAL).read_bytes())
        files = stored["files"]
        if hashlib.sha256(files.encode()).hexdigest() != stored["sha256"]:
            raise IndexDamaged(_damaged(folder / SEAL))
        return {name: _Entry(*entry) for name, entry in json.loads(files).items()}
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise IndexDamaged(_damaged(folder / SEAL)) from error
