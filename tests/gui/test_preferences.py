"""Stored preferences, also after changes by hand or by another version."""

import inspect
import re
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from lexdesk.system.shared_settings import SECTIONS
from lexdesk_gui import preferences
from lexdesk_gui.preferences import Preferences
from lexdesk_gui.settings_screen import SettingsScreen
from lexdesk_gui.style.theme import Theme


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


@pytest.mark.parametrize(
    "value",
    [
        "@Invalid()",
        "@ByteArray(a)",
        "5",
        ", ,",
        "a, @ByteArray(b), @Invalid()",
        "@Variant(\\0\\0\\0\\x1c\\0\\0\\0\\0)",
        "@Point(1 2)",
        "+",
        "x" * 2_000_000,
        ", ".join(["a"] * 100_000),
    ],
)
def test_damaged_settings_are_read_as_far_as_they_are_sound(tmp_path: Path, value: str) -> None:
    library = Path("/law")
    Preferences(tmp_path / "desktop.ini").keep_tabs(library, [])
    keys = ("query", "tabs", "to_add", "named", "state")
    lines = [f"zoom={value}", f"colours={value}", f"libraries={value}"]
    lines += [f"[{key}]\n|law={value}\n%7Claw={value}\nwindow={value}" for key in keys]
    (tmp_path / "desktop.ini").write_text("[General]\n" + "\n".join(lines))
    preferences = Preferences(tmp_path / "desktop.ini")
    assert isinstance(preferences.zoom, float)
    assert preferences.colours == "system"
    assert all(isinstance(folder, Path) for folder in preferences.libraries)
    assert len(preferences.tabs(library)) <= 100
    assert len(preferences.last_query(library)[0]) <= 10_000
    new, again = preferences.to_add(library)
    assert not again and all(str(path) for path in new)
    assert not preferences.has_named(library, Path("/law/a.txt"))
    preferences.state("window")
    preferences.used(library)
    assert preferences.libraries[0] == library


def test_administrator_locks_values_and_gives_defaults(tmp_path: Path) -> None:
    everybody, own = tmp_path / "everybody.ini", tmp_path / "desktop.ini"
    everybody.write_text(
        "[defaults]\nlanguage=de\nlibraries=/srv/law, /srv/cases\ncolours=purple\n"
        "[locked]\nkeeps_searches=false\ncitation_style=oscola\n"
    )
    preferences = Preferences(own, str(everybody))
    assert (preferences.language, preferences.colours) == ("de", "system")
    assert (preferences.keeps_searches, preferences.style) == (False, "oscola")
    preferences.language, preferences.keeps_searches = "en", True
    preferences.used(Path("/srv/cases"))
    preferences.save()
    again = Preferences(own, str(everybody))
    assert (again.language, again.keeps_searches) == ("en", False)
    assert again.is_locked("keeps_searches")
    assert not again.is_locked("language")
    assert again.libraries == [Path("/srv/cases"), Path("/srv/law")]
    everybody.unlink()
    # Nothing was written while locked.
    assert Preferences(own, str(everybody)).keeps_searches is True


def test_locked_setting_cannot_be_changed(tmp_path: Path, qtbot: QtBot, theme: Theme) -> None:
    everybody = tmp_path / "everybody.ini"
    everybody.write_text("[locked]\nkeeps_searches=false\n")
    preferences = Preferences(tmp_path / "desktop.ini", str(everybody))
    screen = SettingsScreen(theme, preferences)
    qtbot.addWidget(screen)
    assert not screen.keeps.isEnabled()
    assert not screen.keeps.isChecked()
    assert screen.rerank.isEnabled()
    assert "administrator" in screen.note.text()
    assert not screen.note.isHidden()
    assert SettingsScreen(theme, Preferences(tmp_path / "desktop.ini")).note.isHidden()


def test_earlier_searches_are_deleted_after_confirmation(
    theme: Theme, qtbot: QtBot, tmp_path: Path
) -> None:
    screen = SettingsScreen(theme, Preferences(tmp_path / "desktop.ini"))
    qtbot.addWidget(screen)
    screen.show()
    wiped: list[bool] = []
    screen.wiping.connect(lambda: wiped.append(True))
    for answer, deleted in ((screen.keep, []), (screen.affirm, [True])):
        screen.wipe.click()
        assert "cannot be undone" in screen.question.text()
        assert screen.question.isVisible()
        assert not screen.wipe.isVisible()
        answer.click()
        assert wiped == deleted
        assert screen.wipe.isVisible()
        assert not screen.affirm.isVisible()


def test_doctor_knows_the_names_that_administrators_can_set() -> None:
    source = inspect.getsource(preferences)
    assert set(SECTIONS["locked"]) == set(re.findall(r'_(?:value|one_of)\("(\w+)"', source))
