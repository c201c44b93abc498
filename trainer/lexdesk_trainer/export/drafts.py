"""Atomic replacement of model folders: a draft is written first and moved into place when complete."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lexdesk.errors import ModelError
from lexdesk.models import manifest
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import report_full_disk


@contextmanager
def replace_folder(folder: Path) -> Iterator[Path]:
    """Yield an empty draft folder that replaces ``folder`` on success.

    Raises ModelError if ``folder`` holds anything but a model.
    """
    if folder.exists() and not is_model(folder):
        raise ModelError(TrainingCode.EXPORT_OCCUPIED, folder=folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as draft_folder:
        draft = Path(draft_folder) / folder.name
        draft.mkdir(mode=0o755)
        with report_full_disk(folder):
            yield draft
        _move_into_place(draft, folder)


def is_model(folder: Path) -> bool:
    """Check that ``folder`` is empty, or an exported or trained model."""
    if not folder.is_dir():
        return False
    names = {path.name for path in folder.iterdir()}
    return not names or bool(names & {manifest.MANIFEST_NAME, bert.RECORD_NAME})


def _move_into_place(draft: Path, folder: Path) -> None:
    """Move the complete ``draft`` to ``folder``; delete the old content afterwards."""
    replaced = draft.parent / "replaced"
    if folder.exists():
        folder.rename(replaced)
    try:
        draft.rename(folder)
    except OSError:
        if replaced.exists():
            replaced.rename(folder)
        raise
