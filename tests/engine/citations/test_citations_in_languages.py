"""Citations in French, Spanish, Italian and other languages."""

import pytest
from tests.engine.citations.test_citations import GDPR, cited_lines

IN_FRENCH = [
    ("l'article 8 du règlement (UE) no 182/2011, en liaison avec l'article 5, s'applique",
     ["32011R0182 art_8", "32011R0182 art_5"]),
    ("l’article 8 du règlement (UE) no 182/2011, lu en combinaison avec l’article 5 du présent règlement",
     ["32011R0182 art_8", "32016R0679 art_5"]),
    ("l'article 6, lu en combinaison avec l'article 5", ["32016R0679 art_6", "32016R0679 art_5"]),
    ("le règlement (UE) no 182/2011 et l'article 5 dudit règlement", ["32011R0182", "32011R0182 art_5"]),
    ("l'article 6, paragraphe 1, point e) ou f), y compris un profilage",
     ["32016R0679 art_6__para_1__point_e art_6__para_1__point_f"]),
    ("l'article 6, paragraphe 1, point c) ou e), a une base juridique",
     ["32016R0679 art_6__para_1__point_c art_6__para_1__point_e"]),
    ("l'article 58, paragraphe 2, points a), b), et j).",
     ["32016R0679 art_58__para_2__point_a art_58__para_2__point_b art_58__para_2__point_j"]),
    ("l'article 1er, paragraphe 1, point b), de la directive (UE) 2015/1535", ["32015L1535 art_1__para_1__point_b"]),
    ("l'article premier du RGPD", ["32016R0679 art_1"]),
    ("conformément à l'article 47 de la Charte", ["12016P art_47"]),
    ("l’article 267, deuxième alinéa, TFUE", ["12016E art_267__subpara_2"]),
    ("l’article 81, paragraphe 1, CE", ["traité instituant la Communauté européenne art_81__para_1"]),
    ("l’article 95 du traité CE", ["traité instituant la Communauté européenne art_95"]),
    ("l’article 6 du traité sur l’Union européenne", ["12016M art_6"]),
    ("aux considérants (12) et (13) du RGPD", ["32016R0679 rec_12 rec_13"]),
]  # fmt: skip


IN_SPANISH_AND_ITALIAN = [
    ("es", "el artículo 6, apartado 1, letra f), del RGPD y los artículos 12 y 13 del Reglamento (UE) 2016/679",
     ["32016R0679 art_6__para_1__point_f", "32016R0679 art_12 art_13"]),
    ("es", "el artículo 5, apartado 1, párrafo segundo, de la Directiva 93/13/CEE, según su artículo 3",
     ["31993L0013 art_5__para_1", "31993L0013 art_3"]),
    ("es", "el artículo 1902 del Código Civil y el artículo 8 de la Ley 1/2000, de la que nada se sabe",
     ["Código Civil art_1902", "Ley 1/2000 art_8"]),
    ("es", "el artículo 15 del presente Reglamento; considerandos 26 y 30", ["? art_15", "? rec_26 rec_30"]),
    ("es", "el artículo 9, apartado 2, letras h) e i), y apartado 3, del RGPD",
     ["32016R0679 art_9__para_2__point_h art_9__para_2__point_i art_9__para_3"]),
    ("it", "dell'articolo 17, paragrafo 3, lettera b), del GDPR, nonché dell'art. 2043 c.c.",
     ["32016R0679 art_17__para_3__point_b", "Codice civile art_2043"]),
    ("it", "gli articoli da 12 a 14 del regolamento (UE) 2016/679", ["32016R0679 art_12 art_13 art_14"]),
    ("it", "l’articolo 16, paragrafo 2, TFUE", ["12016E art_16__para_2"]),
    ("it", "la costituzione di una società ai sensi dell'articolo 5 della legge 18/2015", ["legge 18/2015 art_5"]),
]  # fmt: skip

