"""Pins of every library of a flavour, with hashes, for a platform and Python.

    python packaging/lock.py cpu gpu      for the running ones: packaging/locks/linux-x86_64-cp311-cpu.txt
    python packaging/lock.py cpu --system windows --python 3.13 --machine amd64

Queries the package index; run it to change versions and commit its result. Bundles are built from the
committed file alone. Other targets than the running one get the versions of this one as far as they have wheels, and
nothing that would have to be compiled.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
LOCKS = Path(__file__).parent / "locks"
EXTRAS = "us,ocr,encryption,mcp,serve"
FLAVOURS = ("cpu", "gpu")
NOT_COMPILED = "us"
"""Extra with a library (fast-diff-match-patch) that has no wheels for ARM64 and for Python after 3.12."""
UNUSED = frozenset({"fsspec", "hf-xet", "huggingface-hub"})
"""What tokenizers names for downloads, which it imports for nothing else."""
UV_PLATFORMS = {
    "linux-x86_64": "x86_64-manylinux_2_34",
    "linux-aarch64": "aarch64-manylinux_2_39",
    "windows-amd64": "x86_64-pc-windows-msvc",
    "darwin-arm64": "aarch64-apple-darwin",
}
"""Platforms that bundles are built for, as uv names them; Linux with the least glibc that PySide6 needs.

None for Macs with processors of Intel, for which kreuzberg has no wheel.
"""
_MACOS = "14"
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


def target(python: str = "", machine: str = "", system: str = "") -> str:
    """Return platform and Python such as ``linux-x86_64-cp311``, by default those of this process."""
    version = python.replace(".", "") or f"{sys.version_info.major}{sys.version_info.minor}"
    return f"{system or platform.system()}-{machine or platform.machine()}-cp{version}".lower()


def lock_of(flavour: str, place: str) -> Path:
    """Return the path of the pins of ``flavour`` for the target ``place``."""
    return LOCKS / f"{place}-{flavour}.txt"


def least_glibc(place: str) -> str:
    """Return the lowest glibc for the wheels of ``place``, such as ``2.34``; ``""`` without glibc."""
    tag = UV_PLATFORMS[place.rpartition("-")[0]]
    return ".".join(tag.split("_")[-2:]) if "manylinux" in tag else ""


def tags_of(place: str) -> list[str]:
    """Return pip's options for wheels of ``place``; none for the running platform."""
    if place == target():
        return []
    system, machine, python = place.split("-")
    version = f"{python[2]}.{python[3:]}"
    options = ["--python-version", version, "--implementation", "cp", "--only-binary=:all:"]
    for abi in (python, "abi3", "none"):
        options += ["--abi", abi]
    if system == "windows":
        platforms = [f"win_{machine}"]
    elif system == "darwin":  # pip adds those of earlier systems and of both processors
        platforms = [f"macosx_{_MACOS}_0_{machine}"]
    else:
        newest = int(least_glibc(place).rpartition(".")[2])
        platforms = [f"manylinux_2_{glibc}_{machine}" for glibc in range(newest, 4, -1)]
        platforms.append(f"manylinux2014_{machine}")
    return [*options, *(word for name in platforms for word in ("--platform", name))]


