"""Scores of documents for a whole document, and their shared features."""

import dataclasses
import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.compliance.doc2doc.documents import GDPR, MAIL, WORDS_ALONE

from lexdesk import Library
from lexdesk.compliance import find_similar
from lexdesk.compliance.doc2doc import stage_scores
from lexdesk.compliance.doc2doc.candidates import CandidateFinder
from lexdesk.compliance.doc2doc.document_words import DocumentWords
from lexdesk.compliance.doc2doc.interactions import Interactions
from lexdesk.compliance.doc2doc.long_query import Paragraph, query_from_document, query_from_work
from lexdesk.compliance.doc2doc.parameters import BM25, FINDS, OF, PLAIN, SHORT, STAGES
from lexdesk.compliance.doc2doc.query_words import QueryWords, select_query_words
from lexdesk.compliance.doc2doc.ranking import Ranking
from lexdesk.compliance.doc2doc.shared_features import (
    find_defined_terms,
    find_shared_features,
    find_shared_terms,
    find_words_in_common,
)
from lexdesk.compliance.doc2doc.stage_scores import (
    combine_scores,
    compute_scores,
    sample_evenly,
    scale,
)
from lexdesk.document.model import Document, Reference, Relation


def test_shared_citations_use_common_name(tmp_path: Path) -> None:
    """The library's name in the language of the query, else the query's own, else the common name."""
    values = {
        "IE-1931-act-2": ("Orangeries Act 1931", "", ""),
        "31995L0046": ("Article 4 of Directive 95/46/EC, and Directive 95/46/EC", "", "art_4"),
        "32016R0679": ("Article 30", "", "art_30"),
        "DE-bgb": ("§ 5", "", "para_5"),
        "DE-zzgb_2": ("§ 6", "", "para_6"),
        "32099R0001": ("Article 9", "", "art_9"),
        "": ("the Rent Act 1946", "Rent Act 1946", ""),
    }
    text, references = "", []
    for work, (words, name, target) in values.items():
        references.append(
            Reference(len(text), len(text) + len(words), None, "cites", work, name, target)
        )
        if work == "31995L0046":
            begin = (
                len(text) + words.index("Directive 95/46/EC, and") + len("Directive 95/46/EC, and ")
            )
            references.append(Reference(begin, len(text) + len(words), None, "cites", work, "", ""))
        text += f"{words}. "
    query = Document(text, "Q", work="q", language="en", references=tuple(references))
    other = dataclasses.replace(query, work="other")
    acts = [
        Document("An Act.", name, short_title=name, work="IE-1931-act-2", language=language)
        for name, language in (
            ("Acht na nOráiste 1931", "ga"),
            ("Orangeries Act 1931", "en"),
            ("Orangeriengesetz 1931", "de"),
        )
    ]
    amending = Document(
        "It amends.", "A", work="amending", relations=(Relation("amends", "", "q"),)
    )
    amended = Document("It is amended.", "B", work="amended", language="en")
    query = dataclasses.replace(query, relations=(Relation("repeals", "", "amended"),))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([query, other, *acts, amending, amended], vectors=False)
        retriever = library.search.retriever()
        store, subject = retriever.store, query_from_work(retriever, "q")
        common = {
            work: find_shared_features(store, subject, {}, store.law.expressions_of(work)[0])
            for work in ("other", "amending", "amended")
        }
    assert common["other"].citations == [
        "Orangeries Act 1931", "Directive 95/46/EC", "GDPR", "BGB", "ZZGB 2", "32099R0001", "Rent Act 1946",
    ]  # fmt: skip
    assert common["amending"].links == ["amends it"]
    assert common["amended"].links == ["it repeals"]


def test_shared_defined_terms_come_first_as_query_writes_them() -> None:
    one = "“Flat” means a home. “Home” means a flat. “flat” means all of it. “a b c d e f g” means much."
    other = "“House” means a home. “Flat Rate” means rent. “home” means a house. a b c d e f g, flat, house."
    assert find_shared_terms(one, other) == ["Home", "Flat"]
    assert find_shared_terms(other, one) == ["home", "Flat"]


