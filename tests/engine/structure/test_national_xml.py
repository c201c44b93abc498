"""Law of the United States, Spain, France and Austria in the XML of its publishers."""

import datetime
import re
from pathlib import Path

import pytest
from tests.codes import code_of

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.errors import NoteCode, NotFound
from lexdesk.extract import read_source
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.structure import Source

USC = """<?xml version="1.0" encoding="UTF-8"?>
<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:dcterms="http://purl.org/dc/terms/" identifier="/us/usc/t5">
<meta><dc:title>Title 5</dc:title>
<dcterms:created>2026-07-16T07:46:32</dcterms:created></meta><main>
<title identifier="/us/usc/t5"><num value="5">Title 5&#8212;</num><heading>GOVERNMENT ORGANIZATION AND EMPLOYEES</heading>
<toc><p>6304. Annual leave.</p></toc><chapter identifier="/us/usc/t5/ptIII/spE/ch63"><num value="63">CHAPTER 63&#8212;</num>
<heading>LEAVE</heading><section identifier="/us/usc/t5/s6304"><num value="6304">&#167; 6304.</num>
<heading> Annual leave; accumulation</heading>
<subsection identifier="/us/usc/t5/s6304/a"><num value="a">(a)</num><content> Annual leave accumulates.</content></subsection>
<subsection identifier="/us/usc/t5/s6304/b"><num value="b">(b)</num><chapeau> Annual leave not used by&#8212;</chapeau>
<paragraph identifier="/us/usc/t5/s6304/b/1"><num value="1">(1)</num><content> individuals;</content></paragraph>
<continuation>accumulates.</continuation></subsection>
<sourceCredit>(Pub. L. 89-554.)</sourceCredit><notes><note><p>An editorial note.</p></note></notes></section></chapter></title>
</main></uscDoc>"""

BOE = """<?xml version="1.0" encoding="utf-8"?>
<response><data><metadatos>
<identificador>BOE-A-2015-10565</identificador><fecha_disposicion>20151001</fecha_disposicion>
<titulo>Ley 39/2015, de 1 de octubre, del Procedimiento Administrativo Común.</titulo>
<fecha_publicacion>20151002</fecha_publicacion>
<fecha_vigencia>20161002</fecha_vigencia></metadatos><texto>
<bloque id="ti" tipo="encabezado" titulo="TÍTULO I"><version id_norma="BOE-A-2015-10565" fecha_vigencia="20161002">
<p class="titulo_num">TÍTULO I</p><p class="titulo_tit">Disposiciones generales</p></version></bloque>
<bloque id="a1" tipo="precepto" titulo="Artículo 1"><version id_norma="BOE-A-2015-10565" fecha_vigencia="20161002">
<p class="articulo">Artículo 1. Objeto.</p><p class="parrafo">Texto antiguo.</p></version>
<version id_norma="BOE-A-2020-1" fecha_vigencia="20210101"><p class="articulo">Artículo 1. Objeto.</p>
<p class="parrafo">1. La ley regula:</p><p class="parrafo">a) el procedimiento;</p><p class="parrafo">b) los requisitos.</p>
<p class="parrafo">2. Nada más.</p><p class="nota_pie">Se modifica.</p></version></bloque>
<bloque id="dp" tipo="precepto"><version id_norma="BOE-A-2015-10565" fecha_vigencia="20161002">
<p class="articulo">Disposición adicional primera. Especialidades.</p><p class="parrafo">Se regirá por su ley.</p></version>
</bloque>
</texto></data></response>"""

LEGI = """<?xml version="1.0" encoding="UTF-8"?>
<ARTICLE><META><META_COMMUN><ID>LEGIARTI000032041571</ID><NATURE>Article</NATURE></META_COMMUN>
<META_SPEC><META_ARTICLE>
<NUM>L110-1</NUM><ETAT>MODIFIE</ETAT><DATE_DEBUT>2016-10-01</DATE_DEBUT><DATE_FIN>2022-01-01</DATE_FIN></META_ARTICLE>
</META_SPEC></META>
<CONTEXTE><TEXTE cid="LEGITEXT000005634379" nature="CODE"><TITRE_TXT id_txt="LEGITEXT000005634379">Code de commerce</TITRE_TXT>

<TM><TITRE_TM>Partie législative</TITRE_TM><TM><TITRE_TM>LIVRE Ier : Du commerce en général.</TITRE_TM></TM></TM></TEXTE>
</CONTEXTE>
<BLOC_TEXTUEL><CONTENU><br/>La loi répute actes de commerce :<br/><br/>1° Tout achat de <b>biens</b> meubles.<br/></CONTENU>
</BLOC_TEXTUEL>
</ARTICLE>"""