IN_DUTCH_AND_PORTUGUESE = [
    ("nl", "artikel 6, lid 1, onder f), van de AVG en de artikelen 12 en 13 van Verordening (EU) 2016/679",
     ["32016R0679 art_6__para_1__point_f", "32016R0679 art_12 art_13"]),
    ("nl", "artikel 6, eerste lid, onder a, AVG; overweging 42 van de AVG",
     ["32016R0679 art_6__para_1__point_a", "32016R0679 rec_42"]),
    ("nl", "overeenkomstig artikel 7, leden 2 en 3, van Richtlijn 93/13/EEG", ["31993L0013 art_7__para_2 art_7__para_3"]),
    ("nl", "de artikelen 12 tot en met 14 AVG", ["32016R0679 art_12 art_13 art_14"]),
    ("nl", "artikel 267, derde alinea, VWEU en artikel 3 van deze verordening", ["12016E art_267__subpara_3", "? art_3"]),
    ("nl", "art. 6 lid 1 aanhef en onder f AVG; artikel 13 leden 1 en 2 AVG; artikel 101 lid 1 VWEU",
     ["32016R0679 art_6__para_1__point_f", "32016R0679 art_13__para_1 art_13__para_2", "12016E art_101__para_1"]),
    ("nl", "het bedrag bedoeld in artikel 6 van de wet van 5 mei 2018", []),
    ("pt", "artigo 6.º, n.º 1, alínea f), do RGPD e artigo 12.º do Regulamento (UE) 2016/679",
     ["32016R0679 art_6__para_1__point_f", "32016R0679 art_12"]),
    ("pt", "nos termos do artigo 5.o, n.os 1 e 2, da Diretiva 93/13/CEE", ["31993L0013 art_5__para_1 art_5__para_2"]),
    ("pt", "o artigo 267.º, terceiro parágrafo, do TFUE", ["12016E art_267__subpara_3"]),
    ("pt", "nos termos do artigo 6.º n.º 1 alínea f) do RGPD", ["32016R0679 art_6__para_1__point_f"]),
    ("pt", "os artigos 12.º a 14.º do RGPD e os considerandos 26 e 30 do RGPD",
     ["32016R0679 art_12 art_13 art_14", "32016R0679 rec_26 rec_30"]),
    ("pt", "o artigo 483.º do Código Civil e o artigo 8.º da Lei n.º 58/2019",
     ["Código Civil (Portugal ou Brasil) art_483", "Lei 58/2019 art_8"]),
    ("nl", "art. 6:248 lid 2 BW en de artikelen 7:658 en 7:611 BW; artikel 3 richtlijn 93/13/EEG; om 14:30 uur",
     ["Burgerlijk Wetboek art_6-248__para_2", "Burgerlijk Wetboek art_7-658 art_7-611", "31993L0013 art_3"]),
]  # fmt: skip

