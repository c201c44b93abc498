"""Both programs in one folder without Python, built by PyInstaller from the bundle's wheels."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from lock import target
from sbom import frozen_inventory, write_sbom
from trim import trim
from wheelhouse import PackagingError
from wheels import commit_time

HERE = Path(__file__).parent
SBOM = "sbom.cdx.json"


def build_desktop(out: Path) -> None:
    """Build ``lexdesk-desktop`` in ``out``, with text recognition and the licences of its parts.

    Raises ``PackagingError`` if the bundle with its wheels is missing.
    """
    _freeze(bundle_in(out, "cpu"), out / "lexdesk-desktop")


def build_small_desktop(out: Path) -> None:
    """Build ``lexdesk-desktop-without-ocr`` as ``build_desktop`` does."""
    _freeze(bundle_in(out, "cpu"), out / "lexdesk-desktop-without-ocr", without_ocr=True)


def bundle_in(out: Path, flavour: str, place: str = target()) -> Path:
    """Return the folder of the bundle for ``place`` in ``out``."""
    found = sorted(path for path in out.glob(f"lexdesk-*-{place}-{flavour}") if path.is_dir())
    if not found:
        raise PackagingError(f"{out} has no bundle of {flavour} yet: build the target bundle first")
    return found[-1]


def environment_of(bundle: Path, folder: Path) -> Path:
    """Create an environment of ``bundle`` and PyInstaller; return its Python."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    locked = ["--no-index", "--no-deps", "--require-hashes", "--find-links", str(bundle / "wheels")]
    subprocess.run([*install, *locked, "-r", str(bundle / "requirements.txt")], check=True)
    tools = folder / "pyinstaller.txt"
    tools.write_text("\n".join(pyinstaller_pins()), encoding="utf-8")
    subprocess.run([*install, "--no-deps", "--require-hashes", "-r", str(tools)], check=True)
    return python


def pyinstaller_pins() -> list[str]:
    """Return the lines of PyInstaller and its libraries, with hashes, but for those that the environment has."""
    tools = (HERE / "requirements-build.txt").read_text(encoding="utf-8").replace(" \\\n", " ")
    names = r"altgraph|macholib|pefile|pyinstaller(-hooks-contrib)?|pywin32-ctypes"
    if sys.version_info >= (3, 12):  # before, an environment begins with setuptools
        names += "|setuptools"
    return [line for line in tools.splitlines() if re.match(f"({names})==", line)]


def _freeze(bundle: Path, target_folder: Path, *, without_ocr: bool = False) -> None:
    python = environment_of(bundle, target_folder.with_name("desktop-environment"))
    building = target_folder.with_name(f"{target_folder.name}-building")
    shutil.rmtree(target_folder, ignore_errors=True)
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(commit_time()), "PYTHONHASHSEED": "1"}
    env |= {"LEXDESK_WITHOUT_OCR": "1"} if without_ocr else {}
    command = [str(python), "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    options = ["--distpath", str(building), "--workpath", str(building / "work")]
    spec = HERE / "desktop_program" / "lexdesk.spec"
    subprocess.run([*command, *options, str(spec)], check=True, env=env)
    (building / "lexdesk").rename(target_folder)
    shutil.rmtree(building)
    if os.name != "nt":  # where the recipe makes two programs
        (target_folder / "lexdesk-gui").symlink_to("lexdesk")
    if sys.platform == "linux":
        trim(target_folder)
    shutil.copytree(bundle / "licences", target_folder / "licences")
    version, name = bundle.name.split("-")[1], target_folder.name
    found = frozen_inventory(
        target_folder, target_folder / "_internal", python.parents[1], version, SBOM
    )
    write_sbom(found, target_folder / SBOM, name, version)
