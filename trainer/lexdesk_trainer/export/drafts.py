"""A model folder is written beside the one that it replaces, and takes its place when it is whole."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lexdesk.errors import ModelError
from lexdesk.models import manifest
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import writing


@contextmanager
def drafted(folder: Path) -> Iterator[Path]:
    """An empty folder to write a model into, which takes the place of ``folder`` once all went well.

    Raises ModelError where there is something else than a model in ``folder``, which would be gone.
    """
    if folder.exists() and not is_model(folder):
        raise ModelError(TrainingCode.EXPORT_OCCUPIED, folder=folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as beside:
        draft = Path(beside) / folder.name
        draft.mkdir(mode=0o755)
        with writing(folder):
            yield draft
        _take_place(draft, folder)


def is_model(folder: Path) -> bool:
    """Whether ``folder`` is empty, or a model that is served or goes on to be trained."""
    if not folder.is_dir():
        return False
    names = {each.name for each in folder.iterdir()}
    return not names or bool(names & {manifest.MANIFEST_NAME, bert.TOLD})


def _take_place(draft: Path, folder: Path) -> None:
    """Move the finished ``draft`` to ``folder``; what was there is gone only afterwards."""
    replaced = draft.parent / "replaced"
    if folder.exists():
        folder.rename(replaced)
    try:
        draft.rename(folder)
    except OSError:
        if replaced.exists():
            replaced.rename(folder)
        raise
