"""Names of the parts of a Union act: eid, kind, number, heading and label, the same from each format."""

from typing import NamedTuple

from lexdesk.document.model import Provision
from lexdesk.structure.eu.numbering import (
    convert_to_sentence_case,
    find_step_kind,
    read_article_number,
    read_division_number,
    restore_ordinal_sign,
    split_annex_part,
    step_eid,
)
from lexdesk.structure.eu.vocabulary import DIVISION_ABBREVIATION, RECITAL, find_division_kind
from lexdesk.structure.numbers import format_division_number, format_eid_number


class PartName(NamedTuple):
    """The arguments of ``ProvisionTree.open``."""

    eid: str
    kind: str
    number: str
    heading: str
    label: str


def name_recital(number: str, language: str) -> PartName:
    """Name recital ``26``."""
    label = f"{RECITAL.get(language, RECITAL['en'])} {number}"
    return PartName(f"rec_{format_eid_number(number)}", "recital", number, "", label)


def name_division(printed: str, place: int, heading: str = "") -> PartName:
    """Name ``CHAPTER II``, or the unnumbered division at ``place`` among its siblings; the eid lacks the outer one."""
    kind, number = find_division_kind(printed), read_division_number(printed)
    eid = f"{DIVISION_ABBREVIATION[kind]}_{format_division_number(number) or place}"
    return PartName(eid, kind, number, heading, convert_to_sentence_case(printed))


def name_article(printed: str, identifier: str = "", heading: str = "") -> PartName:
    """Name ``Article 6``; ``identifier`` is that of Formex, for an article without a printed number."""
    printed = restore_ordinal_sign(printed)
    number = read_article_number(printed, identifier)
    return PartName(f"art_{format_eid_number(number)}", "article", number, heading, printed)


def name_annex(printed: str, heading: str = "") -> PartName:
    """Name ``ANNEX I``."""
    number = read_division_number(printed)
    eid = f"anx_{format_division_number(number) or 1}"
    return PartName(eid, "annex", number, heading, convert_to_sentence_case(printed))


def name_annex_part(printed: str) -> PartName | None:
    """Name ``Section A. List of ...`` inside an annex; eid and label lack the outer ones.

    Returns None for text without the word of a division.
    """
    kind, number = find_division_kind(printed), read_division_number(printed)
    if kind == "division" or not number:
        return None
    name, heading = split_annex_part(printed)
    eid = f"{DIVISION_ABBREVIATION[kind]}_{format_division_number(number)}"
    return PartName(eid, kind, number, heading, convert_to_sentence_case(name))


def step(
    outer: Provision | None, kind: str, number: str, label: str, heading: str = ""
) -> PartName:
    """Name a part with a number alone inside ``outer``; subparagraphs are counted, not printed."""
    printed = "" if kind == "subparagraph" else number
    return PartName(step_eid(outer, kind, number), find_step_kind(kind), printed, heading, label)
