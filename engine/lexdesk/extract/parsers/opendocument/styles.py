"""Styles of OpenDocument that raise, hide or strike text, or set it in a font of signs (part 3, 16.2 and 20)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.structure.xml_blocks import read_attribute, read_local_name

if TYPE_CHECKING:
    from lxml.etree import _Element

_MOST_PARENTS = 20


class TextStyle(NamedTuple):
    """The properties of text from a style; ``None`` for unstated ones."""

    is_raised: bool | None = None
    is_hidden: bool | None = None
    font: str | None = None
    is_struck: bool | None = None

    def within(self, outer: TextStyle) -> TextStyle:
        """Return this style with what it leaves to an outer one."""
        return TextStyle(
            outer.is_raised if self.is_raised is None else self.is_raised,
            outer.is_hidden if self.is_hidden is None else self.is_hidden,
            outer.font if self.font is None else self.font,
            outer.is_struck if self.is_struck is None else self.is_struck,
        )


class Styles:
    """The styles of a document by name, each with what it inherits."""

    def __init__(self, roots: Sequence[_Element] = ()) -> None:
        self._stated: dict[str, TextStyle] = {}
        self._parents: dict[str, str] = {}
        self._lists: dict[str, str] = {}
        for root in roots:
            for style in root.iter("{*}style"):
                name = read_attribute(style, "name")
                self._parents[name] = read_attribute(style, "parent-style-name")
                self._lists[name] = read_attribute(style, "list-style-name")
                for properties in style:
                    if read_local_name(properties) == "text-properties":
                        self._stated[name] = _stated(properties)

    def of(self, name: str) -> TextStyle:
        """Return a style with what it inherits."""
        found = TextStyle()
        for ancestor in self._ancestry(name):
            found = found.within(self._stated.get(ancestor, TextStyle()))
        return found

    def list_style(self, name: str) -> str:
        """Return the list style of a paragraph style; ``""`` for none."""
        return next(filter(None, (self._lists.get(at, "") for at in self._ancestry(name))), "")

    def _ancestry(self, name: str) -> Sequence[str]:
        found = [name] if name else []
        while found and len(found) < _MOST_PARENTS and (parent := self._parents.get(found[-1])):
            found.append(parent)
        return found


def _stated(properties: _Element) -> TextStyle:
    position, display = (
        read_attribute(properties, "text-position"),
        read_attribute(properties, "display"),
    )
    line = read_attribute(properties, "text-line-through-style") or read_attribute(
        properties, "text-line-through-type"
    )
    font = read_attribute(properties, "font-name") or read_attribute(properties, "font-family")
    return TextStyle(
        _is_raised(position) if position else None,
        display == "none" if display else None,
        font or None,
        line != "none" if line else None,
    )


def _is_raised(position: str) -> bool:
    place = position.partition(" ")[0]
    return place == "super" or (place.endswith("%") and not place.startswith(("-", "0%")))
