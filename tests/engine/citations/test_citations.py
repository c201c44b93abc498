"""Citations in texts, as tables of (text, expected)."""

import importlib.util

import pytest

from lexdesk.citations import Context, find
from lexdesk.citations.works import us

GDPR = Context("32016R0679", "art_20__para_3")
needs_eyecite = pytest.mark.skipif(
    importlib.util.find_spec("eyecite") is None, reason="needs the extra lexdesk[us]"
)


def cited_lines(
    text: str, language: str | None = None, context: Context | None = None
) -> list[str]:
    """Return the cited works and eids, one line a citation."""
    found = find(text, language, context)
    return [" ".join((c.work or c.name or "?", *c.eids)) for c in found]


EC = "Treaty establishing the European Community"
EG = "Vertrag zur Gründung der Europäischen Gemeinschaft"
WITHOUT_CONTEXT = [
    ("Art. 6(1)(f) GDPR", ["32016R0679 art_6__para_1__point_f"]),
    ("Regulation (EU) 2016/679", ["32016R0679"]),
    ("Regulation (EC) No 1049/2001", ["32001R1049"]),
    ("Regulation (EEC) No 1408/71", ["31971R1408"]),
    ("Council Directive 93/13/EEC", ["31993L0013"]),
    ("Directive 95/46", ["31995L0046"]),
    ("Framework Decision 2002/584/JHA", ["32002F0584"]),
    ("Reglamento (UE) 2016/679", ["32016R0679"]),
    ("CELEX 32016R0679", ["32016R0679"]),
    ("Article 50 32024R1689", ["32024R1689 art_50"]),
    ("Art. 50 Abs. 1 32024R1689", ["32024R1689 art_50__para_1"]),
    ("article 50 32024R1689", ["32024R1689 art_50"]),
    ("Article 6(1), first subparagraph, point (f) of the GDPR", ["32016R0679 art_6__para_1__point_f"]),
    ("Article 6(1), second subparagraph of the GDPR", ["32016R0679 art_6__para_1__subpara_2"]),
    ("points (a) and (b) of Article 6(1) GDPR", ["32016R0679 art_6__para_1__point_a art_6__para_1__point_b"]),
    ("Articles 12 to 14 GDPR", ["32016R0679 art_12 art_13 art_14"]),
    ("Chapter III Section 4, Chapter V, Chapter VII and Article 78 of Regulation (EU) 2024/1689",
     ["32024R1689 chp_3__sec_4 chp_5 chp_7 art_78"]),
    ("Title I Chapter VI, Sections 2 and 3 of Directive 2009/138/EC",
     ["32009L0138 title_1__chp_6__sec_2 title_1__chp_6__sec_3"]),
    ("Article 7 of Directive 2012/27/EU and Annex V thereto", ["32012L0027 art_7", "32012L0027 anx_5"]),
    ("points 5 (b) and (c) of Annex III to Regulation (EU) 2024/1689",
     ["32024R1689 anx_3__point_5__point_b anx_3__point_5__point_c"]),
    ("methods set out in Section 3 of Chapter 6, or IMM", ["? chp_6__sec_3"]),
    ("§ 266 II A. I. 1 HGB", ["DE-hgb para_266__abs_2__buchst_A__nr_I__nr_1"]),
    ("points (a) to (c) and point (f) of Article 6(1) GDPR",
     ["32016R0679 art_6__para_1__point_a art_6__para_1__point_b art_6__para_1__point_c art_6__para_1__point_f"]),
    ("paragraphs (a)(i) and (b) of section 7(1) of the Data Protection Act 2018",
     ["Data Protection Act 2018 sec_7__subsec_1__para_a__subpara_i sec_7__subsec_1__para_b"]),
    ("paragraphs (b)(ii), (c) and (k)(i) to (iii) of section 3(1) of the Data Protection Act 2018",
     ["Data Protection Act 2018 sec_3__subsec_1__para_b__subpara_ii sec_3__subsec_1__para_c "
      "sec_3__subsec_1__para_k__subpara_i sec_3__subsec_1__para_k__subpara_ii sec_3__subsec_1__para_k__subpara_iii"]),
    ("subparagraph (ii) of paragraph (a) or paragraph (b) of subsection (1) of section 5 of the Data Protection Act 2018",
     ["Data Protection Act 2018 sec_5__subsec_1__para_a__subpara_ii sec_5__subsec_1__para_b"]),
    ("subsection (1) or (2) or subsection (1) or (2) of section 15 of the Data Protection Act 2018",
     ["Data Protection Act 2018 subsec_1 subsec_2 sec_15__subsec_1 sec_15__subsec_2"]),
    ("subsections (1) and (2) and subsection (8) of section 53 of the Data Protection Act 2018",
     ["Data Protection Act 2018 sec_53__subsec_1 sec_53__subsec_2 sec_53__subsec_8"]),
    ("§ 10 Absatz 1 Nummer 2 Buchstabe b Doppelbuchstabe bb bis dd EStG",
     ["DE-estg para_10__abs_1__nr_2__buchst_b__dbuchst_bb para_10__abs_1__nr_2__buchst_b__dbuchst_cc "
      "para_10__abs_1__nr_2__buchst_b__dbuchst_dd"]),
    ("nach Absatz 1 Satz 4 sowie § 147 Absatz 2, 3 Satz 3 und Absatz 5 AO",
     ["DE-ao_1977 abs_1 para_147__abs_2 para_147__abs_3 para_147__abs_5"]),
    ("Artikel 2 Nummer 2 Buchstabe a Doppelbuchstabe bb und Buchstabe b BGB",
     ["DE-bgb art_2__nr_2__buchst_a__dbuchst_bb art_2__nr_2__buchst_b"]),
    ("listed in Article 1 of, and Annex IV to, Regulation (EU) No 1308/2013", ["32013R1308 art_1 anx_4"]),
    ("Article 3 paragraph 5 of Directive 2014/65/EU", ["32014L0065 art_3__para_5"]),
    ("l'article 16 bis, paragraphe 2, de la directive 2014/65/UE", ["32014L0065 art_16bis__para_2"]),
    ("Artikel 16 bis 18 der Richtlinie 2014/65/EU", ["32014L0065 art_16 art_17 art_18"]),
    ("regulations 16 to 18 of the European Communities (Directive 2000/31/EC) Regulations 2003",
     ["European Communities (Directive 2000/31/EC) Regulations 2003 reg_16 reg_17 reg_18"]),
    ("Reg. 6(1) of the European Union (Payment Services) Regulations 2018",
     ["European Union (Payment Services) Regulations 2018 reg_6__para_1"]),
    ("the Companies Act 1990 (Uncertificated Securities) Regulations 1996 (S.I. No. 68 of 1996)", ["IE-1996-si-68"]),
    ("the Mercantile Marine Act 1955 (Section 62) Regulations 1963 are revoked",
     ["Mercantile Marine Act 1955 (Section 62) Regulations 1963"]),
    ("section 26 of the Maternity Protection Act 1994 (Extension of Periods of Leave) Order 2001",
     ["Maternity Protection Act 1994 (Extension of Periods of Leave) Order 2001 sec_26"]),
    ("Arts 101 & 102 TFEU; Arts. 5(1)(a) & 6(1)(f) GDPR",
     ["12016E art_101 art_102", "32016R0679 art_5__para_1__point_a art_6__para_1__point_f"]),
    ("Regulation 4064/89, arts 2(1)(b) and 3", ["31989R4064 art_2__para_1__point_b art_3"]),
    ("Regulation 17/62, art 15(2), and Regulation 19/65", ["31962R0017 art_15__para_2", "31965R0019"]),
    ("Art. 7 Brüssel Ia-VO, Art. 5 Abs. 3 EuGVÜ", ["32012R1215 art_7", "Brussels Convention of 1968 art_5__para_3"]),
    ("§§ 1 Abs. 1, 4 S. 1, 7 KSchG", ["DE-kschg para_1__abs_1 para_4 para_7"]),
    ("Articles 12–14 GDPR", ["32016R0679 art_12 art_13 art_14"]),
    ("Articles 13, 14 and 15(2) GDPR", ["32016R0679 art_13 art_14 art_15__para_2"]),
    ("recitals 65 and 66 GDPR", ["32016R0679 rec_65 rec_66"]),
    ("Annex I to Directive 2013/36/EU", ["32013L0036 anx_1"]),
    ("Regulations (EU) No 1093/2010 and (EU) No 1094/2010", ["32010R1093", "32010R1094"]),
    ("Article 16(1) TFEU and Article 8 of the Charter", ["12016E art_16__para_1", "12016P art_8"]),
    ("Directive 2009/81/EC. Articles 8 and 12 thereof", ["32009L0081", "32009L0081 art_8 art_12"]),
    ("Directive 2009/81/EC, and Article 3 of that Directive", ["32009L0081", "32009L0081 art_3"]),
    ("article 6, paragraphe 1, point f), du RGPD", ["32016R0679 art_6__para_1__point_f"]),
    ("Art. 6 Abs. 1 Buchst. f DSGVO", ["32016R0679 art_6__para_1__point_f"]),
    ("§ 823 Abs. 1 BGB", ["DE-bgb para_823__abs_1"]),
    ("§ 823 Abs.1 BGB", ["DE-bgb para_823__abs_1"]),
    ("gem. Art.6 Abs.1 lit.f DSGVO", ["32016R0679 art_6__para_1__point_f"]),
    ("Art.6(1)(f) GDPR", ["32016R0679 art_6__para_1__point_f"]),
    ("§ 5 Abs.1 u. 2 BGB", ["DE-bgb para_5__abs_1 para_5__abs_2"]),
    ("BGBl. I S.1234", []),
    ("§§ 12, 13 BGB", ["DE-bgb para_12 para_13"]),
    ("§§ 280 Abs. 1, 3, 281 BGB", ["DE-bgb para_280__abs_1 para_280__abs_3 para_281"]),
    ("§§ 8 Abs. 1, 9 UWG", ["DE-uwg_2004 para_8__abs_1 para_9"]),
    ("§§ 8 Abs. 1, 3 und 9 UWG", ["DE-uwg_2004 para_8__abs_1 para_8__abs_3 para_9"]),
    ("§§ 8, 9 Abs. 1, 12 UWG", ["DE-uwg_2004 para_8 para_9__abs_1 para_9__abs_12"]),
    ("§§ 437 Nr. 3, 280 Abs. 1 BGB", ["DE-bgb para_437__nr_3 para_280__abs_1"]),
    ("§§ 812 Abs. 1 Satz 1, 818 Abs. 2 BGB", ["DE-bgb para_812__abs_1 para_818__abs_2"]),
    ("§§ 434, 437 Nr. 2, 440, 323, 326 Abs. 5 BGB",
     ["DE-bgb para_434 para_437__nr_2 para_440 para_323 para_326__abs_5"]),
    ("§ 10 Nr. 1 Buchst. a, 12 Abs. 2 BGB", ["DE-bgb para_10__nr_1__buchst_a para_12__abs_2"]),
    ("Art. 20 Abs. 3, 19 Abs. 4 GG", ["DE-gg art_20__abs_3 art_19__abs_4"]),
    ("§ 5 Abs. 2, 3 und 7 BGB", ["DE-bgb para_5__abs_2 para_5__abs_3 para_5__abs_7"]),
    ("§ 3 Nr. 5, 40 und 64 EStG", ["DE-estg para_3__nr_5 para_3__nr_40 para_3__nr_64"]),
    ("§ 5 Abs. 1 Satz 1 und 2 Nr. 3 BGB", ["DE-bgb para_5__abs_1 para_5__abs_1__nr_3"]),
    ("§ 4 Absatz 4.3.2 und 6.8.27 Satz 1", ["? para_4__abs_4.3.2 para_4__abs_6.8.27"]),
    ("§ 5 Nr. 1 Buchst. a oder nach 14 Werktagen", ["? para_5__nr_1__buchst_a"]),
    ("§§ 433 ff. BGB", ["DE-bgb para_433"]),
    ("§§ 433ff. BGB", ["DE-bgb para_433"]),
    ("§ 433 f. BGB", ["DE-bgb para_433 para_434"]),
    ("§ 5 Abs. 1 f., 3 BGB", ["DE-bgb para_5__abs_1 para_5__abs_2 para_5__abs_3"]),
    ("Articles 5 et seq. of the GDPR", ["32016R0679 art_5"]),
    ("§§ 280 I, III, 281 BGB", ["DE-bgb para_280__abs_1 para_280__abs_3 para_281"]),
    ("§ 433 I 1 BGB, § 312 II Nr. 2 BGB", ["DE-bgb para_433__abs_1", "DE-bgb para_312__abs_2__nr_2"]),
    ("Artikel III § 1 Abs. 2 des Bürgerlichen Gesetzbuchs", ["DE-bgb art_3__para_1__abs_2"]),
    ("im Sinne des Artikels I Nummer 6 und in den Artikeln IV und V BGB",
     ["? art_i__point_6", "DE-bgb art_4 art_5"]),
    ("§ 266 Abs. 2 A. III. HGB", ["DE-hgb para_266__abs_2__buchst_A__nr_III"]),
    ("§ 266 Abs. 2 A. I. Nr. 1, § 266 Abs. 2 A I 1 und § 266 Abs. 2 A.I.1 HGB",
     ["DE-hgb para_266__abs_2__buchst_A__nr_I__nr_1"]),
    ("§ 266 Abs. 3 B. Nr. 1 HGB", ["DE-hgb para_266__abs_3__buchst_B__nr_1"]),
    ("§ 266 Abs. 3 A. HGB", ["DE-hgb para_266__abs_3__buchst_A"]),
    ("Art. 2 I, 1 I 2 GG", ["DE-gg art_2__abs_1 art_1__abs_1"]),
    ("nach § 6 V v. 3.5.2000 und § 7 I. Abschnitt", ["? para_6", "? para_7"]),
    ("Article 6, paragraph 1, GDPR", ["32016R0679 art_6__para_1"]),
    ("Art. 28 para. 3 sentence 1 lit. a) GDPR and Article 6(1), sentence 1, point (f) GDPR",
     ["32016R0679 art_28__para_3__point_a", "32016R0679 art_6__para_1__point_f"]),
    ("a sentence 10 years long; sentence 2 of Article 5(1) GDPR", ["32016R0679 art_5__para_1"]),
    ("Art. 5 VO (EU) 2016/679, RL 2014/65/EU, VO (EWG) Nr. 1676/90 und VO 1676/90",
     ["32016R0679 art_5", "32014L0065", "31990R1676"]),
    ("Reg. (EU) 2016/679, Dir. 2014/65/EU and Regulation EU 2016/679", ["32016R0679", "32014L0065", "32016R0679"]),
    ("DORA, NIS2, NIS 2 and CRD IV", ["32022R2554", "32022L2555", "32022L2555", "32013L0036"]),
    ("Article 4, point (1), GDPR and Article 5", ["32016R0679 art_4__point_1", "32016R0679 art_5"]),
    ("Article 5, Directive 95/46/EC", ["? art_5", "31995L0046"]),
    ("§ 1 SGB V", ["DE-sgb_5 para_1"]),
    ("§ 8 des Bürgerlichen Gesetzbuchs", ["DE-bgb para_8"]),
    ("Artikel 25 des Einführungsgesetzes zum Handelsgesetzbuch", ["DE-hgbeg art_25"]),
    ("§ 12 Absatz 6 des Einführungsgesetzes zum Aktiengesetz", ["DE-aktgeg para_12__abs_6"]),
    ("Artikel 40 des\nEinführungsgesetzes zur Abgabenordnung", ["DE-aoeg_1977 art_40"]),
    ("§ 8 des Einführungsgesetzes zur\nStrafprozeßordnung", ["DE-stpoeg para_8"]),
    ("§ 23 EGGVG", ["DE-gvgeg para_23"]),
    (
        "§ 15a des Einführungsgesetzes zur Zivilprozessordnung",
        ["Einführungsgesetzes zur Zivilprozessordnung para_15a"],
    ),
    (
        "Artikel 150 des Einführungsgesetzes zum Gesetz über Ordnungswidrigkeiten",
        ["Einführungsgesetzes zum Gesetz über Ordnungswidrigkeiten art_150"],
    ),
    ("Artikel 247 des Einführungsgesetzes zum Bürgerlichen\nGesetzbuche", ["DE-bgbeg art_247"]),
    ("under § 823 Abs. 1 BGB the owner is liable", ["DE-bgb para_823__abs_1"]),
    ("We rely on Art. 6 Abs. 1 lit. f DSGVO for the data", ["32016R0679 art_6__para_1__point_f"]),
    ("He may object under Art. 21 Abs. 1 DSGVO to the use", ["32016R0679 art_21__para_1"]),
    ("the property of Art. 14 Abs. 1 GG is in the law", ["DE-gg art_14__abs_1"]),
    ("section 12 of the Data Protection Act 2018", ["Data Protection Act 2018 sec_12"]),
    ("section 5(1)(a) of the Land Act, 1927", ["Land Act 1927 sec_5__subsec_1__para_a"]),
    ("S.I. No. 123 of 2010", ["IE-2010-si-123"]),
    ("S.I. 336/2011 and S.I. 2011/336", ["IE-2011-si-336", "UK-2011-uksi-336"]),
    ("in line with the GDPR and the Data Protection Act 2018", ["32016R0679", "Data Protection Act 2018"]),
    ("Section 10(b) of the Securities Exchange Act of 1934; References in the Act of 1913; the Data Protection Act of 2018",
     ["Securities Exchange Act of 1934 sec_10__para_b", "Act of 1913", "Data Protection Act of 2018"]),
    ("21 CFR Part 11, 40 C.F.R. 152.3(u) and 42 USC § 1983; 10 USCS 5",
     ["21 C.F.R. § 11", "40 C.F.R. § 152.3", "42 U.S.C. § 1983"]),
    ("the Charter and the Human Rights Act 1998", ["Human Rights Act 1998"]),
    ("the Directive and the European Communities Act 1972", ["European Communities Act 1972"]),
    ("Unfair Dismissals Acts, 1977-2015 and the Conciliation Act, 1904 – 1952",
     ["Unfair Dismissals Acts 1977-2015", "Conciliation Act 1904-1952"]),
    ("Lloyd v Google LLC [2021] UKSC 50, [2021] 3 WLR 1268 at [42]", ["[2021] UKSC 50 para_42"]),
    ("[2019] EWHC 123\n(QB) [12], [2019] IEHC 12, at para 31", ["[2019] EWHC 123 (QB) para_12", "[2019] IEHC 12 para_31"]),
    ("Donoghue v Stevenson [1932] AC 562, [1964] AC 465; R. [1994] INSC 12, [1996] INSC 5",
     ["[1932] AC 562", "[1964] AC 465", "[1994] INSC 12", "[1996] INSC 5"]),
    ("the Member States [2016] are 28, see [12] UKSC and AIR [1983] SC 1190", []),
    ("Diseases of Animals Act, 1932 (No.14 of 1932)", ["IE-1932-act-14"]),
    ("Case C-311/18, ECLI:EU:C:2020:559", ["62018CJ0311"]),
    ("Schrems II, C-311/18, EU:C:2020:559, paragraph 94, and Rs. C-311/18 (Schrems II), Rn. 12",
     ["62018CJ0311 para_94", "62018CJ0311 para_12"]),
    ("In Schrems II (Case C-311/18) at [92] and [134]", ["62018CJ0311 para_92 para_134"]),
    ("EuGH – C-300/21, NJW 2023, 1930 Rn. 32 f.", ["62021CJ0300 para_32"]),
    ("C-26/22 SCHUFA Holding (Discharge from remaining debts), paragraph 70", ["62022CJ0026 para_70"]),
    ("Warren [2021] EWHC 2168 (QB) [2021] EMLR 25 at [22]", ["[2021] EWHC 2168 (QB) para_22"]),
    ("Joined Cases C-293/12 and C-594/12", ["62012CJ0293", "62012CJ0594"]),
    ("Case T-201/04 and Case 26/62", ["62004TJ0201", "61962CJ0026"]),
    ("LG Aachen, 6 T 104/07; AG Köln 12a C 345/07", []),
    ("EuGH vom 3. September 2009, C 489/07, und 3.9.09 C 489/07", ["62007CJ0489", "62007CJ0489"]),
    ("S. v. the United Kingdom, nos. 30562/04 and 30566/04", ["ECHR-30562/04", "ECHR-30566/04"]),
    ("42 U.S.C. § 1983", ["42 U.S.C. § 1983"]),
    ("28 U.S.C. §§ 1331, 1332(a), and 1367 and 42 U.S.C. § 1983",
     ["28 U.S.C. § 1331", "28 U.S.C. § 1332", "28 U.S.C. § 1367", "42 U.S.C. § 1983"]),
    ("42 U.S.C. §§ 1981 and 1983, 30 days", ["42 U.S.C. § 1981", "42 U.S.C. § 1983"]),
    ("Article 28 (3) GDPR", ["32016R0679 art_28__para_3"]),
    ("Art. 6 (1) (f) GDPR", ["32016R0679 art_6__para_1__point_f"]),
    ("Article 43 (2) TFEU", ["12016E art_43__para_2"]),
    ("§ 823 (1) BGB", ["DE-bgb para_823__abs_1"]),
    ("Article 5 (1) The Commission shall", ["? art_5"]),
    ("recitals (12) and (13) of Regulation (EU) 2016/679", ["32016R0679 rec_12 rec_13"]),
    ("see recital (47) of the GDPR (recitals (4), 5 and (7) to (9))",
     ["32016R0679 rec_47", "32016R0679 rec_4 rec_5 rec_7 rec_8 rec_9"]),
    ("die Erwägungsgründe (12) und (13) der DSGVO", ["32016R0679 rec_12 rec_13"]),
    ("in the last recital\n(13) The Regulation", []),
    ("Article 81 EC and Articles 39 EC, 43 EC and 49(1) EC",
     [f"{EC} art_81", f"{EC} art_39 art_43 art_49__para_1"]),
    ("Article 230 TEC", [f"{EC} art_230"]),
    ("Articles 101 TFEU and 102 TFEU", ["12016E art_101 art_102"]),
    ("Article 5 EC declaration of conformity, Article 6 EC-type", ["? art_5", "? art_6"]),
    ("Article 81(1) of the EC Treaty", [f"{EC} art_81__para_1"]),
    ("nach Art. 81 Abs. 1 EG und Artikel 28 EGV", [f"{EG} art_81__para_1", f"{EG} art_28"]),
    ("des Artikels 50 des Vertrages zur Gründung der Europäischen Gemeinschaft", [f"{EG} art_50"]),
    ("Article 31 of the Euratom Treaty", ["12016A art_31"]),
    ("Article 16 of the Treaty on the\nFunctioning of the European\nUnion", ["12016E art_16"]),
    ("§§ 5 bis § 7 BGB", ["DE-bgb para_5 para_6 para_7"]),
    ("§ 5 Abs. 1 bis § 7 Abs. 2 BGB", ["DE-bgb para_5__abs_1 para_7__abs_2"]),
    ("Artikel 5 bis Artikel 7 DSGVO", ["32016R0679 art_5 art_6 art_7"]),
    ("Part IX of the Health Act, 1970 and Chapters I and II of Part I of the Finance Act 1986",
     ["Health Act 1970 part_9", "Finance Act 1986 part_1__chp_1 part_1__chp_2"]),
    ("Amendment of Road Traffic Act 2010", ["Road Traffic Act 2010"]),
    ("the Thirty-third Amendment of the Constitution (Court of Appeal) Act 2013",
     ["Thirty-third Amendment of the Constitution (Court of Appeal) Act 2013"]),
    ("the Personal Data Act and the EU Data Act", ["32023R2854"]),
    ("decision no. 23/2023 of the authority, Decision No 1/80, Decision No 768/2008/EC", ["32008D0768"]),
]  # fmt: skip

