"""Construction of German federal statutes from blocks: divisions, sections, Absätze and lists.

eids use the abbreviations of LegalDocML.de, the German profile of Akoma Ntoso, with the separators
of Akoma Ntoso: ``para_1__abs_1__nr_2__buchst_a``. Sections are numbered through the statute and
have no prefix; divisions do: ``buch_2__abschnitt_1``. So do sections numbered from 1 in each
Artikel: ``art_229__para_1``.
"""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.document.model import ENACTED, STATE, Document, Property
from lexdesk.structure.dates import find_numeric_date
from lexdesk.structure.german.vocabulary import Division, parse_bare_division, parse_division
from lexdesk.structure.numbers import format_division_number
from lexdesk.structure.outline import Outline
from lexdesk.structure.text_lines import QuotationMarks
from lexdesk.text.lazy_pattern import lazy_pattern

_SECTION = lazy_pattern(
    r"(§(?=\s*\d)|Art(?:ikel|\.)?)\s*(\d+(?:\s?[a-z]{1,3}\b)?|[IVXLC]+[a-h]?\b)\.?(?:\s+(?:[–-]\s+)?(.*))?$"
)
_HEAD_BLOCKS = 40
_OF_DAY = r"[^\n]{0,160}?\bv(?:om|\.)\s*(?P<day>\d{1,2}\.\d{1,2}\.\d{4})"
_AMENDED = lazy_pattern(rf"(?i:(?:zuletzt )?geändert durch):?\s{_OF_DAY}")
_REPUBLISHED = lazy_pattern(rf"(?i:neugefasst durch):?\s{_OF_DAY}")
_ABSATZ = lazy_pattern(r"\((\d+[a-z]*)\)\s")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph or list item as one line of text.

    ``level`` is the heading level, 0 for text; ``indent`` the column of the first line; ``marker``
    the number of a list item (``1.``, ``a)``, ``A.``) or its dash, ``""`` for none. A ``footnote``
    belongs to the whole section.
    """

    text: str
    level: int = 0
    indent: int = 0
    marker: str = ""
    footnote: bool = False


def build_statute(
    blocks: Sequence[Block],
    *,
    title: str,
    abbreviation: str,
    work: str,
    enacted: datetime.date | None,
    properties: Sequence[Property] = (),
) -> Document:
    """Build the statute: divisions, sections, Absätze, Nummern and Buchstaben.

    Files of federal statutes do not state the start of validity of their text, so no dates are set.
    """
    writer = _StatuteWriter(numbered_through=_is_numbered_through(blocks))
    for block in blocks:
        writer.block(block)
    writer.outline.close_all()
    own_day = (Property(ENACTED, enacted.isoformat()),) if enacted else ()
    state = find_state("\n".join(block.text for block in blocks[:_HEAD_BLOCKS]))
    return Document(
        text=writer.outline.text,
        title=title,
        kind="statute",
        work=work,
        short_title=abbreviation,
        language="de",
        provisions=writer.outline.provisions,
        properties=(*own_day, *make_state_property(state), *properties),
    )


def find_state(head: str) -> datetime.date | None:
    """Return the day of the last amendment, else of the last republication, named at the head of a statute."""
    stated = _AMENDED.search(head) or _REPUBLISHED.search(head)
    return find_numeric_date(stated["day"]) if stated else None


def make_state_property(state: datetime.date | None) -> tuple[Property, ...]:
    """Return the property of a text in the state of a day, if known."""
    return (Property(STATE, state.isoformat()),) if state else ()


def _is_numbered_through(blocks: Sequence[Block]) -> bool:
    """Return True if the §§ of all Artikel have different numbers, so ``§ 3`` needs no Artikel."""
    article, level = "", 0
    inside: list[tuple[str, str]] = []
    for block in blocks:
        match = _SECTION.match(block.text) if block.level else None
        if match and match[1] == "§":
            if article and block.level > level:
                inside.append((article, match[2]))
        elif match:
            article, level = match[2], block.level
        elif 0 < block.level <= level:
            article = ""
    articles, numbers = {name for name, _ in inside}, {number for _, number in inside}
    return len(articles) > 1 and len(numbers) == len(inside)


class _StatuteWriter:
    """A writer of a statute's blocks into an outline.

    ``numbered_through``: §§ in Artikel are numbered through the statute.
    """

    def __init__(self, *, numbered_through: bool) -> None:
        self._numbered_through = numbered_through
        self.outline = Outline()
        self._divisions: list[tuple[int, str]] = []  # (heading level, eid)
        self._in_annex = False
        self._section = ""  # eid, "" outside sections
        self._section_label = ""
        self._article = ("", "")  # the last one: eid, label
        self._absatz: tuple[str, str] | None = None  # (eid, label)
        self._items: list[tuple[int, str, str]] = []  # (indent, eid, label)
        self._quotation = QuotationMarks("„", "“")

    def block(self, block: Block) -> None:
        text = block.text
        if not text and not block.marker:
            return
        if block.level:
            self._quotation.reset()
            self._heading(block.level, text)
        elif block.footnote:
            self._end_absatz()
            self.outline.line(text)
        elif self._quotation.enter(text) or not self._section:
            self.outline.line(f"{block.marker} {text}" if block.marker else text)
        elif block.marker:
            self._item(block, text)
        else:
            self._paragraph(block.indent, text)

    def _heading(self, level: int, text: str) -> None:
        self._end_section()
        if not (self._begins_again(text) or self._is_of_annex(text)):
            self._end_divisions(level)
        self.outline.blank()
        if (match := _SECTION.match(text)) and not self._in_annex:
            self._open_section(level, match)
        elif parsed := parse_division(text) or (
            None if self._in_annex else parse_bare_division(text)
        ):
            if parsed.kind == "annex":
                self._end_statute()
            self._open_division(level, parsed)
        self.outline.line(text)

    def _begins_again(self, text: str) -> bool:
        """Return True if an annex repeats a § number, like the model statutes after § 60 AO."""
        match = _SECTION.match(text) if self._in_annex else None
        return match is not None and any(
            p.kind == "section" and p.number == match[2].replace(" ", "")
            for p in self.outline.all_provisions
        )

    def _is_of_annex(self, text: str) -> bool:
        """Return True for a heading of the open annex at any level: ``Inhaltsverzeichnis`` in that of SGB V."""
        return self._in_annex and parse_division(text) is None and not _SECTION.match(text)

    def _open_section(self, level: int, match: re.Match[str]) -> None:
        number, title = match[2].replace(" ", ""), match[3] or ""
        if match[1] == "§":
            name, kind, label = "para", "section", f"§ {number}"
        else:
            name, kind, label = "art", "article", f"Art. {number}"
        eid = f"{name}_{format_division_number(number)}"
        article, article_label = self._article
        if not self._numbered_through and any(
            division == article for _, division in self._divisions
        ):
            eid, label = f"{article}__{eid}", f"{article_label} {label}"
        self._section = self.outline.open(eid, kind, number, title, label)
        self._section_label = label
        if kind == "article":
            self._article = (self._section, label)
        self._divisions.append((level, self._section))

    def _open_division(self, level: int, parsed: Division) -> None:
        outer = self.outline.innermost
        count = sum(p.kind == parsed.kind for p in self.outline.all_provisions)
        eid = f"{parsed.abbreviation}_{parsed.eid_number or count + 1}"
        self._in_annex = parsed.kind == "annex"
        if outer is not None and not self._in_annex:
            eid = f"{outer.eid}__{eid}"
        eid = self.outline.open(eid, parsed.kind, parsed.number, parsed.heading, parsed.label)
        self._divisions.append((level, eid))

    def _paragraph(self, indent: int, text: str) -> None:
        self._end_items(indent)
        if indent == 0 and (match := _ABSATZ.match(text + " ")):
            self._end_absatz()
            label = f"{self._section_label} Abs. {match[1]}"
            eid = f"{self._section}__abs_{match[1]}"
            eid = self.outline.open(eid, "paragraph", match[1], "", label)
            self._absatz = (eid, label)
        self.outline.line(text)

    def _item(self, block: Block, text: str) -> None:
        self._end_items(block.indent)
        number = block.marker.rstrip(".)")
        if block.marker in "–—":
            self.outline.line(f"{block.marker} {text}")
            return
        abbreviation, label = _item_name(block.marker)
        outer_eid, outer_label = self._innermost()
        label = f"{outer_label} {label}"
        eid = self.outline.open(f"{outer_eid}__{abbreviation}_{number}", "point", number, "", label)
        self._items.append((block.indent, eid, label))
        self.outline.line(f"{block.marker} {text}")

    def _innermost(self) -> tuple[str, str]:
        if self._items:
            return self._items[-1][1], self._items[-1][2]
        return self._absatz or (self._section, self._section_label)

    def _end_items(self, indent: int) -> None:
        while self._items and self._items[-1][0] >= indent:
            self.outline.close(self._items.pop()[1])

    def _end_absatz(self) -> None:
        self._end_items(0)
        if self._absatz:
            self.outline.close(self._absatz[0])
        self._absatz = None

    def _end_section(self) -> None:
        self._end_absatz()
        self._section = ""

    def _end_statute(self) -> None:
        """Close all divisions before an annex, even if its heading is of a lower level."""
        while (innermost := self.outline.innermost) and innermost.kind != "annex":
            self.outline.close(self._divisions.pop()[1])

    def _end_divisions(self, level: int) -> None:
        while self._divisions and self._divisions[-1][0] >= level:
            self.outline.close(self._divisions.pop()[1])
        if not self._divisions:
            self._in_annex = False


def _item_name(marker: str) -> tuple[str, str]:
    """Return the eid abbreviation and label of an item: ``nr`` and ``Nr. 2`` for ``2.``; also ``a)``, ``aa)``.

    Items of a balance sheet are cited as printed, ``A.`` and ``I.``
    """
    number = marker.rstrip(".)")
    if number.isupper():
        return "nr" if set(number) <= set("IVX") else "buchst", marker
    if number[0].isdigit():
        return "nr", f"Nr. {number}"
    is_repeated = len(number) > 1 and len(set(number)) == 1
    abbreviation, word = {2: ("dbuchst", "Doppelbuchst."), 3: ("tbuchst", "Dreifachbuchst.")}.get(
        len(number) if is_repeated else 1, ("buchst", "Buchst.")
    )
    return abbreviation, f"{word} {number}"
