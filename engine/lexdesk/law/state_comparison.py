"""Two states of a text, compared word by word."""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.document.dates import iso
from lexdesk.document.eid import is_recital
from lexdesk.document.model import Provision
from lexdesk.errors import LawCode, Message, NoteCode, NotFound, both
from lexdesk.law.comparison import DiffPiece, count_words, diff
from lexdesk.law.display import show
from lexdesk.law.gaps import WHOLE
from lexdesk.law.lost_provisions import describe_lost
from lexdesk.law.printed_text import print_text
from lexdesk.law.provision_lookup import (
    cite_state,
    find_states,
    make_missing_error,
    sort_by_language,
)
from lexdesk.law.revision import When, describe_state, make_missing_version_error
from lexdesk.law.versions import State, is_flattened, is_valid_on
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two states of a text and the pieces that turn the old one into the new one.

    Of each state the dates, and a ``notice`` of what is not known of its text on the day asked for.
    """

    work: str
    eid: str | None
    citation: str
    old: dict[str, str | None]
    new: dict[str, str | None]
    inserted: int
    deleted: int
    pieces: list[DiffPiece]


def compare(
    store: Store,
    work: str,
    eid: str | None,
    old: When,
    new: When,
    language: str | None,
    preferred: Sequence[str],
) -> Comparison:
    """Compare two states of a text, ignoring Markdown's emphasis. Raises ``NotFound``."""
    expressions, states = states_of(store, work, eid, language, preferred)
    before, after = (_state(store, expressions, states, when) for when in (old, new))
    texts, is_cut = _without_lost_preamble(store, before, after, eid)
    pieces = diff(*map(print_text, texts))
    inserted, deleted = count_words(pieces)
    shown = show(store, work, eid, expressions[0].language, preferred)
    is_other = is_flattened(before.found.expression) != is_flattened(after.found.expression)
    notes = both(
        Message(NoteCode.OTHER_FORMAT) if is_other else None,
        Message(NoteCode.PREAMBLE_NOT_COMPARED) if is_cut else None,
    )
    return Comparison(
        shown.work, eid and after.found.eid, shown.citation,
        _dates(store, before, old), _dates(store, after, new, notes),
        inserted, deleted, pieces,
    )  # fmt: skip


def states_of(
    store: Store, work: str, eid: str | None, language: str | None, preferred: Sequence[str]
) -> tuple[list[ExpressionRow], list[State]]:
    """Return the expressions of the first language that has the provision, and its states."""
    for expressions in sort_by_language(store, work, language, preferred):
        if states := find_states(store, expressions, eid):
            return expressions, states
    show(store, work, eid, language, preferred)  # raises NotFound with the alternatives
    raise NotFound(LawCode.PROVISION_MISSING, work=work, eid=eid)


def _without_lost_preamble(
    store: Store, before: State, after: State, eid: str | None
) -> tuple[tuple[str, str], bool]:
    """Return both texts, and whether they are cut to the enacting terms: one has recitals, and the other none.

    Consolidated texts lack the preamble; that is no amendment.
    """
    texts = before.found.text, after.found.text
    if eid not in (None, WHOLE):
        return texts, False
    listed = [store.texts.provisions(state.found.expression.id) for state in (before, after)]
    if len({any(is_recital(p.eid) for p in provisions) for provisions in listed}) == 1:
        return texts, False
    begins = [_enacting_terms(provisions) for provisions in listed]
    if None in begins:
        return texts, False
    whole = [store.texts.text(state.found.expression.id) for state in (before, after)]
    one, other = (text[begin:].strip() for text, begin in zip(whole, begins, strict=True))
    return (one, other), True


def _enacting_terms(provisions: Sequence[Provision]) -> int | None:
    """Return the position of the first provision behind the recitals; ``None`` without one."""
    recitals = max((p.end for p in provisions if is_recital(p.eid)), default=0)
    starts = (p.start for p in provisions if p.start >= recitals and not is_recital(p.eid))
    return min(starts, default=None)


def _state(
    store: Store, expressions: list[ExpressionRow], timeline: list[State], when: When
) -> State:
    if isinstance(when, int):
        if 1 <= when <= len(timeline):
            return timeline[when - 1]
        raise make_missing_version_error(cite_state(store, timeline[0]), len(timeline), when)
    if found := next((state for state in timeline if is_valid_on(state, when)), None):
        return found
    raise make_missing_error(store, [expressions], timeline[0].found.eid, when)


def _dates(
    store: Store, state: State, when: When, notes: Message | None = None
) -> dict[str, str | None]:
    lost = describe_lost(store, state.versions[-1]) if not state.found.eid else None
    return {
        "notice": both(describe_state(store, state, when), lost, notes, store.pending.notice())
        or "",
        "valid_from": iso(state.valid_from),
        "valid_to": iso(state.known_to),
        "known_until": iso(state.known_until),
    }
