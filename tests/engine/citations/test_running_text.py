"""Citations in running text: pleadings, articles, judgments, text with line breaks."""

import pytest

from lexdesk.citations import Context, find, find_in_provisions
from lexdesk.citations.citation import Segment

Cited = list[tuple[str, tuple[str, ...]]]


def cited(text: str, language: str) -> Cited:
    return [(c.work or c.name, c.eids) for c in find(text, language)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Planet49 (C-673/17, EU:C:2019:801, paragraphs 50, 52 and 54)",
            [("62017CJ0673", ("para_50", "para_52", "para_54"))],
        ),
        (
            "Case T-201/04 Microsoft v Commission EU:T:2007:289, paras 1088 and 1090",
            [("62004TJ0201", ("para_1088", "para_1090"))],
        ),
        (
            "Case C-673/17 Planet49 EU:C:2019:801, para 54",
            [("62017CJ0673", ("para_54",))],
        ),
        ("26/62, EU:C:1963:1, paragraph 3", [("61962CJ0026", ("para_3",))]),
        ("Art. 101(1) TFEU, Art. 53 EEA", [("12016E", ("art_101__para_1",)), ("", ("art_53",))]),
        (
            "Art. 4 no. 11, Art. 6 para. 1 lit. a GDPR",
            [("32016R0679", ("art_4__para_11", "art_6__para_1__point_a"))],
        ),
        ("The DSA (arts 14(1) and 16)", [("32022R2065", ("art_14__para_1", "art_16"))]),
        (
            "Article 5(1) in conjunction with Annex III to Regulation (EU) 2024/1689",
            [("32024R1689", ("art_5__para_1",)), ("32024R1689", ("anx_3",))],
        ),
        (
            "the Landlord and Tenant Act 1987 Part II. See s 5 CA 2014 and reg 6 of PECR",
            [
                ("Landlord and Tenant Act 1987", ("part_2",)),
                ("Companies Act 2014", ("sec_5",)),
                (
                    "Privacy and Electronic Communications (EC Directive) Regulations 2003",
                    ("reg_6",),
                ),
            ],
        ),
        (
            "Section 1(2) of, and paragraph 3 of Schedule 1 to, the Misuse of Drugs Act 1971",
            [("Misuse of Drugs Act 1971", ("sec_1__subsec_2", "sched_1__para_3"))],
        ),
        (
            "T-612/17 Google and Alphabet v Commission (Google Shopping), EU:T:2021:763, paragraph 175",
            [("62017TJ0612", ("para_175",))],
        ),
        ("Health Board v B.C. [1994] E.L.R. 27", [("[1994] ELR 27", ())]),
        ("Fed. R. Civ. P. 12(b)(6)", [("Fed. R. Civ. P. 12(b)(6)", ())]),
        (
            "the Opinion of Advocate General Bobek in Case C-40/17 Fashion ID, points 100 and 101",
            [("62017CC0040", ("para_100", "para_101"))],
        ),
        ("Ss 2(1) and 5 of the Theft Act 1978", [("Theft Act 1978", ("sec_2__subsec_1", "sec_5"))]),
        (
            "Under the Courts Act 2015, the Courts (Fees) Order 2016 (S.I. No. 22 of 2016), and section 3 of that Act",
            [("Courts Act 2015", ()), ("IE-2016-si-22", ()), ("Courts Act 2015", ("sec_3",))],
        ),
        ("Hadley v Baxendale (1854) 9 Exch 341", [("(1854) 9 Exch 341", ())]),
        (
            "Articles 5, paragraph 3, and 7 of Regulation (EC) No 261/2004",
            [("32004R0261", ("art_5__para_3", "art_7"))],
        ),
        (
            "[2019] UKSC 41, [2020] AC 373 at [50]-[52]",
            [("[2019] UKSC 41", ("para_50", "para_51", "para_52"))],
        ),
        ("The Equality Act 2010, s 19(1)", [("Equality Act 2010", ("sec_19__subsec_1",))]),
        ("Theft Act 1978, ss 1-2", [("Theft Act 1978", ("sec_1", "sec_2"))]),
        (
            "GDPR art 15 and Article 17 of Regulation (EU) 2018/1725",
            [("32016R0679", ("art_15",)), ("32018R1725", ("art_17",))],
        ),
        ("Rome II, art 14(1)(a)", [("32007R0864", ("art_14__para_1__point_a",))]),
        ("art 22 of the UK GDPR", [("UK-2016-eur-679", ("art_22",))]),
        ("See Landlord and Tenant Act 1985", [("Landlord and Tenant Act 1985", ())]),
        ("under the Consumer\nRights Act 2015", [("Consumer Rights Act 2015", ())]),
        ("s. 13 of the Statute of Frauds 1695", [("Statute of Frauds 1695", ("sec_13",))]),
        (
            "The DSA (Regulation (EU) 2022/2065) requires it in Article 16(1).",
            [("32022R2065", ()), ("32022R2065", ("art_16__para_1",))],
        ),
        ("under 18 U.S.C. § 1030A(b)", [("18 U.S.C. § 1030A", ())]),
        (
            "[2011] UKSC 12, [2011] 2 AC 1, per Lord Dyson at [38]",
            [("[2011] UKSC 12", ("para_38",))],
        ),
        (
            "Joined Cases C-92/09 and C-93/09, EU:C:2010:662, paragraph 50",
            [("62009CJ0092", ("para_50",)), ("62009CJ0093", ("para_50",))],
        ),
        ("Case C-212/97 Centros [1999] ECR I-1459, para 24", [("61997CJ0212", ("para_24",))]),
        (
            "CRR Article 92(1), EMIR Articles 4 and 9",
            [("32013R0575", ("art_92__para_1",)), ("32012R0648", ("art_4", "art_9"))],
        ),
        (
            "(Council Directive 85/374/EEC), arts 1 and 4",
            [("31985L0374", ("art_1", "art_4"))],
        ),
        ("Reg 44/2001, arts 2 and 5(1)", [("32001R0044", ("art_2", "art_5__para_1"))]),
        (
            "Housing Act 1988 applies; s 8 of the 1988 Act, and s 29 TMA",
            [
                ("Housing Act 1988", ()),
                ("Housing Act 1988", ("sec_8",)),
                ("Taxes Management Act 1970", ("sec_29",)),
            ],
        ),
    ],
)
def test_english(text: str, expected: Cited) -> None:
    assert cited(text, "en") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nach BGB § 280 Abs 1", [("DE-bgb", ("para_280__abs_1",))]),
        ("DSGVO Art. 15 Abs. 3", [("32016R0679", ("art_15__para_3",))]),
        (
            "DSGVO Art. 15 sowie Artikel 17 der Verordnung (EU) 2018/1725",
            [("32016R0679", ("art_15",)), ("32018R1725", ("art_17",))],
        ),
        ("DSGVO Art. 15 und Art. 17", [("32016R0679", ("art_15", "art_17"))]),
        ("§ 651 a BGB", [("DE-bgb", ("para_651a",))]),
        ("§§ 91 Nr. 1,3, 100 ZPO", [("DE-zpo", ("para_91__nr_1", "para_91__nr_3", "para_100"))]),
        ("§§ 3 Abs. 1; 40 Abs. 2 GKG", [("DE-gkg", ("para_3__abs_1", "para_40__abs_2"))]),
        ("§ 28 Abs. 1 Nrn 2 und 4 SGB V", [("DE-sgb_5", ("para_28__abs_1__nr_2", "para_28__abs_1__nr_4"))]),
        ("§ 77 Abs. 2 Satz 1, 2. Halbsatz AsylG", [("DE-asylg", ("para_77__abs_2",))]),
        ("Art. 9 II 1 lit. h DSGVO", [("32016R0679", ("art_9__para_2__point_h",))]),
        ("BFH-Urteil vom 2. März 1999 IX R 5/98", [("BFH vom 02.03.1999, IX R 5/98", ())]),
        ("BGH, 1999-03-02, VI ZR 5/98", [("BGH vom 02.03.1999, VI ZR 5/98", ())]),
        ("Verordnung (EU) Nr. 2022/2065", [("32022R2065", ())]),
        (
            "Rechtssache C-311/18 (Schrems II, ECLI:EU:C:2020:559, Rn. 92 und 105)",
            [("62018CJ0311", ("para_92", "para_105"))],
        ),
        ("ErwGr. 32, 42 DSGVO", [("32016R0679", ("rec_32", "rec_42"))]),
        ("§ 812 Abs. 1 Satz 1 Fall 1 BGB", [("DE-bgb", ("para_812__abs_1",))]),
        (
            "§ 4 Abs. 1 Nr. 1 des Teilzeit- und Befristungsgesetzes (TzBfG)",
            [("DE-tzbfg", ("para_4__abs_1__nr_1",))],
        ),
        (
            "des Bürgerlichen Gesetzbuchs, insbesondere § 31a, gilt",
            [("DE-bgb", ("para_31a",))],
        ),
        ("§ 113 I 1 Nr. 2, V VwGO", [("DE-vwgo", ("para_113__abs_1__nr_2", "para_113__abs_5"))]),
        ("§§ 211 II Nr. 1, 22, 23 I StGB", [("DE-stgb", ("para_211__abs_2__nr_1", "para_22", "para_23__abs_1"))]),
        ("§ 8 Abs. 1 Nr. 1 2. Alt. AO", [("DE-ao_1977", ("para_8__abs_1__nr_1",))]),
        ("§ 7 Absatz 1 in Verbindung mit Absatz 3 des Aktiengesetzes", [("DE-aktg", ("para_7__abs_1", "para_7__abs_3"))]),
        ("C-13/16, EU:C:2017:336, Rn. 28 f., 31", [("62016CJ0013", ("para_28", "para_31"))]),
        # Austria and Switzerland; KSchG alone is the German act
        ("§ 6 KSchG, § 1 UGB", [("Konsumentenschutzgesetz", ("para_6",)), ("Unternehmensgesetzbuch", ("para_1",))]),
        ("§ 6 KSchG, § 242 BGB", [("DE-kschg", ("para_6",)), ("DE-bgb", ("para_242",))]),
        ("RIS-Justiz RS0016992; VfSlg 12.420/1990", [("RS0016992", ()), ("VfSlg 12.420/1990", ())]),
        ("4A_10/2019 E. 2; Art. 266l Abs. 2 OR", [("4A_10/2019", ("para_2",)), ("Obligationenrecht", ("art_266l__para_2",))]),
    ],
)  # fmt: skip
def test_german(text: str, expected: Cited) -> None:
    assert cited(text, "de") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cass. soc., 5 mars 2008, n° 06-45.888", [("Cass., 06-45.888", ())]),
        ("CE, 10 avril 1992, n° 79027", [("CE, 79027", ())]),
        ("Cons. const., 3 mars 2009, n° 2009-577 DC", [("Cons. const., 2009-577 DC", ())]),
        ("l'article 4 de la loi n° 89-462 du 6 juillet 1989", [("loi n° 89-462", ("art_4",))]),
        ("ATF 129 III 320 consid. 6", [("BGE 129 III 320", ("para_6",))]),
        (
            "les articles 39 A et 1649 quater B bis du code général des impôts",
            [("Code général des impôts", ("art_39-a", "art_1649-quater-b-bis"))],
        ),
        (
            "les articles L. 442-1, I, 2° et L. 442-4 du code de commerce",
            [("Code de commerce", ("art_l442-1", "art_l442-4"))],
        ),
        ("l'article 1134 ancien du code civil", [("Code civil", ("art_1134",))]),
        ("l'article LO 111-3 du code électoral", [("Code électoral", ("art_lo111-3",))]),
    ],
)
def test_french(text: str, expected: Cited) -> None:
    assert cited(text, "fr") == expected


