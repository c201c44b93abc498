"""Queries of a published library, and their answers in a comparable form."""

import dataclasses

import pytest

from lexdesk.search.results.hits import Answer

QUERIES = [
    "withdraw consent",
    "How long may personal data be kept?",
    '"supervisory authority"',
    "consent AND child NOT recital",
    "controller w/5 processor",
    "data /s breach",
    "transfer /p safeguards",
    "pseudonym*",
    "organi?ation",
    "lawfull~",
    "title:protection erasure",
    "kind:regulation erasure",
    "lang:en portability",
    "work:32016R0679 fine",
    "work:LEASE repaint",
    "in-force:2019-01-01 profiling",
    "in-force:2017-01-01 profiling",
    "date:2016-04-27 profiling",
    "before:2016-01-01 rent",
    "cites:32016R0679/art_6 consent",
    "kind:regulation",
    "Article 17 GDPR",
    "(rent OR fee) AND tenant",
    "nothing-of-the-kind xyzzy",
]


def comparable(answer: Answer) -> dict[str, object]:
    """Return an answer without its time, with scores to four digits."""
    hits = [
        {
            **dataclasses.asdict(hit),
            "score": pytest.approx(hit.score, abs=1e-4),
            "why": {
                name: value and pytest.approx(value, abs=1e-4) for name, value in hit.why.items()
            },
        }
        for hit in answer.hits
    ]
    return {**plain(answer), "hits": hits}


def plain(answer: Answer) -> dict[str, object]:
    return {**dataclasses.asdict(answer), "took_ms": 0}
