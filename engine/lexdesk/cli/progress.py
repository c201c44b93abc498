"""How far long work is, as bars on stderr."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdesk.system.progress import Listener, Progress

_DESCRIPTIONS = {
    "read": "Reading",
    "words": "Indexing words",
    "vectors": "Making vectors",
    "queries": "Asking",
    "provisions": "Comparing",
    "passages": "Looking for passages",
    "documents": "Reading documents",
    "paragraphs": "Comparing paragraphs",
}


@contextlib.contextmanager
def progress_bars(quiet: bool = False) -> Iterator[Listener]:
    """A listener that shows bars on stderr where somebody watches; bars vanish when done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Bars(
        *columns, console=console, transient=True, disable=quiet or not console.is_terminal
    ) as bars:
        tasks: dict[str, Any] = {}

        def listen(progress: Progress) -> None:
            if progress.stage not in tasks:
                tasks[progress.stage] = bars.add_task(_DESCRIPTIONS[progress.stage], total=None)
            bars.update(
                tasks[progress.stage], completed=progress.done, total=progress.total or None
            )

        yield listen
