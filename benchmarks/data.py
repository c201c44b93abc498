"""Real law from a folder of shared data as documents of benchmarks."""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path


def shared_data() -> Path:
    """Return the folder in ``LEXDESK_DATA``, else ``shared/data`` beside the repository; exit if it is missing."""
    folder = Path(os.environ.get("LEXDESK_DATA") or Path(__file__).parents[2] / "shared" / "data")
    if not folder.is_dir():
        sys.exit(
            f"the shared data is needed, and {folder} does not exist; set LEXDESK_DATA to its path"
        )
    return folder


def corpus(name: str) -> Iterator[dict[str, str]]:
    """Yield the rows (``_id``, ``title``, ``text``) of a collection's corpus."""
    with gzip.open(shared_data() / name / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def queries(name: str) -> list[str]:
    """Return the texts of a collection's queries."""
    with gzip.open(shared_data() / name / "queries.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]
