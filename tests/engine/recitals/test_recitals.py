"""Recitals and the provisions that they explain: stated, mapped and proposed links, in both directions."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from tests.codes import raises_code

from lexdesk import Document, Library
from lexdesk.citations import Context, find
from lexdesk.cli import run
from lexdesk.document.model import Provision, Reference
from lexdesk.errors import MappingError, NotFound, RecitalCode, UnsafeFile
from lexdesk.evaluation.collection import Collection
from lexdesk.recitals import Link, propose_by_words, propose_new
from lexdesk.recitals.mapping import ProvisionNames, read, write
from lexdesk.recitals.preamble import expressions_with_recitals, load_act
from lexdesk.recitals.proposal import (
    TEMPERATURE,
    align,
    compute_probabilities,
    transitions,
)
from lexdesk.recitals.similarity import (
    combine_similarities,
    lexical_similarity,
    semantic_similarity,
)

GDPR = "32016R0679"
FIXTURES = Path(__file__).parents[1] / "fixtures"
Captured = pytest.CaptureFixture[str]


def act(recital: str, article: str = "It applies.") -> Document:
    """Make an act of one recital and articles 5 to 7; the last has the text ``article``."""
    text = ""
    provisions: list[Provision] = []

    for eid, kind, words in (
        ("rec_1", "recital", f"(1) {recital}\n"),
        ("art_5", "article", "It is lawful.\n"),
        ("art_6", "article", "It is fair.\n"),
        ("art_7", "article", f"{article}\n"),
    ):
        number, end = eid[4:], len(text) + len(words)
        label = f"{kind.capitalize()} {number}"
        provisions.append(Provision(eid, kind, number, "", label, None, len(text), end))
        text += words
    references = tuple(
        Reference(p.start + c.start, p.start + c.end, p.eid, "cites", c.work, c.name, eid)
        for p in provisions
        for c in find(text[p.start : p.end], "en", Context(GDPR, p.eid))
        for eid in c.eids
    )
    return Document(
        text, "Act", work=GDPR, language="en", provisions=tuple(provisions), references=references
    )


@pytest.fixture
def places() -> ProvisionNames:
    def provision(eid: str, kind: str, number: str, label: str) -> Provision:
        return Provision(eid, kind, number, "", label, None, 0, 0)

    return ProvisionNames(
        GDPR,
        [
            *(provision(f"rec_{n}", "recital", str(n), f"Recital {n}") for n in range(1, 31)),
            *(provision(f"art_{n}", "article", str(n), f"Article {n}") for n in range(1, 8)),
            provision("art_6__para_1", "paragraph", "1", "Article 6(1)"),
            provision("art_6__para_1__point_f", "point", "f", "Article 6(1)(f)"),
            provision("anx_1", "annex", "I", "Annex I"),
        ],
    )


# What the text says.


def links_of(library: Library, source: str) -> list[Link]:
    """Those of one source, of the GDPR."""
    return [link for link in library.law.recitals.links(GDPR) if link.source == source]


@pytest.mark.parametrize(
    ("recital", "expected"),
    [
        ("That follows from Article 6.", ["art_6"]),
        ("That follows from Article 6(9) and Article 7 of this Regulation.", ["art_6", "art_7"]),
        ("Articles 5 to 7 should apply.", ["art_5", "art_6", "art_7"]),
        ("This Regulation should apply.", []),
        ("See Article 99.", []),
        ("See Article 6 of Directive 95/46/EC.", []),
        ("It is a right (Article 16(1) TFEU).", []),
        ("See Article 5 of the Annex to Commission Recommendation 2003/361/EC.", []),
        ("See Directive 2000/31/EC, in particular its Article 6.", []),
        ("As guaranteed by Article 6 of the European Convention for Human Rights.", []),
        ("It respects the Charter, as the protection of personal data (Article 7).", []),
        ("Under Regulation (EU) 2018/1725, points (a) and (b) of Article 6 of that Regulation.", []),
    ],
)  # fmt: skip
def test_recitals_that_name_articles(tmp_path: Path, recital: str, expected: list[str]) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act(recital)], vectors=False)
        assert links_of(library, "text") == [Link("rec_1", eid, "text") for eid in expected]


def test_article_that_names_recital(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        document = act("Children merit protection.", "It applies as explained in recital 1.")
        library.sources.add_documents([document], vectors=False)
        assert links_of(library, "text") == [Link("rec_1", "art_7", "text")]


# Tables made by people.

SIMPLE = [("rec_26", "art_4")]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("recital,provision\n26,4\n", SIMPLE),
        ("provision,recital\n4,26\n", SIMPLE),
        ("Recital;Article\r\nrecital 26;Article 4\r\n", SIMPLE),
        ("\ufeffRecitals;Provisions;Remark\nRecital 26;art_4;sure\n", SIMPLE),
        ("recital\tprovision\n(26)\tArt. 4\n\n", SIMPLE),
        ('recital,provision\nrec_26,"4; 4"\n26,4\n', SIMPLE),
        ("Erwägungsgrund;Artikel\nErwägungsgrund 26;Artikel 4\n", SIMPLE),
        ("recital;provision\n26;\n;4\n26;4", SIMPLE),
        ("recital,provision,source,score\nrec_26,art_4,model,0.9\n", SIMPLE),
        ('recital,provision\n26,"6(1)(f)"\n', [("rec_26", "art_6__para_1__point_f")]),
        ("recital;provision\n26;Article 6(1), point (f)\n", [("rec_26", "art_6__para_1__point_f")]),
        ("recital;provision\n26;Annex I\n", [("rec_26", "anx_1")]),
        ("recital;provision\n28-30;Articles 1 to 2\n",
         [(f"rec_{r}", f"art_{a}") for r in (28, 29, 30) for a in (1, 2)]),
        ('recital,provision\n"1, 2","Article 3, 4"\n',
         [(f"rec_{r}", f"art_{a}") for r in (1, 2) for a in (3, 4)]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_tables(
    tmp_path: Path,
    places: ProvisionNames,
    table: str,
    expected: list[tuple[str, str]],
    encoding: str,
) -> None:
    file = tmp_path / "table.csv"
    file.write_bytes(table.removeprefix("\ufeff" * (encoding == "utf-16")).encode(encoding))
    assert read(file, places) == expected


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (b"", "it has nothing"),
        (b"\n\n", "it has nothing"),
        (b"hello world\n", "'hello world' in its first line"),
        (b"a,b\n1,2\n", "has the columns a, b; wanted are recital and provision"),
        (b"recital,provision\n", "links no recital to a provision"),
        (b"recital,provision\n26,4\n31,4\n", "line 3: 32016R0679 has no recital '31'"),
        (b"recital,provision\nArticle 4,4\n", "line 2: 32016R0679 has no recital 'Article 4'"),
        (b"recital,provision\n26,99\n", "line 2: 32016R0679 has no provision '99'"),
        (b"recital,provision\n26,Article 4 TFEU\n", "no provision 'Article 4 TFEU'"),
        (b"recital,provision\n26,rec_25\n", "no provision 'rec_25'"),
        (b"recital,provision\n26,3,4\n", "line 2: 3 cells under 2 headings"),
        (b"recital,provision\n26,4\n\xe9,4\n", "line 3: this is not UTF-8 text"),
        (b"PK\x03\x04\xff\xff", "this is not UTF-8 text"),
        (b'recital,provision\n26,"4"x\n', "line 2"),
    ],
)
def test_tables_are_rejected(
    tmp_path: Path, places: ProvisionNames, table: bytes, says: str
) -> None:
    file = tmp_path / "table.csv"
    file.write_bytes(table)
    with pytest.raises(MappingError) as error:
        read(file, places)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "table",
    [
        "recital,provision\n" + "1-30,Articles 1 to 2\n" * 20_000,
        "recital;provision\n" + "1-30," * 20_000 + ";4\n",
        "recital,provision\n" + "." * 100_000 + ",4\n",
        "recital,provision\n" + " ." * 50_000 + "x,4\n",
        "recital,provision\n" + "1" * 5_000 + "-" + "1" * 5_000 + ",4\n",
        "recital,provision\n1," + "Article 4 and " * 9_000 + "\n",
        "recital,provision\n1," + "6(1)(f) " * 16_000 + "\n",
        "recital,provision\n1," + "(" * 100_000 + "\n",
        "recital" * 1_000_000,
        '"' * 1_000_000,
        "recital,provision\n1," + "x" * 9_000_000,
    ],
    ids=range(11),
)
def test_hostile_tables_end_in_seconds(tmp_path: Path, places: ProvisionNames, table: str) -> None:
    file = tmp_path / "table.csv"
    file.write_text(table)
    started = time.process_time()
    with contextlib.suppress(MappingError, UnsafeFile):
        assert read(file, places)
    assert time.process_time() - started < 3


@given(
    st.lists(
        st.tuples(
            st.integers(1, 30), st.sampled_from(["art_1", "art_6__para_1__point_f", "anx_1"])
        ),
        min_size=1,
        unique=True,
    )
)
def test_exported_table_can_be_loaded(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[int, str]]
) -> None:
    places = ProvisionNames(
        GDPR,
        [
            *(Provision(f"rec_{n}", "recital", str(n), "", "", None, 0, 0) for n in range(1, 31)),
            *(Provision(eid, "part", "", "", eid, None, 0, 0) for _, eid in pairs),
        ],
    )
    links = [Link(f"rec_{recital}", eid, "model", 0.5) for recital, eid in pairs]
    file = tmp_path_factory.mktemp("export") / "table.csv"
    file.write_text(write(links), encoding="utf-8")
    assert read(file, places) == [(link.recital, link.provision) for link in links]


def test_loading_replaces_and_rejected_table_changes_nothing(
    words_library: Library, tmp_path: Path
) -> None:
    file = tmp_path / "table.csv"

    def mapped() -> list[tuple[str, str]]:
        return [(link.recital, link.provision) for link in links_of(words_library, "mapping")]

    def load(table: str) -> list[tuple[str, str]]:
        file.write_text(table, encoding="utf-8")
        words_library.law.recitals.load(GDPR.lower(), file)
        return mapped()

    assert load("recital,provision\n26,4(1)\n47,6(1)(f)\n") == [
        ("rec_26", "art_4__point_1"),
        ("rec_47", "art_6__para_1__point_f"),
    ]
    assert load("recital,provision\n65,17\n") == [("rec_65", "art_17")]
    with pytest.raises(MappingError):
        load("recital,provision\n66,17\n174,17\n")
    assert mapped() == [("rec_65", "art_17")]
    assert words_library.law.recitals.remove(GDPR) == 1
    assert mapped() == []


# What the model proposes.


def test_words_are_weighted_by_rarity() -> None:
    likeness = lexical_similarity(
        ["the breach shall be notified", "the portability of data"],
        ["the data of the subject", "the breach", "the portability"],
    )
    assert likeness.shape == (2, 3)
    assert likeness.argmax(axis=1).tolist() == [1, 2]
    assert likeness[0, 0] == 0  # "the" is everywhere, so that it says nothing


def test_semantic_similarity_uses_best_passage_of_article() -> None:
    east, north = np.array([[1.0, 0.0]], np.float32), np.array([[0.0, 1.0]], np.float32)
    none = np.empty((0, 2), np.float32)
    both = np.concatenate([east, north])
    likeness = semantic_similarity([east, both, none], [none, east, both])
    assert likeness.tolist() == [[0, 1, 1], [0, 0.5, 1], [0, 0, 0]]


LIKENESS = arrays(np.float32, (4, 3), elements=st.floats(0, 1, width=32))


@given(LIKENESS)
def test_probabilities_equal_sum_over_all_paths(likeness: np.ndarray) -> None:
    moves = transitions(3)
    expected = np.zeros((4, 3))
    for way in itertools.product(range(3), repeat=4):
        chance = np.prod([np.exp(float(likeness[i, j]) / TEMPERATURE) for i, j in enumerate(way)])
        chance *= np.prod([moves[a, b] for a, b in itertools.pairwise(way)])
        for recital, article in enumerate(way):
            expected[recital, article] += chance
    expected /= expected.sum(axis=1, keepdims=True)
    alone = np.exp(likeness.astype(np.float64) / TEMPERATURE)
    alone /= alone.sum(axis=1, keepdims=True)
    assert align(likeness) == pytest.approx((expected + alone) / 2, abs=1e-6)


@given(LIKENESS, LIKENESS, st.floats(0, 1))
def test_combined_scores_lie_between_0_and_1(
    words: np.ndarray, meaning: np.ndarray, weight: float
) -> None:
    found = combine_similarities(words, meaning, weight)
    assert found.min() >= 0
    assert found.max() <= 1.0001
    assert np.isfinite(found).all()


def test_recital_between_two_others_shares_their_article() -> None:
    likeness = np.full((3, 4), 0.2, np.float32)
    likeness[0, 1] = likeness[2, 1] = 1
    likeness[1] = [0.5, 0.5, 0.5, 0.5]
    assert align(likeness)[1].argmax() == 1


def test_distant_recital_can_explain_article() -> None:
    likeness = np.full((5, 6), 0.2, np.float32)
    likeness[:, 1] = 0.8
    likeness[2] = [0.2, 0.4, 0.2, 0.2, 0.2, 1]
    probable = align(likeness)[2]
    assert probable[5] > 0.4
    assert probable[1] > 0.2


def test_recitals_on_consent_are_linked_to_its_article(full_library: Library) -> None:
    explaining = {
        explanation.link.recital
        for explanation in full_library.law.recitals.explained_by(GDPR, "art_7")
    }
    assert {"rec_42", "rec_43"} <= explaining


@pytest.mark.parametrize(
    ("point", "recital"),
    [
        ("art_6__para_1__point_d", "rec_46"),  # vital interests
        ("art_6__para_1__point_f", "rec_47"),  # legitimate interests
        ("art_6__para_4", "rec_50"),  # another purpose
    ],
)
def test_recital_nearest_to_point_comes_first(
    full_library: Library, point: str, recital: str
) -> None:
    known = full_library.law.recitals
    of_point = [explanation.link for explanation in known.explained_by(GDPR, point)]
    assert of_point[0].recital == recital
    assert [
        explanation.link for explanation in known.explained_by(GDPR, "art_6", point)
    ] == of_point
    in_order = [explanation.link for explanation in known.explained_by(GDPR, "art_6")]
    assert in_order[0].recital == "rec_40"
    assert set(in_order) == set(of_point)


def test_keywords_link_recitals_before_vectors_exist(words_library: Library) -> None:
    """Recital 42 stands beside Article 7 during an addition."""
    explaining = {
        explanation.link.recital
        for explanation in words_library.law.recitals.explained_by(GDPR, "art_7")
    }
    assert {"rec_42", "rec_43"} <= explaining
    assert propose_by_words(words_library.store) == 0


def test_proposals_are_recomputed_with_vectors(full_library: Library) -> None:
    other = dataclasses.replace(act("What is lawful is fair."), work="32099R0001")
    full_library.sources.add_documents([other], vectors=False)
    at_first = full_library.law.recitals.links("32099R0001")
    assert {item.source for item in at_first} == {"model"}
    full_library.sources.add_documents([])  # the vectors of what was added
    assert full_library.law.recitals.links("32099R0001") != at_first
    assert propose_by_words(full_library.store) == propose_new(full_library.store) == 0


def test_proposals_are_made_while_adding_and_only_then(full_library: Library) -> None:
    proposed = {
        (link.recital, link.provision) for link in full_library.law.recitals.links(GDPR)
        if link.source == "model"
    }  # fmt: skip
    assert {("rec_65", "art_17"), ("rec_66", "art_17"), ("rec_70", "art_21")} <= proposed
    assert propose_new(full_library.store) == 0


def test_proposals_need_no_vectors(words_library: Library) -> None:
    proposal = words_library.law.recitals.propose(GDPR)
    assert (proposal.recitals, proposal.articles, proposal.is_semantic) == (173, 99, False)
    assert Link("rec_66", "art_17", "model") in [
        Link(link.recital, link.provision, link.source) for link in proposal.links
    ]
    assert all(link.score is not None and 0.2 <= link.score <= 1 for link in proposal.links)
    assert words_library.law.recitals.links(GDPR) != []


def test_proposals_are_the_mean_over_the_languages(
    words_library: Library, shared_data: Path
) -> None:
    """The German act alone linked no recital with Article 7, and stood for both languages."""
    english = {(x.recital, x.provision): x.score for x in words_library.law.recitals.links(GDPR)}
    german = shared_data / "raw/gdpr-formex/original/L_2016119DE.01000101.xml"
    words_library.sources.add([german], vectors=False)
    links = [x for x in words_library.law.recitals.links(GDPR) if x.source == "model"]
    both = {(link.recital, link.provision): link.score or 0.0 for link in links}
    assert both != english
    assert {("rec_42", "art_7"), ("rec_43", "art_7")} <= both.keys()
    store = words_library.store
    acts = [load_act(store, e) for e in expressions_with_recitals(store, GDPR)]
    assert {act.expression.language for act in acts} == {"de", "en"}
    mean = np.mean([compute_probabilities(store, act, 0) for act in acts], axis=0)
    assert both["rec_66", "art_17"] == pytest.approx(mean[65, 16], abs=1e-4)


def test_proposals_agree_with_two_maps(full_library: Library, shared_data: Path) -> None:
    collection = Collection(shared_data / "gdpr-articles")
    maps = [
        {(q, d) for q, docs in collection.qrels(name).items() for d in docs}
        for name in ("simeri", "gdprinfo")
    ]
    proposed = {
        (link.recital.replace("_", ""), link.provision.replace("_", ""))
        for link in full_library.law.recitals.propose(GDPR).links
    }

    def f1(found: set[tuple[str, str]], wanted: set[tuple[str, str]]) -> float:
        return 2 * len(found & wanted) / (len(found) + len(wanted))

    human = f1(*maps)
    assert human == pytest.approx(0.796, abs=0.001)
    assert [f1(proposed, map) > human - 0.05 for map in maps] == [True, True]


# Reading.


@pytest.fixture
def mapped(words_library: Library, tmp_path: Path) -> Library:
    file = tmp_path / "table.csv"
    file.write_text(
        'recital,provision\n47,6(1)(f)\n40,6\n51,9\n"39, 40",art_5__para_1\n', encoding="utf-8"
    )
    words_library.law.recitals.load(GDPR, file)
    return words_library


@pytest.mark.parametrize(
    ("eid", "expected"),
    [
        ("art_6", [("rec_40", "itself"), ("rec_47", "inside")]),
        ("art_6__para_1", [("rec_40", "around"), ("rec_47", "inside")]),
        ("art_6__para_1__point_f", [("rec_47", "itself"), ("rec_40", "around")]),
        ("art_6__para_99", [("rec_40", "around")]),
        ("art_9", [("rec_51", "itself")]),
        ("art_99", []),
        ("chp_2", [(f"rec_{n}", "inside") for n in (39, 40, 40, 47, 51)]),
    ],
)
def test_recitals_of_a_provision(
    mapped: Library, eid: str, expected: list[tuple[str, str]]
) -> None:
    found = mapped.law.recitals.explained_by(GDPR, eid)
    loaded = [explanation for explanation in found if explanation.link.source == "mapping"]
    assert [(explanation.link.recital, explanation.where) for explanation in loaded] == expected


@pytest.mark.slow
def test_links_are_reciprocal(mapped: Library) -> None:
    links = mapped.law.recitals.links(GDPR)
    assert links
    for link in links:
        assert link in mapped.law.recitals.explains(GDPR, link.recital)
        assert link in [e.link for e in mapped.law.recitals.explained_by(GDPR, link.provision)]


def test_work_without_recitals(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([FIXTURES / "stipg.md"], vectors=False)
        (work,) = library.store.law.works()
        assert library.law.recitals.links(work) == []
        assert library.law.recitals.explained_by(work, "para_1") == []
        with raises_code(NotFound, RecitalCode.NONE_HELD):
            library.law.recitals.propose(work)


def test_links_hold_for_every_language_and_version(mapped: Library) -> None:
    names = ("gdpr-excerpt-de.xml", "gdpr-excerpt-consolidated.html")
    mapped.sources.add([FIXTURES / name for name in names], vectors=False)
    assert len(links_of(mapped, "mapping")) == 5
    german = mapped.law.recitals.act(GDPR, language="de")
    assert german.recitals[0].label.startswith("Erwägungsgrund")
    assert mapped.law.recitals.act(GDPR, language="en").recitals[0].label == "Recital 1"


# The command line.


def test_commands(mapped: Library, tmp_path: Path, capsys: Captured) -> None:
    at = ("-L", str(mapped.path))
    assert run(["recitals", GDPR, "art_6__para_1__point_f", *at, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["work"] == GDPR
    first = answer["links"][0]
    assert (first["recital"], first["source"], first["score"], first["where"]) == (
        "rec_47", "mapping", None, "itself",
    )  # fmt: skip
    assert first["recital_text"].startswith("The legitimate interests of a controller")
    assert run(["recitals", "gdpr", "rec_51", *at]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Recital 51 -> Article 9  mapping\n")
    assert "Processing of special categories of personal data" in out
    assert run(["recitals", "propose", "GDPR", *at]) == 0
    assert "by words and order only" in capsys.readouterr().out
    assert run(["recitals", GDPR, *at, "--csv"]) == 0
    table = tmp_path / "corrected.csv"
    table.write_text(capsys.readouterr().out, encoding="utf-8")
    links = len(mapped.law.recitals.links(GDPR))
    assert len(table.read_text().splitlines()) == 1 + links
    assert run(["recitals", "load", GDPR, str(table), *at, "--json"]) == 0
    assert 0 < json.loads(capsys.readouterr().out)["loaded"] <= links
    assert run(["recitals", "load", GDPR, "--remove", *at]) == 0
    assert "links removed" in capsys.readouterr().out
    assert run(["recitals", GDPR, *at, "--source", "mapping"]) == 1
    assert capsys.readouterr().out == "no links by mapping\n"


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["30000R0000"], 1, "no work 30000R0000"),
        ([GDPR, "rec_174"], 1, "no recital rec_174; there are rec_1 to rec_173"),
        ([GDPR, "art_777"], 1, "no such provision"),
        ([GDPR, "art_17", "--language", "FR"], 1, "no recitals in the language fr; it has in: en"),
        (["propose", "30000R0000"], 2, "no work 30000R0000"),
        (["load", GDPR], 2, "name either a FILE to load or --remove"),
        (["load", GDPR, "/there/is/no/such/table.csv"], 2, "No such file"),
    ],
)
def test_errors_are_one_line(
    words_library: Library, capsys: Captured, arguments: list[str], code: int, says: str
) -> None:
    assert run(["recitals", *arguments, "-L", str(words_library.path)]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("lexdesk: ")
    assert err.count("\n") == 1
    assert says in err


@pytest.mark.parametrize("command", ["show", "load", "propose"])
def test_every_option_has_help(command: str, capsys: Captured) -> None:
    assert run(["recitals", command, "--help"]) == 0
    assert "-L, --library" in capsys.readouterr().out