IN_POLISH_AND_ABBREVIATED = [
    ("it", "ai sensi dell'art. 2043 c.c., art. 13 d.lgs. 196/2003 e dell'art. 6 GDPR, art. 2 legge 300/1970",
     ["Codice civile art_2043", "d.lgs. 196/2003 art_13", "32016R0679 art_6", "legge 300/1970 art_2"]),
    ("pl", "zgodnie z art. 22[1] § 1 Kodeksu pracy oraz z art. 22¹ k.c. dane te są w tym zakresie przetwarzane",
     ["Kodeks pracy art_22-1__para_1", "Kodeks cywilny art_22-1"]),
    ("it", "L'art. 7 del d.lgs. 30 giugno 2003, n. 196 e gli artt. 13 e 14 del Regolamento (UE) 2016/679",
     ["d.lgs. 196/2003 art_7", "32016R0679 art_13 art_14"]),
    ("pl", "zgodnie z art. 6 RODO, art. 3 ustawy z dnia 10 maja 2018 r. oraz art. 415 k.c.",
     ["32016R0679 art_6", "Kodeks cywilny art_415"]),
    ("it", "l'art. 640-ter c.p. e gli artt. 2409-bis e 2409-novies c.c.",
     ["Codice penale art_640ter", "Codice civile art_2409bis art_2409novies"]),
    ("pl", "zgodnie z art. 6 ust. 1 lit. a), b) i f) rozporządzenia (UE) 2016/679 oraz motywem 47 RODO",
     ["32016R0679 art_6__para_1__point_a art_6__para_1__point_b art_6__para_1__point_f", "32016R0679 rec_47"]),
    ("pl", "Dane zdefiniowano w art. 4 pkt 1 i 2 RODO; art. 13 ust. 2 lit. b w zw. z art. 15 RODO jest naruszony",
     ["32016R0679 art_4__point_1 art_4__point_2", "32016R0679 art_13__para_2__point_b art_15"]),
    ("pl", "zgodnie z art. 24 § 1 k.c. oraz art. 415 i 417 Kodeksu cywilnego, przez 5 dni lub 3 osoby",
     ["Kodeks cywilny art_24__para_1", "Kodeks cywilny art_415 art_417"]),
    ("pl", "art. 47 Karty praw podstawowych oraz art. 3 ust. 1 dyrektywy 93/13/EWG",
     ["12016P art_47", "31993L0013 art_3__para_1"]),
    ("es", "el art. 6.1.f) RGPD y el artículo 8 de la Carta, no el artículo 51 de la Carta de las Naciones Unidas",
     ["32016R0679 art_6__para_1__point_f", "12016P art_8"]),
    ("it", "ai sensi dell'art. 360, comma 1, n. 3, c.p.c. e dell'art. 1218 cod. civ., art. 3 direttiva 93/13/CEE",
     ["Codice di procedura civile art_360__para_1__point_3", "Codice civile art_1218", "31993L0013 art_3"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [*IN_SPANISH_AND_ITALIAN, *IN_DUTCH_AND_PORTUGUESE, *IN_POLISH_AND_ABBREVIATED],
)
def test_citations_of_further_languages_are_extracted(
    language: str, text: str, expected: list[str]
) -> None:
    assert cited_lines(text, language) == expected
    assert cited_lines(text) == expected  # the language is recognised


@pytest.mark.parametrize(("text", "expected"), IN_FRENCH)
def test_french_citations_are_extracted(text: str, expected: list[str]) -> None:
    assert cited_lines(text, "fr", GDPR) == expected


IN_OTHER_LANGUAGES = [
    ("bg", "Регламент (ЕС) № 182/2011 и директивите 2000/31/ЕО", ["32011R0182", "32000L0031"]),
    ("cs", "ve směrnici 2002/58/ES; nařízením Evropského parlamentu a Rady (ES) č. 765/2008", ["32002L0058", "32008R0765"]),
    ("el", "του κανονισμού (ΕΕ) αριθ. 182/2011, της οδηγίας 95/46/ΕΚ", ["32011R0182", "31995L0046"]),
    ("es", "del Reglamento (UE) n.o 182/2011", ["32011R0182"]),
    ("et", "direktiivi 95/46/EÜ ja määruse (EL) nr 182/2011", ["31995L0046", "32011R0182"]),
    ("fi", "asetuksen (EU) N:o 182/2011, direktiivissä 2002/58/EY", ["32011R0182", "32002L0058"]),
    ("ga", "i dTreoir 2002/58/CE agus Rialachán (AE) Uimh. 182/2011", ["32002L0058", "32011R0182"]),
    ("hr", "Uredbom (EZ) br. 1049/2001", ["32001R1049"]),
    ("hu", "a 182/2011/EU rendelet, a 95/46/EK irányelv, az (EU) 2015/1535 európai parlamenti és tanácsi irányelv",
     ["32011R0182", "31995L0046", "32015L1535"]),
    ("hu", "a 2002/584/IB tanácsi kerethatározat", ["32002F0584"]),
    ("it", "dal regolamento (CE) n. 1049/2001", ["32001R1049"]),
    ("lt", "Direktyvoje 2002/58/EB, reglamentą (EB) Nr. 765/2008", ["32002L0058", "32008R0765"]),
    ("lv", "Regulu (EK) Nr. 765/2008; Direktīvu 95/46/EK", ["32008R0765", "31995L0046"]),
    ("mt", "tar-Regolament (UE) Nru 182/2011", ["32011R0182"]),
    ("pl", "dyrektywie 2002/58/WE, rozporządzeniu (WE) nr 765/2008", ["32002L0058", "32008R0765"]),
    ("pt", "do Regulamento (UE) n.o 182/2011", ["32011R0182"]),
    ("sk", "smernice 95/46/ES, nariadení (ES) č. 765/2008", ["31995L0046", "32008R0765"]),
    ("sl", "v smislu Uredbe (EU) št. 182/2011", ["32011R0182"]),
    ("en", "in regular 2015/16 seasons", []),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "expected"), IN_OTHER_LANGUAGES)
def test_inflected_act_names_are_found_in_each_language(
    language: str, text: str, expected: list[str]
) -> None:
    assert cited_lines(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Article 17 GDPR, Article 3 of Law No 78-17 and Article 13 of Legislative Decree No 196/2003",
         ["32016R0679 art_17"]),
        ("en", "paragraph 14 of Schedule B1 to the Insolvency Act 1986", ["Insolvency Act 1986 sched_b1__para_14"]),
        ("en", "17 C.F.R. §§ 229.101-.103", ["17 C.F.R. § 229.101"]),
        ("de", "§§ 823, 1004 analog BGB", ["DE-bgb para_823 para_1004"]),
        ("de", "Paragraf 1319a und Paragraph 879 Absatz 3 ABGB",
         ["Allgemeines Bürgerliches Gesetzbuch para_1319a para_879__abs_3"]),
        ("de", "BVerfG, Beschl. v. 6.11.2019 - 1 BvR 16/13, BVerfGE 152, 152 (Recht auf Vergessen I), Rn. 42",
         ["BVerfG vom 06.11.2019, 1 BvR 16/13 para_42"]),
        ("de", "OLG Köln, Beschl. v. 2.1.2020 – I-6 U 10/19", ["OLG Köln vom 02.01.2020, I-6 U 10/19"]),
        ("fr", "CJUE, aff. C-131/12, Google Spain, pt 80", ["62012CJ0131 para_80"]),
        ("fr", "TGI Paris, 3e ch., 5 mars 2010, n° 08/12345; CA Paris, 3 mars 2021, n° 19/12345",
         ["TGI, 08/12345", "CA, 19/12345"]),
        ("fr", "Cour de cassation, chambre sociale, 12 juin 2014, pourvoi n° 13-15.416", ["Cass., 13-15.416"]),
        ("fr", "art. L. 442-1, I, 2° C. com.", ["Code de commerce art_l442-1"]),
    ],
)  # fmt: skip
def test_citations_of_courts_and_practice_are_extracted(
    language: str, text: str, expected: list[str]
) -> None:
    assert cited_lines(text, language) == expected
