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
class Verdicts:
    """Scores as logits, NaN if not computed.

    ``candidates`` float16 (m, C) as in ``Examples.candidates``; ``positives`` float16, one for each value
    of ``Examples.positives``.
    """

    candidates: _Array
    positives: _Array


def write(path: Path, verdicts: Verdicts) -> None:
    """Write the scores to one file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = io.BytesIO()
    np.savez_compressed(packed, candidates=verdicts.candidates, positives=verdicts.positives)
    write_atomically(path, packed.getvalue())


def read(path: Path, shard: Shard) -> Verdicts:
    """Read the scores in ``path``; raise CollectionError for another shard or damage."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            verdicts = Verdicts(file["candidates"], file["positives"])
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error) as problem:
        raise CollectionError(TrainingCode.SCORES_DAMAGED, path=path, problem=problem) from None
    wanted = (shard.examples.candidates.shape, shard.examples.positives.values.shape)
    if (verdicts.candidates.shape, verdicts.positives.shape) != wanted:
        raise CollectionError(TrainingCode.OTHER_SCORES, path=path)
    return verdicts
