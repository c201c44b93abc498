"""The desktop programs as a Debian package, with menu entry, icon, types of files and manual pages."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

from desktop import SBOM, bundle_in
from licences import write_notices_of_frozen
from lock import target
from sbom import frozen_inventory, write_sbom
from wheelhouse import PackagingError
from wheels import REPOSITORY, commit_time

HERE = Path(__file__).parent
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
CONTROL = """Package: lexdesk
Version: {version}
Architecture: {architecture}
Maintainer: The Lexdesk maintainers <maintainers@lexdesk.invalid>
Installed-Size: {kibibytes}
Depends: libc6 (>= 2.34), {depends}
Recommends: libcups2t64 | libcups2
Section: text
Priority: optional
Description: search engine for law that runs without a network
 Finds the provision that answers a question in statutes, contracts and court
 papers, by its words and by its meaning. A command line and a window; models
 and text recognition are included. Opens no network connection.
"""
_PACKING = ("-Zzstd", "-z12")  # which Debian 12 reads, too; xz takes minutes more
COMPLETIONS = {
    "bash": "share/bash-completion/completions/lexdesk",
    "zsh": "share/zsh/vendor-completions/_lexdesk",
    "fish": "share/fish/vendor_completions.d/lexdesk.fish",
}


def build_deb(out: Path) -> Path:
    """Build the package from ``lexdesk-desktop`` and the bundle's documents; return its path.

    Raises ``PackagingError`` if one of them is missing.
    """
    if sys.platform != "linux" or shutil.which("dpkg-deb") is None:
        raise PackagingError("a Debian package is built on Linux, with dpkg-deb")
    if not (program := out / "lexdesk-desktop").is_dir():
        raise PackagingError(f"{program} is not there yet: build the target desktop first")
    bundle = bundle_in(out, "cpu")
    root = out / "deb-root"
    shutil.rmtree(root, ignore_errors=True)
    installed = root / "usr" / "lib" / "lexdesk"
    shutil.copytree(program, installed, symlinks=True)
    shutil.rmtree(installed / "licences")  # they stand with the documents
    (installed / SBOM).unlink()  # the package's own stands there, too
    _add_commands(root / "usr", out)
    _add_desktop(root / "usr" / "share")
    documents = root / "usr" / "share" / "doc" / "lexdesk"
    _add_documents(documents, bundle)
    (site_packages,) = (out / "desktop-environment" / "lib").glob("python*/site-packages")
    write_notices_of_frozen(program / "_internal", site_packages, documents / "licences")
    version = bundle.name.split("-")[1]
    place = (documents / SBOM).relative_to(root).as_posix()
    found = frozen_inventory(
        root, installed / "_internal", out / "desktop-environment", version, place
    )
    write_sbom(found, documents / SBOM, "lexdesk", version)
    # A commit before a release sorts before it: https://www.debian.org/doc/debian-policy/ch-controlfields.html
    version = version.replace(".dev", "~dev")
    _add_control(root, version)
    package = out / f"lexdesk_{version}_{_architecture()}.deb"
    command = ["dpkg-deb", "--root-owner-group", *_PACKING, "--build", str(root), str(package)]
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(commit_time())}
    subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL)
    shutil.rmtree(root)
    return package


def _architecture() -> str:
    return ARCHITECTURES[target().split("-")[1]]


def _add_commands(usr: Path, out: Path) -> None:
    """Add the commands, their manual pages, and the completion printed by the program."""
    (usr / "bin").mkdir(parents=True)
    for name in ("lexdesk", "lexdesk-gui"):
        (usr / "bin" / name).symlink_to(f"../lib/lexdesk/{name}")
    manual = subprocess.run(
        [str(out / "desktop-environment/bin/python"), str(HERE / "commands.py"), "man"],
        check=True,
        capture_output=True,
    ).stdout
    pages = {"lexdesk.1": manual, "lexdesk-gui.1": (HERE / "linux" / "lexdesk-gui.1").read_bytes()}
    for name, page in pages.items():
        _write(usr / "share" / "man" / "man1" / f"{name}.gz", gzip.compress(page, mtime=0))
    for shell, place in COMPLETIONS.items():
        command = [str(usr / "lib" / "lexdesk" / "lexdesk"), "completion", shell]
        script = subprocess.run(command, check=True, capture_output=True).stdout
        _write(usr / place, script)


def _add_desktop(share: Path) -> None:
    files = {
        HERE / "linux" / "lexdesk.desktop": share / "applications" / "lexdesk.desktop",
        HERE / "linux" / "lexdesk-mime.xml": share / "mime" / "packages" / "lexdesk.xml",
        REPOSITORY / "docs" / "pictures" / "icon.svg": share
        / "icons/hicolor/scalable/apps/lexdesk.svg",
    }
    for source, place in files.items():
        _write(place, source.read_bytes())


def _add_documents(folder: Path, bundle: Path) -> None:
    shutil.copytree(bundle / "documentation", folder / "html")
    shutil.copytree(bundle / "licences", folder / "licences")
    shutil.copytree(bundle / "law", folder / "law")
    notice = (REPOSITORY / "NOTICE").read_text(encoding="utf-8")
    _write(
        folder / "copyright",
        f"{notice}\nApache-2.0: /usr/share/common-licenses/Apache-2.0\n"
        "All parts: /usr/share/doc/lexdesk/licences/LICENCES.md\n".encode(),
    )
    changes = (REPOSITORY / "CHANGELOG.md").read_bytes()
    _write(folder / "changelog.gz", gzip.compress(changes, mtime=0))


def _add_control(root: Path, version: str) -> None:
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o111 else 0o644)
    size = sum(path.lstat().st_size for path in root.rglob("*")) // 1024
    depends = (HERE / "linux" / "debian-packages.txt").read_text(encoding="utf-8").split()
    control = CONTROL.format(
        version=version,
        architecture=_architecture(),
        kibibytes=size,
        depends=", ".join(depends),
    )
    _write(root / "DEBIAN" / "control", control.encode())


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
