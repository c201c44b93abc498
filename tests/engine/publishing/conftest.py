"""A library of the GDPR and a lease, and its publication."""

import datetime
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk import Document, Library

LEASE = "The tenant shall pay the rent of {} euro on the first day of each month.\n\nThe tenant shall repaint."


def versions() -> Iterator[Document]:
    """A lease in two versions."""
    for year, rent in ((2015, 900), (2020, 1100)):
        day = datetime.date(year, 1, 1)
        yield Document(
            LEASE.format(rent),
            "Lease",
            work="LEASE",
            kind="contract",
            language="en",
            valid_from=day,
        )


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def _shelf(tmp_path_factory: pytest.TempPathFactory, _full_library: Path) -> tuple[Path, str]:
    """A library of the GDPR and a lease in two versions, and its publication."""
    from lexdesk.publishing.publish import publish

    folder = tmp_path_factory.mktemp("shelf")
    shutil.copytree(_full_library, folder / "library")
    uri = f"lance://{folder / 'shared'}"
    with Library.open(folder / "library") as library:
        library.sources.add_documents(versions())
        publish(library, uri)
    return folder / "library", uri


@pytest.fixture
def shelf(_shelf: tuple[Path, str], tmp_path: Path) -> tuple[Path, str]:
    """The same in a copy for changes."""
    from lexdesk.publishing.publication import place_of

    path, uri = _shelf
    shutil.copytree(path, tmp_path / "library")
    shutil.copytree(place_of(uri), tmp_path / "shared")
    return tmp_path / "library", f"lance://{tmp_path / 'shared'}"
