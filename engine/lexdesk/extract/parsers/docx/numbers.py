"""Automatic paragraph numbers of Word: ``§ 5``, ``1.1``, ``(a)`` (ECMA-376, part 1, 17.9).

A paragraph or its style names a list (``num``) and a level; lists of one ``abstractNum`` share their
counters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lexdesk.extract.parsers.list_numbers import write_number
from lexdesk.structure.xml_blocks import read_attribute
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_PLACE = lazy_pattern(r"%([1-9])")
_NO_LIST = "0"
_OF_FIELDS = [
    (format_, text.format(level))
    for level, (format_, text) in enumerate(
        zip(
            ("decimal", "lowerLetter", "lowerRoman") * 3,
            ("%{})",) * 3 + ("(%{})",) * 3 + ("%{}.",) * 3,
            strict=True,
        ),
        1,
    )
]
"""Format and text of each level of Word's list NumberDefault, which fields count in unless they name one."""
_LEVELS = frozenset(map(str, range(9)))
_MOST_BASES = 20  # styles that one is based on in turn; real documents have a few
_LONGEST_TEXT = 500  # characters of ``%1.%2``, which stand before each paragraph of the list


@dataclass(frozen=True, slots=True)
class _Level:
    """One level of a list: ``start``, number ``format``, and ``text`` such as ``%1.%2``."""

    start: int = 1
    format: str = "decimal"
    text: str = ""
    style: str = ""
    is_legal: bool = False
    restarts_after: int | None = None  # the level, from 1; 0: none, missing: any above
    language: str = ""


@dataclass(slots=True)
class _List:
    """Levels of a ``num``; its first paragraph on a level of ``restarts`` has the number stated there."""

    abstract: str
    levels: dict[int, _Level]
    restarts: dict[int, int]
    begun: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Place:
    """A list and a level named by a style; either may be missing."""

    list: str | None
    level: int | None


class Numbering:
    """The lists of a document, and the last number of each of their levels.

    Bullets are no numbers; those of damaged lists are omitted.
    """

    def __init__(self, numbering: Sequence[_Element] = (), styles: Sequence[_Element] = ()) -> None:
        self._lists: dict[str, _List] = {}
        self._by_style: dict[str, _Place] = {}
        self._counts: dict[str, dict[int, int]] = {}  # abstractNum -> level -> last number
        self._named: dict[str, _List] = {}
        self._language = next(filter(None, map(_language, styles)), "")
        with suppress(ValueError):  # of a number that is none
            for root in numbering:
                self._lists |= _lists(root)
                self._named |= _named(root, self._lists.values())
            for root in styles:
                self._by_style |= _styles(root, self._lists)

    def next(self, properties: _Element) -> str:
        """Count a paragraph with these properties; return its number, ``""`` for none."""
        place = self._place(properties)
        if place is None or (found := self._lists.get(place[0])) is None:
            return ""
        return _next(found, place[1], self._counts.setdefault(found.abstract, {}), self._language)

    def next_of_field(self, name: str, at: int, start: int | None) -> str:
        """Count in the list of a field LISTNUM on level ``at``, from 0; return its number."""
        list_ = self._named.get(name.lower())
        if list_ is None:
            list_ = _List("", {level: _Level(1, *_OF_FIELDS[level]) for level in range(9)}, {})
        counts = self._counts.setdefault(list_.abstract, {})
        if start is not None:
            counts[at] = start - 1
        return _next(list_, at, counts, self._language)

    def _place(self, properties: _Element) -> tuple[str, int] | None:
        of_style = self._by_style.get(_child_value(properties, "pStyle") or "", _Place(None, None))
        numbers = properties.find("{*}numPr")
        own, level = (
            _child_value(numbers, n) if numbers is not None else None for n in ("numId", "ilvl")
        )
        list_ = own or of_style.list
        if list_ in (None, _NO_LIST):
            return None
        if level in _LEVELS:
            return list_, int(level)
        return list_, (of_style.level or 0) if own is None else 0


def _next(list_: _List, at: int, counts: dict[int, int], language: str) -> str:
    """Return the number of the next paragraph on level ``at``; ``""`` for none."""
    level = list_.levels.get(at)
    if level is None or str(at) not in _LEVELS:
        return ""
    starts = {**{n: level.start for n, level in list_.levels.items()}, **list_.restarts}
    for above in range(at):
        counts.setdefault(above, starts.get(above, 1))
    begins = at not in counts or (at in list_.restarts and at not in list_.begun)
    counts[at] = starts[at] if begins else counts[at] + 1
    list_.begun.add(at)
    for below in [count for count in counts if count > at]:
        after = list_.levels.get(below, _Level()).restarts_after
        if after is None or at < after:
            del counts[below]
    return _shown(list_, level, counts, language)


