"""Kills, power cuts, failing disks, clock jumps and two writers, by seed: nothing acknowledged is lost."""

import os
from pathlib import Path

import pytest
from tests.contract import disturbance
from tests.contract.faults import Faults
from tests.contract.operations import small_steps

SEEDS = int(os.environ.get("LEXDESK_SEEDS", "30"))
BROKE_ONCE = (11346,)  # a full disk while Lance writes an index, which it did not report


@pytest.mark.slow
@pytest.mark.skipif(bool(disturbance.missing()), reason=disturbance.missing())
def test_faults_lose_nothing_and_break_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with small_steps():
        faults = Faults(tmp_path.resolve())
        runs = [faults.run(seed) for seed in (*range(SEEDS), *BROKE_ONCE)]
    assert {run.seed: (run.steps, run.problem) for run in runs if run.problem} == {}, (
        "repeat one by: python -m tests.contract.faults --from SEED --seeds 1"
    )
    drawn = {fault for run in runs for fault, number in run.faults.items() if number}
    assert drawn >= {"kill", "tear", "stop", "clock", "ENOSPC", "EIO", "power cut"} or SEEDS < 30
