"""Rank of the right provision; statements about holdings, and about the law of a day."""

import datetime
import re
from typing import Any

from benchmarks.lawyers.library import Question
from lexdesk import Library
from lexdesk.errors import LexdeskError, NotFound
from lexdesk.law.display import ShownText
from lexdesk.search.options import Mode
from lexdesk.search.results.hits import Answer, Hit

_TOP = 10
_NOT_HERE = re.compile(r"expected: a notice|must say so")


def is_uncertain(shown: ShownText, day: str) -> bool:
    """Return True if ``shown`` ends before ``day``, or says that the text of the day is not known."""
    return shown.known_until is not None and shown.known_until < day


_EXPECTED = (
    # The note of a case -> what the answer must say; the first that fits counts.
    (r"repealed|no longer in force", lambda s, day: s.status == "no longer in force"),
    (r"not yet in force", lambda s, day: s.status == "not yet in force"),
    (
        r"in force, (?:not yet applicable|applies from (?P<day>[\d.]+))|not yet",
        lambda s, day: s.status == "not yet applicable",
    ),
    (r"applies from", lambda s, day: s.status == "not yet applicable"),
    (r"corrigendum: as from|inserted by", lambda s, day: bool(s.text)),
    (r"applies", lambda s, day: s.status == "applies"),
    (r"must say that the text between is not known", is_uncertain),
    (r"\(d\) leverage ratio", lambda s, day: "leverage ratio" in s.text),
    (r"unknown", lambda s, day: "not in the library" in s.notice or "not known" in s.notice),
    (r"deleted|did not exist", lambda s, day: False),
    (r"text|exists|present|no output floor|in force", lambda s, day: bool(s.text)),
)
_ABSENT = re.compile(r"deleted|unknown|did not exist|inserted by|must say that")


def rank(library: Library, q: Question, mode: Mode) -> int | None:
    """Return the rank of the right answer, 1 for a right statement, ``None`` for none."""
    if q["kind"] == "point-in-time":
        return 1 if _is_right_as_of(library, q) else None
    query = f"{q['query']} {q.get('options', {}).get('filter', '')}".strip()
    try:
        answer = library.search(query, mode=mode, top=_TOP)
    except LexdeskError:
        return None
    if not q["expected_work"] or _NOT_HERE.search(q["note"]):
        return 1 if _says_so(answer, q["note"]) else None
    if q["expected_work"] == "cited-only":
        number = q["query"].split()[0].replace("‑", "-")
        return next((hit.rank for hit in answer.hits if number in hit.text.replace("‑", "-")), None)
    wanted = [(q["expected_work"], q["expected_eid"]), *map(tuple, q.get("alternatives", ()))]
    for hit in answer.hits:
        if any(_is_wanted(hit, work, eid) for work, eid in wanted):
            return hit.rank
    return None


def _says_so(answer: Answer, note: str) -> bool:
    """Return whether the answer states what the library lacks; law of another day may be labelled as such instead."""
    named = [hit for hit in answer.hits if hit.named]
    is_labelled = bool(named) and all(hit.status == "no longer in force" for hit in named)
    shows_around = "shown is" in answer.notice or "must" in note or "old version" in note
    return is_labelled or bool(answer.notice and (shows_around or not named))


def _is_wanted(hit: Hit, work: str, eid: str | None) -> bool:
    if work.startswith("DOC:"):
        return (hit.path or "").endswith(work[4:])
    if work.startswith("KIND:"):
        return True  # the filter let it through
    found = hit.eid or ""
    return hit.work == work and (eid is None or found == eid or found.startswith(f"{eid}__"))


def _is_right_as_of(library: Library, q: Question) -> bool:
    day = q["options"]["as_of"]
    try:
        shown = library.law.show(
            q["expected_work"], q["expected_eid"], as_of=datetime.date.fromisoformat(day)
        )
    except NotFound:
        return bool(_ABSENT.search(q["note"]))
    return any(
        holds(shown, day) for note, holds in _first_fitting(q["note"].removeprefix("expected: "))
    )


def _first_fitting(note: str) -> list[Any]:
    return [pair for pair in _EXPECTED if re.search(pair[0], note)][:1]
