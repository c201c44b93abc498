"""Citations in the styles of lawyers."""

import pytest

from lexdesk.law.citation_styles import STYLES, Place, Style, cite
from lexdesk.structure.eu.identity import make_short_title

GDPR_TITLE = (
    "Regulation (EU) 2016/679 of the European Parliament and of the Council of 27 April 2016 on the"
    " protection of natural persons with regard to the processing of personal data"
)
ARTICLE = Place(
    "32016R0679",
    "art_7__para_3",
    "Article 7(3) Regulation (EU) 2016/679",
    GDPR_TITLE,
    "/law/L_2016119EN.01000101.xml",
)
POINT = Place(
    "32016R0679", "art_6__para_1__point_f", "Article 6(1)(f) Regulation (EU) 2016/679", GDPR_TITLE
)
RECITAL = Place("32016R0679", "rec_42", "Recital 42 Regulation (EU) 2016/679", GDPR_TITLE)
OLD = Place(
    "31995L0046", "art_29__para_1", "Article 29(1) Directive 95/46/EC", "Directive 95/46/EC"
)
NUMBERED = Place(
    "32006R1907", "art_3", "Article 3 Regulation (EC) No 1907/2006", "Regulation (EC) No 1907/2006"
)
CODE = Place("DE-bgb", "para_280__abs_2", "§ 280 Abs. 2 BGB", "Bürgerliches Gesetzbuch")
DATED = Place("DE-bdsg_2018", "para_86__abs_3", "§ 86 Abs. 3 BDSG 2018", "Bundesdatenschutzgesetz")
RULED = Place(
    "BGH, Beschluss vom 14.01.2010, IX ZB 72/08",
    "para_1",
    "BGH, Beschluss vom 14.01.2010, IX ZB 72/08, Rn. 1",
    "Insolvenzverfahren",
)
WHOLE_RULING = Place(
    "DE-JURE100055033", None, "BGH, Beschluss vom 14.01.2010, IX ZB 72/08", "Insolvenzverfahren"
)
ANNEX = Place("DE-ao_1977", "anlage_1", "Anlage 1 AO 1977", "Abgabenordnung")
IRISH = Place(
    "IE-2018-act-32",
    "sec_2__subsec_2",
    "Section 2(2) European Investment Fund Agreement Act 2018",
    "European Investment Fund Agreement Act 2018",
)
COMPANIES = "Companies Act 2014"
INSERTED = Place("IE-2014-act-38", "sec_27__subsec_3a", f"Section 27(3A) {COMPANIES}", COMPANIES)
CLAUSE = Place(
    "IE-2014-act-38", "sec_61__subsec_1__para_a__subpara_i__clause_i", f"Section 61(1)(a)(i)(I) {COMPANIES}", COMPANIES
)  # fmt: skip
OF_A_DEFINITION = Place(
    "IE-2014-act-38", "sec_2__subsec_1__para_a_4__subpara_i", f"Section 2(1)(a)(i) {COMPANIES}", COMPANIES
)  # fmt: skip
CHAPTER = Place("IE-2014-act-38", "part_3__chp_5a", f"Chapter 5A {COMPANIES}", COMPANIES)
AI_ACT = "Regulation (EU) 2024/1689"
IN_ANNEX = Place(
    "32024R1689", "anx_1__sec_a__point_2", f"Annex I, Section A, point 2 {AI_ACT}", AI_ACT
)
CRR = "Regulation (EU) No 575/2013"
SUBPARAGRAPH = Place(
    "32013R0575", "art_4__para_4__subpara_2", f"Article 4(4), second subparagraph {CRR}", CRR
)
TITLE = Place("32013R0575", "part_1__title_1", f"Title I {CRR}", CRR)
FILE = Place("lease-pdf-3f9ac2", "sec_4", "Clause 4 lease.pdf, p. 3", "Lease", "/x/lease.pdf", 3)


