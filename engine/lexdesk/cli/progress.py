"""Progress bars on standard error."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdesk.system.progress import Listener, Progress

_DESCRIPTIONS = {
    "read": "Reading",
    "citations": "Finding citations",
    "words": "Building keyword index",
    "vectors": "Embedding passages",
    "export": "Writing documents",
    "queries": "Running queries",
    "provisions": "Comparing provisions",
    "passages": "Searching passages",
    "documents": "Reading documents",
    "paragraphs": "Comparing paragraphs",
}


@contextlib.contextmanager
def progress_bars(quiet: bool = False) -> Iterator[Listener]:
    """Yield a listener that shows transient progress bars on a terminal."""
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
