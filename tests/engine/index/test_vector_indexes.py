"""The semantic indexes compared with an exact scan, through growth, removal, saving and damage."""

import errno
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.index.vectors import (
    DIMENSIONS,
    SHORT,
    Stored,
    fill,
    filled,
    has_graph,
    opened,
    recall,
    unit,
)

from lexdesk.index.vector import choice, hnsw, ivf
from lexdesk.index.vector.flat import FlatIndex
from lexdesk.index.vector.hnsw import HnswIndex
from lexdesk.index.vector.index_file import read_manifest
from lexdesk.index.vector.ivf import TAIL
from lexdesk.vector_codes.binary import find_least
from lexdesk.vector_codes.int8 import from_float16, pack, unpack

assert TAIL == hnsw.TAIL
pytest.importorskip("hnswlib", reason="needs hnswlib, which has no wheel for this Python")


@pytest.mark.parametrize("count", [1, 50, TAIL, TAIL + 2000])
def test_nearest_equal_exact_scan(tmp_path: Path, stored: Stored, count: int, kind: str) -> None:
    index, rows = filled(tmp_path, stored, count, kind)
    assert recall(index, rows) >= 0.95
    for query in unit(3, seed=2):
        found = index.search(query, 10)
        assert [s for _, s in found] == sorted((s for _, s in found), reverse=True)
        assert dict(found) == pytest.approx(
            {p: float(rows[p - 100] @ query) for p, _ in found}, abs=1e-5
        )


def test_similarities_of_given_passages_are_exact(
    tmp_path: Path, stored: Stored, kind: str
) -> None:
    index, rows = filled(tmp_path, stored, TAIL + 2000, kind)
    query = unit(1, seed=2)[0]
    wanted = [100, 5000, 100 + TAIL + 1999, 99]
    found = index.similarities(query, wanted)
    assert found == pytest.approx(
        {p: float(rows[p - 100] @ query) for p in wanted if p != 99}, abs=1e-5
    )


@pytest.mark.usefixtures("short_tail")
def test_saved_index_reopens_with_remainder_from_store(
    tmp_path: Path, stored: Stored, kind: str
) -> None:
    index, rows = filled(tmp_path, stored, SHORT + 1000, kind)
    index.remove([(100, 149)])
    index.save()
    again = opened(tmp_path, stored, kind)
    assert again.passages() == set(range(150, 100 + SHORT + 1000))
    assert again.last_vector == SHORT + 1000
    assert again.damage() == ""
    query = rows[7]
    assert 107 not in dict(again.search(query, 20))
    # The same passage again, as after a new encoding.
    fill(again, stored, rows[7:8], first=107, at=SHORT + 1000)
    assert again.search(query, 1)[0][0] == 107
    assert len(again) == SHORT + 1000 - 49


@pytest.mark.usefixtures("short_tail")
def test_index_of_other_model_kind_or_size_is_empty(
    tmp_path: Path, stored: Stored, kind: str
) -> None:
    filled(tmp_path, stored, SHORT + 1, kind)[0].save()
    other = {"hnsw": "ivf", "ivf": "hnsw"}[kind]
    assert len(opened(tmp_path, stored, kind, "another")) == 0
    assert len(opened(tmp_path, stored, other)) == 0
    assert len(HnswIndex(tmp_path, "m", DIMENSIONS + 1, stored)) == 0
    assert len(opened(tmp_path, stored, kind)) == SHORT + 1


@pytest.mark.usefixtures("short_tail")
def test_mostly_removed_index_is_rebuilt(tmp_path: Path, stored: Stored, kind: str) -> None:
    index, _ = filled(tmp_path, stored, SHORT + 1, kind)
    index.remove([(100, 100 + SHORT // 2)])
    fill(index, stored, unit(SHORT + 1, seed=3), first=50_000, at=SHORT + 1)
    index.save()
    again = opened(tmp_path, stored, kind)
    assert again.passages() == index.passages()
    assert len(again.search(unit(1)[0], 500)) == 500


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=40),
    st.sampled_from(["hnsw", "ivf", "flat"]),
    st.booleans(),
)
def test_additions_and_removals_commute(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[bool, int]],
    kind: str,
    has_short_tail: bool,
) -> None:
    stored = Stored()
    stored.put(range(41), np.concatenate([unit(1, seed=n) for n in range(41)]))
    path = tmp_path_factory.mktemp("v")
    index = FlatIndex("m", DIMENSIONS, stored) if kind == "flat" else opened(path, stored, kind)
    expected: set[int] = set()
    with pytest.MonkeyPatch.context() as changed:
        if has_short_tail:
            changed.setattr(hnsw, "TAIL", 3)
            changed.setattr(ivf, "TAIL", 3)
        for number, (is_add, passage) in enumerate(steps, start=1):
            if is_add:
                index.add([(number, passage, unit(1, seed=passage)[0])], change=number)
                expected.add(passage)
            else:
                index.remove([(passage, passage + 3)])
                expected -= set(range(passage, passage + 4))
            if number % 7 == 0:
                index.save()
        assert index.passages() == expected
        assert len(index.search(unit(1)[0], 100)) == len(expected)
        index.save()
        if kind != "flat" and (path / "manifest.json").exists():
            again = opened(path, stored, kind)
            assert again.passages() <= expected | set(range(41))
            assert len(again.search(unit(1)[0], 100)) == len(again)


