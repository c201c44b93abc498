"""Errors of Tantivy: a fault of the machine keeps the index, in any language of Windows."""

import pytest

from lexdesk.errors import PhraseCode
from lexdesk.index.lexical.tantivy_errors import find_machine_fault


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
