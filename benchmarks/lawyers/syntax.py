"""Query languages of other programs: a query is understood as meant, or rejected at its character."""

import re

from benchmarks.lawyers.library import Question
from lexdesk import Library
from lexdesk.errors import QueryError

_MEANT = (
    # What a query of another program means -> the same in the query language of Lexdesk.
    (re.compile(r'"(\w+) (\w+)"~(\d+)'), r"\1 w/\3 \2"),
    (re.compile(r"\s%\s"), " NOT "),
    (re.compile(r"\s&\s"), " AND "),
    (re.compile(r"\bNEAR/(\d+)"), r"w/\1"),
    (re.compile(r"\bTI\((\"[^\"]+\"|\w+)\)"), r"title:\1"),
    (re.compile(r"\bda\(aft (\d{4})\)"), r"after:\1"),
)
_WITHOUT_EQUIVALENT = re.compile(r"atleast\d+\(", re.IGNORECASE)


def is_right(library: Library, question: Question) -> bool:
    """Return whether the query is answered as its note demands."""
    query, note = question["query"], question["note"]
    try:
        answer = library.search(query, mode="keyword", top=10)
    except QueryError as error:
        return 0 <= error.position < len(query)
    if note == "right as it is":
        return True  # neither rejected nor changed when it was judged
    if "warning" in note or "hint" in note:
        return bool(answer.notice) or answer.parsed.startswith("cites:")
    if named := re.search(r"(\[\d{4}\] UKSC \d+) is in the library", note):
        return any(hit.citation.startswith(named[1]) or "uksc" in hit.work for hit in answer.hits)
    if _WITHOUT_EQUIVALENT.search(query):
        return False  # swallowed
    meant = query
    for pattern, replacement in _MEANT:
        meant = pattern.sub(replacement, meant)
    return meant != query and answer.total == library.search(meant, mode="keyword", top=1).total