IN_CONTEXT = [
    ("this Regulation", GDPR, ["32016R0679"]),
    (f"Article 95 of the {EC}", GDPR, [f"{EC} art_95"]),
    ("the Treaty establishing the European Atomic Energy Community, and in particular Article 106a thereof", GDPR,
     ["12016A", "12016A art_106a"]),
    ("Article 2 of the Treaty of Accession and Article 114 of the Treaty", GDPR, ["Treaty art_2", "12016E art_114"]),
    ("Article 81 EC", GDPR, [f"{EC} art_81"]),
    ("see recitals (12) and (13)", GDPR, ["32016R0679 rec_12 rec_13"]),
    ("paragraph 1 of this Article", GDPR, ["32016R0679 art_20__para_1"]),
    ("point (b)", GDPR, ["32016R0679 art_20__para_3__point_b"]),
    ("the first subparagraph", GDPR, ["32016R0679 art_20__para_3"]),
    ("Article 17", GDPR, ["32016R0679 art_17"]),
    ("section C division 26 of NACE Rev. 2", Context("32022L2555", "anx_2"), ["? sec_c"]),
    ("that Directive", Context("32016R0679", "art_1", ("31995L0046",)), ["31995L0046"]),
    ("Section 3, Section 4 or Section 5 of Title II, Chapter 6", Context("32013R0575", "art_383"),
     ["32013R0575 title_2__chp_6__sec_3 title_2__chp_6__sec_4 title_2__chp_6__sec_5"]),
    ("Chapter 2 of Part Three, Title II", Context("32013R0575", "art_438"), ["32013R0575 part_3__title_2__chp_2"]),
    ("Chapter 2 of Title II, Section 3", Context("32013R0575", "art_1"), ["32013R0575 title_2__chp_2__sec_3"]),
    ("Chapter 2, Title II of Part Three", Context("32013R0575", "anx_3"), ["32013R0575 part_3__title_2__chp_2"]),
    ("Section C, point 5, and Part A", Context("32014L0065", "anx_1"),
     ["32014L0065 anx_1__sec_c__point_5 anx_1__part_a"]),
    ("Absatz 2 Nummer 1", Context("DE-bgb", "para_5__abs_1"), ["DE-bgb para_5__abs_2__nr_1"]),
    ("§ 9 dieses Gesetzes", Context("DE-stipg", "para_2"), ["DE-stipg para_9"]),
    ("subsection (2)", Context("IE-2018-act-7", "sec_5__subsec_1"), ["IE-2018-act-7 sec_5__subsec_2"]),
    ("the Act of 2010", Context("IE-2024-act-35", "sec_2", aliases={"Act of 2010": "X Act 2010"}), ["X Act 2010"]),
]  # fmt: skip


