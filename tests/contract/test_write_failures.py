"""Writes that fail: one clear sentence, nothing lost, and the next run completes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.contract import disturbance
from tests.contract.operations import small_steps
from tests.contract.write_failures import ACTIONS, FAULTS, Failure, WriteFailures

POINTS = int(os.environ.get("LEXDESK_WRITE_FAILURES", "10"))


@pytest.mark.slow
@pytest.mark.skipif(bool(disturbance.missing()), reason=disturbance.missing())
def test_failed_write_is_reported_in_one_sentence_and_breaks_nothing(tmp_path: Path) -> None:
    found: list[Failure] = []
    with small_steps():
        failing = WriteFailures(tmp_path.resolve())
        for number in range(POINTS):  # each command and each fault several times, but not all pairs
            action, fault = (
                ACTIONS[number % len(ACTIONS)],
                FAULTS[(number + number // len(ACTIONS)) % len(FAULTS)],
            )
            share = (number + 0.5) / POINTS
            found += failing.failures(action, fault, [share])
        # The name of the copy is there, and may not last.
        found += failing.failures("backup", "EIO once", [1.0])
    assert [failure for failure in found if failure.problem] == []
    assert sum(bool(failure.message) for failure in found) > POINTS / 2
