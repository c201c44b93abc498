"""Filters in keyword search, in semantic search and alone."""

import datetime
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.codes import raises_code

from lexdesk import Document, Library
from lexdesk.document.model import DATED, Property, Provision, Reference
from lexdesk.errors import QueryCode, QueryError
from lexdesk.index.vector.hnsw import TAIL, HnswIndex
from lexdesk.index.vector.ivf import IvfIndex
from lexdesk.query import parse
from lexdesk.search.retrieval.mask import list_conjuncts

DAY = datetime.date.fromisoformat


def citing(text: str, work: str, target: str, name: str = "") -> Document:
    """Make a document with a citation in its second paragraph."""
    full = f"1. Data here.\n2. {text} data.\n"
    start = full.index(text)
    return Document(
        full,
        "Guidance",
        work="G-1",
        kind="guidance",
        language="en",
        provisions=(
            Provision("para_1", "paragraph", "1", "", "1", None, 0, 14),
            Provision("para_2", "paragraph", "2", "", "2", None, 14, len(full)),
        ),
        references=(Reference(start, start + len(text), "para_2", "cites", work, name, target),),
    )


DOCUMENTS = (
    Document(
        "data of 2016",
        "General Data Protection Regulation, repealing Directive 95/46/EC",
        kind="regulation",
        work="32016R0679",
        short_title="Regulation (EU) 2016/679",
        language="en",
        valid_from=DAY("2016-05-04"),
        in_force_from=DAY("2016-05-24"),
    ),
    Document(
        "data of 1995",
        "Data Protection Directive",
        kind="directive",
        work="31995L0046",
        short_title="Directive 95/46/EC",
        language="en",
        valid_from=DAY("1995-10-24"),
        in_force_to=DAY("2018-05-24"),
    ),
    Document(
        "data und Daten",
        "Bundesdatenschutzgesetz",
        kind="statute",
        work="DE-bdsg",
        language="de",
        valid_from=DAY("2018-05-25"),
        valid_to=DAY("2019-11-25"),
    ),
    Document("data of a lease", "Lease", kind="contract", work="lease", language="en"),
    citing("Point (f) of Article 6(1)", "32016R0679", "art_6__para_1__point_f"),
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("filters") / "library", create=True) as opened:
        opened.sources.add_documents(DOCUMENTS, vectors=False)
        yield opened


def works(library: Library, query: str) -> list[str]:
    return [hit.work for hit in library.search(query, mode="keyword", as_of=DAY("2030-01-01")).hits]


def test_work_filter_accepts_common_name(tmp_path: Path) -> None:
    text = "Financial entities shall maintain a register of information, Regulation (EU) No 575/2013 aside."
    cited = text.index("Regulation")
    act = Document(
        text,
        "Regulation (EU) 2022/2554 on digital operational resilience for the financial sector",
        work="32022R2554",
        kind="regulation",
        references=(Reference(cited, cited + 28, None, "cites", "32013R0575", "", ""),),
    )
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add_documents([act], vectors=False)
        assert works(opened, "work:DORA register") == ["32022R2554"]
        assert works(opened, "cites:CRR") == ["32022R2554"]
        assert works(opened, "cites:DORA") == []
        with raises_code(QueryError, QueryCode.VALUE_UNKNOWN_OF, field="work"):
            works(opened, "work:NIS2 register")
        assert opened.search.complete("dor") == [f'work:"{act.title}"']


