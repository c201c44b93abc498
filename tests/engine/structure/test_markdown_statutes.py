"""Irish statutes in Markdown, and what both countries share."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.structure.statutes import eids, german, irish

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.extract import read
from lexdesk.structure.law_markdown import add_usual_keys, build_new_text, split
from lexdesk.structure.markdown import split_front_matter, strip_markup
from lexdesk.structure.text_lines import QuotationMarks

FIXTURES = Path(__file__).parents[1] / "fixtures"


@cache
def fixture(name: str) -> Document:
    return read(FIXTURES / name)


@pytest.mark.parametrize(
    ("file", "eid", "kind", "label", "beginning"),
    [
        ("IE-2018-act-32.md", "sec_2", "section", "Section 2", "2. Power for relevant Ministers"),
        ("IE-2018-act-32.md", "sec_2__subsec_2", "subsection", "Section 2(2)", "(2) Subject to subsection (3), an"),
        ("IE-1981-act-35.md", "sec_2__subsec_1", "subsection", "Section 2(1)", "(1) This Act may be cited"),
        ("stipg.md", "para_1", "section", "§ 1", "§ 1 Fördergrundsatz\n(1) An staatlichen"),
        ("stipg.md", "para_1__abs_1", "paragraph", "§ 1 Abs. 1", "(1) An staatlichen oder staatlich anerkannten"),
        ("stipg.md", "para_2__abs_1__nr_2", "point", "§ 2 Abs. 1 Nr. 2", "2. vor der Aufnahme des Studiums an"),
    ],
)  # fmt: skip
def test_provisions(file: str, eid: str, kind: str, label: str, beginning: str) -> None:
    document = fixture(file)
    found = next(p for p in document.provisions if p.eid == eid)
    assert (found.kind, found.label) == (kind, label)
    assert document.text[found.start :].startswith(beginning)


@pytest.mark.parametrize(
    ("file", "work", "title", "short", "language"),
    [
        ("IE-2018-act-32.md", "IE-2018-act-32", *["European Investment Fund Agreement Act 2018"] * 2, "en"),
        ("stipg.md", "DE-stipg", "Gesetz zur Schaffung eines nationalen Stipendienprogramms", "StipG", "de"),
    ],
)  # fmt: skip
def test_identity(file: str, work: str, title: str, short: str, language: str) -> None:
    document = fixture(file)
    assert (document.work, document.title) == (work, title)
    assert (document.short_title, document.language) == (short, language)


def test_quoted_section_is_no_section_of_irish_act() -> None:
    assert eids(fixture("IE-1981-act-35.md")) == [
        "sec_1",
        "sec_2",
        "sec_2__subsec_1",
        "sec_2__subsec_2",
    ]
    document = irish(
        "##### 4. **Duty**\n\n**4.** The following is substituted:\n\n**“Duty**\n\n**5.** (1) Subject to—\n\n"
        "(a) one,\n\n(2) two.”.\n\n##### 5. **Next**\n\n**5.** (1) Own.\n"
    )
    assert eids(document) == ["sec_4", "sec_5", "sec_5__subsec_1"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["(1) x—", "(a) y", "(b) z", "(2) w"], ["1", "1a", "1b", "2"]),
        (["(a) x", "(b) y—", "(i) p", "(ii) q", "(c) z"], ["a", "b", "bi", "bii", "c"]),
        (["(h) x", "(i) y", "(j) z"], ["h", "i", "j"]),
        (["(h) either—", "(i) x", "(ii) y", "(i) z"], ["h", "hi", "hii", "i"]),
        (["(2) (a) x", "(b) y"], ["2", "2a", "2b"]),
        (["(1) x", "(1A) y", "(2) z"], ["1", "1a", "2"]),
        (["(a) x—", "(i) y", "(ii) z", "(iia) w", "(iii) v", "(b) u"], ["a", "ai", "aii", "aiia", "aiii", "b"]),
        (["(i) x", "(ii) y", "(iia) z", "(iib) w", "(iii) v"], ["i", "ii", "iia", "iib", "iii"]),
        (["(h) x", "(i) y", "(ia) z", "(ib) w", "(j) v"], ["h", "i", "ia", "ib", "j"]),
        (["(a) x—", "(i) y—", "(I) z", "(IA) w", "(II) v"], ["a", "ai", "aiI", "aiIA", "aiII"]),
        (["(a) x—", "(i) y—", "(I) z", "(II) w", "(ii) v"], ["a", "ai", "aiI", "aiII", "aii"]),
        (["(z) x", "(aa) y", "(bb) z"], ["z", "aa", "bb"]),
        (["(i) x", "(ii) y", "(iii) z"], ["i", "ii", "iii"]),
    ],
)  # fmt: skip
def test_nesting_by_numbers_only(lines: list[str], expected: list[str]) -> None:
    document = irish("##### 1. **H**\n\n**1.** " + "\n\n".join(["Intro—", *lines]) + "\n")
    found = [
        p.label.removeprefix("Section 1").replace(")(", "").strip("()")
        for p in document.provisions[1:]
    ]
    assert [f.lower() for f in found] == [e.lower() for e in expected]


def test_text_after_list_belongs_to_subsection() -> None:
    document = irish(
        "##### 1. **H**\n\n**1.** (1) Who—\n\n(a) x, or\n\n(b) y,\n\ncommits an offence.\n"
    )
    last = next(p for p in document.provisions if p.eid == "sec_1__subsec_1__para_b")
    assert document.text[last.start : last.end] == "(b) y,"


@pytest.mark.parametrize(
    ("heading", "body", "eid"),
    [
        ("##### 1 Heading.", "**1.**—(1) x", "sec_1__subsec_1"),
        ("##### 1.. **Heading**", "**1.** (1) x", "sec_1__subsec_1"),
        ("##### 4.\n\n**Heading**", "**4.** (1) x", "sec_4__subsec_1"),
        ("##### 10 Heading", "F7[10. —(1) x]", "sec_10__subsec_1"),
        ("##### 18. **F15[Heading**", "**18A.**(1) x]", "sec_18a__subsec_1"),
    ],
)
def test_printed_forms_of_irish_sections(heading: str, body: str, eid: str) -> None:
    document = irish(f"{heading}\n\n{body}\n")
    assert eids(document)[-1] == eid
    assert document.text.endswith("\n(1) x")
    assert document.provisions[0].heading.startswith("Heading")


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        (
            "the constitution of the company under*section 21*or record the change under*section 50(3)*, as the case",
            "the constitution of the company under section 21 or record the change under section 50(3), as the case",
        ),
        ("the duties under*section 224A*(directors to", "the duties under section 224A (directors to"),
        ("*subsections (3)*,*(5)*,*(8)*and*(9)*(other than", "subsections (3), (5), (8) and (9) (other than"),
        ("under F28[*section 18*or*18A*], as the case", "under section 18 or 18A, as the case"),
        ("subsection (2)(iii*a*) and *section 44* (2)", "subsection (2)(iiia) and section 44 (2)"),
        ("accepted under *section 14*(2).", "accepted under section 14(2)."),
    ],
)  # fmt: skip
def test_emphasis_without_spaces_joins_no_words(printed: str, text: str) -> None:
    assert irish(f"##### 1. **H**\n\n**1.** If {printed}\n").text.endswith(f"If {text}")


def test_wrapped_number_of_citation_is_no_item() -> None:
    document = german(
        "## § 172\n\n(2) Der Antrag ist nicht zulässig in den Fällen der §§ 154b und\n154c.\n\n"
        "(3) Er gilt\n1.  für Ärzte nach § 37a und §\n    37b.\n2.  für Zahnärzte.\n"
    )
    assert eids(document) == [
        "para_172",
        "para_172__abs_2",
        "para_172__abs_3",
        "para_172__abs_3__nr_1",
        "para_172__abs_3__nr_2",
    ]
    assert "§§ 154b und 154c.\n" in document.text


def test_definition_belongs_to_no_earlier_list() -> None:
    document = irish(
        "##### 2 Interpretation\n\n**2.** (1) In this Act—\n\n“betting licence” means—\n\n"
        "(a) an in-person betting licence, or\n\n(b) a remote betting licence;\n\n"
        "“child” means a person under the age of 18 years;\n\n“gambling activity” means—\n\n"
        "(a) providing a betting activity, a game or a lottery, or\n\n(b) promoting it.\n"
    )
    labels = [(p.label, document.text[p.start : p.end]) for p in document.provisions[2:]]
    assert labels == [
        ("Section 2(1)(a)", "(a) an in-person betting licence, or"),
        ("Section 2(1)(b)", "(b) a remote betting licence;"),
        ("Section 2(1)(a)", "(a) providing a betting activity, a game or a lottery, or"),
        ("Section 2(1)(b)", "(b) promoting it."),
    ]


def test_definitions_belong_to_introducing_paragraph() -> None:
    document = irish(
        "##### 176. **Relief**\n\n**176.** (1) (a) In this section—\n\n“the Acts” means—\n\n(i) the Tax Acts, and\n\n"
        "(ii) the Capital Gains Tax Acts,\n\nand any instrument made thereunder;\n\n“approved body” means—\n\n"
        "(i) the National Archives,\n\n(b) (i) The selection committee may act notwithstanding one or more vacancies.\n"
    )
    assert [p.label.removeprefix("Section 176(1)") for p in document.provisions[2:]] == [
        "(a)", "(a)(i)", "(a)(ii)", "(a)(i)", "(b)", "(b)(i)",
    ]  # fmt: skip
    document = irish(
        "##### 60. **H**\n\n**60.** The Principal Act is amended—\n\n(a) in section 372A—\n\n"
        "(i) by the insertion of the following:\n\n“existing building” means a building which—\n\n"
        "(a) fronts on to a qualifying street;\n\n(ii) in subsection (2), by the deletion of “or”.\n"
    )
    assert document.provisions[-1].label == "Section 60(a)(ii)"


def test_substituted_definition_leaves_amending_list_open() -> None:
    document = irish(
        "##### 79. **H**\n\n**79.** (1) The Principal Act is amended—\n\n(a) in section 83D—\n\n"
        "(i) by the substitution of the following definition:\n\n"
        "“ ‘planning permission’ means a permission within the meaning of the Act of 2000;”, and\n\n"
        "(ii) in subsection (3), by the deletion of “or”.\n"
    )
    assert document.provisions[-1].label == "Section 79(1)(a)(ii)"


def test_list_resumes_after_unnumbered_line() -> None:
    document = irish(
        "##### 2. **A**\n\n**2.**—(1) Data shall not be processed unless—\n\n(a) one,\n\n(b) one of these is met:\n\n"
        "(i) consent is given,\n\n(ii) it is necessary to protect a person where—\n\n(I) consent cannot be given, or\n\n"
        "(II) it cannot be obtained,\n\nor harm is prevented,\n\n(iii) it is authorised,\n\nand it is fair, or\n\n"
        "(c) three.\n\n(2) More.\n"
    )
    assert [p.label for p in document.provisions] == [
        "Section 2", "Section 2(1)", "Section 2(1)(a)", "Section 2(1)(b)", "Section 2(1)(b)(i)", "Section 2(1)(b)(ii)",
        "Section 2(1)(b)(ii)(I)", "Section 2(1)(b)(ii)(II)", "Section 2(1)(b)(iii)", "Section 2(1)(c)", "Section 2(2)",
    ]  # fmt: skip
    one = next(p for p in document.provisions if p.label == "Section 2(1)(b)")
    assert document.text[one.start : one.end].endswith("(iii) it is authorised,")
    document.validate()


def test_ended_list_stays_ended() -> None:
    document = irish(
        "##### 3. **A**\n\n**3.**—(1) In this Act—\n\n“land” includes—\n\n(a) fields,\n\n(b) houses;\n\n"
        "“road” includes—\n\n(a) lanes,\n\n(b) paths;\n\n(2) For—\n\n(a) one,\n\nand, where it applies—\n\n"
        "(i) two,\n\n(b) three.\n"
    )
    assert [p.label for p in document.provisions[2:]] == [
        "Section 3(1)(a)", "Section 3(1)(b)", "Section 3(1)(a)", "Section 3(1)(b)", "Section 3(2)",
        "Section 3(2)(a)", "Section 3(2)(i)", "Section 3(2)(b)",
    ]  # fmt: skip


def test_parts_chapters_and_schedules() -> None:
    document = irish(
        "## PART II. General\n\n### Chapter 1 *First things*\n\n##### 1. **A**\n\n**1.** x\n\n"
        "## FIRST SCHEDULE. Forms\n\n## PART I\n\ny\n"
    )
    assert eids(document) == ["part_2", "part_2__chp_1", "sec_1", "sched_1", "sched_1__part_1"]
    assert document.provisions[2].parent == "part_2__chp_1"
    assert document.provisions[3].label == "First Schedule"


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("**1.**—(1) x", "1.—(1) x"), ("(*a*) x", "(a) x"), ("**Bold *and* more**", "Bold and more"),
        ("see [this](http://x.y/z)", "see this"), ("note[^1] here", "note here"), ("2 * 3 * 4", "2 * 3 * 4"),
        (r"\*literal\*", "*literal*"), ("snake_case_name", "snake_case_name"), ("_it_ is", "it is"),
    ],
)  # fmt: skip
def test_markdown_marks_are_removed(markdown: str, text: str) -> None:
    assert strip_markup(markdown) == text


@pytest.mark.parametrize(
    ("text", "meta"),
    [
        ('---\ntitle: "A: b"\nn: 1\n---\nx', {"title": "A: b", "n": "1"}),
        ("---\ntitle: a: b: c\nslug: 'x'\n---\nx", {"title": "a: b: c", "slug": "x"}),
        ("no front matter", {}),
        ("---\n- a\n---\nx", {}),
    ],
)
def test_front_matter(text: str, meta: dict[str, str]) -> None:
    assert split_front_matter(text)[0] == meta


def test_other_markdown_is_text_with_title(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text("intro\n\n# On **consent**\n\nText.\n")
    document = read(path)
    assert (document.title, document.provisions) == ("On consent", ())
    assert document.text == "intro\n\nOn consent\n\nText."


def test_quotation_ends_at_last_mark() -> None:
    state = QuotationMarks("“", "”")
    lines = ["a “b” c", "“open", "(1) inside", "“again", "end.”;", "outside"]
    assert [state.enter(line) for line in lines] == [False, True, True, True, True, False]


@given(st.text(alphabet="§()12ab.#*“”„ \n-|—iéé", max_size=300))
def test_arbitrary_text_gives_valid_structure(body: str) -> None:
    for document in (irish(body), german(body)):
        assert len({p.eid for p in document.provisions}) == len(document.provisions)


def test_record_above_statute_is_no_passage(tmp_path: Path) -> None:
    path = tmp_path / "index.md"
    path.write_text(
        "---\nTitle: Gesetz\njurabk: XG\nlayout: default\norigslug: xg\nslug: xg\n\n---\n\n# Gesetz (XG)\n\n"
        "Ausfertigungsdatum\n:   1896-08-18\n\nZuletzt geändert durch\n:   Art. 4 G v. 7.5.2021 I 850\n\n"
        "##### § 1 Anfang\n\nDer Mensch ist frei geboren und lebt in Frieden.\n"
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([path], vectors=False)
        assert library.search("Ausfertigungsdatum", mode="keyword").hits == []
        assert library.search("Frieden", mode="keyword").hits
        assert library.law.show("DE-xg", "para_1").notice == (
            "as of the state of 7 May 2021; whether it was amended later is not known"
        )


@pytest.mark.parametrize(
    ("line", "eid"),
    [
        ("Artículo {}.", "art_{}"), ("Artículo {}. La presente ley regula el objeto.", "art_{}"),
        ("**Artículo {}. Objeto.**", "art_{}"), ("Artigo {}.º - Objeto", "art_{}"), ("{} straipsnis. Paskirtis", "art_{}"),
        ("{}. § (1) A törvény hatálya", "para_{}"), ("Чл. {}. (1) Този закон", "art_{}"), ("MADDE {} – (1) Bu Kanun", "art_{}"),
        ("##### Madde {} - Amaç", "art_{}"), ("##### Члан {}.", "art_{}"), ("Article {}. La présente loi règle.", "art_{}"),
        ("##### {}. gr.", "art_{}"), ("##### Neni {}", "art_{}"),
    ],
)  # fmt: skip
def test_articles_of_other_countries_begin_with_their_lines(line: str, eid: str) -> None:
    body = "".join(f"{line.format(n)}\n\nText {n}\n\n" for n in (1, 2, 3))
    assert [block.eid for block in split(body) if block.eid] == [eid.format(n) for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("line", "eid"),
    [
        ("12/A. § Hatály", "para_12-a"), ("MADDE 12/A – Amaç", "art_12-a"), ("5.<sup>1</sup> pants. Mērķis", "art_5-1"),
        ("Άρθρο 12Α Τίτλος", "art_12α"), ("Article Ier", "art_ier"), ("Anlage 2 Muster", "anx_2"),
    ],
)  # fmt: skip
def test_letter_behind_a_number_is_part_of_it(line: str, eid: str) -> None:
    assert [block.eid for block in split(f"##### {line}\n\nText\n")] == [eid]


def test_lines_that_cite_articles_begin_none() -> None:
    cited = "Artículo 5 de la Ley 3/2007 queda modificado\n\nArticle 5 du code\n\n<sup>8</sup> Artikel 15.\n\n"
    assert [b.eid for b in split(f"##### Artículo 1.\n\n{cited}##### Artículo 2.\n\nx")] == [
        "art_1",
        "art_2",
    ]


def test_raised_digit_is_part_of_the_number_of_a_second_article() -> None:
    """Article 22¹ of the Polish Civil Code is not its Article 22; in Switzerland such a digit marks a note."""
    blocks = split(
        "##### Art. 22.\n\nx\n\n##### Art. 22¹. Konsument\n\ny\n\n##### Art. 23¹\n\nz\n\n##### 6² straipsnis. X\n"
    )
    provisions = build_new_text([(0, 0, blocks)], "pl")[1]
    assert [(p.eid, p.label, p.heading) for p in provisions] == [
        ("art_22", "Art. 22", ""), ("art_22-1", "Art. 22¹", "Konsument"), ("art_23", "Art. 23", ""),
        ("art_6-2", "6² straipsnis", "X"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "front",
    [
        {
            "Titre": "Loi",
            "Identifiant": "L1",
            "Date de publication": "2001-02-03",
            "État": "in_force",
        },
        {
            "tytuł": "Loi",
            "identyfikator": "L1",
            "data ogłoszenia": "2001-02-03",
            "status": "in_force",
        },
        {
            "título": "Loi",
            "identificador": "L1",
            "data_publicação": "2001-02-03",
            "situação": "in_force",
        },
        {"제목": "Loi", "법령ID": "L1", "공포일자": "2001-02-03", "상태": "in_force"},
    ],
)
def test_front_matter_has_its_usual_keys(front: dict[str, str]) -> None:
    keys = ("title", "identifier", "publication_date", "status")
    assert [add_usual_keys(front).get(key) for key in keys] == [
        "Loi",
        "L1",
        "2001-02-03",
        "in_force",
    ]
