"""A disk after a power cut, from the journal of ``disturbance.c``: flushed bytes, and a random part of the others.

What POSIX promises, and no more: the flush of a file keeps its bytes, not its name; the flush of a folder keeps the names
in it. Of changes that were not flushed, any may be lost: names from some moment on, bytes singly, and by sectors of one write.
"""

from __future__ import annotations

import random
import shutil
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

SECTOR = 512
_RECORD = struct.Struct("<cHHqQI")
_INODE = struct.Struct("<Q")
_NEVER_FLUSHED = "-shm"
"""The end of names of files that SQLite writes by mapping them, and makes anew after a cut."""


class Write(NamedTuple):
    """Bytes written at ``offset``; ``None`` truncates the file there."""

    offset: int
    data: bytes | None


@dataclass(eq=False)
class File:
    """Flushed bytes, and later writes."""

    content: bytearray = field(default_factory=bytearray)
    pending: list[Write] = field(default_factory=list)


@dataclass(eq=False)
class Folder:
    """Names as seen by programs, and flushed names."""

    names: dict[str, File | Folder] = field(default_factory=dict)
    lasting: dict[str, File | Folder] = field(default_factory=dict)


Change = list[tuple[Folder, str, File | Folder | None]]
"""Names that get or lose what they name, all at once."""


