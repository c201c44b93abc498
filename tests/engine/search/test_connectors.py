"""Connectors, compared with a slow reference implementation on random text, through the index."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.codes import raises_code
from tests.engine.search.connectors import WORDS, expected, recursive_edits, texts, without_repeats

from lexdesk import Document, Library
from lexdesk.document.model import Provision
from lexdesk.document.passages import Passage
from lexdesk.errors import QueryCode, QueryError
from lexdesk.index.conditions import Conditions
from lexdesk.index.lexical.passage_borders import SEAM_WORDS
from lexdesk.query import Fuzzy, Near, Node, Or, Prefix, Term, Wild, parse
from lexdesk.search.proximity.effort import Effort, TooMuchWork
from lexdesk.search.proximity.proximity import TokenStretch, matches
from lexdesk.search.proximity.word_matchers import count_edits
from lexdesk.search.retrieval.lexical_search import LexicalSearch
from lexdesk.storage import Store

SPARSE = WORDS + ("x",) * 30
"""Among many others, so that the words of longer texts do not all stand near each other."""


LEAVES = st.one_of(
    st.sampled_from(WORDS).map(lambda word: Term((word,))),
    st.lists(st.sampled_from(WORDS), min_size=2, max_size=3).map(
        lambda words: Term(tuple(words), quoted=True)
    ),
    st.sampled_from(("a", "ab", "b")).map(Prefix),
    st.sampled_from(("?b", "a?c", "?a*")).map(Wild),
    st.tuples(st.sampled_from(WORDS), st.integers(1, 2)).map(lambda drawn: Fuzzy(*drawn)),
)


SHORT = st.integers(1, 6)


LONG = st.sampled_from((2, 5, SEAM_WORDS - 1, SEAM_WORDS, SEAM_WORDS + 1, 40))


def grown(
    nodes: st.SearchStrategy[Node], reaches: st.SearchStrategy[int]
) -> st.SearchStrategy[Node]:
    return st.one_of(
        st.lists(nodes, min_size=2, max_size=3).map(lambda parts: Or(tuple(parts))),
        nears(nodes, reaches),
    )


def nears(
    nodes: st.SearchStrategy[Node], reaches: st.SearchStrategy[int]
) -> st.SearchStrategy[Near]:
    reach = st.one_of(reaches, st.sampled_from(("sentence", "paragraph")))
    return st.builds(Near, nodes, nodes, reach, st.booleans(), st.booleans())


def connected(reaches: st.SearchStrategy[int], leaves: int) -> st.SearchStrategy[list[Near]]:
    """Draw a few connectors over words, phrases and patterns."""
    operands = st.recursive(LEAVES, lambda nodes: grown(nodes, reaches), max_leaves=leaves)
    return st.lists(nears(operands, reaches), min_size=3, max_size=6)


def stored(store: Store, pieces: list[tuple[str, bool]]) -> list[tuple[int, bool, str]]:
    """Store a document of these pieces; return (passage, whether it begins a provision, text) of each."""
    text = "".join(piece for piece, _ in pieces)
    provisions, passages, at, eid = [], [], 0, None
    for number, (piece, begins) in enumerate(pieces):
        if begins or eid is None:
            eid = f"para_{number}"
            provisions.append(Provision(eid, "paragraph", "", "", "", None, at, at))
        provisions[-1] = replace(provisions[-1], end=at + len(piece))
        searchable = any(map(str.isalnum, piece))
        passages.append(Passage(at, at + len(piece), eid, searchable=searchable))
        at += len(piece)
    with store.transaction():
        document = Document(text, "", provisions=tuple(provisions))
        expression = store.files.put(None, "w", document, passages)
    rows = store.passages.expressions_of(store.passages.searchable())
    last = max((passage for passage, of in rows if of != expression), default=0)
    ids = store.files.changes(0)[-1].first_passage
    assert ids > last
    return [(ids + n, begins, piece) for n, (piece, begins) in enumerate(pieces)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("connectors") / "library", create=True) as opened:
        yield opened


RANDOM = settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    phases=[Phase.explicit, Phase.generate],  # each example makes an index: shrinking takes minutes
)


@pytest.mark.slow
@RANDOM
@given(st.lists(texts(), min_size=1, max_size=3), connected(SHORT, 4))
def test_result_sets_equal_reference(
    library: Library, documents: list[list[tuple[str, bool]]], nodes: list[Near]
) -> None:
    compare(library, documents, nodes)


@pytest.mark.slow
@RANDOM
@given(st.lists(texts(SPARSE, 40), min_size=1, max_size=3), connected(LONG, 2))
def test_proximity_within_indexed_border_words_equals_reference(
    library: Library, documents: list[list[tuple[str, bool]]], nodes: list[Near]
) -> None:
    compare(library, documents, nodes)


def compare(
    library: Library, documents: list[list[tuple[str, bool]]], nodes: Sequence[Near]
) -> None:
    """Compare all hits in a library of ``documents`` with the reference."""
    store = library.store
    with store.transaction():
        store.statements.execute("DELETE FROM expression")
    library.admin.rebuild()
    pieces = [stored(store, document) for document in documents]
    retriever = library.search.retriever("keyword")
    search = LexicalSearch(store, retriever.fulltext, (), Effort(10**9))
    for node in nodes:
        found = search.search(node, 1000, Conditions())
        wanted = set[int]().union(*(expected(node, piece) for piece in pieces))
        assert {passage for passage, _ in found.passages} == wanted, str(node)
        assert found.total == len(wanted)
        assert found.is_exact
        everything = [passage for piece in pieces for passage, _, _ in piece]
        assert search.scores(node, everything, Conditions()).keys() == wanted
        assert parse(str(node)).root == without_repeats(node)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("alpha w/15 beta", False),
        ("alpha w/16 beta", True),
        ("alpha w/17 beta", True),
        ("alpha +16 beta", True),
        ("beta +40 alpha", False),
        ('"nine ten"', False),  # a phrase that is cut is found beside connectors alone
        ('"eight nine" w/9 alpha', True),
        ('"eight nine" w/8 alpha', True),
        ('"eight nine" w/7 alpha', False),
        ("alpha /s beta", True),
        ("alpha /s gamma", False),
        ("alpha /p gamma", True),
        ("alpha +p gamma", True),
        ("gamma +p alpha", False),
        ("alpha /p delta", False),
        ("gamma w/4 delta", True),
        ("(alpha w/16 beta) /p gamma", True),
        ("(alpha /s beta) /p gamma", True),
        ("(alpha /p gamma) w/4 delta", True),
        ("(alpha /p gamma) w/3 delta", False),
        ("(alpha /s gamma) w/4 delta", False),
        ("alph! w/16 b?ta", True),
        ("(alpha OR omega) w/16 (beta OR omega)", True),
    ],
)
def test_matches_over_cuts(tmp_path: Path, query: str, found: bool) -> None:
    texts = (
        "Here alpha one two three four five six seven eight nine ",
        "ten eleven twelve thirteen fourteen fifteen beta. ",
        "Then gamma ends.\n",
        "It is delta.",
    )
    with Library.open(tmp_path / "library", create=True) as library:
        stored(library.store, [(text, number == 0) for number, text in enumerate(texts)])
        answer = library.search(query, mode="keyword")
        assert bool(answer.hits) is found
        assert answer.total_is_exact


def test_proximity_matches_across_any_border(tmp_path: Path) -> None:
    places = [
        (apart, cut)
        for apart in (1, 2, SEAM_WORDS - 1, SEAM_WORDS, SEAM_WORDS + 1, 2 * SEAM_WORDS, 50)
        for cut in {1, apart // 2 or 1, apart}
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        for apart, cut in places:
            words = ["w "] * 20 + [f"a{apart}x{cut} "] + ["w "] * (apart - 1) + [f"b{apart}x{cut} "]
            before, after = "".join(words[: 20 + cut]), "".join(words[20 + cut :] + ["w "] * 20)
            stored(library.store, [(before, True), (after, False)])
        for apart, cut in places:
            first, second = f"a{apart}x{cut}", f"b{apart}x{cut}"
            for query, hits in (
                (f"{first} w/{apart} {second}", 2),
                (f"{second} w/{apart} {first}", 2),
                (f"{first} +{apart} {second}", 2),
                (f"{second} +{apart} {first}", 0),
                (f"{first} /s {second}", 2),
                (f'"w {first}" w/{apart} "{second} w"', 2),
                (f"{first} w/{max(apart - 1, 1)} {second}", 0 if apart > 1 else 2),
            ):
                assert library.search(query, mode="keyword").total == hits, query


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("lawful /p interests", {"art_6__para_1"}),
        ("withdraw +4 consent", {"art_7__para_3", "art_13__para_2", "art_14__para_2", "rec_42"}),
        ("consent +2 withdraw", set()),
        ("personal w/1 personal", set()),
        ("fundamental +1 right +2 freedom", {"art_1__para_2"}),  # fundamental rights and freedoms
        ('"fundamental" +1 "right" +2 "freedom"', set()),
        ("Satz w/5 consent", set()),
    ],
)
def test_connectors_on_the_gdpr(words_library: Library, query: str, found: set[str]) -> None:
    hits = words_library.search(query, mode="keyword", top=50).hits
    eids = {hit.eid or "" for hit in hits}
    assert {"__".join(eid.split("__")[:2]) for eid in eids} >= found
    assert bool(eids) == bool(found)


def test_long_document_matches_connectors_across_borders(words_library: Library) -> None:
    long = "This paragraph begins with alpha. " + "It goes on and on with words. " * 60
    text = long + "Here ends beta. " + "More words follow it in the text. " * 40
    words_library.sources.add_documents(
        [Document(text, "Long", work="long", language="en")], vectors=False
    )
    assert words_library.store.files.counts()["passages"] > 3
    for query, is_found in (
        ("alpha /p beta", True),
        ("alpha /s beta", False),
        ("alpha w/500 beta", True),
        ("alpha w/400 beta", False),
        ("begins w/500 (alpha OR gamma) /p beta", True),
    ):
        answer = words_library.search(query, mode="keyword")
        assert {hit.work for hit in answer.hits} == ({"long"} if is_found else set()), query
        assert answer.total_is_exact


def test_match_count_states_whether_it_is_exact(words_library: Library) -> None:
    few = words_library.search("withdraw w/5 consent", mode="keyword")
    assert few.total_is_exact
    many = words_library.search("the w/5 of", mode="keyword")
    assert not many.total_is_exact
    assert many.total >= len(many.hits) == 10


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("pseudonymis!", {"pseudonymisation", "pseudonymised", "pseudonymising"}),
        ("organi?ation", {"organisation"}),
        ("supervisry~1", {"supervisory"}),
        ("consetn~1", {"consent"}),
        ("withdr* /s consent", {"withdraw", "withdraws", "withdrawal", "withdrawn", "consent"}),
    ],
)
def test_patterns_match_and_highlight_words(
    words_library: Library, query: str, texts: set[str]
) -> None:
    hits = words_library.search(query, mode="keyword", top=30).hits
    assert hits
    marked = {hit.text[start:end].lower() for hit in hits for start, end in hit.highlights}
    assert marked
    assert marked <= texts


@given(st.text("abc", max_size=6), st.text("abc", max_size=6), st.integers(1, 2))
def test_edit_distance_matches_definition(a: str, b: str, most: int) -> None:
    assert (count_edits(a, b, most) <= most) == (recursive_edits(a, b) <= most)


def test_passages_with_all_words_rank_first(tmp_path: Path) -> None:
    texts = ("consent " * 9, "consent " * 30, "the consent of a child and more words " * 4, "child")
    documents = [Document(t, "", work=str(n), language="en") for n, t in enumerate(texts)]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(documents, vectors=False)
        assert library.search("consent child", mode="keyword").hits[0].work == "2"


CHOICES = (
    "(the not w/5 zebra) OR Informationsanforderungen",
    "consent OR personal pre/3 breach",
    "children AND (consent OR personal pre/3 breach)",
    "erasure OR (fair w/3 transparent NOT child)",
    "erasure OR (processing /s (lawful OR fair))",  # also over cuts
    "erasure OR (processing /p fair)",
)


@pytest.mark.parametrize("query", CHOICES)
def test_scores_of_given_passages_equal_search_scores(
    tmp_path: Path, words_library: Library, query: str
) -> None:
    german = "Die Informationen über Anforderungen stehen hier, und nicht die Informationspflicht."
    words_library.sources.add_documents(
        [Document(german, "", work="w", language="de")], vectors=False
    )
    store, root = words_library.store, parse(query).root
    search = LexicalSearch(store, words_library.indexes.fulltext(), ("en", "de"), Effort(10**9))
    found = search.search(root, 10_000, Conditions()).scores
    scores = search.scores(root, store.passages.searchable(), Conditions())
    assert found
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert scores == pytest.approx(found)


@pytest.fixture
def long_texts(tmp_path: Path) -> Iterator[Library]:
    """Draw texts with very many places for each connector."""
    text = " ".join(f"a{number % 7}" for number in range(20_000))
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add_documents(
            [Document(text, "A", work=f"W{n}") for n in range(3)], vectors=False
        )
        yield opened


@pytest.mark.parametrize(
    ("query", "position"),
    [
        (" w/1000 ".join(["a1"] * 8), 3),
        ("a* " + " ".join(["/p a*"] * 12), 3),
        ("(a1 OR a2) w/1000 (a3 OR a4) w/1000 (a5 OR a6)", 11),
        ('rent OR "a* a* a* a*"', 8),
    ],
)
def test_connector_with_too_many_matches_is_reported(
    long_texts: Library, query: str, position: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lexdesk.search.proximity.effort.SECONDS", 0.02)
    begun = time.thread_time()
    with raises_code(QueryError, QueryCode.TOO_MANY_PLACES) as raised:
        long_texts.search(query, mode="keyword")
    assert raised.value.position == position
    assert time.thread_time() - begun < 2


def test_proximity_comparison_is_bounded() -> None:
    words = ["a"] * 5_000
    stretch = TokenStretch(words, lambda scope: (), 0, len(words), ((0, 1),))
    a = Term(("a",))
    for node in (Near(a, a, 1000), Near(Near(a, a, 3), a, 1000, negated=True)):
        with pytest.raises(TooMuchWork):
            matches(node, stretch)
    assert matches(Near(a, Term(("b",)), 1000), stretch) == []
