"""More than 200 inputs made to break a parser, each a file with the expected outcome.

Nothing here is a file of the repository: bombs stay in the code that makes them.
"""

import itertools
import os
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from tests.engine.extract.hostile.cases import Case
from tests.engine.extract.hostile.containers import archives, headers, mails
from tests.engine.extract.hostile.documents import damaged, declared, office, pdfs, pictures
from tests.engine.extract.hostile.plain_texts import markup, repeated, texts
from tests.fuzz import hostile

from lexdesk.errors import FileCode

PARTS = (
    texts,
    markup,
    pdfs,
    mails,
    archives,
    office,
    pictures,
    damaged,
    repeated,
    headers,
    declared,
)


class Hostile(NamedTuple):
    """A file and the codes of its possible failures; see ``cases.Case``."""

    name: str
    data: bytes
    expected: set[FileCode] | None


@pytest.fixture(scope="session")
def corpus() -> list[Hostile]:
    """All hostile files, with unique names."""
    cases = itertools.chain(*(part() for part in PARTS), generated())
    return [
        Hostile(name, data, {expected} if isinstance(expected, FileCode) else expected)
        for name, data, expected in cases
    ]


def generated() -> Iterator[Case]:
    """Some of the kinds of ``tests.fuzz.hostile``; all are read by ``python -m tests.fuzz.hostile``."""
    share = 1 if os.environ.get("LEXDESK_CRAFTED") == "all" else 60
    for number, (name, data) in enumerate(hostile.files()):
        if number % share == 0:
            yield name, data, None