def resolve(requirements: list[str], options: list[str]) -> list[Pinned]:
    """Resolve ``requirements`` with pip in an empty environment, without our own packages."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
    done = subprocess.run(
        [*command, *options, "--report", "-", *requirements],
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


def pins(flavour: str, place: str) -> list[Pinned]:
    """Return all libraries of ``flavour`` for ``place``, sorted by name."""
    extras = f"{EXTRAS},cuda" if flavour == "gpu" else EXTRAS
    if place == target():
        pinned = resolve([f"./engine[{extras}]", "./gui", "pip"], [])
        if flavour == "cpu":
            pinned = [
                replacement
                for pin in pinned
                for replacement in (_without_gpu(pin) if pin.name == GPU_RUNTIME else [pin])
            ]
    else:
        versions = [
            line.replace(GPU_RUNTIME, "onnxruntime") if flavour == "cpu" else line
            for line in _versions(extras, lock_of(flavour, target()), place)
        ]
        pinned = resolve(versions, ["--no-deps", "--target", "nowhere", *tags_of(place)])
    return sorted(pin for pin in pinned if re.sub("[-_.]+", "-", pin.name) not in UNUSED)


def _without_gpu(pin: Pinned) -> list[Pinned]:
    return resolve([f"onnxruntime=={pin.version}"], ["--no-deps"])


def _versions(extras: str, like: Path, place: str) -> list[str]:
    """Resolve our requirements for ``place`` and its markers by uv; return ``name==version`` each."""
    system, machine, python = place.split("-")
    has_wheels = machine != "aarch64" and python in ("cp311", "cp312")
    chosen = [extra for extra in extras.split(",") if extra != NOT_COMPILED or has_wheels]
    options = ["--python-version", f"{python[2]}.{python[3:]}", "--only-binary", ":all:"]
    options += ["--python-platform", UV_PLATFORMS[f"{system}-{machine}"]]
    options += ["--constraint", str(like)]
    return _compiled(["pip", *needs(("engine", "gui"), chosen)], options).split()


def needs(distributions: tuple[str, ...], extras: list[str]) -> list[str]:
    """Return the requirements of our ``distributions`` with ``extras``, without our own names."""
    needed: list[str] = []
    for name in distributions:
        text = (REPOSITORY / name / "pyproject.toml").read_text(encoding="utf-8")
        project = tomllib.loads(text)["project"]
        needed += project["dependencies"]
        for extra in extras:
            needed += project.get("optional-dependencies", {}).get(extra, [])
    return [each for each in needed if not re.match(r"lexdesk\b", each)]


def environment_of_uv() -> dict[str, str]:
    """Return the environment in which uv resolves: macOS as old as bundles support."""
    return {**os.environ, "MACOSX_DEPLOYMENT_TARGET": f"{_MACOS}.0"}


def _compiled(needed: list[str], options: list[str]) -> str:
    """Resolve requirements by uv; return one ``name==version`` a line."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config"]
    done = subprocess.run(
        [*command, "--no-annotate", "--no-header", *options, "-"],
        input="\n".join(needed),
        env=environment_of_uv(),
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def main() -> int:
    """Write the locks of the given flavours and return the exit code."""
    parser = argparse.ArgumentParser(prog="lock.py")
    parser.add_argument("flavours", nargs="+", choices=FLAVOURS, metavar="FLAVOUR")
    add_target(parser)
    arguments = parser.parse_args()
    place = target_of(arguments)
    LOCKS.mkdir(exist_ok=True)
    for flavour in arguments.flavours:
        head = f"# Written by packaging/lock.py for {place}, {flavour}.\n"
        body = "".join(f"{pin.line()}\n" for pin in pins(flavour, place))
        lock_of(flavour, place).write_text(head + body, encoding="utf-8")
        print(lock_of(flavour, place).relative_to(REPOSITORY))
    return 0


def add_target(parser: argparse.ArgumentParser) -> None:
    """Add the options of a target: ``--python``, ``--system`` and ``--machine``; default: the running one."""
    parser.add_argument("--python", default="", metavar="3.N")
    parser.add_argument("--system", default="", choices=["linux", "windows", "darwin"])
    parser.add_argument("--machine", default="", choices=["x86_64", "aarch64", "amd64", "arm64"])


def target_of(arguments: argparse.Namespace) -> str:
    """Return the target in ``arguments``; exit with code 2 for one without a bundle."""
    place = target(arguments.python, arguments.machine, arguments.system)
    if place.rpartition("-")[0] not in UV_PLATFORMS:
        sys.exit(f"no bundle is built for {place}; known are {', '.join(UV_PLATFORMS)}")
    return place


if __name__ == "__main__":
    sys.exit(main())
