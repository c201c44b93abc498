"""The vector index against an exact scan, through growth, removal, saving and damage."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdesk.errors import IndexDamaged
from lexdesk.index import vectors
from lexdesk.index.vectors import TAIL, VectorIndex, Vectors

DIMENSIONS = 16


def unit(count: int, seed: int = 0) -> Vectors:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def filled(path: Path, count: int, model: str = "m") -> tuple[VectorIndex, Vectors]:
    rows = unit(count)
    index = VectorIndex(path, model, DIMENSIONS)
    index.add(((n + 1, n + 100, row) for n, row in enumerate(rows)), change=1)
    return index, rows


@pytest.mark.parametrize("count", [1, 50, TAIL, TAIL + 2000])
def test_nearest_are_those_of_an_exact_scan(tmp_path: Path, count: int) -> None:
    index, rows = filled(tmp_path, count)
    for query in unit(20, seed=1):
        wanted = (np.argsort(-(rows @ query))[:10] + 100).tolist()
        found = index.search(query, 10)
        assert len(set(wanted) & {passage for passage, _ in found}) >= min(9, count)
        assert [s for _, s in found] == sorted((s for _, s in found), reverse=True)
        assert dict(found) == pytest.approx(
            {p: float(rows[p - 100] @ query) for p, _ in found}, abs=1e-5
        )


def test_similarities_of_given_passages_are_exact(tmp_path: Path) -> None:
    index, rows = filled(tmp_path, TAIL + 2000)
    query = unit(1, seed=2)[0]
    wanted = [100, 5000, 100 + TAIL + 1999, 99]
    found = index.similarities(query, wanted)
    assert found == pytest.approx(
        {p: float(rows[p - 100] @ query) for p in wanted if p != 99}, abs=1e-5
    )


def test_saved_and_opened_again_with_the_rest_from_the_store(tmp_path: Path) -> None:
    index, rows = filled(tmp_path, TAIL + 2000)
    index.remove(100, 149)
    index.save()
    again = VectorIndex(tmp_path, "m", DIMENSIONS)
    assert again.passages() == set(range(150, 100 + TAIL + 2000))
    assert again.last_vector == TAIL + 2000
    assert again.damage() == ""
    query = rows[7]
    assert 107 not in dict(again.search(query, 20))
    again.add(
        [(TAIL + 2001, 107, rows[7])], change=2
    )  # the same passage again, as after a new encoding
    assert again.search(query, 1)[0][0] == 107
    assert len(again) == TAIL + 2000 - 49


def test_another_models_index_counts_as_empty(tmp_path: Path) -> None:
    filled(tmp_path, TAIL + 1)[0].save()
    assert len(VectorIndex(tmp_path, "another", DIMENSIONS)) == 0
    assert len(VectorIndex(tmp_path, "m", DIMENSIONS)) == TAIL + 1


@pytest.mark.parametrize("damage", ["flip", "cut", "gone", "manifest", "number"])
def test_damage_is_seen_before_hnswlib_sees_the_file(tmp_path: Path, damage: str) -> None:
    filled(tmp_path, TAIL + 1)[0].save()
    (graph,) = tmp_path.glob("graph-*.hnsw")
    content = bytearray(graph.read_bytes())
    if damage == "flip":
        content[20] ^= 1  # in the header, which crashes hnswlib
        graph.write_bytes(content)
    elif damage == "cut":
        graph.write_bytes(content[:-1])
    elif damage == "gone":
        graph.unlink()
    elif damage == "number":  # later vectors would be missed
        manifest = tmp_path / "manifest.json"
        told = manifest.read_text().replace(f'"vector": {TAIL + 1}', f'"vector": {TAIL + 3}')
        manifest.write_text(told)
    else:
        (tmp_path / "manifest.json").write_text('{"format"')
    with pytest.raises(IndexDamaged, match="lexdesk rebuild"):
        VectorIndex(tmp_path, "m", DIMENSIONS)


def test_a_graph_mostly_removed_is_made_anew(tmp_path: Path) -> None:
    index, _ = filled(tmp_path, TAIL + 1)
    index.remove(100, 100 + TAIL // 2)
    index.add(
        ((TAIL + 2 + n, 50_000 + n, row) for n, row in enumerate(unit(TAIL + 1, seed=3))), change=2
    )
    index.save()
    again = VectorIndex(tmp_path, "m", DIMENSIONS)
    assert again.passages() == index.passages()
    assert len(again.search(unit(1)[0], 3000)) == 3000


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=40))
def test_adds_and_removals_in_any_order_leave_what_is_left(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[bool, int]]
) -> None:
    index = VectorIndex(tmp_path_factory.mktemp("v"), "m", DIMENSIONS)
    expected: set[int] = set()
    for number, (is_add, passage) in enumerate(steps, start=1):
        if is_add:
            index.add([(number, passage, unit(1, seed=passage)[0])], change=number)
            expected.add(passage)
        else:
            index.remove(passage, passage + 3)
            expected -= set(range(passage, passage + 4))
    assert index.passages() == expected
    assert len(index.search(unit(1)[0], 100)) == len(expected)


def test_a_graph_that_lies_there_is_not_written_again(tmp_path: Path) -> None:
    index, rows = filled(tmp_path, TAIL + 1000)
    index.save()
    (graph,) = tmp_path.glob("graph-*.hnsw")
    written = graph.stat().st_mtime_ns
    index.add([(TAIL + 1001, 99_999, unit(1, seed=5)[0])], change=2)  # goes to the tail
    index.remove(100, 109)
    index.save()
    (same,) = tmp_path.glob("graph-*.hnsw")
    assert (same, same.stat().st_mtime_ns) == (graph, written)
    again = VectorIndex(tmp_path, "m", DIMENSIONS)
    assert again.last_change == 1  # so that the store tells of the removals again
    again.remove(100, 109)
    assert 105 not in dict(again.search(rows[5], 20))
    again.remove(110, 110 + TAIL // 10)
    again.last_change = 3
    again.save()
    assert not graph.exists()
    assert VectorIndex(tmp_path, "m", DIMENSIONS).last_change == 3


def test_replacing_again_and_again_leaves_few_removed_in_the_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "TAIL", 10)
    index, rows = filled(tmp_path, 200)
    largest = 0
    for turn in range(1, 40):
        first = 100 + (turn * 20) % 200
        index.remove(first, first + 19)
        index.add(((turn * 1000 + n, first + n, rows[n]) for n in range(20)), change=turn + 1)
        index.save()
        (graph,) = tmp_path.glob("graph-*.hnsw")
        largest = max(largest, graph.stat().st_size)
    assert len(index) == 200
    (tmp_path / "fresh").mkdir()
    filled(tmp_path / "fresh", 200)[0].save()
    (fresh,) = (tmp_path / "fresh").glob("graph-*.hnsw")
    assert largest <= 1.25 * fresh.stat().st_size
