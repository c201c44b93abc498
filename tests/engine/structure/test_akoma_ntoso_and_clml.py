"""Akoma Ntoso and CLML: ids from the files, and errors of invalid ones."""

import datetime
from functools import cache
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk.document.model import ENACTED, Document, Property
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import read, read_source
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.structure import Source

FIXTURES = Path(__file__).parents[1] / "fixtures"
AKN, CLML = "gdpr-article-17.akn.xml", "hra-1998-section-6.xml"


@cache
def fixture(name: str) -> Document:
    return read(FIXTURES / name)


def span(document: Document, eid: str) -> str:
    provision = next(p for p in document.provisions if p.eid == eid)
    return document.text[provision.start : provision.end]


def clml(body: str, attributes: str = "", kind: str = "Primary") -> Document:
    xml = (
        f'<Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation" {attributes}>'
        f"<{kind}><Body>{body}</Body></{kind}></Legislation>"
    )
    return read_source(Source(Path("act.xml"), xml.encode()))


def akn(body: str, element: str = "act", date: str = "2020-01-01") -> Document:
    xml = (
        '<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0">'
        f'<{element}><meta><identification><FRBRWork><FRBRuri value="/akn/x"/></FRBRWork><FRBRExpression>'
        f'<FRBRdate date="{date}"/><FRBRlanguage language="fra"/></FRBRExpression></identification></meta>'
        f"{body}</{element}></akomaNtoso>"
    )
    return read_source(Source(Path("act.xml"), xml.encode()))


@pytest.mark.parametrize(
    ("file", "eid", "kind", "number", "label", "parent", "beginning"),
    [
        (AKN, "rec_66", "recital", "66", "Recital 66", None, "(66) To strengthen"),
        (AKN, "chp_III", "chapter", "III", "Chapter III", None, "CHAPTER III Rights of"),
        (AKN, "art_17", "article", "17", "Article 17", "chp_III", "Article 17 Right to erasure"),
        (AKN, "art_17__para_1", "paragraph", "1", "Article 17(1)", "art_17", "1. The data subject"),
        (AKN, "art_17__para_1__point_a", "point", "a", "Article 17(1)(a)", "art_17__para_1", "(a) the personal"),
        (AKN, "art_17__para_1__point_b", "point", "b", "Article 17(1)(b)", "art_17__para_1", "(b) the data"),
        (CLML, "sec_6", "section", "6", "Section 6", None, "6 Acts of public authorities."),
        (CLML, "sec_6__subsec_1", "subsection", "1", "Section 6(1)", "sec_6", "(1) It is unlawful"),
        (CLML, "sec_6__subsec_2__para_a", "paragraph", "a", "Section 6(2)(a)", "sec_6__subsec_2", "(a) as the result"),
        (CLML, "sec_6__subsec_4", "subsection", "4", "Section 6(4)", "sec_6", "(4) . . . . . ."),
    ],
)  # fmt: skip
def test_provisions(
    file: str, eid: str, kind: str, number: str, label: str, parent: str | None, beginning: str
) -> None:
    found = next(p for p in fixture(file).provisions if p.eid == eid)
    assert (found.kind, found.number, found.label, found.parent) == (kind, number, label, parent)
    assert span(fixture(file), eid).startswith(beginning)


def test_akoma_ntoso_work_is_identified() -> None:
    document = fixture(AKN)
    assert (document.work, document.kind) == ("/akn/eu/act/regulation/2016-04-27/679", "regulation")
    assert (document.short_title, document.language) == ("Regulation (EU) 2016/679", "en")
    assert document.valid_from == datetime.date(2016, 5, 4)
    assert "a note" not in document.text
    assert "take reasonable steps." in document.text


def test_uk_act_is_identified() -> None:
    document = fixture(CLML)
    assert (document.work, document.title) == ("UK-1998-ukpga-42", "Human Rights Act 1998")
    assert (document.kind, document.language) == ("statute", "en")
    assert (document.valid_from, document.valid_to) == (datetime.date(2009, 10, 1), None)
    assert document.properties == (Property(ENACTED, "1998-11-09"),)
    assert "repealed (1.10.2009)" not in document.text
    assert span(document, "sec_6__subsec_3").endswith("connection with proceedings in Parliament.")


