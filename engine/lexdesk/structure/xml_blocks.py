"""What XML formats share: elements and attributes without their namespaces, running text and lines."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from lexdesk.structure.outline import Outline, squeeze

if TYPE_CHECKING:
    from lxml.etree import _Element


def local(element: _Element) -> str:
    """The element's name without its namespace; ``""`` for comments and instructions."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def attribute(element: _Element, name: str) -> str:
    """The value of the attribute of that name, in whatever namespace; ``""`` where there is none."""
    named = ((str(key).rpartition("}")[2], str(value)) for key, value in element.attrib.items())
    return next((value for key, value in named if key == name), "")


def child(element: _Element, name: str) -> _Element | None:
    """The first child of that name, in whatever namespace."""
    return next((c for c in element if local(c) == name), None)


def descendant(element: _Element, *names: str) -> _Element | None:
    """The first element of one of the names below this one."""
    return next((e for e in element.iter() if local(e) in names), None)


def running_text(element: _Element | None, skipped: Collection[str] = ()) -> str:
    """All text of an element on one line; notes and the like are left out by their names."""
    return "" if element is None else squeeze(_text(element, skipped))


def _text(element: _Element, skipped: Collection[str]) -> str:
    parts = [element.text or ""]
    for each in element:
        if local(each) and local(each) not in skipped:
            parts.append(_text(each, skipped))
        parts.append(each.tail or "")
    return "".join(parts)


def write_lines(
    outline: Outline, element: _Element, inline: Collection[str], skipped: Collection[str]
) -> None:
    """Write an element that holds no provisions: one line for each block in it."""
    run = [element.text or ""]
    for each in element:
        name = local(each)
        if name in inline:
            run.append(_text(each, skipped))
        elif name and name not in skipped:
            _flush(outline, run)
            write_lines(outline, each, inline, skipped)
        run.append(each.tail or "")
    _flush(outline, run)


def _flush(outline: Outline, run: list[str]) -> None:
    text = squeeze("".join(run))
    if text:
        outline.line(text)
    run.clear()
