"""The passages that cite the provision of a query, listed after it in place of passages with words of its citation."""

from collections.abc import Callable

from msgspec.structs import replace

from lexdesk.citations.work_lookup import may_cite
from lexdesk.document.eid import is_within
from lexdesk.document.model import LAW_KINDS
from lexdesk.index.conditions import AllowedIds, Resolved
from lexdesk.query import And, Filter, Node, Or, Query, Rank, parse
from lexdesk.search.known_item.item import KnownItem
from lexdesk.search.known_item.targets import select_words_beside_filters
from lexdesk.storage import Store


def resolve_beside_filters(query: Query, resolve: Callable[[Query], KnownItem]) -> KnownItem:
    """Return the known item of the words of ``query`` beside its filters, though they exclude its text."""
    words = select_words_beside_filters(query)
    return resolve(parse(words)) if words and may_cite(words) else KnownItem()


def build_citing_query(query: Query, item: KnownItem) -> Query | None:
    """Return the query for passages that cite the provisions of ``item`` and pass the filters of ``query``.

    ``None`` unless ``query`` is the citation of provisions of one law, with no condition but filters.
    """
    laws = {located.expression.work for located in item.located}
    eids = [located.provision.eid for located in item.located if located.provision]
    if not (item.answers_query and len(laws) == 1 and len(eids) == len(item.located)):
        return None
    if item.located[0].expression.kind not in LAW_KINDS:
        return None
    required = query.root.required if isinstance(query.root, Rank) else ()
    filters = Query(query.text, And(required), "", demanding=True)
    if required and not filters.lists:
        return None
    (law,) = laws
    citing: tuple[Node, ...] = tuple(Filter("cites", f"{law}/{eid}") for eid in eids)
    anyone = citing[0] if len(citing) == 1 else Or(citing)
    root = And((*required, anyone)) if required else anyone
    return Query(str(root), root, semantic_text="", demanding=True)


def without_own_passages(resolved: Resolved, item: KnownItem, store: Store) -> Resolved:
    """Return resolved filters without the passages of the cited provisions, which cite each other."""
    law = item.located[0].expression.work
    texts = {text.id for text in store.law.expressions_of(law)}
    eids = [located.provision.eid for located in item.located if located.provision]

    def own(allowed: AllowedIds) -> set[int]:
        of_ids = store.passages.expressions_of(allowed.ids)
        here = [passage for passage, expression in of_ids if expression in texts]
        rows = store.passages.by_id(here)
        return {p for p, row in rows.items() if any(is_within(row.eid, eid) for eid in eids)}

    return {
        condition: replace(allowed, ids=allowed.ids - own(allowed))
        if condition.name == "cites"
        else allowed
        for condition, allowed in resolved.items()
    }
