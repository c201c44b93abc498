"""Citations as they are typed into a search field."""

from __future__ import annotations

import pytest

from lexdesk.citations.typed import cited, identified


@pytest.mark.parametrize(
    ("query", "work", "eids"),
    [
        ("Article 6(1)(f) GDPR", "32016R0679", ("art_6__para_1__point_f",)),
        ("art. 6(1)(f) gdpr", "32016R0679", ("art_6__para_1__point_f",)),
        ("gdpr art 17", "32016R0679", ("art_17",)),
        ("GDPR, Article 17", "32016R0679", ("art_17",)),
        ("GDPR 17", "32016R0679", ("art_17",)),
        ("gdpr 6(1)(f)", "32016R0679", ("art_6__para_1__point_f",)),
        ("recital 26 gdpr", "32016R0679", ("rec_26",)),
        ("DSGVO Art. 17", "32016R0679", ("art_17",)),
        ("Art. 6 Abs. 1 lit. f DSGVO", "32016R0679", ("art_6__para_1__point_f",)),
        ("Directive 2014/65/EU, Article 16", "32014L0065", ("art_16",)),
        ("§ 823 Abs. 1 BGB", "DE-bgb", ("para_823__abs_1",)),
        ("§ 823 bgb", "DE-bgb", ("para_823",)),
        ("BGB § 823", "DE-bgb", ("para_823",)),
        ("bgb 823", "DE-bgb", ("para_823",)),
        ("BGB 1922", "DE-bgb", ("para_1922",)),
        ("BGB", "DE-bgb", ()),
        ("gmbhg", "DE-gmbhg", ()),
        ("KSchG", "DE-kschg", ()),
        ("BDSG 2018", "DE-bdsg_2018", ()),
        ("UWG 2004", "DE-uwg_2004", ()),
        ("Bürgerliches Gesetzbuch", "DE-bgb", ()),
        ("strafgesetzbuch", "DE-stgb", ()),
        ("32016R0679", "32016R0679", ()),
        ("C-311/18", "62018CJ0311", ()),
        ("art 5 dora", "32022R2554", ("art_5",)),
        ("DORA, Article 5(2)", "32022R2554", ("art_5__para_2",)),
        ("Art. 21 of the NIS 2", "32022L2555", ("art_21",)),
        ("annex III AI Act", "32024R1689", ("anx_3",)),
        ("Chapter V GDPR", "32016R0679", ("chp_5",)),
        ("gdpr", "32016R0679", ()),
        ("RGPD, artículo 17", "32016R0679", ("art_17",)),
        ("articolo 17 GDPR", "32016R0679", ("art_17",)),
        ("Art. 6 para. 1 lit. f GDPR", "32016R0679", ("art_6__para_1__point_f",)),
        ("§ 823 II BGB", "DE-bgb", ("para_823__abs_2",)),
        ("§ 433 I 1 BGB", "DE-bgb", ("para_433__abs_1",)),
        ("Art 6 I f DSGVO", "32016R0679", ("art_6__para_1__point_f",)),
        ("32016R0679 art_17", "32016R0679", ("art_17",)),
        ("DE-bgb/para_823__abs_1", "DE-bgb", ("para_823__abs_1",)),
    ],
)
def test_what_is_typed(query: str, work: str, eids: tuple[str, ...]) -> None:
    found = cited(query)
    assert found is not None
    assert (found.work, found.eids) == (work, eids)


def test_a_name_is_left_to_the_library() -> None:
    found = cited("s. 12 Data Protection Act 2018")
    assert found is not None
    assert (found.work, found.name, found.eids) == ("", "Data Protection Act 2018", ("sec_12",))


@pytest.mark.parametrize(
    "query",
    ["", "withdraw consent", "article 17", "withdraw consent 2018", "consent under Article 7 GDPR",
     "Article 6 GDPR and children", "5 years", "covid 19", "x" * 500 + " 1", "dora", "mar 5 miles",
     "GDPR 2016", "NATO", "BGB und Verbraucher", "fines under the GDPR", "Section I of the contract"],
)  # fmt: skip
def test_other_queries_are_no_citation(query: str) -> None:
    assert cited(query) is None


@pytest.mark.parametrize(
    ("work", "place", "identifiers"),
    [
        ("BGB", "§ 823 Abs. 1", ("BGB", "para_823__abs_1")),
        ("32024R1689", "Anhang III", ("32024R1689", "anx_3")),
        ("lease.pdf", "document", ("lease.pdf", "document")),
        ("32016R0679", "art_17bis__para_1", ("32016R0679", "art_17bis__para_1")),
        ("32016R0679", "what is this", ("32016R0679", "what is this")),
        ("§ 823 BGB", None, ("DE-bgb", "para_823")),
        ("section 12 Data Protection Act 2018", None, ("Data Protection Act 2018", "sec_12")),
        ("Article 7 GDPR.txt", None, ("Article 7 GDPR.txt", None)),
    ],
)
def test_identifiers_of_what_people_name(
    work: str, place: str | None, identifiers: tuple[str, str | None]
) -> None:
    assert identified(work, place) == identifiers