def test_informative_query_words(words_library: Library) -> None:
    retriever = words_library.search.retriever()
    result = [
        "the",
        "that",
        "data",
        "processing",
        "processing",
        "pseudonymisation",
        "2016",
        "a",
        "orangery",
    ]
    plain, denoised = (
        select_query_words(retriever.fulltext, 1000, result, "en", denoise=denoise)
        for denoise in (False, True)
    )
    assert plain.idf.keys() == {"data", "processing", "pseudonymisation", "2016"}
    assert denoised.idf.keys() == {"processing", "pseudonymisation"}
    once, squared = (plain.weights(result, BM25(0, 0, repetition=r)) for r in (0, 2))
    assert squared["processing"] == pytest.approx(4 * once["processing"])
    (rarest,) = plain.weights(result, BM25(0, 0, words=1))
    assert rarest == "2016"


def test_most_cited_works_are_candidates_within_limit() -> None:
    cited = {7: 1.0, 8: 3.0, 9: 2.0}
    assert stage_scores.put_cited_first(cited, [1, 2, 8, 3], 4) == [8, 9, 1, 2]
    assert stage_scores.select_best_of_pools([{1: 30.0, 2: 15.0}, {3: 0.2, 4: 0.02}, {}], 3) == [
        1,
        3,
        2,
    ]


def test_similarity_uses_best_row_mean_or_margin() -> None:
    pooled = SimpleNamespace(owners=SimpleNamespace(pool_scores=dict))
    finding, near = cast(CandidateFinder, pooled), [[(1, 0.9), (2, 0.5)], [(2, 0.7)]]
    assert stage_scores.pool_near_passages(finding, near, at_best=True) == {1: 0.9, 2: 0.7}
    assert stage_scores.pool_near_passages(finding, near, at_best=False) == {1: 0.45, 2: 0.6}
    many = [[(number, 1 - number / 20) for number in range(12)], [(3, 0.4)]]
    ahead = stage_scores.compute_mean_leads(finding, many)
    assert ahead.keys() == set(range(9)), "the tenth, and what is behind it, is ahead of nothing"
    assert ahead[0] == pytest.approx(0.45 / 2)


def test_document_score_uses_best_passages(full_library: Library) -> None:
    retriever = full_library.search.retriever()
    (gdpr,) = (expression.id for expression in retriever.store.law.expressions_of(GDPR))
    first, second, *_ = (piece.id for piece in retriever.store.passages.pieces_in(gdpr))
    finding = CandidateFinder(retriever, frozenset())
    for best, mean in ((1, 3), (2, 2.5), (4, 1.25)):
        assert finding.owners.pool_scores([(first, 3), (second, 2)], best) == {gdpr: mean}
    assert retriever.semantic
    vectors = retriever.semantic.encoder.encode(["consent", "withdrawn"])
    without = CandidateFinder(retriever, frozenset({gdpr}))
    for found, is_there in ((finding, True), (without, False)):
        similar_rows = found.by_vectors(vectors, 2)
        assert len(similar_rows) == 2
        owners = {found.owners[passage] for passages in similar_rows for passage, _ in passages}
        assert (gdpr in owners) == is_there


def test_shared_works_are_listed_by_name(library: Library) -> None:
    sentence = (
        "Under Article 30 of Regulation (EU) 2016/679 and Directive 2002/58/EC records are kept"
    )
    query = query_from_document(Document(f"{sentence}.", "Records", language="en"), "records")
    agreement = find_similar(library, query, find="grounds", without=WORDS_ALONE).documents
    (known,) = [document for document in agreement if document.citation == "agreement.txt"]
    assert known.common.citations == ["Regulation (EU) 2016/679"]


def test_shared_words_are_quoted_as_in_query() -> None:
    text = "Ständig ist die Einwilligung, ständig frei."
    written = query_from_document(Document(text, "", language="de"), "notice").written_forms
    assert [written[word] for word in ("einwilligung", "standig", "frei")] == [
        "Einwilligung",
        "ständig",
        "frei",
    ]


