"""SIGKILL at points of every operation: nothing that was acknowledged is lost or comes back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.contract import disturbance, killing_publications
from tests.contract.killing import kill_at
from tests.contract.operations import small_steps

POINTS = int(os.environ.get("LEXDESK_KILLS", "30"))


@pytest.mark.slow
@pytest.mark.skipif(bool(disturbance.missing()), reason=disturbance.missing())
def test_killed_process_loses_nothing_and_resumes(tmp_path: Path) -> None:
    with small_steps():
        kills = list(kill_at(POINTS, tmp_path / "kills.jsonl", tmp_path.resolve(), seed=1))
    assert len(kills) == POINTS
    assert [kill for kill in kills if kill.kind] == []


@pytest.mark.slow
@pytest.mark.skipif(bool(disturbance.missing()), reason=disturbance.missing())
def test_killed_publication_stays_intact_and_can_be_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kills = list(killing_publications.kills(tmp_path.resolve(), every=15))
    assert {kill.publication for kill in kills} == {"first", "next"}
    assert [kill for kill in kills if kill.problem] == []
