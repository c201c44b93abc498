"""Helpers for XML formats: names without namespaces, running text and lines."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from lexdesk.structure.outline import Outline, squeeze

if TYPE_CHECKING:
    from lxml.etree import _Element


def read_local_name(element: _Element) -> str:
    """Return the element's name without its namespace; ``""`` for comments and instructions."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def read_attribute(element: _Element, name: str) -> str:
    """Return the value of an attribute in any namespace; ``""`` if missing."""
    named = ((str(key).rpartition("}")[2], str(value)) for key, value in element.attrib.items())
    return next((value for key, value in named if key == name), "")


def find_child(element: _Element, name: str) -> _Element | None:
    """Return the first child with this name in any namespace."""
    return next((c for c in element if read_local_name(c) == name), None)


def find_descendant(element: _Element, *names: str) -> _Element | None:
    """Return the first descendant with one of the names."""
    return next((e for e in element.iter() if read_local_name(e) in names), None)


_BREAKS = ("br", "eol", "marker")
"""Elements that separate words: line breaks and tabs."""


def read_running_text(element: _Element | None, skipped: Collection[str] = ()) -> str:
    """Return all text of an element on one line, without the ``skipped`` elements."""
    return "" if element is None else squeeze(_text(element, skipped))


def _text(element: _Element, skipped: Collection[str]) -> str:
    parts = [element.text or ""]
    for part in element:
        name = read_local_name(part)
        if name in _BREAKS:
            parts.append(" ")
        if name and name not in skipped:
            parts.append(_text(part, skipped))
        parts.append(part.tail or "")
    return "".join(parts)


def write_lines(
    outline: Outline, element: _Element, inline: Collection[str], skipped: Collection[str]
) -> None:
    """Write an element without provisions: one line for each block in it."""
    run = [element.text or ""]
    for part in element:
        name = read_local_name(part)
        if name in inline:
            run.append(" " if name in _BREAKS else _text(part, skipped))
        elif name and name not in skipped:
            _flush(outline, run)
            write_lines(outline, part, inline, skipped)
        run.append(part.tail or "")
    _flush(outline, run)


def _flush(outline: Outline, run: list[str]) -> None:
    text = squeeze("".join(run))
    if text:
        outline.line(text)
    run.clear()
