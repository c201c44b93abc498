"""Irish and British acts of one title: a text cites the act of its own jurisdiction."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lexdesk import Library
from lexdesk.errors import NotFound
from lexdesk.law.jurisdiction import are_foreign, split_stated

_ACT = """---
title: "Data Protection Act 2018"
identifier: "IE-2018-act-7"
country: "ie"
publication_date: "2018-05-24"
last_updated: "2023-10-02"
---
##### 45. **Processing of special categories.**

45.—The processing of special categories of personal data shall be lawful.
"""
_OTHER_ACT = """---
title: "Statute of Limitations Act , 1957"
identifier: "IE-1957-act-6"
country: "ie"
publication_date: "1957-05-02"
last_updated: "2018-06-09"
---
##### 1. **Short title.**

1.—(1)This Act may be cited as the *Statute of Limitations*, 1957.

(2) Section 45 of the Data Protection Act 2018 does not apply.
"""
_JUDGMENT = """<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><judgment name="judgment"><meta>
<identification source="#tna"><FRBRWork><FRBRthis value="https://caselaw.nationalarchives.gov.uk/id/uksc/2023/9"/>
<FRBRuri value="https://caselaw.nationalarchives.gov.uk/id/uksc/2023/9"/><FRBRdate date="2023-03-01" name="judgment"/>
<FRBRauthor href="#uksc"/><FRBRcountry value="GB-UKM"/><FRBRname value="A v B"/></FRBRWork>
<FRBRExpression><FRBRthis value="https://caselaw.nationalarchives.gov.uk/uksc/2023/9"/>
<FRBRuri value="https://caselaw.nationalarchives.gov.uk/uksc/2023/9"/><FRBRdate date="2023-03-01" name="judgment"/>
<FRBRauthor href="#uksc"/><FRBRlanguage language="eng"/></FRBRExpression></identification></meta>
<judgmentBody><decision><paragraph eId="para_1"><num>1.</num><content><p>The claim rests on section 45 of the Data
Protection Act 2018.</p></content></paragraph></decision></judgmentBody></judgment></akomaNtoso>
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    tmp_path = tmp_path_factory.mktemp("jurisdictions")
    for name, text in (("a.md", _ACT), ("b.md", _OTHER_ACT), ("c.xml", _JUDGMENT)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add([tmp_path], vectors=False)
        yield opened


def test_british_judgment_does_not_cite_the_irish_act(library: Library) -> None:
    cited_by = library.law.references("IE-2018-act-7", "sec_45").cited_by
    assert [row.work for row in cited_by] == ["IE-1957-act-6"]
    hits = library.search('cites:"section 45 Data Protection Act 2018"', mode="keyword").hits
    assert {hit.work for hit in hits} == {"IE-1957-act-6"}


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        ("s. 45 Data Protection Act 2018", True),
        ("s. 45 Data Protection Act 2018 (Ireland)", True),
        ("s. 45 Data Protection Act 2018 (UK)", False),
    ],
)
def test_stated_jurisdiction_counts(library: Library, query: str, is_found: bool) -> None:
    answer = library.search(query, mode="keyword")
    assert any(hit.named for hit in answer.hits) == is_found
    assert bool(answer.notice) != is_found


def test_act_has_the_short_title_that_it_states(library: Library) -> None:
    hit = library.search("section 1(1) of the Statute of Limitations 1957", mode="keyword").hits[0]
    assert (hit.work, hit.eid, hit.named) == ("IE-1957-act-6", "sec_1__subsec_1", True)


def test_jurisdictions_are_those_of_identifiers() -> None:
    assert are_foreign("[2021] UKSC 50", "IE-2018-act-7")
    assert are_foreign("[2019] IEHC 12", "UK-2018-act-12")
    assert not are_foreign("32016R0679", "IE-2018-act-7")
    assert split_stated("Companies Act 2006 (UK)") == ("Companies Act 2006", "UK")
    assert split_stated("§ 16 UWG (Österreich)") == ("§ 16 UWG", "AT")
    assert split_stated("§ 25 österr. GmbHG") == ("§ 25 GmbHG", "AT")
    assert split_stated("§ 6 Abs 1 Z 5 KSchG") == ("§ 6 Abs 1 Z 5 KSchG", "AT")
    assert split_stated("Art. 261 StGB (Schweiz)") == ("Art. 261 StGB", "CH")
    assert split_stated("deutsche Rechtsprechung zu § 433 BGB")[1] == ""


@pytest.mark.parametrize("number", ["864/2007", "Act 12/1988", "No. 3 of 1999"])
def test_number_of_no_held_act_names_no_country(library: Library, number: str) -> None:
    with pytest.raises(NotFound) as missing:
        library.law.show(number, "art_4")
    assert number in str(missing.value) and "IE-" not in str(missing.value)


def test_number_of_a_held_act_is_that_act(library: Library) -> None:
    assert library.law.show("7/2018", "s 45").work == "IE-2018-act-7"
