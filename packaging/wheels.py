"""Reproducible wheels of the three distributions."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from setuptools_scm import get_version

REPOSITORY = Path(__file__).parents[1]
DISTRIBUTIONS = ("engine", "gui", "trainer")


def commit_time() -> int:
    """Return the time of the last commit in seconds since 1970, or ``SOURCE_DATE_EPOCH`` if set.

    https://reproducible-builds.org/specs/source-date-epoch/
    """
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(epoch)
    command = ["git", "-C", str(REPOSITORY), "log", "-1", "--format=%ct"]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def version() -> str:
    """Return the version of the last commit, such as ``0.1.dev1978+g952ecc36``; without history that of a source archive."""
    if not (REPOSITORY / ".git").exists():
        return "0.1.dev0"
    return get_version(
        REPOSITORY, local_scheme=lambda found: found.format_choice("+{node}", "+{node}")
    )


def numbers() -> str:
    """Return three numbers that grow with each commit, as Windows Installer compares versions."""
    first, second = version().split(".")[:2]
    count = ["git", "-C", str(REPOSITORY), "rev-list", "--count", "HEAD"]
    commits = subprocess.run(count, check=True, capture_output=True, text=True).stdout.strip()
    return f"{first}.{second}.{commits}"


def environment() -> dict[str, str]:
    """Return the environment of reproducible wheels that run on any processor of their kind."""
    return {
        **os.environ,
        "SOURCE_DATE_EPOCH": str(commit_time()),
        "SETUPTOOLS_SCM_PRETEND_VERSION": version(),  # the archive of a commit has no history
        # Symbols for debuggers hold the paths of this build; setuptools takes CXXFLAGS for C++.
        "CFLAGS": "-g0",
        "CXXFLAGS": "-g0",
        "LDFLAGS": "-s" if sys.platform == "linux" else "",
    }


def build_wheel(source: Path, target: Path) -> Path:
    """Build the wheel of a source folder or source distribution into ``target``, without a network."""
    target.mkdir(parents=True, exist_ok=True)
    before = set(target.glob("*.whl"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
    options = ["--no-build-isolation", "--no-cache-dir", "--wheel-dir", str(target)]
    subprocess.run([*command, *options, str(source)], check=True, env=environment())
    (wheel,) = set(target.glob("*.whl")) - before
    return wheel


def build_wheels(target: Path, names: tuple[str, ...] = DISTRIBUTIONS) -> list[Path]:
    """Rebuild our wheels into ``target``; the engine's carries the exported models."""
    for old in target.glob("lexdesk*.whl"):
        old.unlink()
    with committed_tree() as tree:
        return [build_wheel(tree / name, target) for name in names]


@contextlib.contextmanager
def committed_tree() -> Iterator[Path]:
    """Yield the repository as of the last commit, without uncommitted files.

    Without history, as in a source archive, yield the folder itself.
    """
    if not (REPOSITORY / ".git").exists():
        yield REPOSITORY
        return
    command = ["git", "-C", str(REPOSITORY), "archive", "--format=zip", "HEAD"]
    packed = subprocess.run(command, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory(prefix="lexdesk-build-") as folder:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            archive.extractall(folder)
        yield Path(folder)
