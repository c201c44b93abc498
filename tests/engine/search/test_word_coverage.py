"""Queries whose words are all in one passage: hybrid search keeps the order of keyword search."""

from pathlib import Path

import pytest

from lexdesk.library.library import Library
from lexdesk.search.ranking.word_coverage import other_evidence_share, weight_by_coverage

PASSAGE = (
    "The data subject shall have the right to obtain from the controller the erasure of personal data concerning"
    " him or her without undue delay"
)
PASTED = "right to obtain from the controller the erasure of personal data concerning him or her without undue delay"


@pytest.mark.parametrize(
    ("query", "share"),
    [
        (PASTED, 0.0),
        ("erasure of personal data", 1.0),  # too short to tell
        (f"{PASTED} under [REF]", 1.0),  # something is left out
        ("fishing vessels landing catches in designated ports report quantities aboard", 1.0),
    ],
)
def test_words_of_pasted_text_decide(query: str, share: float) -> None:
    assert other_evidence_share(query, PASSAGE) == share


def test_share_falls_with_words_of_passage() -> None:
    words = [
        "subject",
        "right",
        "obtain",
        "controller",
        "erasure",
        "personal",
        "data",
        "concerning",
    ]
    other = [
        "fishing",
        "vessels",
        "landing",
        "catches",
        "designated",
        "ports",
        "report",
        "quantities",
    ]
    shares = [
        other_evidence_share(" ".join([*words[:count], *other[: 10 - count]]), PASSAGE)
        for count in range(2, 9)
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 1 > shares[-1] > 0


def test_pasted_sentence_is_ranked_by_its_words(full_library: Library) -> None:
    pasted = full_library.search("erasure of personal data", mode="keyword").hits[0].text[:200]
    hybrid, keyword = (
        [hit.eid for hit in full_library.search(pasted, mode=mode).hits[:5]]
        for mode in ("hybrid", "keyword")
    )
    assert hybrid == keyword


@pytest.mark.parametrize(
    ("query", "language", "weight"),
    [
        ("tenant dies suddenly", "en", 0.75),  # one word of three
        ("death of the tenant", "en", 0.45),  # both words
        ("tenant dies", "en", 0.45),  # a heading of two words may lack one
        ("landlord sells", "en", 0.75),
        ("the of", "en", 0.45),
        ("Tod der gemieteten Wohnung", "de", 0.75),
        (" ".join(f"word{n}" for n in range(11)), "en", 0.45),
    ],
)
def test_semantic_scores_weigh_more_where_words_are_missing(
    query: str, language: str, weight: float
) -> None:
    passage = "Death of a tenant. The tenancy of a deceased tenant passes to the spouse."
    assert weight_by_coverage(0.45, query, passage, language, ["en"], lambda word: False) == weight


@pytest.mark.parametrize(
    ("weight", "subjects", "expected"),
    [
        (0.45, {"evicted"}, 0.75),  # two words of four
        (0.45, {"evicted", "heir"}, 0.45),
        (0.65, {"evicted", "heir"}, 0.5),  # the model does not read the subjects
        (0.65, set[str](), 0.75),
    ],
)
def test_subjects_of_provision_count(weight: float, subjects: set[str], expected: float) -> None:
    passage = "Death of a tenant. The tenancy of a deceased tenant passes to the spouse."
    query = "heir of tenant evicted suddenly"
    found = weight_by_coverage(weight, query, passage, "en", ["en"], subjects.__contains__)
    assert found == expected


_GG = """---
Title: Grundgesetz für die Bundesrepublik Deutschland
jurabk: GG
slug: gg
---

# Grundgesetz für die Bundesrepublik Deutschland (GG)

##### Art 42

(1) Der Bundestag verhandelt öffentlich. Auf Antrag eines Zehntels seiner Mitglieder oder auf Antrag der Bundesregierung kann
mit Zweidrittelmehrheit die Öffentlichkeit ausgeschlossen werden. Über den Antrag wird in nichtöffentlicher Sitzung entschieden.

##### Art 44

(1) Der Bundestag hat das Recht und auf Antrag eines Viertels seiner Mitglieder die Pflicht, einen Untersuchungsausschuß
einzusetzen, der in öffentlicher Verhandlung die erforderlichen Beweise erhebt. Die Öffentlichkeit kann ausgeschlossen werden.

##### Art 52

(3) Der Bundesrat gibt sich eine Geschäftsordnung. Er verhandelt öffentlich. Die Öffentlichkeit kann ausgeschlossen werden.

"""


def test_passages_with_a_pasted_sentence_come_first(tmp_path: Path) -> None:
    (tmp_path / "gg.md").write_text(_GG, encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "gg.md"], vectors=False)
        hits = library.search("Die Öffentlichkeit kann ausgeschlossen werden.", mode="keyword").hits
    assert {hit.eid for hit in hits[:2]} == {"art_44__abs_1", "art_52__abs_3"}
    assert len(hits) > 2
