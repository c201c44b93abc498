"""What a query demands of documents: read from it, put into it, taken out of it, and named.

A demand is a filter, as ``kind:contract``, or one of several values of it, as ``(lang:en OR lang:de)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lexdesk_gui import wording
from lexdesk_gui.language import translate

if TYPE_CHECKING:
    from lexdesk.query import Node

_ENDS = re.compile(r"(AND|OR|NOT|UND|ODER|NICHT)\b|\)|$")
_FIRST_AND, _LAST_AND = re.compile(r"^(AND|UND)\b\s*"), re.compile(r"\s*\b(AND|UND)$")
_SEVERAL = frozenset({"kind", "lang", "folder", "authority"})
"""Filters of which several values may be asked for at once; of days and acts a new one takes the place of the one there."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What every hit fulfils: the filter ``name`` with one of ``values``; ``start`` and ``length`` are its place in the
    query, in characters."""

    name: str
    values: tuple[str, ...]
    start: int = field(default=0, compare=False)
    length: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """As a query says it."""
        from lexdesk.query import Filter

        said = " OR ".join(str(Filter(self.name, value)) for value in self.values)
        return f"({said})" if len(self.values) > 1 else said

    def has(self, value: str) -> bool:
        """Whether ``value`` is one of those, in capital or small letters."""
        return value.casefold() in map(str.casefold, self.values)


def demands_of(query: str) -> list[Demand]:
    """What every hit of ``query`` fulfils, in order; nothing where it has a mistake.

    What stands below NOT, or beside words below OR, is left out: a choice could neither tell it nor take it away.
    """
    if ":" not in query:
        return []  # the window starts without loading the query language
    from lexdesk.errors import QueryError
    from lexdesk.query import parse

    try:
        return sorted(_demanded(parse(query).root), key=lambda each: each.start)
    except QueryError:
        return []


def _demanded(node: Node) -> Iterator[Demand]:
    from lexdesk.query import And, Filter, Or, Rank

    if isinstance(node, Filter):
        yield Demand(node.name, (node.value,), node.start, node.length)
    elif isinstance(node, Or):
        filters = [each for each in node.parts if isinstance(each, Filter)]
        if len(filters) == len(node.parts) and len({each.name for each in filters}) == 1:
            first, last = filters[0], filters[-1]
            values = tuple(each.value for each in filters)
            yield Demand(first.name, values, first.start, last.start + last.length - first.start)
    parts = node.parts if isinstance(node, And) else node.required if isinstance(node, Rank) else ()
    for part in parts:
        yield from _demanded(part)


def all_demands_of(query: str) -> str:
    """What ``query`` demands as a query of its own, without its words."""
    return " AND ".join(map(str, demands_of(query)))


def with_filter(query: str, name: str, *values: str) -> str:
    """``query`` with one of ``values`` of the filter ``name``, in place of what it demands of that; nothing where there
    are none."""
    query = without_any(query, name)
    if not values:
        return query
    added, grouped = f"{query} {Demand(name, values)}".strip(), f"({query}) {Demand(name, values)}"
    if not _has(added, name) and _has(grouped, name):  # it would belong to the last of OR alone
        return grouped
    return added


def with_one_more(query: str, name: str, value: str) -> str:
    """``query`` with ``value`` beside those that it demands of ``name``, where there may be several."""
    there = _values(query, name) if name in _SEVERAL else []
    return with_filter(query, name, *(each for each in there if each != value), value)


def with_one_less(query: str, name: str, value: str) -> str:
    """``query`` with the other values that it demands of ``name``."""
    left = [each for each in _values(query, name) if each.casefold() != value.casefold()]
    return with_filter(query, name, *left)


def _values(query: str, name: str) -> list[str]:
    return [value for each in demands_of(query) if each.name == name for value in each.values]


def _has(query: str, name: str) -> bool:
    return any(each.name == name for each in demands_of(query))


def without_any(query: str, *names: str) -> str:
    """``query`` without what it demands of ``names``."""
    for each in reversed(demands_of(query)):
        if each.name in names:
            query = without(query, each)
    return query


def without(query: str, each: Demand) -> str:
    """``query`` without ``each``, and without the brackets and the AND that only it needs."""
    left, right = query[: each.start].rstrip(), query[each.start + each.length :].lstrip()
    while left.endswith("(") and right.startswith(")"):
        left, right = left[:-1].rstrip(), right[1:].lstrip()
    if _ENDS.match(right):
        left = _LAST_AND.sub("", left)
    if not left or left.endswith("("):
        right = _FIRST_AND.sub("", right)
    return f"{left} {right}".strip()  # what stands before keeps its place


def label_of(each: Demand) -> str:
    """How a chip names a demand: ``Language: English, German``."""
    told = ", ".join(wording.value_name(each.name, value) for value in each.values)
    if each.name == "date":
        first, dots, last = told.partition("..")
        if first and last:
            told = translate("Chips", "{first} to {last}").format(first=first, last=last)
        elif dots:
            since, until = translate("Chips", "from {day}"), translate("Chips", "to {day}")
            told = (since if first else until).format(day=first or last)
    return f"{filter_name(each.name)}: {told}"


def filter_name(name: str) -> str:
    """How chips, facets and menus call a filter."""
    names = {
        "kind": translate("Chips", "Kind"),
        "work": translate("Chips", "Act"),
        "lang": translate("Chips", "Language"),
        "folder": translate("Chips", "Folder"),
        "authority": translate("Chips", "Court or authority"),
        "date": translate("Chips", "Date"),
        "before": translate("Chips", "Before"),
        "after": translate("Chips", "After"),
        "in-force": translate("Chips", "In force"),
        "cites": translate("Chips", "Cites"),
        "doc": translate("Chips", "Document says"),
    }
    return names.get(name, name)
