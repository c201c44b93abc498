"""Paths touched by commands on crafted libraries, publications and models, from the system's trace."""

from pathlib import Path

import pytest

from tests.fuzz.walk import faults, is_possible


@pytest.mark.slow
@pytest.mark.skipif(not is_possible(), reason="needs strace, and the right to follow processes")
def test_no_command_touches_what_lies_outside_of_a_crafted_library(tmp_path: Path) -> None:
    """A few calls of the walk; ``python -m tests.fuzz.walk`` makes all."""
    count, found = faults(100, tmp_path)
    assert count > 20
    assert found == []
