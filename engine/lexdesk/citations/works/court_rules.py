"""Rules of court: ``CPR 3.4(2)(a)``, ``CPR Part 24``, ``Order 19, rule 28 RSC``, ``rule 39 of the ... Rules of Procedure 2013``.

The names are data: ``data/court_rules.tsv``, with their sources. Numbers with a point count only beside a name.
"""

import re
from collections.abc import Iterator

from lexdesk.citations.citation import Citation
from lexdesk.citations.names import COURT_RULES
from lexdesk.citations.prefilter import ScannedText, WordPattern
from lexdesk.structure.numbers import format_eid_number
from lexdesk.text.lazy_pattern import lazy_pattern

_NAMES = "|".join(
    re.escape(name).replace(r"\ ", r"\s") for name in sorted(COURT_RULES, key=len, reverse=True)
)
_OF_RULES = rf"(?:,?\s(?:of|in)\sthe\s|\s)(?P<name>{_NAMES})(?:,?\s(?:1986|1998|20\d\d))?(?![\w-])"
_WORD = r"(?:[Rr]ules?|rr?\.?)\s?"
_INNER = r"(?P<inner>(?:\(\w{1,4}\)){0,4})"
_DOTTED = rf"(?P<rule>\d{{1,3}}[A-Z]{{0,2}}\.\d{{1,3}}[A-Z]{{0,2}}){_INNER}(?![\w/%])"
_PART = r"P(?:ar)?t\.?\s(?P<part>\d{1,3}[A-Z]?)(?!\w)"
_ORDER = (
    r"O(?:rder|rd?\.?|\.)?\s(?P<order>\d{1,3}[A-Z]?)(?:,?\s(?:[Rr]ules?|rr?\.?)\s?(?P<in_order>\d{1,3}[A-Z]?)"
    r"(?P<inner_of_order>(?:\(\w{1,4}\)){0,4}))?"
)
_BEHIND_NAME = WordPattern(
    lazy_pattern(
        rf"(?P<name>{_NAMES})(?:\s(?:1998|20\d\d))?,?\s(?:(?:{_WORD})?{_DOTTED}|{_PART}|{_ORDER})"
    ),
    tuple(dict.fromkeys(name.split()[0] for name in COURT_RULES)),
)
"""``CPR r 31.16(3)``, ``CPR Part 24``, ``RSC O 31 r 12``."""
_PLAIN = rf"{_WORD}(?P<plain>\d{{1,3}}[A-Z]?)(?P<inner_of_plain>(?:\(\w{{1,4}}\)){{0,4}})"
_WORD_OF_TITLE = r"(?:[A-Z][\w’'&-]*|\([A-Z][^()\n]{2,60}\)|of|and|in|the|for)"
_TITLE = rf"\sof\sthe\s(?P<title>(?:{_WORD_OF_TITLE}\s){{1,12}}Rules(?:\sof\sProcedure)?,?\s(?:19|20)\d\d)"
_BEFORE_NAME = WordPattern(
    lazy_pattern(rf"(?:(?:{_WORD}{_DOTTED}|{_PART}|{_ORDER}){_OF_RULES}|{_PLAIN}{_TITLE})"),
    ("rule", "Rule", "r ", "r.", "rr", "Part ", "Pt", "Order ", "O.", "O ", "Ord"),
)
"""``rule 3.9 of the Civil Procedure Rules``, ``O. 19, r. 28 RSC``, ``rule 39 of the ... Rules of Procedure 2013``."""
WORD_PATTERNS = (_BEHIND_NAME, _BEFORE_NAME)
"""The patterns of ``find`` for the ``WordScan``."""
_STEP = lazy_pattern(r"\((\w{1,4})\)")
_LEVELS = ("para", "subpara", "clause", "point")


def find(scanned: ScannedText) -> Iterator[Citation]:
    """Yield every rule, part or order of rules of court cited beside their name."""
    end = 0
    found = (match for pattern in WORD_PATTERNS for match in scanned.matches(pattern))
    for match in sorted(found, key=lambda match: match.start()):
        if match.start() < end or scanned.text[match.start() - 1 : match.start()].isalnum():
            continue
        end = match.end()
        groups = match.groupdict()
        title = " ".join((groups.get("title") or "").replace("Rules,", "Rules").split())
        name = title or COURT_RULES[" ".join(match["name"].split())]
        yield Citation(*match.span(), match[0], "irish_uk", name=name, eids=(_eid(groups),))


def _eid(groups: dict[str, str | None]) -> str:
    """Return ``rule_3-4__para_2__subpara_a``, ``part_24``, ``order_19__rule_28``."""
    if part := groups.get("part"):
        return f"part_{part.lower()}"
    if order := groups.get("order"):
        rule, inner = groups["in_order"], groups["inner_of_order"] or ""
        return f"order_{order.lower()}" + (f"__{_rule(rule, inner)}" if rule else "")
    if plain := groups.get("plain"):
        return _rule(plain, groups["inner_of_plain"] or "")
    return _rule(groups["rule"] or "", groups["inner"] or "")


def _rule(number: str, inner: str) -> str:
    steps = zip(_LEVELS, _STEP.findall(inner), strict=False)
    return "__".join(
        [f"rule_{format_eid_number(number)}", *(f"{level}_{n.lower()}" for level, n in steps)]
    )
