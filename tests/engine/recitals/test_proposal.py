"""Proposed links of recitals and articles."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from tests.engine.recitals.linked_acts import GDPR, act, links_of

from lexdesk import Document, Library
from lexdesk.document.model import Provision
from lexdesk.evaluation.collection import Collection
from lexdesk.recitals import Link, propose_by_words, propose_new
from lexdesk.recitals.preamble import find_expressions_with_recitals, load_act
from lexdesk.recitals.proposal import compute_probabilities


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
    acts = [load_act(store, e) for e in find_expressions_with_recitals(store, GDPR)]
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


def test_act_of_too_many_articles_gets_no_proposals(tmp_path: Path) -> None:
    """The moves between 10,000 articles, a text of 200 KB, have 800 MB."""
    texts = ["(1) Consent is asked.\n", *(f"Consent {number}.\n" for number in range(1, 2_002))]
    provisions, start = [], 0
    for number, text in enumerate(texts):
        kind, eid = ("article", f"art_{number}") if number else ("recital", "rec_1")
        provisions.append(Provision(eid, kind, "1", "", eid, None, start, start + len(text)))
        start += len(text)
    document = Document(
        "".join(texts), "Act", work="32016R0679", language="en", provisions=tuple(provisions)
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([document], vectors=False)
        assert links_of(library, "model") == []
        proposal = library.law.recitals.propose("32016R0679")
        assert (proposal.recitals, proposal.articles, proposal.links) == (1, 2_001, [])
