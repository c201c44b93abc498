"""EUR-Lex pages: the structure of the same act in Formex, without the page around it."""

import datetime
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tests.archives import extract

from lexdesk.document.model import Document
from lexdesk.errors import FileFailed
from lexdesk.extract import read, read_source
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.structure import Source
from lexdesk.structure.eu.formex import parser as formex
from lexdesk.structure.eu.quoted_amendments import QuotedAmendment

FIXTURES = Path(__file__).parents[1] / "fixtures"
JOURNAL, CONSOLIDATED = "gdpr-excerpt-oj.xhtml", "gdpr-excerpt-consolidated.html"
OLDEST = "31995L0046-excerpt.html"


@cache
def fixture(name: str) -> Document:
    return read(FIXTURES / name)


def span(document: Document, eid: str) -> str:
    provision = next(p for p in document.provisions if p.eid == eid)
    return document.text[provision.start : provision.end]


def named(document: Document) -> dict[str, tuple[str, str, str, str | None]]:
    return {p.eid: (p.kind, p.number, p.label, p.heading) for p in document.provisions}


def words(document: Document, eid: str) -> str:
    return re.sub(r"\s+", "", span(document, eid))


def page(body: str, title: str = "DIRECTIVE 2020/1/EU of somebody") -> Document:
    html = f'<html><body><p class="oj-doc-ti">{title}</p>{body}</body></html>'
    return read_source(Source(Path("act.html"), html.encode()))


def test_end_of_amendment_leaves_no_space_before_full_stop() -> None:
    document = page(
        '<p class="oj-ti-art">Article 1</p><p class="norm">By <span class="boldface">►M1</span>\xa03 January 2020'
        '<span class="boldface">\xa0◄ </span>, the Commission shall submit a <span class="boldface">►M2</span> report '
        '<span class="boldface">◄ </span>on it.</p>'
    )
    assert span(document, "art_1").endswith(
        "By 3 January 2020, the Commission shall submit a report on it."
    )


@pytest.mark.parametrize("name", [JOURNAL, CONSOLIDATED])
def test_articles_equal_formex(name: str) -> None:
    formex, html = fixture("gdpr-excerpt-en.xml"), fixture(name)
    inside = {e: v for e, v in named(formex).items() if e.startswith(("art_", "chp_3", "chp_2"))}
    assert inside.items() <= named(html).items()
    for eid in ("art_4", "art_6", "art_17", "art_6__para_1__subpara_2", "art_4__point_16__point_a"):
        assert words(html, eid) == words(formex, eid)


def test_recitals_equal_formex() -> None:
    assert words(fixture(JOURNAL), "rec_65") == words(fixture("gdpr-excerpt-en.xml"), "rec_65")
    assert [p.eid for p in fixture(JOURNAL).provisions if p.kind == "recital"] == [
        "rec_65",
        "rec_66",
    ]


@pytest.mark.parametrize(
    ("name", "work", "date", "title"),
    [
        (JOURNAL, "32016R0679", datetime.date(2016, 4, 27), "Regulation (EU) 2016/679 of the European"),
        (CONSOLIDATED, "32016R0679", datetime.date(2016, 5, 4), "Regulation (EU) 2016/679 of the European"),
        (OLDEST, "31995L0046", datetime.date(1995, 10, 24), "Directive 95/46/EC of the European"),
    ],
)  # fmt: skip
def test_act_is_identified(name: str, work: str, date: datetime.date, title: str) -> None:
    document = fixture(name)
    assert (document.work, document.valid_from, document.language) == (work, date, "en")
    assert document.title.startswith(title)
    assert document.kind in ("regulation", "directive")
    assert document.title.startswith(document.short_title)


@pytest.mark.parametrize("name", [JOURNAL, CONSOLIDATED, OLDEST])
def test_marks_notes_and_disclaimers_are_removed(name: str) -> None:
    text = fixture(name).text
    assert not re.search("[►▼◄]", text)
    assert "documentation tool" not in text
    assert not re.search(r"Council \(\d\)", text) or name == OLDEST


