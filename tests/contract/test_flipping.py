"""A bit flip or a cut anywhere in a library changes no answer, and is detected."""

import os
from pathlib import Path

import pytest
from tests.contract.flipping import Flipping
from tests.contract.operations import small_steps

TIMES = int(os.environ.get("LEXDESK_FLIPS", "60"))


@pytest.mark.slow
def test_damage_anywhere_changes_no_answer_and_is_found(tmp_path: Path) -> None:
    with small_steps():
        found = list(Flipping(tmp_path.resolve()).flips(TIMES, "sample"))
    assert [flip for flip in found if flip.outcome != "found"] == []
    assert {flip.has_time for flip in found} == {True, False}
