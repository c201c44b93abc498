"""Hits: candidates with provision, citation, text, score and status; copies folded."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lexdesk.document.eid import is_within
from lexdesk.document.model import Provision, StatusName
from lexdesk.errors import OptionalMessage
from lexdesk.law.as_of import select_rows_as_of
from lexdesk.law.citation_labels import label_citation
from lexdesk.law.printed_text import print_record
from lexdesk.law.provision_addresses import list_headings_down_to
from lexdesk.law.versions import LegalStatus, StatusOf, is_flattened
from lexdesk.near_duplicates.folding import PassageFolding
from lexdesk.search.options import Mode
from lexdesk.search.ranking.fusion import Candidate, append_candidates
from lexdesk.search.results.highlights import Highlighter
from lexdesk.search.results.point import Point, Spans, find_points
from lexdesk.search.suggest.relaxation import RelaxedQuery
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow, PassageRow

if TYPE_CHECKING:
    from lexdesk.law.cross_references import CitationTarget
    from lexdesk.search.known_item.item import KnownItem


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that answers a query.

    ``highlights`` are the matched spans (characters, end exclusive) of ``text``. ``why`` holds the unscaled BM25 score
    (``keyword``) and cosine (``semantic``), ``None`` for no match; the boosts by other passages of its text
    (``evidence``) and by similar passages that cite it (``cited``), and the score of the re-ranker (``rerank``), if any.
    ``copies`` counts this passage in other files, and in copies and drafts of the document. ``named`` is
    whether the query is the citation of this provision, ``query_cites`` whether it cites it at all, so that it comes
    first; ``cites_named`` is whether this passage follows as one that cites the ``named`` provision.
    ``near_duplicate_of`` is the rank of the first nearly identical hit (``lexdesk.search.results.near_identical``).
    ``status`` is that of the work on the day of the search (``lexdesk.law.versions.LegalStatus``); ``dated`` is the day
    (ISO) stated in a contract, a letter or a mail, or of the enactment of a statute. ``subject`` is the entry of the
    subject index that placed the hit or raised its score, or ``""``.
    """

    rank: int
    score: float
    work: str
    citation: str
    eid: str | None
    title: str
    heading: str
    text: str
    highlights: list[tuple[int, int]]
    path: str | None
    page: int | None
    language: str | None
    valid_from: str | None
    valid_to: str | None
    why: dict[str, float | None]
    copies: int = 0
    named: bool = False
    query_cites: bool = False
    cites_named: bool = False
    near_duplicate_of: int | None = None
    status: StatusName | None = None
    status_sentence: OptionalMessage = ""
    dated: str | None = None
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The hits of a query as of a day (``as_of``, ISO).

    ``total`` counts the passages matched by keyword search, in mode ``semantic`` the neighbours examined; it is a lower
    bound unless ``total_is_exact``. ``vectors_ready`` is the share of passages with a vector; ``notice`` is a sentence on
    a missing item, or ``""``. ``lists_citing`` is whether the query is the citation of a provision, so that passages
    citing it are listed and counted after it, not those with its words. With advice, ``did_you_mean`` is the corrected
    query, or ``""``, and ``relaxed`` holds queries with hits for an answer without any.
    """

    query: str
    parsed: str
    mode: Mode
    took_ms: float
    total: int
    vectors_ready: float
    hits: list[Hit]
    as_of: str
    total_is_exact: bool = True
    lists_citing: bool = False
    notice: OptionalMessage = ""
    did_you_mean: str = ""
    relaxed: list[RelaxedQuery] = dataclasses.field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for ``--json``."""
        return dataclasses.asdict(self)


class PassageRows:
    """A cache of the passages read in one search as of a day; ``read`` returns stored passages by id."""

    def __init__(
        self,
        store: Store,
        day: datetime.date,
        read: Callable[[Sequence[int]], Mapping[int, PassageRow]],
    ):
        self._store, self._day, self._read = store, day, read
        self._rows: dict[int, PassageRow] = {}

    def of(self, passages: Sequence[int]) -> dict[int, PassageRow]:
        """Return these passages and others read before, by id; those removed since are missing."""
        if new := [passage for passage in passages if passage not in self._rows]:
            read = self._read(new)
            found = {passage: read[passage] for passage in new if passage in read}
            self._rows |= select_rows_as_of(self._store, self._day, found)
        return self._rows


_OPENING = 600  # characters shown of a work cited as a whole