ALL = {"32016R0679", "31995L0046", "DE-bdsg", "lease", "G-1"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("data kind:regulation", {"32016R0679"}),
        ("data kind:Regulation", {"32016R0679"}),
        ("data lang:de", {"DE-bdsg"}),
        ("data NOT lang:en", {"DE-bdsg"}),
        ("data NOT kind:guidance NOT kind:contract", ALL - {"G-1", "lease"}),
        ("lease OR kind:statute", {"lease", "DE-bdsg"}),
        ("data (kind:regulation OR kind:directive)", {"32016R0679", "31995L0046"}),
        ("data work:32016r0679", {"32016R0679"}),
        ('data work:"directive 95/46/EC"', {"31995L0046"}),
        ("data work:GDPR", {"32016R0679"}),
        ("data work:95/46/ec", {"31995L0046"}),
        ("data work:2016/679", {"32016R0679"}),
        ('data work:"protection data"', {"32016R0679", "31995L0046"}),
        ("data date:2016", {"32016R0679"}),
        ("data date:1995..2016", {"32016R0679", "31995L0046"}),
        ("data date:2016-05..", {"32016R0679", "DE-bdsg"}),
        ("data date:..2016-05-03", {"31995L0046"}),
        ("data before:2016-05-04", {"31995L0046"}),
        ("data after:2016-05-03", {"32016R0679", "DE-bdsg"}),
        ("data after:2016", {"DE-bdsg"}),
        ("data in-force:2016-05-23", {"31995L0046"}),
        ("data in-force:2018-05-24", {"32016R0679", "31995L0046"}),
        ("data in-force:2018-05-25", {"32016R0679", "DE-bdsg"}),
        ("data in-force:2020-01-01", {"32016R0679"}),
        ("data cites:32016R0679", {"G-1"}),
        ("data cites:GDPR", {"G-1"}),
        ("data cites:32016R0679/art_6", {"G-1"}),
        ("data cites:GDPR/art_6__para_1", {"G-1"}),
        ("data cites:32016r0679/ART_6", {"G-1"}),
        ('data cites:"Article 6 GDPR"', {"G-1"}),
        ("data cites:32016R0679/art_60", set()),
        ("data cites:31995L0046", set()),
        ("data cites:95/46/EC", set()),
        ("data cites:2016/679", {"G-1"}),
        ("data cites:2002/58/EC", set()),
        ("data NOT cites:GDPR kind:guidance", {"G-1"}),
        ("of w/1 data kind:regulation", {"32016R0679"}),
        ("data doc:lease", {"lease"}),
        ("data NOT doc:2016 NOT doc:lease", {"31995L0046", "DE-bdsg", "G-1"}),
        ('data doc:"repealing Directive 95/46/EC"', {"32016R0679"}),  # of its title
        ("data doc:nowhere", set()),
    ],
)
def test_filter_selects_passages(library: Library, query: str, expected: set[str]) -> None:
    assert set(works(library, query)) == expected


def test_doc_filter_matches_other_passages_of_document(shared_data: Path, tmp_path: Path) -> None:
    contracts = (shared_data / "raw" / "cuad-pdf-sample").iterdir()
    chosen = [p for p in contracts if p.name.startswith(("SUMMAFOUR", "CUROGROUP"))]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add(chosen, vectors=False)
        far = library.search(
            '"For Convenience" doc:"State of New York" doc:licensees', mode="keyword"
        ).hits
        near = library.search('"For Convenience" AND "State of New York"', mode="keyword").hits
        listed = library.catalogue.holdings('doc:"state of new york" doc:licensees')
    assert [hit.citation.split("_")[0] for hit in far] == ["Clause 9.2 SUMMAFOURINC"]
    assert near == []
    assert [document.citation.partition("_")[0] for document in listed] == ["SUMMAFOURINC"]


def test_cites_filter_selects_citing_passage(library: Library) -> None:
    assert [h.eid for h in library.search("data cites:GDPR", mode="keyword").hits] == ["para_2"]
    without = library.search("data kind:guidance NOT cites:GDPR", mode="keyword").hits
    assert [hit.eid for hit in without] == ["para_1"]


def test_citation_of_provision_lists_it_and_citing_passages(tmp_path: Path) -> None:
    text = "Article 6 Lawfulness\nData of Article 6(1) here.\nArticle 7 Consent\nSee Article 6 of data.\n"
    second = text.index("Article 7")
    own, other = text.index("Article 6(1)"), text.index("Article 6 of")
    act = Document(
        text,
        "Regulation (EU) 2016/679 (GDPR)",
        kind="regulation",
        work="32016R0679",
        language="en",
        provisions=(
            Provision("art_6", "article", "6", "Lawfulness", "Article 6", None, 0, second),
            Provision("art_7", "article", "7", "Consent", "Article 7", None, second, len(text)),
        ),
        references=(
            Reference(own, own + 12, "art_6", "cites", "32016R0679", "", "art_6__para_1"),
            Reference(other, other + 9, "art_7", "cites", "32016R0679", "", "art_6"),
        ),
    )
    guide = citing("Article 6 of Regulation (EU) 2016/679", "32016R0679", "art_6")
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add_documents([act, guide, DOCUMENTS[-2]], vectors=False)
        found = opened.search("Art. 6 GDPR", mode="keyword")
        guidance = opened.search("Art. 6 GDPR kind:guidance", mode="keyword")
        contracts = opened.search("Art. 6 GDPR kind:contract", mode="keyword")
    assert (found.total, found.lists_citing) == (3, True)
    assert [(hit.eid, hit.named, hit.cites_named) for hit in found.hits] == [
        ("art_6", True, False), ("para_2", False, True), ("art_7", False, True),
    ]  # fmt: skip
    cited = found.hits[2]
    assert [cited.text[start:end] for start, end in cited.highlights] == ["Article 6"]
    assert [hit.eid for hit in guidance.hits] == ["para_2"]
    assert (contracts.total, contracts.hits) == (0, [])


