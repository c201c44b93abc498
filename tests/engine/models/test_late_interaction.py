"""Late interaction with the embedder's token vectors, on the GDPR."""

import json
from collections.abc import Sequence

import numpy as np
import pytest

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk.models.late_interaction import LateInteraction, PassageTokens

QUESTION = "does a small company need to keep records of processing?"
PASSAGES = [
    "Each controller shall maintain a record of processing activities under its responsibility.",
    "The obligations shall not apply to an enterprise employing fewer than 250 persons.",
    "The Board shall elect a chair and two deputy chairs from amongst its members.",
    "Der Verantwortliche führt ein Verzeichnis aller Verarbeitungstätigkeiten.",
]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    folder = manifest.find("embedder")
    return Encoder(folder, manifest.read(folder))


@pytest.fixture
def reranker(encoder: Encoder) -> LateInteraction:
    return LateInteraction(encoder)


def test_rare_tokens_have_longer_vectors(encoder: Encoder) -> None:
    assert encoder.gives_tokens
    found = encoder.tokens(["the consent of the data subject", "consent", ""])
    assert [item.shape[1] for item in found] == [encoder.manifest.dimensions] * 3
    lengths = np.linalg.norm(found[0], axis=1)
    assert len(lengths) == 8  # six words, and two tokens around them that say nothing
    assert lengths[[0, -1]].tolist() == [0, 0]
    the, consent, of = lengths[1:4]
    assert consent > max(the, of) > 0


def test_scores_equal_exhaustive_maxsim(encoder: Encoder, reranker: LateInteraction) -> None:
    scores = reranker.scores(QUESTION, PASSAGES)
    assert scores is not None
    subject = encoder.tokens([QUESTION])[0]
    for score, passage in zip(scores[:3], encoder.tokens(PASSAGES[:3]), strict=True):
        total = weight = 0.0
        for token in subject:
            length = float(np.linalg.norm(token))
            if length == 0:
                continue
            nearest = max(
                float(token @ other) / length / float(np.linalg.norm(other))
                for other in passage
                if np.linalg.norm(other) > 0
            )
            total, weight = total + length * nearest, weight + length
        assert score == pytest.approx(total / weight, abs=0.02)
    assert scores[0] == scores.max()
    assert scores[3] == pytest.approx(scores[:3].mean()), "German, which it does not read"


def test_token_vectors_are_cached(
    encoder: Encoder, reranker: LateInteraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = reranker.scores(QUESTION, PASSAGES)
    read: list[str] = []
    tokens = encoder.tokens

    def noted(texts: Sequence[str]) -> object:
        read.extend(texts)
        return tokens(texts)

    monkeypatch.setattr(encoder, "tokens", noted)
    again = reranker.scores(QUESTION, PASSAGES[::-1])
    assert read == [QUESTION]
    assert first is not None and again is not None
    assert again == pytest.approx(first[::-1])
    reranker = LateInteraction(encoder, passages=PassageTokens(encoder, most=2))
    reranker.scores(QUESTION, PASSAGES[1:])
    reranker.scores(QUESTION, [PASSAGES[0], guidelines := "The Board shall adopt guidelines."])
    read.clear()
    reranker.scores(QUESTION, [PASSAGES[0], guidelines])
    assert read == [QUESTION], "the two read last are kept"
    reranker.scores(QUESTION, [PASSAGES[1]])
    assert read == [QUESTION, QUESTION, PASSAGES[1]]


def test_unreadable_texts_keep_their_order(full_library: Library) -> None:
    for question in (
        "Wann muss eine Verletzung des Schutzes personenbezogener Daten gemeldet werden",
        "personal data of the data subject shall be erased without undue delay " * 6,
    ):
        plain = full_library.search(question)
        reranked = full_library.search(question, rerank=True)
        assert reranked.hits == plain.hits
        assert all("rerank" not in hit.why for hit in plain.hits)


def test_reranked_passages_rank_first(full_library: Library) -> None:
    # The subject index would place provisions before the re-ranked ones; plain text has no subject.
    first = full_library.search(QUESTION, top=200, plain=True)
    reranked = full_library.search(QUESTION, top=200, plain=True, rerank=True)
    read = [hit for hit in reranked.hits if "rerank" in hit.why]
    assert 0 < len(read) <= LateInteraction.depth
    assert reranked.hits[: len(read)] == read
    # Further passages of one article fall behind the first places only afterwards.
    near = first.hits[: 2 * LateInteraction.depth]
    assert {hit.eid for hit in read} <= {hit.eid for hit in near}
    scores = [hit.score for hit in reranked.hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_answering_passage_rises_above_related_passages(full_library: Library) -> None:
    question = "who is responsible when two companies decide together"
    first = [hit.eid for hit in full_library.search(question, top=50, plain=True).hits]
    reranked = full_library.search(question, top=50, plain=True, rerank=True).hits
    best = max(reranked, key=lambda hit: hit.why.get("rerank") or 0.0)
    assert best.eid == "art_26__para_1"
    assert best.rank <= first.index(best.eid)


def test_command_reports_reranking(
    full_library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["search", QUESTION, "-L", str(full_library.path), "--rerank", "--json"]
    assert run(arguments) == 0
    output = json.loads(capsys.readouterr().out)
    read = [hit["why"]["rerank"] for hit in output["hits"] if not hit["subject"]]
    assert read
    assert all(0 < score < 1 for score in read)
