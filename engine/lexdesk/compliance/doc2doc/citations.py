"""Citations between a long query and the documents of a library, with their counts.

A document mostly cites its authorities, and an implementing document cites its law: by identifier, or
by a name of a work of the library. Citations also lead to texts of other languages, out of reach of words.
"""

import math
from collections import Counter
from collections.abc import Mapping

from lexdesk.citations.work_lookup import index_names, normalize_name, short_names
from lexdesk.compliance.doc2doc.candidates import Pooled
from lexdesk.compliance.doc2doc.long_query import LongQuery
from lexdesk.compliance.doc2doc.parameters import Find
from lexdesk.document.model import Reference
from lexdesk.storage import Store
from lexdesk.storage.schema import ReferenceRow

Names = Mapping[str, str]
"""Works of a library by the keys of their names (``lexdesk.citations.work_lookup.normalize_name``)."""


def find_by_citations(
    store: Store, query: LongQuery, find: Find, names: Names, excluded: frozenset[int]
) -> Pooled:
    """Return the expressions cited by ``query`` (``grounds``) or citing it (``affected``), with log counts.

    The score is log(1 + n): repeated citations add less and less.
    """
    counted = (
        _count_citing(store, query) if find == "affected" else _count_cited(store, query, names)
    )
    return {cited: math.log1p(n) for cited, n in counted.items() if cited not in excluded}


def resolve_cited(reference: Reference | ReferenceRow, names: Names) -> str:
    """Return the cited work, or the key of its name if no work of the library has it."""
    key = normalize_name(reference.name)
    return reference.work or names.get(key, key)


def _count_cited(store: Store, query: LongQuery, names: Names) -> Mapping[int, int]:
    works = Counter(resolve_cited(reference, names) for reference in query.references)
    return {
        expression: often
        for work, often in works.items()
        if work != query.work
        for expression in store.filters.expressions_of_works([work])
    }


def _count_citing(store: Store, query: LongQuery) -> Mapping[int, int]:
    titles = ((query.work or query.title, title) for title in (query.title, query.name) if title)
    keys = [*index_names(titles), *map(normalize_name, short_names(query.work))]
    return store.law.count_citing(query.work, keys)
