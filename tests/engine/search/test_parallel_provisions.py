"""Nearly identical hits: parallel provisions of two acts, detected by their vectors."""

import dataclasses
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from lexdesk import Document, Library
from lexdesk.cli import run
from lexdesk.document.model import Provision
from lexdesk.models import manifest
from lexdesk.search.options import Mode
from lexdesk.search.results import near_identical
from lexdesk.search.results.hits import Hit

JUDGED = Path(__file__).parents[3] / "benchmarks" / "near_duplicates.jsonl"
SHIPPED = Path(__file__).parents[3] / "exported_models" / "legal-tokens"
DMA, DSA = "32022R1925", "32022R2065"
TITLES = {DMA: "Regulation (EU) 2022/1925", DSA: "Regulation (EU) 2022/2065"}
QUERY = "limitation period suspended for fines or periodic penalty payments"


def model(folder: Path, least: float | None) -> Path:
    """A model folder with the shipped embedder, with or without its threshold of near identity."""
    model_manifest = manifest.read(SHIPPED)
    place = folder / "embedder"
    place.mkdir(parents=True)
    for name in model_manifest.files:
        shutil.copy(SHIPPED / name, place / name)
    measured = {k: v for k, v in model_manifest.measured.items() if k != manifest.NEARLY_THE_SAME}
    if least is not None:
        measured[manifest.NEARLY_THE_SAME] = {"threshold": least}
    manifest.write(place, structs.replace(model_manifest, measured=measured), model_manifest.files)
    return folder


def act(work: str) -> Document:
    """Return the paragraphs of an act among the judged pairs."""
    rows = [json.loads(line) for line in JUDGED.read_text(encoding="utf-8").splitlines()]
    sides = [side for row in rows for side in (row["left"], row["right"]) if side["of"] == work]
    parts = {side["label"]: side["text"] for side in sides if side["label"].endswith(")")}
    text, provisions = "", []
    for label, part in sorted(parts.items()):
        article, number = label.removeprefix("Article ").rstrip(")").split("(")
        eid, end = f"art_{article}__para_{number}", len(text) + len(part)
        if number.isdigit():
            provisions.append(Provision(eid, "paragraph", number, "", label, None, len(text), end))
            text += f"{part}\n\n"
    return Document(
        text, TITLES[work], "regulation", work, TITLES[work], "en", provisions=tuple(provisions)
    )


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return model(tmp_path_factory.mktemp("with"), 0.9)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory, models: Path) -> Path:
    """A library of parts of two acts with parallel provisions."""
    path = tmp_path_factory.mktemp("parallel") / "library"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(manifest.MODELS_VARIABLE, str(models))
        with Library.open(path, create=True) as library:
            library.sources.add_documents([act(DMA), act(DSA)])
    return path


@pytest.fixture
def library(path: Path, models: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(models))
    with Library.open(path) as library:
        yield library


def likes(hits: list[Hit]) -> dict[tuple[str, str | None], tuple[str, str | None]]:
    """Return the earlier hit nearly identical to each hit."""
    by_rank = {hit.rank: hit for hit in hits}
    assert list(by_rank) == list(range(1, len(hits) + 1))
    assert all(hit.near_duplicate_of < hit.rank for hit in hits if hit.near_duplicate_of)
    return {
        (h.work, h.eid): (by_rank[h.near_duplicate_of].work, by_rank[h.near_duplicate_of].eid)
        for h in hits
        if h.near_duplicate_of
    }


@pytest.mark.parametrize("mode", ["hybrid", "semantic"])
def test_second_parallel_provision_refers_to_first(library: Library, mode: Mode) -> None:
    found = likes(library.search(QUERY, mode=mode).hits)
    pairs = {frozenset(item) for item in found.items()}
    assert pairs >= {
        frozenset({(DMA, "art_32__para_4"), (DSA, "art_77__para_4")}),
        frozenset({(DMA, "art_32__para_5"), (DSA, "art_77__para_5")}),
    }
    assert all(one[0] != other[0] for one, other in found.items())


def test_cited_provision_precedes_parallel_provisions(library: Library) -> None:
    subject = "Article 77(5) Regulation (EU) 2022/2065"
    hits = library.search(subject, mode="semantic").hits  # no passage cites it
    assert hits[0].named
    assert (hits[0].work, hits[0].eid, hits[0].near_duplicate_of) == (DSA, "art_77__para_5", None)
    assert likes(hits)[DMA, "art_32__para_5"] == (DSA, "art_77__para_5")


