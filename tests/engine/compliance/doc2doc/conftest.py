"""A library with an agreement, a lease, a mail and the GDPR."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.compliance.doc2doc.documents import AGREEMENT, LEASE, MAIL

from lexdesk import Library


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory, gdpr: Path) -> Path:
    folder = tmp_path_factory.mktemp("similar")
    (folder / "papers").mkdir()
    (folder / "papers" / "agreement.txt").write_text(AGREEMENT)
    (folder / "papers" / "lease.txt").write_text(LEASE)
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([folder / "papers"], vectors=False, language="en")
        library.sources.add([gdpr], vectors=False)
        library.sources.add_documents([MAIL], vectors=False)
    return folder


@pytest.fixture
def library(prepared: Path) -> Iterator[Library]:
    with Library.open(prepared / "library") as library:
        yield library
