"""Repeated replacement does not make the full-text index grow."""

import random
from pathlib import Path

import pytest
from tests.contract.operations import PlainWorkerPool

from lexdesk import Library
from lexdesk.ingest import addition

WORDS = [f"word{number}" for number in range(2000)]


@pytest.mark.slow
def test_replaced_documents_do_not_grow_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addition, "WorkerPool", PlainWorkerPool)
    chance = random.Random(1)
    folder = tmp_path / "documents"
    folder.mkdir()
    for round_ in range(16):
        for number in chance.sample(range(60), 60 if round_ == 0 else 20):
            (folder / f"{number}.txt").write_text(" ".join(chance.choices(WORDS, k=300)))
        with Library.open(tmp_path / "old", create=True) as library:
            library.sources.add([folder], vectors=False)
    with Library.open(tmp_path / "old") as library:
        assert library.admin.check() == []
    with Library.open(tmp_path / "new", create=True) as library:
        library.sources.add([folder], vectors=False)
    sizes = {
        name: sum(file.stat().st_size for file in (tmp_path / name / "words").iterdir())
        for name in ("old", "new")
    }
    assert sizes["old"] <= 1.5 * sizes["new"]
