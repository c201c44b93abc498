"""What a result was made of, as a name that changes with any byte of it."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from lexdesk.evaluation.collection import Collection
from lexdesk.system.digest import sha256


def of_files(files: Iterable[Path]) -> str:
    """Changes with a byte of the files, one of them left out, or their order."""
    return hashlib.sha256(" ".join(map(sha256, files)).encode()).hexdigest()[:16]


def files(collection: Collection) -> list[Path]:
    """All that a ranking of the collection and its measures depend on: two may have one name, and one may be mended."""
    meta = collection.path / "meta.json"
    return [
        collection.corpus_file,
        collection.queries_file,
        *collection.judgements.values(),
        *([meta] if meta.exists() else []),
    ]
