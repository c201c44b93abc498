"""Pins of every library of a flavour, with hashes, for the running platform and Python.

    python packaging/lock.py cpu          writes packaging/locks/linux-x86_64-cp311-cpu.txt

Queries the package index; run it to change versions and commit its result. Bundles are built from the
committed file alone.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
LOCKS = Path(__file__).parent / "locks"
EXTRAS = "us,ocr,encryption,mcp,serve"
FLAVOURS = ("cpu", "gpu")
GPU_RUNTIME = "onnxruntime-gpu"
"""Dependency of the engine on machines with a GPU. Without one, the smaller ``onnxruntime`` of the same version is equivalent.
"""


@dataclass(frozen=True, slots=True, order=True)
class Pinned:
    """One library: its name, version, and the SHA-256 of the chosen file."""

    name: str
    version: str
    sha256: str

    def line(self) -> str:
        """Format for pip with ``--require-hashes``."""
        return f"{self.name}=={self.version} --hash=sha256:{self.sha256}"


def target() -> str:
    """Return platform and Python of this process, such as ``linux-x86_64-cp311``."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{platform.system()}-{platform.machine()}-{python}".lower()


def lock_of(flavour: str) -> Path:
    """Return the path of the pins of ``flavour`` for this platform."""
    return LOCKS / f"{target()}-{flavour}.txt"


def resolve(requirements: list[str], *, with_dependencies: bool = True) -> list[Pinned]:
    """Resolve ``requirements`` with pip in an empty environment, without our own packages."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
    command += [] if with_dependencies else ["--no-deps"]
    done = subprocess.run(
        [*command, "--report", "-", *requirements],
        cwd=REPOSITORY,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return [
        Pinned(
            item["metadata"]["name"].lower(),
            item["metadata"]["version"],
            item["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for item in json.loads(done.stdout)["install"]
        if "archive_info" in item["download_info"]
    ]


def pins(flavour: str) -> list[Pinned]:
    """Return all libraries of ``flavour``, sorted by name."""
    extras = f"{EXTRAS},cuda" if flavour == "gpu" else EXTRAS
    pinned = resolve([f"./engine[{extras}]", "./gui"])
    if flavour == "cpu":
        gpu = [package for package in pinned if package.name == GPU_RUNTIME]
        pinned = [package for package in pinned if package.name != GPU_RUNTIME]
        for package in gpu:
            pinned += resolve([f"onnxruntime=={package.version}"], with_dependencies=False)
    return sorted(pinned)


def main(arguments: list[str]) -> int:
    """Write the locks of the given flavours and return the exit code."""
    if not arguments or not set(arguments) <= set(FLAVOURS):
        print(f"lock.py: name flavours among {', '.join(FLAVOURS)}", file=sys.stderr)
        return 2
    LOCKS.mkdir(exist_ok=True)
    for flavour in arguments:
        head = f"# Written by packaging/lock.py for {target()}, {flavour}.\n"
        body = "".join(f"{pin.line()}\n" for pin in pins(flavour))
        lock_of(flavour).write_text(head + body, encoding="utf-8")
        print(lock_of(flavour).relative_to(REPOSITORY))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
