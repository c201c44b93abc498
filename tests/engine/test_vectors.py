"""The vector index against an exact scan, through growth, removal, saving and damage."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdesk.errors import IndexDamaged
from lexdesk.index.vector import vectors
from lexdesk.index.vector.code_file import read_manifest
from lexdesk.index.vector.vectors import TAIL, VectorIndex, Vectors
from lexdesk.vector_codes.binary import least_of
from lexdesk.vector_codes.int8 import from_float16, pack, unpack

DIMENSIONS = 128


def unit(count: int, seed: int = 0) -> Vectors:
    """Vectors around some hundred topics, as those of texts are."""
    topics = np.random.default_rng(99).normal(size=(100, DIMENSIONS))
    chance = np.random.default_rng(seed)
    rows = topics[chance.integers(0, 100, count)] + chance.normal(size=(count, DIMENSIONS))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


class Stored:
    """The vectors of a library, by passage: what the index reads from SQLite."""

    def __init__(self) -> None:
        self.by_passage: dict[int, Vectors] = {}

    def put(self, passages: Iterable[int], rows: Vectors) -> None:
        self.by_passage.update(zip(passages, rows, strict=True))

    def __call__(self, passages: Sequence[int]) -> tuple[Sequence[int], Vectors]:
        there = [passage for passage in passages if passage in self.by_passage]
        rows = np.empty((len(there), DIMENSIONS), np.float32)
        for at, passage in enumerate(there):
            rows[at] = self.by_passage[passage]
        return there, rows


@pytest.fixture
def stored() -> Stored:
    return Stored()


def opened(path: Path, stored: Stored, model: str = "m") -> VectorIndex:
    return VectorIndex(path, model, DIMENSIONS, stored)


def filled(path: Path, stored: Stored, count: int) -> tuple[VectorIndex, Vectors]:
    rows = unit(count)
    stored.put(range(100, 100 + count), rows)
    index = opened(path, stored)
    index.add(((n + 1, n + 100, row) for n, row in enumerate(rows)), change=1)
    return index, rows


@pytest.mark.parametrize("count", [1, 50, TAIL, TAIL + 2000])
def test_nearest_are_those_of_an_exact_scan(tmp_path: Path, stored: Stored, count: int) -> None:
    index, rows = filled(tmp_path, stored, count)
    for query in unit(20, seed=1):
        wanted = (np.argsort(-(rows @ query))[:10] + 100).tolist()
        found = index.search(query, 10)
        assert len(set(wanted) & {passage for passage, _ in found}) >= min(9, count)
        assert [s for _, s in found] == sorted((s for _, s in found), reverse=True)
        assert dict(found) == pytest.approx(
            {p: float(rows[p - 100] @ query) for p, _ in found}, abs=1e-5
        )


def test_similarities_of_given_passages_are_exact(tmp_path: Path, stored: Stored) -> None:
    index, rows = filled(tmp_path, stored, TAIL + 2000)
    query = unit(1, seed=2)[0]
    wanted = [100, 5000, 100 + TAIL + 1999, 99]
    found = index.similarities(query, wanted)
    assert found == pytest.approx(
        {p: float(rows[p - 100] @ query) for p in wanted if p != 99}, abs=1e-5
    )


def test_saved_and_opened_again_with_the_rest_from_the_store(
    tmp_path: Path, stored: Stored
) -> None:
    index, rows = filled(tmp_path, stored, TAIL + 2000)
    index.remove([(100, 149)])
    index.save()
    again = opened(tmp_path, stored)
    assert again.passages() == set(range(150, 100 + TAIL + 2000))
    assert again.last_vector == TAIL + 2000
    assert again.damage() == ""
    query = rows[7]
    assert 107 not in dict(again.search(query, 20))
    stored.put([107], rows[7:8])
    # The same passage again, as after a new encoding.
    again.add([(TAIL + 2001, 107, rows[7])], change=2)
    assert again.search(query, 1)[0][0] == 107
    assert len(again) == TAIL + 2000 - 49


def test_another_models_index_counts_as_empty(tmp_path: Path, stored: Stored) -> None:
    filled(tmp_path, stored, TAIL + 1)[0].save()
    assert len(opened(tmp_path, stored, "another")) == 0
    assert len(opened(tmp_path, stored)) == TAIL + 1


@pytest.mark.parametrize("damage", ["flip", "cut", "gone", "manifest", "number"])
def test_damage_is_seen_before_anything_is_taken_from_the_file(
    tmp_path: Path, stored: Stored, damage: str
) -> None:
    filled(tmp_path, stored, TAIL + 1)[0].save()
    (file,) = tmp_path.glob("codes-*.bin")
    content = bytearray(file.read_bytes())
    if damage == "flip":
        content[20] ^= 1
        file.write_bytes(content)
    elif damage == "cut":
        file.write_bytes(content[:-1])
    elif damage == "gone":
        file.unlink()
    elif damage == "number":  # later vectors would be missed
        manifest = tmp_path / "manifest.json"
        told = manifest.read_text().replace(f'"vector": {TAIL + 1}', f'"vector": {TAIL + 3}')
        manifest.write_text(told)
    else:
        (tmp_path / "manifest.json").write_text('{"format"')
    with pytest.raises(IndexDamaged, match="lexdesk rebuild"):
        opened(tmp_path, stored)


def test_an_index_mostly_removed_is_made_anew(tmp_path: Path, stored: Stored) -> None:
    index, _ = filled(tmp_path, stored, TAIL + 1)
    index.remove([(100, 100 + TAIL // 2)])
    later = unit(TAIL + 1, seed=3)
    stored.put(range(50_000, 50_000 + len(later)), later)
    index.add(((TAIL + 2 + n, 50_000 + n, row) for n, row in enumerate(later)), change=2)
    index.save()
    again = opened(tmp_path, stored)
    assert again.passages() == index.passages()
    assert len(again.search(unit(1)[0], 3000)) == 3000


@settings(max_examples=30)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=40))
def test_adds_and_removals_in_any_order_leave_what_is_left(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[bool, int]]
) -> None:
    stored = Stored()
    stored.put(range(41), np.concatenate([unit(1, seed=n) for n in range(41)]))
    index = opened(tmp_path_factory.mktemp("v"), stored)
    expected: set[int] = set()
    for number, (is_add, passage) in enumerate(steps, start=1):
        if is_add:
            index.add([(number, passage, unit(1, seed=passage)[0])], change=number)
            expected.add(passage)
        else:
            index.remove([(passage, passage + 3)])
            expected -= set(range(passage, passage + 4))
    assert index.passages() == expected
    assert len(index.search(unit(1)[0], 100)) == len(expected)


def test_a_file_that_lies_there_is_not_written_again(tmp_path: Path, stored: Stored) -> None:
    index, rows = filled(tmp_path, stored, TAIL + 1000)
    index.save()
    (file,) = tmp_path.glob("codes-*.bin")
    written = file.stat().st_mtime_ns
    index.add([(TAIL + 1001, 99_999, unit(1, seed=5)[0])], change=2)  # goes to the tail
    index.remove([(100, 109)])
    index.save()
    (same,) = tmp_path.glob("codes-*.bin")
    assert (same, same.stat().st_mtime_ns) == (file, written)
    again = opened(tmp_path, stored)
    assert again.last_change == 1  # so that the store tells of the removals again
    again.remove([(100, 109)])
    assert 105 not in dict(again.search(rows[5], 20))
    again.remove([(110, 110 + TAIL // 10)])
    again.last_change = 3
    again.save()
    assert not file.exists()
    assert opened(tmp_path, stored).last_change == 3


def test_a_file_that_another_program_reads_goes_at_the_next_saving(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows does not remove it."""
    unlink = Path.unlink

    def refused(self: Path, missing_ok: bool = False) -> None:
        if self.suffix == ".bin":
            raise PermissionError(errno.EACCES, "used by another process", str(self))
        unlink(self, missing_ok)

    index, _ = filled(tmp_path, stored, TAIL + 1)
    index.save()
    for change, left in ((2, 2), (3, 1)):
        index.remove([(1000 * change, 1000 * change + 500)])
        index.last_change = change
        with monkeypatch.context() as windows:
            if change == 2:
                windows.setattr(Path, "unlink", refused)
            index.save()
        assert opened(tmp_path, stored).last_change == change
        assert len(list(tmp_path.glob("codes-*.bin"))) == left