def test_pointer_to_another_act_type_is_not_own_act() -> None:
    text = "die Richtlinie 2000/31/EG und speziell die Artikel 12 bis 15 dieser Richtlinie"
    assert cited_lines(text, "de", GDPR) == ["32000L0031", "32000L0031 art_12 art_13 art_14 art_15"]
    text = "die Richtlinie 2000/31/EG und speziell die Artikel 12 und 15 jener Richtlinie"
    assert cited_lines(text, "de", GDPR) == ["32000L0031", "32000L0031 art_12 art_15"]
    assert cited_lines("Artikel 5 dieser Verordnung", "de", GDPR) == ["32016R0679 art_5"]


@needs_eyecite
def test_foreign_law_reports_are_not_us_cases() -> None:
    text = "[1955] 2 S.C.R. 589; People v. X (1980) 3 Cal.3d 100; Brown, 347 U.S. 483"
    assert cited_lines(text, "en") == ["3 Cal. 3d 100", "347 U.S. 483"]


def test_former_treaty_is_not_own_act() -> None:
    economic = "Vertrag zur Gründung der Europäischen Wirtschaftsgemeinschaft"
    assert cited_lines("Artikel 95 des EWG-Vertrags", "de", GDPR) == [f"{economic} art_95"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("undersection 5 of this Act", ["? sec_5"]),
        ("gemäß§ 823 Abs. 1 BGB", ["DE-bgb para_823__abs_1"]),
        ("(§ 823 BGB", ["DE-bgb para_823"]),
        ("§ 823 BGB", ["DE-bgb para_823"]),
    ],
)
def test_glued_words_are_found(text: str, expected: list[str]) -> None:
    assert cited_lines(text, "de" if "§" in text else "en") == expected


