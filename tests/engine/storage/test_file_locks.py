"""A process that opens a library again keeps its locks, and so its acknowledged writes."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.storage import is_encrypted

WORDS = "quinces in the orangery of march"
_PROGRAM = """
import sys
from lexdesk import Library
with Library.open(sys.argv[1], passphrase=sys.argv[2] or None) as library:
    print(library.admin.status().works)
"""


def works_for_another_program(path: Path, passphrase: str | None) -> int:
    command = [sys.executable, "-c", _PROGRAM, str(path), passphrase or ""]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def lease(number: int) -> Document:
    return Document(text="The rent is due monthly.", title="Lease", work=f"lease-{number}")


def opened_again(library: Library, passphrase: str | None) -> None:
    Library.open(library.path, passphrase=passphrase).close()


def asked_whether_it_is_encrypted(library: Library, passphrase: str | None) -> None:
    assert is_encrypted(library.path) == (passphrase is not None)


def noted_in(library: Library, passphrase: str | None) -> None:
    with library.workbook():
        pass


@pytest.mark.slow
@pytest.mark.parametrize("passphrase", [None, WORDS])
@pytest.mark.parametrize("again", [opened_again, asked_whether_it_is_encrypted, noted_in])
def test_additions_after_second_opening_are_visible_to_others(
    again: Callable[[Library, str | None], None], passphrase: str | None, tmp_path: Path
) -> None:
    if passphrase:
        pytest.importorskip("sqlcipher3", reason="needs the extra lexdesk[encryption]")
    with Library.open(tmp_path / "library", create=True, passphrase=passphrase) as library:
        library.sources.add_documents([lease(1)], vectors=False)
        again(library, passphrase)
        assert works_for_another_program(library.path, passphrase) == 1
        library.sources.add_documents([lease(2)], vectors=False)
        assert works_for_another_program(library.path, passphrase) == 2


def test_reopened_library_is_inspected_again(tmp_path: Path) -> None:
    pytest.importorskip("sqlcipher3", reason="needs the extra lexdesk[encryption]")
    path = tmp_path / "library"
    with Library.open(path, create=True) as plain:
        plain.sources.add_documents([lease(1)], vectors=False)
    path.rename(tmp_path / "plain")
    Library.open(path, create=True, passphrase=WORDS).close()
    assert is_encrypted(path)
    assert not is_encrypted(tmp_path / "plain")
