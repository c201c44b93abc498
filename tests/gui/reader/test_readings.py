"""The provision around a hit, in the reader."""

import dataclasses
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.gui.crafted_readings import version
from tests.gui.reader.pdfs import write_pdf

from lexdesk.document.model import Document, Provision
from lexdesk.library.library import Library
from lexdesk.search.results.hits import Hit
from lexdesk.text.line_unwrapping import unwrap_lines
from lexdesk_gui.reader.paragraphs import Paragraph, cut_text_around, make_paragraphs
from lexdesk_gui.reader.print_layout import select_body_paragraphs
from lexdesk_gui.reader.readings import Reading, read, read_provision, read_whole
from lexdesk_gui.reader.side_content import build_recital, collect, suggest_articles


def reading_of(gdpr: Path, query: str) -> tuple[Reading, Hit]:
    with Library.open(gdpr) as library:
        hits = library.search(query, mode="keyword", top=100).hits
        return read(library, hits[0], query), hits[0]


def marked(paragraph: Paragraph) -> list[str]:
    return [paragraph.text[start:end] for start, end in paragraph.marks]


def test_explained_articles_of_recital_are_named_once(gdpr: Path) -> None:
    with Library.open(gdpr) as library:
        place = read_provision(library, "32016R0679", "rec_42").place
        assert place is not None
        explained = build_recital(library, place, "art_7", "model", 0.9, "itself")
        recital = build_recital(library, place, "rec_42", "model", 0.9, "itself")
    assert explained.citation == "Article 7  Conditions for consent"
    assert explained.text.startswith("1. Where processing is based on consent")
    assert recital.text.startswith("Where processing is based on the data subject's consent")
    assert not recital.marks


def test_query_terms_are_marked_in_recitals(gdpr: Path) -> None:
    with Library.open(gdpr) as library:
        place = read_provision(library, "32016R0679", "art_7__para_3").place
        assert place is not None
        found = collect(library, place=place, eid="art_7", day=None, query="withdraw consent")
    recital = next(recital for recital in found.recitals if recital.eid == "rec_42")
    words = [recital.text[start:end] for start, end in recital.marks]
    assert {"consent", "withdraw", "Consent"} == set(words)


def test_the_whole_article_with_the_hit_of_its_paragraph(gdpr: Path) -> None:
    reading, hit = reading_of(gdpr, "withdraw consent")
    assert reading.title == "Article 7  Conditions for consent"
    assert reading.source == "Regulation (EU) 2016/679"
    assert [p.number for p in reading.paragraphs] == ["1.", "2.", "3.", "4."]
    assert [p.is_hit for p in reading.paragraphs] == [False, False, True, False]
    assert marked(reading.paragraphs[2])[:2] == ["withdraw", "consent"]
    assert marked(reading.paragraphs[3]) == ["consent", "consent"]
    found = [word for p in reading.paragraphs for word in marked(p) if "consent" in word]
    assert len(found) == sum(p.text.count("consent") for p in reading.paragraphs)  # all of them
    assert reading.eid == "art_7"
    assert reading.text == hit.text
    assert reading.citation == hit.citation


def test_points_stand_under_their_paragraph(gdpr: Path) -> None:
    reading, _ = reading_of(gdpr, '"legitimate interests pursued by the controller" overridden')
    assert reading.title.startswith("Article 6 ")
    levels = {p.number: p.level for p in reading.paragraphs if p.number}
    assert (levels["1."], levels["(a)"], levels["(f)"]) == (0, 1, 1)


