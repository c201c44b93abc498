"""GDPR article retrieval: generators, measures, networks, and the reduced grid."""

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.codes import raises_code

from lexdesk.errors import CollectionError
from lexdesk_reproductions import bases, tables
from lexdesk_reproductions.bases import Size
from lexdesk_reproductions.gdpr import grid, pairs, rivals
from lexdesk_reproductions.gdpr import queries as query_sets
from lexdesk_reproductions.gdpr.grid import ArticleClassifier, Grid, Instance, TaskScorer
from lexdesk_reproductions.gdpr.measures import by_article, harmonic, measure, rank
from lexdesk_reproductions.gdpr.pairs import Choice
from lexdesk_reproductions.gdpr.queries import paraphrase
from lexdesk_reproductions.gdpr.regulation import Regulation, Unit, read
from lexdesk_reproductions.gdpr.rivals import Order, smooth_in_order, transitions
from lexdesk_reproductions.gdpr.settings import FineTuning, Settings, Tasks
from lexdesk_reproductions.gdpr.table import tables_of
from lexdesk_reproductions.ledger import Ledger
from lexdesk_reproductions.masked import Masking
from lexdesk_reproductions.text_pairs import Pair
from lexdesk_trainer.encoders import trained_encoder
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.settings import Vocabulary


@pytest.fixture(scope="module")
def regulation(shared_data: Path) -> Regulation:
    return read(shared_data)


def test_regulation_equals_that_of_paper(regulation: Regulation) -> None:
    assert (len(regulation.units), len(regulation.articles)) == (661, 99)
    linked = regulation.articles_of
    assert linked[1] == {1}
    assert sum(len(articles) == 1 for articles in linked.values()) == 148
    assert regulation.chapters[17].startswith("CHAPTER III")


def test_missing_file_is_reported(tmp_path: Path) -> None:
    with raises_code(CollectionError, TrainingCode.FILE_UNREADABLE):
        read(tmp_path)
    folder = tmp_path / "gdpr-simeri"
    folder.mkdir()
    (folder / "gdpr_cased_articles_with_recitals.csv").write_text("article_id\narticle1\n")
    with raises_code(CollectionError, TrainingCode.COLUMNS_MISSING):
        read(tmp_path)


def test_every_article_has_64_instances_with_every_unit(regulation: Regulation) -> None:
    found = grid.instances(regulation)
    for label, article in enumerate(regulation.articles):
        own = [instance.text for instance in found if instance.label == label]
        assert len(own) >= 64
        assert own.count(regulation.titles[article]) == 16
        for unit in regulation.units_of[article]:
            assert any(text.endswith(unit) for text in own)
    counts = [
        sum(
            regulation.units_of[1][at] in instance.text for instance in found if instance.label == 0
        )
        for at in range(len(regulation.units_of[1]))
    ]
    assert max(counts) - min(counts) <= 1


def test_recitals_are_training_examples_of_linked_articles(regulation: Regulation) -> None:
    found = grid.recital_instances(regulation)
    assert len(found) == sum(len(articles) for articles in regulation.articles_of.values()) == 200


def belong(regulation: Regulation, left: str, right: str) -> bool:
    """Return whether some article has both texts as units, or a unit and a recital linked to it."""
    for article in regulation.articles:
        units = regulation.units_of[article]
        recitals = {
            regulation.recitals[recital]
            for recital, articles in regulation.articles_of.items()
            if article in articles
        }
        if left in units and (right in units or right in recitals):
            return True
    return False


@st.composite
def regulations(draw: st.DrawFn) -> Regulation:
    """Small acts with texts of their own, some articles with one unit only."""
    sizes = draw(st.lists(st.integers(1, 5), min_size=3, max_size=6))
    recitals = range(1, 3 * len(sizes))
    units = tuple(
        Unit(article, f"article {article} unit {at}", draw(st.frozensets(st.sampled_from(recitals), max_size=2)))
        for article, size in enumerate(sizes, start=1)
        for at in range(size)
    )  # fmt: skip
    numbers = range(1, len(sizes) + 1)
    return Regulation(
        units,
        {number: f"title {number}" for number in numbers},
        {number: f"chapter {number % 2}" for number in numbers},
        {number: f"recital {number}" for number in range(1, 60)},
    )


@settings(max_examples=40)
@given(regulations(), st.sampled_from(["anywhere", "near", "far"]), st.integers(0, 4))
def test_pairs_are_balanced_and_no_positive_is_among_the_negatives(
    regulation: Regulation, where: pairs.Where, most: int
) -> None:
    for found in (
        pairs.article_pairs(regulation, most, where),
        pairs.recital_pairs(regulation, most),
    ):
        positive = [pair for pair in found if pair.related]
        assert 2 * len(positive) == len(found)
        assert all(belong(regulation, pair.left, pair.right) is pair.related for pair in found)
    sizes = [len(units) for units in regulation.units_of.values()]
    every = [math.comb(size, 2) for size in sizes]
    wanted = sum(min(item, most) if most else item for item in every)
    assert sum(pair.related for pair in pairs.article_pairs(regulation, most, where)) == wanted


