"""Seals of an index's files: checks of each file byte for byte.

``seal.json`` has the size and the SHA-256 of each segment file of the full-text index, which is written once and never
changed, and a hash of its own. Opening reads the files that were not read since the machine started, or have changed since
(``verified_files``). ``check`` reads all of them.

Tantivy's list of segments, ``meta.json``, changes with each commit and at the end of each merge, also after sealing.
So ``seal.json`` has its content, and opening requires a possible successor: the layout stays, and of a remaining segment
the size stays and removals only grow.
"""

import contextlib
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from lexdesk.errors import IndexCode, IndexDamaged, UnsafeFile
from lexdesk.system.atomic import write_atomically
from lexdesk.system.json_values import convert, parse
from lexdesk.system.regular_files import hash_file, read_json
from lexdesk.system.verified_files import Stamp, is_known, read_stamps, remember
from lexdesk.text.lazy_pattern import lazy_pattern

SEAL = "seal.json"
MEMORY = "verified.json"
_LIST = "meta.json"
_SEGMENT_FILE = lazy_pattern(r"[0-9a-f]{32}\..+")  # as Tantivy names them


class _Entry(NamedTuple):
    bytes: int
    modified: int  # nanoseconds since 1970
    sha256: str


class _Deletes(TypedDict):
    """Tantivy's record of the removals of a segment."""

    num_deleted_docs: int
    opstamp: int


class _Segment(TypedDict):
    """Tantivy's record of a segment."""

    segment_id: str
    max_doc: int
    deletes: _Deletes | None


class _SegmentIds(TypedDict):
    """Tantivy's list of segments."""

    segments: list[_Segment]


class _SegmentList(TypedDict, total=False):
    """The list of segments by name; empty if unknown."""

    segments: dict[str, _Segment]


class _Seal(NamedTuple):
    """The content of ``seal.json``: files by name, and the list of ``meta.json`` (``{}`` if unknown)."""

    files: dict[str, _Entry]
    listed: dict[str, Any]


def seal(folder: Path) -> None:
    """Seal the files committed by Tantivy; files sealed before are not read again.

    Only their writer may call it, after the commit. A file still being written, as by a merge in the background, is left
    for the next time.
    """
    sealed = _read_seal(folder)
    before = sealed.files
    listed = _read_segment_list(folder)
    committed = _committed_stems(listed)
    after, known, read = {}, read_stamps(folder / MEMORY), dict[str, tuple[str, Stamp]]()
    for path in _files(folder):
        if path.stem not in committed:
            continue
        with contextlib.suppress(FileNotFoundError):  # merged away meanwhile
            stamp = Stamp.of(path.stat())
            after[path.name] = entry = before.get(path.name) or _entry(path)
            if path.name not in before or known.get(path.name) == stamp:
                read[path.name] = entry.sha256, stamp
    if (after, listed) != sealed:
        _write(folder, _Seal(after, listed))
        remember(folder / MEMORY, read)


