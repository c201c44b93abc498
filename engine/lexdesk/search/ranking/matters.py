"""Order by the matter of a query: its general provision first."""

from __future__ import annotations

from collections.abc import Sequence

from lexdesk.query import Query
from lexdesk.search.expansion.subject_index import Matter
from lexdesk.search.ranking.first_hits import RowsOf
from lexdesk.search.ranking.fusion import Candidate
from lexdesk.search.ranking.word_coverage import count_covered
from lexdesk.storage import Store

_FEWEST = 7  # words of a query that one passage answers by having them
_COVERED = 0.8
_PLACE = 2  # of a subject that is a smaller part of the query: behind the first hits


def place_matters(
    candidates: Sequence[Candidate],
    matters: Sequence[Matter],
    query: Query,
    store: Store,
    rows_of: RowsOf,
) -> list[Candidate]:
    """Return ``candidates`` with the provisions of ``matters`` first, or behind the first if other words weigh more."""
    if matters and _is_answered(query.text, candidates, rows_of):
        matters = [matter._replace(is_main=False) for matter in matters]
    places = {
        (located.expression.work, located.provision.eid): located.expression.id
        for located, _, _ in matters
        if located.provision
    }
    passages = store.passages.at(places) if places else {}
    expressions = {
        passage: row.expression.id
        for passage, row in store.passages.by_id(
            passage for found in passages.values() for passage in found
        ).items()
    }
    ordered = [*candidates]
    at_front = 0
    for located, is_main, words in matters:
        eid = located.provision.eid if located.provision else ""
        held = passages.get((located.expression.work, eid), ())
        of_text = [p for p in held if expressions.get(p) == located.expression.id]
        if not of_text:
            continue
        among = [candidate for candidate in ordered if candidate.passage in of_text]
        best = among[0] if among else Candidate(min(of_text), 0.0, None, None)
        place = at_front if is_main else min(max(_PLACE, at_front), len(ordered))
        if best in ordered:
            if (at := ordered.index(best)) <= place:
                ordered[at] = best._replace(subject=words)
                at_front += is_main
                continue
            ordered.remove(best)
        score = ordered[place].score if place < len(ordered) else best.score
        ordered.insert(place, best._replace(score=score, subject=words))
        at_front += is_main
    return ordered


def _is_answered(text: str, candidates: Sequence[Candidate], rows_of: RowsOf) -> bool:
    """Return whether the first candidate has most words of a query ``text`` that has several."""
    row = rows_of([candidate.passage for candidate in candidates[:1]]).get(
        candidates[0].passage if candidates else 0
    )
    if row is None:
        return False
    covered, words = count_covered(text, f"{row.heading} {row.text}", row.expression.language)
    return words >= _FEWEST and covered >= _COVERED * words