class Disk:
    """The disk of ``folder``, with its content flushed."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._inodes: dict[int, File] = {}
        self._root = self._read(folder)
        self._changes: list[Change] = []

    def follow(self, journal: Path) -> None:
        """Take in the changes of a journal, and empty it."""
        data, at = journal.read_bytes() if journal.exists() else b"", 0
        while at < len(data):
            kind, *lengths, offset, inode, size = _RECORD.unpack_from(data, at)
            at += _RECORD.size
            parts = []
            for length in (*lengths, size):
                parts.append(data[at : at + length])
                at += length
            path, other, content = parts
            self._take(kind.decode(), path.decode(), other.decode(), Write(offset, content), inode)
        journal.unlink(missing_ok=True)
        self._see_names(self._root, self._folder)

    def require_same(self) -> None:
        """Raise ``AssertionError`` unless the journal explains all content of the folder."""
        told, found = _told(self._root), _told(Disk(self._folder)._root)
        differing = {name for name in told | found if told.get(name) != found.get(name)}
        assert not differing, f"the journal lacks changes of {sorted(differing)}"

    def is_flushed(self, folder: str, prefix: str) -> bool:
        """Return whether the files in ``folder`` with names in ``prefix`` are flushed in full."""
        there = self._root.names.get(folder)
        return not isinstance(there, Folder) or not any(
            node.pending
            for name, node in there.names.items()
            if isinstance(node, File)
            and name.startswith(prefix)
            and not name.endswith(_NEVER_FLUSHED)
        )

    def cut(self, chance: random.Random) -> None:
        """Change the folder to a possible state after a power cut now."""
        share = chance.choice((0.0, 0.5, 0.9, 1.0, chance.random()))
        kept = round(len(self._changes) * (share if share in (0.0, 1.0) else chance.random()))
        for change in self._changes[:kept]:
            _apply(change)
        shutil.rmtree(self._folder)
        _write(self._root, self._folder, chance, share)
        self.__init__(self._folder)  # type: ignore[misc]

    def _read(self, path: Path) -> Folder:
        names: dict[str, File | Folder] = {}
        for each in sorted(path.iterdir()):
            if each.is_dir():
                names[each.name] = self._read(each)
            else:
                names[each.name] = file = File(bytearray(each.read_bytes()))
                self._inodes[each.stat().st_ino] = file
        return Folder(names, dict(names))

    def _see_names(self, folder: Folder, path: Path) -> None:
        """Apply renames missing from the journal, by the present names."""
        self._rename_to(folder, {each.name: each.lstat().st_ino for each in sorted(path.iterdir())})
        for name, node in folder.names.items():
            if isinstance(node, Folder):
                self._see_names(node, path / name)

    def _rename_to(self, folder: Folder, inodes: dict[str, int]) -> None:
        change: Change = [(folder, name, None) for name in folder.names if name not in inodes]
        for name, inode in inodes.items():
            file, there = self._inodes.get(inode), folder.names.get(name)
            if file is not None and file is not there and not isinstance(there, Folder):
                change.append((folder, name, file))
        if change:
            self._change(change)

    def _take(self, kind: str, name: str, other: str, write: Write, inode: int) -> None:
        path = self._relative(name)
        if path is None:
            return
        if kind in "rl":
            self._rename(path, self._relative(other), keep=kind == "l")
        elif kind == "x" and (target := self._relative(other)) is not None:
            self._exchange(path, target)
        elif kind == "u":
            self._change([(self._parent(path), path.name, None)])
        elif kind == "d":
            self._change([(self._parent(path), path.name, Folder())])
        elif kind == "n":
            self._rename_to(self._folder_at(path), _inodes(write.data or b""))
        elif kind == "s":
            self._flush(self._node(path, inode))
        else:
            self._inodes[inode] = file = self._file(path)
            if kind == "w":
                file.pending.append(write)
            elif kind == "t":
                file.pending.append(Write(write.offset, None))

    def _relative(self, name: str) -> Path | None:
        if name.endswith(" (deleted)") or not Path(name).is_relative_to(self._folder):
            return None
        return Path(name).relative_to(self._folder)

    def _parent(self, path: Path) -> Folder:
        return self._folder_at(path.parent)

    def _folder_at(self, path: Path) -> Folder:
        folder = self._root
        for part in path.parts:
            below = folder.names[part]
            assert isinstance(below, Folder)
            folder = below
        return folder

    def _node(self, path: Path, inode: int) -> File | Folder:
        """Return the node of a name, also of an unjournalled one."""
        parent = self._parent(path) if path.parts else None
        return self._root if parent is None else parent.names.get(path.name) or self._inodes[inode]

    def _file(self, path: Path) -> File:
        parent = self._parent(path)
        if path.name not in parent.names:
            self._change([(parent, path.name, File())])
        file = parent.names[path.name]
        assert isinstance(file, File)
        return file

    def _rename(self, path: Path, target: Path | None, *, keep: bool) -> None:
        parent = self._parent(path)
        change: Change = []
        if target is not None:
            change.append((self._parent(target), target.name, parent.names[path.name]))
        if not keep and target != path:
            change.append((parent, path.name, None))
        self._change(change)

    def _exchange(self, first: Path, second: Path) -> None:
        above, there = self._parent(first), self._parent(second)
        self._change(
            [
                (above, first.name, there.names[second.name]),
                (there, second.name, above.names[first.name]),
            ]
        )

    def _change(self, change: Change) -> None:
        self._changes.append(change)
        for folder, name, node in change:
            _put(folder.names, name, node)

    def _flush(self, node: File | Folder) -> None:
        if isinstance(node, File):
            for write in node.pending:
                _write_into(node.content, write)
            node.pending.clear()
            return
        wanted, lasting = {node}, []
        for change in reversed(self._changes):  # a name that comes from elsewhere leaves there
            touched = {folder for folder, *_ in change}
            if touched & wanted:
                wanted |= touched
                lasting.append(change)
        for change in reversed(lasting):
            _apply(change)
        flushed = {id(change) for change in lasting}
        self._changes = [change for change in self._changes if id(change) not in flushed]


def _apply(change: Change) -> None:
    for folder, name, node in change:
        _put(folder.lasting, name, node)


def _put(names: dict[str, File | Folder], name: str, node: File | Folder | None) -> None:
    if node is None:
        names.pop(name, None)
    else:
        names[name] = node


def _inodes(data: bytes) -> dict[str, int]:
    """Return the names in a folder, each with the number of its file, of a record."""
    found, at = {}, 0
    while at < len(data):
        end = data.index(b"\0", at + _INODE.size)
        name = data[at + _INODE.size : end].decode()
        found[name] = _INODE.unpack_from(data, at)[0]
        at = end + 1
    return {name: inode for name, inode in found.items() if name not in (".", "..")}


def _told(folder: Folder, above: str = "") -> dict[str, bytes]:
    """Return the bytes of each file, as programs see them."""
    found: dict[str, bytes] = {}
    for name, node in folder.names.items():
        if isinstance(node, Folder):
            found |= _told(node, f"{above}{name}/")
        elif not name.endswith(_NEVER_FLUSHED):
            content = bytearray(node.content)
            for write in node.pending:
                _write_into(content, write)
            found[above + name] = bytes(content)
    return found


def _write(folder: Folder, path: Path, chance: random.Random, share: float) -> None:
    path.mkdir()
    for name, node in folder.lasting.items():
        if isinstance(node, Folder):
            _write(node, path / name, chance, share)
            continue
        for write in node.pending:
            for part in _reaching(write, chance, share):
                _write_into(node.content, part)
        (path / name).write_bytes(node.content)


def _reaching(write: Write, chance: random.Random, share: float) -> Iterator[Write]:
    """Yield the part of an unflushed write that reached the disk."""
    if share == 1 or chance.random() < share:
        yield write
    elif write.data is not None and share > 0 and chance.random() < 0.5:
        start = write.offset
        while start < write.offset + len(write.data):
            end = min((start // SECTOR + 1) * SECTOR, write.offset + len(write.data))
            if chance.random() < 0.5:
                yield Write(start, write.data[start - write.offset : end - write.offset])
            start = end


def _write_into(content: bytearray, write: Write) -> None:
    end = write.offset + len(write.data or b"")
    content.extend(bytes(max(0, end - len(content))))
    if write.data is None:
        del content[write.offset :]
    else:
        content[write.offset : end] = write.data
