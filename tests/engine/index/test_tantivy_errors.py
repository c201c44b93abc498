"""Errors of Tantivy: a fault of the machine keeps the index, in any language of Windows."""

import contextlib
from pathlib import Path

import pytest

from lexdesk.errors import DiskFull, LibraryError, PhraseCode
from lexdesk.index.lexical.tantivy_errors import find_machine_fault, translate_tantivy_errors


@pytest.mark.parametrize(
    ("text", "system", "meaning"),
    [
        ("An IO error occurred: 'Zugriff verweigert (os error 5)'", "win32", PhraseCode.INDEX_PERMISSION),
        ("An IO error occurred: 'Sharing violation. (os error 32)'", "win32", PhraseCode.INDEX_LOCKED),
        ("An IO error occurred: 'Disk full. (os error 112)'", "win32", PhraseCode.INDEX_DISK_FULL),
        ("An IO error occurred: 'File not found. (os error 2)'", "win32", None),
        ("Permission denied (os error 13)", "linux", PhraseCode.INDEX_PERMISSION),
        ("Input/output error (os error 5)", "linux", PhraseCode.INDEX_DISK_FAILED),
        ("data corrupted", "win32", None),
    ],
)  # fmt: skip
def test_fault_of_machine_is_told_from_damage(
    text: str, system: str, meaning: PhraseCode | None
) -> None:
    assert find_machine_fault(text, system) == meaning


def test_writer_that_died_of_a_full_disk_is_reported_so(small_disk: Path) -> None:
    killed = ValueError("An index writer was killed. A worker thread encountered an error")
    with pytest.raises(LibraryError) as caught, translate_tantivy_errors(small_disk / "words"):
        raise killed
    assert not isinstance(caught.value, DiskFull)
    with contextlib.suppress(OSError), (small_disk / "other").open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    with pytest.raises(DiskFull), translate_tantivy_errors(small_disk / "words"):
        raise killed
