"""Semantic indexes with damaged, crafted or interrupted files."""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from tests.codes import raises_code
from tests.engine.index.vectors import SHORT, Stored, fill, filled, has_graph, opened, recall, unit

from lexdesk.errors import IndexCode, IndexDamaged
from lexdesk.index.vector import graph, hnsw, index_file
from lexdesk.index.vector.hnsw import HnswIndex
from lexdesk.index.vector.index_file import read_manifest, write_manifest
from lexdesk.index.vector.ivf import TAIL
from lexdesk.system import machine_key

assert TAIL == hnsw.TAIL
pytest.importorskip("hnswlib", reason="needs hnswlib, which has no wheel for this Python")


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
def test_graph_of_other_machine_is_rebuilt(
    tmp_path: Path, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, rows = filled(tmp_path, stored, SHORT + 1_000)
    index.save()
    assert has_graph(opened(tmp_path, stored))
    monkeypatch.setattr(index_file, "read_machine_key", lambda: b"another machine's".ljust(32))
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
    """The sender of a library can hash and sign it, but not with the key of this machine."""
    filled(tmp_path, stored, SHORT + 1)[0].save()
    (file,) = tmp_path.glob("graph-*")
    content = bytearray(file.read_bytes())
    content[len(content) // 2 :] = b"\xff" * (len(content) - len(content) // 2)
    manifest = read_manifest(tmp_path)
    assert manifest is not None
    crafted = index_file.write_part(tmp_path, file.name, [bytes(content)])
    for key in (b"guessed".ljust(32), None):
        with monkeypatch.context() as sender:
            sender.setattr(index_file, "read_machine_key", lambda key=key: key)
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
    own = hashlib.sha256(index_file.encode_canonical_json(content)).hexdigest()
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
from lexdesk.index.vector.ivf import TAIL
from tests.engine.index.vectors import *
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
    machine_key.read_machine_key.cache_clear()
    yield path
    machine_key.read_machine_key.cache_clear()


def test_machine_key_is_created_once_for_owner_only(state: Path) -> None:
    key = machine_key.read_machine_key()
    assert key is not None
    assert len(key) == 32
    machine_key.read_machine_key.cache_clear()
    assert machine_key.read_machine_key() == key
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
        assert machine_key.read_machine_key() is None
        return
    if trouble == "link":
        state.symlink_to(tmp_path / "known")
    else:
        state.write_bytes(known[:5] if trouble == "short" else known)
        state.chmod(0o644 if trouble == "others read it" else 0o600)
    assert machine_key.read_machine_key() not in (known, None)
    assert (tmp_path / "known").read_bytes() == known