@pytest.mark.parametrize(
    ("query", "work", "name"),
    [
        ("cites:DE-bgb", "DE-bgb", ""),
        ("cites:de-BGB", "DE-bgb", ""),
        ("cites:DE-bgb/sec_2", "DE-bgb", ""),
        ("cites:12016E", "12016E", ""),
        ('cites:"Companies Act 2014"', "", "Companies Act 2014"),
        ('cites:"section 2 of the Companies Act 2014"', "", "Companies Act 2014"),
    ],
)
def test_cited_work_may_be_absent(query: str, work: str, name: str, tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([citing("Section 2", work, "sec_2", name)], vectors=False)
        assert [hit.eid for hit in library.search(query, mode="keyword").hits] == ["para_2"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("date:1990..", ["DE-bdsg", "32016R0679", "31995L0046"]),
        ("lang:en", ["32016R0679", "31995L0046", "G-1", "lease"]),
        ("kind:contract OR after:2016", ["DE-bdsg", "lease"]),
        ("lang:en NOT kind:guidance before:2016", ["31995L0046"]),
        ("cites:GDPR", ["G-1"]),
        ("cites:GDPR OR kind:regulation", ["32016R0679", "G-1"]),
    ],
)
def test_filters_without_words_list_latest_first(
    library: Library, query: str, expected: list[str]
) -> None:
    answer = library.search(query, mode="keyword")
    assert [hit.work for hit in answer.hits] == expected
    assert answer.total == len(expected)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("date:2015", ["transport"]),
        ("kind:contract date:2000..2015", ["transport", "audible"]),
        ("kind:contract", ["transport", "audible", "lease"]),
        ("before:2001", ["audible"]),
        ("after:2014", ["mail", "transport"]),
        ("date:2016-05-04", ["mail"]),
        ("date:..2016-05-04", ["mail", "transport", "audible"]),
        ("agreement before:2001", ["audible"]),
    ],
)
def test_contract_or_mail_is_filtered_by_stated_date(
    dated: Library, query: str, expected: list[str]
) -> None:
    assert works(dated, query) == expected


@pytest.fixture(scope="module")
def dated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    def stating(work: str, kind: str, name: str, day: str) -> Document:
        own = (Property(name, day),)
        return Document(
            f"agreement {work}", work, work=work, kind=kind, language="en", properties=own
        )

    with Library.open(tmp_path_factory.mktemp("dated") / "library", create=True) as opened:
        texts = (
            stating("audible", "contract", DATED, "2000-01-30"),
            stating("transport", "contract", DATED, "2015-03-11"),
            stating("mail", "email", "date", "2016-05-04T09:30:00+02:00"),
            Document("agreement lease", "lease", work="lease", kind="contract", language="en"),
        )
        opened.sources.add_documents(texts, vectors=False)
        yield opened


@pytest.mark.parametrize(
    ("query", "position", "suggestion"),
    [
        ("data kind:regulatoin", 5, "data kind:regulation"),
        ("data lang:fr", 5, ""),
        ("work:Directve data", 0, 'work:"Directive 95/46/EC" data'),
        ('data work:"Data Protection Directiv"', 5, 'data work:"Data Protection Directive"'),
        ("cites:nonsense", 0, ""),
        ("cites:1/2", 0, ""),
        ("work:2002/58/EC", 0, ""),
    ],
)
def test_unknown_value_has_error_position(
    library: Library, query: str, position: int, suggestion: str
) -> None:
    with raises_code(QueryError, QueryCode.VALUE_UNKNOWN_OF) as caught:
        library.search(query, mode="keyword")
    assert caught.value.position == position
    assert caught.value.suggestion == suggestion


