"""An act in one of its versions, and the documents that it is held against."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdesk.document import Provision
from lexdesk.index.allowed import Excluded
from lexdesk.law.as_of import excluded_on
from lexdesk.law.naming import citation
from lexdesk.matching.neighbours import Neighbours

if TYPE_CHECKING:
    from lexdesk.law.versions import Version
    from lexdesk.search.retrieval import Retriever
    from lexdesk.store import Store
    from lexdesk.store.schema import ExpressionRow


@dataclass(frozen=True, slots=True)
class ActVersion:
    """A version of an act: its expression, its provisions by eid, and all expressions of the work."""

    expression: ExpressionRow
    provisions: dict[str, Provision]
    own: frozenset[int]

    @property
    def work(self) -> str:
        """Its identifier."""
        return self.expression.work

    @property
    def language(self) -> str | None:
        """ISO 639-1."""
        return self.expression.language

    @property
    def citation(self) -> str:
        """How the act is cited."""
        return citation("", self.expression, None)

    def name_of(self, eid: str) -> str:
        """How a provision is cited; one that is not there, by its eid."""
        provision = self.provisions.get(eid)
        return citation(provision.label if provision else eid, self.expression, None)


def act_in(store: Store, version: Version) -> ActVersion:
    """The act in ``version``."""
    expression = version.expressions[0]
    own = frozenset(each.id for each in store.expressions_of(expression.work))
    return ActVersion(expression, {p.eid: p for p in store.provisions(expression.id)}, own)


def neighbours_of(retriever: Retriever, act: ActVersion, within: str | None) -> Neighbours:
    """The passages of other works, in their versions of today, that ``within`` lets through.

    Raises ``QueryError`` for a mistake in ``within``.
    """
    today = excluded_on(retriever.store, datetime.date.today())
    own_recitals = (retriever.store.recitals_in(each) for each in act.own)
    spared = today.spared.difference(*own_recitals)
    return Neighbours(retriever, Excluded(today.expressions | act.own, spared), within)
