"""What consolidated Formex still prints although an amendment has deleted it.

Between the processing instructions ``CLG.MDFO ... ACTION="DELETED"`` and ``CLG.MDFC`` stand
provisions that are no longer law; EUR-Lex shows a dash in their place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element


def without_deleted(body: _Element) -> _Element:
    """Take the deleted provisions out of the tree, which is changed and given back."""
    from lxml import etree

    for mark in list(body.iter(etree.ProcessingInstruction)):
        if getattr(mark, "target", "") == "CLG.MDFO" and mark.get("ACTION") == "DELETED":
            _delete_from(mark)
    return body


def _delete_from(opening: _Element) -> None:
    """Delete what stands between the mark and the one that closes it among its siblings."""
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
