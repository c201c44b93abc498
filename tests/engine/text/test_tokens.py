"""Folding and tokens: what counts as the same word."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.index.lexical.schema import analyzers
from lexdesk.text.tokens import fold, fold_words, nfc, space_out, token_spans, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("withdraw his or her consent", ["withdraw", "his", "or", "her", "consent"]),
        ("Résumé", ["resume"]),
        (unicodedata.normalize("NFD", "Résumé"), ["resume"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("§ 823 Abs. 1 BGB", ["sectionsign", "823", "abs", "1", "bgb"]),
        ("§§ 12,13", ["sectionsign", "sectionsign", "12", "13"]),
        ("C-311/18", ["c", "311", "18"]),
        ("32016R0679", ["32016r0679"]),
        ("6(1)(f)", ["6", "1", "f"]),
        ("in\u00adfor\u200bmation", ["information"]),
        ("snake_case", ["snake", "case"]),
        ("ﬁnal", ["final"]),
        ("GDPR的规定", ["gdpr", "的", "规", "定"]),
        ("デジタル", ["テ", "シ", "タ", "ル"]),
        ("ข้อมูล ๒๕๖๒", ["ข", "อ", "มู", "ล", "๒๕๖๒"]),
        ("개인정보", [unicodedata.normalize("NFKD", "개인정보")]),
        ("", []),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@given(st.text())
def test_folding_is_idempotent(text: str) -> None:
    assert tokens(fold(text)) == tokens(text)


@given(st.text())
def test_nfc_and_nfd_have_the_same_tokens(text: str) -> None:
    assert tokens(unicodedata.normalize("NFD", text)) == tokens(nfc(text))


@given(st.text())
def test_token_spans_are_ordered_and_exact(text: str) -> None:
    end = 0
    for start, stop, folded in token_spans(text):
        assert end <= start < stop <= len(text)
        assert list(folded) == tokens(text[start:stop])
        end = stop


def test_tokens_of_all_scripts_match_index() -> None:
    splitter = analyzers()["folded"]
    for code in range(0x20, 0x10000):
        character = chr(code)
        if unicodedata.category(character) in ("Cn", "Cs", "Co"):  # of no, or of a later, Unicode
            continue
        text = nfc(f"a{character}b {character}c")
        for folded in (fold(text), fold_words(text)):
            expected = [
                word for word in splitter.analyze(space_out(folded)) if len(word.encode()) < 100
            ]
            assert tokens(text) == expected, hex(code)
