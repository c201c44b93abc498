"""How the paragraphs of two documents are called where there is little room."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lexdesk_gui.language import translate

if TYPE_CHECKING:
    from lexdesk.matching.long_query import Paragraph

_LONGEST = 60  # characters of a first line that serves as a name
_NUMBERED = re.compile(r"(?P<group>[^(]*?\d+\w*)\s*(?P<number>\(.+\))")
_COUNTED = re.compile(r"(?P<group>\D+?)\s+(?P<number>\d+)")


def name_of(paragraph: Paragraph, number: int) -> str:
    """``Article 7(3)``; of a paragraph without label its first words; else its ``number``."""
    if paragraph.label:
        return paragraph.label
    line = next((line.strip() for line in paragraph.text.splitlines() if line.strip()), "")
    cut = line if len(line) <= _LONGEST else f"{line[:_LONGEST].rsplit(' ', 1)[0]} …"
    return cut or translate("Match", "Paragraph {n}").format(n=number)


def group_of(label: str, number: int) -> tuple[str, str]:
    """What stands above several columns, and above this one: ``Article 7``, ``3``.

    A recital is one of the group of recitals; a label without a number in brackets is a group of its
    own; columns without label are counted by ``number``.
    """
    if not label:
        return translate("Match", "Paragraph"), str(number)
    if found := _NUMBERED.fullmatch(label):
        return found["group"], found["number"].replace("(", " ").replace(")", "").strip()
    if label.startswith("Recital") and (found := _COUNTED.fullmatch(label)):
        return found["group"], found["number"]
    return label, ""


def short(group: str) -> str:
    """A group as the head of narrow columns has it."""
    return group.replace("Article ", "Art. ").replace("Section ", "s. ").replace("Recital", "Rec.")
