"""An encrypted library for tests that change it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.storage.encryption.encrypted import PASSPHRASE, folder_in, use

from lexdesk import Library


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return folder_in(tmp_path)


@pytest.fixture(scope="module")
def _encrypted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("encrypted")
    with Library.open(place / "library", create=True, passphrase=PASSPHRASE) as library:
        library.sources.add([folder_in(place)])
        use(library)
        return library.path


@pytest.fixture
def library(tmp_path: Path, _encrypted: Path) -> Iterator[Library]:
    """An encrypted library of one lease, with a note and a search, in a copy to be changed."""
    shutil.copytree(_encrypted, tmp_path / "library")
    with Library.open(tmp_path / "library", passphrase=PASSPHRASE) as library:
        yield library
