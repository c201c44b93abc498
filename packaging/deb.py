"""Two Debian packages: ``lexdesk`` for the command line and the service, ``lexdesk-gui`` for the window.

The second holds the parts of the window alone, with its menu entry, icon and types of files.
"""

import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

from desktop import SBOM, bundle_in
from licences import write_notices_of_frozen
from lock import target
from native import SHARED_OBJECT
from sbom import frozen_inventory, write_sbom
from split import move_window
from wheelhouse import PackagingError
from wheels import REPOSITORY, commit_time

HERE = Path(__file__).parent
_PROGRAM = "usr/lib/lexdesk/{version}"
"""A folder of its own for each version: dpkg renames files one by one, and links such as ``usr/bin/lexdesk`` last. So a
killed update leaves the old or the new program, and no mixture. The scripts in ``linux`` keep the old window until its package
is unpacked."""
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
CONTROL = """Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: The Lexdesk maintainers <maintainers@lexdesk.invalid>
Installed-Size: {kibibytes}
Depends: {depends}
{more}Section: text
Priority: optional
Description: {description}
"""
COMMAND_LINE = """search engine for law that runs without a network
 Finds the provision that answers a question in statutes, contracts and court
 papers, by its words and by its meaning. The command line and the service;
 models and text recognition are included. Opens no network connection."""
WINDOW = """window of the search engine for law
 Adds a desktop program to the package lexdesk, with its libraries."""
# Debian's policy wants xz; level 9 takes 2 % less room than 6, and 64 MB to unpack. With threads, blocks have a fixed size:
# the same bytes on any number of processors.
_PACKING = ("-Zxz", "-z9", "--threads-max=2")
_LIBC = "libc6 (>= 2.34)"
COMPLETIONS = {
    "bash": "share/bash-completion/completions/lexdesk",
    "zsh": "share/zsh/vendor-completions/_lexdesk",
    "fish": "share/fish/vendor_completions.d/lexdesk.fish",
}


def build_deb(out: Path) -> list[Path]:
    """Build both packages from ``lexdesk-desktop`` and the bundle's documents; return their paths.

    Raises ``PackagingError`` if one of them is missing.
    """
    if sys.platform != "linux" or shutil.which("dpkg-deb") is None:
        raise PackagingError("a Debian package is built on Linux, with dpkg-deb")
    if not (program := out / "lexdesk-desktop").is_dir():
        raise PackagingError(f"{program} is not there yet: build the target desktop first")
    bundle, environment = bundle_in(out, "cpu"), out / "desktop-environment"
    version = bundle.name.split("-")[1]
    root, window = out / "deb-root", out / "deb-root-gui"
    for folder in (root, window):
        shutil.rmtree(folder, ignore_errors=True)
    _fill(root, window, program, bundle, environment, version)
    # A commit before a release sorts before it: https://www.debian.org/doc/debian-policy/ch-controlfields.html
    debian_version = version.replace(".dev", "~dev")
    built = []
    for name, folder in (("lexdesk", root), ("lexdesk-gui", window)):
        _add_papers(folder / "usr/share", name)
        place = Path("usr/share/doc", name, SBOM).as_posix()
        found = frozen_inventory(
            folder,
            folder / _PROGRAM.format(version=version) / "_internal",
            environment,
            version,
            place,
        )
        write_sbom(found, folder / place, name, version)
        _add_control(folder, name, debian_version)
        for script in (HERE / "linux" / name).iterdir():
            (folder / "DEBIAN" / script.name).write_bytes(script.read_bytes())
            (folder / "DEBIAN" / script.name).chmod(0o755)
        built.append(_pack(folder, out / f"{name}_{debian_version}_{_architecture()}.deb"))
    return built


def _fill(
    root: Path, window: Path, program: Path, bundle: Path, environment: Path, version: str
) -> None:
    """Lay out the files of both packages in ``root`` and ``window``."""
    place = _PROGRAM.format(version=version)
    installed = root / place
    shutil.copytree(program, installed, symlinks=True)
    shutil.rmtree(installed / "licences")  # they stand with the documents
    (installed / SBOM).unlink()  # each package has its own
    documents = root / "usr/share/doc/lexdesk"
    shutil.copytree(bundle / "documentation", documents / "html")
    shutil.copytree(bundle / "licences", documents / "licences")
    shutil.copytree(bundle / "law", documents / "law")
    (site_packages,) = (environment / "lib").glob("python*/site-packages")
    write_notices_of_frozen(program / "_internal", site_packages, documents / "licences")
    _add_command(root, place, environment)
    move_window(installed / "_internal", environment, window / place / "_internal")
    (installed / "lexdesk-gui").rename(window / place / "lexdesk-gui")
    _add_window(window, place)