@pytest.mark.parametrize(
    ("body", "kind", "eids"),
    [
        ('<P1 id="regulation-3"><Pnumber>3</Pnumber><P1para><P2 id="regulation-3-1"><Pnumber>1</Pnumber><P2para>'
         '<Text>x</Text><P3><Pnumber>a</Pnumber><P3para><Text>y</Text></P3para></P3></P2para></P2></P1para></P1>',
         "Secondary", ["reg_3", "reg_3__para_1", "reg_3__para_1__subpara_a"]),
        ('<Part id="part-2"><Number>PART 2</Number><Title>General</Title><Chapter><Number>CHAPTER 1</Number>'
         '<P1 id="section-9"><Pnumber>9</Pnumber><P1para><Text>x</Text></P1para></P1></Chapter></Part>',
         "Primary", ["part_2", "part_2__chp_1", "sec_9"]),
        ('<Schedule id="schedule-2"><Number>SCHEDULE 2</Number><TitleBlock><Title>Rules</Title></TitleBlock>'
         '<ScheduleBody><P1 id="schedule-2-paragraph-3"><Pnumber>3</Pnumber><P1para><Text>x</Text></P1para></P1>'
         "</ScheduleBody></Schedule>", "Primary", ["sched_2", "sched_2__para_3"]),
        ('<P1 id="section-1"><Pnumber>1</Pnumber><P1para><Text>Insert—</Text><BlockAmendment><P1 id="x">'
         "<Pnumber>5A</Pnumber><P1para><Text>quoted</Text></P1para></P1></BlockAmendment></P1para></P1>",
         "Primary", ["sec_1"]),
        ('<P1 id="section-1"><Pnumber>1</Pnumber></P1><P1 id="section-1"><Pnumber>1</Pnumber></P1>',
         "Primary", ["sec_1", "sec_1_2"]),
    ],
)  # fmt: skip
def test_uk_structures(body: str, kind: str, eids: list[str]) -> None:
    assert [p.eid for p in clml(body, kind=kind).provisions] == eids


def test_schedules_and_their_parts_are_cited_by_number() -> None:
    paragraph = '<P1 id="schedule-1-paragraph-{n}"><Pnumber>{n}</Pnumber><P1para><Text>x</Text></P1para></P1>'
    schedule = (
        "<Schedule><Number>{name}</Number><TitleBlock><Title>Rules</Title></TitleBlock><Reference>Section 10</Reference>"
        f"<ScheduleBody><Part><Number>PART 1</Number>{paragraph.format(n=1)}</Part></ScheduleBody></Schedule>"
    )
    for name, label in (("SCHEDULE 1", "Schedule 1"), ("THE SCHEDULE", "The Schedule")):
        document = clml(schedule.format(name=name))
        assert [(p.eid, p.label) for p in document.provisions] == [
            ("sched_1", label),
            ("sched_1__part_1", f"{label}, Part 1"),
            ("sched_1__para_1", f"{label}, paragraph 1"),
        ]
        assert "Section 10" in document.text


def test_point_in_time_uk_version_ends_before_next_begins() -> None:
    body = '<P1 id="section-1"><Pnumber>1</Pnumber><P1para><Text>x</Text></P1para></P1>'
    document = clml(body, 'RestrictStartDate="2010-01-01" RestrictEndDate="2011-02-02"')
    assert (document.valid_from, document.valid_to) == (
        datetime.date(2010, 1, 1),
        datetime.date(2011, 2, 1),
    )


@pytest.mark.parametrize(
    ("body", "element", "eids"),
    [
        ("<body><section><num>1.</num><content><p>x</p></content></section>"
         "<section><num>1.</num><content><p>y</p></content></section></body>", "act", ["sec_1", "sec_1_2"]),
        ("<body><article eId='art_1'><num>Article 1</num><content><p>Add: <mod><quotedStructure>"
         "<article eId='q'><num>Article 9</num></article></quotedStructure></mod></p></content></article></body>",
         "act", ["art_1"]),
        ("<judgmentBody><motivation><paragraph eId='para_1'><num>1.</num><content><p>x</p></content></paragraph>"
         "<paragraph eId='para_2'><num>2.</num><content><p>y</p></content></paragraph></motivation></judgmentBody>",
         "judgment", ["para_1", "para_2"]),
    ],
)  # fmt: skip
def test_akoma_ntoso_structures(body: str, element: str, eids: list[str]) -> None:
    document = akn(body, element)
    assert [p.eid for p in document.provisions] == eids
    assert document.language == "fr"


def with_meta(
    meta: str, body: str, element: str = "act", country: str = "", language: str = "de"
) -> Document:
    xml = (
        '<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0" xmlns:uk="https://caselaw.nationalarchives.gov.uk/akn">'
        f"<{element}><meta><identification><FRBRWork>{meta}<FRBRcountry value='{country}'/></FRBRWork><FRBRExpression>"
        f"<FRBRlanguage language='{language}'/></FRBRExpression></identification></meta>{body}</{element}></akomaNtoso>"
    )
    return read_source(Source(Path("act.xml"), xml.encode()))


