"""References of documents: their places and their targets."""

import gzip
import json
import subprocess
import sys
import tarfile
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from tests.codes import raises_code
from tests.engine.citations.statutes import law, provision

from lexdesk import Library
from lexdesk.citations import Context, find
from lexdesk.citations.references import find_references
from lexdesk.document.model import Document
from lexdesk.errors import LawCode, NotFound
from lexdesk.extract import read

FIXTURES = Path(__file__).parents[1] / "fixtures"


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


def test_names_are_compared_without_loading_the_finder() -> None:
    imports = "import sys; from lexdesk.citations.work_lookup import normalize_name"
    code = f"{imports}; sys.exit('lexdesk.citations.finder' in sys.modules)"
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
