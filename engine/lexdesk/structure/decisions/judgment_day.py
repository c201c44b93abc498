"""The day of a judgment, printed in its heading: ``Date: 25th July 2025``, ``JUDGMENT GIVEN ON``.

The days of the hearing, of the decision appealed from and of the facts are printed near it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from itertools import chain

from lexdesk.structure.dates import find_date
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import MONTHS

_SLASHED = lazy_pattern(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b")
_WHAT = r"(?:judge?ment|decision(?:\s+(?:and|&)\s+reasons)?|determination|ruling|reasons|order)"
_WHEN = r"(?:given|handed\s+down|delivered|released|promulgated|issued|pronounced|dated?|sent\s+to\s+the\s+parties)"
_DATE_LINE = lazy_pattern(
    r"^\W*dated?\b(?P<between>[^\d\n]{0,30}\n?[^\d\n]{0,12})(?=\d)", re.IGNORECASE | re.MULTILINE
)
_LABEL = lazy_pattern(
    rf"\b(?:{_WHAT}\s+{_WHEN}|date\s+of\s+{_WHAT}|{_WHAT}\s+date|handed\s+down|(?:date\s+)?(?:released|promulgated)"
    r"|release\s+date|delivered)\b(?P<between>[^\d.]{0,60}?)(?=\d)",
    re.IGNORECASE,
)
_OF_DAY = lazy_pattern(
    rf"^\W*{_WHAT}\s+of\b(?P<between>[^\d\n]{{0,80}})(?=\d)", re.IGNORECASE | re.MULTILINE
)
_LABELS_OF_HEADING = (_DATE_LINE, _LABEL, _OF_DAY)
_OTHER_DAYS = lazy_pattern(
    r"\b(?:hear(?:d|ing)|sitting|submissions|trial|on\s+appeal|appeal\s+from|appealed|referred)\b[^\n]*(?:\n[^\n]*\d{4}[^\n]*)?",
    re.IGNORECASE,
)
_FIRST_PARAGRAPH = lazy_pattern(r"^\W{0,2}1[.)\]]?\s", re.MULTILINE)
_ALONE = lazy_pattern(r"^\W*(\d{1,2}(?:st|nd|rd|th)?\s+[A-Z][a-z]+\s+\d{4})\W*$", re.MULTILINE)
_LONGEST = 30  # characters of a date
_HEADING, _ENDING = 5_000, 1_500  # characters


def find_judgment_day(text: str) -> datetime.date | None:
    """Return the day of a judgment, or ``None``.

    The day behind a label in the heading or at the end, else the one alone on a line at the end,
    else the first of the heading that is no day of a hearing or of another decision.
    """
    heading = _spell_out_days(_heading(text))
    ending = _spell_out_days(text[_HEADING:][-_ENDING:])
    return (
        _find_labelled_day(heading, _LABELS_OF_HEADING)
        or _find_labelled_day(ending, (_LABEL,))
        or next((day for found in _ALONE.findall(ending) if (day := find_date(found))), None)
        or find_date(_OTHER_DAYS.sub(" ", heading))
    )


def _heading(text: str) -> str:
    """Return the text before the first paragraph, or its beginning."""
    beginning = text[:_HEADING]
    first = _FIRST_PARAGRAPH.search(beginning)
    return beginning[: first.start()] if first else beginning


def _find_labelled_day(text: str, labels: Sequence[re.Pattern[str]]) -> datetime.date | None:
    for match in chain.from_iterable(label.finditer(text) for label in labels):
        if _OTHER_DAYS.search(match["between"]):
            continue
        if day := find_date(text[match.end() : match.end() + _LONGEST].split("\n", maxsplit=1)[0]):
            return day
    return None


def _spell_out_days(text: str) -> str:
    """Return the text with its days in words: ``25 July 2025`` for ``25/07/2025``."""
    return _SLASHED.sub(_spell_out_day, text)


def _spell_out_day(match: re.Match[str]) -> str:
    """Return ``25/07/2025`` as ``25 July 2025``; no month 13."""
    month = int(match[2])
    return f"{match[1]} {MONTHS['en'][month - 1]} {match[3]}" if 1 <= month <= 12 else match[0]
