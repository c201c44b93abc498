"""Works and provisions named by the value of a filter, and the parts of a text that may name them."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from lexdesk.citations.work_lookup import find_by_short_name
from lexdesk.index.conditions import Resolved
from lexdesk.law.work_names import names_of_works
from lexdesk.query import And, Filter, Leaf, Node, Or, Query, Rank, Term, holds_for, parts_of
from lexdesk.storage import Store
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import token_spans

_EID = lazy_pattern(r"[a-z]+\w*|[a-z]+_\w[\w.-]*", re.IGNORECASE)  # art_1108-1
_APART = lazy_pattern(r"[/\s]")
_CELEX = lazy_pattern(r"[0-9]{5}[A-Z]{1,2}[0-9]{4}[^/\s]*|1[0-9]{4}[A-Z]", re.IGNORECASE)
"""``32016R0679``, and ``12016E``, the TFEU."""
_OF_A_STATE = lazy_pattern(r"[A-Z]{2}-\S+", re.IGNORECASE)  # DE-bgb, IE-2018-act-7
_NUMBER_OF_ACT = lazy_pattern(r"\d{1,4}/\d{1,4}(?P<community>/[A-Z]{2,8})?", re.IGNORECASE)
_JOINT = lazy_pattern(r"[\s,;]+(?:(?:of|to|de[rs]?|du|del|della)\s+)?(?:the\s+)?$|^[\s,;]+")
_NUMBERED = ("Directive {}", "Regulation (EU) {}", "Decision {}", "Decision No {}")


class Target(NamedTuple):
    """A cited target: ``works``, or a work missing from the library by its ``name``.

    ``eids`` are its provisions; empty for a whole work.
    """

    works: set[str]
    name: str = ""
    eids: tuple[str, ...] = ()


def find_works_named(value: str, store: Store) -> set[str]:
    """Return works by identifier, short title, usual name or number, else by words of the title or the name of the file.

    The title of an act names others by their numbers: ``95/46/EC`` is in that of the GDPR.
    """
    names = names_of_works(store)
    if found := names.works_with_identifier(value) or names.works_named(value):
        return found
    if (named := _usual_name(value)) and named in names.works_with_identifier(named):
        return {named}
    if number := _NUMBER_OF_ACT.fullmatch(value):
        numbered = find_works_numbered(value, store)
        if numbered or number["community"]:
            return numbered
    return names.with_words(value) or store.filters.works_of_files(value)


def find_target_named(value: str, store: Store) -> Target | None:
    """Return the target of a ``cites:`` value; ``None`` if it is neither known nor a citation."""
    if provision := _provision_named(value, store):
        return provision
    if _CELEX.fullmatch(value) or _OF_A_STATE.fullmatch(value):
        return Target(_identify(value, store))
    if _NUMBER_OF_ACT.fullmatch(value) and (numbered := _works_numbered(value)):
        return Target(find_works_numbered(value, store) or numbered)
    found = _read_citation(value)
    if found:
        work, name, eids = found
        if works := {work} if work else find_works_named(name, store):
            return Target(works, eids=eids)
    if works := find_works_named(value, store):
        return Target(works)
    if found:
        return Target(set(), name, eids)
    if work := find_by_short_name(value):  # cited, but missing from the library
        return Target({work})
    return None


def find_absent_named(value: str, store: Store) -> Target | None:
    """Return the named work if the library lacks it; ``None`` if it may hold it, or no work is named."""
    named_work = find_by_short_name(value)
    target = Target({named_work}) if named_work else find_target_named(value, store)
    if target is None or target.eids or any(map(store.law.expressions_of, target.works)):
        return None
    return target


def _provision_named(value: str, store: Store) -> Target | None:
    """Return the target of ``WORK/EID``; identifiers in the library may hold any characters."""
    work, _, eid = value.rpartition("/")
    if not work or not _EID.fullmatch(eid):
        return None
    works = names_of_works(store).works_with_identifier(work)
    if not works and not _APART.search(work):
        works = find_works_named(work, store) or _identify(work, store)
    return Target(works, eids=(eid.lower(),)) if works else None


def _identify(work: str, store: Store) -> set[str]:
    known = names_of_works(store).works_with_identifier(work)
    if _OF_A_STATE.fullmatch(work):  # a cited work missing from the library, named as in citations
        return known or {work[:2].upper() + work[2:].lower()}
    return known or {work.upper() if _CELEX.fullmatch(work) else work}


def _usual_name(value: str) -> str:
    """Return the identifier of a work with a universal name such as ``GDPR``."""
    found = _read_citation(value)
    return found[0] if found and not found[2] else find_by_short_name(value)


def find_works_numbered(number: str, store: Store) -> set[str]:
    """Return the acts of the Union in ``store`` with this number: ``95/46/EC`` or ``2016/679``."""
    if not _NUMBER_OF_ACT.fullmatch(number):
        return set()
    names = names_of_works(store)
    return {work for work in _works_numbered(number) if work in names.works_with_identifier(work)}


def _works_numbered(number: str) -> set[str]:
    """Return the possible identifiers of an act of the Union numbered ``95/46/EC``."""
    read = (_read_citation(words.format(number.upper())) for words in _NUMBERED)
    return {work for work, _, _ in filter(None, read)}


def _read_citation(value: str) -> tuple[str, str, tuple[str, ...]] | None:
    """Return (work, name, eids) of a citation that spans ``value``."""
    from lexdesk.citations import find
    from lexdesk.citations.query_citations import parse_query_citation

    if (typed := parse_query_citation(value)) is not None:
        return typed.work, typed.name, typed.eids
    for text in dict.fromkeys((value, value.upper())):
        for citation in find(text, "en"):
            if (
                citation.start == 0
                and citation.end == len(text)
                and (citation.work or citation.name)
            ):
                return citation.work, citation.name, citation.eids
    return None


def select_words_beside_filters(query: Query) -> str | None:
    """Return the words of ``query`` apart from filters of documents and titles; ``None`` with other conditions."""
    root = query.root
    if not isinstance(root, Rank) or not root.required:
        return None
    if not all(_is_of_document(node) for node in root.required):
        return None
    words = [part.typed for part in root.optional if isinstance(part, Term) and not part.quoted]
    return " ".join(words) if len(words) == len(root.optional) else None


def _is_of_document(node: Node) -> bool:
    if isinstance(node, And | Or):
        return all(map(_is_of_document, parts_of(node)))
    if isinstance(node, Filter):
        return node.name != "cites"  # a filter on passages
    return isinstance(node, Term) and node.field == "title"


def filter_test(query: Query, store: Store, filters: Resolved) -> Callable[[int], bool]:
    """Return a test of expressions against the resolved ``filters`` and title words of ``query``."""
    required = query.root.required if isinstance(query.root, Rank) else ()

    @cache
    def titled(typed: str) -> frozenset[int]:
        return frozenset(store.filters.expressions_of_works(find_works_named(typed, store)))

    def passes(expression: int) -> bool:
        def test(node: Filter | Leaf) -> bool:
            if isinstance(node, Filter):
                return filters[node].allows(expression, None)
            return not isinstance(node, Term) or expression in titled(node.typed)

        return all(holds_for(part, test) for part in required)

    return passes


def list_cuts(typed: str) -> Iterator[tuple[str, str]]:
    """Yield splits of a text into (name, place), the longest name first."""
    spans = [(start, end) for start, end, _ in token_spans(typed)]
    yield typed, ""
    for at in range(1, len(spans)):
        before, behind = typed[: spans[at][0]], typed[spans[at][0] :]
        yield behind, _JOINT.sub("", before)
    for at in range(len(spans) - 1, 0, -1):
        before, behind = typed[: spans[at - 1][1]], typed[spans[at - 1][1] :]
        yield before, _JOINT.sub("", behind)


def resolve_places(text: str, work: str) -> tuple[str, ...]:
    """Return the eids of a pin cite in ``work`` that makes up the whole ``text``; empty for other texts."""
    if not any(map(str.isalnum, text)):
        return ()
    from lexdesk.citations.query_citations import parse_pin_cite  # loads many patterns

    return parse_pin_cite(text, work)
