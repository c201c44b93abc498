"""The session of a review decision: lookup, change and undo."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk.errors import NotFound
from lexdesk.law.citation_labels import replace_act_name
from lexdesk_gui.engine.engine import Engine, Lane
from lexdesk_gui.language import translate
from lexdesk_gui.review import review_requests
from lexdesk_gui.undo import Change, Undo

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import Decision, Subject, Verdict
    from lexdesk.library.library import Library
    from lexdesk_gui.review.review_requests import ProvisionDecisions


class DecidingSession(QObject):
    """A session that reads and writes decisions off the interface's thread; independent of widgets.

    ``lane`` separates its requests from those of other sessions. ``leaving`` precedes a change of subject,
    ``looked`` emits ``ProvisionDecisions``, or ``None`` without a subject; ``failed`` emits an exception; ``changed``
    follows a new, withdrawn or undone decision.
    """

    leaving = Signal()
    looked = Signal(object)
    failed = Signal(object)
    changed = Signal()

    def __init__(self, lane: Lane, engine: Engine, undo: Undo, parent: QObject | None = None):
        super().__init__(parent)
        self._lane, self._engine, self._undo = lane, engine, undo
        self._subject_of: Callable[[Library], Subject] | None = None
        self._decided: ProvisionDecisions | None = None

    def look(self, subject_of: Callable[[Library], Subject] | None) -> None:
        """Request the decisions on the subject of ``subject_of``."""
        self.leaving.emit()
        self._subject_of, self._decided = subject_of, None
        self._ask(subject_of)

    def look_again(self) -> None:
        """Request the decisions again after a change; keep the known ones meanwhile."""
        self._ask(self._subject_of)

    def _ask(self, subject_of: Callable[[Library], Subject] | None) -> None:
        if subject_of is None:
            self._engine.forget(self._lane)
            self.looked.emit(None)
            return

        decided = partial(review_requests.find_decisions, subject_of=subject_of)
        self._engine.ask(self._lane, decided, self._take, self._not_found)

    def _not_found(self, error: Exception) -> None:
        """Clear the subject for a text missing on the date; report other errors."""
        self.looked.emit(None)
        if not isinstance(error, NotFound):
            self.failed.emit(error)

    def decide(self, verdict: Verdict, note: str) -> None:
        """Save a decision on the current subject."""
        if self._decided is None:
            return
        subject = self._decided.subject
        title = translate("Decisions", "Decision on {place}").format(
            place=replace_act_name(subject.citation, subject.work)
        )
        push = self._undo.for_this_library()

        def keep(written: tuple[Decision | None, Decision]) -> None:
            from lexdesk.annotations.decisions import DecisionStatus

            before, written_decision = (
                written  # not what was shown: another decision may have come between
            )
            if self._decided is not None and self._decided.subject == subject:
                standing = DecisionStatus(written_decision, is_changed=False)
                self._decided = dataclasses.replace(self._decided, standing=standing)
            push(self._change(title, before, written_decision))

        self._write(
            partial(review_requests.decide, subject=subject, verdict=verdict, note=note), keep
        )

    def take_back(self) -> None:
        """Withdraw the decision on the current subject."""
        before = self._current()
        if before is not None:
            place = replace_act_name(before.citation, before.work)
            title = translate("Decisions", "Withdraw the decision on {place}")
            change = self._change(title.format(place=place), before, None)
            push = self._undo.for_this_library()
            self._replace(before, None, lambda: push(change))

    def _current(self) -> Decision | None:
        """Return the decision on the present text."""
        return review_requests.find_current(self._decided.standing) if self._decided else None

    def _take(self, decided: ProvisionDecisions) -> None:
        self._decided = decided
        self.looked.emit(decided)

    def _change(self, title: str, before: Decision | None, after: Decision | None) -> Change:
        return Change(
            title, lambda: self._replace(before, after), lambda: self._replace(after, before)
        )

    def _replace(
        self, old: Decision | None, new: Decision | None, done: Callable[[], None] | None = None
    ) -> None:
        replace = partial(review_requests.replace, old=old, new=new)
        self._write(replace, lambda _: done() if done else None)

    def _write(self, work: Callable[[Library], object], done: Callable[..., None]) -> None:
        def after(value: object) -> None:
            done(value)
            self.changed.emit()

        self._engine.write(work, after, self.failed.emit)
