"""Folders as pieces of limited size, for transport to the training machine and back.

A piece is a part of one tar archive; ``whole.sha256`` verifies that all pieces are present. Weights
travel in half precision; checkpoints are left out, as the models are included.
"""

import hashlib
import io
import shutil
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save

from lexdesk.errors import CollectionError
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.training.loop import CHECKPOINT

_DIGEST = "whole.sha256"
_EXCLUDED_SUFFIXES = (CHECKPOINT, ".draft", ".lock")


def pack(root: Path, folders: Iterable[str], out: Path, piece_bytes: int) -> list[Path]:
    """Write ``folders`` of ``root`` as pieces ``part-00``, ``part-01`` ... of at most ``piece_bytes``."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        for path in _files(root, folders):
            content = _content(path)
            entry = tarfile.TarInfo(path.relative_to(root).as_posix())
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    content = whole.getvalue()
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("part-*"):
        old.unlink()
    pieces = []
    for number, start in enumerate(range(0, len(content), piece_bytes)):
        piece = out / f"part-{number:02}"
        piece.write_bytes(content[start : start + piece_bytes])
        pieces.append(piece)
    (out / _DIGEST).write_text(hashlib.sha256(content).hexdigest(), encoding="utf-8")
    return pieces


def unpack(pieces: Path, root: Path) -> list[str]:
    """Join the pieces in the folder ``pieces``, extract their files below ``root`` and return the names."""
    # Of a hundred and more, part-100 comes behind part-99.
    parts = sorted(pieces.glob("part-*"), key=lambda part: (len(part.name), part.name))
    if not parts:
        raise CollectionError(TrainingCode.NO_PIECES, pieces=pieces)
    content = b"".join(part.read_bytes() for part in parts)
    digest = pieces / _DIGEST
    wanted = digest.read_text(encoding="utf-8").strip() if digest.exists() else "no digest"
    if hashlib.sha256(content).hexdigest() != wanted:
        raise CollectionError(
            TrainingCode.PIECES_DIFFER, parts=len(parts), pieces=pieces, digest=_DIGEST
        )
    root.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        members = archive.getmembers()
        for member in members:
            _extract(archive, member, root)
    return [member.name for member in members]


def _extract(archive: tarfile.TarFile, member: tarfile.TarInfo, root: Path) -> None:
    """Write one file below ``root``; ``tarfile``'s own filters are younger than Python 3.11.0."""
    place = (root / member.name).resolve()
    content = archive.extractfile(member) if member.isreg() else None
    if content is None or not place.is_relative_to(root.resolve()):
        raise CollectionError(TrainingCode.NO_FILE_OF_PIECES, name=member.name)
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("wb") as target:
        shutil.copyfileobj(content, target)


def _files(root: Path, folders: Iterable[str]) -> Iterator[Path]:
    for name in folders:
        if not (root / name).is_dir():
            raise CollectionError(TrainingCode.NO_FOLDER_TO_PACK, root=root / name)
        for path in sorted((root / name).rglob("*")):
            if path.is_file() and not path.name.endswith(_EXCLUDED_SUFFIXES):
                yield path


def _content(path: Path) -> bytes:
    """Read a file; store weights in half precision."""
    if path.suffix != ".safetensors":
        return path.read_bytes()
    weights: dict[str, Any] = load_file(path)
    halved = {
        name: value.half() if value.dtype == torch.float32 else value
        for name, value in weights.items()
    }
    return save(halved, metadata={"format": "pt"})
