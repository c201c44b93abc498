"""JSON lines, compressed if the name ends in ``.gz``."""

import gzip
import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lexdesk.errors import CollectionError
from lexdesk.evaluation.collection import read_numbered_lines
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import describe_problem


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield each object of a file; raise CollectionError with the number of an invalid line."""
    try:
        for number, line in read_numbered_lines(path):
            try:
                row = json.loads(line)
            except ValueError as problem:
                raise CollectionError(
                    TrainingCode.LINE_NOT_JSON, path=path, number=number, problem=problem
                ) from None
            if not isinstance(row, dict):
                raise CollectionError(TrainingCode.LINE_NOT_OBJECT, path=path, number=number)
            yield row
    except FileNotFoundError:
        raise CollectionError(TrainingCode.PATH_MISSING, path=path) from None
    except OSError as problem:
        raise CollectionError(
            TrainingCode.FILE_UNREADABLE, path=path, strerror=describe_problem(problem)
        ) from None


def write(path: Path, objects: Iterable[dict[str, Any]]) -> int:
    """Write one object a line and return the count; equal objects give equal bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with path.open("wb") as raw:
        packed = gzip.GzipFile("", "wb", 6, raw, mtime=0) if path.suffix == ".gz" else raw
        with io.TextIOWrapper(packed, encoding="utf-8") as lines:
            for object in objects:
                lines.write(json.dumps(object, ensure_ascii=False) + "\n")
                count += 1
    return count
