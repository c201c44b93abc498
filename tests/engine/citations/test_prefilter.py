"""The prefilter finds what its patterns find."""

import re
from collections.abc import Iterator

import pytest

from lexdesk.citations.grammar import build_word_patterns
from lexdesk.citations.grammars import GRAMMARS
from lexdesk.citations.names import (
    ABBREVIATED_ACTS,
    CASE_NAMES,
    EU_CAPITALIZED_NAMES,
    EU_NAMES_AT_PLACES,
    EU_SHORT_NAMES,
    TREATIES,
)
from lexdesk.citations.prefilter import NamePattern, WordPattern, WordScan, any_word
from lexdesk.citations.works import case_names, eu, irish_uk

NAMING = (
    "; ".join([*EU_SHORT_NAMES, *EU_CAPITALIZED_NAMES, *EU_NAMES_AT_PLACES, *TREATIES])
    + " that Regulation, that Directive, that Decision, that Treaty, that "
    "Framework Decision, dieser Verordnung, dieser Richtlinie, dieses Beschlusses, ce règlement, cette directive, "
    "cette décision, those Directives, the Charter, die Charta, la Charte, la Carta, het Handvest, Karty praw podstawowych, "
    "the Treaty, des Vertrages, des Vertrags, "
    "le traité, presente Reglamento, dicha Directiva, dicha Decisión, presente regolamento, tale direttiva, "
    "deze verordening, die richtlijn, dit besluit, presente regulamento, presente Regulamento, essa diretiva, essa Diretiva, "
    "essa decisão, essa Decisão, "
    "ECHR/EMRK–CEDH, the European Convention on Human Rights, (Convention on Human Rights) Land Act 1923, "
    "Acts 1923 to 1933, Dublin Regulations 2018, Defence Order 1950, Land Rules, 1950, Church Measure 1950, "
    "Statute of Frauds 1695, Act of "
    "1997, Regulations of 1997, Order of 1997, the Principal Act, the Consolidation Act, the Convention, die "
    "Menschenrechtskonvention, Europäische Menschenrechtskonvention, der Konvention, même code, dudit code, ce code, "
    "ledit code, présent code, the Constitution, Bunreacht na hÉireann, Protocol No 1 to the ECHR, Protocole n° 1 à la CEDH, "
    "Protokoll Nr. 1 zur EMRK, Protokolls Nr. 1 zur EMRK, Zusatzprotokoll Nr. 1 zur EMRK, "
    "Zusatzprotokolls Nr. 1 zur EMRK; " + "; ".join([*CASE_NAMES, *ABBREVIATED_ACTS])
)  # fmt: skip
SCANNED = [
    *(
        (pattern, NAMING)
        for pattern in (*eu.WORD_PATTERNS, *irish_uk.WORD_PATTERNS, *case_names.WORD_PATTERNS)
    ),
    *(
        (pattern, "\n".join(
            [f"{word}{space}5" for word in grammar.levels for space in (" ", "\u00a0")]
            + [f"(x-){form}{ending} {noun}"
               for word in grammar.ordinals for ending in ("", "er", "en", "o", "a")
               for form in (word, word.title(), word.upper())
               for noun in ("subparagraph", "Unterabsatz", "alinéa", "párrafo", "comma", "lid", "frase", "zdanie")]
        ))
        for grammar in GRAMMARS.values() for pattern in build_word_patterns(grammar)
    ),
]  # fmt: skip
"""Each pattern with a text that holds all words that it may begin with."""


@pytest.mark.parametrize(("pattern", "text"), SCANNED)
def test_prefilter_finds_all_pattern_matches(pattern: WordPattern, text: str) -> None:
    scan = WordScan(*(item for item, _ in SCANNED))
    found = [(m.start(), m[0]) for m in scan.of(text).matches(pattern)]
    all_found = [(m.start(), m[0]) for m in _matches_anywhere(pattern.pattern, text)]
    assert found == [(start, expected) for start, expected in all_found if expected[0].isalnum()]
    assert {head for head in pattern.heads if text.count(head) == 0} == set()
    assert found


def _matches_anywhere(pattern: re.Pattern[str] | NamePattern, text: str) -> Iterator[re.Match[str]]:
    end = 0
    for at in range(len(text)):
        if at >= end and (match := pattern.match(text, at)):
            end = match.end()
            yield match


@pytest.mark.parametrize(
    "names", [[*EU_SHORT_NAMES, *TREATIES], [*EU_NAMES_AT_PLACES], [*CASE_NAMES]], ids=len
)
def test_names_match_as_one_pattern_of_all(names: list[str]) -> None:
    text = NAMING.replace(" ", "\n") + NAMING
    found = [match.span() for match in _matches_anywhere(NamePattern(names), text)]
    assert found == [match.span() for match in re.finditer(any_word(names), text)]
    assert len(found) >= len(names)


def test_names_tried_first_need_the_words_behind_them() -> None:
    codes = NamePattern(["code civil"], ["code pénal"], r"(?!\sbelge)")
    text = "code civil belge, code pénal belge, code pénal"
    assert [m.start() for m in _matches_anywhere(codes, text)] == [0, 36]
