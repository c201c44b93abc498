"""Citations as typed into a search field."""

import pytest

from lexdesk.citations.query_citations import identify_target, parse_query_citation
from lexdesk.citations.query_language import detect_query_language
from lexdesk.query import parse


@pytest.mark.parametrize(
    ("query", "work", "eids"),
    [
        ("Article 6(1)(f) GDPR", "32016R0679", ("art_6__para_1__point_f",)),
        ("art. 6(1)(f) gdpr", "32016R0679", ("art_6__para_1__point_f",)),
        ("gdpr art 17", "32016R0679", ("art_17",)),
        ("Art. 6 Abs. 1 UAbs. 2 DSGVO", "32016R0679", ("art_6__para_1__subpara_2",)),
        ("Art. 6 Abs. 3 UA 2 lit. b KI-VO", "32024R1689", ("art_6__para_3__subpara_2__point_b",)),
        ("Art. 6 Abs. 1 UAbs. 1 lit. f DSGVO", "32016R0679", ("art_6__para_1__point_f",)),
        ("Article 6(1) subpara 2 GDPR", "32016R0679", ("art_6__para_1__subpara_2",)),
        ("Art 6(3), 2nd subparagraph, AI Act", "32024R1689", ("art_6__para_3__subpara_2",)),
        ("consid. 47 RGPD", "32016R0679", ("rec_47",)),
        ("Art. 26 AI Act Abs. 1", "32024R1689", ("art_26__para_1",)),
        ("§ 573 BGB Abs. 2", "DE-bgb", ("para_573__abs_2",)),
        ("C311/18", "62018CJ0311", ()),
        ("C-311/2018", "62018CJ0311", ()),
        ("Council Directive 93/13 of 5 April 1993", "31993L0013", ()),
        (
            "Directive 93/13/EEC of 5 April 1993 on unfair terms in consumer contracts, Article 6",
            "31993L0013",
            ("art_6",),
        ),
        ("General Data Protection Regulation (GDPR)", "32016R0679", ()),
        ("General Data Protection Regulation (EU) 2016/679", "32016R0679", ()),
        (
            "Directive (EU) 2019/790 on copyright in the Digital Single Market, Article 17",
            "32019L0790",
            ("art_17",),
        ),
        ("Reg. 679/2016 art. 17", "32016R0679", ("art_17",)),
        ("article 6 1 f gdpr", "32016R0679", ("art_6__para_1__point_f",)),
        ("art6gdpr", "32016R0679", ("art_6",)),
        ("gdpr32", "32016R0679", ("art_32",)),
        ("Article 5 paragraph 1 letter c GDPR", "32016R0679", ("art_5__para_1__point_c",)),
        ("article twenty-two of the GDPR", "32016R0679", ("art_22",)),
        ("Art 6/9 GDPR", "32016R0679", ("art_6", "art_9")),
        ("whereas 47 of the GDPR", "32016R0679", ("rec_47",)),
        ("Annex I Section A(1) MiFID II", "32014L0065", ("anx_1__sec_a__point_1",)),
        ("CJEU C-807/21 paragraph 60", "62021CJ0807", ("para_60",)),
        ("C-634/21 SCHUFA para 44", "62021CJ0634", ("para_44",)),
        ("Facebook Ireland and Schrems, C-311/18, paragraph 134", "62018CJ0311", ("para_134",)),
        ("AG Opinion C-311/18", "62018CC0311", ()),
        ("[2003] EWHC Admin 2527", "[2003] EWHC 2527 (Admin)", ()),
        ("Fed. R. Civ. P. 12(b)(6)", "Fed. R. Civ. P. 12(b)(6)", ()),
        ("Roe v. Wade, 410 U.S. 113 (1973)", "410 U.S. 113", ()),
        ("§ 13 AVG", "DE-avg", ("para_13",)),
        (
            "Directive (EU) 2015/849 as amended by Directive (EU) 2018/843, Article 30",
            "32015L0849",
            ("art_30",),
        ),
        ("Article 30 of Directive (EU) 2015/849 (as last amended)", "32015L0849", ("art_30",)),
        ("ewhc/comm/2022/1918 at [12]", "[2022] EWHC 1918 (Comm)", ("para_12",)),
        ("Mass. Gen. Laws ch. 93A, § 9", "Mass. Gen. Laws ch. 93A, § 9", ()),
        ("815 ILCS 505/2", "815 ILCS 505/2", ()),
        ("Cal. Bus. & Prof. Code § 17200", "Cal. Bus. & Prof. Code § 17200", ()),
        ("Caparo Industries plc v Dickman [1990] 2 AC 605", "[1990] 2 AC 605", ()),
        ("http://publications.europa.eu/resource/celex/32016R0679", "32016R0679", ()),
        ("GDPR, Article 17", "32016R0679", ("art_17",)),
        ("GDPR 17", "32016R0679", ("art_17",)),
        ("gdpr 6(1)(f)", "32016R0679", ("art_6__para_1__point_f",)),
        ("recital 26 gdpr", "32016R0679", ("rec_26",)),
        ("DSGVO Art. 17", "32016R0679", ("art_17",)),
        ("Article 5(3) ePrivacy Directive", "32002L0058", ("art_5__para_3",)),
        ("art 3 eidas regulation", "32014R0910", ("art_3",)),
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
        ("celex 32022r2065", "32022R2065", ()),
        ("CELEX Nr. 32016R0679", "32016R0679", ()),
        ("32016r0679 art 5", "32016R0679", ("art_5",)),
        ("C-252-21", "62021CJ0252", ()),
        ("Strafgesetzbuch Paragraph 242", "DE-stgb", ("para_242",)),
        ("paragraph 5 of Article 6 GDPR", "32016R0679", ("art_6__para_5",)),
        ("§ 263a Abs 1 Var 3 StGB", "DE-stgb", ("para_263a__abs_1",)),
        ("Art. 8 CFR", "12016P", ("art_8",)),
        ("16 CFR 310.4", "16 C.F.R. § 310.4", ()),
        ("EuGH, Urteil vom 4. Mai 2023 - C-300/21 - UI/Österreichische Post", "62021CJ0300", ()),
        ("CJUE, 16 juillet 2020, C-311/18", "62018CJ0311", ()),
        ("ECJ, C-673/17, § 65", "62017CJ0673", ("para_65",)),
        ("C-300/21 paragraphs 42 to 44", "62021CJ0300", ("para_42", "para_43", "para_44")),
        ("https://curia.europa.eu/juris/liste.jsf?num=C-311/18", "62018CJ0311", ()),
        ("[1992] 1 I.R. 284", "[1992] 1 IR 284", ()),
        ("article 4, point 7), du RGPD", "32016R0679", ("art_4__point_7",)),
        ("§ 6 Abs 1 Z 5 KSchG", "DE-kschg", ("para_6__abs_1__nr_5",)),
        ("C-311/18", "62018CJ0311", ()),
        ("ecli:eu:c:2020:559", "ECLI:EU:C:2020:559", ()),
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
        ("Art. 6 (1) f DSGVO", "32016R0679", ("art_6__para_1__point_f",)),
        ("Art. 6 Abs. 1 f) DSGVO", "32016R0679", ("art_6__para_1__point_f",)),
        ("art. 6 abs 1 f dsgvo", "32016R0679", ("art_6__para_1__point_f",)),
        ("Article 6 (1) (f) GDPR", "32016R0679", ("art_6__para_1__point_f",)),
        ("Art. 6 Para 1 S. 1 lit f GDPR", "32016R0679", ("art_6__para_1__point_f",)),
        ("Art. 4 No. 7 GDPR", "32016R0679", ("art_4__point_7",)),
        ("ErwG 47 DSGVO", "32016R0679", ("rec_47",)),
        ("GDPR, Recital (47)", "32016R0679", ("rec_47",)),
        ("Art. 23 NIS-2-Richtlinie", "32022L2555", ("art_23",)),
        ("Art. 5 VO (EU) 2016/679", "32016R0679", ("art_5",)),
        ("verbundene Rechtssachen C-26/22 und C-64/22", "62022CJ0026", ()),
        ("Verb. Rs. C-26/22 u. C-64/22", "62022CJ0026", ()),
        ("affaires jointes C-26/22 et C-64/22", "62022CJ0026", ()),
        ("EuGH C-26/22 u.a.", "62022CJ0026", ()),
        ("593/2008 Art. 4", "32008R0593", ("art_4",)),
        ("Reg.(EU)2016/679", "32016R0679", ()),
        ("Del. Reg. 2018/389", "32018R0389", ()),
        ("Datenschutzrichtlinie 95/46/EG", "31995L0046", ()),
        ("art. 17, par. 3, b) RGPD", "32016R0679", ("art_17__para_3__point_b",)),
        ("AI Act Annex III(4)(a)", "32024R1689", ("anx_3__point_4__point_a",)),
        ("§ 27 Fünftes Buch Sozialgesetzbuch", "DE-sgb_5", ("para_27",)),
        ("Art. 6 UGP-RL i.d.F. der Richtlinie 2019/2161", "32005L0029", ("art_6",)),
        ("Art. 18a RL (EU) 2015/849", "32015L0849", ("art_18a",)),
        ("Reg. 2016/679, Art. 5", "32016R0679", ("art_5",)),
        ("Paragraph 626 BGB", "DE-bgb", ("para_626",)),
        ("626 bgb", "DE-bgb", ("para_626",)),
        ("BGB § 1922 S. 1", "DE-bgb", ("para_1922",)),
        ("§ 280 I iVm § 241 II BGB", "DE-bgb", ("para_280__abs_1", "para_241__abs_2")),
        ("§ 1 Abs. 2 Satz 2 Nr. 1 a KSchG", "DE-kschg", ("para_1__abs_2__nr_1__buchst_a",)),
        ("17 DSGVO", "32016R0679", ("art_17",)),
        ("6(1)(f) gdpr", "32016R0679", ("art_6__para_1__point_f",)),
        ("BGB 433 II", "DE-bgb", ("para_433__abs_2",)),
        ("BGB 433 Abs. 2", "DE-bgb", ("para_433__abs_2",)),
        ("SGB V", "DE-sgb_5", ()),
        ("SGB 5", "DE-sgb_5", ()),
        ("§ 67b Abs. 2 SGB 10", "DE-sgb_10", ("para_67b__abs_2",)),
        ("SGB 10, § 67b", "DE-sgb_10", ("para_67b",)),
        ("Art. 5 KI-VO", "32024R1689", ("art_5",)),
        ("Anhang III KI-Verordnung", "32024R1689", ("anx_3",)),
        ("AMLD4 art 13", "32015L0849", ("art_13",)),
        ("Article 6 paragraph 1 point f GDPR", "32016R0679", ("art_6__para_1__point_f",)),
        ("art. 6.1.f) RGPD", "32016R0679", ("art_6__para_1__point_f",)),
        ("artículo 6.1 RGPD", "32016R0679", ("art_6__para_1",)),
        (
            "Artículo 22, apartado 2, letra b) Reglamento (UE) 2016/679",
            "32016R0679",
            ("art_22__para_2__point_b",),
        ),
        ("artículo 4, punto 2, del RGPD", "32016R0679", ("art_4__point_2",)),
        ("articolo 6, paragrafo 1, lettera f), GDPR", "32016R0679", ("art_6__para_1__point_f",)),
        ("artigo 6.º, n.º 1, alínea f), do RGPD", "32016R0679", ("art_6__para_1__point_f",)),
        ("art. 6.º, n.º 1, RGPD", "32016R0679", ("art_6__para_1",)),
        ("art. 6 lid 1 AVG", "32016R0679", ("art_6__para_1",)),
        ("artikel 6, lid 1, onder f), AVG", "32016R0679", ("art_6__para_1__point_f",)),
        ("overweging 42 AVG", "32016R0679", ("rec_42",)),
        ("considerando n. 71 GDPR", "32016R0679", ("rec_71",)),
        ("motyw (26) RODO", "32016R0679", ("rec_26",)),
        ("artt. 13 e 14 GDPR", "32016R0679", ("art_13", "art_14")),
        ("art. 4, 11) RGPD", "32016R0679", ("art_4__point_11",)),
        ("art. 2 b) Directiva 93/13/CEE", "31993L0013", ("art_2__point_b",)),
        ("motyw 47 RODO", "32016R0679", ("rec_47",)),
        ("art. 9 ust. 2 lit. a) RODO", "32016R0679", ("art_9__para_2__point_a",)),
        ("art. 22 rozporządzenia (UE) 2022/2065", "32022R2065", ("art_22",)),
        ("art. 3 lid 1 richtlijn 93/13/EEG", "31993L0013", ("art_3__para_1",)),
        ("art. 13 co. 2 lett. b GDPR", "32016R0679", ("art_13__para_2__point_b",)),
        ("art. 28, c. 3, RGPD", "32016R0679", ("art_28__para_3",)),
        ("art. 6, § 1er, f) RGPD", "32016R0679", ("art_6__para_1__point_f",)),
        ("art. 6-1-f RGPD", "32016R0679", ("art_6__para_1__point_f",)),
        ("CJUE, 13 mai 2014, C-131/12, pts 80 et 81", "62012CJ0131", ("para_80", "para_81")),
    ],
)
def test_query_is_parsed_as_citation(query: str, work: str, eids: tuple[str, ...]) -> None:
    found = parse_query_citation(query)
    assert found is not None
    assert (found.work, found.eids) == (work, eids)


