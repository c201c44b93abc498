"""Styles of a Word file that hide, strike or raise their text or make headings, own or inherited (ECMA-376, part 1, 17.7)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from lexdesk.structure.xml_blocks import find_child, read_attribute
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_Stated = TypeVar("_Stated", bool, int)
_LEVELS = "012345678"  # 9 is the text itself
_HEADING = lazy_pattern(r"heading ?([1-9])", re.IGNORECASE)
_MOST_BASES = 20
_OFF = ("0", "false", "off")
_SMALL = 0.85  # times the size of the text around it
_USUAL_SIZE = 22  # half points, unless the file states another


class Styles:
    """The properties of text from the styles and properties of runs."""

    def __init__(self, roots: Sequence[_Element] = ()) -> None:
        self._based: dict[str, str] = {}
        self._raised: dict[str, bool] = {}
        self._hidden: dict[str, bool] = {}
        self._struck: dict[str, bool] = {}
        self._levels: dict[str, int] = {}  # of headings, from 1; 0: none
        self._size = _USUAL_SIZE
        for root in roots:
            self._take_size(root.find("{*}docDefaults/{*}rPrDefault/{*}rPr/{*}sz"))
            for style in root.iterfind("{*}style"):
                self._take(style)

    def _take_size(self, stated: _Element | None) -> None:
        """Take the size of text from the defaults of the file, or from its default style."""
        if stated is not None and read_attribute(stated, "val").isdecimal():
            self._size = int(read_attribute(stated, "val"))

    def _take(self, style: _Element) -> None:
        id_ = read_attribute(style, "styleId")
        if (
            read_attribute(style, "default") in ("1", "true")
            and read_attribute(style, "type") != "character"
        ):
            self._take_size(style.find("{*}rPr/{*}sz"))
        base = find_child(style, "basedOn")
        if base is not None:
            self._based[id_] = read_attribute(base, "val")
        if (level := _stated_level(style)) is not None:
            self._levels[id_] = level
        properties = find_child(style, "rPr")
        if properties is None:
            return
        if (place := find_child(properties, "vertAlign")) is not None:
            self._raised[id_] = read_attribute(place, "val") == "superscript"
        if (hidden := find_child(properties, "vanish")) is not None:
            self._hidden[id_] = read_attribute(hidden, "val") not in _OFF
        if (struck := _strikes(properties)) is not None:
            self._struck[id_] = struck

    def is_raised(self, run: _Element) -> bool:
        """Return True for a run in superscript, or lifted by hand and made smaller."""
        properties = find_child(run, "rPr")
        if properties is None:
            return False
        own, style = find_child(properties, "vertAlign"), find_child(properties, "rStyle")
        if own is not None:
            return read_attribute(own, "val") == "superscript"
        if _is_lifted(properties, self._size):
            return True
        return style is not None and bool(
            self._inherited(read_attribute(style, "val"), self._raised)
        )

    def is_hidden(self, properties: _Element | None, of_paragraph: bool = False) -> bool:
        """Return True for properties of hidden text, which is neither shown nor printed."""
        if properties is None:
            return of_paragraph
        own = find_child(properties, "vanish")
        if own is not None:
            return read_attribute(own, "val") not in _OFF
        style = find_child(properties, "rStyle")
        return of_paragraph or (
            style is not None and bool(self._inherited(read_attribute(style, "val"), self._hidden))
        )

    def is_struck(self, properties: _Element | None) -> bool:
        """Return True for properties of text struck out, by one line or two."""
        if properties is None:
            return False
        own, style = _strikes(properties), find_child(properties, "rStyle")
        if own is not None:
            return own
        return style is not None and bool(
            self._inherited(read_attribute(style, "val"), self._struck)
        )

    def hides_paragraph(self, properties: _Element | None) -> bool:
        """Return True if the style of a paragraph hides its text."""
        style = None if properties is None else find_child(properties, "pStyle")
        return style is not None and bool(
            self._inherited(read_attribute(style, "val"), self._hidden)
        )

    def heading_level(self, properties: _Element | None) -> int:
        """Return the level of a heading, from 1, by its own properties or its style; 0 for other paragraphs."""
        if properties is None:
            return 0
        if (own := find_child(properties, "outlineLvl")) is not None:
            return _level(own)
        style = find_child(properties, "pStyle")
        if style is None:
            return 0
        name = read_attribute(style, "val")
        if name not in self._levels and name not in self._based:
            return _level_of_name(name)
        return self._inherited(name, self._levels) or 0

    def _inherited(self, style: str, stated: Mapping[str, _Stated]) -> _Stated | None:
        for _ in range(_MOST_BASES):
            if style in stated:
                return stated[style]
            if style not in self._based:
                return None
            style = self._based[style]
        return None


def _stated_level(style: _Element) -> int | None:
    """Return the level of headings in a style, which Word names in English in all languages; ``None``: unstated."""
    properties, name = find_child(style, "pPr"), find_child(style, "name")
    stated = None if properties is None else find_child(properties, "outlineLvl")
    if stated is not None:
        return _level(stated)
    return (None if name is None else _level_of_name(read_attribute(name, "val"))) or None


def _level(stated: _Element) -> int:
    value = read_attribute(stated, "val")
    return int(value) + 1 if value in _LEVELS else 0


def _level_of_name(name: str) -> int:
    match = _HEADING.fullmatch(name)
    return int(match[1]) if match else 0


def _strikes(properties: _Element) -> bool | None:
    """Return whether properties strike text out; ``None`` for unstated ones."""
    lines = [find_child(properties, name) for name in ("strike", "dstrike")]
    stated = [read_attribute(line, "val") not in _OFF for line in lines if line is not None]
    return any(stated) if stated else None


def _is_lifted(properties: _Element, usual: int) -> bool:
    position, size = find_child(properties, "position"), find_child(properties, "sz")
    if position is None or size is None:
        return False
    lift, height = read_attribute(position, "val"), read_attribute(size, "val")
    return (
        lift.isdecimal()
        and height.isdecimal()
        and 0 < int(height) < _SMALL * usual
        and (int(lift) > 0)
    )
