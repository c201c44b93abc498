"""All wheels of a flavour in one folder, with a list of their hashes for ``pip --require-hashes``."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from lock import lock_of, target
from wheels import build_wheel, build_wheels

REQUIREMENTS = "requirements.txt"


class PackagingError(Exception):
    """What keeps a target from being built, in one sentence."""


def collect(flavour: str, folder: Path, downloads: Path) -> None:
    """Fill ``folder`` with the locked libraries of ``flavour``, our wheels, and ``requirements.txt``.

    What is in ``downloads`` already, with the hash in the lock, is not fetched again. What comes as
    source code is compiled here, so that nothing is compiled where it is installed. Raises
    ``PackagingError`` where no lock was made.
    """
    lock = lock_of(flavour)
    if not lock.exists():
        raise PackagingError(f"no lock for {target()}: run python packaging/lock.py {flavour}")
    folder.mkdir(parents=True, exist_ok=True)
    for file in download(lock, downloads):
        if file.suffix == ".whl":
            shutil.copy(file, folder)
        else:
            build_wheel(file, folder)
    build_wheels(folder, ("engine", "gui"))
    (folder.parent / REQUIREMENTS).write_text(requirements(folder, flavour), encoding="utf-8")


def download(lock: Path, folder: Path) -> list[Path]:
    """The files that ``lock`` names, out of ``folder``, into which those that it lacks are fetched."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [line for line in lock.read_text("utf-8").splitlines() if "--hash=" in line]
    present = {sha256(file): file for file in folder.iterdir()}
    missing = [line for line in lines if line.rpartition(":")[2] not in present]
    if missing:
        with tempfile.TemporaryDirectory(prefix="lexdesk-missing-") as scratch:
            named = Path(scratch) / REQUIREMENTS
            named.write_text("\n".join(missing), encoding="utf-8")
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
            options = ["--require-hashes", "--no-build-isolation", "-r", str(named)]
            subprocess.run([*command, *options, "-d", str(folder)], check=True)
        present = {sha256(file): file for file in folder.iterdir()}
    return sorted(present[line.rpartition(":")[2]] for line in lines)


def requirements(folder: Path, flavour: str) -> str:
    """Each wheel of ``folder`` as ``name==version --hash=sha256:...``."""
    lines = [f"# All that is installed: Lexdesk, {flavour}, for {target()}.\n"]
    for wheel in sorted(folder.glob("*.whl")):
        name, version = name_and_version(wheel)
        lines.append(f"{name}=={version} --hash=sha256:{sha256(wheel)}\n")
    return "".join(lines)


def name_and_version(wheel: Path) -> tuple[str, str]:
    """Out of a file name, https://packaging.python.org/specifications/binary-distribution-format/."""
    name, version, *_ = wheel.name.split("-")
    return name.replace("_", "-").lower(), version


def sha256(path: Path) -> str:
    """In hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