@pytest.mark.parametrize(
    ("query", "name", "eid"),
    [
        ("s. 12 Data Protection Act 2018", "Data Protection Act 2018", "sec_12"),
        ("s 5(1)(a) Companies Act 2014", "Companies Act 2014", "sec_5__subsec_1__para_a"),
        ("s34 Juries Act 1976", "Juries Act 1976", "sec_34"),
        ("Sec. 34 Juries Act 1976", "Juries Act 1976", "sec_34"),
        ("Juries Act 1976, s 34 (1)", "Juries Act 1976", "sec_34__subsec_1"),
        ("Companies Act 2014 Sch. 3", "Companies Act 2014", "sched_3"),
    ],
)
def test_unknown_name_is_left_to_library_lookup(query: str, name: str, eid: str) -> None:
    found = parse_query_citation(query)
    assert found is not None
    assert (found.work, found.name, found.eids) == ("", name, (eid,))


@pytest.mark.parametrize(
    "query",
    ["", "withdraw consent", "article 17", "withdraw consent 2018", "consent under Article 7 GDPR",
     "Article 6 GDPR and children", "5 years", "covid 19", "x" * 500 + " 1", "mar", "mar 5 miles",
     "GDPR 2016", "NATO", "BGB und Verbraucher", "fines under the GDPR", "Section I of the contract",
     "sec 5 years", "2 TV", "S. 5", "Regulation 2016/679 on consent of children", "article 8 12 years",
     "Directive 2011/83 regarding withdrawal"],
)  # fmt: skip
def test_other_queries_are_not_citations(query: str) -> None:
    assert parse_query_citation(query) is None


