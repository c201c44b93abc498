"""Deleted provisions that consolidated Formex still prints.

They stand between the processing instructions ``CLG.MDFO ... ACTION="DELETED"`` and ``CLG.MDFC``;
EUR-Lex shows a dash in their place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element


def remove_deleted(body: _Element) -> _Element:
    """Remove the deleted provisions from the tree in place and return it."""
    from lxml import etree

    for mark in list(body.iter(etree.ProcessingInstruction)):
        if getattr(mark, "target", "") == "CLG.MDFO" and mark.get("ACTION") == "DELETED":
            _delete_from(mark)
    return body


def _delete_from(opening: _Element) -> None:
    """Delete the siblings between the mark and its closing mark."""
    parent = opening.getparent()
    following = list(opening.itersiblings())
    closing = next((s for s in following if _closes(s, opening)), None)
    if parent is None or closing is None:
        return
    opening.tail = None
    for element in following[: following.index(closing)]:
        parent.remove(element)


def _closes(element: _Element, opening: _Element) -> bool:
    target = getattr(element, "target", "")
    return target == "CLG.MDFC" and element.get("ID") == opening.get("IDREF")
