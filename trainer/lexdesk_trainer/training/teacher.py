"""Teacher scores of candidates, for distilling re-ranker and embedder."""

import io
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lexdesk.errors import CollectionError
from lexdesk.system.atomic import write_atomically
from lexdesk_trainer.data.shards import Shard
from lexdesk_trainer.error_codes import TrainingCode

_Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class TeacherScores:
    """Scores as logits, NaN if not computed.

    ``candidates`` float16 (m, C) as in ``Examples.candidates``; ``positives`` float16, one for each value
    of ``Examples.positives``.
    """

    candidates: _Array
    positives: _Array


def write(path: Path, teacher_scores: TeacherScores) -> None:
    """Write the scores to one file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = io.BytesIO()
    np.savez_compressed(
        packed, candidates=teacher_scores.candidates, positives=teacher_scores.positives
    )
    write_atomically(path, packed.getvalue())


def read(path: Path, shard: Shard) -> TeacherScores:
    """Read the scores in ``path``; raise CollectionError for another shard or damage."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            teacher_scores = TeacherScores(file["candidates"], file["positives"])
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error) as problem:
        raise CollectionError(TrainingCode.SCORES_DAMAGED, path=path, problem=problem) from None
    wanted = (shard.examples.candidates.shape, shard.examples.positives.values.shape)
    if (teacher_scores.candidates.shape, teacher_scores.positives.shape) != wanted:
        raise CollectionError(TrainingCode.OTHER_SCORES, path=path)
    return teacher_scores
