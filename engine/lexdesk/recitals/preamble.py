"""The act as adopted: the expression of a work with its recitals.

Consolidated texts of Union acts have none, so links belong to the work and are read from the act as
published in the Official Journal. The eids are the same in all languages.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.citations.work_lookup import find_by_short_name
from lexdesk.document.model import Provision
from lexdesk.errors import NotFound, RecitalCode
from lexdesk.law.provision_lookup import make_missing_work_error
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow
from lexdesk.system.paths import encode_path


@dataclass(frozen=True, slots=True)
class Act:
    """An expression with recitals: its provisions by eid, in the order of the text."""

    expression: ExpressionRow
    provisions: dict[str, Provision]

    @property
    def recitals(self) -> list[Provision]:
        """Return the recitals, in order."""
        return [p for p in self.provisions.values() if p.kind == "recital"]

    @property
    def articles(self) -> list[Provision]:
        """Return the articles, in order."""
        return [p for p in self.provisions.values() if p.kind == "article"]

    def ancestors(self, eid: str) -> list[str]:
        """Return the eids of the ancestors of ``eid``, the innermost first.

        For provisions added by later versions they are derived from the eid.
        """
        provision = self.provisions.get(eid)
        if provision is None:
            steps = eid.split("__")
            return ["__".join(steps[:count]) for count in range(len(steps) - 1, 0, -1)]
        ancestors = []
        while provision is not None and provision.parent is not None:
            ancestors.append(provision.parent)
            provision = self.provisions.get(provision.parent)
        return ancestors


def find_adopted_act(store: Store, work: str, languages: Sequence[str] = ()) -> Act | None:
    """Return the act as adopted, in the first available of ``languages``, else in any.

    ``None`` if the library has no expression of ``work`` with recitals.
    """
    acts = find_expressions_with_recitals(store, work)
    if not acts:
        return None
    chosen = min(
        acts,
        key=lambda e: languages.index(e.language) if e.language in languages else len(languages),
    )
    return load_act(store, chosen)


def load_act(store: Store, expression: ExpressionRow) -> Act:
    """Load an expression with its provisions."""
    return Act(expression, {p.eid: p for p in store.texts.provisions(expression.id)})


def require_adopted_act(store: Store, work: str, languages: Sequence[str] = ()) -> Act:
    """Return the act as in ``find_adopted_act``, also by a short name such as GDPR.

    Raises ``NotFound`` if the work is missing or has no recitals.
    """
    work = encode_path(work)  # ``show`` takes paths of files, too
    known = work if store.law.expressions_of(work) else find_by_short_name(work)
    act = find_adopted_act(store, known, languages)
    if act is None and not store.law.expressions_of(known):
        raise make_missing_work_error(store, work)
    if act is None:
        raise NotFound(RecitalCode.NONE_HELD, work=work)
    return act


def find_expressions_with_recitals(store: Store, work: str) -> list[ExpressionRow]:
    """Return the expressions of a work with recitals, the earliest first."""
    texts = store.law.expressions_of(work)
    held = store.law.with_recitals(text.id for text in texts)
    expressions = [text for text in texts if text.id in held]
    return sorted(expressions, key=lambda e: (e.valid_from or "9999", e.id))