JUDGMENT_BODY = (
    "<header><p>Hilary Term<br/><neutralCitation>[2021] UKUT 00116 (IAC)</neutralCitation></p></header><judgmentBody><decision>"
    "<level eId='lvl_1'><num>A.</num><heading>Introduction</heading><paragraph eId='para_1'><num>1.</num><content>"
    "<p>First<marker name='tab'/>point.</p></content></paragraph></level>"
    "<paragraph eId='lvl_2'><num>II.</num><content><p>THE LAW</p></content></paragraph>"
    "<paragraph eId='para_2'><num>2.</num><content><p>Second.</p></content></paragraph></decision></judgmentBody>"
)


def test_judgment_of_find_case_law() -> None:
    uri = "https://caselaw.nationalarchives.gov.uk/id/ukut/iac/2021/116"
    document = with_meta(
        f"<FRBRuri value='{uri}'/><FRBRname value='Osefiso v Secretary of State'/>",
        JUDGMENT_BODY,
        "judgment",
        "GB-UKM",
        "eng",
    )
    assert (document.work, document.short_title) == (uri, "[2021] UKUT 116 (IAC)")
    assert (document.title, document.kind) == ("Osefiso v Secretary of State", "judgment")
    assert [(p.eid, p.label) for p in document.provisions] == [
        ("lvl_1", "Introduction"),
        ("para_1", "paragraph 1"),
        ("para_2", "paragraph 2"),
    ]
    assert "Hilary Term\n[2021]" in document.text
    assert "First point." in document.text


FEDLEX_BODY = (
    "<preface><p><docNumber>235.1</docNumber></p><p><docTitle>Bundesgesetz<br/>über den Datenschutz</docTitle></p>"
    "<p>(Datenschutzgesetz, DSG)</p></preface><body><chapter eId='chap_1'><num>1. Kapitel</num><heading>Zweck</heading>"
    "<article eId='art_8_a'><num><b>Art. 8</b><i>a</i><authorialNote><p>note</p></authorialNote></num>"
    "<heading>Register</heading><paragraph eId='art_8_a/para_1'><num>1</num><content><blockList><listIntroduction>Es gilt:"
    "</listIntroduction><item eId='art_8_a/para_1/lbl_a'><num>a. </num><p>dies;</p></item></blockList></content></paragraph>"
    "</article></chapter></body>"
)


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        ("de", ["1. Kapitel", "Art. 8a", "Art. 8a Abs. 1", "Art. 8a Abs. 1 Bst. a"]),
        ("fr", ["1. Kapitel", "Art. 8a", "Art. 8a al. 1", "Art. 8a al. 1 let. a"]),
        ("it", ["1. Kapitel", "Art. 8a", "Art. 8a cpv. 1", "Art. 8a cpv. 1 lett. a"]),
    ],
)
def test_fedlex_has_labels_of_its_language(language: str, labels: list[str]) -> None:
    meta = "<FRBRuri value='https://fedlex.data.admin.ch/eli/cc/2022/491/20250707'/>"
    document = with_meta(meta, FEDLEX_BODY, country="ch", language=language)
    assert document.work == "https://fedlex.data.admin.ch/eli/cc/2022/491"
    assert (document.title, document.short_title) == ("Bundesgesetz über den Datenschutz", "DSG")
    assert [p.label for p in document.provisions] == labels
    assert [p.eid for p in document.provisions][1:] == [
        "art_8a",
        "art_8a__para_1",
        "art_8a__para_1__point_a",
    ]


LEGALDOCML_BODY = (
    "<preface><longTitle><p><docTitle>Gesetz <br/>über die Stiftung</docTitle><shortTitle>(StiftPKG)</shortTitle></p></longTitle>"
    "</preface><body><section eId='abschnitt-z1'><num>Abschnitt 2</num><heading>Organe</heading>"
    "<article eId='art-z5'><num>§ 5</num><heading>Organe der Stiftung</heading>"
    "<paragraph eId='art-z5_abs-z'><num/><content><p>Organe sind</p></content></paragraph>"
    "<paragraph eId='art-z5_abs-z2'><num>(2)</num><list><intro><p>Es gilt:</p></intro><point eId='x'><num>1.</num><list>"
    "<point><num>a)</num><content><p>eins</p></content></point></list></point></list></paragraph></article></section></body>"
)