def test_numbers_are_no_shared_words(tmp_path: Path) -> None:
    sentence = "Order 679 of the Board: orangeries are heated to 2016 degrees under form B12."
    documents = [
        Document(f"{sentence} {more}", more, work=more, kind="contract", language="en")
        for more in ("rent", "heating")
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([*documents, MAIL], vectors=False)
        (best, *_) = find_similar(library, "rent", find="grounds", without=WORDS_ALONE).documents
    assert best.work == "heating"
    assert {"B12", "orangeries"} <= set(best.words)
    assert not {"679", "2016"} & set(best.words)


@pytest.mark.slow
def test_short_query_ranks_full_coverage_above_short_documents(tmp_path: Path) -> None:
    """The share of a document's words favours scraps, and must not for authorities of a long text."""
    more = " ".join(f"chapter{number} of the code" for number in range(2000))
    code = f"The tenant gives the landlord notice of defects of the flat without delay. {more}"
    scraps = [
        ("rent", "Defects."),
        ("dogs", "Notice."),
        ("garden", "The flat."),
        ("cars", "Delay."),
    ]
    documents = [
        Document(text, name, work=name, kind="statute", language="en")
        for name, text in [("code", code), *scraps]
    ]
    letter = "Under [REF] I gave notice of the defects of the flat to the landlord without delay."
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(documents)
        best = {}
        for language, length, without in itertools.product(
            ("en", "de"), (1, SHORT), (WORDS_ALONE, ("interactions",))
        ):
            text = f"{letter} {' '.join(['Greetings.'] * length)}"
            query = query_from_document(Document(text, "", language=language), "letter")
            (first, *_) = find_similar(library, query, find="grounds", without=without).documents
            best[language, length, "semantic" in without] = first.work
    assert best.pop(("en", SHORT, True)) != "code"
    assert set(best.values()) == {"code"}, "in German, and where meaning says so, all of it counts"


def test_document_score_uses_margin_over_others() -> None:
    result = np.array([[9, 4, 3, 1], [0, 8, 8, 8]], np.float32)
    counted = SimpleNamespace(scores=lambda queries, bm25: result)
    words = SimpleNamespace(weights=lambda words, bm25: {})
    of_best, of_ahead, of_few = (
        compute_scores(
            cast(DocumentWords, counted), cast(QueryWords, words), [[], []], PLAIN, place
        )
        for place in (None, 3, 9)
    )
    assert of_best.tolist() == [9, 8, 8, 8]
    assert of_ahead.tolist() == [3, 0.5, 0, 0]
    assert of_few.tolist() == [4, 5.5, 5, 4]


def test_short_query_weights_semantic_score_as_search_does(full_library: Library) -> None:
    retriever = full_library.search.retriever()
    ranking = Ranking(retriever, OF["grounds"], (), lambda progress: None)
    changed = (
        MAIL,
        dataclasses.replace(MAIL, text=f"{MAIL.text} " * 20),
        dataclasses.replace(MAIL, language="el"),
    )
    short, long, foreign = (
        ranking.rank(query_from_document(mail, "mail"), frozenset()) for mail in changed
    )
    assert short.scored.weights["semantic"] == retriever.semantic_weight("en", MAIL.text) > 0
    assert sum(short.scored.weights.values()) == pytest.approx(1)
    assert "semantic" not in long.scored.weights
    assert "semantic" not in foreign.scored.weights, "no weight is known for it"


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("“personal data” means any information", ["personal data"]),
        ('"controller" shall mean whoever', ["controller"]),
        ("„Zugang“ bezeichnet die Möglichkeit", ["Zugang"]),
        ("« consentement » désigne toute", ["consentement"]),
        ("the so-called “right” of way", []),
    ],
)
def test_defined_terms(text: str, terms: list[str]) -> None:
    assert list(find_defined_terms(text).values()) == terms
    sentence = f"Here {terms[0] if terms else 'right'} is said."
    assert find_shared_terms(text, sentence) == terms
    assert find_shared_terms(sentence, text) == terms


