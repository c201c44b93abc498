"""Sparse BM25 and TF-IDF compared with their formulas, word by word."""

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch

from lexdesk_reproductions import lexical, word_vectors
from lexdesk_reproductions.word_vectors import Glove, WordVectors
from lexdesk_reproductions.words import is_stop_word, make_tokenizer, plain
from lexdesk_trainer.data import paragraphs

TEXTS = paragraphs.gdpr("parity")[:40]
QUESTION = "the right to lodge a complaint with a supervisory authority"


def slow_bm25(query: str, texts: list[str], k1: float, b: float) -> list[float]:
    bags = [Counter(plain("en")(text)) for text in texts]
    average = sum(bag.total() for bag in bags) / len(bags)
    scores = []
    for bag in bags:
        score = 0.0
        for word, counts in Counter(plain("en")(query)).items():
            frequency = sum(word in bag for bag in bags)
            idf = math.log(1 + (len(bags) - frequency + 0.5) / (frequency + 0.5))
            norm = k1 * (1 - b + b * bag.total() / average)
            score += counts * idf * bag[word] * (k1 + 1) / (bag[word] + norm)
        scores.append(score)
    return scores


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.75), (0.5, 1.0), (2.0, 0.3)])
def test_bm25_equals_formula(k1: float, b: float) -> None:
    counts = lexical.count(TEXTS, plain("en"))
    words = counts.count_others([QUESTION], plain("en"))
    found = lexical.scores(words, lexical.bm25(counts, k1, b))[0]
    np.testing.assert_allclose(found, slow_bm25(QUESTION, TEXTS, k1, b), rtol=1e-5)


def test_tf_idf_scores_are_cosines() -> None:
    counts = lexical.count(TEXTS, plain("en"))
    rarity = lexical.idf(counts)
    rows = lexical.tf_idf(counts.matrix, rarity)
    found = lexical.scores(rows, rows.T.tocsr())
    dense = counts.matrix.toarray() * rarity
    dense /= np.linalg.norm(dense, axis=1, keepdims=True)
    np.testing.assert_allclose(found, dense @ dense.T, atol=1e-6)


def test_group_counts_equal_counts_of_joined_texts() -> None:
    groups = np.arange(len(TEXTS)) % 7
    joined = [" ".join(np.array(TEXTS)[groups == number]) for number in range(7)]
    counts = lexical.count(TEXTS, plain("en"))
    found = counts.group_counts(groups, 7).matrix
    assert (found != counts.count_others(joined, plain("en"))).nnz == 0


def test_cached_counts_belong_to_same_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = lexical.load_or_count(tmp_path, TEXTS, plain("en"))
    with monkeypatch.context() as patched:
        patched.setattr(lexical, "count", None)
        kept = lexical.load_or_count(tmp_path, TEXTS, plain("en"))
    assert kept.vocabulary == result.vocabulary
    assert (kept.matrix != result.matrix).nnz == 0
    otherwise = lexical.load_or_count(tmp_path, TEXTS, make_tokenizer("en"))
    assert otherwise.vocabulary == lexical.count(TEXTS, make_tokenizer("en")).vocabulary
    assert otherwise.vocabulary != result.vocabulary
    other = lexical.load_or_count(tmp_path, ["another text"], plain("en"))
    assert set(other.vocabulary) == {"another", "text"}


def test_stop_words_are_removed_and_german_is_analysed() -> None:
    assert is_stop_word("der", "de")
    assert not is_stop_word("antrag", "de")
    assert plain("de")("Der Antrag der Behörde") == ["antrag", "behörde"]
    assert set(make_tokenizer("de")("Die Anträge")) == set(make_tokenizer("de")("dem Antrag"))


SENTENCES = [plain("en")(text) for text in paragraphs.gdpr("parity")]


def test_cooccurrence_decays_with_distance() -> None:
    words, counts = word_vectors.cooccurrences(
        [["a", "b", "c"], ["c", "a"]], Glove(window=2, fewest=1)
    )
    at = {word: number for number, word in enumerate(words)}
    assert counts[at["a"], at["b"]] == counts[at["b"], at["a"]] == 1.0
    assert counts[at["a"], at["c"]] == 0.5 + 1.0
    assert counts[at["b"], at["c"]] == 1.0


def test_glove_loss_equals_formula() -> None:
    torch.manual_seed(3)
    left, right, first, second = (
        torch.randn(5, 4),
        torch.randn(5, 4),
        torch.randn(5),
        torch.randn(5),
    )
    counts = torch.tensor([1.0, 20.0, 99.0, 100.0, 500.0])
    slow = []
    for n in range(5):
        x = float(counts[n])
        weight = (x / 100) ** 0.75 if x < 100 else 1.0
        result = sum(float(left[n, d] * right[n, d]) for d in range(4))
        slow.append(weight * (result + float(first[n]) + float(second[n]) - math.log(x)) ** 2)
    found = word_vectors.glove_loss(left, right, first, second, counts, Glove())
    assert found.item() == pytest.approx(sum(slow) / 5, rel=1e-5)


@pytest.mark.parametrize("kind", ["word2vec", "fasttext", "glove"])
def test_cooccurring_words_have_near_vectors(kind: str) -> None:
    settings: dict[str, object] = {
        "word2vec": WordVectors(size=32, epochs=12),
        "fasttext": WordVectors(size=32, epochs=12, buckets=2_000),
        "glove": Glove(size=32, epochs=30, batch=512),
    }
    lexicon = getattr(word_vectors, kind)(SENTENCES, settings[kind])
    assert lexicon.rows.shape == (len(lexicon.number), 32)
    one, near, far = (lexicon.mean([word]) for word in ("supervisory", "authority", "genetic"))
    assert one @ near > one @ far
    assert np.linalg.norm(lexicon.mean(["supervisory", "authority"])) == pytest.approx(1.0)
    assert not lexicon.mean(["zzz"]).any()
