"""The seal of the full-text index: segment lists that Tantivy can have written, and others."""

import copy
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.errors import IndexCode, IndexDamaged
from lexdesk.index.lexical import seal as seals
from lexdesk.index.lexical.seal import find_damage, require_sealed, seal
from lexdesk.system import verified_files
from lexdesk.system.file_claim import read_boot_id

LIST: dict[str, Any] = {
    "index_settings": {"docstore_blocksize": 16384},
    "segments": [
        {"segment_id": "6521c1e7-c9c8", "max_doc": 32, "deletes": None},
        {"segment_id": "ddb06102-8d17", "max_doc": 20, "deletes": {"num_deleted_docs": 4, "opstamp": 48}},
    ],
    "schema": [{"name": "body", "type": "text"}],
    "opstamp": 51,
}  # fmt: skip
Change = Callable[[dict[str, Any]], object]


def change_in(position: int, **values: object) -> Change:
    return lambda content: content["segments"][position].update(values)


def write(folder: Path, content: object) -> None:
    (folder / "meta.json").write_text(json.dumps(content))


SHA256 = seals._sha256


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, LIST)
    seal(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "change",
    [
        change_in(0, max_doc=33),
        change_in(0, dax_doc=32),
        change_in(1, deletes=None),
        change_in(1, deletes={"num_deleted_docs": 5, "opstamp": 48}),
        change_in(1, deletes={"num_deleted_docs": 3, "opstamp": 60}),
        change_in(1, deletes={"num_deleted_docs": 4, "npstamp": 48}),
        lambda content: content["segments"][0].pop("segment_id"),
        lambda content: content.update(segments=None),
        lambda content: content["schema"][0].update(type="tezt"),
        lambda content: content["index_settings"].update(docstore_blocksize=16385),
        lambda content: content.pop("schema"),
    ],
)
def test_impossible_segment_list_is_damage(folder: Path, change: Change) -> None:
    changed = copy.deepcopy(LIST)
    change(changed)
    write(folder, changed)
    with raises_code(IndexDamaged, IndexCode.FILE_CHANGED, r"meta\.json"):
        require_sealed(folder)


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b'{"segments": [', b"\xff"])
def test_unreadable_segment_list_is_damage(folder: Path, content: bytes) -> None:
    (folder / "meta.json").write_bytes(content)
    with pytest.raises(IndexDamaged):
        require_sealed(folder)


def test_missing_segment_list_is_damage(folder: Path) -> None:
    (folder / "meta.json").unlink()
    with pytest.raises(IndexDamaged):
        require_sealed(folder)


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.update(opstamp=70),
        lambda content: content["segments"].pop(0),
        lambda content: content["segments"].reverse(),
        lambda content: content["segments"].append(
            {"segment_id": "a1", "max_doc": 1, "deletes": None}
        ),
        change_in(0, deletes={"num_deleted_docs": 1, "opstamp": 60}),
        change_in(1, deletes={"num_deleted_docs": 5, "opstamp": 60}),
    ],
)
def test_segment_list_after_interrupted_commit_is_accepted(folder: Path, change: Change) -> None:
    changed = copy.deepcopy(LIST)
    change(changed)
    write(folder, changed)
    require_sealed(folder)
    assert find_damage(folder) is None


def test_seal_of_earlier_version_without_list_is_accepted(folder: Path) -> None:
    empty = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"  # SHA-256 of {}
    (folder / "seal.json").write_text(json.dumps({"files": "{}", "sha256": empty}))
    changed = copy.deepcopy(LIST)
    change_in(0, max_doc=33)(changed)
    write(folder, changed)
    require_sealed(folder)
    assert find_damage(folder) is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no time of change")
def test_files_are_read_again_after_change_or_start_of_machine(
    words_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = words_library.path / "words"
    read: list[str] = []

    def sha256(path: Path) -> str:
        read.append(path.name)
        return SHA256(path)

    monkeypatch.setattr(seals, "_sha256", sha256)
    file = max(words.glob("*.store"))
    sealed = len(seals.read_sealed_files(words))

    def opened(*, elsewhere: bool = False) -> list[str]:
        read.clear()
        if elsewhere:
            verified_files._here.clear()
        require_sealed(words)
        return read

    opened()
    assert opened() == []
    assert opened(elsewhere=True) == ([] if read_boot_id() else read)
    before = file.stat()
    file.write_bytes(file.read_bytes())
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))  # but not its time of change
    assert opened() == [file.name]
    assert opened(elsewhere=True) == ([] if read_boot_id() else read)
    monkeypatch.setattr(verified_files, "read_boot_id", lambda: "the next one")
    assert len(opened(elsewhere=True)) == sealed
    (words / "verified.json").write_text("{}")
    assert len(opened(elsewhere=True)) == sealed
