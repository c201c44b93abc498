"""Text and provisions from Formex elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lexdesk.structure.eu import part_names
from lexdesk.structure.eu.formex.inline import (
    INLINE,
    SKIPPED,
    group_continuations,
    read_inline,
    read_lines,
    read_printed_number,
    read_text,
    split_subparagraphs,
)
from lexdesk.structure.eu.numbering import append_step, find_point_kind, read_headed_step
from lexdesk.structure.eu.vocabulary import Steps, format_place
from lexdesk.structure.numbers import strip_punctuation
from lexdesk.structure.outline import Outline, squeeze

if TYPE_CHECKING:
    from lxml.etree import _Element


@dataclass(frozen=True, slots=True)
class _Position:
    """The position of an element: article or annex, the steps from there, and its context."""

    base: str = ""
    steps: Steps = ()
    is_in_annex: bool = False
    is_quoted: bool = False


class FormexWriter:
    """A writer of elements into an ``Outline``, with one method per meaningful element.

    ``language`` is ISO 639-1. Quoted amendments (QUOT.S) are written as text without provisions: an
    article inserted into another act is not the act's own.
    """

    def __init__(self, language: str) -> None:
        self.outline = Outline()
        self._language = language
        self._position = _Position()
        self._blocks = {
            "QUOT.S": self._quotation,
            "CONSID": self._recital,
            "DIVISION": self._division,
            "ARTICLE": self._article,
            "PARAG": self._paragraph,
            "NP": self._numbered_paragraph,
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
            self._mixed_content(element)

    def _mixed_content(self, element: _Element) -> None:
        """Write text with blocks: running text is gathered until the next block."""
        run = [element.text or ""]
        for child in element:
            if isinstance(child.tag, str) and child.tag not in SKIPPED:
                if child.tag in INLINE:
                    run.append(read_inline(child))
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

    def _write_all(self, elements: Iterable[_Element]) -> None:
        for element in elements:
            if isinstance(element.tag, str):
                self.block(element)

    @contextmanager
    def _move_to(self, **changes: Any) -> Iterator[None]:
        """Change fields of the current position for the duration of the block."""
        outer, self._position = self._position, replace(self._position, **changes)
        yield
        self._position = outer

    @contextmanager
    def _step(self, step: str, number: str, heading: str = "") -> Iterator[None]:
        """Open a provision named by its number alone; none in a quotation or without a number."""
        if self._position.is_quoted or not number:
            yield
            return
        with self._move_to(steps=append_step(self._position.steps, step, number)):
            outer = self.outline.innermost
            name = part_names.step(outer, step, number, self._label(), heading)
            with self.outline.provision(*name):
                yield

    def _label(self) -> str:
        position = self._position
        return position.base + format_place(
            self._language, position.steps, in_annex=position.is_in_annex
        )

    def _title(self, element: _Element) -> None:
        """Write TI and STI, each paragraph on its line."""
        for part in element.iter("P", "NP", "TI", "STI"):
            if part.tag in ("P", "NP") or (part.find("P") is None and part.find("NP") is None):
                self.outline.line(read_inline(part))

    def _quotation(self, element: _Element) -> None:
        with self._move_to(is_quoted=True):
            self._mixed_content(element)

    def _recital(self, element: _Element) -> None:
        body = element.find("NP")
        number = strip_punctuation(read_printed_number(body, "NO.P")) if body is not None else ""
        if self._position.is_quoted or body is None or not number:
            self._mixed_content(element)
            return
        with self.outline.provision(*part_names.name_recital(number, self._language)):
            self._np_text(body)

    def _division(self, element: _Element) -> None:
        title = element.find("TITLE")
        if self._position.is_quoted or title is None:
            self._write_all(element)
            return
        self.outline.blank()
        name = part_names.name_division(
            read_text(title, "TI"), _place_among_siblings(element), read_text(title, "STI")
        )
        with self.outline.provision(*name._replace(eid=self.outline.child_eid(name.eid))):
            self._write_all(element)

    def _article(self, element: _Element) -> None:
        if self._position.is_quoted:
            self._write_all(element)
            return
        self.outline.blank()
        name = part_names.name_article(
            read_text(element, "TI.ART"),
            element.get("IDENTIFIER", ""),
            read_text(element, "STI.ART"),
        )
        base = name.label or name.number
        with self._move_to(base=base, steps=()), self.outline.provision(*name):
            self._write_subparagraphs(element)
        # Points after the last article belong to it.
        self._position = replace(self._position, base=base)

    def _write_subparagraphs(self, element: _Element) -> None:
        """Write the parts of an article or paragraph; from the second on, text is a subparagraph."""
        count = 0
        for first, *rest in group_continuations(element):
            if first.tag != "ALINEA" or self._position.is_quoted:
                self._write_all([first, *rest])
                continue
            groups = split_subparagraphs(first)
            groups[-1] += rest
            for parts in groups:
                count += 1
                with self._step("subparagraph", str(count) if count > 1 else ""):
                    self._write_all(parts)

    def _paragraph(self, element: _Element) -> None:
        printed = read_printed_number(element, "NO.PARAG")
        with self._step("paragraph", strip_punctuation(printed)):
            self.outline.write(printed)
            self._write_subparagraphs(element)

    def _numbered_paragraph(self, element: _Element) -> None:
        """Write an NP: a point if a number is printed, text if it is a dash."""
        with self._point(read_printed_number(element, "NO.P")):
            self._np_text(element)

    def _point(self, printed: str) -> AbstractContextManager[None]:
        number = strip_punctuation(printed)
        is_one = number and self._position.base  # in recitals and titles there are none
        return self._step(find_point_kind(number), number) if is_one else nullcontext()

    def _np_text(self, element: _Element) -> None:
        self.outline.write(read_printed_number(element, "NO.P"))
        self._write_all(child for child in element if child.tag != "NO.P")
        self.outline.line()

    def _definition(self, element: _Element) -> None:
        """Write a term and its definition, with the separator stated by the list."""
        printed = read_printed_number(element, "PREFIX")
        of_list = element.getparent()
        separator = of_list.get("SEPARATOR", "") if of_list is not None else ""
        with self._point(printed):
            self.outline.write(printed)
            for child in element.iterchildren("TERM", "DEFINITION"):
                if child.tag == "TERM":
                    self.outline.write(f"{read_inline(child)}{separator}")
                else:
                    self._mixed_content(child)
            self.outline.line()

    def _item(self, element: _Element) -> None:
        """Write an item: with a number it holds an NP, without one it is a dash or a bullet."""
        if element.find("NP") is None:
            self.outline.write("—")
        self._mixed_content(element)

    def _table(self, element: _Element) -> None:
        if (title := element.find("TITLE")) is not None:
            self._title(title)
        for row in element.iter("ROW"):
            cells = [squeeze(read_inline(cell)) for cell in row.iterchildren("CELL")]
            if any(cells):
                self.outline.line(" | ".join(cells))

    def _annex(self, element: _Element) -> None:
        title = element.find("TITLE")
        if self._position.is_quoted or title is None:
            self._write_all(element)
            return
        self.outline.blank()
        printed, *headings = read_lines(title, "TI") or [""]
        name = part_names.name_annex(printed, " ".join([*headings, *read_lines(title, "STI")]))
        with (
            self._move_to(base=name.label, steps=(), is_in_annex=True),
            self.outline.provision(*name),
        ):
            self._write_all(element)
        self._position = replace(self._position, base="")

    def _sequence(self, element: _Element) -> None:
        """Write a GR.SEQ: a provision if its title is "Part A", "Section 2" or "3.", else its blocks."""
        title = element.find("TITLE")
        printed = read_text(title, "TI")
        if self._position.is_quoted or not self._position.is_in_annex:
            self._write_all(element)
        elif (name := part_names.name_annex_part(printed)) is not None:
            label = f"{self._label()}, {name.label}"
            eid, heading = self.outline.child_eid(name.eid), name.heading or read_text(title, "STI")
            named = name._replace(eid=eid, heading=heading, label=label)
            with self._move_to(base=label, steps=()), self.outline.provision(*named):
                self._write_all(element)
        elif (headed := read_headed_step(printed)) is not None:
            with self._step(*headed):
                self._write_all(element)
        else:
            self._head_annex(element, printed)
            self._write_all(element)

    def _head_annex(self, group: _Element, printed: str) -> None:
        """Use the title of an annex's first group as the annex's heading if it has none."""
        innermost = self.outline.innermost
        is_first = all(not isinstance(e.tag, str) for e in group.itersiblings(preceding=True))
        if innermost is not None and innermost.kind == "annex" and is_first:
            self.outline.set_heading(innermost.eid, innermost.heading or printed)


def _place_among_siblings(element: _Element) -> int:
    return 1 + sum(1 for _ in element.itersiblings(element.tag, preceding=True))