@settings(max_examples=40)
@given(regulations(), st.integers(2, 5))
def test_choice_question_has_one_correct_answer(regulation: Regulation, k: int) -> None:
    for found in (pairs.article_choices(regulation, k), pairs.recital_choices(regulation, k)):
        for choice in found:
            assert len(choice.choices) == k
            right = [belong(regulation, choice.text, item) for item in choice.choices]
            assert right == [at == choice.right for at in range(k)]


def test_negatives_are_near_or_far(regulation: Regulation) -> None:
    article_of = {text: n for n, units in regulation.units_of.items() for text in units}
    chapter = regulation.chapters
    for where in ("near", "far"):
        found = [pair for pair in pairs.article_pairs(regulation, 3, where) if not pair.related]
        same = [chapter[article_of[p.left]] == chapter[article_of[p.right]] for p in found]
        assert np.mean(same) > 0.95 if where == "near" else np.mean(same) < 0.05


def test_examples_are_shuffled_deterministically(regulation: Regulation) -> None:
    found = pairs.article_choices(regulation)
    assert found == pairs.article_choices(regulation)
    assert found != pairs.article_choices(regulation, seed=2)
    places = np.bincount([choice.right for choice in found], minlength=4) / len(found)
    assert places.min() > 0.18
    related = [pair.related for pair in pairs.article_pairs(regulation)]
    runs = sum(one != other for one, other in pairwise(related))
    assert runs > 0.4 * len(related)


def test_measures_match_hand_computed_values() -> None:
    # four queries on three articles: right are 0, 0, 1, 2; told are 0, 1, 1, 1
    scores = np.array([[9, 1, 2], [2, 9, 1], [1, 9, 2], [2, 9, 1]], float)
    labels = np.array([0, 0, 1, 2])
    precision, recall = by_article(scores.argmax(1), labels)
    assert precision.tolist() == [1.0, pytest.approx(1 / 3), 0.0]
    assert recall.tolist() == [0.5, 1.0, 0.0]
    assert rank(scores, labels).tolist() == [1, 2, 1, 3]
    found = measure(scores, labels)
    assert found["F-micro"] == pytest.approx((2 / 3 + 1 / 2 + 0) / 3)
    assert found["F-macro"] == pytest.approx(harmonic((1 + 1 / 3) / 3, 1.5 / 3))
    assert found["Rec@3"] == 1.0
    assert found["MRR"] == pytest.approx((1 + 1 / 2 + 1 + 1 / 3) / 4)
    assert harmonic(0.0, 0.0) == 0.0


def test_ties_do_not_improve_measures() -> None:
    assert rank(np.zeros((1, 5)), np.array([2])).tolist() == [5]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("The controller shall inform natural persons (data subjects).", "The controller must tell individuals."),
        ("Where processing is based on consent, the controller shall be able to show it.", "The controller must be able to show it, where processing is based on consent."),  # noqa: E501
        ("Pursuant to this.", "Under this."),
    ],
)  # fmt: skip
def test_paraphrases_replace_words(text: str, other: str) -> None:
    assert paraphrase(text) == other


def test_query_sets_have_one_article_each(regulation: Regulation, shared_data: Path) -> None:
    found = query_sets.read(regulation, shared_data)
    assert {name: len(item.texts) for name, item in found.items()} == {
        "QA": 661, "QpA": 661, "QR": 148, "QpR": 148, "QC": 521, "QCs": 2379,
    }  # fmt: skip
    changed = np.mean([a != b for a, b in zip(found["QA"].texts, found["QpA"].texts, strict=True)])
    assert changed > 0.85
    assert len(found["QCs"].sample(20).texts) == 20


def test_recital_order_equals_sum_over_all_paths() -> None:
    order = Order(sharpness=3.0)
    rng = np.random.default_rng(5)
    scores = rng.random((4, 3)) + 0.1
    weights = np.exp(3.0 * (scores / scores.max(1, keepdims=True) - 1))
    moves = transitions(3, order)
    slow = np.zeros((4, 3))
    for way in np.ndindex(3, 3, 3, 3):
        chance = weights[0, way[0]]
        for at in range(1, 4):
            chance *= moves[way[at - 1], way[at]] * weights[at, way[at]]
        for at in range(4):
            slow[at, way[at]] += chance
    np.testing.assert_allclose(smooth_in_order(scores, order), slow / slow.sum(1, keepdims=True))
    np.testing.assert_allclose(moves.sum(1), 1.0)


def test_recital_order_resolves_ambiguous_recitals(regulation: Regulation) -> None:
    """A recital between two of one article belongs to it, if its words are undecided."""
    scores = np.ones((3, 99))
    scores[0, 40] = scores[2, 40] = 2.0
    assert smooth_in_order(scores, Order())[1].argmax() == 40


