"""Fingerprints of the inputs of a result."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from lexdesk.evaluation.collection import Collection
from lexdesk.system.regular_files import hash_file


def hash_files(files: Iterable[Path]) -> str:
    """Hash the bytes, number and order of files."""
    return hashlib.sha256(" ".join(map(hash_file, files)).encode()).hexdigest()[:16]


def inputs_of_ranking(collection: Collection) -> list[Path]:
    """List all files that a ranking of the collection and its measures depend on: names may repeat, files may change."""
    meta = collection.path / "meta.json"
    return [
        collection.corpus_file,
        collection.queries_file,
        *collection.judgements.values(),
        *([meta] if meta.exists() else []),
    ]
