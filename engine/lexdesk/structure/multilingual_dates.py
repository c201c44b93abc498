"""Dates as printed in the 24 languages of the Union, in words or in numbers.

The forms are those in the articles of the GDPR in each language; the months those of the Unicode
CLDR.
"""

from __future__ import annotations

import datetime
import re
from functools import cache
from pathlib import Path

from lexdesk.structure.dates import find_date
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tables import read_table

_MONTHS = {
    row["language"]: row["months"]
    for row in read_table(Path(__file__).parent / "data" / "months.tsv", ("language", "months"))
}
"""Stems of the months' names, January first; alternatives are separated by a bar."""
_IN_WORDS = (
    # 25. Mai 2018, 1er mai 2018, 25 de mayo de 2018, 25 ta' Mejju 2018, 25 päivänä toukokuuta 2018, 25ης Μαΐου 2018
    r"(?P<day>\d{1,2})(?:\.[ºo]|[.ºª°]|er|ης)?\s?(?:(?:de|ta['’]|päivänä)\s+)?"
    r"(?P<month>[^\W\d_]+(?:\sFómhair)?),?\s+(?:del?\s+)?(?P<year>\d{4})(?!\d)"
    # 2018 m. gegužės 25 d., 2018. május 25-én, 2018. gada 25. maijā
    r"|(?P<year2>\d{4})(?:\.\sgada|\sm\.|\.)\s"
    r"(?:(?P<day2>\d{1,2})\.\s(?P<month2>[^\W\d_]+)|(?P<month3>[^\W\d_]+)\s(?P<day3>\d{1,2}))\b"
)
DATE = (
    # 25.5.2018, 25. 5. 2018, 25/05/2018, 25-05-2018; the day comes first in all the languages
    rf"(?:{_IN_WORDS}"
    r"|(?P<day4>\d{1,2})(?P<between>[./-])\s?(?P<month4>\d{1,2})(?P=between)\s?(?P<year4>\d{4})(?!\d)"
    # 2018-05-25, 2018. 05. 25.
    r"|(?P<year5>\d{4})(?P<between5>-|\.\s?)(?P<month5>\d{1,2})(?P=between5)(?P<day5>\d{1,2})(?!\d))"
)
"""A date as a part of a pattern; ``to_date`` converts a match."""
_PRINTED = lazy_pattern(rf"(?<!\d)(?:{_IN_WORDS})")


def find_worded_date(text: str, language: str | None) -> datetime.date | None:
    """Return the first worded date in a text of ``language`` (ISO 639-1), such as an act's title.

    The languages of ``lexdesk.structure.dates`` are tried first; ``None`` if there is no date.
    """
    if (day := find_date(text)) is not None or language not in _MONTHS:
        return day
    days = (to_date(match, language) for match in _PRINTED.finditer(text))
    return next((day for day in days if day is not None), None)


def to_date(match: re.Match[str], language: str) -> datetime.date | None:
    """Convert a match of ``DATE`` to a date; return ``None`` if it is not in the calendar."""
    parts = {name.rstrip("2345"): text for name, text in match.groupdict().items() if text}
    printed = parts["month"]
    month = int(printed) if printed.isdigit() else _month(printed.lower(), language)
    try:
        return datetime.date(int(parts["year"]), month, int(parts["day"]))
    except ValueError:
        return None


def _month(name: str, language: str) -> int:
    """Return the number of a month, 0 for other words; the longest stem decides.

    ``červenec`` is July, although ``červen`` is June.
    """
    stems = [stem for stem in _stems(language) if name.startswith(stem)]
    return _stems(language)[max(stems, key=len)] if stems else 0


@cache
def _stems(language: str) -> dict[str, int]:
    months = enumerate(_MONTHS[language].split(), 1)
    return {stem: number for number, names in months for stem in names.split("|")}
