"""References of documents: their places, their actions, and the meaning of a cited eid."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from benchmarks.citations import reference_kinds
from hypothesis import given
from hypothesis import strategies as st
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.citations import Context, find
from lexdesk.citations.cited_eids import Eids, cited_forms
from lexdesk.citations.references import find_references, split_segments
from lexdesk.document.model import Document, Provision
from lexdesk.errors import LawCode, NotFound
from lexdesk.extract import read

FIXTURES = Path(__file__).parents[1] / "fixtures"


def provision(eid: str, start: int, end: int, parent: str | None = None) -> Provision:
    kind = {"art": "article", "anx": "annex", "sec": "section"}.get(eid.split("_", 1)[0], "point")
    return Provision(eid, kind, "", "", "", parent, start, end)


def law(work: str, language: str, *parts: tuple[str, str]) -> Document:
    """Make an act of provisions by eid and text; an eid that begins another one contains it."""
    text, spans = "", {}
    for eid, words in parts:
        spans[eid] = (len(text), len(text) + len(words))
        text += words + "\n"
    ends = {
        eid: max(end for other, (_, end) in spans.items() if f"{other}__".startswith(f"{eid}__"))
        for eid in spans
    }
    provisions = tuple(
        provision(eid, start, ends[eid], eid.rpartition("__")[0] or None)
        for eid, (start, _) in spans.items()
        if eid
    )
    return Document(text=text, title="", work=work, language=language, provisions=provisions)


def reference_lines(document: Document) -> list[str]:
    """Return the references, one line each: place, action, target."""
    return [
        f"{r.eid} {r.kind} {r.work or r.name} {r.target}".rstrip()
        for r in find_references(document)
    ]


AMENDING = law(
    "32022R2554",
    "en",
    ("", "Regulation (EU) 2022/2554 of 14 December 2022 amending Regulation (EU) No 648/2012"),
    ("art_60", "Article 60\nRegulation (EU) No 648/2012 is amended as follows:"),
    ("art_60__point_1", "(1) Article 26 is amended as follows:"),
    ("art_60__point_1__point_a", "(a) paragraph 3 is replaced by the following:\n‘3. See Article 4 and this Regulation.’;"),
    ("art_60__point_1__point_b", "(b) in paragraph 6, the date is replaced by ‘3 March 2020’;"),
    ("art_60__point_2", "(2) Article 34 is deleted."),
    ("art_61", "Article 61\nDirective 95/46/EC is repealed. Article 60 of this Regulation applies."),
)  # fmt: skip

IRISH = law(
    "IE-2018-act-15",
    "en",
    ("sec_2", "2. In this Act “Act of 1986” means the Canals Act 1986."),
    ("sec_3", "3. Section 1 of the Act of 1986 is amended—"),
    ("sec_3__para_a", "(a) by the deletion of subsection (2), and"),
    ("sec_3__para_b", "(b) in subsection (3), by the substitution of “section 7B” for “section 7”."),
    ("sec_4", "4. The following provisions of the Gas Act 1976 are repealed:"),
    ("sec_4__para_a", "(a) section 7; and Article 5 of the Constitution and section 2 apply."),
)  # fmt: skip

DEFINING = law(
    "IE-2010-act-31",
    "en",
    ("sec_5", "5. In this Act “landlord” has its meaning."),
    ("sec_9", "9. This section applies where—"),
    ("sec_9__para_a", "(a) paragraph (b) of the definition of “landlord” in section 5 applies, or"),
    ("sec_9__para_b", "(b) the condition of paragraph (a) is met."),
)

GERMAN = law(
    "DE-stpo",
    "de",
    ("para_100a", "§ 100a\nStraftaten sind:"),
    ("para_100a__abs_2", "(2) Straftaten"),
    ("para_100a__abs_2__nr_1", "1. aus dem Strafgesetzbuch:"),
    ("para_100a__abs_2__nr_1__buchst_a", "a) Mord nach § 211, und"),
    ("para_100b", "§ 100b\nNach § 100a Absatz 2 gilt § 3 Abs. 1 des Gesetzes; § 900 gilt; § 32 des Umsatzsteuergesetzes gilt."),
)  # fmt: skip

DOCUMENTS = [
    (AMENDING, [
        "None amends 32012R0648", "art_60 amends 32012R0648", "art_60__point_1 amends 32012R0648 art_26",
        "art_60__point_1__point_a amends 32012R0648 art_26__para_3",
        "art_60__point_1__point_a cites 32012R0648 art_4", "art_60__point_1__point_a cites 32012R0648",
        "art_60__point_1__point_b amends 32012R0648 art_26__para_6",
        "art_60__point_2 amends 32012R0648 art_34", "art_61 repeals 31995L0046",
        "art_61 cites 32022R2554 art_60",
    ]),
    (IRISH, [
        "sec_2 cites Canals Act 1986", "sec_2 cites Canals Act 1986",
        "sec_3 amends Canals Act 1986 sec_1", "sec_3__para_a amends Canals Act 1986 sec_1__subsec_2",
        "sec_3__para_b amends Canals Act 1986 sec_1__subsec_3",
        "sec_3__para_b cites Canals Act 1986 sec_7b", "sec_3__para_b cites Canals Act 1986 sec_7",
        "sec_4 amends Gas Act 1976", "sec_4__para_a cites Gas Act 1976 sec_7",
        "sec_4__para_a cites Gas Act 1976 sec_2",
    ]),
    (DEFINING, [
        "sec_9__para_a cites IE-2010-act-31 sec_5", "sec_9__para_b cites IE-2010-act-31 sec_9__para_a",
    ]),
    (GERMAN, [
        "para_100a__abs_2__nr_1 cites DE-stgb", "para_100a__abs_2__nr_1__buchst_a cites DE-stgb para_211",
        "para_100b cites DE-stpo para_100a__abs_2", "para_100b cites Umsatzsteuergesetzes para_32",
    ]),
    (Document("See Article 17 GDPR and section 5 of the Data Protection Act 2018.", "a letter", language="en"), [
        "None cites 32016R0679 art_17", "None cites Data Protection Act 2018 sec_5",
    ]),
    (Document("Section 5.2 and clause 7 of this Agreement; the Principal Act.", "a contract", language="en"), []),
    (Document("", "nothing"), []),
]  # fmt: skip


@pytest.mark.parametrize(("document", "expected"), DOCUMENTS)
def test_relative_references_resolve_from_citing_provision(
    document: Document, expected: list[str]
) -> None:
    assert reference_lines(document) == expected


LEFT_OUT = [
    ("art_5__para_1", "1. This Regulation applies.", []),
    ("art_5__para_1", "1. Paragraph 1 and Article 5 hold.", []),
    ("art_5__para_1", "1. Paragraph 2 holds.", ["art_5__para_1 cites 32016R0679 art_5__para_2"]),
    ("art_5__para_1", "1. Article 99 holds.", []),
    ("art_5__para_1", "1. Article 99 of this Regulation holds.", ["art_5__para_1 cites 32016R0679 art_99"]),
    ("art_5__para_1", "1. Annex III holds.", ["art_5__para_1 cites 32016R0679 anx_3"]),
]  # fmt: skip


@pytest.mark.parametrize(("eid", "text", "expected"), LEFT_OUT)
def test_own_provisions_and_work_guide_references(eid: str, text: str, expected: list[str]) -> None:
    parts = (("art_5", "Article 5"), (eid, text), ("art_5__para_2", "2. Nothing."))
    assert reference_lines(law("32016R0679", "en", *parts)) == expected


BESIDE = [
    ("art_1__para_1__point_a", "point (c)", "art_1__para_1__point_c"),
    ("art_1__para_1__point_b__point_v", "point (iii)", "art_1__para_1__point_b__point_iii"),
    ("art_1__para_1__point_b__point_v", "point (c)", "art_1__para_1__point_c"),
    ("art_2__point_2__point_j", "point (i)", "art_2__point_2__point_i"),
    ("art_2__point_2__point_j", "point (7)", "art_2__point_7"),
    ("art_2__point_9", "point (h)", "art_2__point_9__point_h"),
    ("art_1__para_1__subpara_2__point_d", "point (d) of the first subparagraph", "art_1__para_1__point_d"),
    ("anx_3__point_2", "Section A", "anx_3__sec_a"),
]  # fmt: skip


@pytest.mark.parametrize(("eid", "cited", "expected"), BESIDE)
def test_point_is_sibling_of_points_with_same_numbering(
    eid: str, cited: str, expected: str
) -> None:
    (found,) = find(f"Under {cited} it holds.", "en", Context("32016R0679", eid))
    assert found.eids == (expected,)


def test_document_without_work_cites_acts_by_name() -> None:
    policy = Document(text="We act under the Data Protection Act 2018.", title="", language="en")
    assert reference_lines(policy) == ["None cites Data Protection Act 2018"]


def test_section_in_judgment_is_not_its_paragraph() -> None:
    text = "Nach § 2 ist das so, und nach § 280 Abs. 1 BGB."
    judgment = replace(
        law("DE-JURE1", "de", ("para_1", text), ("para_2", "Ende.")), kind="judgment"
    )
    assert reference_lines(judgment) == ["para_1 cites DE-bgb para_280__abs_1"]


def test_correlation_table_has_no_references() -> None:
    table = (
        "ANNEX I\nCorrelation table\nThis Regulation | Directive 95/46/EC\nArticle 1 | Article 2"
    )
    document = law("32016R0679", "en", ("art_1", "One."), ("art_2", "Two."), ("anx_1", table))
    assert reference_lines(document) == ["anx_1 cites 31995L0046"]


def test_derivation_note_is_not_own_section() -> None:
    document = law(
        "IE-2010-act-31",
        "en",
        ("sec_10", "10. Waiver."),
        ("sec_41", "41. Two-thirds rule. [VATA s. 10(8)] Section 10 does not apply."),
    )
    assert reference_lines(document) == ["sec_41 cites IE-2010-act-31 sec_10"]


def test_point_cited_below_list_belongs_to_list() -> None:
    document = law(
        "32013R0575",
        "en",
        ("art_78a", "Article 78a"),
        ("art_78a__para_1", "1. Permission is granted where:"),
        ("art_78a__para_1__point_a", "(a) one;"),
        ("art_78a__para_1__point_b", "(b) two."),
        ("art_78a__para_1__subpara_2", "The conditions set out in points (a) and (b) hold."),
    )
    assert reference_lines(document) == [
        "art_78a__para_1__subpara_2 cites 32013R0575 art_78a__para_1__point_a",
        "art_78a__para_1__subpara_2 cites 32013R0575 art_78a__para_1__point_b",
    ]


def test_cited_division_is_enclosing_division() -> None:
    text = "Section 2 applies."
    provisions = (
        provision("chp_1", 0, 0), provision("chp_1__sec_2", 0, 0, "chp_1"),
        provision("chp_3", 0, len(text)), provision("chp_3__sec_1", 0, len(text), "chp_3"),
        provision("art_9", 0, len(text), "chp_3__sec_1"), provision("chp_3__sec_2", len(text), len(text), "chp_3"),
    )  # fmt: skip
    document = Document(text, "", work="32024R1689", language="en", provisions=provisions)
    assert reference_lines(document) == ["art_9 cites 32024R1689 chp_3__sec_2"]


EIDS = Eids(["art_4", "art_4__point_7", "art_6", "art_6__para_1", "art_6__para_1__point_f", "chp_3", "chp_3__sec_2",
        "sec_601", "sec_601__subsec_5", "sec_601__subsec_5__subpara_ii",
        "title_1__chp_1", "title_2__chp_1", "para_383", "para_383__abs_1", "para_383__abs_1__nr_4"])  # fmt: skip
RESOLVED = [
    ("art_6__para_1", "art_6__para_1"),
    ("art_4__para_7", "art_4__point_7"),
    ("art_6__point_1", "art_6__para_1"),
    ("art_6__point_f", "art_6__para_1__point_f"),
    ("art_6__para_9__point_a", "art_6"),
    ("para_383__nr_4", "para_383__abs_1__nr_4"),
    ("sec_2", "chp_3__sec_2"),
    ("sec_601__subsec_5__para_ii", "sec_601__subsec_5__subpara_ii"),
    ("sec_601__subsec_5__para_ii__subpara_a", "sec_601__subsec_5__subpara_ii"),
    ("chp_1", None),
    ("art_7", None),
]


@pytest.mark.parametrize(("target", "expected"), RESOLVED)
def test_target_resolves_to_nearest_provision(target: str, expected: str | None) -> None:
    assert EIDS.resolve(target) == expected


def test_cited_forms_of_provision() -> None:
    assert cited_forms("art_4__point_7__point_a") == (
        "art_4__point_7__point_a",
        "art_4__para_7__point_a",
    )
    assert cited_forms("title_2__chp_3__sec_2") == (
        "title_2__chp_3__sec_2",
        "chp_3__sec_2",
        "sec_2",
    )
    assert "anx_2__point_1" in cited_forms("anx_ii__point_1")
    assert cited_forms("anx_iv") == ("anx_iv", "anx_4", "annexe_iv")
    assert cited_forms("anx_c") == ("anx_c",), "the letter, and not the hundredth"
    assert cited_forms("art_6__para_1__point_f")[0] == "art_6__para_1__point_f"


@given(st.sampled_from(sorted(EIDS)))
def test_every_cited_form_resolves_to_its_provision(eid: str) -> None:
    """Or to none, if others share the form; the whole eid is unique."""
    whole, *shorter = cited_forms(eid)
    assert EIDS.resolve(whole) == eid
    for form in shorter:
        assert EIDS.resolve(form) in (eid, None)


@st.composite
def nested(draw: st.DrawFn) -> tuple[str, list[Provision]]:
    """Generate a text with nested and separate provisions."""
    size = draw(st.integers(0, 40))
    provisions: list[Provision] = []

    def fill(start: int, end: int, parent: str | None, depth: int) -> None:
        at = start
        while at < end and depth < 4 and draw(st.booleans()):
            first = draw(st.integers(at, end))
            at = draw(st.integers(first, end))
            eid = f"{parent}__point_{len(provisions)}" if parent else f"art_{len(provisions)}"
            provisions.append(provision(eid, first, at, parent))
            fill(first, at, eid, depth + 1)

    fill(0, size, None, 0)
    return "x" * size, provisions


@given(nested())
def test_segments_tile_the_text_by_innermost_provisions(case: tuple[str, list[Provision]]) -> None:
    text, provisions = case
    segments = split_segments(text, provisions)
    assert [s.start for s in segments] == [0, *(s.end for s in segments[:-1])][: len(segments)]
    assert (segments[-1].end if segments else 0) == len(text)
    for segment in segments:
        around = [p for p in provisions if p.start <= segment.start and segment.end <= p.end]
        innermost = max(around, key=lambda p: p.eid.count("__")).eid if around else ""
        assert segment.eid == innermost


def test_references_survive_serialisation(gdpr: Path) -> None:
    document = read(gdpr / "L_2016119EN.01000101.xml")
    found = document.references
    assert len(found) > 700
    assert all(one.start <= other.start for one, other in pairwise(found))
    assert Document.from_json(document.to_json()) == document
    by_kind = {(r.kind, r.work) for r in found if r.kind != "cites"}
    assert by_kind == {("repeals", "31995L0046")}
    citing = {
        r.eid for r in found if r.work == "32016R0679" and r.target == "art_6__para_1__point_a"
    }
    assert {"art_9__para_2__point_a", "art_17__para_1__point_b"} & citing


FILES = ["IE-1981-act-35.md", "IE-2018-act-32.md", "stipg.md", "gdpr-excerpt-de.xml", "gdpr-excerpt-oj.xhtml",
         "hra-1998-section-6.xml", "joint-filing-agreement.pdf", "email-with-attachment.eml"]  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_references_of_every_format_are_valid(name: str) -> None:
    document = read(FIXTURES / name)
    document.validate()
    assert document.references == find_references(replace(document, references=()))


def test_labelled_kinds_are_classified() -> None:
    tally = reference_kinds.score()
    assert sum(tally.labelled.values()) >= 60
    for kind in tally.labelled:
        precision, recall = tally.rates(kind)
        assert precision >= 0.98 and recall >= 0.95, (kind, tally.misses)


def test_labelled_kinds_are_spans_of_their_sentences() -> None:
    for sentence in reference_kinds.sentences():
        for label in sentence["kinds"]:
            assert sentence["text"][label["start"] : label["end"]] == label["text"]


KINDS = [
    ("DE-x", "de", "In § 5 Abs. 1 BGB wird das Wort „a“ durch das Wort „b“ ersetzt.", ["amends"]),
    ("DE-x", "de", "Gleichzeitig tritt die Mindestlohnverordnung vom 18. Dezember 2014 außer Kraft.", ["repeals"]),
    ("DE-x", "de", "Das Gesetz wird nach § 5 BGB aufgehoben.", ["cites"]),
    ("32020R0001", "de", "Artikel 5 der Richtlinie 95/46/EG gilt.", ["cites"]),
    ("32020R0001", "de", "Die Richtlinie 95/46/EG wird wie folgt geändert:", ["amends"]),
    ("32020R0001", "fr", "L'article 5 de la directive 95/46/CE est remplacé par le texte suivant", ["amends"]),
    ("32020R0001", "fr", "Les directives 95/46/CE et 2002/58/CE sont abrogées.", ["repeals", "repeals"]),
    ("32020R0001", "en", "Regulation (EU) 2016/679 is corrected as follows:", ["corrects"]),
    ("32020R0001", "en", "This Act gives effect to Directive 95/46/EC.", ["cites"]),
    ("IE-2020-act-1", "en", "This Act gives effect to Directive 95/46/EC.", ["transposes"]),
    ("IE-2020-si-1", "en", "I, in exercise of the powers conferred on me by section 3 of the European Communities Act 1972 and "
     "for the purpose of giving effect to Directive 95/46/EC, hereby make the following regulations:", ["cites", "transposes"]),
    ("FR-x", "fr", "La présente loi transpose la directive 95/46/CE.", ["cites"]),
]  # fmt: skip


@pytest.mark.parametrize(("work", "language", "text", "expected"), KINDS)
def test_kind_requires_effect_of_sentence(
    work: str, language: str, text: str, expected: Sequence[str]
) -> None:
    document = Document(text, "", work=work, language=language)
    assert [r.kind for r in find_references(document)] == expected


def test_names_are_compared_without_loading_the_finder() -> None:
    code = "import sys; from lexdesk.citations.work_lookup import name_key; sys.exit('lexdesk.citations.finder' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_own_references_of_statutes_exist(shared_data: Path, tmp_path: Path) -> None:
    with tarfile.open(shared_data / "raw" / "german-statutes.tar.gz") as archive:
        for name in ("gwb", "kschg"):
            archive.extract(f"german-statutes/{name}/index.md", tmp_path, filter="data")
    total = exact = 0
    for path in sorted(tmp_path.rglob("index.md")):
        document = read(path)
        eids = {p.eid for p in document.provisions}
        own = [r.target for r in document.references if r.work == document.work and r.target]
        total, exact = total + len(own), exact + sum(target in eids for target in own)
    assert total > 1000 and exact / total >= 0.95


def test_articles_in_three_languages_cite_the_same(shared_data: Path) -> None:
    """The GDPR's articles are parallel: English and German ones cite the same."""
    by_language: dict[str, set[tuple[int, str]]] = {"en": set(), "de": set()}
    with gzip.open(
        shared_data / "raw" / "gdpr-24-languages.jsonl.gz", "rt", encoding="utf-8"
    ) as rows:
        for row in map(json.loads, rows):
            if row["lang"] in by_language:
                number = row["article"]
                document = law("32016R0679", row["lang"], (f"art_{number}", row["text"]))
                found = find_references(replace(document, provisions=()))
                by_language[row["lang"]] |= {(number, r.work) for r in found if r.work}
    both = by_language["en"] & by_language["de"]
    assert len(both) / len(by_language["en"] | by_language["de"]) >= 0.95


