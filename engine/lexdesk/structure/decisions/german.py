"""How decisions of German courts begin: which court, what it decides, on what day, under what docket.

Only what a decision itself has counts, each on lines of their own: writs name the court that they are sent to, too.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, replace

from lexdesk.structure.printed_dates import numeric_date, printed_date

_BEGINNING = 4_000  # characters: the first page, and a page of the Leitsatz before it
_ABBREVIATIONS = {
    "bundesgerichtshof": "BGH",
    "bundesarbeitsgericht": "BAG",
    "bundesverwaltungsgericht": "BVerwG",
    "bundessozialgericht": "BSG",
    "bundesfinanzhof": "BFH",
    "bundespatentgericht": "BPatG",
    "bundesverfassungsgericht": "BVerfG",
    "oberlandesgericht": "OLG",
    "landgericht": "LG",
    "amtsgericht": "AG",
    "landesarbeitsgericht": "LAG",
    "arbeitsgericht": "ArbG",
    "oberverwaltungsgericht": "OVG",
    "verwaltungsgerichtshof": "VGH",
    "verwaltungsgericht": "VG",
    "landessozialgericht": "LSG",
    "sozialgericht": "SG",
    "finanzgericht": "FG",
    "kammergericht": "KG",
}
_COURT = re.compile(
    rf"^\W*(?P<court>(?i:{'|'.join(_ABBREVIATIONS)}))(?P<place>(?:[ \t]+[A-ZÄÖÜ][\w()./-]*){{0,3}})[ \t]*(?:,.*)?$",
    re.MULTILINE,
)
_SORT = re.compile(
    r"^\W*(?P<sort>(?:(?i:(?:Teil|Versäumnis|Anerkenntnis|Zwischen|Grund|Schluss)[- ]?)?(?i:Urteil|Beschlu(?:ss|ß)))"
    r"|U ?R ?T ?E ?I ?L|B ?E ?S ?C ?H ?L ?U ?S ?S)(?=\W*$|\s+vom\b)",
    re.MULTILINE,
)
_PEOPLE = re.compile(r"^\W*IM NAMEN DES (?:DEUTSCHEN )?VOLKES\b", re.IGNORECASE | re.MULTILINE)
_DOCKET = re.compile(
    r"\b(?:(?:[IVX]{1,5}|\d{1,3})[a-z]?|[BLS] \d{1,2}|[IVX]{1,3}[ -]\d{1,3})\s[A-Z][A-Za-z]{0,5}(?:\([A-Za-z]+\))?"
    r"\s\d{1,6}[/.]\d\d\b"
)
_DECIDED = re.compile(
    r"(?:^\W*Verkündet am:?|^\W*vom|^\W*Datum:?|^\W*(?:Urteil|Beschluss) vom)\s+"
    r"(?P<day>\d{1,2}\.\s?(?:\d{1,2}\.|\w+)\s?\d{4})",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class CourtDecision:
    """What the beginning says; ``sort``, ``docket`` and ``day`` may be unknown."""

    court: str
    sort: str
    docket: str
    day: datetime.date | None

    @property
    def name(self) -> str:
        """``BGH, Beschluss vom 14.01.2010, IX ZB 72/08``."""
        name = f"{self.court}, {self.sort or 'Entscheidung'}"
        name += f" vom {self.day:%d.%m.%Y}" if self.day else ""
        return f"{name}, {self.docket}" if self.docket else name

    @property
    def work(self) -> str:
        """What the decision is that states no ECLI, in all files of it; ``""`` where its day or docket is unknown.

        As its ``name``, but that a Versäumnisurteil is an Urteil: not all files say of which sort it is.
        """
        return replace(self, sort=_sort_of(self.sort)).name if self.docket and self.day else ""


def decision_of(text: str) -> CourtDecision | None:
    """The decision that the text is; ``None`` where its beginning does not name a court that decides."""
    beginning = text[:_BEGINNING]
    court = _COURT.search(beginning)
    if court is None:
        return None
    sort, docket = _SORT.search(beginning), _DOCKET.search(beginning)
    if not (_PEOPLE.search(beginning) or (sort and docket)):
        return None
    decided = _DECIDED.search(beginning)
    day = (numeric_date(decided["day"]) or printed_date(decided["day"])) if decided else None
    name = _ABBREVIATIONS[court["court"].lower()]
    return CourtDecision(
        f"{name}{court['place'].rstrip()}",
        _sort_of(sort["sort"]) if sort else "",
        " ".join(docket[0].split()) if docket else "",
        day or printed_date(beginning),
    )


def _sort_of(printed: str) -> str:
    letters = printed.lower().replace(" ", "")
    if letters.endswith(("beschluss", "beschluß")):
        return "Beschluss"
    return "Urteil" if letters.endswith("urteil") else printed
