"""Microsoft's C++ runtime, which onnxruntime and hnswlib need and Windows does not have."""

import ctypes
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from lexdesk.errors import LibraryCode, LibraryError

_LIBRARIES = ("msvcp140.dll", "msvcp140_1.dll")
_CARRIERS = ("shiboken6", "PySide6")


def load_cpp_runtime(
    system: str = sys.platform, load: Callable[[str], object] = ctypes.CDLL
) -> None:
    """Load the runtime on Windows: the one of the system, else the one beside the window's Qt.

    A loaded library serves later ones that need its name. Raises ``LibraryError`` if there is none.
    """
    if system != "win32":
        return
    for name in _LIBRARIES:
        if not any(_loads(load, path) for path in (name, *_bundled_paths(name))):
            raise LibraryError(LibraryCode.RUNTIME_MISSING, library=name)


def _loads(load: Callable[[str], object], path: str) -> bool:
    try:
        load(path)
    except OSError:
        return False
    return True


def _bundled_paths(name: str) -> Iterator[str]:
    for package in _CARRIERS:
        if (found := find_spec(package)) and found.origin:
            yield str(Path(found.origin).with_name(name))
