"""Fixtures for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of shared test data; tests that need it are skipped where there is none."""
    place = Path(os.environ.get("LEXDESK_DATA") or REPOSITORY.parent / "shared" / "data")
    if not place.is_dir():
        pytest.skip(f"needs the shared data: {place} does not exist; set LEXDESK_DATA to its path")
    return place