def test_keyword_search_labels_no_parallel_provision(library: Library) -> None:
    assert not likes(library.search(QUERY, mode="keyword").hits)


def test_embedder_without_threshold_labels_no_parallel_provision(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(model(tmp_path, None)))
    with Library.open(path) as library:
        answer = library.search(QUERY)
    assert answer.hits[0].why["semantic"] is not None
    assert not likes(answer.hits)


def test_missing_vectors_label_no_parallel_provision(
    models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(models))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act(DMA), act(DSA)], vectors=False)
        assert len(library.search(QUERY).hits) > 2
        assert not likes(library.search(QUERY).hits)


def test_vectors_of_other_model_label_no_parallel_provision(library: Library) -> None:
    made_by = library.store.setting("model", object)
    library.store.set_setting("model", {"name": "other", "fingerprint": "0" * 16})
    try:
        answer = library.search(QUERY)
        assert "made by the model other" in answer.notice
        assert not likes(answer.hits)
    finally:
        library.store.set_setting("model", made_by)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((DMA, "art_32__para_5"), (DSA, "art_77__para_5"), True),
        ((DMA, "art_32__para_5"), (DMA, "art_33__para_5"), True),  # two articles of one act
        ((DMA, "rec_65"), (DMA, "art_32"), True),
        ((DMA, "art_32__para_5"), (DMA, "art_32__para_5"), False),  # two versions, two languages
        ((DMA, "art_32__para_5"), (DMA, "art_32__para_4"), False),
        ((DMA, "art_32__para_5"), (DMA, "art_32"), False),
        ((DMA, "art_3"), (DMA, "art_32"), True),
        ((DMA, "art_32"), (DSA, "art_32"), True),
        (("lease.pdf", None), ("lease.pdf", None), True),  # no provisions: two places of a file
    ],
)
def test_passages_of_one_article_are_not_parallel(
    library: Library, one: tuple[str, str | None], other: tuple[str, str | None], expected: bool
) -> None:
    ids = sorted(library.store.vectors.passages())[:2]
    hits = [
        dataclasses.replace(hit, work=work, eid=eid)
        for hit, (work, eid) in zip(library.search(QUERY, top=2).hits, (one, other), strict=True)
    ]
    found = near_identical.label_near_identical(
        hits, ids, library.indexes.vectors().vectors_of, -1.0
    )
    assert [hit.near_duplicate_of for hit in found] == [None, 1 if expected else None]


def test_earliest_parallel_provision_counts(library: Library) -> None:
    ids: list[int | None] = [*sorted(library.store.vectors.passages())[:4]]
    hits = [
        dataclasses.replace(hit, work=f"work {number}", near_duplicate_of=None)
        for number, hit in enumerate(library.search(QUERY, top=4).hits)
    ]

    def ranks(passages: list[int | None], least: float = -1.0) -> list[int | None]:
        return [
            hit.near_duplicate_of
            for hit in near_identical.label_near_identical(
                hits, passages, library.indexes.vectors().vectors_of, least
            )
        ]

    assert ranks(ids) == [None, 1, 1, 1]
    assert ranks(ids[::-1]) == [None, 1, 1, 1]
    assert ranks([None, *ids[1:]]) == [None, None, 2, 2]
    assert ranks([ids[0], 10**9, None, ids[3]]) == [None, None, None, 1]
    assert ranks([None] * 4) == [None] * 4
    assert ranks(ids, 1.1) == [None] * 4
    assert (
        near_identical.label_near_identical([], [], library.indexes.vectors().vectors_of, 0.9) == []
    )


def test_only_top_hits_are_compared(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_identical, "MOST_HITS", 2)
    hits = library.search(QUERY, top=3).hits
    ids = sorted(library.store.vectors.passages())[:3]
    hits = [dataclasses.replace(hit, work=str(hit.rank)) for hit in hits]
    assert [
        hit.near_duplicate_of
        for hit in near_identical.label_near_identical(
            hits, ids, library.indexes.vectors().vectors_of, -1.0
        )
    ] == [None, 1, None]


def test_command_and_json_contain_parallel_provisions(
    library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["search", "-L", str(library.path), QUERY]) == 0
    assert "nearly identical to" in capsys.readouterr().out
    assert run(["search", "-L", str(library.path), "--json", QUERY]) == 0
    printed = json.loads(capsys.readouterr().out)["hits"]
    assert [hit["near_duplicate_of"] for hit in printed] == [
        hit.near_duplicate_of for hit in library.search(QUERY).hits
    ]
    assert any(hit["near_duplicate_of"] for hit in printed)