@pytest.mark.parametrize(
    ("points", "levels"),
    [
        (
            [
                ("a)", "Zinsen;"),
                ("aa)", "bis 2020,"),
                ("bb)", "seither;"),
                ("aaa)", "Teil"),
                ("b)", "mehr"),
            ],
            [1, 2, 2, 3, 1],
        ),
        ([("a)", "Zinsen;"), ("aa)", "Gebühren;"), ("b)", "mehr")], [1, 1, 1]),  # inserted later
        ([("a)", "intérêts"), ("i)", "un"), ("ii)", "deux"), ("iii)", "trois")], [1, 2, 2, 2]),
        ([("", "vor) dem Termin"), ("", "usw.) und mehr")], [0, 0]),
    ],
)
def test_points_of_points_stand_under_them(
    points: list[tuple[str, str]], levels: list[int], tmp_path: Path
) -> None:
    text = "\n\n".join(f"{number} {expected}".strip() for number, expected in points)
    section = Provision("para_1", "section", "1", "", "§ 1", None, 0, len(text))
    document = Document(text, "Gesetz", work="DE-x", language="de", provisions=(section,))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([document], vectors=False)
        reading = read(library, library.search("mehr OR deux", mode="keyword").hits[0], "mehr")
    assert [(p.number, p.text) for p in reading.paragraphs] == points
    assert [p.level for p in reading.paragraphs] == levels


def test_bold_numbers_stand_beside_paragraphs(tmp_path: Path) -> None:
    text = "**1.** Firms keep records.\n\n**1a.** They keep them for five years."
    article = Provision("art_16", "article", "16", "", "Article 16", None, 0, len(text))
    document = Document(text, "On markets", work="32014L0065", provisions=(article,))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([document], vectors=False)
        hits = library.search("records", mode="keyword").hits
        reading = read(library, hits[0], "records")
    assert [(p.number, p.text) for p in reading.paragraphs] == [
        ("1.", "Firms keep records."),
        ("1a.", "They keep them for five years."),
    ]
    assert marked(reading.paragraphs[0]) == ["records"]


