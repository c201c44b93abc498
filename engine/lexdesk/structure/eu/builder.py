"""Provisions of a Union act from its parts in printed order.

Formex nests its elements; HTML and plain text print one part after the other. The builder takes
them in order and closes the finished ones.
"""

from dataclasses import dataclass

from lexdesk.structure.eu import part_names
from lexdesk.structure.eu.numbering import append_step, find_point_kind, read_headed_step
from lexdesk.structure.eu.part_names import PartName
from lexdesk.structure.eu.vocabulary import Steps, find_division_kind, format_place
from lexdesk.structure.outline import ProvisionTree

_RANKS = ("part", "title", "chapter", "section", "subsection")
_HEADED_RANK = {"section": 5, "figure": 6, "letter": 7, "roman": 8}
"""The rank of a group of an annex headed by a number alone: below those with a word."""

_PARAGRAPH, _SUBPARAGRAPH, _POINT = 0, 1, 2  # depths of steps; nested points lie deeper


@dataclass(frozen=True, slots=True)
class _Step:
    depth: int
    steps: Steps  # up to and including it
    eid: str


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of an annex: its enclosing parts have lower ranks; inner labels begin with its own."""

    rank: tuple[int, int]
    eid: str
    base: str  # the start of its label: the annex and the parts with a word
    steps: Steps  # from there to parts with a number alone


class ActBuilder:
    """A builder that opens and closes the provisions of one act in a ``ProvisionTree``."""

    def __init__(self, tree: ProvisionTree, language: str) -> None:
        self._tree = tree
        self._language = language
        self._divisions: list[tuple[int, str]] = []  # (rank, eid)
        self._article = ""  # eid of the open article, recital or annex
        self._annex = ""  # eid
        self._parts: list[_Part] = []  # of the annex, each inside the one before
        self._base = ""  # the article or annex, as labels name it
        self._steps: list[_Step] = []
        self._alineas = 0

    @property
    def is_in_article(self) -> bool:
        """Return True while an article or annex is open, so that numbers are paragraphs and points."""
        return bool(self._base)

    @property
    def is_in_annex(self) -> bool:
        """Return True while an annex is open."""
        return bool(self._annex)

    @property
    def has_begun(self) -> bool:
        """Return True after the start of the enacting terms."""
        return any(p.kind != "recital" for p in self._tree.all_provisions)

    def recital(self, number: str) -> None:
        """Open a recital and close the one before."""
        self._end_article()
        self._article = self._tree.open(*part_names.name_recital(number, self._language))

    def end_recital(self) -> None:
        """Close the last recital."""
        self._end_article()

    def division(self, printed: str, rank: int | None = None) -> None:
        """Open ``CHAPTER II``; close divisions of its rank or a lower one.

        Without ``rank`` the word decides: a part holds titles, a title chapters, and so on.
        """
        if rank is None:
            kind = find_division_kind(printed)
            rank = _RANKS.index(kind) if kind in _RANKS else 0
        self._end_annex()
        while self._divisions and self._divisions[-1][0] >= rank:
            self._tree.close(self._divisions.pop()[1])
        outer = self._divisions[-1][1] if self._divisions else None
        name = part_names.name_division(printed, 1 + self._children(outer))
        if outer:
            name = name._replace(eid=f"{outer}__{name.eid}")
        self._divisions.append((rank, self._tree.open(*name)))

    def article(self, printed: str) -> None:
        """Open ``Article 6``; close the article before it."""
        self._end_annex()
        name = part_names.name_article(printed)
        self._base = name.label
        self._article = self._tree.open(*name)

    def annex(self, printed: str) -> None:
        """Open ``ANNEX I``; close all articles and divisions."""
        self.end()
        name = part_names.name_annex(printed)
        self._base = name.label
        self._annex = self._tree.open(*name)

    def annex_part(self, printed: str) -> bool:
        """Open ``Section A. List of ...`` or ``3. Eurodac`` in an annex.

        Returns False for other text.
        """
        if not self.is_in_annex:
            return False
        if (name := part_names.name_annex_part(printed)) is not None:
            self._open_named_part(name)
            return True
        if (headed := read_headed_step(printed)) is not None:
            self._open_headed_part(*headed)
            return True
        return False

    def _open_named_part(self, name: PartName) -> None:
        rank = (_RANKS.index(name.kind), 0)
        self._end_parts(rank)
        base, steps = self._outer_steps
        label = f"{base}{format_place(self._language, steps, in_annex=True)}, {name.label}"
        named = name._replace(eid=self._tree.child_eid(name.eid), label=label)
        self._parts.append(_Part(rank, self._tree.open(*named), label, ()))

    def _open_headed_part(self, step: str, number: str, heading: str) -> None:
        rank = (_HEADED_RANK[step], number.count("."))
        self._end_parts(rank)
        base, outer = self._outer_steps
        steps = append_step(outer, step, number)
        label = base + format_place(self._language, steps, in_annex=True)
        name = part_names.step(self._tree.innermost, step, number, label, heading)
        self._parts.append(_Part(rank, self._tree.open(*name), base, steps))

    @property
    def is_headed(self) -> bool:
        """Return True if the innermost open provision has a heading."""
        innermost = self._tree.innermost
        return innermost is not None and bool(innermost.heading)

    def heading(self, text: str) -> None:
        """Add to the heading of the provision opened last."""
        innermost = self._tree.innermost
        if innermost is not None:
            self._tree.set_heading(innermost.eid, f"{innermost.heading} {text}".strip())

    def paragraph(self, number: str) -> None:
        """Open the paragraph ``1.`` of an article."""
        self._close_steps(_PARAGRAPH)
        self._step(_PARAGRAPH, "paragraph", number)
        self._alineas = 1

    def unnumbered_paragraph(self) -> None:
        """Open an unnumbered paragraph: from the second on, a subparagraph."""
        self._close_steps(_SUBPARAGRAPH)
        self._alineas += 1
        if self._alineas > 1:
            self._step(_SUBPARAGRAPH, "subparagraph", str(self._alineas))

    def point(self, number: str, nesting: int = 0) -> None:
        """Open a point of a list; ``nesting`` is the number of enclosing lists."""
        self._point(_POINT + nesting, number)

    def point_of_annex(self, number: str) -> None:
        """Open a numbered paragraph of an annex, cited as a point; following lists and text lie inside it."""
        self._point(_PARAGRAPH, number)

    def leave_points(self, nesting: int = 0) -> None:
        """Close the points of this nesting and below."""
        self._close_steps(_POINT + nesting)

    def leave_group(self) -> None:
        """Process a heading inside an article or annex; in an annex it ends the numbers above."""
        self._close_steps(_PARAGRAPH if self.is_in_annex else _POINT)

    def end(self) -> None:
        """Close the enacting terms or an annex."""
        self._end_annex()
        self._tree.close_all()
        self._divisions.clear()

    def _point(self, depth: int, number: str) -> None:
        self._alineas = max(self._alineas, 1)
        self._close_steps(depth)
        self._step(depth, find_point_kind(number), number)

    def _step(self, depth: int, step: str, number: str) -> None:
        base, outer = self._outer_steps
        steps = append_step(self._steps[-1].steps if self._steps else outer, step, number)
        label = base + format_place(self._language, steps, in_annex=self.is_in_annex)
        name = part_names.step(self._tree.innermost, step, number, label)
        self._steps.append(_Step(depth, steps, self._tree.open(*name)))

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

    @property
    def _outer_steps(self) -> tuple[str, Steps]:
        """Return the start of the labels of points here: the article or part, and the steps to it."""
        return (self._parts[-1].base, self._parts[-1].steps) if self._parts else (self._base, ())

    def _end_parts(self, rank: tuple[int, int]) -> None:
        """Close the parts of the annex of this rank and below."""
        self._close_steps(_PARAGRAPH)
        self._alineas = 0
        while self._parts and self._parts[-1].rank >= rank:
            self._tree.close(self._parts.pop().eid)

    def _end_annex(self) -> None:
        self._end_article()
        self._parts.clear()
        if self._annex:
            self._tree.close(self._annex)
        self._annex = self._base = ""

    def _children(self, parent: str | None) -> int:
        return sum(p.parent == parent and p.kind != "recital" for p in self._tree.all_provisions)