def test_unchanged_file_is_not_rewritten(tmp_path: Path, stored: Stored, kind: str) -> None:
    index, rows = filled(tmp_path, stored, TAIL + 1000, kind)
    index.save()
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    fill(index, stored, unit(1, seed=5), first=99_999, at=TAIL + 1000)  # goes to the tail
    index.remove([(100, 109)])
    index.save()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
    again = opened(tmp_path, stored, kind)
    assert again.last_change == 1  # so that the store tells of the removals again
    again.remove([(100, 109)])
    assert 105 not in dict(again.search(rows[5], 20))
    again.remove([(110, 110 + TAIL)])
    again.last_change = 3
    again.save()
    assert not {path for path in before if path.suffix != ".json"} & set(tmp_path.iterdir())
    assert opened(tmp_path, stored, kind).last_change == 3


@pytest.mark.slow
def test_file_in_use_is_deleted_at_next_save(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Windows does not remove it."""
    unlink = Path.unlink

    def deny_deletion(self: Path, missing_ok: bool = False) -> None:
        if self.suffix == ".bin":
            raise PermissionError(errno.EACCES, "used by another process", str(self))
        unlink(self, missing_ok)

    index, _ = filled(tmp_path, stored, TAIL + 1, kind)
    index.save()
    for change, left in ((2, 2), (3, 1)):
        fill(index, stored, unit(2 * TAIL, seed=change), first=20_000 * change, at=20_000 * change)
        index.last_change = change
        with monkeypatch.context() as windows:
            if change == 2:
                windows.setattr(Path, "unlink", deny_deletion)
            windows.setattr(hnsw, "SECONDS_BETWEEN_SAVES", 0)
            index.save()
        assert opened(tmp_path, stored, kind).last_change == change
        assert len(list(tmp_path.glob("codes-*.bin"))) == left


@pytest.mark.slow
def test_repeated_replacement_leaves_few_removed_rows(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(ivf, "TAIL", 10)
    monkeypatch.setattr(hnsw, "TAIL", 10)
    monkeypatch.setattr(hnsw, "SECONDS_BETWEEN_SAVES", 0)
    index, rows = filled(tmp_path, stored, 200, kind)
    largest = 0
    for turn in range(1, 40):
        first = 100 + (turn * 20) % 200
        index.remove([(first, first + 19)])
        index.add(((turn * 1000 + n, first + n, rows[n]) for n in range(20)), change=turn + 1)
        index.save()
        largest = max(largest, sum(path.stat().st_size for path in tmp_path.iterdir()))
    assert len(index) == 200
    (tmp_path / "fresh").mkdir()
    filled(tmp_path / "fresh", Stored(), 200, kind)[0].save()
    fresh = sum(path.stat().st_size for path in (tmp_path / "fresh").iterdir())
    assert largest <= 1.5 * fresh


@pytest.mark.parametrize(
    "share", [0.01, *(pytest.param(share, marks=pytest.mark.slow) for share in (0.3, 0.6, 1.0))]
)
def test_filtered_search_after_removals_equals_exact_scan(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch, share: float, kind: str
) -> None:
    monkeypatch.setattr(ivf, "SCANNED", 4_000)
    index, rows = filled(tmp_path, stored, 12_000, kind)
    index.remove([(200, 299)])
    index.save()
    index = opened(tmp_path, stored, kind)
    assert len(index) == 11_900
    may = np.random.default_rng(4).random(12_100) < share
    may[200:300] = False
    assert recall(index, rows, may if share < 1 else None) >= 0.9 * (11_900 / 12_000)


@pytest.mark.slow
def test_filter_excluding_nearest_still_finds_others(tmp_path: Path, stored: Stored) -> None:
    """As a filter by language is, of a query in another one."""
    index, rows = filled(tmp_path, stored, 12_000)
    index.save()
    query = rows[7]
    may = np.ones(12_100, np.bool_)
    may[np.argsort(-(rows @ query))[:500] + 100] = False
    flat = FlatIndex("m", DIMENSIONS, stored)
    fill(flat, stored, rows)
    assert has_graph(index)
    assert index.search(query, 10, may) == flat.search(query, 10, may)


def test_doubled_index_gets_new_ivf_lists(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ivf, "SCANNED", 4_000)
    index, _ = filled(tmp_path, stored, 6_000, "ivf")
    index.save()
    first = read_manifest(tmp_path)
    fill(index, stored, unit(20_000, seed=7), first=50_000, at=10_000)
    index.save()
    then = read_manifest(tmp_path)
    assert first is not None
    assert then is not None
    assert (first.lists, then.lists) == (11, 50)
    assert opened(tmp_path, stored, "ivf").passages() == index.passages()


@pytest.mark.usefixtures("short_tail")
@pytest.mark.parametrize("number", [1, 2, 99])
def test_index_of_other_format_is_empty(
    number: int, tmp_path: Path, stored: Stored, kind: str
) -> None:
    (tmp_path / "graph-7-1.hnsw").write_bytes(b"any")
    (tmp_path / "manifest.json").write_text(
        f'{{"format": {number}, "model": "m", "dimensions": 128, "file": "graph-7-1.hnsw", "bytes": 3,'
        ' "sha256": "", "change": 1, "vector": 7, "removed": []}'
    )
    assert len(opened(tmp_path, stored, kind)) == 0
    filled(tmp_path, stored, SHORT + 1, kind)[0].save()
    assert len(opened(tmp_path, stored, kind)) == SHORT + 1
    assert not (tmp_path / "graph-7-1.hnsw").exists()


def test_new_vectors_are_searchable_and_move_to_graph_gradually(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hnsw, "TAIL", 500)
    index = opened(tmp_path, stored)
    rows = unit(2_000)
    for start in range(0, 2_000, 250):
        fill(index, stored, rows[start : start + 250], first=100 + start, at=start)
        assert index.search(rows[start + 249], 1)[0][0] == 349 + start
    assert isinstance(index, HnswIndex)
    assert index._graph is not None
    assert (len(index._graph), len(index._tail)) == (1_500, 500)
    assert recall(index, rows) >= 0.98


@pytest.mark.slow
def test_small_additions_are_saved_at_most_hourly(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hnsw, "TAIL", 500)
    index, rows = filled(tmp_path, stored, 4_000)
    index.save()
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    for turn in range(8):
        fill(index, stored, rows[:200], first=10_000 + 200 * turn, at=10_000 + 200 * turn)
        written = {path.name for path in tmp_path.iterdir()}
        index.save()
        assert written == {path.name for path in tmp_path.iterdir()}
    now += 3_601
    index.save()
    assert written != {path.name for path in tmp_path.iterdir()}
    assert opened(tmp_path, stored).last_vector == index.last_vector


def test_graph_is_used_for_suitable_sizes_with_hnswlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "read_total_memory", lambda: 8 << 30)
    assert choice.explain_compact(1_000_000) == ""
    assert "eighth" in choice.explain_compact(2_000_000)
    assert "--compact" in choice.explain_compact(10, is_wanted=True)
    monkeypatch.setattr(choice, "can_import", lambda: False)
    assert "hnswlib" in choice.explain_compact(10)


@given(st.integers(1, 200), st.integers(1, 5), st.integers(0, 1000))
def test_int8_vectors_keep_direction(dimensions: int, count: int, seed: int) -> None:
    rows = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    again = unpack(pack(rows))
    assert again.shape == rows.shape
    assert np.linalg.norm(again, axis=1) == pytest.approx(np.ones(count), abs=1e-5)
    assert (again * rows).sum(axis=1) == pytest.approx(np.ones(count), abs=1e-3)
    assert unpack([from_float16(rows[0].astype("<f2").tobytes())])[0] == pytest.approx(
        again[0], abs=0.01
    )


def test_zero_vector_in_int8_is_zero() -> None:
    assert len(unpack([])) == 0
    assert unpack(pack(np.zeros((1, 3), np.float32))).tolist() == [[0, 0, 0]]


@given(st.lists(st.integers(0, 384), min_size=1), st.data())
def test_range_search_returns_vectors_within_distance(
    distances: list[int], data: st.DataObject
) -> None:
    wanted = data.draw(st.integers(1, len(distances)))
    furthest = find_least(np.array(distances, np.uint16), wanted)
    assert furthest == sorted(distances)[wanted - 1]
