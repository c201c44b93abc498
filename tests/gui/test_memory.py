"""What the program remembers, also where its file was changed by hand or by another version."""

from pathlib import Path

import pytest

from lexdesk_gui.memory import Memory


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        (["consent, given", "semantic"], ("consent, given", "semantic")),
        (["consent", "by magic"], ("", "hybrid")),  # which no button stands for
        (["consent"], ("", "hybrid")),
        ("consent", ("", "hybrid")),
    ],
)
def test_what_was_searched_last(tmp_path: Path, stored: object, expected: tuple[str, str]) -> None:
    memory, library = Memory(tmp_path / "desktop.ini"), Path("/laws/of the sea")
    memory.keep_query(library, "", "keyword")
    [key] = [each for each in memory._settings.allKeys() if each.startswith("query/")]
    memory._settings.setValue(key, stored)
    memory.save()
    assert Memory(tmp_path / "desktop.ini").last_query(library) == expected
