"""The result of a known-item search, and the notices on its names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from lexdesk.errors import Message, NoteCode, both
from lexdesk.law.citation_labels import citation as law_name
from lexdesk.law.cross_references import CitationTarget
from lexdesk.search.known_item.citing_forms import citing_forms
from lexdesk.search.known_item.collective_titles import collective_notice
from lexdesk.structure.decisions.neutral_citation import NEUTRAL, canonical_citation
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
    return {*_NUMBER_OF_LAW.findall(text), *map(canonical_citation, NEUTRAL.findall(text))}


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
        citing_forms=citing_forms(text, work),
    )


def with_collective(item: KnownItem, text: str) -> KnownItem:
    """Return the item with a notice that ``text`` cites several Acts by a collective title, if it does."""
    if not item.located:
        return item
    notice = collective_notice(text.strip(), law_name("", item.located[0].expression, None))
    return replace(item, notice=both(item.notice, notice))
