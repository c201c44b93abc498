"""Highlights of the words of a query in the text as extracted."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.search.test_moments import act

from lexdesk import Library
from lexdesk.citations.work_lookup import short_names
from lexdesk.document.model import Document, Page
from lexdesk.index.conditions import Conditions
from lexdesk.query import parse, plain
from lexdesk.search.filters import resolve_filters
from lexdesk.search.options import Mode
from lexdesk.search.results.highlights import Highlighter
from lexdesk.search.retrieval.lexical_search import LexicalSearch
from lexdesk.text.tokens import fold_in_place, token_spans, tokens

WORDS = st.sampled_from(
    ["consent", "con", "311", "c", "18", "withdraw", "withdrawn", "é", "straße"]
)
GAPS = st.sampled_from([" ", "-", "/", ", ", "_", "(", ""])


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        (
            "C-311/18 consent withdr*",
            "Case C-311/18: consent was withdrawn, not consented.",
            ["C-311/18", "consent", "withdrawn"],
        ),
        ("resume", "Le Résumé — RÉSUMÉ", ["Résumé", "RÉSUMÉ"]),
        ("strasse", "Die Straße, die Strasse", ["Straße", "Strasse"]),
        ("STRASSE strasse*", "die STRAẞE", ["STRAẞE"]),
        ("spolka wplac*", "Spółka wpłaciła", ["Spółka", "wpłaciła"]),
        ('"le coeur" "aero by"', "le cœur, Le CŒUR; Ærø by", ["le cœur", "Le CŒUR", "Ærø by"]),
        ("vorstand 3", "³Der Vorstand⁴ handelt", ["Vorstand"]),
        ('"der vorstand handelt"', "³Der Vorstand⁴ handelt", ["Der Vorstand⁴ handelt"]),
        ('"haftet der"', "er haftet³Der", ["haftet³Der"]),
        ('m2 "80 m2"', "80 m², 90 m2, ein m", ["80 m²", "m2"]),
        ("m", "m, m² und m¹", ["m", "m"]),
        ("§ 823", "nach § 823 BGB und §823", ["§ 823", "§823"]),
        ("6(1)(f)", "Article 6(1)(f) and 6(1)", ["6(1)(f"]),
        ('"§ 5"', "nach den §§ 5 bis 8", ["§ 5"]),
        ('"nach 823"', "nach § 823 und nach 823", ["nach 823"]),
        ("stras* Stra?e", "Die Straße, die Strasse", ["Straße", "Strasse"]),
        ("section* se?tion*", "§ 5 and sections", ["sections"]),
        ('"موافقة الأطفال"', "على موافقة الأطفال", ["موافقة الأطفال"]),
        ('"개인 정보"', "개인 정보 보호", ["개인 정보"]),
        ("title:directive consent", "the directive on consent", ["consent"]),
        ('"a b" "b c"', "a b c", ["a b c"]),
        ('"b c" "a b c d" "c e"', "a b c d, b c e", ["a b c d", "b c e"]),
        ('"a a"', "a a a", ["a a a"]),
        ('"data prot" prot*', "data prot protection", ["data prot", "protection"]),
        (
            '"right to be forgotten" right',
            "the right to be\nforgotten, a right",
            ["right to be\nforgotten", "right"],
        ),
    ],
)
def test_highlights(query: str, text: str, expected: list[str]) -> None:
    assert [
        text[start:end] for start, end in Highlighter(parse(query)).spans(text, None)
    ] == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("the right to withdraw consent", ["right", "withdraw", "consent"]),
        ("to the", ["the", "to", "the"]),  # nothing else ranks
        ("+the consent", ["the", "the", "consent"]),
        ('"the right" consent', ["the right", "consent"]),
    ],
)
def test_ranking_stop_words_are_highlighted(query: str, expected: list[str]) -> None:
    text = "the right to withdraw the consent"
    spans = Highlighter(parse(query), ["en"]).spans(text, "en")
    assert [text[start:end] for start, end in spans] == expected


@given(st.lists(WORDS, min_size=1, max_size=4), st.lists(st.tuples(WORDS, GAPS)))
def test_single_words_equal_index_tokens(query: list[str], text: list[tuple[str, str]]) -> None:
    written = "".join(word + gap for word, gap in text)
    wanted = set(tokens(" ".join(query)))
    expected = [(start, end) for start, end, forms in token_spans(written) if set(forms) & wanted]
    assert Highlighter(plain(" ".join(query))).spans(written) == expected


@given(st.text())
def test_folding_keeps_offsets(text: str) -> None:
    assert len(fold_in_place(text)) == len(text)


def test_all_cited_provisions_rank_first(words_library: Library) -> None:
    hits = words_library.search("Articles 13 to 15 GDPR", mode="keyword").hits
    assert [hit.eid for hit in hits[:3]] == ["art_13", "art_14", "art_15"]
    assert [hit.named for hit in hits[:4]] == [True, True, True, False]
    assert [hit.rank for hit in hits[:4]] == [1, 2, 3, 4]
    totals = {
        words_library.search("Article 17 GDPR", mode="keyword", top=n).total for n in (1, 1000)
    }
    assert len(totals) == 1


def test_missing_provision_is_reported(words_library: Library) -> None:
    answer = words_library.search("Art. 300 GDPR", mode="keyword")
    assert not any(hit.named for hit in answer.hits)
    assert answer.notice == (
        "Regulation (EU) 2016/679, as it is here, has no Art. 300; these passages hold the words"
    )
    assert words_library.search("Art. 30 GDPR", mode="keyword").notice == ""
    absurd = words_library.search("Article 999999 GDPR", mode="keyword").notice
    assert "has no Article 999999" in str(absurd)


@pytest.mark.parametrize(
    ("query", "found", "notice"),
    [
        ("Art 5 and 105 GDPR", ["art_5"],
         "Regulation (EU) 2016/679, in this library, has no Article 105; shown are the other places"),
        ("Articles 5, 105 and 106(2) GDPR", ["art_5"],
         "Regulation (EU) 2016/679, in this library, has no Article 105, Article 106(2); shown are the other places"),
        ("Recitals 39 and 500 GDPR", ["rec_39"],
         "Regulation (EU) 2016/679, in this library, has no Recital 500; shown are the other places"),
        ("Art 105 GDPR fines", [],
         "Regulation (EU) 2016/679, as it is here, has no Art 105; these passages hold the words"),
        ("Art 5 GDPR, § 1 AGBG", ["art_5"],
         "§ 1 AGBG is not in this library, nor is the law that it is of"),
        ("Article 3 of the Digital Fairness Act", [],
         "Article 3 of the Digital Fairness Act is not in this library, nor is the law that it is of"),
        ("Directive 2014/104 damages", [], "Directive 2014/104 is not in this library"),
        ("Human Rights Act 1998 privacy", [], "Human Rights Act 1998 is not in this library"),
        ("Regulation 2016/679 fines", [], ""),
        ("artcle 17 GDPR", ["art_17"], ""),
        ("Article 6 first thing subparagraph 2 GDPR", [], ""),
        ("Article 5(2)(c) GDPR", ["art_5__para_2"],
         "Regulation (EU) 2016/679, in this library, has no Article 5(2)(c); shown is the provision around it"),
        ("Article 6(1)(f) in conjunction with Article 9 GDPR", ["art_6__para_1__point_f", "art_9"], ""),
    ],
)  # fmt: skip
def test_missing_place_beside_others_is_reported(
    words_library: Library, query: str, found: list[str], notice: str
) -> None:
    answer = words_library.search(query, mode="keyword")
    assert [hit.eid for hit in answer.hits][: len(found)] == found
    assert answer.notice == notice


@pytest.mark.parametrize(
    ("query", "found", "notice"),
    [
        ("Article 17(9) GDPR", "art_17", "has no Article 17(9); shown is the provision around it"),
        (
            "Art. 6(1)(z) GDPR",
            "art_6__para_1",
            "has no Art. 6(1)(z); shown is the provision around",
        ),
        ("Article 4(77) GDPR", "art_4", "has no Article 4(77); shown is the provision around it"),
        ("Article 17(1) GDPR", "art_17__para_1", ""),
        ("Article 4(7) GDPR", "art_4__point_7", ""),  # cited as a paragraph
        ("Article 2(1), second subparagraph, GDPR", "art_2__para_1", ""),  # not told apart here
    ],
)
def test_neighbours_of_missing_provision_are_labelled(
    query: str, found: str, notice: str, words_library: Library
) -> None:
    answer = words_library.search(query, mode="keyword")
    assert (answer.hits[0].eid, answer.hits[0].named) == (found, True)
    assert notice in answer.notice
    assert bool(answer.notice) == bool(notice)


def test_missing_law_is_reported(words_library: Library) -> None:
    for query in ("Art. 7 of Directive 95/46/EC", "§ 1 UWG", "Einwilligung § 314"):
        notice = f"{query} is not in this library, nor is the law that it is of"
        assert words_library.search(query, mode="keyword").notice == notice
    spoken_of = words_library.search("Directive 95/46/EC", mode="keyword").notice
    assert (
        spoken_of == "Directive 95/46/EC is not in this library; shown are passages with its words"
    )
    assert words_library.search("Article 7", mode="keyword").notice == ""
    for name in ("Donoghue v Stevenson", "Code civil", "BVerfGE 7, 198 Lüth", "VI ZR 405/18"):
        notice = words_library.search(name, mode="keyword").notice
        assert str(notice).startswith(f"{name} is not in this library"), name


def test_statute_is_named_by_its_whole_title(tmp_path: Path) -> None:
    title = "Gesetz betreffend die Gesellschaften mit beschränkter Haftung"
    named = [
        Document(text="§ 1 Zweck", title=title, short_title="GmbHG", work="DE-gmbhg", kind="statute", language="de"),
        Document(text=f"{title}. Gesetz. Haftung.", title="Das Gesetz", work="note", kind="document", language="de"),
    ]  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(named, vectors=False)
        first = library.search(title, mode="keyword").hits[0]
        assert (first.work, first.named) == ("DE-gmbhg", True)
        assert library.search("Das Gesetz", mode="keyword").hits[0].named is False


def test_bare_number_may_be_of_a_regulation(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act("32008R0593", "2009-12-17", "A choice.")], vectors=False)
        for query in ("593/2008", "593/2008 Art. 1"):
            answer = library.search(query, mode="keyword")
            assert (answer.hits[0].work, answer.hits[0].named, answer.notice) == (
                "32008R0593", True, "",
            )  # fmt: skip
        assert library.search("864/2007", mode="keyword").notice
        assert library.law.show("593/2008", "Art. 1").work == "32008R0593"


def test_missing_act_is_answered_by_its_citations_alone(words_library: Library) -> None:
    cited = words_library.search("Directive 95/46/EC", mode="keyword").hits
    assert cited and all("95/46" in hit.text for hit in cited)
    assert [hit.rank for hit in cited] == list(range(1, len(cited) + 1))
    for query in (
        "Regulation (EU) 2099/12", "Article 5 of Regulation (EU) 2099/12", "[2018] UKSC 5",
    ):  # fmt: skip
        answer = words_library.search(query, mode="keyword")
        assert answer.hits == [] and "is not in this library" in answer.notice


@pytest.mark.parametrize("query", ["C-311/18", "ECLI:EU:C:2020:559", "ecli:eu:c:2020:559"])
def test_missing_judgment_is_reported(query: str, full_library: Library) -> None:
    answer = full_library.search(query)
    assert (answer.hits, answer.total) == ([], 0)
    assert answer.notice == f"{query} is not in this library, and nothing in it cites it so"


def test_act_is_found_by_unofficial_names(words_library: Library) -> None:
    assert "GDPR" not in words_library.law.show("32016R0679").text
    hits = words_library.search("GDPR AND fines", mode="keyword", top=3).hits
    assert any(hit.eid and hit.eid.startswith("art_83") for hit in hits)
    assert words_library.search("title:DSGVO fines", mode="keyword").total > 0


@pytest.mark.parametrize(
    ("work", "name", "is_one"),
    [
        ("32022R2554", "DORA", True),
        ("DE-kredwg", "KWG", True),
        ("32014R0596", "mar", False),  # agua de mar
        ("32016R0679", "dora", False),
    ],
)
def test_names_identify_one_work(work: str, name: str, is_one: bool) -> None:
    assert (name in short_names(work)) is is_one


def test_unmatched_words_are_reported(full_library: Library) -> None:
    answer = full_library.search("solicitor")
    assert answer.hits
    assert (
        answer.notice == "No passage contains these words; these are the nearest semantic matches"
    )
    answer = full_library.search("xylophone")
    assert (answer.hits, answer.notice) == (
        [],
        "No passage contains these words, and none is semantically similar",
    )
    assert full_library.search("Mietminderung wegen Schimmel").hits == []
    assert full_library.search("Einwilligung widerrufen").hits[0].eid == "art_7__para_3"
    assert full_library.search("withdraw consent").notice == ""
    assert full_library.search("xylophone", mode="keyword").notice == ""
    assert full_library.search("xylophone", mode="semantic").notice == ""


def test_stop_words_with_filters_rank_equally_in_both_scorers(full_library: Library) -> None:
    root = parse("the such lang:en").root
    retriever = full_library.search.retriever()
    words = LexicalSearch(
        retriever.store, retriever.fulltext, retriever.languages, retriever.effort
    )
    conditions = Conditions(
        resolve_filters(parse("the such lang:en"), retriever.store, retriever.fulltext)
    )
    found = words.search(root, 50, conditions).scores
    assert min(found.values()) > 0
    assert words.scores(root, found, conditions) == pytest.approx(found)
    assert full_library.search.explain("the lang:en").left_out == []
    hit = full_library.search("the lang:en", top=1).hits[0]
    assert hit.why["keyword"]
    assert {hit.text[start:end].lower() for start, end in hit.highlights} == {"the"}


def test_semantic_search_returns_all_filtered_passages(full_library: Library) -> None:
    query = "consent OR child w/5 consent"
    hits = full_library.search(query, mode="semantic", top=40).hits
    assert len(hits) == len(full_library.search(query, mode="keyword", top=40).hits) == 40
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    rare = "certification w/10 seals"
    by_words = {hit.text for hit in full_library.search(rare, mode="keyword", top=40).hits}
    assert {hit.text for hit in full_library.search(rare, mode="semantic", top=40).hits} == by_words


@pytest.mark.parametrize(
    ("query", "mode"),
    [
        ("cooperation between authorities of several states", "hybrid"),
        ("employees and their data", "hybrid"),
        ("employees and their data", "semantic"),
        ("employees and their data", "keyword"),
    ],
)
def test_higher_limit_keeps_first_hits(query: str, mode: Mode, full_library: Library) -> None:
    most = full_library.search(query, mode=mode, top=300).hits
    assert [hit.rank for hit in most] == [*range(1, len(most) + 1)]
    assert [hit.score for hit in most] == sorted((hit.score for hit in most), reverse=True)
    places = [(hit.work, hit.eid, hit.text) for hit in most]
    assert len(set(places)) == len(places) > 100
    for top in (1, 10, 25, 26, 100, 101):
        hits = full_library.search(query, mode=mode, top=top).hits
        assert [(hit.work, hit.eid, hit.text) for hit in hits] == places[:top]
        assert [hit.score for hit in hits] == [hit.score for hit in most[:top]]


def test_numbers_and_signs_match_exactly(full_library: Library) -> None:
    hits = full_library.search("6(1)(f)").hits
    assert hits[0].eid == "art_6__para_1__point_f"
    assert {hit.why["semantic"] for hit in hits} == {None}
    assert full_library.search("C-311/18").hits == []
    assert full_library.search("C-311/18", mode="semantic").hits
    assert full_library.search.explain("§ 823").mode == "keyword"
    assert full_library.search.explain("§ 823 BGB").mode == "hybrid"


@pytest.fixture(scope="module")
def without_blanks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Chinese, Thai and Japanese."""
    folder = tmp_path_factory.mktemp("blanks")
    texts = [
        "根据GDPR和个人信息保护法，" + "取得个人的同意为订立履行个人作为一方当事人的合同所必需" * 3,
        "ผู้ควบคุมข้อมูลส่วนบุคคลจะเปิดเผยไม่ได้หากเจ้าของข้อมูลส่วนบุคคลไม่ได้ให้ความยินยอม",
        "この法律は、デジタル社会の進展に伴い個人情報の利用が著しく拡大していることに鑑み",
    ]
    for number, text in enumerate(texts):
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([*folder.glob("*.txt")], vectors=False)
        yield library


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("个人信息", "个人信息"),
        ("合同", "合同"),
        ("法", "法"),
        ('"当事人的合同"', "当事人的合同"),
        ("เจ้าของข้อมูล", "เจ้าของข้อมูล"),
        ("デジタル社会", "デジタル社会"),
        ("GDPR", "GDPR"),
    ],
)
def test_words_match_in_text_without_spaces(
    without_blanks: Library, query: str, found: str
) -> None:
    hits = without_blanks.search(query, mode="keyword").hits
    assert hits
    for hit in hits:
        assert {hit.text[start:end] for start, end in hit.highlights} == {found}


@pytest.mark.parametrize(
    ("language", "text", "cited"),
    [
        ("de", "Der Vermieter haftet für Orangerien.", "Vertrag, S. 2"),
        ("en", "The landlord is liable for orangeries.", "Vertrag, p. 2"),
        (None, "orangeries", "Vertrag, p. 2"),
    ],
)
def test_page_label_follows_language(
    language: str | None, text: str, cited: str, tmp_path: Path
) -> None:
    whole = f"1\n\n{text}"
    pages = (Page(1, 0, 3), Page(2, 3, len(whole)))
    with Library.open(tmp_path / "library", create=True) as library:
        document = Document(whole, "Vertrag", work="X", language=language, pages=pages)
        library.sources.add_documents([document], vectors=False)
        assert library.search("orang*", mode="keyword").hits[0].citation == cited
