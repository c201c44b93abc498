"""Expressions of a library from ``lexdesk dump``, by work, with copies of works detected."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from lexdesk.document.model import Document, Provision
from lexdesk.text.tokens import tokens
from lexdesk_trainer.data.ragged import Ragged
from lexdesk_trainer.data.shared_wording import find_near_copies

_SAME_WORK_SHARE = 0.5
"""Share of common 8-grams of the shorter work at which two works count as one."""

_UNITS = frozenset({"article", "section", "clause", "recital", "regulation", "rule", "annex"})


@dataclass(frozen=True)
class Expression:
    """One line of ``lexdesk dump`` as a document with references; ``act`` is the first copy of the work."""

    record: dict[str, Any]
    act: str = ""

    @property
    def work(self) -> str:
        """Return the identifier of its work."""
        return str(self.record["work"])

    @property
    def language(self) -> str:
        """Return the language, ISO 639-1; empty if unknown."""
        return str(self.record["language"] or "")

    @cached_property
    def document(self) -> Document:
        """Return the text and provisions."""
        return Document(
            text=self.record["text"],
            title=self.record["title"],
            work=self.work,
            language=self.record["language"],
            provisions=tuple(Provision(**row) for row in self.record["provisions"]),
        )

    @cached_property
    def units(self) -> dict[str, Provision]:
        """Return provisions retrieved as a whole, by eid: articles, sections, recitals."""
        return {
            provision.eid: provision
            for provision in self.document.provisions
            if provision.kind in _UNITS
        }

    @cached_property
    def parents(self) -> dict[str, str | None]:
        """Map each eid to the eid of its parent."""
        return {provision.eid: provision.parent for provision in self.document.provisions}

    def unit_of(self, eid: str | None) -> Provision | None:
        """Return the unit at ``eid`` or around it."""
        while eid and eid not in self.units:
            eid = self.parents.get(eid)
        return self.units.get(eid or "")

    def text_of(self, unit: Provision) -> str:
        """Return the text of a unit."""
        return self.document.text[unit.start : unit.end].strip()


def by_work(records: Iterable[dict[str, Any]]) -> dict[str, list[Expression]]:
    """Group the expressions of a dump by work, latest first."""
    works: dict[str, list[Expression]] = {}
    for row in records:
        works.setdefault(row["work"], []).append(Expression(row))
    for expressions in works.values():
        expressions.sort(key=lambda version: version.record["valid_from"] or "", reverse=True)
    return works


def label_copies(works: dict[str, list[Expression]]) -> dict[str, list[Expression]]:
    """Label each work with the first of its copies or drafts."""
    numbers: dict[str, int] = {}
    rows = [
        [numbers.setdefault(token, len(numbers)) for token in tokens(latest.document.text)]
        for latest, *_ in works.values()
    ]
    alike = find_near_copies(Ragged.of(rows, np.uint32), _SAME_WORK_SHARE)
    acts = [-1] * len(rows)
    for first in range(len(rows)):
        joined = [first] if acts[first] < 0 else []
        while joined:
            acts[number := joined.pop()] = first
            joined += [number_ for number_ in alike.row(number).tolist() if acts[number_] < 0]
    names = list(works)
    return {
        work: [replace(expression, act=names[act]) for expression in expressions]
        for (work, expressions), act in zip(works.items(), acts, strict=True)
    }


def latest_of(expressions: list[Expression]) -> list[Expression]:
    """Return the latest expression in each language, in order of first appearance."""
    by_language: dict[str, Expression] = {}
    for expression in expressions:
        by_language.setdefault(expression.language, expression)
    return list(by_language.values())


def identifier(expression: Expression, unit: Provision, number: int) -> str:
    """Name a unit as a document; ``number`` is the position of its language, 0 for the first."""
    language = f"/{expression.language}" if number else ""  # the first language needs no name
    return f"{expression.work}{language}#{unit.eid}"
