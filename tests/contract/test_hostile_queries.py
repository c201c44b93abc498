"""Queries made to exhaust a search end in time, or are rejected at their character."""

import shutil
import sys
from pathlib import Path

import pytest
from tests.contract.hostile_queries import MEGABYTES, SECONDS, measure, queries

from lexdesk import Library


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads memory from /proc")
def test_hostile_queries_end_within_bounds(words_library_path: Path, tmp_path: Path) -> None:
    shutil.copytree(words_library_path, tmp_path / "library")
    assert len(queries()) >= 100
    with Library.open(tmp_path / "library") as library:
        found = list(measure(library, ("keyword",), every=3))
    assert [one for one in found if one.seconds > 2 * SECONDS or one.megabytes > MEGABYTES] == []
    assert any(one.is_rejected for one in found)
    assert not all(one.is_rejected for one in found)
