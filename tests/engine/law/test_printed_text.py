"""Records of archives as printed, and the places of highlights in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.law.printed_text import print_record, print_text

RULE = "\n| --- | --- |"


@pytest.mark.parametrize(
    ("stored", "printed"),
    [
        (f"If:\n\n| (a) | consent was given; |{RULE}\n\n| (b) | by law. |{RULE}", "If:\n\n(a) consent was given;\n\n(b) by law."),
        (f"(a) | consent was given; |{RULE}\n\n| ", "(a) consent was given;\n\n"),  # as the point alone is stored
        (f"| (a) | for:(i)one;(ii)two; |{RULE}\n| (i) | one; |\n| (ii) | two; |", "(a) for:\n(i)one;\n(ii)two;"),
        (f"| — | Article 9 |{RULE}", "— Article 9"),
        (f"| ‘2. | ‘merger’ means |{RULE}", "‘2. ‘merger’ means"),
        ("| Benchmark | Administrator |\n| --- | --- |", "| Benchmark | Administrator |\n| --- | --- |"),
        ("| 1 | 0,80 % | 1,20 % |", "| 1 | 0,80 % | 1,20 % |"),
        ("may:(a) enter;(b) examine; or(c)seal", "may:\n(a) enter;\n(b) examine; or\n(c)seal"),
        ("points (a),(b) and (c)", "points (a),(b) and (c)"),
        ("►M2 **1.** Firms *comply* ◄.", " 1. Firms comply ."),
        ("a footnote (*) and 2 * 3 * 4", "a footnote (*) and 2 * 3 * 4"),
    ],
)  # fmt: skip
def test_record_as_printed(stored: str, printed: str) -> None:
    assert print_text(stored) == printed


def test_highlights_move_with_their_words() -> None:
    stored = f"►M2 If:\n\n| (a) | **consent** was given; |{RULE}\n\nor:(b) it is law."
    words = ("consent", "given", "(b)", "law")
    spans = [(stored.index(word), stored.index(word) + len(word)) for word in words]
    text, moved = print_record(stored, None, spans)
    assert [text[start:end] for start, end in moved] == [*words]


def test_asterisks_of_other_files_are_the_authors() -> None:
    assert print_record("**bold**", "/x/notes.md") == ("**bold**", [])


@given(st.text(alphabet="a |(b):;*►◄\n-", max_size=60), st.data())
def test_spans_stay_inside_and_in_order(stored: str, data: st.DataObject) -> None:
    ends = sorted(data.draw(st.lists(st.integers(0, len(stored)), min_size=4, max_size=4)))
    text, moved = print_record(stored, None, [(ends[0], ends[1]), (ends[2], ends[3])])
    assert text == print_text(stored)
    flat = [at for span in moved for at in span]
    assert flat == sorted(flat) and all(0 <= at <= len(text) for at in flat)
