"""A difference as rows side by side, and the screen where there is none."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.gui.conftest import OpenWindow

from lexdesk.law.compare import difference
from lexdesk_gui.compare.rows import Row, folded, rows


def sides(found: list[Row]) -> list[tuple[str, str]]:
    return [("".join(t for t, _ in r.old), "".join(t for t, _ in r.new)) for r in found]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a b", "a b", [("a b", "a b")]),
        ("one\ntwo", "one\nthree", [("one", "one"), ("two", "three")]),
        ("one\n", "one\ntwo\n", [("one", "one"), ("", "two")]),
        ("one\ntwo\nthree", "one\nthree", [("one", "one"), ("two", ""), ("three", "three")]),
        ("of the law", "of any law\n2. new", [("of the law", "of any law\n2. new")]),
    ],
)
def test_paragraphs_stand_level(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    assert sides(rows(difference(old, new))) == expected


_LINES = st.lists(
    st.sampled_from(["the law", "a clause", "the data subject", "consent"]), max_size=6
)


@given(_LINES, _LINES)
def test_nothing_is_lost(old: list[str], new: list[str]) -> None:
    found = rows(difference("\n".join(old), "\n".join(new)))
    for side, lines in ((0, old), (1, new)):
        shown = "\n".join(pair[side] for pair in sides(found) if pair[side])
        assert shown == "\n".join(lines)


def test_what_is_the_same_is_folded() -> None:
    old = "one\ntwo\nthree\nfour\nfive"
    shown = folded(rows(difference(old, old.replace("four", "4"))))
    assert shown[0] == 3
    assert isinstance(shown[1], Row)
    assert isinstance(shown[2], Row)


def test_where_nothing_is_compared_nothing_can_be_done(open_window: OpenWindow, gdpr: Path) -> None:
    window = open_window(gdpr)
    window.resize(900, 600)
    window.navigation.show_screen("compare")
    screen = window.screens.compare
    assert not any(each.isEnabled() for each in screen._acting)
    assert all(box.width() > screen.width() / 4 for box in (screen.old, screen.new))
    assert not screen.outline.isVisible()  # there is no room for it
