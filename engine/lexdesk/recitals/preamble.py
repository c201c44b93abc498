"""The act as adopted: the expression of a work that has its recitals.

Consolidated texts of Union acts carry none, so that what a recital explains belongs to the work and
is read off the act as published in the Official Journal. The eids are the same in all languages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.citations.lookup import find_by_short_name
from lexdesk.document.model import Provision
from lexdesk.errors import NotFound
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow
from lexdesk.system.paths import stored_path


@dataclass(frozen=True, slots=True)
class Act:
    """An expression with recitals: its provisions by eid, in the order of the text."""

    expression: ExpressionRow
    provisions: dict[str, Provision]

    @property
    def recitals(self) -> list[Provision]:
        """The recitals, in order."""
        return [p for p in self.provisions.values() if p.kind == "recital"]

    @property
    def articles(self) -> list[Provision]:
        """The articles, in order."""
        return [p for p in self.provisions.values() if p.kind == "article"]

    def around(self, eid: str) -> list[str]:
        """The eids of the provisions around ``eid``, the innermost first.

        What a later version has added is placed by its eid alone.
        """
        known = self.provisions.get(eid)
        if known is None:
            steps = eid.split("__")
            return ["__".join(steps[:count]) for count in range(len(steps) - 1, 0, -1)]
        found = []
        while known is not None and known.parent is not None:
            found.append(known.parent)
            known = self.provisions.get(known.parent)
        return found


def adopted(store: Store, work: str, languages: Sequence[str] = ()) -> Act | None:
    """The act as adopted in the first of ``languages`` that it is there in, else in any.

    ``None`` where the library holds no expression of ``work`` with recitals.
    """
    acts = expressions_with_recitals(store, work)
    if not acts:
        return None
    chosen = min(
        acts,
        key=lambda e: languages.index(e.language) if e.language in languages else len(languages),
    )
    return act_of(store, chosen)


def act_of(store: Store, expression: ExpressionRow) -> Act:
    """An expression with its provisions."""
    return Act(expression, {p.eid: p for p in store.provisions(expression.id)})


def require_adopted(store: Store, work: str, languages: Sequence[str] = ()) -> Act:
    """As ``adopted``, also by a short name such as GDPR.

    Raises ``NotFound`` where there is no such work or it has no recitals.
    """
    work = stored_path(work)  # it may be the path of a file, as for show
    known = work if store.expressions_of(work) else find_by_short_name(work)
    act = adopted(store, known, languages)
    if act is None and not store.expressions_of(known):
        alike = ", ".join(store.works_like(work))
        hint = f"; there are: {alike}" if alike else "; search for it, hits name their work"
        raise NotFound(f"the library has no work {work}{hint}")
    if act is None:
        raise NotFound(
            f"{work} has no recitals in the library; where it is a consolidated text, add the act as adopted too"
        )
    return act


def expressions_with_recitals(store: Store, work: str) -> list[ExpressionRow]:
    """The expressions of a work that have recitals, the earliest first."""
    found = [e for e in store.expressions_of(work) if store.has_recitals(e.id)]
    return sorted(found, key=lambda e: (e.valid_from or "9999", e.id))