def test_replacing_again_and_again_leaves_few_removed_in_the_file(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "TAIL", 10)
    index, rows = filled(tmp_path, stored, 200)
    largest = 0
    for turn in range(1, 40):
        first = 100 + (turn * 20) % 200
        index.remove([(first, first + 19)])
        index.add(((turn * 1000 + n, first + n, rows[n]) for n in range(20)), change=turn + 1)
        index.save()
        (file,) = tmp_path.glob("codes-*.bin")
        largest = max(largest, file.stat().st_size)
    assert len(index) == 200
    (tmp_path / "fresh").mkdir()
    filled(tmp_path / "fresh", Stored(), 200)[0].save()
    (fresh,) = (tmp_path / "fresh").glob("codes-*.bin")
    assert largest <= 1.25 * fresh.stat().st_size


@pytest.mark.parametrize("share", [1.0, 0.3, 0.01])
def test_clusters_find_what_an_exact_scan_finds(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    monkeypatch.setattr(vectors, "_LOOKED_AT", 4_000)
    index, rows = filled(tmp_path, stored, 12_000)
    index.remove([(200, 299)])
    index.save()
    index = opened(tmp_path, stored)
    assert len(index) == 11_900
    may = np.random.default_rng(4).random(12_100) < share
    gone = np.zeros(12_100, np.bool_)
    gone[200:300] = True
    alike = []
    for query in unit(20, seed=1):
        cosines = np.where((may & ~gone)[100:], rows @ query, -2)
        wanted = (np.argsort(-cosines)[:10] + 100).tolist()
        found = [p for p, _ in index.search(query, 10, may if share < 1 else None)]
        assert share == 1 or all(may[found])
        assert not gone[found].any()
        alike.append(len(set(wanted) & set(found)))
    assert np.mean(alike) >= 9


def test_twice_as_many_vectors_get_clusters_of_their_own(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "_LOOKED_AT", 4_000)
    index, _ = filled(tmp_path, stored, 6_000)
    index.save()
    first = read_manifest(tmp_path / "manifest.json")
    later = unit(20_000, seed=7)
    stored.put(range(50_000, 70_000), later)
    index.add(((10_000 + n, 50_000 + n, row) for n, row in enumerate(later)), change=2)
    index.save()
    then = read_manifest(tmp_path / "manifest.json")
    assert first is not None
    assert then is not None
    assert (first.clusters, then.clusters) == (11, 50)
    assert opened(tmp_path, stored).passages() == index.passages()


@pytest.mark.parametrize("number", [1, 99])
def test_an_index_of_another_format_counts_as_empty(
    number: int, tmp_path: Path, stored: Stored
) -> None:
    (tmp_path / "graph-7-1.hnsw").write_bytes(b"any")
    (tmp_path / "manifest.json").write_text(
        f'{{"format": {number}, "model": "m", "dimensions": 128, "file": "graph-7-1.hnsw", "bytes": 3,'
        ' "sha256": "", "change": 1, "vector": 7, "removed": []}'
    )
    assert len(opened(tmp_path, stored)) == 0
    index, _ = filled(tmp_path, stored, TAIL + 1)
    index.save()
    assert {path.suffix for path in tmp_path.iterdir()} == {".bin", ".json"}


@given(st.integers(1, 200), st.integers(1, 5), st.integers(0, 1000))
def test_vectors_in_eight_bits_point_where_they_did(dimensions: int, count: int, seed: int) -> None:
    rows = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    again = unpack(pack(rows))
    assert again.shape == rows.shape
    assert np.linalg.norm(again, axis=1) == pytest.approx(np.ones(count), abs=1e-5)
    assert (again * rows).sum(axis=1) == pytest.approx(np.ones(count), abs=1e-3)
    assert unpack([from_float16(rows[0].astype("<f2").tobytes())])[0] == pytest.approx(
        again[0], abs=0.01
    )


def test_nothing_in_eight_bits_is_nothing() -> None:
    assert len(unpack([])) == 0
    assert unpack(pack(np.zeros((1, 3), np.float32))).tolist() == [[0, 0, 0]]


@given(st.lists(st.integers(0, 384), min_size=1), st.data())
def test_as_many_as_are_wanted_lie_within_the_distance_told(
    distances: list[int], data: st.DataObject
) -> None:
    wanted = data.draw(st.integers(1, len(distances)))
    furthest = least_of(np.array(distances, np.uint16), wanted)
    assert furthest == sorted(distances)[wanted - 1]
