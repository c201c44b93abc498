"""Fixtures of the tests of compliance."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.compliance.agreement import AGREEMENT, LEASE, VERSIONS

from lexdesk import Library


@pytest.fixture(scope="session")
def _built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("matching")
    (folder / "documents").mkdir()
    (folder / "documents" / "agreement.txt").write_text(AGREEMENT)
    (folder / "documents" / "lease.txt").write_text(LEASE)
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([folder / "documents"], vectors=False, language="en")
        library.sources.add_documents(VERSIONS, vectors=False)
    return folder / "library"


@pytest.fixture(scope="module")
def prepared(_built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy for each module: some decide on provisions."""
    return Path(shutil.copytree(_built, tmp_path_factory.mktemp("matching") / "library"))


@pytest.fixture
def library(prepared: Path) -> Iterator[Library]:
    with Library.open(prepared) as library:
        yield library
