"""Real law from a folder of shared data as documents of benchmarks."""

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


def rows(name: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a compressed file of JSON lines."""
    with gzip.open(shared_data() / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def corpus(name: str) -> Iterator[dict[str, str]]:
    """Yield the rows (``_id``, ``title``, ``text``) of a collection's corpus."""
    return rows(f"{name}/corpus.jsonl.gz")


def queries(name: str) -> list[str]:
    """Return the texts of a collection's queries."""
    return [row["text"] for row in rows(f"{name}/queries.jsonl.gz")]
