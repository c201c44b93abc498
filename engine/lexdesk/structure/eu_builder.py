"""Articles, paragraphs and points of an act of the Union from what a page prints, in order.

Formex nests its elements; HTML and plain text only print one thing after the other. The builder
takes them in order and closes what the next one ends. eids and labels are those of ``formex``.
"""

from __future__ import annotations

from dataclasses import dataclass

from lexdesk.structure.eu_naming import (
    article_number,
    division_number_of,
    kind_of_point,
    ordinal_signs,
    part_of_annex,
    sentence_case,
)
from lexdesk.structure.eu_words import (
    DIVISION_ABBREVIATION,
    RECITAL,
    kind_of_division,
    place,
)
from lexdesk.structure.numbers import division_number, eid_number
from lexdesk.structure.outline import ProvisionTree

_RANKS = ("part", "title", "chapter", "section", "subsection")
_PARAGRAPH, _SUBPARAGRAPH, _POINT = 0, 1, 2  # depths of steps; nested points lie deeper


@dataclass(frozen=True, slots=True)
class _Step:
    depth: int
    name: str
    number: str
    eid: str


class ActBuilder:
    """Opens and closes the provisions of one act in a ``ProvisionTree``."""

    def __init__(self, tree: ProvisionTree, language: str) -> None:
        self._tree = tree
        self._language = language
        self._divisions: list[tuple[int, str]] = []  # (rank, eid)
        self._article = ""  # eid of the article, recital or annex that is open
        self._annex = ("", "")  # eid and label
        self._part = ""  # eid of the open part of an annex
        self._base = ""  # how labels begin
        self._steps: list[_Step] = []
        self._alineas = 0

    @property
    def in_article(self) -> bool:
        """Whether an article or annex is open, so that numbers are paragraphs and points."""
        return bool(self._base)

    @property
    def in_annex(self) -> bool:
        """Whether an annex is open."""
        return bool(self._annex[0])

    @property
    def has_begun(self) -> bool:
        """Whether the enacting terms have begun."""
        return any(p.kind != "recital" for p in self._tree.begun)

    def recital(self, number: str) -> None:
        """A recital begins, and ends the one before."""
        self._end_article()
        label = f"{RECITAL.get(self._language, RECITAL['en'])} {number}"
        self._article = self._tree.open(f"rec_{eid_number(number)}", "recital", number, "", label)

    def end_recital(self) -> None:
        """The recitals are over."""
        self._end_article()

    def division(self, printed: str, rank: int | None = None) -> None:
        """``CHAPTER II`` begins; divisions of its rank or a lower one end.

        Without ``rank`` the word decides: a part holds titles, a title chapters, and so on.
        """
        kind, number = kind_of_division(printed), division_number_of(printed)
        if rank is None:
            rank = _RANKS.index(kind) if kind in _RANKS else 0
        self._end_annex()
        while self._divisions and self._divisions[-1][0] >= rank:
            self._tree.close(self._divisions.pop()[1])
        outer = self._divisions[-1][1] if self._divisions else None
        number_ = division_number(number) or str(1 + self._children(outer))
        eid = f"{DIVISION_ABBREVIATION[kind]}_{number_}"
        eid = f"{outer}__{eid}" if outer else eid
        self._divisions.append(
            (rank, self._tree.open(eid, kind, number, "", sentence_case(printed)))
        )

    def article(self, printed: str) -> None:
        """``Article 6`` begins; the article before it ends."""
        self._end_annex()
        printed = ordinal_signs(printed)
        number = article_number(printed)
        self._base = printed
        self._article = self._tree.open(f"art_{eid_number(number)}", "article", number, "", printed)

    def annex(self, printed: str) -> None:
        """``ANNEX I`` begins; all articles and divisions have ended."""
        self.end()
        number = division_number_of(printed)
        label = sentence_case(printed)
        self._base = label
        self._annex = (
            self._tree.open(f"anx_{division_number(number) or 1}", "annex", number, "", label),
            label,
        )

    def annex_part(self, printed: str) -> bool:
        """``Section A. List of ...`` inside an annex; False where it is no numbered part."""
        kind, number = kind_of_division(printed), division_number_of(printed)
        if not self.in_annex or kind == "division" or not number:
            return False
        self._end_part()
        name, heading = part_of_annex(printed)
        eid, label = self._annex
        self._base = f"{label}, {sentence_case(name)}"
        eid = f"{eid}__{DIVISION_ABBREVIATION[kind]}_{division_number(number)}"
        self._part = self._tree.open(eid, kind, number, heading, self._base)
        return True

    @property
    def is_headed(self) -> bool:
        """Whether the innermost open provision has its heading."""
        innermost = self._tree.innermost
        return innermost is not None and bool(innermost.heading)

    def heading(self, text: str) -> None:
        """The heading of what was opened last."""
        innermost = self._tree.innermost
        if innermost is not None:
            self._tree.head(innermost.eid, f"{innermost.heading} {text}".strip())

    def paragraph(self, number: str) -> None:
        """``1.`` at the beginning of a line of an article."""
        self._step(_PARAGRAPH, "paragraph", number, "para", "paragraph")
        self._alineas = 1

    def unnumbered(self) -> None:
        """A paragraph of text without a number: from the second on, a subparagraph."""
        self._close_steps(_SUBPARAGRAPH)
        self._alineas += 1
        if self._alineas > 1:
            self._step(_SUBPARAGRAPH, "subparagraph", str(self._alineas), "subpara", "subparagraph")

    def point(self, number: str, nesting: int = 0) -> None:
        """A point of a list; ``nesting`` counts the lists around its own."""
        self._alineas = max(self._alineas, 1)
        self._step(_POINT + nesting, kind_of_point(number), number, "point", "point")

    def leave_points(self, nesting: int = 0) -> None:
        """What follows goes on below the points of this nesting."""
        self._close_steps(_POINT + nesting)

    def end(self) -> None:
        """The enacting terms, or an annex, are over."""
        self._end_annex()
        self._tree.close_all()
        self._divisions.clear()

    def _step(self, depth: int, name: str, number: str, abbreviation: str, kind: str) -> None:
        self._close_steps(depth)
        innermost = self._tree.innermost
        steps = [*((s.name, s.number) for s in self._steps), (name, number)]
        label = self._base + place(self._language, steps, in_annex=self.in_annex)
        prefix = f"{innermost.eid}__" if innermost else ""
        printed = "" if kind == "subparagraph" else number
        eid = self._tree.open(
            f"{prefix}{abbreviation}_{eid_number(number)}", kind, printed, "", label
        )
        self._steps.append(_Step(depth, name, number, eid))

    def _close_steps(self, depth: int) -> None:
        for index, step in enumerate(self._steps):
            if step.depth >= depth:
                self._tree.close(step.eid)
                del self._steps[index:]
                return

    def _end_article(self) -> None:
        self._steps.clear()
        self._alineas = 0
        if self._article:
            self._tree.close(self._article)
        self._article = self._base = ""

    def _end_part(self) -> None:
        self._steps.clear()
        self._alineas = 0
        if self._part:
            self._tree.close(self._part)
        self._part = ""

    def _end_annex(self) -> None:
        self._end_article()
        self._end_part()
        if self._annex[0]:
            self._tree.close(self._annex[0])
        self._annex = ("", "")
        self._base = ""

    def _children(self, parent: str | None) -> int:
        return sum(p.parent == parent and p.kind != "recital" for p in self._tree.begun)