@pytest.mark.parametrize(
    ("place", "style", "expected"),
    [
        (ARTICLE, "plain", "Article 7(3) Regulation (EU) 2016/679"),
        (ARTICLE, "oscola", f"{GDPR_TITLE} [2016] OJ L119/1, art 7(3)"),
        (ARTICLE, "bluebook", "Regulation 2016/679, art. 7(3), 2016 O.J. (L 119) 1 (EU)"),
        (ARTICLE, "eu", "Article 7(3) of Regulation (EU) 2016/679"),
        (POINT, "oscola", f"{GDPR_TITLE}, art 6(1)(f)"),
        (POINT, "bluebook", "Regulation 2016/679, art. 6(1)(f), 2016 (EU)"),
        (RECITAL, "oscola", f"{GDPR_TITLE}, recital 42"),
        (RECITAL, "eu", "recital 42 of Regulation (EU) 2016/679"),
        (OLD, "oscola", "Directive 95/46/EC, art 29(1)"),
        (OLD, "bluebook", "Directive 95/46, art. 29(1), 1995 (EC)"),
        (NUMBERED, "bluebook", "Regulation 1907/2006, art. 3, 2006 (EC)"),
        (CODE, "oscola", "§ 280 Abs. 2 BGB"),
        (CODE, "bluebook", "Bürgerliches Gesetzbuch [BGB], § 280(2) (Ger.)"),
        (DATED, "oscola", "§ 86 Abs. 3 BDSG 2018"),
        (DATED, "bluebook", "Bundesdatenschutzgesetz [BDSG 2018], § 86(3) (Ger.)"),
        (RULED, "oscola", RULED.citation),
        (RULED, "bluebook", RULED.citation),
        (WHOLE_RULING, "bluebook", "BGH, Beschluss vom 14.01.2010, IX ZB 72/08"),
        (ANNEX, "bluebook", "Anlage 1 AO 1977"),
        (IRISH, "oscola", "European Investment Fund Agreement Act 2018, s 2(2)"),
        (IRISH, "bluebook", "European Investment Fund Agreement Act 2018, § 2(2) (Ir.)"),
        (INSERTED, "oscola", "Companies Act 2014, s 27(3A)"),
        (CLAUSE, "oscola", "Companies Act 2014, s 61(1)(a)(i)(I)"),
        (CLAUSE, "bluebook", "Companies Act 2014, § 61(1)(a)(i)(I) (Ir.)"),
        (OF_A_DEFINITION, "oscola", "Companies Act 2014, s 2(1)(a)(i)"),
        (CHAPTER, "oscola", "Companies Act 2014, pt 3 ch 5A"),
        (IN_ANNEX, "oscola", "Regulation (EU) 2024/1689, Annex I, Section A, point 2"),
        (SUBPARAGRAPH, "oscola", "Regulation (EU) No 575/2013, art 4(4), second subparagraph"),
        (
            SUBPARAGRAPH,
            "bluebook",
            "Regulation 575/2013, art. 4(4), second subparagraph, 2013 (EU)",
        ),
        (TITLE, "oscola", "Regulation (EU) No 575/2013, pt 1 title 1"),
        (FILE, "oscola", "Clause 4 lease.pdf, p. 3"),
        (FILE, "bluebook", "Clause 4 lease.pdf, p. 3"),
    ],
)
def test_styles(place: Place, style: Style, expected: str) -> None:
    assert cite(place, style) == expected


@pytest.mark.parametrize(
    ("title", "bluebook"),
    [
        ("Rozporządzenie Parlamentu Europejskiego i Rady (UE) 2016/679", "Rozporządzenie 2016/679"),
        ("Verordening (EU) 2016/679 van het Europees Parlement", "Verordening 2016/679"),
        ("Europa-Parlamentets og Rådets forordning (EU) 2016/679", "forordning 2016/679"),
        ("Κανονισμός (ΕΕ) 2016/679 του Ευρωπαϊκού Κοινοβουλίου", "Κανονισμός 2016/679"),
        ("Az Európai Parlament és a Tanács (EU) 2016/679 rendelete", "2016/679 rendelete"),
        ("Euroopa Parlamendi ja nõukogu määrus (EL) 2016/679", "määrus 2016/679"),
    ],
)
def test_acts_are_cited_in_all_languages_of_the_union(title: str, bluebook: str) -> None:
    name = make_short_title(title, "regulation")
    place = Place("32016R0679", "art_7__para_3", f"7(3) {name}", title)
    assert cite(place, "eu") == f"7(3) of {name}"
    assert cite(place, "bluebook") == f"{bluebook}, art. 7(3), 2016 (EU)"


def test_act_without_number_is_cited_with_place() -> None:
    title = "Regulation No 1 determining the languages to be used"
    place = Place("31958R0001", "art_4", "Article 4 languages.pdf", title)
    assert cite(place, "eu") == "Article 4 languages.pdf"
    assert cite(place, "oscola") == f"{title}, art 4"
    assert cite(place, "bluebook").startswith(
        "Regulation 1 determining the languages to be used, art. 4, 1958"
    )


@pytest.mark.parametrize("style", STYLES)
def test_whole_work_is_cited_without_place(style: Style) -> None:
    whole = Place("32016R0679", None, "Regulation (EU) 2016/679", "Regulation (EU) 2016/679")
    assert cite(whole, style).startswith("Regulation")
    assert "art" not in cite(whole, style)


def test_unknown_style_lists_known_styles() -> None:
    with pytest.raises(ValueError, match="plain, oscola, bluebook, eu"):
        cite(ARTICLE, "chicago")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("eid", "label", "pin"),
    [
        ("art_15__para_1", "Article 15(1)(d)–(f)", "art 15(1)(d)–(f)"),
        ("art_15__para_1", "Artikel 15 Absatz 1 Buchstaben d–e", "art 15(1)(d)–(e)"),
        ("art_15__para_1", "Article 15, paragraphe 1, points d)–e)", "art 15(1)(d)–(e)"),
        ("art_4", "Artículo 4, puntos 15–16", "art 4(15)–(16)"),
    ],
)
def test_several_points_are_cited_as_such(eid: str, label: str, pin: str) -> None:
    place = Place("32016R0679", eid, f"{label} Regulation (EU) 2016/679", GDPR_TITLE)
    assert cite(place, "oscola") == f"{GDPR_TITLE}, {pin}"
