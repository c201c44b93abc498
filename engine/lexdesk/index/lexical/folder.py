"""The folder of an index: its permitted files, and its removal.

Tantivy deletes each file listed in ``.managed.json`` and not in ``meta.json``, anywhere on the disk. A library may come
from somebody else, so both lists are checked before Tantivy reads them.
"""

import contextlib
import itertools
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lexdesk.errors import IndexCode, IndexDamaged, UnsafeFile
from lexdesk.system.atomic import move_into_place
from lexdesk.system.regular_files import is_folder, read_json
from lexdesk.text.lazy_pattern import lazy_pattern

MANAGED = ".managed.json"
"""Tantivy's list of the files that it made, which it deletes once they are in no segment."""

_LIST = "meta.json"
_FILE = lazy_pattern(r"[0-9a-f]{32}(?:\.[0-9a-z]{1,20}){1,2}")
_OPENED = lazy_pattern(r"^[0-9a-f]{32}|\.(?:json|lock)\Z")
"""Names of the files that Tantivy, Lexdesk or their locks open."""
_MOST_SEGMENTS = 1_000
"""Each takes Tantivy 10 KB of memory, and it aborts for want of it; its merges leave some dozens."""
_SEGMENT = lazy_pattern(r"[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_EXTENSIONS = "persisted_custom_extensions"  # of files' names; Lexdesk's index has none


def require_own_files(folder: Path, *, has_links: bool = False) -> None:
    """Raise ``IndexDamaged`` if Tantivy, given ``folder``, could reach a file of another origin.

    Each entry must be a regular file, or with ``has_links`` a link to one; each name in Tantivy's lists must be a name
    of Tantivy's own files in this folder. Folders of other names are ignored: file servers put their own into each folder,
    such as ``@eaDir``.
    """
    try:
        _require_regular_entries(folder, has_links)
        _require_own_names(_read_list(folder / MANAGED, list))
        listed = _read_list(folder / _LIST, dict)
        _require_own_segments(listed)
        _require_plausible_sizes(folder, listed)
    except (UnsafeFile, ValueError, TypeError, KeyError, AttributeError) as error:
        raise IndexDamaged(IndexCode.FULLTEXT_FOREIGN, folder=folder, reason=error) from error


def _require_regular_entries(folder: Path, has_links: bool) -> None:
    is_folder(folder)
    for path in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # merged away meanwhile
            mode = (path.stat() if has_links else path.lstat()).st_mode
            is_unused = stat.S_ISDIR(mode) and not _OPENED.search(path.name)
            if not stat.S_ISREG(mode) and not is_unused:
                raise ValueError(f"{path.name} in it is no regular file")


def _read_list(path: Path, kind: type) -> Any:
    try:
        listed = read_json(path)
    except FileNotFoundError:
        return kind()
    if not isinstance(listed, kind):
        raise TypeError(f"{path.name} is no list of files")
    return listed


def _require_own_names(names: list[object]) -> None:
    for name in names:
        if name != _LIST and not (isinstance(name, str) and _FILE.fullmatch(name)):
            raise ValueError(f"it lists {str(name)[:100]!r}, which is no file of an index")


def _require_own_segments(listed: dict[str, Any]) -> None:
    segments = listed.get("segments", [])
    if len(segments) > _MOST_SEGMENTS:
        raise ValueError(f"it lists {len(segments)} segments")
    if len({segment["segment_id"].replace("-", "") for segment in segments}) < len(segments):
        raise ValueError("it lists a segment twice")
    for segment in segments:
        if not _SEGMENT.fullmatch(name := segment["segment_id"]):
            raise ValueError(f"it lists {name[:100]!r}, which is no segment")
    if any(segment.get(_EXTENSIONS) for segment in (listed, *segments)):
        raise ValueError(f"{_LIST} names files of another program")


REMOVED, BEGUN = ".removed", ".begun"
"""Suffixes of an index that is being removed, and of one that is being created."""

_SECONDS_TO_CREATE = 3_600  # an older folder was left by a killed program


def set_aside(path: Path, suffix: str) -> Path:
    """Rename the entry at ``path``, a link itself and not its target; return the new name.

    An entry set aside earlier is discarded; it stays under its name if it holds more than files.
    """
    for number in itertools.count(1):
        aside = path.with_name(f"{path.name}{suffix}{number if number > 1 else ''}")
        discard(aside)
        if not _is_there(aside):
            move_into_place(path, aside)
            return aside
    raise AssertionError  # the numbers do not end


def discard(path: Path) -> None:
    """Remove the regular files in the folder ``path``, and the folder if nothing else is in it.

    Other entries are of unknown origin and stay, and so does a link in place of the folder.
    """
    with contextlib.suppress(OSError, UnsafeFile):
        if not is_folder(path):
            return
        for entry in path.iterdir():
            if stat.S_ISREG(entry.lstat().st_mode):
                entry.unlink()
        path.rmdir()


def list_set_aside(folder: Path, name: str, suffix: str) -> Iterator[Path]:
    """List the results of ``set_aside`` for the index ``name`` in the library ``folder``."""
    return folder.glob(f"{name}{suffix}*")


def list_unfinished(folder: Path, name: str) -> Iterator[Path]:
    """List the folders in which killed programs were creating the index ``name``."""
    for begun in folder.glob(f"{name}{BEGUN}*"):
        with contextlib.suppress(FileNotFoundError):
            if abs(time.time() - begun.lstat().st_mtime) > _SECONDS_TO_CREATE:
                yield begun


def _is_there(path: Path) -> bool:
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True


def _require_plausible_sizes(folder: Path, listed: dict[str, Any]) -> None:
    """Raise ``ValueError`` for a segment with more passages than bytes of their lengths: Tantivy aborts for want of memory."""
    for segment in listed.get("segments", []):
        lengths = folder / f"{segment['segment_id'].replace('-', '')}.fieldnorm"
        with contextlib.suppress(FileNotFoundError):  # merged away meanwhile
            if segment["max_doc"] > lengths.stat().st_size:
                raise ValueError(f"it lists {segment['max_doc']} passages in {lengths.name}")
