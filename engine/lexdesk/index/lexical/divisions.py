"""The divisions of an act that a provision lies in: what their headings say, the provision need not say again."""

from __future__ import annotations

from collections.abc import Callable

from lexdesk.document.model import Provision


def headings_above(eid: str, provision: Callable[[str], Provision | None]) -> str:
    """The headings around the provision ``eid``, the nearest first, but for the first, which its passages have themselves."""
    found: list[str] = []
    each = provision(eid)
    while each is not None:
        if each.heading:
            found.append(each.heading)
        each = provision(each.parent) if each.parent else None
    return " ".join(found[1:])