def test_oldest_pages_are_parsed_by_lines() -> None:
    document = fixture(OLDEST)
    kinds = Counter(p.kind for p in document.provisions)
    assert (kinds["recital"], kinds["article"], kinds["chapter"]) == (5, 4, 2)
    found = next(p for p in document.provisions if p.eid == "art_2__point_d")
    assert (found.label, found.parent) == ("Article 2(d)", "art_2")
    assert span(document, "art_4").endswith("initiated against the controller himself.")


@pytest.mark.parametrize(
    ("body", "eids"),
    [
        ('<p class="oj-ti-art">Article 1</p><p class="oj-normal">1.\u00a0\u00a0\u00a0Text.</p>',
         ["art_1", "art_1__para_1"]),
        ('<p class="ti-art">Article 1</p><p class="normal">First.</p><p class="normal">Second.</p>',
         ["art_1", "art_1__subpara_2"]),
        ('<p class="title-article-norm">Article 1</p><p class="title-article-quoted">Article 9</p>', ["art_1"]),
        ('<p class="oj-ti-section-1">CHAPTER II</p><p class="oj-ti-section-1">SECTION 1</p>'
         '<p class="oj-ti-art">Article 5</p>', ["chp_2", "chp_2__sec_1", "art_5"]),
        ('<p class="oj-ti-art">Article 1</p><p class="oj-ti-art">Article 1</p>', ["art_1", "art_1_2"]),
        ('<p class="oj-ti-art">Article 38o</p>', ["art_38o"]),
        ('<p class="oj-ti-art">Article 1</p><p>The following is inserted:</p>'
         '<p class="oj-ti-section-1">‘CHAPTER 4</p><p>1.\u00a0\u00a0\u00a0Quoted.’</p>', ["art_1"]),
        ('<p class="oj-ti-art">Article 1</p><p>x</p><p class="oj-doc-ti">ANNEX II</p>'
         '<p class="oj-doc-ti">List</p><p class="oj-ti-grseq-1">Section A. Machines</p>',
         ["art_1", "anx_2", "anx_2__sec_a"]),
        ('<table><tr><td><p>(1)</p></td><td><p>Reason.</p></td></tr></table>'
         '<p class="oj-ti-art">Article 1</p><table><tr><td>(a)</td><td>point</td></tr></table>',
         ["rec_1", "art_1", "art_1__point_a"]),
        ('<p class="oj-ti-art">Article 1</p><table class="oj-table"><tr><td>A</td><td>B</td></tr>'
         "<tr><td>C</td><td>D</td></tr></table>", ["art_1"]),
    ],
)  # fmt: skip
def test_provisions_of_page_elements(body: str, eids: list[str]) -> None:
    assert [p.eid for p in page(body).provisions] == eids


def test_quotation_of_two_paragraphs_ends_with_last_line() -> None:
    def item(number: str, text: str) -> str:
        return (
            f'<div class="grid-container grid-list"><div class="list"><span>{number} </span></div>'
            f"<div>{text}</div></div>"
        )

    def paragraph(number: str, text: str) -> str:
        return f'<div class="norm"><span class="no-parag">{number} </span><div class="norm">{text}</div></div>'

    quoted = paragraph("‘1.", "<p>An AIFM may:</p>" + item("(a)", "<p>manage EU AIFs;</p>"))
    quoted += paragraph(
        "2.",
        "<p>An AIFM shall communicate:</p>"
        + item("(a)", "<p>the Member State;</p>")
        + item("(b)", "<p>a programme of operations.’.</p>"),
    )
    document = page(
        '<p class="oj-ti-art">Article 92</p><p class="norm">Directive 2011/61/EU is amended as follows:</p>'
        + item("(b)", f"<p>paragraphs 1 and 2 are replaced by the following:</p>{quoted}")
        + item("(c)", "<p>paragraph 3 is deleted.</p>")
    )
    assert [p.eid for p in document.provisions] == [
        "art_92", "art_92__point_b", "art_92__point_c",
    ]  # fmt: skip


def test_table_notes_are_removed() -> None:
    text = page(
        '<p class="oj-ti-art">Article 1</p><table><tr><td>1. Energy</td><td><p class="tbl-norm">Oil as defined in'
        ' Directive 2009/119/EC <a href="#E0011">(<span>1</span>)</a></p></td></tr><tr><td colspan="2"><div '
        'class="tbl-norm"><a id="E0011">(<span>1</span>)   </a><p>Directive 2009/119/EC of 14 September 2009 (OJ L '
        "265, 9.10.2009, p. 9).</p></div></td></tr></table>"
    ).text
    assert text.endswith("\n1. Energy | Oil as defined in Directive 2009/119/EC")