def test_library_without_files_lists_no_folders(library: Library) -> None:
    with raises_code(QueryError, QueryCode.VALUE_UNKNOWN, field="folder") as caught:
        library.search("folder:Contracts")
    assert "there are" not in str(caught.value)


def test_conjunctive_filters_are_extracted() -> None:
    names = [
        (str(item), holds)
        for item, holds in list_conjuncts(
            parse("a kind:x AND (lang:en OR b) NOT work:y NOT (c date:2016)").root
        )
    ]
    assert names == [("kind:x", True), ("work:y", False)]


@pytest.mark.parametrize("words", ["consent", "withdraw consent", "fines penalties undertaking"])
def test_filter_satisfied_by_all_changes_no_result(words: str, words_library: Library) -> None:
    alone = words_library.search(words, mode="keyword", top=50)
    filtered = words_library.search(f"{words} lang:en", mode="keyword", top=50)
    assert filtered.total == alone.total < 500
    assert {hit.eid for hit in filtered.hits} == {hit.eid for hit in alone.hits}
    assert words_library.search(f"{words} NOT lang:en", mode="keyword").total == 0
    assert words_library.search("xylophone lang:en", mode="keyword").hits == []


def test_semantic_search_applies_filters(full_library: Library) -> None:
    full_library.sources.add_documents(
        [Document("The right to be forgotten.", "Note", kind="note", work="N", language="en")]
    )
    notes = full_library.search("erasure of my data kind:note", mode="semantic")
    assert [hit.work for hit in notes.hits] == ["N"]
    others = full_library.search("erasure of my data NOT kind:note", mode="semantic", top=50)
    assert {hit.work for hit in others.hits} == {"32016R0679"}


@pytest.mark.parametrize("kind", [HnswIndex, IvfIndex])
@pytest.mark.parametrize("share", [0.001, 0.1, 0.5, 0.9])
def test_nearest_allowed_equal_exact_scan(
    tmp_path: Path, share: float, kind: type[HnswIndex | IvfIndex]
) -> None:
    chance = np.random.default_rng(5)
    count = TAIL + 3000
    topics = chance.normal(size=(100, 128))
    drawn = topics[chance.integers(0, 100, count)] + chance.normal(size=(count, 128))
    rows = np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), np.float32)
    index = kind(tmp_path, "m", 128, lambda passages: (passages, rows[list(passages)]))
    index.add(((n + 1, n, row) for n, row in enumerate(rows[: TAIL + 1])), change=1)
    index.add(((n + TAIL + 2, n + TAIL + 1, r) for n, r in enumerate(rows[TAIL + 1 :])), change=1)
    allowed = chance.random(count - 7) < share  # the last seven are beyond its end
    for query in rows[:10]:
        similarities = np.where(np.append(allowed, [False] * 7), rows @ query, -2)
        wanted = np.argsort(-similarities)[: min(10, int(allowed.sum()))].tolist()
        found = [passage for passage, _ in index.search(query, 10, allowed)]
        assert all(allowed[passage] for passage in found)
        assert len(found) == len(wanted)
        assert len(set(found) & set(wanted)) >= len(wanted) - 1


def test_work_may_be_named_by_its_file(tmp_path: Path) -> None:
    """Hits show the name of the file; it was no name of the work."""
    for name in ("a/Privacy_1%.txt", "b/notice.txt"):
        file = tmp_path / "documents" / name
        file.parent.mkdir(parents=True)
        file.write_text("Data may be deleted.", encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "documents"], vectors=False)
        (hit,) = library.search("data work:privacy_1%.TXT", mode="keyword").hits
        assert hit.path == str(tmp_path / "documents" / "a" / "Privacy_1%.txt")
        assert library.search(r'data work:"a\privacy_1%.txt"', mode="keyword").hits == [hit]
        with raises_code(QueryError, QueryCode.VALUE_UNKNOWN_OF, field="work"):
            library.search("data work:1%.txt", mode="keyword")