def test_legaldocml_de_is_cited_as_german_law() -> None:
    meta = (
        "<FRBRuri value='eli/bund/bgbl-1/2025/101'/>"
        "<FRBRalias name='übergreifende-id' value='831256af-aefe-40ea-9c5e-3823768bbeb3'/>"
    )
    document = with_meta(meta, LEGALDOCML_BODY, country="de", language="deu")
    assert (document.title, document.short_title) == ("Gesetz über die Stiftung", "StiftPKG")
    assert [(p.eid, p.label) for p in document.provisions] == [
        ("abschnitt_2", "Abschnitt 2"),
        ("para_5", "§ 5"),
        ("para_5__abs_2", "§ 5 Abs. 2"),
        ("para_5__abs_2__nr_1", "§ 5 Abs. 2 Nr. 1"),
        ("para_5__abs_2__nr_1__buchst_a", "§ 5 Abs. 2 Nr. 1 Buchst. a"),
    ]


BAD = [
    (b"<akomaNtoso><act><body/></act></akomaNtoso>", "without a document or its metadata"),
    (b'<!DOCTYPE a [<!ENTITY x "y">]><akomaNtoso><act/></akomaNtoso>', "declares XML entities"),
    (b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><akomaNtoso>&x;</akomaNtoso>', "declares XML entities"),
    (b'<Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation"/>', "without primary"),
    (b'<Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation">', "not well-formed"),
    (b'<?xml version="1.0" encoding="utf-8"?><akomaNtoso><act>\xff\xfe</act></akomaNtoso>', "not well-formed"),
    (b'<CONS.ACT><INFO.CONSLEG START.DATE="20160231"/><CONS.DOC><TITLE><TI><P>x</P></TI></TITLE></CONS.DOC></CONS.ACT>',
     "the date '20160231', which does not exist"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "reason"), BAD)
def test_bad_files_are_rejected(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "act.xml"
    path.write_bytes(data)
    with pytest.raises(FileFailed, match=reason):
        read(path)


def test_impossible_dates_are_rejected() -> None:
    with raises_code(FileFailed, FileCode.DATE_IMPOSSIBLE):
        akn("<body><p>x</p></body>", date="2020-02-31")
    with raises_code(FileFailed, FileCode.DATE_IMPOSSIBLE):
        clml("<P1><Pnumber>1</Pnumber></P1>", 'RestrictStartDate="2020-13-01"')


@pytest.mark.parametrize(
    ("data", "format_"),
    [
        (b"<akomaNtoso/>", Format.AKOMA_NTOSO), (b"<an:akomaNtoso xmlns:an='x'/>", Format.AKOMA_NTOSO),
        (b'<Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation"/>', Format.CLML),
        (b"<Legislation/>", Format.XML),
    ],
)  # fmt: skip
def test_sniffing(data: bytes, format_: Format) -> None:
    assert sniff(data, "a.xml") is format_


@pytest.mark.parametrize(
    "alias",
    [
        "urn:nir:stato:legge:1990-08-07;241",
        "http://data.europa.eu/eli/reg/2016/679/oj",
        "eli/id/1990/1",
    ],
)
def test_identifiers_are_no_short_titles(alias: str) -> None:
    """Of Normattiva and EUR-Lex, whose aliases are URNs and ELIs."""
    xml = (
        '<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act><meta><identification><FRBRWork>'
        f'<FRBRuri value="/akn/x"/><FRBRalias value="{alias}"/></FRBRWork><FRBRExpression><FRBRdate date="2026-10-30" '
        'name="generation"/><FRBRdate date="2013-01-01" name="validFrom"/></FRBRExpression></identification></meta>'
        "<preface><docTitle>Nuove norme</docTitle></preface></act></akomaNtoso>"
    )
    document = read_source(Source(Path("act.xml"), xml.encode()))
    assert document.short_title == ""
    assert document.valid_from == datetime.date(2013, 1, 1)  # and not the day of the file


def test_notes_of_judgments_are_below_their_text() -> None:
    """Footnotes of judges, as of Find Case Law; those of consolidated statutes are of editors."""
    body = (
        '<paragraph><num>1.</num><content><p>The claim<authorialNote marker="1"><p>See Brown v Green.</p></authorialNote>'
        " fails.</p></content></paragraph>"
    )
    judgment = akn(f"<judgmentBody><decision>{body}</decision></judgmentBody>", "judgment")
    assert judgment.text.endswith("1. The claim fails.\n[1] See Brown v Green.")
    assert span(judgment, "para_1") == "1. The claim fails."
    assert "Brown" not in akn(f"<body><article eId='art_1'>{body}</article></body>").text