@pytest.mark.parametrize(
    "numbered",
    [
        '<div class="oj-enumeration-spacing"><p style="display: inline;">3.1.</p><p style="display: inline;">'
        "<span>The provider verifies the system.</span></p></div>",
        '<table><tr><td/><td><p class="oj-normal">3.1.</p></td><td><span>The provider verifies the system.</span>'
        "</td></tr></table>",
    ],
)
def test_annex_point_contains_its_text(numbered: str) -> None:
    document = page(
        f'<p class="oj-ti-art">Article 1</p><p class="oj-doc-ti">ANNEX VI</p>{numbered}'
    )
    assert span(document, "anx_6__point_3-1") == "3.1. The provider verifies the system."


def test_journal_imprint_is_no_annex_text() -> None:
    text = page(
        '<p class="oj-ti-art">Article 1</p><p class="oj-doc-ti">ANNEX</p><p class="oj-normal">Done.</p>'
        '<hr class="oj-separator"/><p class="oj-normal">ELI: http://data.europa.eu/eli/reg/2024/1689/oj</p>'
        '<p class="oj-normal">ISSN 1977-0677 (electronic edition)</p><hr class="oj-doc-end"/>'
    ).text
    assert text.endswith("ANNEX\nDone.")


def test_annex_has_heading_and_parts() -> None:
    found = page(
        '<p class="oj-ti-art">Article 1</p><p class="oj-doc-ti">ANNEX I</p><p class="oj-doc-ti">Lists</p>'
        '<p class="oj-ti-grseq-1">SECTION A</p><p class="oj-ti-grseq-1">Services</p>'
    ).provisions
    assert [(p.label, p.heading) for p in found[1:]] == [
        ("Annex I", "Lists"), ("Annex I, Section A", "Services"),
    ]  # fmt: skip


