"""How the parts of an act of the Union are numbered and named, whatever format prints them."""

from __future__ import annotations

import re

from lexdesk.document.model import Provision
from lexdesk.structure.eu.words import Steps
from lexdesk.structure.numbers import bare, division_number, eid_number, roman_value

_DIVISION_NUMBER = re.compile(r"\d+[a-z]*|[IVXLC]+[a-zA-Z]?|[A-Z]", re.ASCII)
_ARTICLE_NUMBER = re.compile(
    r"(\d+)(?:(?:\.o|\.?[º°])(?![a-z]))?"
    r"(?:[\s-]?((?:un|duo)?(?:bis|ter|quater|quinquies|sexies|septies|octies)|[a-zA-Z]{1,2}))?(?!\w)"
)
_FIRST = re.compile(r"premier|primero|primo|prvni|unique|único|unico|einziger|sole", re.IGNORECASE)
_HEADED = re.compile(
    r"(?P<number>[A-Z]|[IVX]+(?:\.\d+)*|\d+(?:\.\d+)*[a-z]?|[a-z]|[ivx]+)\.\s+(?P<heading>\S.*)"
)
_ABBREVIATIONS = {"paragraph": "para", "subparagraph": "subpara", "section": "sec"}
"""Steps that are none to points -> how their eids begin."""
_SMALL_WORDS = {"OF", "THE", "AND", "ON", "DES", "DER", "UND", "DU", "DE", "ET", "DEL", "Y", "E"}


def article_number(printed: str, identifier: str = "") -> str:
    """``4a`` of ``Article 4 a``; from Formex's identifier ``004A`` where nothing is printed."""
    if match := _ARTICLE_NUMBER.search(printed):
        return match[1] + (match[2] or "").lower()
    if not _FIRST.search(printed) and (match := re.match(r"0*(\d+)([A-Z]*)", identifier)):
        return match[1] + match[2].lower()
    return "1"


def ordinal_signs(printed: str) -> str:
    """``Artigo 6.o``, where the o was a raised letter, as ``Artigo 6.º``."""
    return re.sub(r"(?<=\d)(\.o|\.?[º°])(?=\s|$)", ".º", printed)


def division_number_of(printed: str) -> str:
    """``II`` of ``CHAPTER II``, ``A`` of ``Section A. List of ...``; ``""`` where there is none."""
    for word in printed.split()[:3]:
        if _DIVISION_NUMBER.fullmatch(bare(word)):
            return bare(word)
    return "1" if _FIRST.search(printed) else ""


def sentence_case(printed: str) -> str:
    """``CHAPTER II`` -> ``Chapter II``, cut before a sentence that goes on in the same line."""
    words = printed.split()
    if words and words[0].isupper() and len(words[0]) > 1 and roman_value(words[0]) is None:
        words[0] = words[0].capitalize()
    return " ".join(words)


def title_case(printed: str) -> str:
    """A title in capitals as running text: ``Regulation (EU) 2016/679 of the European Parliament``."""
    letters = [c for c in printed if c.isalpha()]
    if sum(map(str.isupper, letters)) < 0.9 * len(letters):
        return printed
    words: list[str] = []
    for word in printed.split():
        if word in _SMALL_WORDS and words:
            words.append(word.lower())
        else:
            words.append(word.capitalize() if word.isalpha() and word.isupper() else word)
    return " ".join(words)


def part_of_annex(printed: str) -> tuple[str, str]:
    """``Section A. List of ...`` -> its name and the heading behind it, ``("Section A", "List of ...")``."""
    name = re.split(r"(?<=\w)\s*[.:–—]", printed, maxsplit=1)[0]
    return name, printed.removeprefix(name).lstrip(" .:–—")


def headed_step(printed: str) -> tuple[str, str, str] | None:
    """Kind, number and heading of a group in an annex that is headed by its number alone.

    ``I. CATEGORIES OF CLIENT`` is what acts cite as Section I, ``3. Eurodac`` as point 3.
    """
    match = _HEADED.fullmatch(printed)
    if match is None:
        return None
    number = match["number"]
    return "section" if number[0].isupper() else kind_of_point(number), number, match["heading"]


def kind_of_step(step: str) -> str:
    """The kind of provision that a step leads to: ``point`` for ``letter``, ``figure`` and ``roman``."""
    return step if step in _ABBREVIATIONS else "point"


def step_eid(outer: Provision | None, step: str, number: str) -> str:
    """The eid that a step leads to inside ``outer``: point 3.1 is none of point 3's own points."""
    numbered = division_number(number) if step == "section" else eid_number(number)
    last = f"{_ABBREVIATIONS.get(step, 'point')}_{numbered}"
    if outer is None:
        return last
    goes_on = outer.kind in ("point", "section") and number.startswith(f"{outer.number}.")
    return f"{outer.eid.rpartition('__')[0] if goes_on else outer.eid}__{last}"


def steps_to(steps: Steps, step: str, number: str) -> Steps:
    """The steps to a point or section below ``steps``; 3.1 takes the place of 3, which it repeats."""
    goes_on = steps and steps[-1][0] == step and number.startswith(f"{steps[-1][1]}.")
    return (*(steps[:-1] if goes_on else steps), (step, number))


def kind_of_point(number: str) -> str:
    """``figure``, ``roman`` or ``letter``: languages cite the three in different words."""
    if number[0].isdigit():
        return "figure"
    if len(number) > 1 and roman_value(number) is not None:
        return "roman"
    return "letter"
