"""Headings of the divisions above a provision: a provision need not repeat them."""

from __future__ import annotations

from collections.abc import Callable

from lexdesk.document.model import Provision


def headings_above(eid: str, provision: Callable[[str], Provision | None]) -> str:
    """Return the headings above the provision ``eid``, nearest first, without its own."""
    found: list[str] = []
    each = provision(eid)
    while each is not None:
        if each.heading:
            found.append(each.heading)
        each = provision(each.parent) if each.parent else None
    return " ".join(found[1:])
