"""Usual names of acts: from the table, or stated by their titles."""

from pathlib import Path

import pytest

from lexdesk import Document, Library
from lexdesk.citations.act_names import find_name_in_title, find_preferred_name
from lexdesk.citations.names import EU_CAPITALIZED_NAMES, PREFERRED_NAMES
from lexdesk.citations.work_lookup import find_by_short_name
from lexdesk.document.model import Provision
from lexdesk.extract import read
from lexdesk.law.citation_labels import find_act, label_usual_citation, replace_act_name

COMMERCIAL_PRACTICES = (
    "Directive 2005/29/EC of the European Parliament and of the Council of 11 May 2005 concerning unfair"
    " business-to-consumer commercial practices in the internal market and amending Council Directive 84/450/EEC,"
    " Directives 97/7/EC, 98/27/EC and 2002/65/EC of the European Parliament and of the Council and Regulation (EC)"
    " No 2006/2004 of the European Parliament and of the Council (‘Unfair Commercial Practices Directive’)"
    " (Text with EEA relevance)"
)


@pytest.mark.parametrize(
    ("work", "title", "name"),
    [
        ("32005L0029", COMMERCIAL_PRACTICES, "Unfair Commercial Practices Directive"),
        (
            "32004R0139",
            "Council Regulation (EC) No 139/2004 of 20 January 2004 on the control of concentrations between"
            " undertakings (the EC Merger Regulation) (Text with EEA relevance)",
            "EC Merger Regulation",
        ),
        (
            "32012R1024",
            "Regulation (EU) No 1024/2012 of the European Parliament and of the Council of 25 October 2012 on"
            " administrative cooperation through the Internal Market Information System and repealing Commission"
            " Decision 2008/49/EC ( ‘the IMI Regulation’ ) Text with EEA relevance",
            "IMI Regulation",
        ),
        (
            "32009L0138",
            "DIRECTIVE 2009/138/EC OF THE EUROPEAN PARLIAMENT AND OF THE COUNCIL of 25 November 2009 on the taking-up"
            " and pursuit of the business of Insurance and Reinsurance (Solvency II) (recast) (Text with EEA relevance)",
            "Solvency II",
        ),
        (
            "32022R2065",
            "Verordnung (EU) 2022/2065 des Europäischen Parlaments und des Rates vom 19. Oktober 2022 über einen"
            " Binnenmarkt für digitale Dienste und zur Änderung der Richtlinie 2000/31/EG (Gesetz über digitale"
            " Dienste) (Text von Bedeutung für den EWR)",
            "Gesetz über digitale Dienste",
        ),
        (
            "32022R2065",
            "Règlement (UE) 2022/2065 du Parlement européen et du Conseil du 19 octobre 2022 relatif à un marché"
            " unique des services numériques et modifiant la directive 2000/31/CE (règlement sur les services"
            " numériques) (Texte présentant de l'intérêt pour l'EEE)",
            "règlement sur les services numériques",
        ),
        # The title of an implementing or amending act may end with the name of the other act.
        (
            "32023R1201",
            "Commission Implementing Regulation (EU) 2023/1201 of 21 June 2023 on detailed arrangements for the"
            " conduct of certain proceedings by the Commission pursuant to Regulation (EU) 2022/2065 of the European"
            " Parliament and of the Council (‘Digital Services Act’)",
            "",
        ),
        (
            "32018L1808",
            "Directive (EU) 2018/1808 of the European Parliament and of the Council of 14 November 2018 amending"
            " Directive 2010/13/EU (Audiovisual Media Services Directive)",
            "",
        ),
        (
            "32018L1808",
            "Richtlinie (EU) 2018/1808 des Europäischen Parlaments und des Rates vom 14. November 2018 zur Änderung"
            " der Richtlinie 2010/13/EU (Richtlinie über audiovisuelle Mediendienste)",
            "",
        ),
        ("32016R0679R(02)", COMMERCIAL_PRACTICES, ""),
        (
            "32021L0001",
            "Directive (EU) 2021/1 of the European Parliament and of the Council of 1 May 2021 on the application of"
            " Regulation (EU) 2016/679 (General Data Protection Regulation)",
            "",
        ),
        # What stands in brackets is not always a name of the act.
        (
            "32001R2157",
            "Council Regulation (EC) No 2157/2001 of 8 October 2001 on the Statute for a European company (SE)",
            "",
        ),
        (
            "31992L0077",
            "Council Directive 92/77/EEC of 19 October 1992 supplementing the common system of value added tax and"
            " amending Directive 77/388/EEC (approximation of VAT rates)",
            "",
        ),
        (
            "32014R0596",
            "Regulation (EU) No 596/2014 of the European Parliament and of the Council of 16 April 2014 on market abuse"
            " (market abuse regulation) and repealing Directive 2003/6/EC",
            "",
        ),
        ("31995L0046", "Directive 95/46/EC of the European Parliament and of the Council", ""),
        ("DE-bgb", "Bürgerliches Gesetzbuch (BGB)", ""),
    ],
)
def test_title_states_name_of_own_act(work: str, title: str, name: str) -> None:
    assert find_name_in_title(work, title) == name


