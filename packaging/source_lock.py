"""Versions and hashes of all libraries for installations from source, on every system, with Python 3.11 to 3.14.

    python packaging/source_lock.py      writes requirements.txt, requirements-all.txt and packaging/requirements-build.txt

Queries PyPI by uv. pip installs the files with ``--require-hashes``, and after them the own distributions, with ``--no-deps
--no-build-isolation``: the tools of their builds are in the files. ``torch`` is in none, nor are its CUDA libraries. The
README's line takes it from PyTorch's index, which has other files for processors alone.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from packaging.tags import Tag
from packaging.utils import parse_wheel_filename

from lock import REPOSITORY, environment_of_uv, needs

ENGINE = REPOSITORY / "requirements.txt"
ALL = REPOSITORY / "requirements-all.txt"
TOOLS = REPOSITORY / "packaging" / "requirements-build.txt"
"""Of the builds of packages, with PyInstaller, a part of which is shipped."""
EXTRAS = "evaluate,us,ocr,encryption,mcp,serve,lance,parquet,ray"
BUILD = ("hatchling>=1.26", "hatch-vcs>=0.5", "editables~=0.3", "setuptools")
"""Tools that build the own distributions, also editable ones, and fast-diff-match-patch where it has no wheel."""
TORCH = "torch==2.13.0"
HEAD = "# Written by packaging/source_lock.py.\n"
_LEFT_OUT = re.compile(r"torch|triton|cuda-|nvidia-|pip$")
"""Libraries of torch; and pip, which an environment has, and cannot replace itself on Windows."""
_LEAST = re.compile(r"python_full_version >= '3\.11'(?: and )?")
_PYTHONS = range(11, 15)
_PLATFORMS = re.compile(
    r"any|manylinux\w+_(x86_64|aarch64)|win_amd64|macosx_\w+_(arm64|universal2)"
)


def is_wanted(tag: Tag) -> bool:
    """Return whether a supported system with Python 3.11 to 3.14 installs wheels of ``tag``."""
    if not _PLATFORMS.fullmatch(tag.platform):
        return False
    if not (found := re.fullmatch(r"(cp|py)3(\d*)", tag.interpreter)):
        return False
    minor = int(found[2] or 0)
    if found[1] == "py" or tag.abi == "abi3":
        return minor < _PYTHONS.stop
    return minor in _PYTHONS and tag.abi in (tag.interpreter, "none")


def pinned(package: dict[str, Any]) -> str:
    """Return the lines of one package of a ``pylock.toml``: version, marker, and hashes of wanted wheels.

    The source is added unless a wheel serves every system.
    """
    wheels = {
        each["hashes"]["sha256"]: parse_wheel_filename(each["url"].rpartition("/")[2])[3]
        for each in package.get("wheels", [])
    }
    hashes = [each for each, tags in wheels.items() if any(map(is_wanted, tags))]
    is_pure = any(tag.platform == "any" for tags in wheels.values() for tag in tags)
    if "sdist" in package and not is_pure:
        hashes.append(package["sdist"]["hashes"]["sha256"])
    marker = _LEAST.sub("", package.get("marker", ""))
    name = f"{package['name']}=={package['version']}{marker and f' ; {marker}'}"
    return " \\\n".join([name, *(f"    --hash=sha256:{each}" for each in sorted(hashes))])


def locked(requirements: list[str], *options: str) -> str:
    """Resolve ``requirements`` for all systems by uv; return the lines of a requirements file."""
    with tempfile.TemporaryDirectory() as folder:
        lock = Path(folder) / "pylock.toml"
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config"]
        command += ["--universal", "--python-version", "3.11", "--format", "pylock.toml"]
        subprocess.run(
            [*command, *options, "--output-file", str(lock), "-"],
            input="\n".join(requirements),
            text=True,
            check=True,
            env=environment_of_uv(),
            stdout=subprocess.DEVNULL,
        )
        packages = tomllib.loads(lock.read_text("utf-8"))["packages"]
    return "".join(f"{pinned(each)}\n" for each in packages if not _LEFT_OUT.match(each["name"]))


def named_in(file: Path) -> list[str]:
    """Return the requirements in ``file``, without its comments."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.partition(" #")[0] for line in lines if not line.startswith("#")]


def main() -> int:
    """Write the files, the first two with the same versions, and return the exit code."""
    tools = named_in(REPOSITORY / "requirements-dev.txt")
    every = [*needs(("engine", "gui", "trainer"), EXTRAS.split(",")), *tools, *BUILD, TORCH]
    ALL.write_text(HEAD + locked(every), encoding="utf-8")
    engine = [*needs(("engine",), []), *BUILD]
    ENGINE.write_text(HEAD + locked(engine, "--constraint", str(ALL)), encoding="utf-8")
    TOOLS.write_text(HEAD + locked(named_in(TOOLS.with_suffix(".in"))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
