"""The difference of two texts: exact, readable, and fast on long articles."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.waiting import within

from lexdesk.law.comparison import DiffPiece, count_words, diff, format_diff

words = st.text(alphabet="ab. \n(1)§é", max_size=60)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", ""),
        ("same", "same", "same"),
        ("", "new text", "{+new text+}"),
        ("old text", "", "[-old text-]"),
        ("within one month of receipt", "within two months of receipt",
         "within [-one month-]{+two months+} of receipt"),
        ("by 3 July 2016.", "by 3 July 2017.", "by 3 July [-2016-]{+2017+}."),
        ("1. First.\n\n2. Second.\n", "1. First.\n\n1a. New.\n\n2. Second.\n",
         "1. First.\n\n{+1a. New.\n\n+}2. Second.\n"),
        ("shall inform ESMA", "shall inform ESMA without delay",
         "shall inform ESMA{+ without delay+}"),
    ],
)  # fmt: skip
def test_difference(old: str, new: str, expected: str) -> None:
    assert format_diff(diff(old, new)) == expected


def test_isolated_common_words_count_as_rewritten() -> None:
    pieces = diff(
        "every competent body of that State", "any operator established in the Union of its choice"
    )
    assert [piece.kind for piece in pieces] == ["deleted", "inserted"]


def applied(pieces: list[DiffPiece], left_out: str) -> str:
    return "".join(piece.text for piece in pieces if piece.kind != left_out)


def assert_exact(old: str, new: str) -> list[DiffPiece]:
    pieces = diff(old, new)
    assert applied(pieces, "inserted") == old
    assert applied(pieces, "deleted") == new
    assert all(piece.text for piece in pieces)
    return pieces


@given(words, words)
def test_pieces_turn_old_text_into_new(old: str, new: str) -> None:
    assert_exact(old, new)


@given(st.lists(st.sampled_from(["The", "controller", "shall.\n", "data", "(a)"]), max_size=300),
       st.integers(0, 299), st.integers(0, 20))  # fmt: skip
def test_cut_text_is_the_only_deletion(text: list[str], at: int, count: int) -> None:
    pieces = assert_exact(" ".join(text), " ".join(text[:at] + text[at + count :]))
    inserted, deleted = count_words(pieces)
    assert deleted - inserted == len(text) - len(text[:at] + text[at + count :])


def test_long_article_is_compared_quickly() -> None:
    rng = random.Random(7)
    vocabulary = [f"w{n}" for n in range(2000)]
    old = [rng.choice(vocabulary) for _ in range(18_000)]  # about 100,000 characters
    old = [f"{word}." if n % 30 == 0 else word for n, word in enumerate(old)]
    new = [rng.choice(vocabulary) if rng.random() < 0.02 else word for word in old]
    changed = sum(a.strip(".") != b.strip(".") for a, b in zip(old, new, strict=True))
    inserted, deleted = count_words(assert_exact(" ".join(old), " ".join(new)))
    assert changed <= inserted == deleted < 2 * changed


def test_wholly_new_text_is_one_replacement() -> None:
    old, new = ("alpha " * 9000).strip(), ("omega " * 9000).strip()
    assert [piece.kind for piece in assert_exact(old, new)] == ["deleted", "inserted"]


@pytest.mark.slow
@pytest.mark.parametrize("end", ["\n", " "])
def test_long_texts_are_compared_in_linear_time(end: str) -> None:
    """94 KB with every second line changed took 12.7 s, twice as much four times as long."""
    old = end.join(f"kept{n}{end}old{n}" for n in range(8_000))
    new = end.join(f"kept{n}{end}new{n}" for n in range(8_000))
    with within(10):
        pieces = diff(old, new)
    assert "".join(piece.text for piece in pieces if piece.kind != "inserted") == old
    assert "".join(piece.text for piece in pieces if piece.kind != "deleted") == new
    if end == "\n":
        assert count_words(pieces) == (8_000, 8_000)


def test_moved_and_repeated_lines_of_long_texts_are_compared() -> None:
    lines = [f"line {n}\n" if n % 3 else "and\n" for n in range(3_000)]
    moved = [*lines[:100], *lines[200:2_000], *lines[100:200], "new\n", *lines[2_000:]]
    pieces = diff("".join(lines), "".join(moved))
    assert "".join(piece.text for piece in pieces if piece.kind != "deleted") == "".join(moved)
    changed = "".join(piece.text for piece in pieces if piece.kind == "inserted")
    assert changed == "".join([*lines[100:200], "new\n"])
