"""The semantic indexes against an exact scan, through growth, removal, saving and damage."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from tests.codes import raises_code

from lexdesk.errors import IndexCode, IndexDamaged
from lexdesk.index.vector import choice, graph, hnsw, index_file, ivf
from lexdesk.index.vector.base import VectorIndex, Vectors
from lexdesk.index.vector.flat import FlatIndex
from lexdesk.index.vector.hnsw import HnswIndex
from lexdesk.index.vector.index_file import read_manifest, write_manifest
from lexdesk.index.vector.ivf import TAIL, IvfIndex
from lexdesk.system import machine_key
from lexdesk.vector_codes.binary import least_of
from lexdesk.vector_codes.int8 import from_float16, pack, unpack

DIMENSIONS = 160
assert TAIL == hnsw.TAIL
pytest.importorskip("hnswlib", reason="needs hnswlib, which has no wheel for this Python")


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
        known = [passage for passage in passages if passage in self.by_passage]
        rows = np.empty((len(known), DIMENSIONS), np.float32)
        for at, passage in enumerate(known):
            rows[at] = self.by_passage[passage]
        return known, rows


@pytest.fixture
def stored() -> Stored:
    return Stored()


SHORT = 400
"""Vectors up to which ``short_tail`` has no graph and no lists: more are built in no time."""


@pytest.fixture
def short_tail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give indexes a graph or lists from few vectors on, where their number changes nothing."""
    monkeypatch.setattr(hnsw, "TAIL", SHORT)
    monkeypatch.setattr(ivf, "TAIL", SHORT)


