"""Citation contexts: vectors in three bits, their citations, and the added score."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.codes import raises_code

from lexdesk.errors import ModelCode, ModelDamaged, ModelError
from lexdesk.evaluation.collection import Collection
from lexdesk.library.library import Library
from lexdesk.models import manifest
from lexdesk.models.citation_contexts import CitationContexts, CitedTarget, NearContext
from lexdesk.search.ranking.citation_evidence import boosts, raise_cited
from lexdesk.search.ranking.fusion import Candidate
from lexdesk.vector_codes import three_bit as three_bits

FIVE = CitedTarget("32016R0679", "art_5", "art5")
SIX = CitedTarget("32016R0679", "art_6", "art6")


def unit_vectors(count: int, dimensions: int = 384) -> three_bits.Vectors:
    drawn = np.random.default_rng(3).normal(size=(count, dimensions)).astype(np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), np.float32)


@pytest.mark.parametrize("dimensions", [384, 128, 20])
def test_three_bit_codes_round_trip(dimensions: int) -> None:
    vectors = unit_vectors(50, dimensions)
    packed = three_bits.pack(vectors)
    assert packed.shape == (50, -(-3 * dimensions // 8))
    levels = three_bits.unpack(packed, dimensions)
    assert levels.max() <= 7
    assert ((levels > 3) == (vectors > 0)).all()
    ordered = np.argsort(vectors[0])
    assert (np.diff(levels[0][ordered].astype(int)) >= 0).all()


def test_three_bit_cosines_are_accurate_and_unbiased() -> None:
    """Held to cosines of every size: mixtures of two vectors."""
    one, other = unit_vectors(200), unit_vectors(400)[200:]
    share = np.linspace(0, 1, 200, dtype=np.float32)[:, None]
    mixed = share * one + (1 - share) * other
    mixed /= np.linalg.norm(mixed, axis=1, keepdims=True)
    kept = three_bits.dequantize(three_bits.unpack(three_bits.pack(one), 384))
    off = (kept * mixed).sum(axis=1) - (one * mixed).sum(axis=1)
    assert np.abs(off).max() < 0.04
    assert abs(off.mean()) < 0.003


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model of 60 contexts; number n cites Article n."""
    folder = tmp_path / "contexts"
    folder.mkdir()
    np.save(folder / "vectors.npy", three_bits.pack(unit_vectors(60)))
    cited = [["32016R0679", f"art_{n}", f"art{n}"] for n in range(60)]
    found = {"embedder": "0123456789abcdef", "cited": cited, "contexts": [[n] for n in range(60)]}
    (folder / "contexts.json").write_text(json.dumps(found))
    state(folder)
    return folder


def state(folder: Path) -> None:
    """Write a manifest of the files as they are."""
    about = manifest.Manifest(
        name="contexts", task="citation-contexts", base="", dimensions=384, pooling="none",
        normalize=False, maximum_tokens=0, quantization="three bits", licence="", training_data=(),
        measured={},
    )  # fmt: skip
    extra = ("map.npy",) if (folder / "map.npy").exists() else ()
    manifest.write(folder, about, ("contexts.json", "vectors.npy", *extra))


def test_nearest_contexts_are_ordered_with_their_citations(folder: Path) -> None:
    contexts = CitationContexts(folder, manifest.read(folder))
    assert len(contexts) == 60
    vectors = unit_vectors(60)
    vector = (vectors[7] + 0.5 * vectors[11]).astype(np.float32)
    vector /= np.linalg.norm(vector)
    first, second = contexts.nearest(vector, 2)
    assert first.cites == (CitedTarget("32016R0679", "art_7", "art7"),)
    assert second.cites == (CitedTarget("32016R0679", "art_11", "art11"),)
    assert first.cosine == pytest.approx(float(vectors[7] @ vector), abs=0.04)
    assert len(contexts.nearest(vector, 100)) == 60


def test_map_moves_queries_into_space_of_contexts(folder: Path) -> None:
    """The map turns each axis into the next; contexts are stored as turned."""
    vectors, turn = unit_vectors(60), np.roll(np.eye(384, dtype=np.float32), 1, axis=1)
    np.save(folder / "vectors.npy", three_bits.pack(vectors @ turn))
    np.save(folder / "map.npy", (2 * turn).astype(np.float16))
    state(folder)
    (first, *_) = CitationContexts(folder, manifest.read(folder)).nearest(vectors[7], 1)
    assert first.cites == (CitedTarget("32016R0679", "art_7", "art7"),)
    assert first.cosine == pytest.approx(1, abs=0.04)
    np.save(folder / "map.npy", turn[:, :20])
    state(folder)
    with raises_code(ModelDamaged, ModelCode.CITATIONS_DAMAGED, "map.npy is an array"):
        CitationContexts(folder, manifest.read(folder))


def test_model_violating_contract_is_rejected(folder: Path) -> None:
    np.save(folder / "vectors.npy", three_bits.pack(unit_vectors(59)))
    with raises_code(ModelDamaged, ModelCode.FILE_SIZE, r"vectors\.npy"):
        CitationContexts(folder, manifest.read(folder))
    state(folder)
    with raises_code(ModelDamaged, ModelCode.CITATIONS_DAMAGED, "vectors.npy is an array"):
        CitationContexts(folder, manifest.read(folder))
    (folder / "contexts.json").write_text("{}")
    state(folder)
    with raises_code(ModelDamaged, ModelCode.CITATIONS_DAMAGED):
        CitationContexts(folder, manifest.read(folder))
    embedder = Path(__file__).parents[3] / "exported_models" / "legal-tokens"
    with raises_code(ModelError, ModelCode.OTHER_TASK, needed="citation-contexts"):
        CitationContexts(embedder, manifest.read(embedder))