@pytest.mark.parametrize(
    "text",
    [
        "the court's 5 members",
        "state of the art 5 times",
        "Regulation (EU) 2016/679 and Directive 2002/58/EC apply. Article 5 does not.",
        "Section 5 of the Agreement and s 3",
    ],
)
def test_no_act_is_claimed_without_a_sign(text: str) -> None:
    assert not any(work and eids for work, eids in cited(text, "en"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Under HGB § 377 he must examine.", [("DE-hgb", ("para_377",))]),
        ("BGB §§ 433, 434(1) apply", [("DE-bgb", ("para_433", "para_434__abs_1"))]),
        ("§ 242 of the German Civil Code", [("DE-bgb", ("para_242",))]),
        ("section 823(1) BGB", [("DE-bgb", ("para_823__abs_1",))]),
        ("sec. 280 para. 1 BGB", [("DE-bgb", ("para_280__abs_1",))]),
        ("section 43 of the German Stock Corporation Act", [("DE-aktg", ("para_43",))]),
        ("Paragraph 26(1), first sentence, of the BDSG", [("DE-bdsg_2018", ("para_26__abs_1",))]),
        ("Paragraph 1 of the Kündigungsschutzgesetz", [("DE-kschg", ("para_1",))]),
        ("Article 5 of the GG", [("DE-gg", ("art_5",))]),
        ("17 U.S.C. § 107 and BGB § 1", [("17 U.S.C. § 107", ()), ("DE-bgb", ("para_1",))]),
    ],
)  # fmt: skip
def test_german_statutes_in_english_text(text: str, expected: Cited) -> None:
    assert cited(text, "en") == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "BAG 27.9.2012 - 2 AZR 516/11 - Rn. 19", [("BAG vom 27.09.2012, 2 AZR 516/11", ("para_19",))]),
        ("de", "BVerwG, Urteil vom 27. März 2019 – 6 C 2.18 –, juris Rn. 16",
         [("BVerwG vom 27.03.2019, 6 C 2.18", ("para_16",))]),
        ("de", "EuGH v. 4.5.2023 - C-300/21 - UI/Österreichische Post AG, Rz. 51", [("62021CJ0300", ("para_51",))]),
        ("de", "EuGH Rs. C-687/21 Rn 67 f.", [("62021CJ0687", ("para_67",))]),
        ("en", "Case C-182/22 Scalable Capital EU:C:2024:531, [39]", [("62022CJ0182", ("para_39",))]),
        ("en", "Axel Springer AG v Germany [GC], no. 39954/08, §§ 83 and 89", [("ECHR-39954/08", ("para_83", "para_89"))]),
        ("de", "C-673/17, § 15 TMG", [("62017CJ0673", ()), ("DE-tmg", ("para_15",))]),
    ],
)  # fmt: skip
def test_pin_cites_of_judgments(language: str, text: str, expected: Cited) -> None:
    assert cited(text, language) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CPR 3.4(2)(a)", [("Civil Procedure Rules 1998", ("rule_3-4__para_2__subpara_a",))]),
        ("CPR rule 31.16(3)", [("Civil Procedure Rules 1998", ("rule_31-16__para_3",))]),
        ("Part 36 of the CPR", [("Civil Procedure Rules 1998", ("part_36",))]),
        ("FPR 2010, r 27.10", [("Family Procedure Rules 2010", ("rule_27-10",))]),
        ("O. 19, r. 28 RSC", [("Rules of the Superior Courts", ("order_19__rule_28",))]),
        ("rule 39 of the Employment Tribunals Rules of Procedure 2013",
         [("Employment Tribunals Rules of Procedure 2013", ("rule_39",))]),
        ("a CPR 3.5% rise, the CPR of 2011 and rule 4 of the club", []),
        ("Article 40.3.2° of the Constitution", [("Constitution of Ireland", ("art_40__para_3__subpara_2",))]),
        ("Articles 40.4.2° and 41 of Bunreacht na hÉireann",
         [("Constitution of Ireland", ("art_40__para_4__subpara_2", "art_41"))]),
        ("Article 34.3.1° was invoked", [("Constitution of Ireland", ("art_34__para_3__subpara_1",))]),
        ("Article 3 of the Constitution of Germany and Irish law", [("", ("art_3",))]),
        ("Art. 1 of Protocol No. 1 to the ECHR", [("ECHR Protocol 1", ("art_1",))]),
        ("Article 21 of Protocol No 3 on the Statute of the Court", [("", ("art_21",))]),
    ],
)  # fmt: skip
def test_rules_of_court_constitution_and_protocols(text: str, expected: Cited) -> None:
    assert cited(text, "en") == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Article 6.1(f) of the GDPR", [("32016R0679", ("art_6__para_1__point_f",))]),
        ("en", "Articles 13.1 and 14.2 GDPR", [("32016R0679", ("art_13__para_1", "art_14__para_2"))]),
        ("en", "Article 28 §3 GDPR", [("32016R0679", ("art_28__para_3",))]),
        ("en", "Article 6(1) subparagraph 2 GDPR", [("32016R0679", ("art_6__para_1__subpara_2",))]),
        ("en", "section 162 of the DPA 2018", [("Data Protection Act 2018", ("sec_162",))]),
        ("de", "§ 307 I 1, II Nr. 1 BGB", [("DE-bgb", ("para_307__abs_1", "para_307__abs_2__nr_1"))]),
        ("de", "§ 5 Abs. 2 des Vertrages", [("", ("para_5__abs_2",))]),
        ("en", "Article 8 of the Convention (Barbulescu v Romania [GC], no. 61496/08, § 121)",
         [("ECHR", ("art_8",)), ("ECHR-61496/08", ("para_121",))]),
        ("en", "Art 6(1)f GDPR", [("32016R0679", ("art_6__para_1__point_f",))]),
        ("en", "Article 6(1) first subparagraph point (f) GDPR", [("32016R0679", ("art_6__para_1__point_f",))]),
        ("en", "GDPR, Art. 5 and Rec. 39", [("32016R0679", ("art_5", "rec_39"))]),
        ("en", "Sched. 4, Part 2, para. 5 of the Companies Act 2006",
         [("Companies Act 2006", ("sched_4__part_2__para_5",))]),
        ("en", "Section 3.2 and Article 6.1 of this Agreement", []),
        ("de", "Art. 6 Abs. 1 lit. f, EG 47 DSGVO", [("32016R0679", ("art_6__para_1__point_f",)), ("32016R0679", ("rec_47",))]),
        ("de", "Artikel 2 Absatz 1 in Verbindung mit Artikel 1 Absatz 1 Grundgesetz",
         [("DE-gg", ("art_2__abs_1",)), ("DE-gg", ("art_1__abs_1",))]),
        ("de", "Art. 25, Anhang I der Richtlinie 2005/29/EG", [("32005L0029", ("art_25",)), ("32005L0029", ("anx_1",))]),
        ("de", "Das BAG (Urteil vom 8. Mai 2014 – 2 AZR 1005/12 –, NZA 2015, 889 Rn. 20)",
         [("BAG vom 08.05.2014, 2 AZR 1005/12", ("para_20",))]),
        ("en", "Articles 24(4)(b), 25(2), third subparagraph, and 27(7) of MiFID II",
         [("32014L0065", ("art_24__para_4__point_b", "art_25__para_2__subpara_3", "art_27__para_7"))]),
        ("fr", "article 5, § 1er, c) du RGPD", [("32016R0679", ("art_5__para_1__point_c",))]),
        ("fr", "art. 6.1.f du RGPD", [("32016R0679", ("art_6__para_1__point_f",))]),
        ("fr", "articles 1103 et suivants du code civil", [("Code civil", ("art_1103",))]),
    ],
)  # fmt: skip
def test_forms_of_places(language: str, text: str, expected: Cited) -> None:
    assert cited(text, language) == expected


