"""Eids of cited places, in the forms of the structure parsers.

A place is a path of steps from the outside in, each a level and a number as printed: ``(("article",
"6"), ("bracket", "1"), ("letter", "f"))``.
"""

from functools import lru_cache

from lexdesk.structure.numbers import (
    format_division_number,
    format_eid_number,
    strip_punctuation,
    to_roman,
)
from lexdesk.text.lazy_pattern import lazy_pattern

Path = tuple[tuple[str, str], ...]

RANK = {
    "annex": 0, "schedule": 0, "book": 1, "part": 2, "title": 3, "chapter": 4, "section": 5,
    "subdivision": 6, "recital": 7, "article": 7, "regulation": 7, "bracket": 8, "subsection": 8,
    "paragraph": 9, "subparagraph": 10, "clause": 11, "number": 12, "letter": 13,
    "doubled letter": 14, "sentence": 99,
}  # fmt: skip
"""The depth of each level; a section is a division in Union law and holds subsections elsewhere."""

_OUTERMOST_DIVISIONS = ("title_", "chp_", "part_", "book_", "teil_", "titel_", "kapitel_",
                        "buch_", "abschnitt_")  # fmt: skip
"""Divisions: paragraphs in them are numbered within an unknown article."""

DIVISIONS = {"part": "part", "title": "title", "chapter": "chp", "section": "sec",
              "annex": "anx", "schedule": "sched", "book": "book", "subdivision": "subsec"}  # fmt: skip
"""Levels above articles and sections -> the prefixes of their eids."""
_GERMAN_DIVISIONS = {"part": "teil", "title": "titel", "chapter": "kapitel", "annex": "anlage",
                     "subdivision": "abschnitt", "book": "buch", "schedule": "anlage"}  # fmt: skip
_ANNEX = lazy_pattern(
    r"(?:anx_(?P<figure>\d{1,3})|(?:anx|annexe?)_(?P<roman>[ivxl]+)|annexe?)(?P<inside>(?:__.*)?)"
)
_UNION = {"article": "art", "recital": "rec", "regulation": "reg"}
_IRISH = {"section": "sec", "article": "art", "regulation": "reg"}
_INSIDE_SECTION = {"subsection": "subsec", "paragraph": "para", "subparagraph": "subpara", "clause": "clause"}  # fmt: skip
_IRISH_LEVELS = tuple(_INSIDE_SECTION.values())
_ORDERS = {
    "eu": ("art", "para", "subpara", "point"),
    "german": ("para", "abs", "nr", "buchst", "dbuchst"),
    "irish_uk": ("sec", "subsec", "para", "subpara", "clause"),
}


def build_eid(path: Path, family: str, base: str = "") -> str:
    """Return the eid of a place; missing outer steps are taken from ``base``.

    ``family`` is ``eu``, ``german`` or ``irish_uk``. Returns ``""`` for a path of sentences alone.
    """
    steps = _steps(path, family)
    if not base:
        return "__".join(steps)
    if not steps and not any(level == "subparagraph" for level, _ in path):
        return ""
    return "__".join((*_outer_steps(path, steps, family, base), *steps))


@lru_cache(maxsize=4096)
def _steps(path: Path, family: str) -> tuple[str, ...]:
    write = {"german": _german, "irish_uk": _irish}.get(family, _union)
    return tuple(write(path))


def is_relative(path: Path) -> bool:
    """Return True if the path leaves out its article or section."""
    return not path or RANK[path[0][0]] > RANK["article"]


def list_annex_forms(eid: str) -> tuple[str, ...]:
    """Return the other eids of an annex or a part of it: ``anx_iii`` for ``anx_3``.

    Parsers count annexes; archives of dated versions use the printed number, and ``annex`` for a
    single one.
    """
    match = _ANNEX.fullmatch(eid)
    if match is None:
        return ()
    number = match["figure"] or format_division_number(match["roman"] or "1")
    names = [f"anx_{number}"]
    if number.isdecimal() and int(number):
        names += [f"{name}_{to_roman(int(number))}" for name in ("anx", "annexe")]
    if number == "1":
        names += ["annex", "annexe"]
    return tuple(form for name in names if (form := name + match["inside"]) != eid)


