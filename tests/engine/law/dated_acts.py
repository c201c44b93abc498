"""Acts with stated dates, and their status as found by a search."""

import datetime
from typing import Any

from lexdesk import Document, Library
from lexdesk.document.model import ENACTED, Property, Relation

DAY = datetime.date.fromisoformat


def act(work: str, **stated: str | tuple[Relation, ...]) -> Document:
    """An act with days in ISO form, ``enacted`` among them, and relations."""
    enacted = stated.pop("enacted", "")
    relations = stated.pop("relations", ())
    assert isinstance(enacted, str)
    assert isinstance(relations, tuple)
    dates: dict[str, Any] = {n: DAY(value) for n, value in stated.items() if isinstance(value, str)}
    return Document(
        f"data of {work}",
        work,
        kind="statute",
        work=work,
        language="en",
        properties=(Property(ENACTED, enacted),) if enacted else (),
        relations=relations,
        **dates,
    )


def found(library: Library, query: str, day: datetime.date) -> dict[str, str | None]:
    answer = library.search(query, mode="keyword", as_of=day, top=500)
    return {hit.work: hit.status for hit in answer.hits}
