"""Archives made for tests, and extraction of the shared ones."""

import io
import tarfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import py7zr


def extract(archive: Path, folder: Path, names: Iterable[str] | None = None) -> None:
    """Extract the members ``names`` of ``archive``, or all, into ``folder``.

    The archive is ours; a Python of 3.11.0 to 3.11.3 has no filters in its tarfile.
    """
    with tarfile.open(archive) as packed:
        members = None if names is None else [packed.getmember(name) for name in names]
        if hasattr(tarfile, "data_filter"):
            packed.extractall(folder, members, filter="data")
        else:
            packed.extractall(folder, members)  # noqa: S202 - ours


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """Return a ZIP archive of ``files``, each a path and its content."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def tar_writer(buffer: io.BytesIO, compression: str) -> tarfile.TarFile:
    """Return a writer of a tar archive: ``compression`` is ``gz``, ``bz2``, ``xz`` or none."""
    mode: Any = f"w:{compression}"
    return tarfile.open(fileobj=buffer, mode=mode)


def tarred(files: Mapping[str, str], mode: str) -> bytes:
    """Return a tar archive of ``files``, compressed by ``mode``."""
    buffer = io.BytesIO()
    with tar_writer(buffer, mode) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content.encode()))
    return buffer.getvalue()


def seven_zipped(files: Mapping[str, str]) -> bytes:
    """Return a 7z archive of ``files``."""
    buffer = io.BytesIO()
    with py7zr.SevenZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(content, name)
    return buffer.getvalue()