@pytest.mark.parametrize(
    ("file", "law", "query", "title", "first"),
    [
        (
            "kschg/index.md",
            "---\njurabk: KSchG\nslug: kschg\n---\n\n# Kündigungsschutzgesetz (KSchG)\n\n"
            "### § 7 Wirksamwerden der Kündigung\n\n"
            "Wird die Rechtsunwirksamkeit einer Kündigung nicht rechtzeitig geltend gemacht,\n"
            "so gilt die Kündigung als von Anfang an rechtswirksam.\n",
            "Rechtsunwirksamkeit",
            "§ 7  Wirksamwerden der Kündigung",
            "Wird die Rechtsunwirksamkeit einer Kündigung",
        ),
        (
            "1960-act-32.md",
            '---\ntitle: "Irish Steel Holdings Limited Act, 1960"\nidentifier: "IE-1960-act-32"\n'
            'country: "ie"\nrank: "act"\n---\n# Irish Steel Holdings Limited Act, 1960\n\n'
            "##### 4 Exercise of powers by the Minister.\n\n"
            "(1) The Minister for Finance may exercise all rights of a holder of shares.\n",
            "exercise",
            "Section 4 Irish Steel Holdings Limited Act, 1960  Exercise of powers by the Minister.",
            "The Minister for Finance may exercise",
        ),
    ],
)
def test_a_heading_beside_its_number_is_not_read_twice(
    tmp_path: Path, file: str, law: str, query: str, title: str, first: str
) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(law, "utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / file], vectors=False)
        hit = next(hit for hit in library.search(query, mode="keyword").hits if hit.eid)
        reading = read(library, hit, query)
    assert reading.title == title
    assert reading.paragraphs[0].text.startswith(first)
    assert reading.paragraphs[0].is_hit
    assert marked(reading.paragraphs[0]) == [query]


def test_a_file_without_provisions_is_read_around_the_passage(tmp_path: Path) -> None:
    file = tmp_path / "lease.txt"
    pages = [f"Clause about matter {n}, in ordinary words.\n\n" for n in range(2_000)]
    pages[1_000] = "The tenant shall repaint the orangery every third year.\n\n"
    file.write_text("".join(pages))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([file], vectors=False)
        hits = library.search("orangery", mode="keyword").hits
        reading = read(library, hits[0], "orangery")
    found = [p for p in reading.paragraphs if p.marks]
    assert [marked(p) for p in found] == [["orangery"]]
    at = reading.paragraphs.index(found[0])
    assert 100 < at < len(reading.paragraphs) - 100 < 1_000
    assert cut_text_around("All of it\nwas written anew.", "The tenant") == "The tenant"


def test_only_the_paragraphs_of_the_passage_belong_to_it() -> None:
    for passage, expected in (((0, 4), [1, 0, 0]), ((3, 8), [0, 1, 0]), ((0, 5), [1, 1, 0])):
        assert [p.is_hit for p in make_paragraphs("one\ntwo\nsix", [], passage)] == expected


def test_an_article_of_a_heading_alone_is_read(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([version("2014-05-15", None, "Article 1")], vectors=False)
        reading = read_provision(library, "firms", "art_1")
    assert [p.text for p in reading.paragraphs] == ["Article 1"]
    assert [p.text for p in select_body_paragraphs(reading)] == ["Article 1"]


def test_recitals_are_ordered_by_visible_text_or_certainty(own_gdpr: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("recital,provision\n52,9\n", encoding="utf-8")

    def explaining(eid: str) -> list[tuple[str, str]]:
        place = read_provision(library, "32016R0679", eid).place
        assert place is not None
        found = collect(library, place=place, eid="art_9", day=None)
        return [(recital.eid, recital.source) for recital in found.recitals]

    with Library.open(own_gdpr) as library:
        library.law.recitals.load("32016R0679", table)
        whole, part = explaining("art_9"), explaining("art_9__para_3")
    assert whole[:3] == [("rec_52", "mapping"), ("rec_53", "model"), ("rec_56", "model")]
    assert part[:3] == [("rec_52", "mapping"), ("rec_53", "model"), ("rec_158", "model")]
    assert len(whole) == len(dict(whole))


def test_an_article_that_is_likely_is_named_in_the_language_that_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    article = Provision("art_7", "article", "7", "Conditions", "Article 7", None, 0, 9)
    english = Document("Article 7", "GDPR", work="32016R0679", language="en", provisions=(article,))
    german = dataclasses.replace(
        english, language="de",
        provisions=(dataclasses.replace(article, label="Artikel 7", heading="Bedingungen"),),
    )  # fmt: skip
    labels = [SimpleNamespace(id=f"art_{n}", name=f"Article {n}", probability=0.9) for n in (7, 8)]
    likely = SimpleNamespace(work="32016R0679", labels=labels)
    monkeypatch.setattr("lexdesk.models.label_suggestion.predict_articles", lambda *_, **__: likely)
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([english, german], vectors=False)
        found = {
            language: [
                (article.name, article.work)
                for article in suggest_articles(library, work="x", text="y", language=language)
            ]
            for language in ("de", "en", "pl")
        }  # fmt: skip
    assert found["de"] == [("Artikel 7  Bedingungen", "32016R0679"), ("Article 8", "")]
    assert found["en"][0] == ("Article 7  Conditions", "32016R0679")
    assert found["pl"][0][1] == "32016R0679", "in whatever language it is there"


def test_long_text_is_loaded_in_parts(tmp_path: Path) -> None:
    lines = [f"{n}. Firms keep the record of year {n} for years." for n in range(600)]
    text, half = "\n".join(lines), len("\n".join(lines[:300])) + 1
    parts = [
        Provision(f"art_1{inner}", "article", "1", "", f"Article 1{inner}", "art_1" if inner else None, start, end)
        for inner, start, end in (("", 0, len(text)), ("__para_1", 0, half), ("__para_2", half, len(text)))
    ]  # fmt: skip
    act = Document(text, "On firms", work="firms", language="en", provisions=tuple(parts))
    letter = Document(text, "Letter", work="letter", language="en")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act, letter], vectors=False)
        part = read(library, library.search('work:firms "year 555"', mode="keyword").hits[0])
        whole = read_provision(library, "letter", None)
    assert (part.eid, part.paragraphs[0].number) == ("art_1__para_2", "300.")
    assert "".join(f"{p.number} {p.text}" for p in whole.paragraphs if p.is_hit) == ""
    assert whole.paragraphs[0].number == "0."
    assert len(whole.text) < 20_000


def test_headings_of_whole_text_are_distinguished(gdpr: Path) -> None:
    """Also the numbers of chapters, above their titles; not the enacting formula."""
    with Library.open(gdpr) as library:
        place = read_provision(library, "32016R0679", "art_7").place
        assert place is not None
        found = read_whole(library, place=place, as_of=None, query="")
        divisions = [
            provision
            for provision in library.law.show("32016R0679").provisions
            if provision["heading"]
        ]
    headings = [p.text for p in found.paragraphs if p.is_heading]
    assert headings[:4] == [
        "CHAPTER I",
        "General provisions",
        "Article 1",
        "Subject-matter and objectives",
    ]
    assert len(headings) == 2 * len(divisions)


def test_removed_text_is_shown_as_found(gdpr: Path, tmp_path: Path) -> None:
    _, hit = reading_of(gdpr, "withdraw consent")
    with Library.open(tmp_path / "empty", create=True) as library:
        reading = read(library, hit, "withdraw consent")
    assert reading.text == hit.text
    assert marked(reading.paragraphs[0])[0] == "withdraw"


@pytest.mark.usefixtures("qapp")
def test_a_clause_is_read_on_the_page_where_it_begins(tmp_path: Path) -> None:
    title = ["LEASE AGREEMENT", "This Lease Agreement is made between the landlord and the tenant."]
    clauses = [
        [
            f"{n}. REPAIRS",
            f"The tenant shall repaint room {n} every third year. This Agreement binds the parties.",
        ]
        for n in (1, 2, 3)
    ]
    write_pdf(tmp_path / "lease.pdf", [title + clauses[0], *clauses[1:]])
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "lease.pdf"], vectors=False)
        work = library.search("room", mode="keyword").hits[0].work
        found = read_provision(library, work, "sec_3")  # as from Match, a link or the outline
    assert (found.citation.partition(" lease")[0], found.page) == ("Clause 3", 3)