RIS = """<?xml version="1.0" encoding="UTF-8"?>
<risdok xmlns="http://www.bka.gv.at"><metadaten/><nutzdaten><abschnitt>
<kzinhalt typ="p"><absatz typ="kz">Bundesrecht konsolidiert</absatz></kzinhalt>
<ueberschrift typ="titel">Kurztitel</ueberschrift><absatz>Mietrechtsgesetz</absatz>
<ueberschrift typ="titel">Inkrafttretensdatum</ueberschrift><absatz>01.10.2006</absatz>
<ueberschrift typ="titel">Abkürzung</ueberschrift><absatz>MRG</absatz>
<ueberschrift typ="titel">Text</ueberschrift><ueberschrift typ="para">Haupt- und Untermiete</ueberschrift>
<absatz typ="abs"><gldsym>§ 2.</gldsym>(1) Hauptmiete liegt vor, wenn:</absatz>
<liste><aufzaehlung><listelem ebene="1"><symbol>1.</symbol>ein Vertrag besteht;</listelem></aufzaehlung></liste>
<absatz typ="abs">(2) Untermiete liegt sonst vor.</absatz>
<ueberschrift typ="titel">Gesetzesnummer</ueberschrift><absatz>10002531</absatz></abschnitt></nutzdaten></risdok>"""

FIXTURES = Path(__file__).parents[1] / "fixtures"
LAWS = {Format.USLM: USC, Format.BOE: BOE, Format.LEGI: LEGI, Format.RIS: RIS}


def read(xml: str) -> Document:
    return read_source(Source(Path("law.xml"), xml.encode()))


def listed(document: Document) -> list[tuple[str, str]]:
    return [(p.eid, p.label) for p in document.provisions]


@pytest.mark.parametrize("format_", LAWS)
def test_sniffing(format_: Format) -> None:
    assert sniff(LAWS[format_].encode(), "law.xml") is format_


@pytest.mark.parametrize(
    "xml",
    [
        USC.replace("main>", "other>"),
        BOE.replace("texto>", "other>"),
        LEGI.replace("BLOC_TEXTUEL>", "other>"),
        RIS.replace("abschnitt>", "other>"),
    ],
)
def test_files_without_their_text_are_plain_xml(xml: str) -> None:
    document = read(xml)
    assert document.text
    assert document.provisions == ()


def test_code_of_the_united_states() -> None:
    document = read(USC)
    assert (document.work, document.short_title, document.title) == (
        "5 U.S.C.",
        "5 U.S.C.",
        "Title 5",
    )
    assert listed(document) == [
        ("title_5", "Title 5"),
        ("title_5__chp_63", "Chapter 63"),
        ("sec_6304", "§ 6304"),
        ("sec_6304__subsec_a", "§ 6304(a)"),
        ("sec_6304__subsec_b", "§ 6304(b)"),
        ("sec_6304__subsec_b__para_1", "§ 6304(b)(1)"),
    ]
    assert "editorial" not in document.text
    repealed = read(
        USC.replace("&#167; 6304.", "[&#167; 6304A.").replace(
            "accumulation<", "accumulation.&#8212;<"
        )
    ).provisions[2]
    assert (repealed.eid, repealed.label, repealed.heading) == (
        "sec_6304a", "§ 6304A", "Annual leave; accumulation",
    )  # fmt: skip
    assert "Pub. L." not in document.text


def test_law_of_spain_has_the_latest_versions_of_its_articles() -> None:
    document = read(BOE)
    assert (document.work, document.short_title) == ("BOE-A-2015-10565", "Ley 39/2015")
    assert (document.valid_from, document.in_force_from) == (
        datetime.date(2021, 1, 1),
        datetime.date(2016, 10, 2),
    )
    assert listed(document) == [
        ("title_1", "Título I"),
        ("art_1", "Artículo 1"),
        ("art_1__para_1", "Artículo 1, apartado 1"),
        ("art_1__para_1__point_a", "Artículo 1, apartado 1, letra a)"),
        ("art_1__para_1__point_b", "Artículo 1, apartado 1, letra b)"),
        ("art_1__para_2", "Artículo 1, apartado 2"),
        ("disp_adicional_primera", "Disposición adicional primera"),
    ]
    assert "antiguo" not in document.text
    assert document.provisions[0].heading == "Disposiciones generales"