def test_own_articles_of_an_act_stay_its_own() -> None:
    text = "Regulation (EU) 2022/2065, Article 5 applies."
    found = find(text, "en", Context("32016R0679", "art_20"))
    assert [(c.work, c.eids) for c in found] == [
        ("32022R2065", ()),
        ("32016R0679", ("art_5",)),
    ]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        (
            "Directive 2002/58/EC¹ and Article 9²¹ GDPR³, Case C-362/14⁴",
            "en",
            [
                ("Directive 2002/58/EC", "32002L0058", ()),
                ("Article 9²¹ GDPR", "32016R0679", ("art_9",)),
                ("Case C-362/14", "62014CJ0362", ()),
            ],
        ),
        (
            "³Nach § 31 Abs. 1² BGB⁴ haftet er; ⁵§ 280 bleibt.",
            "de",
            [("§ 31 Abs. 1² BGB", "DE-bgb", ("para_31__abs_1",)), ("§ 280", "", ("para_280",))],
        ),
        ("[2023] UKSC 12¹", "en", [("[2023] UKSC 12", "[2023] UKSC 12", ())]),
    ],
)
def test_raised_numbers_are_no_part_of_citations(
    text: str, language: str, expected: list[tuple[str, str, tuple[str, ...]]]
) -> None:
    found = find(text, language)
    assert [(c.text, c.work, c.eids) for c in found] == expected
    assert all(text[c.start : c.end] == c.text for c in found)


