"""Filters: which documents a field such as ``kind:`` or ``cites:`` means, resolved in SQLite."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from typing import Literal

from lexdesk.errors import QueryError
from lexdesk.index.allowed import Allowed, Excluded, Resolved
from lexdesk.law.authority import authorities
from lexdesk.query import And, Filter, Node, Or, Query, Rank
from lexdesk.store import Store, until_changed
from lexdesk.text import fold, nfc, tokens

_EID = re.compile(r"(?P<work>[^/\s]+)/(?P<eid>[a-z]+\w*)", re.IGNORECASE)
_Column = Literal["kind", "language"]
_CELEX = re.compile(
    r"[0-9]{5}[A-Z]{1,2}[0-9]{4}[^/\s]*|1[0-9]{4}[A-Z]", re.IGNORECASE
)  # 12016E: TFEU
_OF_A_STATE = re.compile(r"[A-Z]{2}-\S+", re.IGNORECASE)  # DE-bgb, IE-2018-act-7
_NUMBER_OF_ACT = re.compile(r"\d{1,4}/\d{1,4}(?P<community>/[A-Z]{2,8})?", re.IGNORECASE)
_BACKSLASH = "\\"
_NUMBERED = ("Directive {}", "Regulation (EU) {}", "Decision {}", "Decision No {}")


def resolve(query: Query, store: Store) -> dict[Filter, Allowed]:
    """What each filter of ``query`` lets through. Raises ``QueryError`` for a value that is unknown."""
    resolver = _Resolver(query, store)
    return {each: resolver.allowed(each) for each in query.filters()}


class _Resolver:
    def __init__(self, query: Query, store: Store):
        self._query = query
        self._store = store

    def allowed(self, each: Filter) -> Allowed:
        match each.name:
            case "cites":
                return Allowed("passage", frozenset(self._citing(each)))
            case "kind" | "lang":
                return self._with_value(each)
            case "folder":
                found = self._in_folder(each)
            case "authority":
                found = self._of_authority(each)
            case "work":
                works = self._works(each.value)
                if not works:
                    raise self._unknown(each, "no work of that name or identifier", self._names())
                found = self._store.expressions_of_works(works)
            case "in-force":
                found = self._store.expressions_in_force(each.first)
            case _:
                found = self._store.expressions_from(each.first, each.last)
        everything = self._store.expressions()
        if 2 * len(found) > len(everything):
            return Allowed("expression", frozenset(everything - found), inverse=True)
        return Allowed("expression", frozenset(found))

    def _with_value(self, each: Filter) -> Allowed:
        column: _Column = "kind" if each.name == "kind" else "language"
        counts = _counts(self._store, column)
        meant = next((value for value in counts if fold(value) == each.value), None)
        if meant is None:
            if counts:
                raise self._unknown(each, f"no document of the {column} {each.value}", list(counts))
            return Allowed("expression", frozenset())
        return _allowed(self._store, column, meant)

    def _in_folder(self, each: Filter) -> set[int]:
        """The texts of files in a folder of this name, or of these names: ``HR/2024``; at any depth."""
        inside = f"/{fold(each.value.replace(_BACKSLASH, '/').strip('/'))}/"
        by_folder = self._store.expressions_by_folder()
        found = {
            number
            for folder, numbers in by_folder.items()
            if inside in f"{fold(folder)}/"
            for number in numbers
        }
        if not found:
            known = sorted({nfc(folder.rpartition("/")[2]) for folder in by_folder})
            raise self._unknown(each, "no file in a folder of that name", known)
        return found

    def _of_authority(self, each: Filter) -> set[int]:
        names = authorities(self._store)
        found = {number for number, name in names.items() if fold(name) == each.value}
        if not found:
            known = sorted(set(names.values()))
            raise self._unknown(each, "no text of that court or authority", known)
        return found

    def _unknown(self, each: Filter, what: str, known: list[str]) -> QueryError:
        near = difflib.get_close_matches(each.value, known, 1)
        text = self._query.text
        suggestion = ""
        if near:
            meant = str(Filter(each.name, near[0]))
            suggestion = text[: each.start] + meant + text[each.start + each.length :]
        there = f" (there are: {', '.join(sorted(known))})" if 0 < len(known) <= 20 else ""
        return QueryError(
            f"the library has {what}, asked for by {each.name}: at character {each.start + 1}{there}",
            text, each.start, each.length, suggestion,
        )  # fmt: skip

    def _names(self) -> list[str]:
        names = self._store.names_of_works()
        return sorted({name for each in names for name in each if name})

    def _works(self, value: str) -> set[str]:
        """Works by identifier, short title, usual name or number; else by words of the title.

        The title of an act names others by their numbers: ``95/46/EC`` is in that of the GDPR.
        """
        names = self._store.names_of_works()
        wanted = tokens(value)
        if found := {work for work, _, _ in names if work.casefold() == value.casefold()}:
            return found
        if found := {work for work, short, _ in names if short and tokens(short) == wanted}:
            return found
        if (named := _usual_name(value)) and any(work == named for work, _, _ in names):
            return {named}
        if number := _NUMBER_OF_ACT.fullmatch(value):
            numbered = {work for work, _, _ in names} & _works_numbered(value)
            if numbered or number["community"]:
                return numbered
        words = set(wanted)
        return {work for work, short, title in names if words and _holds(f"{title} {short}", words)}

    # What a passage cites.

    def _citing(self, each: Filter) -> set[int]:
        works, name, eids = self._target(each)
        names = {name for work, *both in self._store.names_of_works() if work in works
                 for name in both if name}  # fmt: skip
        return self._store.passages_citing(works, names or {name}, eids)

    def _target(self, each: Filter) -> tuple[set[str], str, tuple[str, ...]]:
        """The works and the eids in them that ``cites:`` means; no eids for a work as a whole.

        In place of works a name, for an act that is cited by its title and is not in the library.
        """
        if match := _EID.fullmatch(each.value):
            works = self._works(match["work"]) or self._identified(match["work"])
            return works, "", (match["eid"].lower(),)
        if _CELEX.fullmatch(each.value) or _OF_A_STATE.fullmatch(each.value):
            return self._identified(each.value), "", ()
        if _NUMBER_OF_ACT.fullmatch(each.value) and (numbered := _works_numbered(each.value)):
            known = {work for work, _, _ in self._store.names_of_works()}
            return numbered & known or numbered, "", ()
        found = _read(each.value)
        if found:
            work, name, eids = found
            if works := {work} if work else self._works(name):
                return works, "", eids
        if works := self._works(each.value):
            return works, "", ()
        if found:
            return set(), name, eids
        raise self._unknown(
            each, "no work of that name, and it is no citation that could be read", self._names()
        )

    def _identified(self, work: str) -> set[str]:
        known = {
            name for name, _, _ in self._store.names_of_works() if name.lower() == work.lower()
        }
        if _OF_A_STATE.fullmatch(work):  # a work that is cited and not there, as citations name it
            return known or {work[:2].upper() + work[2:].lower()}
        return known or {work.upper() if _CELEX.fullmatch(work) else work}


@until_changed
def _counts(store: Store, column: _Column) -> dict[str, int]:
    return store.expression_counts(column)


@until_changed
def _allowed(store: Store, column: _Column, value: str) -> Allowed:
    """The expressions with a value in a column, or all others where these are fewer."""
    counts = _counts(store, column)
    inverse = 2 * counts[value] > sum(counts.values())
    return Allowed(
        "expression", frozenset(store.expressions_with(column, value, inverse=inverse)), inverse
    )


def _holds(text: str, words: set[str]) -> bool:
    folded = fold(text)
    return all(word in folded for word in words) and words <= set(tokens(text))


def _usual_name(value: str) -> str:
    """The identifier of a work that a name such as ``GDPR`` stands for everywhere."""
    found = _read(value)
    return found[0] if found and not found[2] else ""


def _works_numbered(number: str) -> set[str]:
    """The identifiers of the acts of the Union that ``95/46/EC`` may be."""
    read = (_read(words.format(number.upper())) for words in _NUMBERED)
    return {work for work, _, _ in filter(None, read)}


def _read(value: str) -> tuple[str, str, tuple[str, ...]] | None:
    """(work, name, eids) of a citation that is the whole of ``value``."""
    from lexdesk.citations import find
    from lexdesk.citations.typed import cited

    if (typed := cited(value)) is not None:
        return typed.work, typed.name, typed.eids
    for text in dict.fromkeys((value, value.upper())):
        for each in find(text, "en"):
            if each.start == 0 and each.end == len(text) and (each.work or each.name):
                return each.work, each.name, each.eids
    return None


# Filters in a tree.


def conjuncts(node: Node) -> Iterator[tuple[Filter, bool]]:
    """The filters that every hit of a tree fulfils (True) or breaks (False)."""
    match node:
        case Filter():
            yield node, True
        case Rank():
            for part in node.required:
                yield from conjuncts(part)
        case And():
            for part in node.parts:
                yield from conjuncts(part)
            for part in node.excluded:
                if isinstance(part, Filter):
                    yield part, False


def listed(
    query: Query, resolved: Resolved, store: Store, limit: int, excluded: Excluded
) -> tuple[list[int], int]:
    """At most ``limit`` passages that a query of filters alone means, and how many there are.

    Latest text first, then in the text's order. A filter on documents gives the first passage of
    each; ``cites:`` gives each passage that cites.
    """
    is_citing = frozenset[int]().union(
        *(each.ids for each in resolved.values() if each.of == "passage")
    )
    passages: dict[int, list[int]] = {}
    for passage, expression in store.expressions_of_passages(is_citing):
        if excluded.holds_back(expression, passage):
            continue
        if _holds_for(query.root, _test(resolved, expression, passage)):
            passages.setdefault(expression, []).append(passage)
    whole = {
        expression
        for expression in store.expressions()
        if _holds_for(query.root, _test(resolved, expression, None))
    } - excluded.expressions
    order = store.latest_first(passages.keys() | whole)
    total = sum(len(passages.get(expression, ())) for expression in order) + len(whole)
    firsts = store.first_passages([each for each in order[:limit] if each in whole], is_citing)
    found = [
        passage
        for expression in order[:limit]
        for passage in sorted(
            [*passages.get(expression, ()), *filter(None, [firsts.get(expression)])]
        )
    ]
    return found[:limit], total


def _test(resolved: Resolved, expression: int, passage: int | None) -> Callable[[Filter], bool]:
    return lambda each: resolved[each].lets_through(expression, passage)


def _holds_for(node: Node, test: Callable[[Filter], bool]) -> bool:
    match node:
        case Filter():
            return test(node)
        case Or():
            return any(_holds_for(part, test) for part in node.parts)
        case And():
            return all(_holds_for(part, test) for part in node.parts) and not any(
                _holds_for(part, test) for part in node.excluded
            )
        case Rank():
            return all(_holds_for(part, test) for part in node.required)
    raise TypeError(f"{type(node).__name__} is no filter")
