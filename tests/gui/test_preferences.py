"""What the program remembers, also where its file was changed by hand or by another version."""

from pathlib import Path

import pytest

from lexdesk_gui.preferences import Preferences


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        (["consent, given", "semantic"], ("consent, given", "semantic")),
        (["consent", "by magic"], ("", "hybrid")),  # which no button stands for
        (["consent"], ("", "hybrid")),
        ("consent", ("", "hybrid")),
    ],
)
def test_last_queries_are_kept(tmp_path: Path, stored: object, expected: tuple[str, str]) -> None:
    preferences, library = Preferences(tmp_path / "desktop.ini"), Path("/laws/of the sea")
    preferences.keep_query(library, "", "keyword")
    [key] = [allKey for allKey in preferences._settings.allKeys() if allKey.startswith("query/")]
    preferences._settings.setValue(key, stored)
    preferences.save()
    assert Preferences(tmp_path / "desktop.ini").last_query(library) == expected