def test_known_name_is_used_in_its_language_only() -> None:
    assert find_preferred_name("32022L2555", "", "en") == "NIS 2 Directive"
    assert find_preferred_name("32022L2555", "", "de") == "NIS-2-Richtlinie"
    assert find_preferred_name("32022L2555", "", "fr") == ""


def test_usual_names_are_recognised_in_citations() -> None:
    for work, names in PREFERRED_NAMES.items():
        for name in names.values():
            assert find_by_short_name(name) == work or EU_CAPITALIZED_NAMES.get(name) == work, name


@pytest.mark.parametrize(
    ("citation", "work", "expected"),
    [
        ("Article 7(3) Regulation (EU) 2016/679", "32016R0679", "Article 7(3) GDPR"),
        ("Recital 42 Regulation (EU) 2016/679", "32016R0679", "Recital 42 GDPR"),
        ("Artikel 7 Absatz 3 Verordnung (EU) 2016/679", "32016R0679", "Artikel 7 Absatz 3 DSGVO"),
        ("Article 7 Règlement (UE) 2016/679", "32016R0679", "Article 7 RGPD"),
        ("Artículo 7 Reglamento (UE) 2016/679", "32016R0679", "Artículo 7 RGPD"),
        ("Regulation (EU) No 575/2013, p. 3", "32013R0575", "CRR, p. 3"),
        ("Article 16 Directive 2014/65/EU", "32014L0065", "Article 16 MiFID II"),
        ("Article 16 Directive 2014/65/UE", "32014L0065", "Article 16 Directive 2014/65/UE"),
        ("Article 1 Directive 95/46/EC", "31995L0046", "Article 1 Directive 95/46/EC"),
        ("§ 823 BGB", "DE-bgb", "§ 823 BGB"),
        ("lease.pdf, p. 3", "/files/lease.pdf", "lease.pdf, p. 3"),
        # another work, whose file has the name of the act in its own
        ("On Regulation (EU) 2016/679", "/files/note.txt", "On Regulation (EU) 2016/679"),
    ],
)
def test_usual_citation_uses_act_name(citation: str, work: str, expected: str) -> None:
    assert replace_act_name(citation, work) == expected


def test_citation_determines_act() -> None:
    act = find_act("Article 6 Directive 2005/29/EC", "32005L0029", COMMERCIAL_PRACTICES)
    assert act == ("Directive 2005/29/EC", "Unfair Commercial Practices Directive")


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("EN", "GDPR"),
        ("DE", "DSGVO"),
        ("FR", "RGPD"),
        ("ES", "RGPD"),
        ("PT", "RGPD"),
        ("IT", "GDPR"),
    ],
)
def test_real_texts_have_usual_names_in_their_language(
    shared_data: Path, language: str, name: str
) -> None:
    acts = shared_data / "raw" / "gdpr-formex" / "original"
    document = read(acts / f"L_2016119{language}.01000101.xml")
    assert replace_act_name(document.short_title, document.work, document.title) == name
    assert "95/46" not in find_name_in_title(document.work, document.title) != ""


def test_displayed_citation_can_be_queried(tmp_path: Path) -> None:
    """Also by a name that only the title states."""
    text = "Article 6\nMisleading actions\nA commercial practice shall be regarded as misleading."
    act = Document(
        text, COMMERCIAL_PRACTICES, kind="directive", work="32005L0029", language="en",
        short_title="Directive 2005/29/EC",
        provisions=(Provision("art_6", "article", "6", "Misleading actions", "Article 6", None, 0, len(text)),),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act], vectors=False)
        (hit,) = library.search("misleading", mode="keyword").hits
        assert label_usual_citation(hit) == "Article 6 Unfair Commercial Practices Directive"
        assert library.search(label_usual_citation(hit), mode="keyword").hits[0].named
        assert library.law.show(label_usual_citation(hit)).eid == "art_6"
        (offered,) = library.search.complete("unfair")
        assert offered == 'work:"Unfair Commercial Practices Directive"'
        assert library.search(offered, mode="keyword").hits