class Distinct:
    """Candidates without duplicates: copies of a passage, also in drafts of its document, count as one."""

    def __init__(self, folding: PassageFolding, rows: PassageRows):
        self._folding, self._rows = folding, rows
        self._taken: set[int] = set()  # passages shown or folded as copies
        self._found: list[tuple[Candidate, PassageRow, str]] = []
        self._copies: list[int] = []
        self._places: dict[tuple[str | None, ...], int] = {}

    @property
    def works(self) -> set[str]:
        """Return the works of the kept candidates."""
        return {row.expression.work for _, row, _ in self._found}

    @property
    def kept(self) -> list[Candidate]:
        """Return the kept candidates, in order."""
        return [candidate for candidate, _, _ in self._found]

    def extend(self, candidates: Sequence[Candidate], most: int) -> None:
        """Append ``candidates``, best first, up to ``most``; earlier ones stay first."""
        others = [candidate for candidate in candidates if candidate.passage not in self._taken]
        others = append_candidates(self.kept, others)[len(self._found) :]
        first, last = 0, 2 * most
        # Copies are folded, so more candidates may be needed.
        while first < len(others) and len(self._found) < most:
            rows = self._rows.of([other.passage for other in others[first:last]])
            for other in others[first:last]:
                if other.passage in rows:  # otherwise removed since the index was read
                    self._add(other, rows[other.passage], most)
            first, last = last, 4 * last

    def _add(self, candidate: Candidate, row: PassageRow, most: int) -> None:
        """Add a candidate; beyond ``most``, it only counts as a copy."""
        text = row.text.strip()
        places = _places(row, text)
        at = next((self._places[place] for place in places if place in self._places), None)
        if at is None:
            at = self._of_another_file(row)
        if at is None:
            at = self._folding.find(row.expression, row.eid, text)
        if at is not None:
            self._copies[at] += 1
            self._show_lines(at, candidate, row, text)
        elif len(self._found) < most:
            self._places |= dict.fromkeys(places, len(self._found))
            self._folding.remember(len(self._found), row.expression, row.eid, text)
            self._found.append((candidate, row, text))
            self._copies.append(0)
        else:
            return
        self._taken.add(candidate.passage)

    def _of_another_file(self, row: PassageRow) -> int | None:
        """Return the place of a kept passage of the same provision and version, read from another file."""
        this = row.expression
        if not row.eid or not this.valid_from:
            return None
        for at, (_, kept, _) in enumerate(self._found):
            other = kept.expression
            is_version = (other.work, other.language, other.valid_from) == (
                this.work, this.language, this.valid_from,
            )  # fmt: skip
            if (
                is_version
                and other.id != this.id
                and (is_within(row.eid, kept.eid or "-") or is_within(kept.eid, row.eid))
            ):
                return at
        return None

    def _show_lines(self, at: int, candidate: Candidate, row: PassageRow, text: str) -> None:
        """Show a copy with the lines of the act in place of a kept record of an archive, which lacks them."""
        shown, kept, _ = self._found[at]
        is_same = (kept.expression.work, kept.eid) == (row.expression.work, row.eid)
        if is_same and is_flattened(kept.expression) and not is_flattened(row.expression):
            candidate = candidate._replace(score=shown.score, subject=shown.subject)
            self._found[at] = candidate, row, text

    def hits(self, highlighter: Highlighter, store: Store, status_of: StatusOf) -> list[Hit]:
        """Return the kept candidates as highlighted hits."""
        rows = [row for _, row, _ in self._found]
        spans = [highlighter.row_spans(row) for row in rows]
        points = find_points(store, rows, spans)
        found = zip(self._found, self._copies, spans, points, strict=True)
        dated = store.files.days_stated({row.expression.id for row in rows})
        hits = []
        for rank, ((candidate, row, text), copies, matches, point) in enumerate(found, start=1):
            place = point or _whole(row, text, matches)
            status = status_of(row.expression, place.eid)
            stated = dated.get(row.expression.id)
            hit = _hit(rank, candidate, row, place, copies, status, stated)
            path = list_headings_down_to(store, row.expression.id, row.eid) if not row.label else ""
            hits.append(dataclasses.replace(hit, heading=path) if path else hit)
        return hits


def _places(row: PassageRow, text: str) -> list[tuple[str | None, ...]]:
    """Return the keys shared by duplicates: their text, or the opening of one version of a work.

    Files of one version, such as HTML and Formex, may begin with different words.
    """
    of = row.expression
    places: list[tuple[str | None, ...]] = [
        (of.work if row.eid else None, row.eid, of.language, text)
    ]
    if row.start == 0 and not row.eid:
        places.append((of.work, of.language, of.valid_from))
    return places