@pytest.fixture(params=["hnsw", "ivf"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def opened(path: Path, stored: Stored, kind: str = "hnsw", model: str = "m") -> VectorIndex:
    result: dict[str, type[HnswIndex | IvfIndex]] = {"hnsw": HnswIndex, "ivf": IvfIndex}
    return result[kind](path, model, DIMENSIONS, stored)


def fill(index: VectorIndex, stored: Stored, rows: Vectors, first: int = 100, at: int = 0) -> None:
    """Add ``rows`` for the passages from ``first`` on, numbered from ``at`` + 1."""
    stored.put(range(first, first + len(rows)), rows)
    index.add(((at + n + 1, first + n, row) for n, row in enumerate(rows)), index.last_change + 1)


def filled(
    path: Path, stored: Stored, count: int, kind: str = "hnsw"
) -> tuple[VectorIndex, Vectors]:
    rows = unit(count)
    index = opened(path, stored, kind)
    fill(index, stored, rows)
    return index, rows


def recall(
    index: VectorIndex, rows: Vectors, may: Any = None, limit: int = 10, first: int = 100
) -> float:
    """The share of the exact nearest of 20 queries that the index finds; what ``may`` not be found is not."""
    shares = []
    for query in unit(20, seed=1):
        cosines = rows @ query if may is None else np.where(may[first:], rows @ query, -2)
        wanted = (np.argsort(-cosines)[:limit] + first).tolist()
        found = [passage for passage, _ in index.search(query, limit, may)]
        assert may is None or all(may[found])
        shares.append(len(set(wanted) & set(found)) / min(limit, len(rows)))
    return float(np.mean(shares))


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
@pytest.mark.parametrize("damage", ["flip", "cut", "longer", "gone", "manifest", "number", "link"])
@pytest.mark.parametrize("name", ["hnsw codes-*", "hnsw graph-*", "ivf codes-*"])
def test_damage_is_detected_before_reading(
    tmp_path: Path, stored: Stored, damage: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, pattern = name.split()
    index, _ = filled(tmp_path, stored, SHORT + 1, kind)
    index.save()
    (file,) = tmp_path.glob(pattern)
    manifest = tmp_path / "manifest.json"
    content = bytearray(file.read_bytes())
    if damage == "flip":
        content[20] ^= 1
        file.write_bytes(content)
    elif damage == "cut":
        file.write_bytes(content[:-1])
    elif damage == "longer":
        file.write_bytes(content + b"x")
    elif damage == "gone":
        file.unlink()
    elif damage == "number":  # later vectors would be missed
        model_manifest = manifest.read_text().replace(
            f'"vector": {SHORT + 1}', f'"vector": {SHORT + 3}'
        )
        manifest.write_text(model_manifest)
    elif damage == "link":
        file.rename(tmp_path / "elsewhere")
        file.symlink_to(tmp_path / "elsewhere")
    else:
        manifest.write_text('{"format"')
    monkeypatch.setattr(graph.Graph, "read", lambda _: pytest.fail("hnswlib was given the file"))
    with pytest.raises(IndexDamaged, match="lexdesk rebuild"):
        opened(tmp_path, stored, kind)
    with pytest.raises(IndexDamaged) if damage in ("manifest", "number") else no_error():
        assert "lexdesk rebuild" in index.damage()


class no_error:  # noqa: N801  # reads as a context
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


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


# The graph.


def has_graph(index: VectorIndex) -> bool:
    assert isinstance(index, HnswIndex)
    return index._graph is not None


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


@pytest.mark.usefixtures("short_tail")
def test_graph_of_other_machine_is_rebuilt(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, rows = filled(tmp_path, stored, SHORT + 1_000)
    index.save()
    assert has_graph(opened(tmp_path, stored))
    monkeypatch.setattr(index_file, "machine_key", lambda: b"another machine's".ljust(32))
    with monkeypatch.context() as changed:
        changed.setattr(graph.Graph, "read", lambda _: pytest.fail("hnswlib was given the file"))
        foreign = opened(tmp_path, stored)
        assert not has_graph(foreign)
        assert recall(foreign, rows) >= 0.95  # by its codes
        foreign.save()
    assert has_graph(foreign)
    assert has_graph(opened(tmp_path, stored))


@pytest.mark.usefixtures("short_tail")
def test_crafted_graph_is_never_given_to_hnswlib(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends a library can hash and sign what they wrote, but not with the key of this machine."""
    filled(tmp_path, stored, SHORT + 1)[0].save()
    (file,) = tmp_path.glob("graph-*")
    content = bytearray(file.read_bytes())
    content[len(content) // 2 :] = b"\xff" * (len(content) - len(content) // 2)
    manifest = read_manifest(tmp_path)
    assert manifest is not None
    crafted = index_file.write_part(tmp_path, file.name, [bytes(content)])
    for key in (b"guessed".ljust(32), None):
        with monkeypatch.context() as sender:
            sender.setattr(index_file, "machine_key", lambda key=key: key)
            write_manifest(tmp_path, structs.replace(manifest, graph=crafted))
        index = opened(tmp_path, stored)
        assert not has_graph(index)
        assert len(index.search(unit(1)[0], 10)) == 10


@pytest.mark.usefixtures("short_tail")
@pytest.mark.parametrize(
    "change",
    [
        {"vectors": 1 << 50},
        {"vectors": -1},
        {"vectors": SHORT},
        {"axes": 3},
        {"dimensions": "160"},
        {"codes": {"file": "../codes-1-1.bin", "bytes": 1, "sha256": ""}},
        {"codes": {"file": "codes-1-1.bin", "bytes": 1 << 50, "sha256": ""}},
        {"codes": ["codes-1-1.bin"]},
        {"unknown": 1},
    ],
)
def test_crafted_manifest_is_reported_as_damage(
    tmp_path: Path, stored: Stored, change: dict[str, object]
) -> None:
    filled(tmp_path, stored, SHORT + 1)[0].save()
    path = tmp_path / "manifest.json"
    content = json.loads(path.read_text()) | change
    content["signature"] = ""
    del content["own_sha256"]
    own = hashlib.sha256(index_file.canonical_json(content)).hexdigest()
    path.write_text(json.dumps({**content, "own_sha256": own}))
    with pytest.raises(IndexDamaged, match="lexdesk rebuild"):
        opened(tmp_path, stored)


@pytest.mark.usefixtures("short_tail")
def test_large_graph_is_checked_while_codes_answer(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, rows = filled(tmp_path, stored, SHORT + 1_000)
    index.save()
    monkeypatch.setattr(hnsw, "LOADED_AT_ONCE", 0)
    go, read = threading.Event(), index_file.read_part

    def slow(folder: Path, part: index_file.FilePart) -> bytes:
        if part.file.startswith("graph"):
            assert go.wait(20)
        return read(folder, part)

    monkeypatch.setattr(index_file, "read_part", slow)
    again = opened(tmp_path, stored)
    again.search(rows[0], 1)
    assert isinstance(again, HnswIndex)
    assert again._loading is None  # which would slow down one question
    assert recall(again, rows) >= 0.95
    assert again._loading
    assert not has_graph(again)
    again.remove([(100, 109)])
    fill(again, stored, rows[:5], first=90_000, at=90_000)
    go.set()
    again.wait_until_loaded()
    assert has_graph(again)
    found = dict(again.search(rows[3], 20))
    assert 90_003 in found
    assert 103 not in found
    assert recall(again, rows) >= 0.9


@pytest.mark.usefixtures("short_tail")
def test_damage_found_in_background_is_reported(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path, stored, SHORT + 1_000)[0].save()
    (file,) = tmp_path.glob("graph-*")
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    monkeypatch.setattr(hnsw, "LOADED_AT_ONCE", 0)
    index = opened(tmp_path, stored)
    assert isinstance(index, HnswIndex)
    index.wait_until_loaded()
    assert not has_graph(index)
    with raises_code(IndexDamaged, IndexCode.VECTORS_DAMAGED):
        index.require_sound()


@pytest.mark.slow
def test_full_disk_is_reported_and_index_unchanged(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, rows = filled(tmp_path, stored, TAIL + 1_000)
    index.save()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    fill(index, stored, unit(2 * TAIL, seed=4), first=50_000, at=50_000)
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, limits[1]))
    try:
        with pytest.raises(OSError, match="graph-"):
            index.save()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, old)
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {name: left[name] for name in before} == before
    assert recall(opened(tmp_path, stored), rows) >= 0.95
    index.save()
    assert opened(tmp_path, stored).passages() == index.passages()
    assert len(list(tmp_path.iterdir())) == 3


_SAVING = """
import sys, pathlib
from tests.engine.index.test_vector_indexes import *
stored = Stored()
index, rows = filled(pathlib.Path(sys.argv[1]), stored, TAIL + 1000)
index.save()
fill(index, stored, unit(2 * TAIL, seed=4), first=50_000, at=50_000)
print("now", flush=True)
while True:
    index._saved = None
    index.save()
"""


@pytest.mark.slow
def test_kill_while_graph_is_written_leaves_sound_index(tmp_path: Path) -> None:
    chance = random.Random(7)
    for number in range(10):
        folder = tmp_path / str(number)
        folder.mkdir()
        process = subprocess.Popen(
            [sys.executable, "-c", _SAVING, str(folder)], stdout=subprocess.PIPE, cwd=ROOT
        )
        assert process.stdout
        assert process.stdout.readline() == b"now\n"
        time.sleep(chance.random())
        process.kill()
        process.wait()
        process.stdout.close()
        index = opened(folder, Stored())
        assert has_graph(index)
        assert len(index) in (TAIL + 1_000, 3 * TAIL + 1_000)
        assert index.damage() == ""


ROOT = Path(__file__).parents[3]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "state" / "index.key"
    monkeypatch.setattr(machine_key, "_path", lambda: path)
    machine_key.machine_key.cache_clear()
    yield path
    machine_key.machine_key.cache_clear()


def test_machine_key_is_created_once_for_owner_only(state: Path) -> None:
    key = machine_key.machine_key()
    assert key is not None
    assert len(key) == 32
    machine_key.machine_key.cache_clear()
    assert machine_key.machine_key() == key
    if os.name == "posix":
        assert state.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
@pytest.mark.parametrize("trouble", ["others read it", "short", "link", "no folder"])
def test_readable_machine_key_is_rejected(state: Path, trouble: str, tmp_path: Path) -> None:
    state.parent.mkdir()
    known = b"k" * 32
    (tmp_path / "known").write_bytes(known)
    if trouble == "no folder":
        state.parent.rmdir()
        state.parent.write_text("a file")
        assert machine_key.machine_key() is None
        return
    if trouble == "link":
        state.symlink_to(tmp_path / "known")
    else:
        state.write_bytes(known[:5] if trouble == "short" else known)
        state.chmod(0o644 if trouble == "others read it" else 0o600)
    assert machine_key.machine_key() not in (known, None)
    assert (tmp_path / "known").read_bytes() == known


def test_graph_is_used_for_suitable_sizes_with_hnswlib(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(choice, "total_memory", lambda: 8 << 30)
    assert choice.compact_reason(1_000_000) == ""
    assert "eighth" in choice.compact_reason(2_000_000)
    assert "--compact" in choice.compact_reason(10, is_wanted=True)
    monkeypatch.setattr(choice, "can_import", lambda: False)
    assert "hnswlib" in choice.compact_reason(10)


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
    furthest = least_of(np.array(distances, np.uint16), wanted)
    assert furthest == sorted(distances)[wanted - 1]
