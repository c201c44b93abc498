"""Folders of files and their library, for tests of ingestion."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.ingest.folder_files import write

from lexdesk import Library


@pytest.fixture(scope="module")
def _place(tmp_path_factory: pytest.TempPathFactory, words_library_path: Path) -> Path:
    """Articles of the GDPR as text files, in two folders; a library of them; and a copy of both."""
    place = tmp_path_factory.mktemp("folders")
    with Library.open(words_library_path) as gdpr:
        for eid, name in (
            ("art_6", "lawful/basis"),
            ("art_7", "lawful/consent"),
            ("art_17", "erasure"),
        ):
            shown = gdpr.law.show("32016R0679", eid)
            assert shown is not None
            write(place / "now" / "files" / f"{name}.txt", shown.text)
    with Library.open(place / "now" / "own", create=True) as library:
        library.sources.add([place / "now" / "files"], vectors=False)
    shutil.copytree(place / "now", place / "kept")
    return place


@pytest.fixture
def folder(_place: Path) -> Path:
    """The files, as they were: a library knows them by their place and their time."""
    shutil.rmtree(_place / "now")
    shutil.copytree(_place / "kept", _place / "now")
    return _place / "now" / "files"


@pytest.fixture
def library(folder: Path) -> Iterator[Library]:
    with Library.open(folder.parent / "own") as library:
        yield library