def _outer_steps(path: Path, steps: tuple[str, ...], family: str, base: str) -> list[str]:
    """Return the steps of ``base`` outside the path."""
    in_annex = family == "eu" and base.startswith("anx_") and path[0][0] in ("section", "part")
    if in_annex and not any(level in ("title", "chapter") for level, _ in path):
        return [base.split("__", maxsplit=1)[0]]
    if not base or not is_relative(path) or base.startswith(_OUTERMOST_DIVISIONS):
        return []
    given = base.split("__")
    order = _ORDERS.get(family, _ORDERS["eu"])
    first = steps[0].split("_")[0] if steps else "subpara"
    if path[0] == ("subparagraph", "1"):
        first = "subpara"
    if first == "point" and (around := _steps_around_point(given, path[0][1])):
        return around
    if family == "irish_uk" and first not in order:
        return given
    limit = order.index(first) if first in order else len(order)
    if path[0][0] == "sentence":
        limit = min(limit, 2)
    kept = [given[0]]
    for step in given[1:]:
        abbreviation = step.split("_")[0]
        if abbreviation in order and order.index(abbreviation) >= max(limit, 1):
            break
        kept.append(step)
    return kept


def _steps_around_point(given: list[str], number: str) -> list[str]:
    """Return the steps around a cited point of Union law, empty if unknown.

    The point is a sibling of the innermost point with the same numbering, or else lies inside
    points with the numbering of its ancestors: figures, in these letters, in these small Roman
    numbers.
    """
    points = [at for at, step in enumerate(given) if step.startswith("point_")]
    ranks = [_rank_of_number(given[at][6:], is_inside=at != points[0]) for at in points]
    if not ranks:
        return []
    rank = _rank_of_number(number, is_inside=ranks[-1] == _NUMERAL)
    if rank in ranks:
        return given[: points[len(ranks) - 1 - ranks[::-1].index(rank)]]
    return given if rank > ranks[-1] else []


_FIGURE, _LETTER, _NUMERAL = range(3)


def _rank_of_number(number: str, *, is_inside: bool) -> int:
    """Return the rank of a numbering; a single ``i``, ``v`` or ``x`` is Roman only inside lettered points."""
    if number[0].isdigit():
        return _FIGURE
    roman = number.islower() and set(number) <= set("ivx")
    return _NUMERAL if roman and (is_inside or len(number) > 1) else _LETTER


def _union(path: Path) -> list[str]:
    """Return the steps of ``art_6__para_1__point_f``; the first subparagraph has no step."""
    steps: list[str] = []
    for level, number in path:
        if level in DIVISIONS:
            steps.append(f"{DIVISIONS[level]}_{format_division_number(number)}")
        elif level in _UNION:
            steps.append(f"{_UNION[level]}_{_normalise(number)}")
        elif level == "subparagraph":
            steps += [f"subpara_{number}"] if number != "1" else []
        elif level == "paragraph" or (level == "bracket" and _is_paragraph(steps, number)):
            steps.append(f"para_{_normalise(number)}")
        elif level != "sentence":
            steps.append(f"point_{_normalise(number)}")
    return steps


def _is_paragraph(steps: list[str], number: str) -> bool:
    return bool(steps) and steps[-1].startswith(("art_", "reg_")) and number[0].isdigit()


def _german(path: Path) -> list[str]:
    """Return the steps of ``para_823__abs_1__nr_2__buchst_a``."""
    steps: list[str] = []
    for level, number in path:
        if level in _GERMAN_DIVISIONS:
            steps.append(f"{_GERMAN_DIVISIONS[level]}_{format_division_number(number)}")
        elif level == "section":
            steps.append(f"para_{number}")
        elif level == "article":
            steps.append(f"art_{format_division_number(number)}")
        elif level in ("paragraph", "bracket") and number[0].isdigit():
            steps.append(f"abs_{number}")
        elif level == "number":
            steps.append(f"nr_{number}")
        elif level in ("letter", "doubled letter", "bracket"):
            doubled = len(number) == 2 and number[0] == number[1]
            steps.append(f"{'dbuchst' if doubled else 'buchst'}_{number}")
    return steps


def _irish(path: Path) -> list[str]:
    """Return the steps of ``sec_5__subsec_1__para_a__subpara_i__clause_I``, all in lower case."""
    steps: list[str] = []
    for level, number in path:
        if level in _IRISH:
            steps.append(f"{_IRISH[level]}_{number.lower()}")
        elif level in DIVISIONS:
            steps.append(f"{DIVISIONS[level]}_{format_division_number(number)}")
        elif level != "sentence":
            steps.append(f"{_irish_level(level, number, steps)}_{_normalise(number)}")
    return steps


def _irish_level(level: str, number: str, steps: list[str]) -> str:
    if level in _INSIDE_SECTION:
        return _INSIDE_SECTION[level]
    previous = steps[-1].split("_")[0] if steps else "sec"
    if previous in ("reg", "art"):
        return "para"
    if previous not in _IRISH_LEVELS:
        return "subsec" if number[0].isdigit() else "para"
    return _IRISH_LEVELS[min(_IRISH_LEVELS.index(previous) + 1, 3)]


def _normalise(number: str) -> str:
    return format_eid_number(strip_punctuation(number))
