"""Takes out of a frozen folder what its programs never call (Linux).

Some wheels are linked with libraries for work that nobody asks of them here: OpenCV with FFmpeg, which decodes
video, kreuzberg with an onnxruntime for models that it is not given, Pillow with X, for pictures of the
screen. Python loads an extension only where each library that it names is there and has each symbol
that it names. So such a library is made *hollow*: the same name, the symbols that are asked for, and
nothing behind them. The program that called one would end at once; what only it had asked for is
not needed any more.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

HOLLOW = re.compile(
    r"(opencv_python_headless[.]libs/lib(avcodec|avformat|avutil|swscale|avif)-"
    r"|kreuzberg[.]libs/libonnxruntime-|pillow[.]libs/libxcb-)"
)
_SHARED = re.compile(r"[.]libs/|(^|/)lib[^/]*[.]so[.][^/]*$")
_PYTHON = re.compile(r"libpython3[.0-9]*[.]so")
_AS_MADE = re.compile(r"[.]libs/|PySide6/")
"""Wheels patched the libraries in ``NAME.libs``, which strip can break; Qt is left as its makers built it."""


def trim(folder: Path) -> None:
    """Hollow the libraries of ``HOLLOW``, drop those that nothing names, and symbols for debuggers."""
    for library in _libraries(folder):
        if HOLLOW.search(_place(library, folder)):
            _hollow(library, list(_libraries(folder)))
    _drop_orphans(folder)
    for library in _libraries(folder):
        if not _AS_MADE.search(_place(library, folder)):
            subprocess.run(["strip", "--strip-unneeded", str(library)], check=True)


def _libraries(folder: Path) -> Iterator[Path]:
    """The shared objects of ``folder``, each once: PyInstaller gives some a second name by a link."""
    for path in sorted(folder.rglob("*.so*")):
        if path.is_file() and not path.is_symlink():
            yield path


def _place(library: Path, folder: Path) -> str:
    return library.relative_to(folder).as_posix()


def _is_shared(library: Path, folder: Path) -> bool:
    """Whether it is there because others name it; all else is loaded by its path."""
    return bool(_SHARED.search(_place(library, folder)) and not _PYTHON.match(library.name))


def _hollow(library: Path, others: list[Path]) -> None:
    """Put a library without code in the place of ``library``."""
    asked = {name for user in others if library.name in _named(user) for name in _asked(user)}
    versions: dict[str, list[str]] = {}
    for name in sorted(asked & _offered(library)):
        symbol, _, version = name.partition("@")
        versions.setdefault(version, []).append(symbol)
    with tempfile.TemporaryDirectory(prefix="lexdesk-hollow-") as scratch:
        source, script = Path(scratch) / "hollow.c", Path(scratch) / "hollow.map"
        symbols = [symbol for each in versions.values() for symbol in each]
        source.write_text(
            "".join(f"void {name}(void) {{ __builtin_trap(); }}\n" for name in symbols)
        )
        script.write_text(
            "".join(
                f"{version or ''} {{ global: {' '.join(f'{name};' for name in names)} }};\n"
                for version, names in versions.items()
            )
        )
        command = [
            "cc",
            "-shared",
            "-nostdlib",
            "-O1",
            "-fno-builtin",
            f"-Wl,-soname,{library.name}",
        ]
        options = ["-Wl,--build-id=none", f"-Wl,--version-script={script}", "-o", str(library)]
        subprocess.run([*command, *options, str(source)], check=True)


def _drop_orphans(folder: Path) -> None:
    """Delete the shared libraries that nothing names any more, and the links to them."""
    shared = {each.name: each for each in _libraries(folder) if _is_shared(each, folder)}
    waiting = [each for each in _libraries(folder) if not _is_shared(each, folder)]
    reached: set[Path] = set()
    while waiting:
        for name in _named(waiting.pop()):
            if name in shared and shared[name] not in reached:
                reached.add(shared[name])
                waiting.append(shared[name])
    for library in set(shared.values()) - reached:
        library.unlink()
    for link in folder.rglob("*.so*"):
        if link.is_symlink() and not link.exists():
            link.unlink()


def _named(library: Path) -> set[str]:
    """The file names of the libraries that ``library`` is linked with."""
    return set(re.findall(r"\(NEEDED\).*\[(.+)\]", _told("readelf", "--dynamic", library)))


def _asked(library: Path) -> set[str]:
    """What ``library`` wants of others, as ``symbol@VERSION``."""
    return set(re.findall(r" U (\S+)$", _told("nm", "-D", "--undefined-only", library), re.M))


def _offered(library: Path) -> set[str]:
    """What ``library`` has for others, as ``symbol@VERSION``."""
    told = _told("nm", "-D", "--defined-only", library)
    return {name.replace("@@", "@") for name in re.findall(r" [A-Z] (\S+)$", told, re.M)}


def _told(program: str, *arguments: str | Path) -> str:
    command = [program, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
