"""Borders between passages, with or without a sentence or paragraph across them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.index.lexical.passage_borders import SEAM_WORDS, find_borders
from lexdesk.index.lexical.passage_borders import PassageBorder as Border
from lexdesk.storage.schema import PieceRow
from lexdesk.text.sentences import find_border_between, find_paragraph_borders, find_text_borders


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One ends. Two ends? Three!", ["One ends.", "Two ends?", "Three!"]),
        ("See Art. 6 and No. 5. Then go.", ["See Art. 6 and No. 5.", "Then go."]),
        ("Nach § 823 Abs. 1 BGB gilt dies. Satz zwei.", ["Nach § 823 Abs. 1 BGB gilt dies.", "Satz zwei."]),
        ("Laws, e.g. The Act, i.e. This one. End.", ["Laws, e.g. The Act, i.e. This one.", "End."]),
        ("Case Smith v. Jones of Acme S.A. Paris. New.", ["Case Smith v. Jones of Acme S.A. Paris.", "New."]),
        ("1. The controller acts. 2. It stops.", ["1. The controller acts.", "2. It stops."]),
        ("Am 25. Mai 2018 galt sie. So ist es.", ["Am 25. Mai 2018 galt sie.", "So ist es."]),
        ("It says “stop.” He stopped.", ["It says “stop.”", "He stopped."]),
        ("In 2016. The next.", ["In 2016.", "The next."]),
        ("lawful only if:\n(a) consent;\n(b) contract. Next.", ["lawful only if:\n(a) consent;\n(b) contract.", "Next."]),
        ("a line broken\nby layout", ["a line broken\nby layout"]),
        ("AMG (BGBl. I S. 601, ABl. L 255), lfd. Nr. 3. Ende.", ["AMG (BGBl. I S. 601, ABl. L 255), lfd. Nr. 3.", "Ende."]),
        ("Wer das 18. Lebensjahr hat. Urt. v. 3. 5. 2001. So.", ["Wer das 18. Lebensjahr hat.", "Urt. v. 3. 5. 2001.", "So."]),
        ("Muster der Anlage 5. Die Sätze in Nr. 12. Ende.", ["Muster der Anlage 5.", "Die Sätze in Nr. 12.", "Ende."]),
        ("C. civ. 6. Cass. civ. 1re, 5 avr. 2012. Non.", ["C. civ. 6.", "Cass. civ. 1re, 5 avr. 2012.", "Non."]),
        ("甲方应当付款！乙方同意吗？“好的。”然后。", ["甲方应当付款！", "乙方同意吗？", "“好的。”", "然后。"]),
        ("被告は「払わない。」と述べた。\n第二条　目的", ["被告は「払わない。」と述べた。", "第二条　目的"]),
        ("هل هذا صحيح؟ نعم هو صحيح. والباقي", ["هل هذا صحيح؟", "نعم هو صحيح.", "والباقي"]),
        ("Heading\n\nText", ["Heading", "Text"]),
    ],
)  # fmt: skip
def test_sentences_of_legal_text(text: str, sentences: list[str]) -> None:
    ends = [0, *(border.at for border in find_text_borders(text)), len(text)]
    found = [text[start:end].strip() for start, end in pairwise(ends)]
    assert found == sentences


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("It ends. ", "Next", False),
        ("It ends.\n", "Next", True),
        ("a list;\n", "(b) next", None),
        ("in Art. ", "6", None),
        ("It ends\n\n", "next", True),
        ("It ends.", "\nNext", True),
    ],
)
def test_border_kind_of_split_text(before: str, after: str, expected: bool | None) -> None:
    border = find_border_between(before, after)
    assert (border.is_paragraph if border else None) == expected


SCRAPS = st.lists(
    st.tuples(
        st.sampled_from(("a", "B", "art", "x.y", "(c)", "1", "“")),
        st.sampled_from(
            (
                " ",
                ". ",
                ".\n",
                ".”\n",
                "?)  \n ",
                "...\n",
                "\n",
                ";\n",
                "\n \n",
                "",
                "。",
                "。」",
                "。\n",
            )
        ),
    ),
    max_size=12,
).map(lambda scraps: "".join(word + end for word, end in scraps))


@given(SCRAPS, SCRAPS)
def test_passage_borders_are_independent_of_method(before: str, after: str) -> None:
    found = find_text_borders(before + after)
    assert find_paragraph_borders(before + after) == [
        item.at for item in found if item.is_paragraph
    ]
    if before.strip():
        at = len(before + after) - len(after.lstrip()) if after.strip() else -1
        expected = next((item for item in found if item.at == at), None)
        between = find_border_between(before, after)
        assert (between and between.is_paragraph) == (expected and expected.is_paragraph)


def pieces_of(*texts: str | None) -> list[PieceRow]:
    """Make pieces of one provision; ``None`` is an unsearchable heading."""
    rows = enumerate(texts, start=1)
    return [PieceRow(n, 1, "art_1", text is not None, text or "Heading") for n, text in rows]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("One.",), {}),
        (("One goes", "on."), {1: Border("one goes on", 1, 1), 2: Border("", 1, 1)}),
        (("One ends. ", "Two."), {1: Border("one ends two", None, 1), 2: Border("", None, 1)}),
        (("One ends.\n", "Two."), {1: Border("one ends two"), 2: Border()}),
        (("A ", " \n ", "b"), {1: Border("a b", 1, 1), 3: Border("", 1, 1)}),
        (("A ", " ", " ", " ", "b"), {}),
        (("A ", None, "b"), {}),
        (("a\n\n", "bb. ", "C ", "d"), {
            1: Border("a bb c d"), 2: Border("a bb c d", None, 2), 3: Border("a bb c d", 3, 2), 4: Border("", 3, 2)}),
        (("v " * 40 + "w " * SEAM_WORDS, "x " * SEAM_WORDS + "y"), {
            1: Border(" ".join(["w"] * SEAM_WORDS + ["x"] * SEAM_WORDS), 1, 1), 2: Border("", 1, 1)}),
        (("vw " * 900, "xy " * 900), {
            1: Border(" ".join(["vw"] * SEAM_WORDS + ["xy"] * SEAM_WORDS), 1, 1), 2: Border("", 1, 1)}),
        (("a " + "b" * 101, "c" * 100 + " d"), {1: Border(f"a X {'c' * 100} d", 1, 1), 2: Border("", 1, 1)}),
    ],
)  # fmt: skip
def test_borders_between_passages(
    texts: tuple[str | None, ...], expected: dict[int, Border]
) -> None:
    assert find_borders(pieces_of(*texts), str) == expected


def test_text_continues_only_within_paragraph_of_article() -> None:
    rows = [
        piece._replace(eid=eid)
        for piece, eid in zip(
            pieces_of("a", "b", "c", "d"), ("p1", "p1__a", "p2", None), strict=True
        )
    ]
    assert set(find_borders(rows, lambda eid: eid[:2])) == {1, 2}
