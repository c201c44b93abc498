"""Names of the parts of a Union act: eid, kind, number, heading and label, the same from each format."""

from __future__ import annotations

from typing import NamedTuple

from lexdesk.document.model import Provision
from lexdesk.structure.eu.numbering import (
    article_number,
    division_number_of,
    kind_of_step,
    part_of_annex,
    restore_ordinal_sign,
    sentence_case,
    step_eid,
)
from lexdesk.structure.eu.vocabulary import DIVISION_ABBREVIATION, RECITAL, kind_of_division
from lexdesk.structure.numbers import division_number, eid_number


class PartName(NamedTuple):
    """The arguments of ``ProvisionTree.open``."""

    eid: str
    kind: str
    number: str
    heading: str
    label: str


def recital(number: str, language: str) -> PartName:
    """Name recital ``26``."""
    label = f"{RECITAL.get(language, RECITAL['en'])} {number}"
    return PartName(f"rec_{eid_number(number)}", "recital", number, "", label)


def division(printed: str, place: int, heading: str = "") -> PartName:
    """Name ``CHAPTER II``, or the unnumbered division at ``place`` among its siblings; the eid lacks the outer one."""
    kind, number = kind_of_division(printed), division_number_of(printed)
    eid = f"{DIVISION_ABBREVIATION[kind]}_{division_number(number) or place}"
    return PartName(eid, kind, number, heading, sentence_case(printed))


def article(printed: str, identifier: str = "", heading: str = "") -> PartName:
    """Name ``Article 6``; ``identifier`` is that of Formex, for an article without a printed number."""
    printed = restore_ordinal_sign(printed)
    number = article_number(printed, identifier)
    return PartName(f"art_{eid_number(number)}", "article", number, heading, printed)


def annex(printed: str, heading: str = "") -> PartName:
    """Name ``ANNEX I``."""
    number = division_number_of(printed)
    eid = f"anx_{division_number(number) or 1}"
    return PartName(eid, "annex", number, heading, sentence_case(printed))


def annex_part(printed: str) -> PartName | None:
    """Name ``Section A. List of ...`` inside an annex; eid and label lack the outer ones.

    Returns None for text without the word of a division.
    """
    kind, number = kind_of_division(printed), division_number_of(printed)
    if kind == "division" or not number:
        return None
    name, heading = part_of_annex(printed)
    eid = f"{DIVISION_ABBREVIATION[kind]}_{division_number(number)}"
    return PartName(eid, kind, number, heading, sentence_case(name))


def step(
    outer: Provision | None, kind: str, number: str, label: str, heading: str = ""
) -> PartName:
    """Name a part with a number alone inside ``outer``; subparagraphs are counted, not printed."""
    printed = "" if kind == "subparagraph" else number
    return PartName(step_eid(outer, kind, number), kind_of_step(kind), printed, heading, label)
