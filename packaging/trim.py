"""Removal of never called libraries from a frozen folder or a wheel (Linux).

Some wheels link libraries for features not used here: OpenCV links FFmpeg for video and OpenBLAS for
large matrices, kreuzberg an onnxruntime for models, Pillow X for screenshots. Python loads an
extension only if each linked library exists and has each required symbol. Such a library is therefore made
*hollow*: the same name, the required symbols, and no code. A call would end the program at once; dependencies
of the original are removed.
"""

import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from native import HOLLOW as MARK

HOLLOW = re.compile(
    r"(opencv_python_headless[.]libs/lib(avcodec|avformat|avutil|swscale|avif|openblasp)-"
    r"|kreuzberg[.]libs/libonnxruntime-|pillow[.]libs/libxcb-)"
)
_SHARED = re.compile(r"[.]libs/|(^|/)lib[^/]*[.]so[.][^/]*$")
_PYTHON = re.compile(r"libpython3[.0-9]*[.]so")
_AS_MADE = re.compile(r"[.]libs/|PySide6/")
"""Wheels patched the libraries in ``NAME.libs``, and strip can break these; Qt stays unmodified."""


def trim(folder: Path) -> None:
    """Hollow the libraries of ``HOLLOW``, drop unreferenced ones, and strip debug symbols."""
    hollow_unused(folder)
    for library in libraries_of(folder):
        if not _AS_MADE.search(_place(library, folder)):
            subprocess.run(["strip", "--strip-unneeded", str(library)], check=True)


def hollow_unused(folder: Path, compiler: str = "cc") -> None:
    """Hollow the libraries of ``HOLLOW`` in ``folder`` by ``compiler``, and drop unreferenced ones."""
    for library in libraries_of(folder):
        if HOLLOW.search(_place(library, folder)):
            _hollow(library, list(libraries_of(folder)), compiler)
    _drop_orphans(folder)


def libraries_of(folder: Path) -> Iterator[Path]:
    """Yield the shared objects of ``folder``, each once: PyInstaller links some under a second name."""
    for path in sorted(folder.rglob("*.so*")):
        if path.is_file() and not path.is_symlink():
            yield path


def _place(library: Path, folder: Path) -> str:
    return library.relative_to(folder).as_posix()


def _is_shared(library: Path, folder: Path) -> bool:
    """Check whether other libraries reference it; others are loaded by path."""
    return bool(_SHARED.search(_place(library, folder)) and not _PYTHON.match(library.name))


def _hollow(library: Path, others: list[Path], compiler: str) -> None:
    """Replace ``library`` by one without code."""
    needed = {
        name for user in others if library.name in linked_by(user) for name in _needed_symbols(user)
    }
    versions: dict[str, list[str]] = {}
    for name in sorted(needed & _offered(library)):
        symbol, _, version = name.partition("@")
        versions.setdefault(version, []).append(symbol)
    with tempfile.TemporaryDirectory(prefix="lexdesk-hollow-") as scratch:
        source, script = Path(scratch) / "hollow.c", Path(scratch) / "hollow.map"
        symbols = [symbol for version in versions.values() for symbol in version]
        mark = f'__attribute__((used)) static const char mark[] = "{MARK.decode()}";\n'
        source.write_text(
            mark + "".join(f"void {name}(void) {{ __builtin_trap(); }}\n" for name in symbols)
        )
        script.write_text(
            "".join(
                f"{version or ''} {{ global: {' '.join(f'{name};' for name in names)} }};\n"
                for version, names in versions.items()
            )
        )
        command = [
            compiler,
            "-shared",
            "-nostdlib",
            "-O1",
            "-fno-builtin",
            f"-Wl,-soname,{library.name}",
        ]
        options = ["-Wl,--build-id=none", f"-Wl,--version-script={script}", "-o", str(library)]
        subprocess.run([*command, *options, str(source)], check=True)


def _drop_orphans(folder: Path) -> None:
    """Delete unreferenced shared libraries, and links to them."""
    shared = {
        library.name: library for library in libraries_of(folder) if _is_shared(library, folder)
    }
    waiting = [library for library in libraries_of(folder) if not _is_shared(library, folder)]
    reached: set[Path] = set()
    while waiting:
        for name in linked_by(waiting.pop()):
            if name in shared and shared[name] not in reached:
                reached.add(shared[name])
                waiting.append(shared[name])
    for library in set(shared.values()) - reached:
        library.unlink()
    for link in folder.rglob("*.so*"):
        if link.is_symlink() and not link.exists():
            link.unlink()


def linked_by(library: Path) -> set[str]:
    """Return the file names of the libraries linked by ``library``."""
    return set(re.findall(r"\(NEEDED\).*\[(.+)\]", _output_of("readelf", "--dynamic", library)))


def _needed_symbols(library: Path) -> set[str]:
    """Return the symbols required by ``library``, as ``symbol@VERSION``."""
    return set(re.findall(r" U (\S+)$", _output_of("nm", "-D", "--undefined-only", library), re.M))


def _offered(library: Path) -> set[str]:
    """Return the symbols exported by ``library``, as ``symbol@VERSION``."""
    symbols = _output_of("nm", "-D", "--defined-only", library)
    return {name.replace("@@", "@") for name in re.findall(r" [A-Z] (\S+)$", symbols, re.M)}


def _output_of(program: str, *arguments: str | Path) -> str:
    command = [program, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
