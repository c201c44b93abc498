"""Folding and tokens: spellings that count as one word."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.index.lexical.schema import build_analyzers
from lexdesk.text.tokens import (
    accented_tokens,
    fold,
    fold_words,
    is_nfc,
    nfc,
    space_out,
    token_spans,
    tokens,
)


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
        ("Spółka z o.o. wpłaciła", ["spolka", "z", "o", "o", "wplacila"]),
        ("Højesteret, Ærø, Öræfi", ["hojesteret", "aero", "oraefi"]),
        ("Đakovo Ħamrun Þingvellir ĵaŭdo", ["dakovo", "hamrun", "thingvellir", "jaudo"]),
        ("Kadıköy KADIKÖY cœur CŒUR", ["kadikoy", "kadikoy", "coeur", "coeur"]),
        ("³Der Vorstand⁴ handelt.⁵", ["der", "vorstand", "handelt"]),
        ("2018/1725¹² 10⁻⁶ R²", ["2018", "1725", "10", "r"]),
        ("80m² 80 m² dm³ M² kWh/m²a ㎡", ["80m2", "80", "m2", "dm3", "m2", "kwh", "m2a", "m2"]),
        ("m²³ Raum² e\u0301m³", ["m2", "raum", "em"]),
        ("CO₂", ["co2"]),
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


@pytest.mark.parametrize(
    "marks", ["\u0315\u0300\u05ae\u0f71\u3099", "\u0345\u0344", "\uff9e\u0334"]
)
def test_marks_in_disorder_take_linear_time(marks: str) -> None:
    start = time.process_time()
    text = nfc("a" + marks * 50_000)
    assert is_nfc(text)
    assert nfc(text) == text
    assert fold(text).startswith("a")
    assert time.process_time() - start < 2  # 20 seconds at least where it is quadratic


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


def test_raised_digits_have_spans_of_their_own() -> None:
    text = "²Satz¹ von 80 m²"
    spans = [(text[start:end], folded) for start, end, folded in token_spans(text)]
    assert spans == [
        ("Satz", ("satz",)), ("von", ("von",)), ("80", ("80",)),
        ("m²", ("m2",)),
    ]  # fmt: skip


@given(st.text(st.sampled_from("aémkc1² ³¹.")))
def test_raised_digits_are_tokens_in_spans_and_in_texts(text: str) -> None:
    in_spans = [token for *_, folded in token_spans(text) for token in folded]
    assert in_spans == tokens(text) == list(map(fold, accented_tokens(text)))


@pytest.mark.slow
def test_tokens_of_all_scripts_match_index() -> None:
    splitter = build_analyzers()["folded"]
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