def test_article_of_french_law_is_a_version_of_its_code() -> None:
    document = read(LEGI)
    assert (document.work, document.title) == ("LEGITEXT000005634379", "Code de commerce")
    assert (document.valid_from, document.valid_to) == (
        datetime.date(2016, 10, 1),
        datetime.date(2021, 12, 31),
    )
    assert listed(document) == [("art_l110-1", "Article L110-1")]
    assert "1° Tout achat de biens meubles." in document.text


def test_section_of_austrian_law() -> None:
    document = read(RIS)
    assert (document.work, document.title, document.short_title) == (
        "AT-10002531",
        "Mietrechtsgesetz",
        "MRG",
    )
    assert document.valid_from == datetime.date(2006, 10, 1)
    assert listed(document) == [
        ("para_2", "§ 2"),
        ("para_2__abs_1", "§ 2 Abs. 1"),
        ("para_2__abs_1__nr_1", "§ 2 Abs. 1 Nr. 1"),
        ("para_2__abs_2", "§ 2 Abs. 2"),
    ]
    assert document.provisions[0].heading == "Haupt- und Untermiete"


def test_section_of_austrian_law_begins_where_its_file_says() -> None:
    document = read((FIXTURES / "ris-nor12030057.xml").read_text(encoding="utf-8"))
    assert (document.work, document.valid_to) == ("AT-10002333", datetime.date(1994, 10, 14))
    assert [eid for eid, _ in listed(document)] == [
        "para_1",
        "para_1__buchst_a",
        "para_1__buchst_b",
    ]


@pytest.mark.parametrize(
    ("place", "printed", "eid"),
    [
        ("Anl. 1", "Zulässige Werte", "anlage_1"),
        ("Art. 7", "Artikel 7. Alle Staatsbürger sind vor dem Gesetz gleich", "art_7"),
        ("Art. 1 § 3", "§ 3. wer dies tut", "para_3"),
        ("§ 0", "Langtitel", ""),
    ],
)
def test_places_of_austrian_law(place: str, printed: str, eid: str) -> None:
    document = read(f"""<risdok xmlns="http://www.bka.gv.at"><nutzdaten><abschnitt>
<ueberschrift typ="titel">§/Artikel/Anlage</ueberschrift><absatz>{place}</absatz>
<ueberschrift typ="titel">Text</ueberschrift><absatz typ="abs">{printed}</absatz>
<ueberschrift typ="titel">Gesetzesnummer</ueberschrift><absatz>10000138</absatz></abschnitt></nutzdaten></risdok>""")
    assert "".join(eid for eid, _ in listed(document)) == eid


def test_swiss_law_is_of_the_day_of_its_version() -> None:
    xml = (FIXTURES / "vkhbk-excerpt.akn.xml").read_text(encoding="utf-8")
    for name in ("dateApplicability", "2024-01-01"), ("dateEntryInForce", "1912-01-01"):
        xml = re.sub(rf'[\d-]+(?=" name="jolux:{name[0]}")', name[1], xml)
    document = read(re.sub("<heading>[^<]*</heading>", "", xml))
    assert document.short_title == "VKHBK"
    assert (document.valid_from, document.in_force_from) == (
        datetime.date(2024, 1, 1),
        datetime.date(1912, 1, 1),
    )
    assert "Art. 1\n1 Die Mitglieder" in document.text
    assert listed(document)[:2] == [("art_1", "Art. 1"), ("art_1__para_1", "Art. 1 Abs. 1")]


def test_blocks_of_spanish_law() -> None:
    document = read("""<response><data><bloque id="a1"><version id_norma="BOE-A-2015-11724" fecha_vigencia="20160102">
<p class="articulo">Artículo vigésimo primero. Grados.</p><p class="parrafo">1. Se clasificará.</p></version></bloque>
<bloque id="a35"><version id_norma="BOE-A-2015-11724"><p class="articulo">Artículos 35 a 41.</p>
<p class="parrafo">(Derogados).</p></version></bloque></data></response>""")
    assert listed(document) == [
        ("art_vigésimo-primero", "Artículo vigésimo primero"),
        ("art_vigésimo-primero__para_1", "Artículo vigésimo primero, apartado 1"),
    ]
    assert document.provisions[0].end < document.text.index("Artículos 35")
    assert document.work == ""  # the block may be of a law that amends another


def test_section_of_the_code_is_found_by_its_citation(tmp_path: Path) -> None:
    (tmp_path / "usc05.xml").write_text(USC, encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "usc05.xml"], vectors=False)
        first = library.search("5 U.S.C. § 6304", mode="keyword").hits[0]
    assert (first.work, first.eid) == ("5 U.S.C.", "sec_6304")


