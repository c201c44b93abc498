"""Order by the matter of a query: its general provision first, and the law of a stated country before other law."""

from __future__ import annotations

from collections.abc import Sequence

from lexdesk.query import Query
from lexdesk.search.expansion.subject_index import Matter, stated_countries
from lexdesk.search.ranking.first_hits import RowsOf
from lexdesk.search.ranking.fusion import Candidate, followed_by
from lexdesk.storage import Store

_PLACE = 2  # of a subject that is a smaller part of the query: behind the first hits
_DEPTH = 40  # candidates among which the law of a stated country comes first


def place_matters(
    candidates: Sequence[Candidate], matters: Sequence[Matter], store: Store
) -> list[Candidate]:
    """Return ``candidates`` with the provisions of ``matters`` first, or behind the first if other words weigh more."""
    places = {
        (located.expression.work, located.provision.eid): located.expression.id
        for located, _ in matters
        if located.provision
    }
    passages = store.texts.passages_at(places) if places else {}
    expressions = {
        passage: row.expression.id
        for passage, row in store.texts.passages(
            passage for found in passages.values() for passage in found
        ).items()
    }
    ordered = [*candidates]
    at_front = 0
    for located, is_main in matters:
        eid = located.provision.eid if located.provision else ""
        held = passages.get((located.expression.work, eid), ())
        of_text = [p for p in held if expressions.get(p) == located.expression.id]
        if not of_text:
            continue
        among = [candidate for candidate in ordered if candidate.passage in of_text]
        best = among[0] if among else Candidate(min(of_text), 0.0, None, None)
        place = at_front if is_main else min(max(_PLACE, at_front), len(ordered))
        if best in ordered:
            if ordered.index(best) <= place:
                at_front += is_main
                continue
            ordered.remove(best)
        score = ordered[place].score if place < len(ordered) else best.score
        before = ordered[place - 1].score if place else score
        ordered.insert(place, best._replace(score=max(score, min(before, score))))
        at_front += is_main
    return ordered


def law_of_country_first(
    candidates: Sequence[Candidate], query: Query, rows_of: RowsOf
) -> list[Candidate]:
    """Return ``candidates`` with the works of the country that ``query`` states first."""
    stated = () if query.demanding else tuple(stated_countries(query.text))
    if not stated:
        return [*candidates]
    top = candidates[:_DEPTH]
    rows = rows_of([candidate.passage for candidate in top])
    first = [
        c for c in top if c.passage in rows and rows[c.passage].expression.work.startswith(stated)
    ]
    others = [candidate for candidate in top if candidate not in first]
    return followed_by(followed_by(first, others), candidates[_DEPTH:])