def read_sealed_files(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each sealed file by name; raise ``IndexDamaged``."""
    return {name: entry.sha256 for name, entry in _read_seal(folder).files.items()}


def require_sealed(folder: Path) -> bool:
    """Raise ``IndexDamaged`` if a file is missing, or differs in a byte from the seal; each is read once (``verified_files``).

    Return true if all files were known, and false if the index is new to this machine.
    """
    # Before the list, which may be a later one, never an earlier.
    entries, listed = _read_seal(folder)
    if listed and not _can_have_become(listed, _read_segment_list(folder)):
        raise _damage_error(folder / _LIST)
    if gone := _missing_file(folder, entries):
        raise _damage_error(gone)
    known, read = read_stamps(folder / MEMORY), dict[str, tuple[str, Stamp]]()
    are_known = True
    for path in _files(folder):
        with contextlib.suppress(FileNotFoundError):
            entry, stamp = entries.get(path.name), Stamp.of(path.stat())
            if entry is None:
                are_known = False
                continue
            if known.get(path.name) != stamp and not is_known(entry.sha256, stamp):
                are_known = False
                _require_whole(path, entry, stamp)
            read[path.name] = entry.sha256, stamp
    remember(folder / MEMORY, read)
    return are_known and bool(read)


def _require_whole(path: Path, entry: _Entry, stamp: Stamp) -> None:
    if stamp.bytes != entry.bytes or _sha256(path) != entry.sha256:
        raise _damage_error(path)


def remove_unlisted(folder: Path) -> None:
    """Remove segment files in no list; only their writer may call it, before it writes.

    A power cut may keep a file and lose its name in Tantivy's list. The next commit would take the same name.
    """
    committed = _committed_stems(_read_segment_list(folder))
    for path in _files(folder):
        if path.stem not in committed:
            with contextlib.suppress(OSError):  # Windows, while another program reads it
                path.unlink()


def find_damage(folder: Path) -> str | None:
    """Read every byte; return a description of the damage, or ``None``."""
    entries, listed = _read_seal(folder)
    if listed and not _can_have_become(listed, _read_segment_list(folder)):
        return _damage_error(folder / _LIST).message
    if gone := _missing_file(folder, entries):
        return _damage_error(gone).message
    for path in _files(folder):
        with contextlib.suppress(FileNotFoundError):
            entry = entries.get(path.name)
            if entry and (path.stat().st_size != entry.bytes or _sha256(path) != entry.sha256):
                return _damage_error(path).message
    return None


def _missing_file(folder: Path, entries: Iterable[str]) -> Path | None:
    """Return a missing sealed file of a live segment; Tantivy itself ignores missing positions."""
    there = {path.name for path in _files(folder)}
    # After the files, which go once they are in no list.
    in_use = _committed_stems(_read_segment_list(folder))
    gone = (name for name in entries if name not in there and Path(name).stem in in_use)
    return next((folder / name for name in gone), None)


def _damage_error(path: Path) -> IndexDamaged:
    return IndexDamaged(IndexCode.FILE_CHANGED, path=path)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if _SEGMENT_FILE.fullmatch(path.name))


def _read_segment_list(folder: Path) -> dict[str, Any]:
    """Return the content of ``meta.json``, ``{}`` if it is missing; raise ``IndexDamaged``."""
    try:
        listed = read_json(folder / _LIST)
        convert(listed, _SegmentIds)
        listed["segments"] = {segment["segment_id"]: segment for segment in listed["segments"]}
        listed.pop("opstamp", None)  # a count of operations, without effect
    except FileNotFoundError:
        return {}
    except (UnsafeFile, ValueError, TypeError, KeyError) as error:
        raise _damage_error(folder / _LIST) from error
    return dict(listed)


def _can_have_become(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Return whether Tantivy can have made the list ``after`` of the sealed one."""
    if {**before, "segments": {}} != {**after, "segments": {}}:
        return False
    return all(
        _can_have_lost(segment, after["segments"].get(name, segment))
        for name, segment in before["segments"].items()
    )


def _can_have_lost(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Return whether a segment only lost more passages."""
    if before == after:
        return True
    none = {"num_deleted_docs": 0, "opstamp": 0}
    old, new = before["deletes"] or none, after.get("deletes") or none
    return (
        {**before, "deletes": None} == {**after, "deletes": None}
        and new.keys() == none.keys()
        and new["opstamp"] > old["opstamp"]
        and new["num_deleted_docs"] >= old["num_deleted_docs"]
    )


def _committed_stems(listed: dict[str, Any]) -> set[str]:
    """Return the stems of the file names of all committed segments."""
    names = set()
    for segment in listed.get("segments", {}).values():
        name = segment["segment_id"].replace("-", "")
        names |= {name, f"{name}.{(segment['deletes'] or {}).get('opstamp')}"}
    return names


def _entry(path: Path) -> _Entry:
    file_stat = path.stat()
    return _Entry(file_stat.st_size, file_stat.st_mtime_ns, _sha256(path))


def _sha256(path: Path) -> str:
    try:
        return hash_file(path)
    except UnsafeFile as error:
        raise _damage_error(path) from error


def _write(folder: Path, sealed: _Seal) -> None:
    files, listed = (json.dumps(segment, sort_keys=True) for segment in sealed)
    content = {"files": files, "listed": listed, "sha256": _own_hash(files, listed)}
    write_atomically(folder / SEAL, json.dumps(content).encode())


def _own_hash(files: str, listed: str) -> str:
    return hashlib.sha256(f"{files}{listed}".encode()).hexdigest()


def _read_seal(folder: Path) -> _Seal:
    try:
        stored = read_json(folder / SEAL, shape=dict[str, str])
        files, listed = stored["files"], stored.get("listed", "")  # earlier versions have no list
        if _own_hash(files, listed) != stored["sha256"]:
            raise _damage_error(folder / SEAL)
        segments = parse(listed or "{}")
        convert(segments, _SegmentList)
        return _Seal(parse(files, dict[str, _Entry]), segments)
    except FileNotFoundError:
        return _Seal({}, {})
    except (UnsafeFile, ValueError, TypeError, KeyError, AttributeError) as error:
        raise _damage_error(folder / SEAL) from error
