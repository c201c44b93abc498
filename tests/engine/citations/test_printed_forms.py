"""Printed forms of citations that users of other programs reported as missed."""

import pytest

from lexdesk.citations.finder import find

_SECTIONS = ("para_91__abs_1", "para_92__abs_2__nr_1", "para_708__nr_11")


@pytest.mark.parametrize(
    ("language", "text", "work", "eids"),
    [
        ("de", "gem. §§ 91 Abs.1,92 Abs.2 Nr.1,708 Nr.11 ZPO", "DE-zpo", _SECTIONS),
        ("de", "nach §§ 3 Nr. 1,2 EStG", "DE-estg", ("para_3__nr_1", "para_3__nr_2")),
        ("de", "Art. 5 Abs. 1 Buchst. a DS\u2011GVO", "32016R0679", ("art_5__para_1__point_a",)),
        ("de", "Artt. 13, 14 DSGVO", "32016R0679", ("art_13", "art_14")),
        ("en", "the Bribery Act 2010 (s 7(1))", "Bribery Act 2010", ("sec_7__subsec_1",)),
        ("en", "Equality Act 2010 (sections 13 and 14)", "Equality Act 2010", ("sec_13", "sec_14")),
        ("en", "under section 7 of the Freedom of\nInformation Act 2000.",
         "Freedom of Information Act 2000", ("sec_7",)),
        ("en", "see 26/62, Van Gend en Loos, EU:C:1963:1", "61962CJ0026", ()),
        ("en", "15 U.S.C. §§ 78u-4(b), 78j", "15 U.S.C. § 78u-4", ()),
    ],
)  # fmt: skip
def test_printed_form_is_read(language: str, text: str, work: str, eids: tuple[str, ...]) -> None:
    citation = find(text, language)[0]
    assert (citation.work or citation.name, citation.eids) == (work, eids)
    assert text[citation.start : citation.end] == citation.text


def test_section_with_a_hyphen_is_no_range() -> None:
    found = [citation.work for citation in find("42 U.S.C. §§ 2000e-2(a), 2000e-3; §§ 1331-1337")]
    assert found == ["42 U.S.C. § 2000e-2", "42 U.S.C. § 2000e-3"]
