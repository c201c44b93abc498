"""All wheels of a flavour in one folder, with a list of their hashes for ``pip --require-hashes``."""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from lock import lock_of, tags_of
from repack import without_unused
from wheels import build_wheel, build_wheels

REQUIREMENTS = "requirements.txt"


class PackagingError(Exception):
    """A failed build of a target, explained in one sentence."""


def collect(flavour: str, place: str, folder: Path, downloads: Path) -> None:
    """Fill ``folder`` with the locked libraries of ``flavour`` for ``place``, our wheels, and ``requirements.txt``.

    Files in ``downloads`` with the hash of the lock are reused. Source distributions are compiled here,
    so that installation compiles nothing. Raises ``PackagingError`` without a lock.
    """
    lock = lock_of(flavour, place)
    if not lock.exists():
        raise PackagingError(f"no lock for {place}: run python packaging/lock.py {flavour}")
    folder.mkdir(parents=True, exist_ok=True)
    for file in download(lock, downloads, tags_of(place)):
        if file.suffix == ".whl":
            without_unused(Path(shutil.copy(file, folder)))
        else:
            build_wheel(file, folder)
    build_wheels(folder, ("engine", "gui"))
    (folder.parent / REQUIREMENTS).write_text(
        requirements(folder, flavour, place), encoding="utf-8"
    )


def download(lock: Path, folder: Path, tags: list[str]) -> list[Path]:
    """Return the files of ``lock`` in ``folder``; fetch missing ones, with the options ``tags`` for pip."""
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
            subprocess.run([*command, *options, *tags, "-d", str(folder)], check=True)
        present = {sha256(file): file for file in folder.iterdir()}
    return sorted(present[line.rpartition(":")[2]] for line in lines)


def requirements(folder: Path, flavour: str, place: str) -> str:
    """List each wheel of ``folder`` as ``name==version --hash=sha256:...``."""
    lines = [f"# All that is installed: Lexdesk, {flavour}, for {place}.\n"]
    for wheel in sorted(folder.glob("*.whl")):
        name, version = name_and_version(wheel)
        lines.append(f"{name}=={version} --hash=sha256:{sha256(wheel)}\n")
    return "".join(lines)


def name_and_version(wheel: Path) -> tuple[str, str]:
    """Parse a file name, https://packaging.python.org/specifications/binary-distribution-format/."""
    name, version, *_ = wheel.name.split("-")
    return name.replace("_", "-").lower(), version


def sha256(path: Path) -> str:
    """Hash a file; return hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
