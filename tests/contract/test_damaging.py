"""Truncation and bit flips in each file of the indexes are detected and repaired."""

import os
import random
from pathlib import Path

import pytest
from tests.contract.damaging import Damaging
from tests.contract.operations import small_steps

PLACES = int(os.environ.get("LEXDESK_PLACES", "2"))


@pytest.mark.slow
def test_cut_or_flipped_files_are_detected_and_rebuilt(tmp_path: Path) -> None:
    with small_steps():
        damaging = Damaging(tmp_path.resolve())
        files = damaging.files()
        found = [
            damage
            for file in files
            for damage in damaging.damages(file, PLACES, random.Random(file.suffix))
        ]
    assert {path.parent.name for path in files} == {"words", "vectors"}
    assert [damage for damage in found if damage.outcome == "wrong"] == []
    made_again = {damage.file for damage in found if damage.outcome == "made again"}
    assert {
        "words/*.pos",
        "words/*.idx",
        "words/*.term",
        "vectors/*.bin",
        "vectors/*.hnsw",
    } <= made_again
