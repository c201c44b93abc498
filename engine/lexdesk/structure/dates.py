"""Dates in texts (``of 27 April 2016``, ``vom 27. April 2016``) and in metadata (``2018-05-24``).

The forms of the 24 languages of the Union are those in the articles of the GDPR, the months those of the Unicode CLDR.
"""

import datetime
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lexdesk.errors import FileCode, FileFailed
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import MONTHS
from lexdesk.text.tables import read_table

_NUMBER_OF_MONTH = {
    name.lower(): number for names in MONTHS.values() for number, name in enumerate(names, 1)
} | {"jänner": 1, "feber": 2}  # Austria
_DATE = lazy_pattern(
    r"\b(\d{1,2})(?:\.?[º°o]|\.|er|\s?(?i:st|nd|rd|th)\b,?)?(?:\s+day)?(?:\s+of)?\s+(?:de\s+)?([^\W\d]+),?\s+(?:de\s+)?(\d{4})\b"
)
_NUMERIC = lazy_pattern(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b")


def find_date(text: str) -> datetime.date | None:
    """Return the first valid date in words in a text, or ``None``."""
    return next(find_dates(text), None)


def find_dates(text: str) -> Iterator[datetime.date]:
    """Yield the valid dates in words in a text, in order."""
    for match in _DATE.finditer(text):
        month = _NUMBER_OF_MONTH.get(match[2].lower())
        if month and (date := _date(int(match[3]), month, int(match[1]))):
            yield date


def find_numeric_date(text: str) -> datetime.date | None:
    """Return the first valid ``04.05.2016`` in a text, or ``None``."""
    for match in _NUMERIC.finditer(text):
        if date := _date(int(match[3]), int(match[2]), int(match[1])):
            return date
    return None


def _date(year: int, month: int, day: int) -> datetime.date | None:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None


def parse_metadata_date(printed: str | None, name: str) -> datetime.date | None:
    """Parse ``2018-05-24`` or ``20180524``; ``None`` for no value, ``9999...`` and ``0000...``.

    Raises ``FileFailed`` for a date that does not exist: validity must not be guessed.
    """
    printed = (printed or "").strip()[:10]
    if not printed or printed.startswith(("9999", "0000")):
        return None
    try:
        return datetime.date.fromisoformat(printed)
    except ValueError:
        raise FileFailed(FileCode.DATE_IMPOSSIBLE, name=name, date=printed) from None


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

    The languages of ``find_date`` are tried first; ``None`` if there is no date.
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
