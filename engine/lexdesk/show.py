"""A work or a provision as it is read: found by its identifier, in the version that is wanted."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lexdesk.document import Provision
from lexdesk.errors import NotFound
from lexdesk.schema import ExpressionRow
from lexdesk.search import citation
from lexdesk.store import Store


@dataclass(frozen=True, slots=True)
class Shown:
    """A work or a provision with its text."""

    work: str
    eid: str | None
    citation: str
    title: str
    heading: str
    text: str
    language: str | None
    path: str | None
    valid_from: str | None
    valid_to: str | None
    provisions: list[dict[str, Any]]


def show(
    store: Store, work: str, eid: str | None, language: str | None, preferred: Sequence[str]
) -> Shown:
    """The text of ``work`` or of its provision ``eid``, in ``language`` or the first of ``preferred``.

    Raises ``NotFound``, naming what there is instead.
    """
    expressions = _expressions(store, work, language, preferred)
    if eid is None:
        chosen, provision = expressions[0], None
        text = store.text(chosen.id)
        listed = store.provisions(chosen.id)
    else:
        chosen, provision = _with_provision(store, expressions, eid)
        text = store.text(chosen.id, provision.start, provision.end)
        listed = [p for p in store.provisions(chosen.id) if p.parent == provision.eid]
    return Shown(
        work=chosen.work,
        eid=provision.eid if provision else None,
        citation=citation(provision.label if provision else "", chosen, None),
        title=chosen.title,
        heading=provision.heading if provision else "",
        text=text.strip(),
        language=chosen.language,
        path=chosen.path,
        valid_from=chosen.valid_from,
        valid_to=chosen.valid_to,
        provisions=[{"eid": p.eid, "label": p.label, "heading": p.heading} for p in listed],
    )


def _expressions(
    store: Store, work: str, language: str | None, preferred: Sequence[str]
) -> list[ExpressionRow]:
    expressions = store.expressions_of(work)
    if not expressions and (of_file := store.work_of_file(os.path.abspath(work))):  # noqa: PTH100
        expressions = store.expressions_of(of_file)
    if not expressions:
        alike = store.works_like(work)
        hint = (
            f"; there are: {', '.join(alike)}" if alike else "; search for it, hits name their work"
        )
        raise NotFound(f"the library has no work {work}{hint}")
    if language is None:
        return sorted(
            expressions,
            key=lambda e: (
                preferred.index(e.language) if e.language in preferred else len(preferred)
            ),
        )
    known = sorted({e.language for e in expressions if e.language})
    expressions = [e for e in expressions if e.language == language]
    if not expressions:
        raise NotFound(
            f"{work} is not there in the language {language}; it is in: {', '.join(known)}"
        )
    return expressions


def _with_provision(
    store: Store, expressions: Sequence[ExpressionRow], eid: str
) -> tuple[ExpressionRow, Provision]:
    for expression in expressions:
        if provision := store.provision(expression.id, eid):
            return expression, provision
    known = [p.eid for e in expressions for p in store.provisions(e.id)]
    alike = sorted(known, key=lambda each: -_shared_start(each, eid))[:3]
    hint = f"; there are, for example: {', '.join(alike)}" if alike else "; it has no structure"
    raise NotFound(f"{expressions[0].work} has no provision {eid}{hint}")


def _shared_start(first: str, second: str) -> int:
    """How many characters two texts begin with in common."""
    differing = (at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b)
    return next(differing, min(len(first), len(second)))
