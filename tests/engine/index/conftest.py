"""Semantic indexes of both kinds."""

import pytest
from tests.engine.index.vectors import SHORT, Stored

from lexdesk.index.vector import hnsw, ivf


@pytest.fixture
def stored() -> Stored:
    return Stored()


@pytest.fixture
def short_tail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let indexes make a graph or lists from few vectors on, in tests that do not depend on the number."""
    monkeypatch.setattr(hnsw, "TAIL", SHORT)
    monkeypatch.setattr(ivf, "TAIL", SHORT)


@pytest.fixture(params=["hnsw", "ivf"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)
