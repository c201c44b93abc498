"""The session of a comparison: versions of a provision and the difference between two of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk_gui.compare import compare_requests
from lexdesk_gui.engine.engine import Engine, Lane

if TYPE_CHECKING:
    import datetime

    from lexdesk.compliance.match import Match
    from lexdesk.law.history import History
    from lexdesk.law.state_comparison import Comparison
    from lexdesk.library.library import Library
    from lexdesk_gui.compare.compare_requests import Versions


T = TypeVar("T")
_RESTED = 600  # ms before the search for affected passages, which takes a second
_PATIENCE = 300  # ms after which the window says that it is busy


class CompareSession(QObject):
    """A session that requests comparisons; it knows no widget.

    ``offered`` carries ``Versions`` or ``None``, ``dated`` their ``Force`` on another day,
    ``compared`` a ``Comparison``, ``changed`` the eids of the work that differ between the same
    days, ``touched`` the affected passages of other documents (``Match``), ``failed`` an exception.
    ``not_offered`` and ``not_compared`` signal missing versions or a missing difference. ``busy``
    signals the start and end of a slow answer.
    """

    offered = Signal(object)
    dated = Signal(object)
    compared = Signal(object)
    changed = Signal(object)
    touched = Signal(object)
    failed = Signal(object)
    not_offered = Signal(object)
    not_compared = Signal(object)
    busy = Signal(bool)

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self._history: History | None = None
        self._day: datetime.date | None = None
        self._waited_for: set[Lane] = set()
        self._patience = QTimer(self, singleShot=True)
        self._patience.setInterval(_PATIENCE)
        self._patience.timeout.connect(lambda: self.busy.emit(True))
        self._resting = QTimer(self, singleShot=True)
        self._resting.setInterval(_RESTED)
        self._resting.timeout.connect(self._look_further)
        self._impact: Callable[[Library], list[Match]] | None = None

    def offer(self, work: str, eid: str, language: str | None) -> None:
        """Request the versions of a provision."""
        self._wait("compare")
        request = partial(
            compare_requests.list_versions,
            work=work,
            eid=eid,
            language=language,
            day=(day := self._day),
        )

        def take(versions: Versions) -> None:
            self._take(versions)
            if self._day != day:  # chosen meanwhile
                self.set_as_of(self._day)

        self._engine.ask("compare", request, take, self._cannot_offer)

    def set_as_of(self, day: datetime.date | None) -> None:
        """Request the status on ``day``, ``None`` for today."""
        self._day = day
        if (history := self._history) is not None:
            request = _on(history, compare_requests.find_force, eid=history.eid, day=day)
            self._engine.ask("force", request, self.dated.emit, self.failed.emit)

    def offer_nothing(self) -> None:
        """Clear the comparison and cancel its requests."""
        self._engine.forget("compare")
        self._take(None)

    def choose(self, eid: str) -> None:
        """Request the versions of another provision of the same work."""
        if self._history is not None:
            self.offer(self._history.work, eid, self._history.language)

    def compare(self, old: int, new: int) -> None:
        """Request the difference between two versions by number."""
        history = self._history
        if history is None:
            return
        request = _on(
            history, compare_requests.compute_difference, eid=history.eid, old=old, new=new
        )
        self._wait("difference")
        self._engine.ask("difference", request, self._tell, self._cannot_compare)
        self._look_around(history, old, new)

    def _look_around(self, history: History, old: int, new: int) -> None:
        """Request other changes of the work between the two versions, and the affected passages."""
        self._touch_nothing()
        begun = {stage.number: stage.valid_from for stage in history.stages}
        first, last = begun.get(old), begun.get(new)
        if first and last:
            request = _on(history, compare_requests.list_changed_provisions, old=first, new=last)
            self._engine.ask("changed", request, self.changed.emit, self.failed.emit)
            if history.eid and old != new:
                self._impact = _on(
                    history,
                    compare_requests.find_affected_passages,
                    eid=history.eid,
                    old=first,
                    new=last,
                )
                self._resting.start()

    def _look_further(self) -> None:
        if self._impact is not None:
            self._engine.ask("impact", self._impact, self.touched.emit, lambda _error: None)

    def _tell(self, comparison: Comparison) -> None:
        self._go_on("difference")
        self.compared.emit(comparison)

    def _cannot_offer(self, error: Exception) -> None:
        self._forget_compared()
        self._go_on("compare")
        self.not_offered.emit(error)
        self.failed.emit(error)

    def _cannot_compare(self, error: Exception) -> None:
        self._go_on("difference")
        self.not_compared.emit(error)
        self.failed.emit(error)

    def _take(self, versions: Versions | None) -> None:
        self._forget_compared()
        self._go_on("compare")
        self._history = versions.history if versions else None
        self.offered.emit(versions)

    def _forget_compared(self) -> None:
        """Cancel the previous comparison."""
        self._engine.forget("difference")
        self._engine.forget("changed")
        self._engine.forget("force")
        self._touch_nothing()
        self._go_on("difference")

    def _touch_nothing(self) -> None:
        """Cancel the request for affected passages."""
        self._resting.stop()
        self._engine.forget("impact")
        self.touched.emit([])

    # Progress of slow comparisons.

    def _wait(self, lane: Lane) -> None:
        if not self._waited_for:
            self._patience.start()
        self._waited_for.add(lane)

    def _go_on(self, lane: Lane) -> None:
        self._waited_for.discard(lane)
        if not self._waited_for:
            self._patience.stop()
            self.busy.emit(False)


def _on(history: History, request: Callable[..., T], **more: object) -> Callable[[Library], T]:
    """Return a request on the work and language of ``history``."""
    return partial(request, work=history.work, language=history.language, **more)
