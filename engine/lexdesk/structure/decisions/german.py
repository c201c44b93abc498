"""The headings of German decisions: court, type, date and docket number.

Only lines of the decision's own heading count: writs name their addressee court, too.
"""

import datetime
import re
from dataclasses import dataclass, replace
from pathlib import Path

from lexdesk.structure.dates import find_date, find_numeric_date
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tables import read_table

_BEGINNING = 4_000  # characters: the first page, after a page with the Leitsatz
_ABBREVIATIONS = {
    row["court"]: row["abbreviation"]
    for row in read_table(
        Path(__file__).parents[1] / "data" / "german_courts.tsv", ("court", "abbreviation")
    )
}
_COURT = lazy_pattern(
    rf"^\W*(?P<court>(?i:{'|'.join(_ABBREVIATIONS)}))(?P<place>(?:[ \t]+[A-ZÄÖÜ][\w()./-]*){{0,3}})[ \t]*(?:,.*)?$",
    re.MULTILINE,
)
_SORT = lazy_pattern(
    r"^\W*(?P<sort>(?:(?i:(?:Teil|Versäumnis|Anerkenntnis|Zwischen|Grund|Schluss)[- ]?)?(?i:Urteil|Beschlu(?:ss|ß)))"
    r"|U ?R ?T ?E ?I ?L|B ?E ?S ?C ?H ?L ?U ?S ?S)(?=\W*$|\s+vom\b)",
    re.MULTILINE,
)
_PEOPLE = lazy_pattern(r"^\W*IM NAMEN DES (?:DEUTSCHEN )?VOLKES\b", re.IGNORECASE | re.MULTILINE)
_DOCKET = lazy_pattern(
    r"\b(?:(?:[IVX]{1,5}|\d{1,3})[a-z]?|[BLS] \d{1,2}|[IVX]{1,3}[ -]\d{1,3})\s[A-Z][A-Za-z]{0,5}(?:\([A-Za-z]+\))?"
    r"\s\d{1,6}[/.]\d\d\b"
)
_DECIDED = lazy_pattern(
    r"(?:^\W*Verkündet am:?|^\W*vom|^\W*Datum:?|^\W*(?:Urteil|Beschluss) vom)\s+"
    r"(?P<day>\d{1,2}\.\s?(?:\d{1,2}\.|\w+)\s?\d{4})",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class CourtDecision:
    """The data of a heading; ``sort``, ``docket`` and ``day`` may be unknown."""

    court: str
    sort: str
    docket: str
    day: datetime.date | None

    @property
    def name(self) -> str:
        """Return the citation, ``BGH, Beschluss vom 14.01.2010, IX ZB 72/08``."""
        name = f"{self.court}, {self.sort or 'Entscheidung'}"
        name += f" vom {self.day:%d.%m.%Y}" if self.day else ""
        return f"{name}, {self.docket}" if self.docket else name

    @property
    def work(self) -> str:
        """Return the work of a decision without an ECLI, equal for all its files; ``""`` without date or docket.

        Like ``name``, but a Versäumnisurteil counts as an Urteil: not all files state the exact
        type.
        """
        return replace(self, sort=_sort_of(self.sort)).name if self.docket and self.day else ""


def parse_decision(text: str) -> CourtDecision | None:
    """Parse the heading of a decision; return ``None`` if no deciding court is named."""
    beginning = text[:_BEGINNING]
    court = _COURT.search(beginning)
    if court is None:
        return None
    sort, docket = _SORT.search(beginning), _DOCKET.search(beginning)
    if not (_PEOPLE.search(beginning) or (sort and docket)):
        return None
    decided = _DECIDED.search(beginning)
    day = (find_numeric_date(decided["day"]) or find_date(decided["day"])) if decided else None
    name = _ABBREVIATIONS[court["court"].lower()]
    return CourtDecision(
        f"{name}{court['place'].rstrip()}",
        _sort_of(sort["sort"]) if sort else "",
        " ".join(docket[0].split()) if docket else "",
        day or find_date(beginning),
    )


def _sort_of(printed: str) -> str:
    letters = printed.lower().replace(" ", "")
    if letters.endswith(("beschluss", "beschluß")):
        return "Beschluss"
    return "Urteil" if letters.endswith("urteil") else printed