@pytest.mark.parametrize(
    ("work", "place", "identifiers"),
    [
        ("BGB", "§ 823 Abs. 1", ("BGB", "para_823__abs_1")),
        ("GDPR", "Art. 6 (1) f", ("GDPR", "art_6__para_1__point_f")),
        ("GDPR", "ErwG 47", ("GDPR", "rec_47")),
        ("Juries Act 1976", "s 34(2)", ("Juries Act 1976", "sec_34__subsec_2")),
        ("IE-1976-act-4", "section 34(2)(a)", ("IE-1976-act-4", "sec_34__subsec_2__para_a")),
        ("AI Act", "Article 5(1)(f)", ("AI Act", "art_5__para_1__point_f")),
        ("32024R1689", "Anhang III", ("32024R1689", "anx_3")),
        ("lease.pdf", "document", ("lease.pdf", "document")),
        ("32016R0679", "art_17bis__para_1", ("32016R0679", "art_17bis__para_1")),
        ("32016R0679", "what is this", ("32016R0679", "what is this")),
        ("CA 2014", "s 228", ("CA 2014", "s 228")),  # a library knows whose sections these are
        ("§ 823 BGB", None, ("DE-bgb", "para_823")),
        ("§ 67b SGB 10", None, ("DE-sgb_10", "para_67b")),
        ("section 12 Data Protection Act 2018", None, ("Data Protection Act 2018", "sec_12")),
        ("Article 7 GDPR.txt", None, ("Article 7 GDPR.txt", None)),
    ],
)
def test_named_works_and_provisions_are_identified(
    work: str, place: str | None, identifiers: tuple[str, str | None]
) -> None:
    assert identify_target(work, place) == identifiers


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("Art. 17 DSGVO", "de"),
        ("Verordnung (EU) 2016/679", "de"),
        ("NIS-2-Richtlinie", "de"),
        ("GDPR", "en"),
        ("Regulation (EU) 2016/679", "en"),
        ("Règlement (UE) 2016/679", "fr"),
        ("Reglamento (UE) 2016/679", "es"),
        ("artículos 5 y 6", "es"),
        ("Regolamento (UE) 2016/679", "it"),
        ("Regulamento (UE) 2016/679", "pt"),
        ("32016R0679", ""),
        ("art. 6", ""),
    ],
)
def test_query_language_is_detected(query: str, language: str) -> None:
    assert detect_query_language(query) == language