def test_provision_is_found_by_short_name_of_act(words_library: Library) -> None:
    found = words_library.law.references("gdpr", "art_17")
    assert (found.work, found.eid) == ("32016R0679", "art_17")
    assert {c.eid for c in found.cites if c.work == "32016R0679"} >= {
        "art_21__para_1",
        "art_89__para_1",
    }
    assert not any(c.eid.startswith("art_17") for c in found.cites), "it cites others, not itself"
    assert (
        words_library.law.show("GDPR", "art_17").text
        == words_library.law.show("32016R0679", "art_17").text
    )
    with raises_code(NotFound, LawCode.WORK_MISSING, work="DORA"):
        words_library.law.show("DORA", "art_5")


@pytest.mark.parametrize(
    ("requested", "work"),
    [
        ("31995L0046", "31995L0046"),
        ("Directive 95/46/EC", "31995L0046"),
        ("95/46/ec", "31995L0046"),
        ("InsO", "DE-inso"),
        ("Insolvenzordnung", "DE-inso"),
        ("DE-inso", "DE-inso"),
        ("Trustee Act, 1893", "Trustee Act, 1893"),
    ],
)
def test_citations_of_absent_work(words_library: Library, requested: str, work: str) -> None:
    statute = law("DE-bgb", "de", ("para_1984", "Die §§ 81 und 82 der Insolvenzordnung gelten."))
    act = law(
        "IE-1923-act-15", "en", ("sec_13", "An order under section 42 of the Trustee Act, 1893.")
    )
    words_library.sources.add_documents(
        [replace(item, references=find_references(item)) for item in (statute, act)], vectors=False
    )
    found = words_library.law.references(requested)
    assert (found.work, found.eid, found.citation) == (work, None, requested)
    assert (found.cites, found.in_library) == ([], False)
    citing = {"31995L0046": "32016R0679", "DE-inso": "DE-bgb"}.get(work, "IE-1923-act-15")
    assert {reference.work for reference in found.cited_by} == {citing}
    assert words_library.law.references("GDPR").in_library


def test_citations_of_provision_of_absent_work(words_library: Library) -> None:
    found = words_library.law.references("31995L0046", "art_25__para_6")
    assert {reference.eid for reference in found.cited_by} >= {"art_45__para_9", "rec_106"}
    assert all("95/46" in reference.text for reference in found.cited_by)
    assert found.citation == "31995L0046 art_25__para_6"
    with raises_code(NotFound, LawCode.WORK_MISSING, work="31995L0046"):
        words_library.law.references("31995L0046", "art_99")
    with raises_code(NotFound, LawCode.WORK_MISSING, work="Nonsense"):
        words_library.law.references("Nonsense")
    with raises_code(NotFound, LawCode.PROVISION_MISSING_BUT):
        words_library.law.references("GDPR", "art_999")