GROUPS_ON_PAGE = (
    '<p class="title-gr-seq-level-1">PROFESSIONAL CLIENTS</p>'
    '<p class="title-gr-seq-level-2">I. CATEGORIES OF CLIENT</p>'
    '<div class="grid-container grid-list"><div>(1)</div><div><p class="norm">Entities authorised.</p></div></div>'
    '<p class="title-gr-seq-level-2">II. CLIENTS ON REQUEST</p>'
    '<p class="title-gr-seq-level-3">II.1. Identification criteria</p><p class="norm">Clients may waive.</p>'
    '<p class="title-annex-1">ANNEX VII</p>'
    '<p class="title-gr-seq-level-1">3. Quality management system</p>'
    '<div style="text-indent: -36pt"><p class="norm">3.1. The application shall include:</p></div>'
    '<div class="grid-container grid-list"><div>(a)</div><div><p class="norm">the name.</p></div></div>'
    '<div style="text-indent: -36pt"><p class="norm">3.2. The system shall be assessed.</p></div>'
    '<p class="norm">The decision shall be notified.</p>'
    '<p class="title-gr-seq-level-1">4. Codes</p><p class="title-gr-seq-level-2">b. AI systems</p>'
    '<p class="norm">See Annex III.</p>'
)
GROUPS_IN_FORMEX = (
    "<GR.SEQ><TITLE><TI><P>PROFESSIONAL CLIENTS</P></TI></TITLE>"
    "<GR.SEQ><TITLE><TI><NP><NO.P>I.</NO.P><TXT>CATEGORIES OF CLIENT</TXT></NP></TI></TITLE>"
    "<LIST><ITEM><NP><NO.P>(1)</NO.P><TXT>Entities authorised.</TXT></NP></ITEM></LIST></GR.SEQ>"
    "<GR.SEQ><TITLE><TI><NP><NO.P>II.</NO.P><TXT>CLIENTS ON REQUEST</TXT></NP></TI></TITLE>"
    "<GR.SEQ><TITLE><TI><NP><NO.P>II.1.</NO.P><TXT>Identification criteria</TXT></NP></TI></TITLE>"
    "<P>Clients may waive.</P></GR.SEQ></GR.SEQ></GR.SEQ></CONTENTS></ANNEX>"
    "<ANNEX><TITLE><TI><P>ANNEX VII</P></TI></TITLE><CONTENTS>"
    "<GR.SEQ><TITLE><TI><NP><NO.P>3.</NO.P><TXT>Quality management system</TXT></NP></TI></TITLE>"
    "<NP><NO.P>3.1.</NO.P><TXT>The application shall include:</TXT>"
    "<P><LIST><ITEM><NP><NO.P>(a)</NO.P><TXT>the name.</TXT></NP></ITEM></LIST></P></NP>"
    "<NP><NO.P>3.2.</NO.P><TXT>The system shall be assessed.</TXT><P>The decision shall be notified.</P></NP></GR.SEQ>"
    "<GR.SEQ><TITLE><TI><NP><NO.P>4.</NO.P><TXT>Codes</TXT></NP></TI></TITLE>"
    "<GR.SEQ><TITLE><TI><NP><NO.P>b.</NO.P><TXT>AI systems</TXT></NP></TI></TITLE><P>See Annex III.</P>"
    "</GR.SEQ></GR.SEQ>"
)
GROUPS = [
    ("anx_2", None, "Annex II", "PROFESSIONAL CLIENTS", "Clients may waive."),
    ("anx_2__sec_1", "anx_2", "Annex II, Section I", "CATEGORIES OF CLIENT", "Entities authorised."),
    ("anx_2__sec_1__point_1", "anx_2__sec_1", "Annex II, Section I, point 1", "", "Entities authorised."),
    ("anx_2__sec_2", "anx_2", "Annex II, Section II", "CLIENTS ON REQUEST", "Clients may waive."),
    ("anx_2__sec_ii-1", "anx_2__sec_2", "Annex II, Section II.1", "Identification criteria", "Clients may waive."),
    ("anx_7", None, "Annex VII", "", "See Annex III."),
    ("anx_7__point_3", "anx_7", "Annex VII, point 3", "Quality management system", "The decision shall be notified."),
    ("anx_7__point_3-1", "anx_7__point_3", "Annex VII, point 3.1", "", "(a) the name."),
    ("anx_7__point_3-1__point_a", "anx_7__point_3-1", "Annex VII, point 3.1(a)", "", "(a) the name."),
    ("anx_7__point_3-2", "anx_7__point_3", "Annex VII, point 3.2", "", "The decision shall be notified."),
    ("anx_7__point_4", "anx_7", "Annex VII, point 4", "Codes", "See Annex III."),
    ("anx_7__point_4__point_b", "anx_7__point_4", "Annex VII, point 4(b)", "AI systems", "See Annex III."),
]  # fmt: skip


@pytest.mark.parametrize("form", ["page", "Formex"])
def test_numbered_groups_of_annex_are_provisions(form: str) -> None:
    """As in Annex II of MiFID II, whose Section I is cited, and Annex VII of the AI Act."""
    if form == "page":
        document = page(
            '<p class="title-article-norm">Article 1</p><p class="title-annex-1">ANNEX II</p>'
            + GROUPS_ON_PAGE
        )
    else:
        xml = f"<ANNEX><TITLE><TI><P>ANNEX II</P></TI></TITLE><CONTENTS>{GROUPS_IN_FORMEX}</CONTENTS></ANNEX>"
        document = formex.read(Source(Path("act.xml"), f"<DOC>{xml}</DOC>".encode()))
    found = [p for p in document.provisions if p.eid.startswith("anx")]
    assert [
        (p.eid, p.parent, p.label, p.heading, span(document, p.eid).splitlines()[-1][-len(end) :])
        for p, (*_, end) in zip(found, GROUPS, strict=True)
    ] == GROUPS


@pytest.mark.parametrize(
    ("printed", "label"), [("1.", "point 1"), ("(a)", "point (a)"), ("(ii)", "point (ii)")]
)
def test_point_of_annex_label_matches_citation(printed: str, label: str) -> None:
    found = page(
        '<p class="oj-ti-art">Article 1</p><p class="oj-doc-ti">ANNEX XIII</p>'
        f"<table><tr><td>{printed}</td><td>the number of parameters of the model;</td></tr></table>"
    ).provisions[-1]
    assert found.label == f"Annex XIII, {label}"