def make_known_item_hits(
    item: KnownItem, highlighter: Highlighter, store: Store, status_of: StatusOf
) -> list[Hit]:
    """Return the provisions of a known item as hits, highlighted if the query has other words."""
    hits = [
        _strip_marks(_with_status(hit, status_of(located.expression, hit.eid)))
        for located in item.located
        for hit in (_known_item_hit(located, store),)
    ]
    if item.is_whole:
        return hits
    return [
        dataclasses.replace(hit, named=False, highlights=highlighter.spans(hit.text, hit.language))
        for hit in hits
    ]


def merge(
    known: Sequence[Hit], hits: Sequence[Hit], passages: Sequence[int], top: int
) -> tuple[list[Hit], list[int | None]]:
    """Return the first ``top`` of ``known`` and then ``hits``, each with its passage, ``None`` for a known item alone."""
    found: dict[tuple[str, str | None], int] = {}
    for hit, passage in zip(hits, passages, strict=True):
        found.setdefault((hit.work, hit.eid), passage)
    places = {(hit.work, hit.eid) for hit in known}
    both = [(hit, found.get((hit.work, hit.eid))) for hit in known]
    both += [
        (hit, passage)
        for hit, passage in zip(hits, passages, strict=True)
        if (hit.work, hit.eid) not in places
    ]
    ranked = [dataclasses.replace(hit, rank=rank) for rank, (hit, _) in enumerate(both[:top], 1)]
    return ranked, [passage for _, passage in both[:top]]


def _known_item_hit(located: CitationTarget, store: Store) -> Hit:
    expression, provision = located.expression, located.provision
    span = (provision.start, provision.end) if provision else (0, _OPENING)
    hit = _named_hit(expression, provision, store.texts.text(expression.id, *span))
    hit = dataclasses.replace(
        hit, dated=store.files.days_stated([expression.id]).get(expression.id)
    )
    if provision is None:
        return hit
    page, heading = store.texts.page_and_heading_at(expression.id, provision.start)
    name = label_citation(provision.label, expression, page)
    return dataclasses.replace(hit, citation=name, heading=hit.heading or heading, page=page)


def _named_hit(expression: ExpressionRow, provision: Provision | None, text: str) -> Hit:
    """Return the hit for a cited provision, or for the beginning of a cited work."""
    return Hit(
        rank=1,
        score=1.0,
        work=expression.work,
        citation=label_citation(provision.label if provision else "", expression, None),
        eid=provision.eid if provision else None,
        title=expression.title,
        heading=provision.heading if provision else "",
        text=text.strip(),
        highlights=[],
        path=expression.path,
        page=None,
        language=expression.language,
        valid_from=expression.valid_from,
        valid_to=expression.valid_to,
        why={"keyword": None, "semantic": None},
        named=True,
        query_cites=True,
    )


def _strip_marks(hit: Hit) -> Hit:
    """Return ``hit`` without the marks of Markdown and of consolidation in its text."""
    text, highlights = print_record(hit.text, hit.path, hit.highlights)
    return dataclasses.replace(hit, text=text, highlights=highlights)


def _with_status(hit: Hit, status: LegalStatus | None) -> Hit:
    """Return ``hit`` with the status of its work on the day of the search."""
    if status is None:
        return hit
    return dataclasses.replace(hit, status=status.name, status_sentence=status.sentence or "")


def _whole(row: PassageRow, text: str, highlights: Spans) -> Point:
    """Return the whole passage as a point, for matches in its text as stored."""
    at = len(row.text) - len(row.text.lstrip())
    moved = [(start - at, end - at) for start, end in highlights] if at else [*highlights]
    return Point(row.eid, row.label, text, moved)


def _hit(
    rank: int,
    candidate: Candidate,
    row: PassageRow,
    place: Point,
    copies: int,
    status: LegalStatus | None,
    dated: str | None,
) -> Hit:
    expression = row.expression
    text, highlights = print_record(place.text, expression.path, place.highlights)
    return Hit(
        rank=rank,
        score=round(candidate.score, 6),
        work=expression.work,
        citation=label_citation(place.label, expression, row.page),
        eid=place.eid,
        title=expression.title,
        heading=row.heading,
        text=text,
        highlights=highlights,
        path=expression.path,
        page=row.page,
        language=expression.language,
        valid_from=expression.valid_from,
        valid_to=expression.valid_to,
        why=_why(candidate),
        copies=copies,
        status=status.name if status else None,
        status_sentence=(status and status.sentence) or "",
        dated=dated,
        subject=candidate.subject,
    )


def _why(candidate: Candidate) -> dict[str, float | None]:
    why = {"keyword": candidate.lexical, "semantic": candidate.semantic}
    if candidate.evidence:
        why["evidence"] = candidate.evidence
    if candidate.cited:
        why["cited"] = candidate.cited
    if candidate.feedback:
        why["feedback"] = candidate.feedback
    if candidate.reranked is not None:
        why["rerank"] = candidate.reranked
    return why