def _shown(list_: _List, level: _Level, counts: Mapping[int, int], language: str) -> str:
    if level.format == "bullet":
        return ""
    is_unknown = False

    def write(place: re.Match[str]) -> str:
        nonlocal is_unknown
        of = int(place[1]) - 1
        of_level = list_.levels.get(of, _Level())
        format_ = "decimal" if level.is_legal else of_level.format
        written = write_number(counts.get(of, 1), format_, of_level.language or language or "en")
        is_unknown = is_unknown or written is None
        return written or ""

    label = _PLACE.sub(write, level.text).strip()
    return "" if is_unknown else label


def _lists(numbering: _Element) -> dict[str, _List]:
    abstracts: dict[str, dict[int, _Level]] = {}
    linked: dict[str, str] = {}  # list style -> its abstractNum
    links: dict[str, str] = {}
    for definition in numbering.iter("{*}abstractNum"):
        id_ = read_attribute(definition, "abstractNumId")
        abstracts[id_] = dict(map(_level, definition.iter("{*}lvl")))
        if style := _child_value(definition, "styleLink"):
            linked[style] = id_
        if style := _child_value(definition, "numStyleLink"):
            links[id_] = style
    found = {}
    for number in numbering.iter("{*}num"):
        abstract = _child_value(number, "abstractNumId") or ""
        abstract = linked.get(links.get(abstract, ""), abstract)
        levels, restarts = dict(abstracts.get(abstract, {})), {}
        for override in number.iter("{*}lvlOverride"):
            at = int(read_attribute(override, "ilvl") or 0)
            levels.update(map(_level, override.iter("{*}lvl")))
            if (start := _child_value(override, "startOverride")) is not None:
                restarts[at] = int(start)
        found[read_attribute(number, "numId")] = _List(abstract, levels, restarts)
    return found


def _named(numbering: _Element, lists: Iterable[_List]) -> dict[str, _List]:
    """Return the lists that fields refer to by name."""
    of_abstract = {list_.abstract: list_ for list_ in lists}
    return {
        name.lower(): of_abstract[id_]
        for definition in numbering.iter("{*}abstractNum")
        if (name := _child_value(definition, "name"))
        and (id_ := read_attribute(definition, "abstractNumId")) in of_abstract
    }


def _level(element: _Element) -> tuple[int, _Level]:
    legal = element.find("{*}isLgl")
    restart = _child_value(element, "lvlRestart")
    return int(read_attribute(element, "ilvl") or 0), _Level(
        int(_child_value(element, "start") or 0),
        _format(element),
        (_child_value(element, "lvlText") or "")[:_LONGEST_TEXT],
        _child_value(element, "pStyle") or "",
        legal is not None and read_attribute(legal, "val") not in ("0", "false", "off"),
        None if restart is None else int(restart),
        _language(element),
    )


def _format(level: _Element) -> str:
    """Return the format of a level; ``zeros:3`` for one of Word 2010 such as ``001, 002, ...``."""
    stated = next(level.iter("{*}numFmt"), None)  # within alternatives, the newest first
    if stated is None:
        return "decimal"
    first = read_attribute(stated, "format").partition(",")[0]
    return f"zeros:{len(first)}" if first.strip("0") == "1" else read_attribute(stated, "val")


def _language(element: _Element) -> str:
    """Return the language of a level, or the usual one of the styles: ``en`` of ``en-GB``."""
    stated = next(element.iter("{*}lang"), None)
    return "" if stated is None else read_attribute(stated, "val").partition("-")[0].lower()


def _styles(styles: _Element, lists: Mapping[str, _List]) -> dict[str, _Place]:
    """Return list and level of each numbered paragraph style, own or inherited from its base style."""
    stated: dict[str, _Place] = {}
    based: dict[str, str | None] = {}
    for definition in styles.iter("{*}style"):
        id_ = read_attribute(definition, "styleId")
        based[id_] = _child_value(definition, "basedOn")
        numbers = definition.find("{*}pPr/{*}numPr")
        if numbers is not None:
            level = _child_value(numbers, "ilvl")
            stated[id_] = _Place(_child_value(numbers, "numId"), int(level) if level else None)
    found = {}
    for id_ in based:
        places = [(style, stated[style]) for style in _ancestry(id_, based) if style in stated]
        named_by, list_ = next(((n, p.list) for n, p in places if p.list is not None), ("", None))
        if list_ is not None and list_ in lists:
            levels = lists[list_].levels.items()
            own = (at for at, level in levels if level.style and level.style in (id_, named_by))
            stating = (place.level for _, place in places if place.level is not None)
            found[id_] = _Place(list_, next(stating, next(own, None)))
    return found


def _ancestry(id_: str, based: Mapping[str, str | None]) -> Iterator[str]:
    """Yield a style and those that it is based on, which may be based on it again."""
    at: str | None = id_
    for _ in range(_MOST_BASES):
        if at is not None:
            yield at
            at = based.get(at)


def _child_value(element: _Element, name: str) -> str | None:
    """Return the value of the child ``name``; ``None`` without it."""
    found = element.find(f"{{*}}{name}")
    return None if found is None else read_attribute(found, "val")
