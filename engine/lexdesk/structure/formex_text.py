"""From Formex elements to lines of text and provisions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lexdesk.document import Provision
from lexdesk.structure.eu_naming import (
    article_number,
    division_number_of,
    headed_step,
    kind_of_point,
    ordinal_signs,
    part_of_annex,
    sentence_case,
    step_eid,
    steps_to,
)
from lexdesk.structure.eu_words import (
    DIVISION_ABBREVIATION,
    RECITAL,
    kind_of_division,
    place,
)
from lexdesk.structure.numbers import bare, division_number, eid_number
from lexdesk.structure.outline import Outline, squeeze

if TYPE_CHECKING:
    from lxml.etree import _Element

_INLINE = {
    "HT", "DATE", "QUOT.START", "QUOT.END", "FT", "REF.DOC", "REF.DOC.OJ", "REF.DOC.ECR",
    "REF.DOC.SE", "LINK", "IE", "TERM", "NO.DOC", "NO.CURRENT", "YEAR", "COM", "KEYWORD", "ADDR.S",
}  # fmt: skip
_SKIPPED = {"NOTE", "GR.NOTES", "BIB.INSTANCE", "INCL.ELEMENT", "TOC"}


def inline(element: _Element) -> str:
    """The running text of an element: quotation marks restored, footnotes left out."""
    if element.tag in ("QUOT.START", "QUOT.END"):
        return _quotation_mark(element)
    if element.get("TYPE") == "NUMBER" and (digits := element.text or "").isdecimal():
        return f"{int(digits):,}".replace(",", " ")  # printed in threes, marked up without spaces
    parts = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and child.tag not in _SKIPPED:
            parts.append(inline(child) if child.tag in _INLINE else f" {inline(child)} ")
        parts.append(child.tail or "")
    return "".join(parts)


def _quotation_mark(element: _Element) -> str:
    try:
        return chr(int(element.get("CODE", "0022"), 16))
    except (ValueError, OverflowError):
        return '"'


class FormexWriter:
    """Writes elements into an ``Outline``; one method for each element that means something.

    ``language`` is ISO 639-1. Inside quoted amendments (QUOT.S) text is written and no provision
    is made: an article that an act inserts into another act is not its own.
    """

    def __init__(self, language: str) -> None:
        self.outline = Outline()
        self._language = language
        self._quoted = 0
        self._recital_label = RECITAL.get(language, RECITAL["en"])
        self._base = ""  # the article or annex, as labels name it
        self._steps: list[tuple[str, str]] = []
        self._in_annex = False
        self._blocks = {
            "QUOT.S": self._quotation,
            "CONSID": self._recital,
            "DIVISION": self._division,
            "ARTICLE": self._article,
            "PARAG": self._paragraph,
            "NP": self._numbered,
            "DLIST.ITEM": self._definition,
            "ITEM": self._item,
            "TBL": self._table,
            "TITLE": self._title,
            "GR.SEQ": self._sequence,
            "ANNEX": self._annex,
            "CONS.ANNEX": self._annex,
        }

    @property
    def text(self) -> str:
        """The text written so far."""
        return self.outline.text

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """The provisions written so far."""
        return self.outline.provisions

    def block(self, element: _Element) -> None:
        """Write the element on lines of its own."""
        write = self._blocks.get(element.tag)
        if write is not None:
            write(element)
        elif element.tag not in _SKIPPED:
            self._mixed(element)

    def _mixed(self, element: _Element) -> None:
        """Text with blocks in between: running text is gathered until a block interrupts it."""
        run = [element.text or ""]
        for child in element:
            if isinstance(child.tag, str) and child.tag not in _SKIPPED:
                if child.tag in _INLINE:
                    run.append(inline(child))
                else:
                    self._run(run)
                    run.clear()
                    self.block(child)
            run.append(child.tail or "")
        self._run(run)

    def _run(self, parts: list[str]) -> None:
        text = "".join(parts)
        if text.strip():
            self.outline.line(text)

    def _children(self, element: _Element, leave_out: tuple[str, ...] = ()) -> None:
        for child in element:
            if isinstance(child.tag, str) and child.tag not in leave_out:
                self.block(child)

    def _title(self, element: _Element) -> None:
        """TI and STI, each paragraph on its line."""
        for part in element.iter("P", "NP", "TI", "STI"):
            if part.tag in ("P", "NP") or (part.find("P") is None and part.find("NP") is None):
                self.outline.line(inline(part))

    def _quotation(self, element: _Element) -> None:
        self._quoted += 1
        self._mixed(element)
        self._quoted -= 1

    def _recital(self, element: _Element) -> None:
        number = bare(inline(n)) if (n := element.find("NP/NO.P")) is not None else ""
        if self._quoted or not number:
            self._mixed(element)
            return
        label = f"{self._recital_label} {number}"
        with self.outline.provision(f"rec_{eid_number(number)}", "recital", number, "", label):
            body = element.find("NP")
            assert body is not None  # noqa: S101 - its number was found in it
            self._np_text(body)

    def _division(self, element: _Element) -> None:
        title = element.find("TITLE")
        if self._quoted or title is None:
            self._children(element)
            return
        self.outline.blank()
        printed = _text_of(title, "TI")
        kind, number = kind_of_division(printed), division_number_of(printed)
        eid = f"{DIVISION_ABBREVIATION[kind]}_{division_number(number) or _place_among_siblings(element)}"
        with self.outline.provision(
            self.outline.inside(eid), kind, number, _text_of(title, "STI"), sentence_case(printed)
        ):
            self._children(element)

    def _article(self, element: _Element) -> None:
        if self._quoted:
            self._children(element)
            return
        self.outline.blank()
        printed = ordinal_signs(_text_of(element, "TI.ART"))
        number = article_number(printed, element.get("IDENTIFIER", ""))
        outer, self._steps = self._steps, []  # none but where an article stands in another
        self._base = printed or number
        with self.outline.provision(
            f"art_{eid_number(number)}", "article", number, _text_of(element, "STI.ART"), printed
        ):
            self._with_subparagraphs(element)
        self._steps = outer

    def _with_subparagraphs(self, element: _Element) -> None:
        """The parts of an article or paragraph; from the second on, text is a subparagraph."""
        count = 0
        for first, *rest in _with_their_ends(element):
            if first.tag != "ALINEA" or self._quoted:
                self._all([first, *rest])
                continue
            groups = _subparagraphs(first)
            groups[-1] += rest
            for parts in groups:
                count += 1
                if count > 1:
                    self._subparagraph(count, parts)
                else:
                    self._all(parts)

    def _subparagraph(self, n: int, parts: list[_Element]) -> None:
        self._steps.append(("subparagraph", str(n)))
        eid = self.outline.inside(f"subpara_{n}")
        with self.outline.provision(eid, "subparagraph", "", "", self._label()):
            self._all(parts)
        self._steps.pop()

    def _all(self, elements: list[_Element]) -> None:
        for element in elements:
            self.block(element)

    def _paragraph(self, element: _Element) -> None:
        printed = inline(n) if (n := element.find("NO.PARAG")) is not None else ""
        number = bare(printed)
        if self._quoted or not number:
            self.outline.write(printed)
            self._with_subparagraphs(element)
            return
        self._steps.append(("paragraph", number))
        eid = self.outline.inside(f"para_{eid_number(number)}")
        with self.outline.provision(eid, "paragraph", number, "", self._label()):
            self.outline.write(printed)
            self._with_subparagraphs(element)
        self._steps.pop()

    def _numbered(self, element: _Element) -> None:
        """NP: a number and its text; a point, unless what is printed is no number but a dash."""
        printed = inline(n) if (n := element.find("NO.P")) is not None else ""
        number = bare(printed)
        if self._quoted or not number or not self._base:
            self._np_text(element)
            return
        with self._step(kind_of_point(number), number):
            self._np_text(element)

    @contextmanager
    def _step(self, step: str, number: str, heading: str = "") -> Iterator[None]:
        """A point, or a section of an annex, that its number alone names."""
        outer, self._steps = self._steps, steps_to(self._steps, step, number)
        eid = step_eid(self.outline.innermost, step, number)
        kind = "section" if step == "section" else "point"
        with self.outline.provision(eid, kind, number, heading, self._label()):
            yield
        self._steps = outer

    def _np_text(self, element: _Element) -> None:
        if (number := element.find("NO.P")) is not None:
            self.outline.write(inline(number))
        for child in element:
            if isinstance(child.tag, str) and child.tag != "NO.P":
                self.block(child)
        self.outline.line()

    def _definition(self, element: _Element) -> None:
        printed = inline(n) if (n := element.find("PREFIX")) is not None else ""
        number = bare(printed)
        if self._quoted or not number or not self._base:
            self._definition_text(element, printed)
            return
        with self._step(kind_of_point(number), number):
            self._definition_text(element, printed)

    def _definition_text(self, element: _Element, printed: str) -> None:
        """A term and what it means, with the colon that the list states for all of its items."""
        of_list = element.getparent()
        separator = of_list.get("SEPARATOR", "") if of_list is not None else ""
        self.outline.write(printed)
        for child in element.iterchildren("TERM", "DEFINITION"):
            if child.tag == "TERM":
                self.outline.write(f"{inline(child)}{separator}")
            else:
                self._mixed(child)
        self.outline.line()

    def _item(self, element: _Element) -> None:
        """An item with a number holds an NP; one without is a dash or a bullet."""
        if element.find("NP") is None:
            self.outline.write("—")
        self._mixed(element)

    def _label(self) -> str:
        return self._base + place(self._language, self._steps, in_annex=self._in_annex)

    def _table(self, element: _Element) -> None:
        if (title := element.find("TITLE")) is not None:
            self._title(title)
        for row in element.iter("ROW"):
            cells = [squeeze(inline(cell)) for cell in row.iterchildren("CELL")]
            if any(cells):
                self.outline.line(" | ".join(cells))

    def _annex(self, element: _Element) -> None:
        title = element.find("TITLE")
        if self._quoted or title is None:
            self._children(element)
            return
        self.outline.blank()
        printed, *headings = _lines_of(title, "TI") or [""]
        number = division_number_of(printed)
        outer, self._steps = self._steps, []
        self._base, self._in_annex = sentence_case(printed), True
        eid = f"anx_{division_number(number) or 1}"
        heading = " ".join([*headings, *_lines_of(title, "STI")])
        with self.outline.provision(eid, "annex", number, heading, self._base):
            self._children(element)
        self._base, self._in_annex, self._steps = "", False, outer

    def _sequence(self, element: _Element) -> None:
        """GR.SEQ: a group of blocks; a provision where its title says "Part A", "Section 2", "3."."""
        title = element.find("TITLE")
        printed = _text_of(title, "TI") if title is not None else ""
        kind, number = kind_of_division(printed), division_number_of(printed)
        if self._quoted or not self._in_annex:
            self._children(element)
        elif kind != "division" and number:
            self._part_of_annex(element, printed, _text_of_optional(title, "STI"))
        elif (headed := headed_step(printed)) is not None:
            with self._step(*headed):
                self._children(element)
        else:
            self._head_annex(element, printed)
            self._children(element)

    def _head_annex(self, group: _Element, printed: str) -> None:
        """The title of an annex's first group is the annex's heading, where it has no other."""
        innermost = self.outline.innermost
        is_first = all(not isinstance(e.tag, str) for e in group.itersiblings(preceding=True))
        if innermost is not None and innermost.kind == "annex" and is_first:
            self.outline.head(innermost.eid, innermost.heading or printed)

    def _part_of_annex(self, element: _Element, printed: str, subtitle: str) -> None:
        kind, number = kind_of_division(printed), division_number_of(printed)
        name, heading = part_of_annex(printed)
        outer = self._base, self._steps
        self._base, self._steps = f"{self._label()}, {sentence_case(name)}", []
        eid = self.outline.inside(f"{DIVISION_ABBREVIATION[kind]}_{division_number(number)}")
        with self.outline.provision(eid, kind, number, heading or subtitle, self._base):
            self._children(element)
        self._base, self._steps = outer


def _with_their_ends(element: _Element) -> list[list[_Element]]:
    """The parts of an article or paragraph, each with the ALINEAs that go on with its sentence."""
    groups: list[list[_Element]] = []
    for child in element:
        if not isinstance(child.tag, str) or child.tag == "NO.PARAG":
            continue
        goes_on = child.tag == "ALINEA" and squeeze(inline(child))[:1].islower()
        if goes_on and groups and groups[-1][0].tag == "ALINEA":
            groups[-1].append(child)
        else:
            groups.append([child])
    return groups


def _subparagraphs(alinea: _Element) -> list[list[_Element]]:
    """An ALINEA, split where a P begins a new sentence: those are subparagraphs, too."""
    parts = [child for child in alinea if isinstance(child.tag, str)]
    tails = [alinea.text or "", *(child.tail or "" for child in alinea)]
    if not parts or any(map(str.strip, tails)):
        return [[alinea]]
    groups = [[parts[0]]]
    for part in parts[1:]:
        if part.tag == "P" and squeeze(inline(part))[:1].isupper():
            groups.append([part])
        else:
            groups[-1].append(part)
    return groups


def _text_of(element: _Element, tag: str) -> str:
    return squeeze(" ".join(inline(e) for e in element.iterchildren(tag)))


def _lines_of(element: _Element, tag: str) -> list[str]:
    """The paragraphs of all elements with the tag."""
    parts = (p for e in element.iterchildren(tag) for p in e.findall("P") or [e])
    return [text for text in map(squeeze, map(inline, parts)) if text]


def _text_of_optional(element: _Element | None, tag: str) -> str:
    return _text_of(element, tag) if element is not None else ""


def _place_among_siblings(element: _Element) -> int:
    return 1 + sum(1 for _ in element.itersiblings(element.tag, preceding=True))
