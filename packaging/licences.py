"""The licences of all parts: a table, and the texts in their wheels."""

import os
import platform
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from distribution import Distribution, read

REPOSITORY = Path(__file__).parents[1]
TEXTS = Path(__file__).parent / "texts"

# Wheels that carry no text of their licence, or none that can be told from its metadata: what they
# state on PyPI or in their repository, and the standard texts of it.
STATED = {
    "apsw": ("Zlib", ()),
    "chroma-hnswlib": (
        "Apache-2.0; libgomp in it: GPL-3.0 with the GCC Runtime Library Exception",
        ("GPL-3.0.txt",),
    ),
    "flatbuffers": ("Apache-2.0", ("LICENSE",)),
    "kreuzberg": ("MIT", ("MIT.txt",)),
    "pyinstaller": ("GPL-2.0-or-later WITH Bootloader-exception", ()),
    "pyside6-essentials": ("LGPL-3.0-only", ("LGPL-3.0.txt", "GPL-3.0.txt")),
    "shiboken6": ("LGPL-3.0-only", ("LGPL-3.0.txt", "GPL-3.0.txt")),
    "sqlcipher3": ("Zlib; SQLCipher: BSD-3-Clause", ()),
    "tokenizers": ("Apache-2.0", ("LICENSE",)),
    "lexdesk": ("Apache-2.0", ("LICENSE", "NOTICE")),
    "lexdesk-gui": ("Apache-2.0; Charis SIL: OFL-1.1", ("LICENSE", "NOTICE")),
}

QT = """
## Qt and PySide6, under the LGPL version 3

Qt and PySide6 {version} are © The Qt Company Ltd. and other contributors. They are used under the GNU
Lesser General Public License version 3 (`pyside6-essentials-{version}/LGPL-3.0.txt`), each file unchanged, as
in the wheels that PyPI publishes; Qt Quick and the tools of developers are left out.
They lie beside Lexdesk as shared libraries in the folders `PySide6` and
`shiboken6`: you may replace them by your own build of the same interface, and may take Lexdesk apart as
far as that needs (section 4 of that license). Their source is at https://download.qt.io/official_releases/
and https://code.qt.io/cgit/pyside/pyside-setup.git; whoever hands this on must keep it available as well.
py7zr and its parts (inflate64, multivolumefile, pybcj, pyppmd) stand under the LGPL version 2.1 or later:
Python modules that can be replaced in the same way; their source is on https://pypi.org.
"""

LIBRARIES = """
## Libraries inside wheels

Compiled into the wheels above or lying beside them; their texts are among those of the wheel. Those under the LGPL are
shared libraries that you may replace by your own build of the same interface.
`sbom.cdx.json` says which wheel holds each, and names the Rust crates besides, with their licences.

| library | version | licence |
|---|---|---|
"""

FROZEN = """
## Python, and libraries of the system

The programs hold Python {python} (`python/`) and begin with PyInstaller's bootloader, under the GPL version 2 or later
with an exception for the programs that it begins (`pyinstaller/`). They also hold shared libraries of the Debian packages
below; your own build of each may take the place of its namesake in `_internal`. Their source is at
https://www.debian.org/distrib/packages.

| package | text |
|---|---|
"""

HEAD = """# Licences of all parts

Lexdesk itself: Apache-2.0. The bundled GDPR: © European Union, 2016, reused with attribution. The models:
`exported_models/` in the wheel of the engine names the licence of each and of what it was made from.
The texts below are those that the wheels carry; where one carries none, the standard text of the licence
that it states.

| part | version | licence | texts |
|---|---|---|---|
"""


def licence_of(part: Distribution) -> str:
    """Return the licence stated by ``part``."""
    stated, _ = STATED.get(part.name, (part.licence, ()))
    return stated


def write_notices(wheels: list[Path], target: Path) -> None:
    """Write ``LICENCES.md`` and a folder of texts for each wheel into ``target``.

    Raises ``LookupError`` for a part without a known licence or text.
    """
    rows = []
    for part in sorted(map(read, wheels), key=lambda package: package.name):
        folder = target / f"{part.name}-{part.version}"
        names = _write_texts(part, folder)
        licence = licence_of(part)
        if not names or not licence:
            raise LookupError(f"{part.wheel.name} states no licence or carries no text of it")
        texts = f"[{len(names)}]({folder.name})"
        rows.append(f"| {part.name} | {part.version} | {licence} | {texts} |\n")
        if part.name == "pyside6-essentials":
            qt = QT.format(version=part.version)
    (target / "LICENCES.md").write_text(HEAD + "".join(rows) + qt, encoding="utf-8")


def append_libraries(libraries: Iterable[tuple[str, str, str]], page: Path) -> None:
    """Append name, version and licence of the libraries inside wheels to ``LICENCES.md``."""
    rows = [f"| {name} | {version} | {licence} |\n" for name, version, licence in sorted(libraries)]
    with page.open("a", encoding="utf-8") as written:
        written.write(LIBRARIES + "".join(rows))


def write_notices_of_frozen(internal: Path, site_packages: Path, target: Path) -> None:
    """Add the notices of other libraries of a frozen folder to ``target`` (Debian).

    ``internal`` is the folder of its libraries, with those of wheels as links; ``site_packages`` is the
    location of PyInstaller. Raises ``LookupError`` for a library without a package.
    """
    texts = {
        "python": Path(os.__file__).with_name("LICENSE.txt"),
        "pyinstaller": next(site_packages.glob("pyinstaller-*.dist-info/licenses/COPYING.txt")),
    }
    libraries = (path.name for path in internal.glob("lib*.so*") if not path.is_symlink())
    packages = sorted(
        {package_of_library(name) for name in libraries if not name.startswith("libpython")}
    )
    texts |= {f"debian/{name}": Path("/usr/share/doc") / name / "copyright" for name in packages}
    for name, text in texts.items():
        (target / name).mkdir(parents=True)
        shutil.copyfile(text, target / name / text.name)
    rows = [f"| {name} | [copyright](debian/{name}/copyright) |\n" for name in packages]
    with (target / "LICENCES.md").open("a", encoding="utf-8") as page:
        page.write(FROZEN.format(python=platform.python_version()) + "".join(rows))


def package_of_library(library: str) -> str:
    """Return the Debian package that installed ``library``; raise ``LookupError`` if there is none."""
    command = ["dpkg-query", "--search", f"*/{library}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LookupError(f"{library} is of no package, so that its licence is not known")
    return done.stdout.partition(":")[0]


def _write_texts(part: Distribution, folder: Path) -> list[str]:
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in part.texts().items():
        name = path.partition(".dist-info/")[2] or path
        (folder / name.replace("/", "--")).write_bytes(text)
    for name in STATED.get(part.name, ("", ()))[1]:
        source = TEXTS / name if (TEXTS / name).exists() else REPOSITORY / name
        shutil.copyfile(source, folder / name)
    return sorted(file.name for file in folder.iterdir())