def test_articles_in_files_of_their_own_have_their_own_days(tmp_path: Path) -> None:
    second = LEGI.replace("L110-1", "L110-2").replace("2016-10-01", "2019-06-01")
    files = {
        "a": LEGI.replace("2022-01-01", "2999-01-01"),
        "b": second.replace("2022-01-01", "2021-01-01"),
        "c": second.replace("2019-06-01", "2021-01-01")
        .replace("2022-01-01", "2999-01-01")
        .replace("Tout", "Chaque"),
        "d": RIS,
        "e": RIS.replace("§ 2.", "§ 3.").replace("01.10.2006", "01.01.2020"),
    }
    for name, xml in files.items():
        (tmp_path / f"{name}.xml").write_text(xml, encoding="utf-8")
    code, rent = "LEGITEXT000005634379", "AT-10002531"
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / f"{name}.xml" for name in files], vectors=False)
        show = library.law.show
        assert show(code, "art_l110-1", as_of="2021-06-01").valid_from == "2016-10-01"
        assert show(code, "art_l110-2", as_of="2020-06-01").valid_to == "2020-12-31"
        assert "Chaque" in show(code, "art_l110-2").text
        assert show(rent, "para_2", as_of="2021-01-01").valid_to is None
        with pytest.raises(
            NotFound, match="no text of Article L110-2 Code de commerce for 1 January 2018"
        ):
            show(code, "art_l110-2", as_of="2018-01-01")
        assert [s.change for s in library.law.history(code).stages] == ["undated"]
        assert len(library.law.history(code, "art_l110-2").stages) == 2
        hits = library.search("achat biens", mode="keyword", as_of="2020-06-01").hits
    assert {hit.eid for hit in hits} == {"art_l110-1", "art_l110-2"}


def test_public_law_keeps_its_recitals() -> None:
    document = read(
        '<pLaw xmlns="http://schemas.gpo.gov/xml/uslm/2.0"><meta><citableAs>Public Law 115–18</citableAs></meta><main>'
        '<preamble><recital>Whereas <ref href="/us/usc/t40/s8908">section 8908</ref>, provides that;</recital>'
        "<recital>Whereas the Secretary has notified: Now</recital></preamble>"
        "<section><num>1</num><content>That the site on <page>131 STAT. 83</page>the map is approved.</content></section>"
        "<action><actionDescription>Approved March 31, 2017.</actionDescription></action></main></pLaw>"
    )
    assert (
        "Whereas section 8908, provides that;\nWhereas the Secretary has notified: Now"
        in document.text
    )
    assert "the site on the map is approved." in document.text
    assert document.valid_from == datetime.date(2017, 3, 31)


def legi(number: str, state: str, begin: str, end: str, text: str) -> str:
    """Make a version of an article of LEGI."""
    stated = LEGI.replace("L110-1", number).replace("MODIFIE", state).replace("La loi répute", text)
    return stated.replace("2016-10-01", begin).replace("2022-01-01", end)


def test_versions_of_legi_state_no_more_than_their_files(tmp_path: Path) -> None:
    versions = (
        ("L1", "MODIFIE", "2000-09-21", "2010-01-01", "Ancien"), ("L1", "VIGUEUR", "", "", "Sans date"),
        ("L2", "ABROGE", "2000-09-21", "2012-03-01", "Abrogé"), ("L3", "VIGUEUR_DIFF", "2999-01-01", "2999-01-01", "Différé"),
    )  # fmt: skip
    for at, version in enumerate(versions):
        (tmp_path / f"{at}.xml").write_text(legi(*version), "utf-8")
    work = "LEGITEXT000005634379"
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path], vectors=False)
        shown = {eid: library.law.show(work, eid) for eid in ("art_l1", "art_l2", "art_l3")}
        assert [code_of(text.notice) for text in shown.values()] == [
            NoteCode.UNDATED_TEXT_HELD, NoteCode.PROVISION_REPEALED, NoteCode.NO_DATES,
        ]  # fmt: skip
        assert shown["art_l3"].valid_from is None
        assert library.law.history(work, "art_l2").stages[-1].end == "repealed"
        assert code_of(library.law.history(work).notice) is NoteCode.IN_PARTS
        assert code_of(library.law.show(work).notice) is NoteCode.IN_PARTS
        hits = library.search("actes", mode="keyword", as_of="2015-01-01").hits
        statuses = {hit.eid: hit.status for hit in hits}
        assert statuses["art_l3"] == "text not known"
        assert statuses["art_l2"] == "no longer in force"
