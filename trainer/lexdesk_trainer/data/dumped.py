"""What ``lexdesk dump`` tells of a library: its expressions by work, and which works are copies of each other."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from lexdesk.document.model import Document, Provision
from lexdesk.text.tokens import tokens
from lexdesk_trainer.data.ragged import Ragged
from lexdesk_trainer.data.twins import twins

_CONTAINED = 0.5
"""Share of the 8-grams of the shorter of two works from which they count as one."""

_UNITS = frozenset({"article", "section", "clause", "recital", "regulation", "rule", "annex"})


@dataclass(frozen=True)
class Expression:
    """One line of ``lexdesk dump``, as a document with references; ``act`` is the first of the work's copies."""

    told: dict[str, Any]
    act: str = ""

    @property
    def work(self) -> str:
        """The work that it is of."""
        return str(self.told["work"])

    @property
    def language(self) -> str:
        """ISO 639-1; empty where that is not known."""
        return str(self.told["language"] or "")

    @cached_property
    def document(self) -> Document:
        """Its text and provisions."""
        return Document(
            text=self.told["text"],
            title=self.told["title"],
            work=self.work,
            language=self.told["language"],
            provisions=tuple(Provision(**row) for row in self.told["provisions"]),
        )

    @cached_property
    def units(self) -> dict[str, Provision]:
        """Provisions that are found as a whole, by eid: articles, sections, recitals."""
        return {each.eid: each for each in self.document.provisions if each.kind in _UNITS}

    @cached_property
    def parents(self) -> dict[str, str | None]:
        """The eid around each eid."""
        return {each.eid: each.parent for each in self.document.provisions}

    def unit_of(self, eid: str | None) -> Provision | None:
        """The unit that is ``eid`` or lies around it."""
        while eid and eid not in self.units:
            eid = self.parents.get(eid)
        return self.units.get(eid or "")

    def text_of(self, unit: Provision) -> str:
        """The text of one of its units."""
        return self.document.text[unit.start : unit.end].strip()


def by_work(told: Iterable[dict[str, Any]]) -> dict[str, list[Expression]]:
    """Expressions of each work, the latest first, as the dump gives them."""
    works: dict[str, list[Expression]] = {}
    for row in told:
        works.setdefault(row["work"], []).append(Expression(row))
    for expressions in works.values():
        expressions.sort(key=lambda each: each.told["valid_from"] or "", reverse=True)
    return works


def with_acts(works: dict[str, list[Expression]]) -> dict[str, list[Expression]]:
    """The works, each knowing the first of those that it is a copy or draft of, or that are such of it."""
    numbers: dict[str, int] = {}
    rows = [
        [numbers.setdefault(each, len(numbers)) for each in tokens(latest.document.text)]
        for latest, *_ in works.values()
    ]
    alike = twins(Ragged.of(rows, np.uint32), _CONTAINED)
    acts = [-1] * len(rows)
    for first in range(len(rows)):
        joined = [first] if acts[first] < 0 else []
        while joined:
            acts[number := joined.pop()] = first
            joined += [each for each in alike.row(number).tolist() if acts[each] < 0]
    names = list(works)
    return {
        work: [replace(each, act=names[act]) for each in expressions]
        for (work, expressions), act in zip(works.items(), acts, strict=True)
    }


def latest_of(expressions: list[Expression]) -> list[Expression]:
    """The latest expression in each language, that of the first language first."""
    by_language: dict[str, Expression] = {}
    for each in expressions:
        by_language.setdefault(each.language, each)
    return list(by_language.values())


def identifier(expression: Expression, unit: Provision, number: int) -> str:
    """The name of a unit as a document; ``number`` is the place of its expression's language, 0 for the first."""
    language = f"/{expression.language}" if number else ""  # the first language needs no name
    return f"{expression.work}{language}#{unit.eid}"