@pytest.mark.parametrize(
    ("query", "name", "eids"),
    [
        ("art. 311-1 du code pénal", "Code pénal", ("art_311-1",)),
        ("art 311-4-1 Code pénal", "Code pénal", ("art_311-4-1",)),
        ("C. civ., art. 1103", "Code civil", ("art_1103",)),
        ("Art. 41 OR", "Obligationenrecht", ("art_41",)),
        ("§ 1295 ABGB", "Allgemeines Bürgerliches Gesetzbuch", ("para_1295",)),
        ("Articles 12-14 GDPR", "", ("art_12", "art_13", "art_14")),
    ],
)
def test_articles_of_foreign_codes_have_hyphens(
    query: str, name: str, eids: tuple[str, ...]
) -> None:
    citation = parse_query_citation(query)
    assert citation is not None
    assert (citation.name, citation.eids) == (name, eids)


@pytest.mark.parametrize(
    ("query", "work", "eids"),
    [
        ("C-131/12 Google Spain", "62012CJ0131", ()),
        ("Lloyd v Google [2021] UKSC 50", "[2021] UKSC 50", ()),
        ("Planet49 para 52", "62017CJ0673", ("para_52",)),
        ("Urteil des EuGH vom 7. Dezember 2023 in der Rechtssache C-634/21", "62021CJ0634", ()),
        ("judgment of the Court of Justice of 4 July 2023 in Case C-252/21", "62021CJ0252", ()),
        ("arrêt de la Cour du 4 juillet 2023 dans l'affaire C-252/21", "62021CJ0252", ()),
        ("https://www.gesetze-im-internet.de/englisch_bgb/", "DE-bgb", ()),
        ("32022R2065R(01)", "32022R2065R(01)", ()),
    ],
)
def test_judgment_is_cited_by_number_and_name(query: str, work: str, eids: tuple[str, ...]) -> None:
    citation = parse_query_citation(query)
    assert citation is not None
    assert (citation.work, citation.eids) == (work, eids)


