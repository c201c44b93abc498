"""Fixtures of the contract tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.cli.demo import corpus


@pytest.fixture(scope="session")
def words_library_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the bundled GDPR with words alone."""
    path = tmp_path_factory.mktemp("contract") / "library"
    with Library.open(path, create=True) as library:
        library.add([corpus()], vectors=False)
    return path