def test_other_pages_are_no_acts() -> None:
    assert sniff(b"<html><body><p>Directive 95/46/EC</p>", "a.html") is Format.HTML


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        (
            '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><p class="oj-doc-ti">&x;',
            "entities",
        ),
        (
            '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><html><p class="oj-doc-ti">&b;',
            "entities",
        ),
        ('<html><body><p class="oj-doc-ti"></p></body></html>', "no text"),
    ],
)
def test_bad_pages_are_rejected(tmp_path: Path, markup: str, reason: str) -> None:
    path = tmp_path / "act.html"
    path.write_text(markup)
    with pytest.raises(FileFailed, match=reason):
        read(path)


def test_definitions_are_no_quoted_amendments() -> None:
    state = QuotedAmendment()
    lines = ["the following definitions apply:", "‘credit institution’ means a bank;", "end."]
    assert [state.enter(line) for line in lines] == [False, False, False]
    lines = ["Article 5 is replaced by the following:", "‘Article 5", "New text.", "end.’;", "next"]
    assert [state.enter(line) for line in lines] == [False, True, True, True, False]


# Act, state, articles, recitals: as counted in the files themselves.
ACTS = [
    ("31995l0046/1995-10-24/en.html", 34, 72), ("32013r0575/2013-06-28/en.html", 521, 136),
    ("32013r0575/2019-12-25/en.html", 628, 0), ("32014l0065/2014-05-15/en.xml", 97, 170),
    ("32014l0065/2026-06-06/en.html", 93, 0), ("32014r0600/2014-05-15/en.xml", 55, 55),
    ("32014r0600/2025-11-23/en.html", 93, 0), ("32015l0849/2015-05-20/en.xml", 69, 68),
    ("32015l0849/2024-12-30/en.html", 81, 0), ("32016r0679/2016-04-27/en.xml", 99, 173),
    ("32016r0679/2016-05-04/en.html", 99, 0), ("32022l2555/2022-12-14/en.xml", 46, 144),
    ("32022r1925/2022-09-14/en.xml", 54, 109), ("32022r2065/2022-10-19/en.xml", 93, 156),
    ("32022r2554/2022-12-14/en.xml", 64, 106), ("32023r2854/2023-12-13/en.xml", 50, 119),
    ("32024r1689/2024-06-13/en.xml", 113, 180), ("32024r1689/2026-07-27/en.html", 119, 0),
]  # fmt: skip
SAME_STATE = ["32014l0065/2026-06-06", "32015l0849/2024-12-30", "32016r0679/2016-05-04",
              "32022l2555/2022-12-27", "32022r1925/2022-10-12", "32024r1689/2026-07-27"]  # fmt: skip


@pytest.fixture(scope="module")
def acts(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("acts")
    extract(shared_data / "raw" / "eu-formex.tar.gz", folder)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(("file", "articles", "recitals"), ACTS, ids=[a[0] for a in ACTS])
def test_key_acts_are_complete(acts: Path, file: str, articles: int, recitals: int) -> None:
    document = read(acts / file)
    kinds = Counter(p.kind for p in document.provisions)
    assert (kinds["article"], kinds["recital"]) == (articles, recitals)
    assert document.work == file.split("/", maxsplit=1)[0].upper()
    assert not re.search("[►▼◄]", document.text)


@pytest.mark.slow
@pytest.mark.parametrize("state", SAME_STATE)
def test_page_and_formex_of_same_version_agree(acts: Path, state: str) -> None:
    html = read(acts / state / "en.html")
    formex = read(
        next(p for p in (acts / state / "en.fmx4").glob("*.xml") if ".doc." not in p.name)
    )
    named = [
        [(p.eid, p.label, p.parent) for p in document.provisions] for document in (html, formex)
    ]
    assert named[0] == named[1]
    articles = [p.eid for p in html.provisions if p.kind == "article"]
    assert {eid for eid in articles if words(html, eid) != words(formex, eid)} == set()
    assert (html.valid_from, html.work) == (formex.valid_from, formex.work)