@pytest.mark.parametrize(
    ("own", "law", "languages", "words"),
    [
        (
            "3.3 Withdrawing consent\nA customer may take back consent at any time. What we did before stays lawful.",
            "The data subject shall have the right to withdraw his or her consent at any time. The withdrawal of"
            " consent shall not affect the lawfulness of processing based on consent before its withdrawal.",
            ("en", "en"),
            {"withdrawing", "withdraw", "withdrawal", "consent", "time", "lawful", "lawfulness"},
        ),
        (
            "Die Einwilligungserklärung gilt nicht, wenn sie widerrufen wird.",
            "Die Einwilligung kann jederzeit widerrufen werden. Der Widerruf berührt sie nicht.",
            ("de", "de"),
            {"einwilligungserklarung", "einwilligung", "widerrufen", "widerruf"},
        ),
        (
            "Binnen 72 Stunden nach der DSGVO",
            "within 72 hours, die DSGVO",
            ("de", "en"),
            {"72", "dsgvo"},
        ),
        ("Datenträger", "Datenverarbeitung", ("de", "de"), set()),
        ("Any such notice", "any such person", ("en", None), set()),
    ],
)
def test_shared_words(
    own: str, law: str, languages: tuple[str, str | None], words: set[str]
) -> None:
    assert find_words_in_common(own, law, languages) == words
    assert find_words_in_common(law, own, languages[::-1]) == words


SCORES = st.lists(st.floats(0, 1000, width=32), min_size=3, max_size=3)


@given(SCORES, SCORES, st.floats(0.1, 1), st.floats(0.1, 1))
def test_ensemble_scores_are_bounded(
    one: list[float], other: list[float], first: float, second: float
) -> None:
    stage_scores = {"a": np.array(one, np.float32), "b": np.array(other, np.float32)}
    mixed = combine_scores(stage_scores, {"a": first, "b": second})
    assert mixed.shape == (3,)
    assert (mixed >= 0).all()
    assert (mixed <= 1.0001).all()
    alone = combine_scores(stage_scores, {"a": first})
    assert np.allclose(alone, scale(stage_scores["a"]))


def test_pairs_use_each_row_and_column_once() -> None:
    columns = tuple(Paragraph(str(at), at, at, "") for at in range(3))
    met = Interactions(columns, np.array([[0.9, 0.8, 0.0], [0.85, 0.1, 0.3]], np.float32))
    assert [(row, column) for row, column, _ in met.pairs(5)] == [(0, 0), (1, 2)]
    assert met.score == pytest.approx((0.9 + 0.85) / 2)
    assert [column.label for column in met.keep_columns(2).columns] == ["0", "1"]
    assert Interactions((), np.zeros((2, 0), np.float32)).pairs(3) == []


def test_interactions_rerank_only_top_documents(library: Library) -> None:
    parameters = dataclasses.replace(OF["affected"], interactions=0.5)
    ranking = Ranking(library.search.retriever("keyword"), parameters, (), lambda progress: None)
    columns = (Paragraph("", 0, 0, ""),)
    met = {
        place: Interactions(columns, np.array([[value]], np.float32))
        for place, value in ((0, 0.1), (1, 0.9))
    }
    scores = np.array([1.0, 0.9, 0.8], np.float32)
    changed = ranking.with_interactions(scores, met)
    assert changed.argsort()[::-1].tolist() == [1, 0, 2]


def test_paragraphs_are_spread_over_the_text() -> None:
    paragraphs = [Paragraph(str(at), at, at, "") for at in range(100)]
    assert [provision.label for provision in sample_evenly(paragraphs, 3)] == ["0", "49", "99"]
    assert len(sample_evenly(paragraphs[:2], 3)) == 2


def test_parameters_name_features_and_source() -> None:
    assert set(OF) == set(FINDS)
    others = [
        item
        for of in OF.values()
        for item in (of.short, of.otherwise, *of.by_language.values())
        if item
    ]
    for parameters in (*OF.values(), *others):
        assert parameters.source
        assert set(parameters.weights) <= set(STAGES)
        assert "windows" not in parameters.weights_uncited
