"""What ``python -m benchmarks`` tells of a peer is its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from benchmarks import plot
from benchmarks.__main__ import _HEAD, _row
from benchmarks.peers.measuring import ask, build
from benchmarks.peers.protocol import WAYS, Corpus, Passage, Question, Way

TEXT = "The controller shall erase personal data without undue delay."
QUESTION = Question("personal data", "kind0", np.empty(0, np.float32))


def corpus(folder: Path) -> Corpus:
    rows = [Passage(number, f"act-{number}", "kind0", TEXT) for number in range(1, 40)]
    (folder / "passages.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return Corpus(folder)


def test_a_peer_that_failed_has_a_row_as_long_as_the_others() -> None:
    row = _row({"name": "raw usearch", "passages": 1_000, "failed": "it ended without a result"})
    assert len(row) == len(_HEAD)


def test_some_passages_more_than_a_million_do_not_begin_another_decade() -> None:
    picture = plot.lines("words", {"Lexdesk": [(1_040, 4.2), (1_004_752, 17.6)]})
    assert "1,000,000<" in picture
    assert "10,000,000<" not in picture


@pytest.mark.skipif(sys.platform != "linux", reason="memory is told by Linux's /proc")
def test_what_asks_a_peer_holds_no_passages_that_would_count_as_its_memory(tmp_path: Path) -> None:
    texts = corpus(tmp_path)
    told = build("SQLite FTS5", tmp_path, texts)
    assert told["given"] >= 0
    asked: dict[Way, list[Question]] = dict.fromkeys(WAYS, [QUESTION] * 3)
    (tmp_path / "passages.jsonl").unlink()
    told = ask("SQLite FTS5", tmp_path, Corpus(tmp_path), asked)
    assert {way: len(times) for way, times in told["ways"].items()} == {
        "words": 3, "phrase": 3, "filter": 3,
    }  # fmt: skip
