"""The result of a known-item search, and the notices on its names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from lexdesk.errors import Message, NoteCode, both
from lexdesk.law.citation_labels import label_citation as law_name
from lexdesk.law.cross_references import CitationTarget
from lexdesk.query import Query, parse
from lexdesk.structure.decisions.neutral_citation import NEUTRAL, canonicalize_citation
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lexdesk.storage.schema import ExpressionRow

_NUMBER_OF_LAW = lazy_pattern(r"(?<!\d)(?<!\d/)\d{1,4}/\d{1,4}(?!\d|/\d)")


class KnownItem(Struct, frozen=True):
    """The provisions, work or clauses cited or named by a query in one library.

    ``located`` holds them in order; it is empty if the query names none or the library lacks it. ``is_whole`` is
    whether the query holds nothing but the citation. ``is_absent`` is whether the library lacks the item, and
    ``is_law_absent`` whether the query surely names law. ``notice`` reports a missing or ambiguous item;
    ``notice_without_match`` applies if no passage matches the query either, ``notice_with_match`` if one does.
    ``expression`` is the text of a cited work to show: its other languages are left out of the search. ``citing_forms``
    are the forms in which texts cite an absent work, searched if no text has the one of the query.
    """

    located: tuple[CitationTarget, ...] = ()
    is_whole: bool = True
    is_absent: bool = False
    is_law_absent: bool = False
    notice: Message | None = None
    notice_without_match: Message | None = None
    notice_with_match: Message | None = None
    expression: ExpressionRow | None = None
    citing_forms: tuple[str, ...] = ()

    def is_cited_in(self, query: str, text: str) -> bool:
        """Return whether ``text`` may concern the law or judgment in ``query``.

        If the library lacks that law, such as ``Directive 2001/29``, only texts with its number may; otherwise all.
        """
        wanted = _numbers(query) if self.is_law_absent else set()
        return not wanted or not wanted.isdisjoint(_numbers(text))

    def as_cited(self, typed: str) -> KnownItem:
        """Return the absent item ``typed`` with a notice of the form in which texts cite it."""
        form = ", ".join(self.citing_forms)
        notice = Message(NoteCode.CITED_AS, cited=typed, form=form)
        return replace(self, notice_with_match=notice)

    @property
    def answers_query(self) -> bool:
        """Return whether the query is the citation of an item in the library."""
        return self.is_whole and bool(self.located)


def _numbers(text: str) -> set[str]:
    """Return the numbers of laws and the neutral citations in a text."""
    return {*_NUMBER_OF_LAW.findall(text), *map(canonicalize_citation, NEUTRAL.findall(text))}


def with_usual(item: KnownItem, cited: str, usual: str) -> KnownItem:
    """Return the item with a notice that ``cited`` usually means another work, if ``usual`` names one."""
    if not (usual and item.located):
        return item
    name = law_name("", item.located[0].expression, None)
    notice = Message(NoteCode.NAMESAKE, cited=cited, usual=usual, name=name)
    return replace(item, notice=both(item.notice, notice))


def with_near(item: KnownItem, typed: str) -> KnownItem:
    """Return the item with a notice that no act is called ``typed``, and that it is the one with the nearest name."""
    name = law_name("", item.located[0].expression, None) if item.located else ""
    notice = Message(NoteCode.NEAR_NAME, cited=typed, name=name)
    return replace(item, notice=both(item.notice, notice)) if name else item


def absent_work(text: str, work: str = "", *, is_law: bool = True) -> KnownItem:
    """Return the item of a work that the library lacks; ``is_law`` is whether ``text`` surely names law."""
    return KnownItem(
        is_absent=True,
        is_law_absent=is_law,
        notice_without_match=Message(NoteCode.NOT_CITED, cited=text),
        notice_with_match=Message(NoteCode.WORK_NOT_HELD, cited=text) if is_law else None,
        citing_forms=_citing_forms(text, work),
    )


def with_collective(item: KnownItem, text: str) -> KnownItem:
    """Return the item with a notice that ``text`` cites several Acts by a collective title, if it does."""
    if not item.located:
        return item
    notice = _collective_notice(text.strip(), law_name("", item.located[0].expression, None))
    return replace(item, notice=both(item.notice, notice))


_YEAR = r"(?:18|19|20)\d\d"
_COLLECTIVE = lazy_pattern(
    rf"(?<=[\w)] )Acts,?\s(?P<first>{_YEAR})(?:(?:,?\s(?:to|and|&)\s|\s?[-–/]\s?|,\s){_YEAR})+"
)


def with_first_act(text: str) -> str:
    """Return ``text`` with a collective title replaced by the first Act: ``Unfair Dismissals Act 1977``.

    The sections of ``Unfair Dismissals Acts 1977 to 2015`` are those of the first Act, which the later ones amend
    (Interpretation Act 2005, s 14 and s 15).
    """
    return _COLLECTIVE.sub(r"Act \g<first>", text) if "Acts" in text else text


def _collective_notice(text: str, first: str) -> Message | None:
    """Return the notice that ``text`` cites several Acts together, of which ``first`` is shown; ``None`` for one Act."""
    if not _COLLECTIVE.search(text):
        return None
    return Message(NoteCode.COLLECTIVE, cited=text, name=first)


_ECLI_OF_UNION = lazy_pattern(r"(?:^|[:=])ECLI:(?P<number>EU:[CTF]:\d{4}:\d{1,4})$", re.IGNORECASE)
_CASE = lazy_pattern(r"6(?P<year>\d{4})(?P<court>[CTF])[A-Z]0*(?P<number>\d+)")
_ACT = lazy_pattern(r"3(?P<year>\d{4})(?P<kind>[RLD])0*(?P<number>\d+)")
_NUMBER_FIRST_UNTIL = 2015  # Regulation (EU) No 575/2013
_COURT_NAMED_FROM = 1989  # Case C-131/12, but Case 26/62
_SHORT_YEAR_UNTIL = 1998  # Directive 95/46/EC, but 1999/44/EC


def _citing_forms(typed: str, work: str) -> tuple[str, ...]:
    """Return the forms in which texts cite ``work``, typed by an identifier that they do not use; empty for others.

    They cite 62012CJ0131 as ``C-131/12``, ECLI:EU:C:2014:317 as ``EU:C:2014:317``, and 32014L0104 as ``2014/104/EU``.
    """
    if ecli := _ECLI_OF_UNION.search(typed):
        return (ecli["number"].upper(),)
    named = work or typed.upper()
    if case := _CASE.fullmatch(named):
        court = f"{case['court']}-" if int(case["year"]) >= _COURT_NAMED_FROM else ""
        return (f"{court}{case['number']}/{case['year'][2:]}",)
    if act := _ACT.fullmatch(named):
        year, number = int(act["year"]), act["number"]
        short = str(year)[2:] if year <= _SHORT_YEAR_UNTIL else str(year)
        if act["kind"] == "R" and year < _NUMBER_FIRST_UNTIL:
            return (f"{number}/{short}",)
        return (f"{short}/{number}",)
    return ()


def citing_query(forms: Iterable[str]) -> Query:
    """Return the query for passages with one of these forms."""
    return parse(" OR ".join(f'"{form}"' for form in forms))
