"""Filters in the text of a query: reading, adding, removing and naming them.

A query filter is a single filter such as ``kind:contract`` or alternatives such as ``(lang:en OR
lang:de)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

from lexdesk_gui import wording
from lexdesk_gui.language import translate

if TYPE_CHECKING:
    from lexdesk.query import Node

_ENDS = re.compile(r"(AND|OR|NOT|UND|ODER|NICHT)\b|\)|$")
_FIRST_AND, _LAST_AND = re.compile(r"^(AND|UND)\b\s*"), re.compile(r"\s*\b(AND|UND)$")
_SEVERAL = frozenset({"kind", "lang", "folder", "authority"})
"""Filters with several values at once; a new value of any other filter replaces the old one."""


@dataclass(frozen=True, slots=True)
class QueryFilter:
    """A required filter: ``name`` with one of ``values``, and its position in the query in characters."""

    name: str
    values: tuple[str, ...]
    start: int = field(default=0, compare=False)
    length: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Return the filter in query syntax."""
        from lexdesk.query import Filter

        alternatives = " OR ".join(str(Filter(self.name, value)) for value in self.values)
        return f"({alternatives})" if len(self.values) > 1 else alternatives

    def has(self, value: str) -> bool:
        """Report whether ``value`` is among the values, ignoring case."""
        return value.casefold() in map(str.casefold, self.values)


def list_filters(query: str) -> list[QueryFilter]:
    """Return the required filters of ``query`` in order, or nothing for an invalid query.

    Filters below NOT, or next to words below OR, are excluded: a chip could neither show nor remove
    them.
    """
    if ":" not in query:
        return []  # the window starts without loading the query language
    from lexdesk.errors import QueryError
    from lexdesk.query import parse

    try:
        return sorted(_required_filters(parse(query).root), key=attrgetter("start"))
    except QueryError:
        return []


def _required_filters(node: Node) -> Iterator[QueryFilter]:
    from lexdesk.query import And, Filter, Or, Rank

    if isinstance(node, Filter):
        yield QueryFilter(node.name, (node.value,), node.start, node.length)
    elif isinstance(node, Or):
        filters = [part for part in node.parts if isinstance(part, Filter)]
        if len(filters) == len(node.parts) and len({part.name for part in filters}) == 1:
            first, last = filters[0], filters[-1]
            values = tuple(part.value for part in filters)
            yield QueryFilter(
                first.name, values, first.start, last.start + last.length - first.start
            )
    parts = node.parts if isinstance(node, And) else node.required if isinstance(node, Rank) else ()
    for part in parts:
        yield from _required_filters(part)


def only_filters(query: str) -> str:
    """Return the filters of ``query`` as a query without its words."""
    return " AND ".join(map(str, list_filters(query)))


def with_filter(query: str, name: str, *values: str) -> str:
    """Return ``query`` with ``values`` as the only values of the filter ``name``; none removes the filter."""
    query = without_filters(query, name)
    if not values:
        return query
    added, grouped = (
        f"{query} {QueryFilter(name, values)}".strip(),
        f"({query}) {QueryFilter(name, values)}",
    )
    if not _has(added, name) and _has(grouped, name):  # it would belong to the last of OR alone
        return grouped
    return added


def with_value(query: str, name: str, value: str) -> str:
    """Return ``query`` with ``value`` added to the filter ``name``, or in its place for single values."""
    values = _values(query, name) if name in _SEVERAL else []
    return with_filter(query, name, *(other for other in values if other != value), value)


def without_value(query: str, name: str, value: str) -> str:
    """Return ``query`` without ``value`` in the filter ``name``."""
    left = [other for other in _values(query, name) if other.casefold() != value.casefold()]
    return with_filter(query, name, *left)


def _values(query: str, name: str) -> list[str]:
    return [
        value
        for query_filter in list_filters(query)
        if query_filter.name == name
        for value in query_filter.values
    ]


def _has(query: str, name: str) -> bool:
    return any(query_filter.name == name for query_filter in list_filters(query))


def without_filters(query: str, *names: str) -> str:
    """Return ``query`` without the filters ``names``."""
    for query_filter in reversed(list_filters(query)):
        if query_filter.name in names:
            query = without_filter(query, query_filter)
    return query


def without_filter(query: str, query_filter: QueryFilter) -> str:
    """Return ``query`` without ``query_filter`` and without the brackets and AND it leaves behind."""
    left, right = (
        query[: query_filter.start].rstrip(),
        query[query_filter.start + query_filter.length :].lstrip(),
    )
    while left.endswith("(") and right.startswith(")"):
        left, right = left[:-1].rstrip(), right[1:].lstrip()
    if _ENDS.match(right):
        left = _LAST_AND.sub("", left)
    if not left or left.endswith("("):
        right = _FIRST_AND.sub("", right)
    return f"{left} {right}".strip()  # positions to the left stay valid


def filter_label(query_filter: QueryFilter) -> str:
    """Return the label of a chip: ``Language: English, German``."""
    values = ", ".join(
        wording.value_name(query_filter.name, value) for value in query_filter.values
    )
    if query_filter.name == "date":
        first, dots, last = values.partition("..")
        if first and last:
            values = translate("Chips", "{first} to {last}").format(first=first, last=last)
        elif dots:
            since, until = translate("Chips", "from {day}"), translate("Chips", "to {day}")
            values = (since if first else until).format(day=first or last)
    return f"{filter_name(query_filter.name)}: {values}"


def filter_name(name: str) -> str:
    """Return the label of a filter in chips, facets and menus."""
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
        "doc": translate("Chips", "Document contains"),
    }
    return names.get(name, name)