def test_printed_lines_of_a_contract_are_read_as_paragraphs(tmp_path: Path) -> None:
    text = """\
15.2 Termination.
15.2.1 Termination for Breach. Either Party may terminate this Agreement upon material breach of any
obligation under this Agreement by the other Party provided that such breach (if curable) is not cured within thirty (30) days following
the receipt of written notice thereof by the non-breaching Party. If there is a dispute between the Parties as to whether a material
breach has occurred or whether such breach was curable or has been cured by the other Party within the above cure period, notice
of termination may only be given after the terminating Party has escalated the issue to the relevant senior executives pursuant to
Section 16.3.1 and the senior executives have not been able to solve such dispute within thirty (30) days of such escalation.
Source: COHERUS BIOSCIENCES, INC., 10-K, 2/27/2020
Confidential
"""  # noqa: E501 - as CUAD's PDF has it
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(
            [Document(text, "contract.pdf", work="contract")], vectors=False
        )
        hits = library.search("senior executives dispute", mode="keyword").hits
        reading = read(library, hits[0], "curable Confidential")
    clause = " ".join(text.split("\n")[1:7])
    assert [paragraph.text for paragraph in reading.paragraphs] == [
        "15.2 Termination.",
        clause,
        "Source: COHERUS BIOSCIENCES, INC., 10-K, 2/27/2020",
        "Confidential",
    ]
    assert marked(reading.paragraphs[1]) == ["curable", "curable"]
    assert marked(reading.paragraphs[3]) == ["Confidential"]


@pytest.mark.parametrize(
    "text",
    [
        "Member States shall ensure that records are kept for five years after the end of the year.\n"
        "The Commission shall be empowered to adopt delegated acts in accordance with Article 89.",
        "Print 3 copies\nOne for the court\nOne for your landlord or their attorney\nFile and deliver",
        "to the controller, who shall answer within one month of the receipt of the request; and\n"
        "(b) to the supervisory authority of the Member State of his or her habitual residence",
        "The controller shall take appropriate measures to provide any information referred to in Articles 13 and 14\n\n"
        "The information shall be provided in writing, or by other means",
    ],
    ids=["sentences", "short lines", "points", "blank line"],
)
def test_separate_paragraphs_stay_separate(text: str) -> None:
    assert unwrap_lines(text) == text
