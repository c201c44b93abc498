"""Order by the matter of a query: its general provision first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from lexdesk.query import Query, Term
from lexdesk.search.expansion.subject_index import (
    Matter,
    Matters,
    SimilarProvision,
)
from lexdesk.search.expansion.subject_table import may_be_name
from lexdesk.search.ranking.first_hits import RowsOf
from lexdesk.search.ranking.fusion import Candidate
from lexdesk.search.ranking.word_coverage import count_covered, has_wording
from lexdesk.storage import Store
from lexdesk.storage.schema import PassageRow
from lexdesk.text.tokens import accented_tokens, tokens

_HEADING = 3  # words of a query that name a provision by its heading
_FEWEST = 7  # words of a query that one passage answers by having them
_COVERED = 0.8
_BEHIND = 6  # places between two passages of one provision
_FIRST = 10  # places that a provision without a word of the query may take
_SIMILAR = 5.0  # weight of the similarity of subjects, against the best score
_PLACE = 2  # index for a subject that is a smaller part of the query


def place_matters(
    candidates: Sequence[Candidate],
    matters: Matters,
    query: Query,
    store: Store,
    rows_of: RowsOf,
) -> list[Candidate]:
    """Return ``candidates`` with the provisions of ``matters`` first, or behind the first if other words weigh more.

    Those of similar subjects come by this similarity and their score, where the words of the query name no text.
    """
    stated, similar = matters.stated, None
    if _is_answered(query.text, candidates, rows_of):
        stated = [matter._replace(is_main=False) for matter in stated]
    elif not _has_own_word(query.text, candidates, rows_of):
        similar = matters.find_similar()
    ordered = _raise_similar(candidates, similar, query, store) if similar else [*candidates]
    return _place_stated(ordered, stated, query, store) if stated else ordered


def _place_stated(
    ordered: list[Candidate], stated: Sequence[Matter], query: Query, store: Store
) -> list[Candidate]:
    places = {
        (located.expression.work, located.provision.eid)
        for located, *_ in stated
        if located.provision
    }
    passages = store.passages.at(places)
    rows = store.passages.by_id(passage for found in passages.values() for passage in found)
    at_front = 0
    for located, is_main, words, language in stated:
        eid = located.provision.eid if located.provision else ""
        held = passages.get((located.expression.work, eid), ())
        of_text = [
            rows[p] for p in held if p in rows and rows[p].expression.id == located.expression.id
        ]
        if of_text:
            passage = _main_passage(of_text, words, language, query)
            best = _bring_forward(passage, of_text, ordered)
            place = at_front if is_main else min(max(_PLACE, at_front), len(ordered))
            _move_to(place, best, words, ordered)
            at_front += is_main
    return ordered


def _move_to(place: int, best: Candidate, subject: str, ordered: list[Candidate]) -> None:
    """Move a candidate to a ``place`` in ``ordered``, unless it is there or before."""
    if best in ordered:
        if (at := ordered.index(best)) <= place:
            ordered[at] = best._replace(subject=subject)
            return
        ordered.remove(best)
    score = ordered[place].score if place < len(ordered) else best.score
    ordered.insert(place, best._replace(score=score, subject=subject))


def _raise_similar(
    candidates: Sequence[Candidate],
    similar: Sequence[SimilarProvision],
    query: Query,
    store: Store,
) -> list[Candidate]:
    """Return ``candidates`` with ``similar`` provisions added, all by their score and the similarity of a subject."""
    best = max((candidate.score for candidate in candidates), default=0.0) or 1.0
    places = {
        (near.located.expression.work, near.located.provision.eid): near
        for near in similar
        if near.located.provision
    }
    passages = store.passages.at(places)
    ordered = [*candidates]
    others: list[tuple[float, SimilarProvision, list[int]]] = []
    at_passage = {candidate.passage: at for at, candidate in enumerate(candidates)}
    for place, near in places.items():
        held = passages.get(place, [])
        added = _SIMILAR * near.similarity * best
        if found := [at_passage[passage] for passage in held if passage in at_passage]:
            at = min(found)
            ordered[at] = ordered[at]._replace(score=ordered[at].score + added, subject=near.words)
        elif held:
            others.append((added, near, held))
    ordered.sort(key=lambda candidate: -candidate.score)
    return _with_others(ordered, others, query, store)


def _with_others(
    ordered: list[Candidate],
    others: Sequence[tuple[float, SimilarProvision, list[int]]],
    query: Query,
    store: Store,
) -> list[Candidate]:
    """Insert the main passage of each of the ``others`` that comes among the first hits by its score."""
    for score, near, held in sorted(others, key=lambda other: -other[0]):
        place = bisect_right(ordered, -score, key=lambda candidate: -candidate.score)
        if place >= _FIRST:
            break
        expression = near.located.expression.id
        of_text = [
            row for row in store.passages.by_id(held).values() if row.expression.id == expression
        ]
        if of_text:
            passage = _main_passage(of_text, near.words, near.language, query)
            shown = _bring_forward(passage, of_text, ordered)
            ordered.insert(place, shown._replace(score=score, subject=near.words))
    return ordered


def _main_passage(
    rows: Sequence[PassageRow], subject: str, language: str, query: Query
) -> int | None:
    """Return the passage with most words of ``subject`` and wordings, then of ``query``: of several the first, with the rule.

    ``None`` for a text in another language without any: the best candidate is nearer in meaning.
    """
    wordings = [term.tokens for term in query.positive() if isinstance(term, Term) and term.quoted]

    def words_in(row: PassageRow) -> tuple[int, int]:
        of_subject, _ = count_covered(subject, row.text, row.expression.language)
        of_query, _ = count_covered(query.text, row.text, row.expression.language)
        held = set(tokens(row.text)) if wordings else set[str]()
        return of_subject + sum(map(held.issuperset, wordings)), of_query

    by_place = sorted(rows, key=lambda row: row.start)
    counted = [
        (words_in(row), row)
        for row in [row for row in by_place if not _is_heading(row)] or by_place
    ]
    most, chosen = max(counted, key=lambda each: each[0])
    return chosen.id if any(most) or chosen.expression.language == language else None


def _is_heading(row: PassageRow) -> bool:
    """Return whether a passage is only a heading, or text between two paragraphs."""
    return set(tokens(row.text)).issubset(tokens(f"{row.label} {row.heading}"))


def _bring_forward(
    passage: int | None, rows: Sequence[PassageRow], ordered: list[Candidate]
) -> Candidate:
    """Return the candidate of a ``passage``, which changes its place in ``ordered`` with the best one of its provision.

    Without a ``passage``, it is that one, or the first passage that is no heading.
    """
    places = {candidate.passage: at for at, candidate in enumerate(ordered)}
    others = [places[row.id] for row in rows if row.id in places]
    if not others:
        worded = [row for row in rows if not _is_heading(row)] or rows
        return Candidate(passage or min(row.id for row in worded), 0.0, None, None)
    first = min(others)
    shown = ordered[first]
    if passage is None or shown.passage == passage:
        return shown
    if (at := places.get(passage)) is None:
        ordered[first] = Candidate(passage, shown.score, None, None)
        ordered.insert(first + _BEHIND, shown._replace(score=ordered[: first + _BEHIND][-1].score))
    else:
        ordered[first] = ordered[at]._replace(score=shown.score)
        ordered[at] = shown._replace(score=ordered[at].score)
    return ordered[first]


def _has_own_word(text: str, candidates: Sequence[Candidate], rows_of: RowsOf) -> bool:
    """Return whether the first candidate has the one word of a query ``text``, or one that no subject has, such as a name."""
    words = accented_tokens(text)
    own = words if len(words) == 1 else [word for word in words if may_be_name(word)]
    if not (own and candidates):
        return False
    row = rows_of([candidates[0].passage]).get(candidates[0].passage)
    return row is not None and not set(accented_tokens(row.text)).isdisjoint(own)


def _is_answered(text: str, candidates: Sequence[Candidate], rows_of: RowsOf) -> bool:
    """Return whether the first candidate has the wording, most of several words or the heading that is a query ``text``."""
    row = rows_of([candidate.passage for candidate in candidates[:1]]).get(
        candidates[0].passage if candidates else 0
    )
    if row is None:
        return False
    if has_wording(text, row.text):
        return True
    language = row.expression.language
    in_heading, words = count_covered(text, row.heading, language)
    if words >= _HEADING and in_heading == words:
        in_query, length = count_covered(row.heading, text, language)
        if in_query == length:
            return True
    covered, words = count_covered(text, f"{row.heading} {row.text}", language)
    return words >= _FEWEST and covered >= _COVERED * words
