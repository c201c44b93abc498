"""The forms in which texts cite a work that is typed by an identifier that they do not use.

Texts cite 62012CJ0131 as ``C-131/12``, ECLI:EU:C:2014:317 as ``EU:C:2014:317``, and 32014L0104 as ``2014/104/EU``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lexdesk.query import Query, parse
from lexdesk.text.lazy_pattern import lazy_pattern

_ECLI_OF_UNION = lazy_pattern(r"(?:^|[:=])ECLI:(?P<number>EU:[CTF]:\d{4}:\d{1,4})$", re.IGNORECASE)
_CASE = lazy_pattern(r"6(?P<year>\d{4})(?P<court>[CTF])[A-Z]0*(?P<number>\d+)")
_ACT = lazy_pattern(r"3(?P<year>\d{4})(?P<kind>[RLD])0*(?P<number>\d+)")
_NUMBER_FIRST_UNTIL = 2015  # Regulation (EU) No 575/2013
_COURT_NAMED_FROM = 1989  # Case C-131/12, but Case 26/62
_SHORT_YEAR_UNTIL = 1998  # Directive 95/46/EC, but 1999/44/EC


def citing_forms(typed: str, work: str) -> tuple[str, ...]:
    """Return the forms for the identifier ``typed`` of ``work``, else of itself; empty if it is none of these."""
    if ecli := _ECLI_OF_UNION.search(typed):
        return (ecli["number"].upper(),)
    named = work or typed.upper()
    if case := _CASE.fullmatch(named):
        court = f"{case['court']}-" if int(case["year"]) >= _COURT_NAMED_FROM else ""
        return (f"{court}{case['number']}/{case['year'][2:]}",)
    if act := _ACT.fullmatch(named):
        year, number = int(act["year"]), act["number"]
        short = str(year)[2:] if year <= _SHORT_YEAR_UNTIL else str(year)
        if act["kind"] == "R" and year < _NUMBER_FIRST_UNTIL:
            return (f"{number}/{short}",)
        return (f"{short}/{number}",)
    return ()


def citing_query(forms: Iterable[str]) -> Query:
    """Return the query for passages with one of these forms."""
    return parse(" OR ".join(f'"{form}"' for form in forms))