def _pack(root: Path, package: Path) -> Path:
    command = ["dpkg-deb", "--root-owner-group", *_PACKING, "--build", str(root), str(package)]
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(commit_time())}
    subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL)
    shutil.rmtree(root)
    return package


def _architecture() -> str:
    return ARCHITECTURES[target().split("-")[1]]


def _add_command(root: Path, folder: str, environment: Path) -> None:
    """Add the command, its manual page, and the completion printed by the program in ``folder``."""
    usr = root / "usr"
    (usr / "bin").mkdir(parents=True)
    (usr / "bin/lexdesk").symlink_to(f"../{folder.removeprefix('usr/')}/lexdesk")
    writer = [str(environment / "bin/python"), str(HERE / "commands.py"), "man"]
    manual = subprocess.run(writer, check=True, capture_output=True).stdout
    _write(usr / "share/man/man1/lexdesk.1.gz", gzip.compress(manual, mtime=0))
    for shell, place in COMPLETIONS.items():
        command = [str(root / folder / "lexdesk"), "completion", shell]
        script = subprocess.run(command, check=True, capture_output=True).stdout
        _write(usr / place, script)


def _add_window(root: Path, folder: str) -> None:
    """Add the command of the window in ``folder``, its manual page, menu entry, icon and types of files."""
    usr = root / "usr"
    (usr / "bin").mkdir(parents=True)
    (usr / "bin/lexdesk-gui").symlink_to(f"../{folder.removeprefix('usr/')}/lexdesk-gui")
    manual = (HERE / "linux/lexdesk-gui.1").read_bytes()
    _write(usr / "share/man/man1/lexdesk-gui.1.gz", gzip.compress(manual, mtime=0))
    files = {
        HERE / "linux/lexdesk.desktop": "applications/lexdesk.desktop",
        HERE / "linux/lexdesk-mime.xml": "mime/packages/lexdesk.xml",
        REPOSITORY / "docs/pictures/icon.svg": "icons/hicolor/scalable/apps/lexdesk.svg",
    }
    for source, place in files.items():
        _write(usr / "share" / place, source.read_bytes())


def _add_papers(share: Path, name: str) -> None:
    """Add copyright, changelog and reasons for findings of Debian's checker, as Debian requires."""
    folder = share / "doc" / name
    notice = (REPOSITORY / "NOTICE").read_text(encoding="utf-8")
    _write(
        folder / "copyright",
        f"{notice}\nApache-2.0: /usr/share/common-licenses/Apache-2.0\n"
        "All parts: /usr/share/doc/lexdesk/licences/LICENCES.md\n".encode(),
    )
    changes = (REPOSITORY / "CHANGELOG.md").read_bytes()
    _write(folder / "changelog.gz", gzip.compress(changes, mtime=0))
    overrides = (HERE / "linux/lintian-overrides").read_text(encoding="utf-8")
    _write(share / "lintian/overrides" / name, overrides.format(name=name).encode())


def _add_control(root: Path, name: str, version: str) -> None:
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or _is_program(path) else 0o644)
    size = sum(path.lstat().st_size for path in root.rglob("*")) // 1024
    depends, more, description = _LIBC, "Suggests: lexdesk-gui\n", COMMAND_LINE
    if name == "lexdesk-gui":
        libraries = (HERE / "linux/debian-packages.txt").read_text(encoding="utf-8").split()
        depends = ", ".join([f"lexdesk (= {version})", _LIBC, *libraries])
        # A recommendation fails where apt knows the library and has no network to fetch it from.
        more, description = "Suggests: libcups2t64 | libcups2\n", WINDOW
    control = CONTROL.format(
        name=name,
        version=version,
        architecture=_architecture(),
        kibibytes=size,
        depends=depends,
        more=more,
        description=description,
    )
    _write(root / "DEBIAN" / "control", control.encode())


def _is_program(path: Path) -> bool:
    return bool(path.stat().st_mode & 0o111) and SHARED_OBJECT.search(path.name) is None


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
