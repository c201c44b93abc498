"""Microsoft's C++ runtime: of the system, of Qt, or missing."""

from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.system.native_runtime import load_cpp_runtime


@pytest.mark.parametrize("has_system", [True, False])
def test_runtime_of_qt_is_loaded_where_windows_has_none(has_system: bool) -> None:
    pytest.importorskip("shiboken6")
    loaded: list[str] = []

    def load(path: str) -> None:
        if not has_system and not Path(path).is_absolute():
            raise OSError("Could not find module")
        loaded.append(path)

    load_cpp_runtime("win32", load)
    assert [Path(path).name for path in loaded] == ["msvcp140.dll", "msvcp140_1.dll"]
    assert [Path(path).is_absolute() for path in loaded] == [not has_system] * 2


def test_missing_runtime_is_named_and_other_systems_need_none() -> None:
    def load(path: str) -> None:
        raise OSError(path)

    load_cpp_runtime("linux", load)
    with raises_code(LibraryError, LibraryCode.RUNTIME_MISSING, library="msvcp140.dll"):
        load_cpp_runtime("win32", load)
