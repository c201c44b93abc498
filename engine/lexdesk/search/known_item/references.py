"""References out of and into a work, also into works missing from the library."""

import datetime
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from lexdesk.errors import NotFound
from lexdesk.law.as_of import StatusLookup, exclude_expressions, find_version_as_of
from lexdesk.law.cross_references import CrossReferences, References
from lexdesk.law.display import describe_state_on
from lexdesk.law.provision_lookup import locate
from lexdesk.law.versions import LegalStatus
from lexdesk.search.known_item.targets import find_absent_named
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow


def list_references(
    store: Store,
    work: str,
    eid: str | None,
    language: str | None,
    languages: Sequence[str],
    as_of: datetime.date | None,
) -> References:
    """Return the references out of and into a work or its provision ``eid``, in texts as of ``as_of`` (today by default).

    It is read in ``language``, else in the first available one of ``languages``. Raises ``NotFound`` if it is neither in
    the library nor cited.
    """
    excluded = exclude_expressions(store, as_of or datetime.date.today()).expressions
    status_of = partial(_status, store, as_of) if as_of else None
    known = CrossReferences(store, languages, excluded, status_of)
    try:
        state, _, found = locate(store, work, eid, language, languages, as_of)
    except NotFound:
        if target := find_absent_named(work, store):
            of_absent = known.of_absent(work, target.works, target.name, eid)
            if of_absent.cited_by:
                return of_absent
        raise
    return replace(
        known.of(found.expression, found.eid), notice=describe_state_on(store, state, as_of) or ""
    )


def _status(
    store: Store, day: datetime.date, expression: ExpressionRow, eid: str | None
) -> LegalStatus | None:
    return StatusLookup(store, day)(find_version_as_of(store, day, expression), eid)
