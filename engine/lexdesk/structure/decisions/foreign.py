"""Decisions of the European Court of Human Rights and of Austrian, French and Swiss courts as text: court, docket, day, name.

Their names are those of citations (``lexdesk.citations.works.foreign_courts``): ``Cass., 17-12.345``, ``4A_466/2012``.
"""

import datetime
import re
from typing import NamedTuple

from lexdesk.structure.dates import find_date, find_numeric_date
from lexdesk.text.lazy_pattern import lazy_pattern

_TOP = 2_500  # characters with court and docket
_HUMAN_RIGHTS = lazy_pattern(
    r"^\W*(?:EUROPEAN COURT OF HUMAN RIGHTS|COUR EUROP[ÉE]ENNE DES DROITS DE L['’]HOMME|(?:CASE OF|AFFAIRE) [^\n]{3,90} [vc]\. )",
    re.MULTILINE | re.IGNORECASE,
)
_APPLICATION = lazy_pattern(
    r"\((?:Applications?|Requ[êe]tes?) n[°o]s?\.?\s*(?P<number>\d{3,5}/\d\d)\b", re.IGNORECASE
)
_CASE_OF = lazy_pattern(
    r"^\W*(?:CASE OF|AFFAIRE)\s+(?P<name>[^\n]{3,120}?\s[vc]\.\s[^\n(]{3,60})",
    re.MULTILINE | re.IGNORECASE,
)
_COURTS = (
    (
        lazy_pattern(r"^\W*cour de cassation\b[^\n]{0,80}$", re.MULTILINE | re.IGNORECASE),
        lazy_pattern(r"pourvois?\s*(?:n[°o]s?)?\s*:?\s*(?:[A-Z]\s)?(?P<number>\d\d-\d\d[.\s]?\d{3})(?!\d)", re.IGNORECASE),
        "Cass.,",
    ),
    (
        lazy_pattern(r"^\W*conseil d['’][ée]tat\b[^\n]{0,80}$", re.MULTILINE | re.IGNORECASE),
        lazy_pattern(r"\bN[°o]s?\s?(?P<number>\d{5,6})(?!\d)"),
        "CE,",
    ),
    (
        lazy_pattern(r"^\W*(?:conseil constitutionnel|d[ée]cision n[°o] ?\d{2,4}-)[^\n]{0,80}$", re.MULTILINE | re.IGNORECASE),
        lazy_pattern(r"\bn[°o]\s?(?P<number>\d{2,4}-\d{1,4}(?:/\d{1,4})?\s(?:DC|QPC|LP|L))\b", re.IGNORECASE),
        "Cons. const.,",
    ),
    (
        lazy_pattern(r"^\W*cour d['’]appel\b[^\n]{0,60}$", re.MULTILINE | re.IGNORECASE),
        lazy_pattern(r"\b(?:RG|n[°o])\s?(?:n[°o]\s?)?:?\s?(?P<number>\d\d/\d{4,5})(?!\d)", re.IGNORECASE),
        "CA,",
    ),
    (
        lazy_pattern(r"^\W*(?:OGH|(?:der )?oberste gerichtshof\b[^\n]{0,80})$", re.MULTILINE | re.IGNORECASE),
        lazy_pattern(r"(?<![\w:])(?P<number>\d{1,2}\s?Ob[AS]?\s?\d{1,3}/\d\d[a-z])(?!\w)"),
        "OGH,",
    ),
    (
        lazy_pattern(r"^\W*(?:VfGH|(?:der )?verfassungsgerichtshof\b[^\n]{0,80})$", re.MULTILINE | re.IGNORECASE),
        lazy_pattern(r"(?<![\w:])(?P<number>(?:[ABEGUV]|SV|UA|KI|KR|WI{1,3})\s?\d{1,5}/\d{4})(?!\w)"),
        "VfGH,",
    ),
    (
        lazy_pattern(r"^\W*(?:VwGH|(?:der )?verwaltungsgerichtshof\b[^\n]{0,80})$", re.MULTILINE | re.IGNORECASE),
        lazy_pattern(r"(?<![\w:])(?P<number>R[aoe]\s?\d{4}/\d\d/\d{4}|\d{2,4}/\d\d/\d{4})(?!\w)"),
        "VwGH,",
    ),
    (
        lazy_pattern(
            r"^\W*(?:schweizerisches )?(?:bundesgericht|tribunal f[ée]d[ée]ral|tribunale federale)\b[^\n]{0,60}$",
            re.MULTILINE | re.IGNORECASE,
        ),
        lazy_pattern(r"(?<!\w)(?P<number>[1-9][A-Z]_\d{1,4}/\d{4})(?!\d)"),
        "",
    ),
)  # fmt: skip
"""The line that names a court, its docket, and what precedes this in the name of a decision."""
_ECLI = lazy_pattern(r"ECLI:(?:AT|FR|CH|CE):[A-Z0-9]{1,9}:\d{4}:[A-Z0-9.]{1,30}(?<!\.)")
_LABELLED_DAY = lazy_pattern(
    r"\b(?:audience publique du|lecture du|arr[êe]t du|d[ée]cision du|urteil vom|beschluss vom|sentenza del|strasbourg)"
    r"\s+(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\s+)?(?P<day>\d{1,2}(?:er|\.)?\s+[^\W\d]{3,9}\s+\d{4})",
    re.IGNORECASE,
)


_DAY_OF_RIS = lazy_pattern(
    r"^\W*Entscheidungsdatum\W+(?P<day>\d{1,2}\.\d{1,2}\.\d{4})", re.MULTILINE
)
_GLUED = lazy_pattern(r"(?<=\d)(?=Ob)|(?<=[a-zA-Z])(?=\d+/)")
"""In ``3Ob233/18g``, as the RIS prints dockets."""


class ForeignDecision(NamedTuple):
    """The identity of a decision: its ECLI or docket, its name, and its day."""

    work: str
    name: str
    day: datetime.date | None


def parse_foreign_decision(text: str) -> ForeignDecision | None:
    """Return the decision that ``text`` begins as, by a line with its court, and its docket; ``None`` for other texts."""
    top = text[:_TOP]
    labelled = _LABELLED_DAY.search(top)
    day = find_date(labelled["day"]) if labelled else find_date(top)
    if of_ris := _DAY_OF_RIS.search(top):
        day = find_numeric_date(of_ris["day"])
    application = _APPLICATION.search(top)
    if application and _HUMAN_RIGHTS.search(top):
        named = _CASE_OF.search(top)
        name = " ".join(named["name"].split()) if named else ""
        return ForeignDecision(f"ECHR-{application['number']}", name, day)
    for court, docket, prefix in _COURTS:
        number = docket.search(top) if court.search(top) else None
        if number:
            name = f"{prefix} {' '.join(_GLUED.sub(' ', number['number']).split())}".strip()
            ecli = _ECLI.search(top)
            return ForeignDecision(ecli[0] if ecli else name, name, day)
    return None
