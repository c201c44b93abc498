"""The air-gap bundle: one folder that installs Lexdesk offline and lists its parts."""

import shutil
import tarfile
import zipfile
from pathlib import Path

from documentation import build_site
from licences import append_libraries, write_notices
from lock import least_glibc, target
from sbom import bundle_inventory, write_sbom
from sums import write_sums
from wheelhouse import collect, name_and_version
from wheels import commit_time, committed_tree

ABOUT = {
    "cpu": """
This flavour has onnxruntime in place of onnxruntime-gpu, which is what the engine names and is ten
times larger; both have the same module. "pip check" in the installed folder says so; nothing else
differs. For a GPU take the flavour gpu.""",
    "gpu": """
This flavour has onnxruntime-gpu with the libraries of CUDA and cuDNN. The machine needs a driver of NVIDIA
for CUDA 13; where there is none, or no GPU, everything runs on the processor.""",
}


def build_bundle(flavour: str, out: Path, place: str = target()) -> Path:
    """Build the bundle of ``flavour`` for ``place`` in a folder below ``out`` and an archive of it; return the folder."""
    building = out / f"bundle-{flavour}"
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir(parents=True)
    collect(flavour, place, building / "wheels", out / "downloads")
    wheels = sorted((building / "wheels").glob("*.whl"))
    version = dict(map(name_and_version, wheels))["lexdesk"]
    name = f"lexdesk-{version}-{place}-{flavour}"
    with committed_tree() as tree:
        _copy_installers(tree, building, version, flavour, place)
        # Without the file that only describes the publication, and which adding would refuse.
        law = shutil.ignore_patterns("*.doc.xml")
        shutil.copytree(tree / "engine/lexdesk/demo", building / "law" / "gdpr", ignore=law)
        build_site(building / "documentation", tree)
    write_notices(wheels, building / "licences")
    found = bundle_inventory(building, version)
    libraries = ((part.name, part.version, part.licence) for part in found.libraries())
    append_libraries(libraries, building / "licences" / "LICENCES.md")
    write_sbom(found, building / "sbom.cdx.json", name, version)
    write_sums(building)
    folder = out / name
    shutil.rmtree(folder, ignore_errors=True)
    building.rename(folder)
    pack(folder, out / f"{name}.tar")
    return folder


def _copy_installers(tree: Path, folder: Path, version: str, flavour: str, place: str) -> None:
    here = tree / "packaging"
    for name in ("install.sh", "install.ps1", "install.bat"):
        shutil.copy(here / "installers" / name, folder)
    for name in ("lexdesk.desktop", "debian-packages.txt"):
        shutil.copy(here / "linux" / name, folder)
    shutil.copy(tree / "docs" / "pictures" / "icon.svg", folder / "lexdesk.svg")
    platform = f"{place} {flavour} {_installed_mebibytes(folder / 'wheels')} {least_glibc(place)}"
    (folder / "PLATFORM").write_text(f"{platform.strip()}\n", encoding="utf-8")
    readme = (here / "installers" / "README.txt").read_text(encoding="utf-8")
    text = readme.format(
        version=version, flavour=flavour, platform=place, about_flavour=ABOUT[flavour]
    )
    (folder / "README.txt").write_text(text, encoding="utf-8")


def _installed_mebibytes(wheels: Path) -> int:
    """Return an upper bound of the installed size, byte code included (a third above the files, as measured)."""
    total = 0
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            total += sum(member.file_size for member in packed.infolist())
    return total * 4 // 3 // 2**20


def pack(folder: Path, archive: Path) -> None:
    """Pack ``folder`` into a reproducible tar file; wheels are compressed already."""
    seconds = commit_time()

    def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mtime = seconds
        member.mode = 0o755 if member.isdir() or member.name.endswith(".sh") else 0o644
        return member

    with tarfile.open(archive, "w", format=tarfile.PAX_FORMAT) as packed:
        for path in [folder, *sorted(folder.rglob("*"))]:
            name = path.relative_to(folder.parent).as_posix()
            packed.add(path, name, recursive=False, filter=anonymous)