def test_score_bonus_matches_hand_computed_values() -> None:
    """The mean cosine of the ten nearest passages is 0.5; only the nearest citing context counts."""
    own = [0.6] * 5 + [0.4] * 5 + [0.1] * 40
    contexts = [
        NearContext(0.62, (FIVE, SIX)),
        NearContext(0.55, (SIX,)),
        NearContext(0.5, (FIVE,)),
    ]
    found = boosts(contexts, own)
    assert found == {FIVE: pytest.approx(5 * 0.12), SIX: pytest.approx(5 * 0.12)}
    assert boosts([NearContext(0.49, (FIVE,))], own) == {}
    assert boosts([NearContext(0.49, (FIVE,))], own, 0.05) == {FIVE: pytest.approx(5 * 0.04)}
    assert boosts(contexts, []) == {}


def test_best_passage_of_cited_provision_is_raised() -> None:
    before = [Candidate(n, score, None, None) for n, score in ((1, 0.9), (2, 0.5), (3, 0.4))]
    found = raise_cited(before, {FIVE: 0.6, SIX: 0.2}, {FIVE: {2, 3}})
    assert [candidate.passage for candidate in found] == [2, 1, 3]
    assert found[0].score == 1, "what is above 1 is brought down to it"
    assert found[0].cited == pytest.approx(0.6 / 1.1)
    assert found[1].score == pytest.approx(0.9 / 1.1)
    assert [item.cited for item in found[1:]] == [0, 0]
    assert raise_cited(before, {FIVE: 0.6}, {}) == before


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=60),
    st.dictionaries(st.integers(0, 5), st.floats(0, 3)),
    st.data(),
)
def test_other_scores_keep_order_and_range(
    scores: list[float], added: dict[int, float], data: st.DataObject
) -> None:
    ordered = sorted(scores, reverse=True)
    before = [Candidate(n, score, None, None) for n, score in enumerate(ordered, start=1)]
    cited = {CitedTarget(str(work), "", ""): amount for work, amount in added.items()}
    numbers = st.frozensets(st.integers(1, 70), max_size=8)
    after = raise_cited(before, cited, {item: data.draw(numbers) for item in cited})
    assert sorted(candidate.passage for candidate in after) == sorted(
        candidate.passage for candidate in before
    )
    assert all(0 <= item.score <= 1 + 1e-9 for item in after)
    assert after == sorted(after, key=lambda candidate: (-candidate.score, candidate.passage))
    untouched = [candidate.passage for candidate in after if not candidate.cited]
    assert untouched == sorted(untouched), "what is not cited keeps its order"


@pytest.fixture
def citing_text(shared_data: Path) -> tuple[str, str]:
    """A passage of another EU act with one masked citation of the GDPR, and the cited article."""
    collection = Collection(shared_data / "eu-citations")
    topics = collection.topics()
    for query, grades in collection.qrels("train").items():
        (cited, *others) = grades
        if cited.startswith("32016r0679#") and not others:
            return topics[query].text, cited.partition("#")[2]
    raise AssertionError("no passage cites one article of the GDPR alone")


def test_citing_contexts_improve_rank_of_provision(
    full_library: Library, citing_text: tuple[str, str]
) -> None:
    text, eid = citing_text
    hits = full_library.search(text, plain=True).hits
    assert hits[0].eid is not None
    assert hits[0].eid.split("__")[0] == eid
    assert (hits[0].why["cited"] or 0) > 0.3
    assert all("cited" not in hit.why for hit in full_library.search(text, mode="keyword").hits)
    question = " ".join(text.split()[:20])
    short = full_library.search(question, plain=True)
    assert all("cited" not in hit.why for hit in short.hits), (
        "a question of 24 words has no contexts"
    )


def test_filters_apply_to_cited_provisions(
    full_library: Library, citing_text: tuple[str, str]
) -> None:
    text = "".join(letter if letter.isalnum() else " " for letter in citing_text[0])
    assert any("cited" in hit.why for hit in full_library.search(text).hits)
    assert full_library.search(f"{text} before:1990").hits == []
    demanded = full_library.search(f'"personal data" AND ({text.split()[0]} OR consent)')
    assert demanded.hits
    assert all("cited" not in hit.why for hit in demanded.hits)


@pytest.mark.parametrize("model", ["embedder", "multilingual"])
def test_contexts_of_other_models_are_ignored(
    full_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    assert full_library.embedder.contexts is not None
    shipped = Path(__file__).parents[3] / "exported_models"
    models = tmp_path / "models"
    shutil.copytree(shipped / "legal-tokens", models / "legal-tokens")
    shutil.copytree(shipped / "citation-contexts", models / "contexts")
    content = json.loads((models / "contexts" / "contexts.json").read_text())
    content[model] = "0123456789abcdef"
    (models / "contexts" / "contexts.json").write_text(json.dumps(content))
    state(models / "contexts")
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(models))
    with Library.open(full_library.path) as library:
        assert library.embedder.contexts is None
        assert library.search("withdraw consent").hits


def test_work_and_provisions_map_to_passages(full_library: Library) -> None:
    with full_library.at_rest("test") as store:
        work, provision = ("32016R0679", ""), ("32016R0679", "art_7")
        places = [work, provision, ("32016R0679", "art_700"), ("nothing", "")]
        found = store.passages.at(places)
        whole, article = found.pop(work), found.pop(provision)
        assert not found
        assert set(article) < set(whole)
        rows = store.passages.by_id(article)
        assert {(row.eid or "").split("__")[0] for row in rows.values()} == {"art_7"}
