"""Addresses of a provision: the forms of an eid, a clause's number, a section's heading."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lexdesk.citations.cited_eids import list_cited_forms
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow
from lexdesk.structure.law_lines import parse_article
from lexdesk.text.lazy_pattern import lazy_pattern

_ARTICLE = lazy_pattern(r"art_(\d{1,4}[a-z]{0,3})((?:__.*)?)")
_POINT = lazy_pattern(r"(?P<paragraph>art_[^_]+(?:__para_[^_]+)?)__(?P<point>point_.+)")
_LATIN = lazy_pattern(r"(art_\d{1,4})-?((?:bis|ter|qu[aá]ter|[a-z]+ies)(?:__.*)?)")


@lru_cache
def list_cited_addresses(eid: str) -> tuple[str, ...]:
    """Return an eid and the other forms that it is cited in: Annex II is ``anx_2`` or ``anx_ii``.

    A clause may be cited by its number.
    """
    steps = eid.count("__")  # a form with fewer steps may be in another division
    forms = (form for form in list_cited_forms(eid.lower()) if form.count("__") == steps)
    from lexdesk.citations.clauses import parse_clause  # many patterns

    return tuple(dict.fromkeys((eid, *forms, *parse_clause(eid), *_other_addresses(eid))))


def _other_addresses(eid: str) -> Iterator[str]:
    """Yield other addresses of an article: of ``art_3`` in Czech, Slovak, Bulgarian and French, of ``art_2bis``.

    A printed number is that of a law in Markdown: ``Article 199 undecies B``, ``R*423-1``.
    """
    number = eid.removeprefix("art_")
    if "_" not in number and (
        printed := parse_article(number) or parse_article(f"Article {number}")
    ):
        yield from (printed.eid,) if not printed.heading else ()
    if article := _ARTICLE.fullmatch(eid):
        number, inside = article.groups()
        yield from (f"{word}{number}{inside}" for word in ("clanek_", "clanok_", ""))
        if number == "1":
            yield f"art_premier{inside}"
    if inserted := _LATIN.fullmatch(eid):
        yield from (f"{inserted[1]}{joint}{inserted[2]}" for joint in ("-", ""))


def find_heading_eid(store: Store, expression: ExpressionRow, heading: str) -> str:
    """Return the eid of the first section with this heading; ``""`` without one."""
    wanted = " ".join(heading.split()).casefold()
    provisions = store.texts.provisions(expression.id)
    return next((p.eid for p in provisions if wanted and p.heading.casefold() == wanted), "")


def find_subparagraph_eid(store: Store, expression: ExpressionRow, eid: str) -> str:
    """Return the eid of a point cited by its paragraph if one subparagraph alone has it; ``""`` for others.

    ``art_9__para_6__point_a`` is ``art_9__para_6__subpara_2__point_a``.
    """
    point = _POINT.fullmatch(eid.lower())
    if point is None:
        return ""
    inside = store.texts.provisions_in(expression.id, point["paragraph"])
    eids = [f"{p.eid}__{point['point']}" for p in inside if "__subpara_" in p.eid]
    held = [eid for eid in eids if store.texts.provision(expression.id, eid)]
    return held[0] if len(held) == 1 else ""


def list_headings_down_to(store: Store, expression: int, eid: str | None) -> str:
    """Return the headings of a section inside others, outermost first: ``Holiday › Scope``; ``""`` for others."""
    found: list[str] = []
    inner = eid
    while inner and "__" in (eid or "") and (section := store.texts.provision(expression, inner)):
        found.insert(0, section.heading)
        inner = section.parent
    return " › ".join(filter(None, found))
