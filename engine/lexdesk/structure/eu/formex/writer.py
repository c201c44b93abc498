"""From Formex elements to lines of text and provisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lexdesk.structure.eu.formex.inline import (
    INLINE,
    SKIPPED,
    inline,
    lines_of,
    printed_number,
    subparagraphs,
    text_of,
    with_their_ends,
)
from lexdesk.structure.eu.naming import (
    article_number,
    division_number_of,
    headed_step,
    kind_of_point,
    kind_of_step,
    ordinal_signs,
    part_of_annex,
    sentence_case,
    step_eid,
    steps_to,
)
from lexdesk.structure.eu.words import (
    DIVISION_ABBREVIATION,
    RECITAL,
    Steps,
    kind_of_division,
    place,
)
from lexdesk.structure.numbers import bare, division_number, eid_number
from lexdesk.structure.outline import Outline, squeeze

if TYPE_CHECKING:
    from lxml.etree import _Element


@dataclass(frozen=True, slots=True)
class _Here:
    """Where an element stands: the article or annex as labels name it, the steps from there, and what it is part of."""

    base: str = ""
    steps: Steps = ()
    in_annex: bool = False
    is_quoted: bool = False


class FormexWriter:
    """Writes elements into an ``Outline``; one method for each element that means something.

    ``language`` is ISO 639-1. Inside quoted amendments (QUOT.S) text is written and no provision
    is made: an article that an act inserts into another act is not its own.
    """

    def __init__(self, language: str) -> None:
        self.outline = Outline()
        self._language = language
        self._here = _Here()
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

    def block(self, element: _Element) -> None:
        """Write the element on lines of its own."""
        write = self._blocks.get(element.tag)
        if write is not None:
            write(element)
        elif element.tag not in SKIPPED:
            self._mixed(element)

    def _mixed(self, element: _Element) -> None:
        """Text with blocks in between: running text is gathered until a block interrupts it."""
        run = [element.text or ""]
        for child in element:
            if isinstance(child.tag, str) and child.tag not in SKIPPED:
                if child.tag in INLINE:
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

    def _all(self, elements: Iterable[_Element]) -> None:
        for element in elements:
            if isinstance(element.tag, str):
                self.block(element)

    @contextmanager
    def _inside(self, **changes: Any) -> Iterator[None]:
        """What is written in the block stands elsewhere than here, by these fields of ``_Here``."""
        outer, self._here = self._here, replace(self._here, **changes)
        yield
        self._here = outer

    @contextmanager
    def _step(self, step: str, number: str, heading: str = "") -> Iterator[None]:
        """A provision that its number alone names within those around it; none in a quotation, or without a number."""
        if self._here.is_quoted or not number:
            yield
            return
        kind, eid = kind_of_step(step), step_eid(self.outline.innermost, step, number)
        printed = "" if step == "subparagraph" else number
        with (
            self._inside(steps=steps_to(self._here.steps, step, number)),
            self.outline.provision(eid, kind, printed, heading, self._label()),
        ):
            yield

    def _label(self) -> str:
        here = self._here
        return here.base + place(self._language, here.steps, in_annex=here.in_annex)

    def _title(self, element: _Element) -> None:
        """TI and STI, each paragraph on its line."""
        for part in element.iter("P", "NP", "TI", "STI"):
            if part.tag in ("P", "NP") or (part.find("P") is None and part.find("NP") is None):
                self.outline.line(inline(part))

    def _quotation(self, element: _Element) -> None:
        with self._inside(is_quoted=True):
            self._mixed(element)

    def _recital(self, element: _Element) -> None:
        body = element.find("NP")
        number = bare(printed_number(body, "NO.P")) if body is not None else ""
        if self._here.is_quoted or body is None or not number:
            self._mixed(element)
            return
        label = f"{RECITAL.get(self._language, RECITAL['en'])} {number}"
        with self.outline.provision(f"rec_{eid_number(number)}", "recital", number, "", label):
            self._np_text(body)

    def _division(self, element: _Element) -> None:
        title = element.find("TITLE")
        if self._here.is_quoted or title is None:
            self._all(element)
            return
        self.outline.blank()
        printed = text_of(title, "TI")
        kind, number = kind_of_division(printed), division_number_of(printed)
        eid = f"{DIVISION_ABBREVIATION[kind]}_{division_number(number) or _place_among_siblings(element)}"
        with self.outline.provision(
            self.outline.inside(eid), kind, number, text_of(title, "STI"), sentence_case(printed)
        ):
            self._all(element)

    def _article(self, element: _Element) -> None:
        if self._here.is_quoted:
            self._all(element)
            return
        self.outline.blank()
        printed = ordinal_signs(text_of(element, "TI.ART"))
        number = article_number(printed, element.get("IDENTIFIER", ""))
        base, heading = printed or number, text_of(element, "STI.ART")
        with (
            self._inside(base=base, steps=()),
            self.outline.provision(
                f"art_{eid_number(number)}", "article", number, heading, printed
            ),
        ):
            self._with_subparagraphs(element)
        self._here = replace(self._here, base=base)  # points behind the last article go on with it

    def _with_subparagraphs(self, element: _Element) -> None:
        """The parts of an article or paragraph; from the second on, text is a subparagraph."""
        count = 0
        for first, *rest in with_their_ends(element):
            if first.tag != "ALINEA" or self._here.is_quoted:
                self._all([first, *rest])
                continue
            groups = subparagraphs(first)
            groups[-1] += rest
            for parts in groups:
                count += 1
                with self._step("subparagraph", str(count) if count > 1 else ""):
                    self._all(parts)

    def _paragraph(self, element: _Element) -> None:
        printed = printed_number(element, "NO.PARAG")
        with self._step("paragraph", bare(printed)):
            self.outline.write(printed)
            self._with_subparagraphs(element)

    def _numbered(self, element: _Element) -> None:
        """NP: a number and its text; a point, unless what is printed is no number but a dash."""
        with self._point(printed_number(element, "NO.P")):
            self._np_text(element)

    def _point(self, printed: str) -> AbstractContextManager[None]:
        number = bare(printed)
        is_one = number and self._here.base  # in recitals and titles there are none
        return self._step(kind_of_point(number), number) if is_one else nullcontext()

    def _np_text(self, element: _Element) -> None:
        self.outline.write(printed_number(element, "NO.P"))
        self._all(child for child in element if child.tag != "NO.P")
        self.outline.line()

    def _definition(self, element: _Element) -> None:
        """A term and what it means, with the colon that the list states for all of its items."""
        printed = printed_number(element, "PREFIX")
        of_list = element.getparent()
        separator = of_list.get("SEPARATOR", "") if of_list is not None else ""
        with self._point(printed):
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

    def _table(self, element: _Element) -> None:
        if (title := element.find("TITLE")) is not None:
            self._title(title)
        for row in element.iter("ROW"):
            cells = [squeeze(inline(cell)) for cell in row.iterchildren("CELL")]
            if any(cells):
                self.outline.line(" | ".join(cells))

    def _annex(self, element: _Element) -> None:
        title = element.find("TITLE")
        if self._here.is_quoted or title is None:
            self._all(element)
            return
        self.outline.blank()
        printed, *headings = lines_of(title, "TI") or [""]
        number, label = division_number_of(printed), sentence_case(printed)
        eid = f"anx_{division_number(number) or 1}"
        heading = " ".join([*headings, *lines_of(title, "STI")])
        with (
            self._inside(base=label, steps=(), in_annex=True),
            self.outline.provision(eid, "annex", number, heading, label),
        ):
            self._all(element)
        self._here = replace(self._here, base="")

    def _sequence(self, element: _Element) -> None:
        """GR.SEQ: a group of blocks; a provision where its title says "Part A", "Section 2", "3."."""
        title = element.find("TITLE")
        printed = text_of(title, "TI")
        kind, number = kind_of_division(printed), division_number_of(printed)
        if self._here.is_quoted or not self._here.in_annex:
            self._all(element)
        elif kind != "division" and number:
            name, heading = part_of_annex(printed)
            label = f"{self._label()}, {sentence_case(name)}"
            eid = self.outline.inside(f"{DIVISION_ABBREVIATION[kind]}_{division_number(number)}")
            heading = heading or text_of(title, "STI")
            with (
                self._inside(base=label, steps=()),
                self.outline.provision(eid, kind, number, heading, label),
            ):
                self._all(element)
        elif (headed := headed_step(printed)) is not None:
            with self._step(*headed):
                self._all(element)
        else:
            self._head_annex(element, printed)
            self._all(element)

    def _head_annex(self, group: _Element, printed: str) -> None:
        """The title of an annex's first group is the annex's heading, where it has no other."""
        innermost = self.outline.innermost
        is_first = all(not isinstance(e.tag, str) for e in group.itersiblings(preceding=True))
        if innermost is not None and innermost.kind == "annex" and is_first:
            self.outline.head(innermost.eid, innermost.heading or printed)


def _place_among_siblings(element: _Element) -> int:
    return 1 + sum(1 for _ in element.itersiblings(element.tag, preceding=True))