@pytest.mark.parametrize(
    ("query", "name", "eid"),
    [
        ("article 311-21 code civil", "Code civil", "art_311-21"),
        ("article 700 code de procédure civile", "Code de procédure civile", "art_700"),
        ("L1232-1 code du travail", "Code du travail", "art_l1232-1"),
        ("code pénal 121-3", "Code pénal", "art_121-3"),
        ("art. L. 121-1 C. conso.", "Code de la consommation", "art_l121-1"),
        ("BVerfG 1 BvR 16/13", "BVerfG, 1 BvR 16/13", None),
        ("BGE 140 III 86", "BGE 140 III 86", None),
        ("OGH 6 Ob 56/18k", "OGH, 6 Ob 56/18k", None),
    ],
)
def test_law_without_identifier_is_cited_by_name(query: str, name: str, eid: str | None) -> None:
    found = parse_query_citation(query)
    assert found is not None and (found.name, found.eids) == (name, (eid,) if eid else ())


def test_shorthand_is_no_name_of_an_act() -> None:
    found = parse_query_citation("i.S.d. § 14 BGB")
    assert found is None or found.work == "DE-bgb"


def test_label_of_a_celex_number_is_no_field() -> None:
    assert str(parse("celex:32016R0679").root) == "celex:32016R0679"
