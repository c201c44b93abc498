"""Atomic and durable replacement of files, also of those open in another program (Windows, Samba)."""

import errno
import json
import os
from pathlib import Path

import pytest

from lexdesk.system.atomic import new_folder, write_atomically
from lexdesk.system.lock import writer_lock

REPLACE, UNLINK, FSYNC = Path.replace, Path.unlink, os.fsync


def test_file_held_briefly_by_other_program_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals = [PermissionError(errno.EACCES, "used by another process")] * 2

    def replace(self: Path, target: Path) -> Path:
        if refusals:
            raise refusals.pop()
        return REPLACE(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    seal = tmp_path / "seal.json"
    write_atomically(seal, b"{}")
    assert not refusals
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"seal.json": b"{}"}


def test_write_permission_is_restored_while_other_program_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unlink(self: Path, missing_ok: bool = False) -> None:
        if self.name == "writer.json":
            raise PermissionError(errno.EACCES, "used by another process", str(self))
        UNLINK(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    for purpose in ("add", "rebuild"):
        with writer_lock(tmp_path, purpose):
            assert json.loads((tmp_path / "writer.json").read_text())["purpose"] == purpose


def test_new_folder_files_are_flushed_before_renaming(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: set[int] = set()

    def fsync(descriptor: int) -> None:
        flushed.add(os.fstat(descriptor).st_ino)
        FSYNC(descriptor)

    def replace(self: Path, target: Path) -> Path:
        assert self.stat().st_ino in flushed
        return REPLACE(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    with new_folder(tmp_path / "export") as partial:
        (partial / "works.parquet").write_bytes(b"PAR1")
    assert [path.name for path in (tmp_path / "export").iterdir()] == ["works.parquet"]


@pytest.mark.skipif(os.name != "posix", reason="no folder is flushed there")
def test_file_and_directory_are_flushed_on_replacement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[str, int]] = []

    def fsync(descriptor: int) -> None:
        done.append(("flushed", os.fstat(descriptor).st_ino))
        FSYNC(descriptor)

    def replace(self: Path, target: Path) -> Path:
        done.append(("replaced", self.stat().st_ino))
        return REPLACE(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    write_atomically(tmp_path / "seal.json", b"{}")
    file, folder = ((tmp_path / name).stat().st_ino for name in ("seal.json", ""))
    assert done == [("flushed", file), ("replaced", file), ("flushed", folder)]


@pytest.mark.skipif(os.name != "posix", reason="files have no such modes there")
def test_private_file_stays_private_when_replaced(tmp_path: Path) -> None:
    """A report on a matter, kept from other users, was readable by all after the next one."""
    path = tmp_path / "report.csv"
    write_atomically(path, b"first")
    new = path.stat().st_mode & 0o777
    for before, after in ((0o600, 0o600), (0o000, 0o600), (0o777, new)):
        path.chmod(before)
        write_atomically(path, b"second")
        assert path.stat().st_mode & 0o7777 == after
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    write_atomically(path, b"third")
    assert not path.is_symlink()
    assert not (tmp_path / "elsewhere").exists()
