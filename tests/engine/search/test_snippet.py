"""Snippets contain the matches, fit the width, and are cut at words."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.search.results.snippet import make_snippet


def test_snippet_of_long_text_contains_match() -> None:
    text = "filler " * 100 + "the right to withdraw consent at any time " + "filler " * 100
    start = text.index("withdraw")
    lines = make_snippet(text, [(start, start + len("withdraw consent"))], width=60, lines=2)
    assert 1 <= len(lines) <= 2
    assert (
        "".join(text for line in lines for text, marked in line if marked).replace(" ", "")
        == "withdrawconsent"
    )


@given(st.lists(st.integers(1, 14), min_size=20, max_size=200), st.integers(30, 110), st.data())
def test_match_is_shown_at_every_position(
    lengths: list[int], width: int, data: st.DataObject
) -> None:
    words = ["x" * length for length in lengths]
    number = data.draw(st.integers(0, len(words) - 1))
    start = sum(map(len, words[:number])) + number
    lines = make_snippet(" ".join(words), [(start, start + len(words[number]))], width, lines=2)
    marked = "".join(text for line in lines for text, is_match in line if is_match)
    assert marked == words[number]


def test_end_of_text_fills_lines() -> None:
    """Article 13(2)(c) GDPR."""
    text = (
        "where the processing is based on point (a) of Article 6(1) or point (a) of Article 9(2), the existence of the"
        " right to withdraw consent at any time, without affecting the lawfulness of processing based on consent before"
        " its withdrawal;"
    )
    at = text.index("withdrawal;")
    shown = make_snippet(text, [(at, at + 10)], width=45, lines=2)
    assert len(shown) == 2
    assert len("".join(piece for line in shown for piece, _ in line)) > 60


@given(st.text(alphabet="ab \n", max_size=400), st.integers(20, 80), st.integers(1, 4))
def test_lines_fit(text: str, width: int, lines: int) -> None:
    shown = make_snippet(text, [(0, min(3, len(text)))], width, lines)
    assert len(shown) <= lines
    assert all(sum(len(piece) for piece, _ in line) <= width for line in shown)


def test_narrow_terminal_gets_snippet() -> None:
    for width in (-1, 0, 1, 4):
        shown = make_snippet("The data subject may withdraw consent", [(21, 29)], width, 2)
        assert any(is_match for line in shown for _, is_match in line)


@pytest.mark.parametrize("width", range(10, 24))
@pytest.mark.parametrize(
    "letters", ["การคุ้มครองข้อมูลส่วนบุคคลของเด็ก" * 3, "สั้น " + "ปู่" * 30, "a" + "\u0304" * 90]
)
def test_combining_mark_stays_with_letter(letters: str, width: int) -> None:
    lines = [
        "".join(text for text, _ in line) for line in make_snippet(letters, [(0, 4)], width, 9)
    ]
    assert max(map(len, lines)) <= width
    if "\u0304" not in letters:  # more marks than a line holds are cut
        assert not any(unicodedata.category(line[0]).startswith("M") for line in lines)


@pytest.mark.parametrize("width", range(10, 24))
def test_wide_character_takes_two_cells(width: int) -> None:
    text = "第一条 为了保护个人信息权益，规范个人信息处理活动，制定本法。" * 3
    for line in make_snippet(text, [(7, 9)], width, 9):
        shown = "".join(piece for piece, _ in line)
        cells = sum(1 + (unicodedata.east_asian_width(item) in "WF") for item in shown)
        assert cells <= width
        assert all(item in text or item == "…" for item in shown)


@pytest.mark.parametrize("letters", ["护人信权益", "บริการ"])
def test_match_in_text_without_spaces_is_shown(letters: str) -> None:
    text = letters * 60 + "合同" + letters * 60
    start = text.index("合同")
    lines = make_snippet(text, [(start, start + 2)], 40, 2)
    assert ("合同", True) in [piece for line in lines for piece in line]