NOT_CITED = [
    "30 days after 5 May 2018",
    "a decision of the Council in 2016/17",
    "OJ C 115, 9.5.2008, p. 1",
    "the title of this section",
    "at this point of the procedure, paragraph by paragraph",
    "EN ISO/IEC 17011:2017",
]


@pytest.mark.parametrize(("text", "expected"), WITHOUT_CONTEXT)
def test_citations_are_extracted_and_normalised(text: str, expected: list[str]) -> None:
    assert cited_lines(text) == expected


@pytest.mark.parametrize(("text", "context", "expected"), IN_CONTEXT)
def test_relative_citations_are_completed_from_context(
    text: str, context: Context, expected: list[str]
) -> None:
    language = "de" if context.work.startswith("DE") else "en"
    assert cited_lines(text, language, context) == expected


@pytest.mark.parametrize("text", NOT_CITED)
def test_other_numbers_are_not_citations(text: str) -> None:
    assert cited_lines(text, "en") == []


@needs_eyecite
def test_us_cases_through_eyecite() -> None:
    (found,) = find("Roe v. Wade, 410 U.S. 113, 120 (1973)")
    assert (found.text, found.work, found.pin_cite) == ("410 U.S. 113, 120", "410 U.S. 113", "120")


def test_numbers_of_irish_acts_load_no_finder_of_us_cases() -> None:
    acts, case = "10 & 11 Geo. V. c. 10 No. 20 of 1923.", "10 No. 20 of 1923, 410 U.S. 113"
    assert not us.has_sign(acts, 0, len(acts))
    assert us.has_sign(case, 0, len(case))
