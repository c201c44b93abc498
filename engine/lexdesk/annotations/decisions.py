"""Reviewers' decisions on provisions: compliance, a gap, or neither.

A decision is kept by the provision and the hash of its text. After a change of the text in a new version,
the decision stays and is marked as one on another text: "text changed since".
"""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:
    from lexdesk.storage.statements import Statements

Verdict = Literal["complies", "gap", "not relevant"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a decision: a provision with its text, or a passage of a text without provisions.

    ``eid`` and ``language`` (ISO 639-1) are empty if there is none. ``against`` is the document
    compared with it, a work or the name of a file; empty if it was read by itself.
    """

    work: str
    eid: str
    language: str
    citation: str
    text: str
    against: str = ""

    @property
    def text_hash(self) -> str:
        """Return a short hash of the text, ignoring white space."""
        return hashlib.sha256(
            " ".join(self.text.split()).encode("utf-8", "surrogateescape")
        ).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as stored; ``made`` is the time, ISO, UTC."""

    work: str
    eid: str
    language: str
    against: str
    text_hash: str
    citation: str
    verdict: Verdict
    note: str
    made: str


@dataclass(frozen=True, slots=True)
class DecisionStatus:
    """A decision, and its state: the text has changed since or not."""

    decision: Decision
    is_changed: bool

    @property
    def sentence(self) -> str:
        """Return ``gap: one tick is easier``, with ``(text changed since)`` after a change."""
        description = ": ".join(filter(None, (self.decision.verdict, self.decision.note)))
        return f"{description} (text changed since)" if self.is_changed else description


_FIELDS = tuple(field.name for field in dataclasses.fields(Decision))
_COLUMNS = ", ".join(_FIELDS)
_KEY = ("work", "eid", "language", "against", "text_hash")


class Decisions:
    """The decisions in a workbook; ``Workbook.decisions`` gives them."""

    def __init__(
        self, statements: Statements, transaction: Callable[[], AbstractContextManager[None]]
    ):
        self._statements, self._transaction = statements, transaction

    def put(self, subject: Subject, verdict: Verdict, note: str = "") -> Decision:
        """Decide on ``subject``, replacing an earlier decision on the same text.

        Raises ``ValueError``, naming the verdicts, for another one.
        """
        if verdict not in VERDICTS:
            raise ValueError(f"{verdict} is no verdict; use one of: {', '.join(VERDICTS)}")
        decision = Decision(
            subject.work, subject.eid, subject.language, subject.against, subject.text_hash,
            subject.citation, verdict, note.strip(),
            datetime.datetime.now(datetime.UTC).isoformat(timespec="microseconds"),
        )  # fmt: skip
        self.restore(decision)
        return decision

    def restore(self, decision: Decision) -> None:
        """Store ``decision`` unchanged."""
        with self._transaction():
            self._statements.table("decision").upsert(dataclasses.asdict(decision), pk=_KEY)

    def remove(self, decision: Decision) -> None:
        """Take a decision back."""
        with self._transaction():
            self._statements.execute(
                "DELETE FROM decision WHERE work = ? AND eid = ? AND language = ? AND against = ?"
                " AND text_hash = ?",
                (decision.work, decision.eid, decision.language, decision.against,
                 decision.text_hash),
            )  # fmt: skip

    def all(self) -> list[Decision]:
        """Return all decisions, the latest first."""
        rows = self._statements.execute(f"SELECT {_COLUMNS} FROM decision ORDER BY made DESC")
        return self._read_decisions(rows)

    def on(self, subject: Subject) -> DecisionStatus | None:
        """Return the decision on ``subject``: on this text if any, else on an earlier one."""
        return status_of(self._of_provision(subject), subject)

    def on_other_documents(self, subject: Subject) -> list[DecisionStatus]:
        """Return decisions on the same provision as against other documents, the latest first."""
        decisions = self._of_provision(subject) if subject.eid else []
        others = dict.fromkeys(d.against for d in decisions if d.against != subject.against)
        found = (status_of(decisions, dataclasses.replace(subject, against=a)) for a in others)
        return [standing for standing in found if standing is not None]

    def _of_provision(self, subject: Subject) -> list[Decision]:
        """Return the decisions on a provision as against anything, the latest first."""
        rows = self._statements.execute(
            f"SELECT {_COLUMNS} FROM decision WHERE work = ? AND eid = ? ORDER BY made DESC",
            (subject.work, subject.eid),
        )
        return self._read_decisions(rows)

    def _read_decisions(self, rows: Iterable[tuple[Any, ...]]) -> list[Decision]:
        # The window loads SQLite late.
        from lexdesk.storage.damage import limit_rows

        return [Decision(*row) for row in limit_rows(self._statements.path, rows)]


def status_of(decisions: Iterable[Decision], subject: Subject) -> DecisionStatus | None:
    """Select from ``decisions``, the latest first, the one on ``subject``: on this text, else on an earlier one.

    A text without eid is known by its words alone, so that it has no earlier one.
    """
    wanted = (subject.work, subject.eid, subject.language, subject.against)
    same = [d for d in decisions if (d.work, d.eid, d.language, d.against) == wanted]
    for decision in same:
        if decision.text_hash == subject.text_hash:
            return DecisionStatus(decision, is_changed=False)
    return DecisionStatus(same[0], is_changed=True) if same and subject.eid else None
