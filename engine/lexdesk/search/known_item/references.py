"""References out of and into a work, also into works missing from the library."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from lexdesk.errors import NotFound
from lexdesk.law.as_of import excluded_expressions
from lexdesk.law.cross_references import CrossReferences, References
from lexdesk.law.provision_lookup import locate
from lexdesk.search.known_item.targets import absent_named
from lexdesk.storage import Store


def references(
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
    excluded = excluded_expressions(store, as_of or datetime.date.today()).expressions
    known = CrossReferences(store, languages, excluded)
    try:
        _, _, found = locate(store, work, eid, language, languages, as_of)
    except NotFound:
        if target := absent_named(work, store):
            of_absent = known.of_absent(work, target.works, target.name, eid)
            if of_absent.cited_by:
                return of_absent
        raise
    return known.of(found.expression, found.eid)