def test_order_constants_are_tuned_on_other_recitals() -> None:
    rng = np.random.default_rng(2)
    labels = np.sort(rng.integers(0, 9, 25))
    scores = rng.random((25, 9)) + 0.4 * np.eye(9)[labels]
    orders = [Order(stay=stay, sharpness=sharp) for stay in (0.1, 0.8) for sharp in (1.0, 20.0)]
    found = rivals.smooth_with_held_out_order(scores, labels, orders, blocks=5)
    other = labels.copy()
    other[5:10] = (labels[5:10] + 4) % 9
    np.testing.assert_array_equal(
        rivals.smooth_with_held_out_order(scores, other, orders, blocks=5)[5:10], found[5:10]
    )
    rest = np.r_[0:5, 10:25]
    every = [smooth_in_order(scores, order) for order in orders]
    best = max(every, key=lambda constants: (1 / rank(constants, labels))[rest].mean())
    np.testing.assert_array_equal(found[5:10], best[5:10])


def test_heads_have_expected_shapes_and_losses(tiny: trained_encoder.TrainedEncoder) -> None:
    base = bases.load_general(tiny)
    torch.manual_seed(0)
    classifier = ArticleClassifier(base, 7, tokens=24)
    classifier.eval()
    result = [Instance("a controller of data", 3), Instance("the data subject", 0)]
    logits = classifier(base.rows(passage.text for passage in result))
    assert logits.shape == (2, 7)
    slow = -(logits.softmax(-1)[0, 3].log() + logits.softmax(-1)[1, 0].log()) / 2
    torch.testing.assert_close(classifier.loss(result), slow)
    scores = classifier.scores([passage.text for passage in result])
    np.testing.assert_allclose(scores, logits.detach().numpy(), atol=1e-4)
    scorer = TaskScorer(base, tokens=24)
    scorer.eval()
    assert scorer(["a", "b"], ["the data", "law"]).shape == (2,)
    related = [Pair("data", "the data", True), Pair("data", "law", False)]
    chance = torch.sigmoid(scorer(["data", "data"], ["the data", "law"]))
    torch.testing.assert_close(
        scorer.related_loss(related), -(chance[0].log() + (1 - chance[1]).log()) / 2
    )
    choices = [Choice("data", ("law", "the data", "of"), 1), Choice("of", ("a", "b", "the"), 2)]
    slow = torch.stack([
        -scorer([choice.text] * 3, choice.choices).softmax(-1)[choice.right].log() for choice in choices
    ]).mean()  # fmt: skip
    torch.testing.assert_close(scorer.choice_loss(choices), slow)


def test_mean_initialised_head_recognises_training_examples(
    tiny: trained_encoder.TrainedEncoder,
) -> None:
    base = bases.load_general(tiny)
    texts = ["personal data of a natural person", "the supervisory authority", "a code of conduct"]
    classifier = ArticleClassifier(base, 3, tokens=24)
    classifier.begin_as([Instance(text, label) for label, text in enumerate(texts)])
    assert classifier.scores(texts).argmax(1).tolist() == [0, 1, 2]


TINY = Settings(
    layers=1,
    tasks=Tasks(pairs=1, k=3, examples=16, batch=8, tokens=48),
    fine_tuning=FineTuning(least=2, epochs=1, batch=32, tokens=24, begin_as_means=True),
    legislation=Masking(tokens=24, sequences=16, batch=8),
    vocabulary=Vocabulary(size=600),
    scratch=Size(layers=1, width=32, heads=2, inner=64),
    queries=12,
    tokens=24,
)


@pytest.mark.slow
def test_all_18_models_run_end_to_end(
    regulation: Regulation,
    shared_data: Path,
    tiny: trained_encoder.TrainedEncoder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trained_encoder, "minilm", lambda: tiny)
    some = replace(
        regulation,
        units=tuple(unit for unit in regulation.units if 12 <= unit.article <= 23),
        titles={n: title for n, title in regulation.titles.items() if 12 <= n <= 23},
    )
    sets = query_sets.read(some, shared_data)
    grid = Grid(some, sets, shared_data, TINY, tmp_path)
    # a tokenizer of real words without [MASK] cannot be masked: the second base begins as the third
    grid.bases["legislation"] = grid.base("scratch")
    found = tables_of(grid)
    ledger = Ledger(tmp_path / "rows", "test")
    tables.run(found, ledger, costly=True, report=lambda line: None)
    assert tables.NOT_RUN not in "\n".join(tables.lines(found, ledger))
    assert len(found[1].rows) == 5 + 18


def test_keyword_search_finds_units_and_recitals(
    regulation: Regulation, shared_data: Path, tiny: trained_encoder.TrainedEncoder
) -> None:
    sets = query_sets.read(regulation, shared_data)
    result = rivals.Baselines(regulation, bases.load_general(tiny), 24)
    scores = result.bm25(sets["QR"].texts)
    assert measure(scores, sets["QR"].labels)["MRR"] > 0.72
    ordered = measure(smooth_in_order(scores, Order()), sets["QR"].labels)["MRR"]
    assert ordered > measure(scores, sets["QR"].labels)["MRR"]
