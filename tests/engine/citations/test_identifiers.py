"""Identifiers and addresses pasted into a query."""

import pytest

from lexdesk.citations.identifiers import parse_identifier, read_address
from lexdesk.citations.query_citations import parse_query_citation


@pytest.mark.parametrize(
    ("identifier", "work", "eid"),
    [
        ("02014L0065-20240328", "32014L0065", ""),
        ("CELEX:02013R0575-20250101", "32013R0575", ""),
        ("eli/reg/2022/2065/oj", "32022R2065", ""),
        ("https://eur-lex.europa.eu/eli/reg/2016/679/oj#art_17", "32016R0679", "art_17"),
        ("http://data.europa.eu/eli/dir/2011/83/art_9/par_1/oj", "32011L0083", "art_9__para_1"),
        ("https://eur-lex.europa.eu/eli/dir/2014/65/2024-03-28/deu", "32014L0065", ""),
        ("data.europa.eu/eli/reg_impl/2021/763/oj", "32021R0763", ""),
        ("https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX%3A32022L2555", "32022L2555", ""),
        ("eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:62018CJ0311&qid=17", "62018CJ0311", ""),
        ("https://www.irishstatutebook.ie/eli/1997/act/20/section/15/enacted/en/html", "IE-1997-act-20", "sec_15"),
        ("irishstatutebook.ie/eli/2012/si/325/made/en/print", "IE-2012-si-325", ""),
        ("https://www.legislation.gov.uk/ukpga/1998/42/section/6/1", "UK-1998-ukpga-42", "sec_6__subsec_1"),
        ("https://www.gesetze-im-internet.de/stgb/__263.html", "DE-stgb", "para_263"),
        ("https://www.gesetze-im-internet.de/gg/art_5.html", "DE-gg", "art_5"),
        ("https://www.gesetze-im-internet.de/bgb/index.html", "DE-bgb", ""),
        ("No. 20 of 1997", "IE-1997-act-20", ""),
        (
            "https://caselaw.nationalarchives.gov.uk/uksc/2021/50#para_86",
            "https://caselaw.nationalarchives.gov.uk/id/uksc/2021/50",
            "para_86",
        ),
        ("uksc/2021/50", "https://caselaw.nationalarchives.gov.uk/id/uksc/2021/50", ""),
    ],
)  # fmt: skip
def test_identifier_is_parsed(identifier: str, work: str, eid: str) -> None:
    assert parse_identifier(identifier) == (work, eid)


@pytest.mark.parametrize(
    "identifier",
    ["", "eli", "https://example.org/eli/reg/x", "0201", "see eli/reg/2016/679/oj", "No. 5", "https://"],
)  # fmt: skip
def test_other_text_is_no_identifier(identifier: str) -> None:
    assert parse_identifier(identifier) is None


@pytest.mark.parametrize(
    ("query", "work", "eid"),
    [
        ("C-673/17 Rn. 50", "62017CJ0673", "para_50"),
        ("C-673/17 at [50]", "62017CJ0673", "para_50"),
        ("Art.32DSGVO", "32016R0679", "art_32"),
    ],
)
def test_pin_cites_are_read_however_typed(query: str, work: str, eid: str) -> None:
    found = parse_query_citation(query)
    assert found is not None and (found.work, found.eids) == (work, (eid,))


@pytest.mark.parametrize(
    ("address", "cited"),
    [
        ("https://www.bailii.org/uk/cases/UKSC/2021/50.html", "[2021] UKSC 50"),
        ("https://www.bailii.org/ew/cases/EWCA/Civ/2003/547.html", "[2003] EWCA Civ 547"),
        ("https://www.bailii.org/ew/cases/EWHC/Comm/2022/935.html", "[2022] EWHC 935 (Comm)"),
        ("https://www.bailii.org/ie/cases/IESC/2019/S12.html", "[2019] IESC 12"),
        ("https://dejure.org/gesetze/BGB/823.html", "§ 823 BGB"),
        ("https://www.buzer.de/826_BGB.htm", "§ 826 BGB"),
        ("https://gdpr-info.eu/art-17-gdpr/", "Article 17 GDPR"),
        ("https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=OJ:L_202401689", "2024/1689"),
        ("https://example.org/826_BGB.htm", "https://example.org/826_BGB.htm"),
        ("§ 826 BGB", "§ 826 BGB"),
    ],
)
def test_page_cites_its_subject(address: str, cited: str) -> None:
    assert read_address(address) == cited