def test_raised_numbers_keep_citations_in_their_provisions() -> None:
    text = "¹The controller² acts.\nArticle 6³ applies⁴; paragraph 1⁵ stays."
    border = text.index("Article 6")
    segments = (Segment(0, border, "art_1"), Segment(border, len(text), "art_2"))
    found = find_in_provisions(text, "en", Context("32016R0679"), segments)
    assert [(text[c.start : c.end], c.eids) for c in found] == [
        ("Article 6", ("art_6",)),
        ("paragraph 1", ("art_2__para_1",)),
    ]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("fr", "l'article L. 1242-2 du code du travail", [("Code du travail", ("art_l1242-2",))]),
        (
            "fr",
            "articles 1240 et 1241 du code civil, et l’article 16-1 du même code",
            [("Code civil", ("art_1240", "art_1241")), ("Code civil", ("art_16-1",))],
        ),
        ("fr", "C. com., art. L. 225-38", [("Code de commerce", ("art_l225-38",))]),
        ("fr", "article 1382 du code civil belge", [("", ("art_1382",))]),
        ("fr", "art. 321c al. 3 CO", [("Code des obligations", ("art_321c__para_3",))]),
        ("de", "Art. 97 Abs. 1 OR", [("Obligationenrecht", ("art_97__para_1",))]),
        (
            "de",
            "Art. 146 StGB; § 263 StGB",
            [("Schweizerisches Strafgesetzbuch", ("art_146",)), ("DE-stgb", ("para_263",))],
        ),
        (
            "de",
            "§ 879 Abs 1 ABGB und § 1295 des Allgemeinen Bürgerlichen Gesetzbuches",
            [
                ("Allgemeines Bürgerliches Gesetzbuch", ("para_879__abs_1",)),
                ("Allgemeines Bürgerliches Gesetzbuch", ("para_1295",)),
            ],
        ),
        ("en", "Article 41 of the Swiss Code of Obligations", [("Obligationenrecht", ("art_41",))]),
        (
            "en",
            "Article 13 § 2 of the Convention, as the ECtHR held",
            [("ECHR", ("art_13__para_2",))],
        ),
        (
            "en",
            "Article 8 of Regulation (EU) 2022/2554 (DORA), Article 2(1) and Article 3 of Directive (EU) 2022/2555",
            [
                ("32022R2554", ("art_8",)),
                ("32022R2554", ()),
                ("32022L2555", ("art_2__para_1", "art_3")),
            ],
        ),
        ("en", "Schrems I, paras 73-74", [("62014CJ0362", ("para_73", "para_74"))]),
        (
            "en",
            "SI 1999 No 2083; S.I. 1999/2083",
            [("UK-1999-uksi-2083", ()), ("UK-1999-uksi-2083", ())],
        ),
        ("de", "§ 3 des Bundesdatenschutz-\ngesetzes", [("DE-bdsg_2018", ("para_3",))]),
    ],
)
def test_codes_of_neighbours_and_names_of_cases_are_recognised(
    language: str, text: str, expected: Cited
) -> None:
    assert cited(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "cited"),
    [
        ("See DSA Arts 34–35.", "en", ("32022R2065", ("art_34", "art_35"))),
        (
            "aus Art. 2 Abs. 1 iVm. Art. 1 Abs. 1 GG folgt",
            "de",
            ("DE-gg", ("art_2__abs_1", "art_1__abs_1")),
        ),
        (
            "à l'article 47 de la charte des droits fondamentaux de l'Union européenne",
            "fr",
            ("12016P", ("art_47",)),
        ),
        ("de l'article 4, point 7), du RGPD", "fr", ("32016R0679", ("art_4__point_7",))),
        ("BGE 140 III 404 E. 4", "de", ("", ("para_4",))),
    ],
)
def test_forms_of_journals_and_pleadings(
    text: str, language: str, cited: tuple[str, tuple[str, ...]]
) -> None:
    assert [(c.work, c.eids) for c in find(text, language)] == [cited]
