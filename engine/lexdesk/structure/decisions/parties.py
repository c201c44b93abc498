"""The names of cases: ``Meta Platforms Inc. v Bundeskartellamt`` from the parties in a heading."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from lexdesk.text.lazy_pattern import lazy_pattern

_LINES = 120  # of the heading
_MOST_LINES = 24  # of the parties
_LONGEST = 160
_IN_PROCEEDINGS = lazy_pattern(
    r".*\b(?:in the (?:criminal )?(?:proceedings|case|appeal|joined cases)|in de[nmr] (?:Verfahren|Rechtssachen?)"
    r"|dans (?:la procédure|les procédures|l['’]affaire))(?: brought by| against)?[:,]?",
    re.IGNORECASE | re.DOTALL,
)
_END_OF_PROCEEDINGS = lazy_pattern(
    r"(?:THE (?:GENERAL )?COURT|DER GERICHTSHOF|DAS GERICHT|LA COUR|LE TRIBUNAL)\b.*"
    r"|.*:|and|und|et|gives the following|judgment|order"
)
_AGAINST = lazy_pattern(r"v\.?|gegen|contre", re.IGNORECASE)
_BETWEEN = lazy_pattern(r"\W*(?:between|in the cause)\W*", re.IGNORECASE)
_AND = lazy_pattern(r"\W*(?:and|against|v|vs?\.)\W*", re.IGNORECASE)
_ROLE = (
    r"(?:(?:first|second|third|\d(?:st|nd|rd|th))(?:\s(?:and|to)\s\w+)?\s)?"
    r"(?:(?:part\s20\s)?(?:claimant|defendant|appellant|respondent|applicant|plaintiff|petitioner|pursuer|defender|reclaimer|intervener|interested\spart(?:y|ies)|accused)"
    r"(?:\(s\)|s)?(?:['’]s?)?(?:\s?(?:/|and|&)\s?)?)+"
)
_ONLY_ROLE = lazy_pattern(rf"\W*{_ROLE}\W*", re.IGNORECASE)
_LONGEST_LINE = 1_000  # characters of a line with the name of a party
_ROLE_BEHIND = lazy_pattern(rf"[\s,(–-]+{_ROLE}\W*$", re.IGNORECASE)
_END_OF_PARTIES = lazy_pattern(
    r"\W*(?:before|hearing|heard|j ?u ?d ?g ?m ?e ?n ?t|approved|representation|mr|mrs|ms|miss|no order|for the|counsel"
    r"|ex tempore)\b.*|\W{4,}",
    re.IGNORECASE,
)
_PARTIES = lazy_pattern(r"([A-Z].{2,90}?),? v\.? ([A-Z].{2,90}?),?$")
_MARKS = lazy_pattern(r"^[*_\s]*(?:\(?\d{1,2}[).]\s)?|[*_]+|\s\(\d{1,2}\)$")
_NUMBER = lazy_pattern(r"\W*\d{1,2}\W*")
_STAMP = lazy_pattern(r"^.*\bapproved\b.*\bfor handing down\s+", re.IGNORECASE)
_REPORTED = lazy_pattern(r"[(\[]\d{4}[)\]]|\d{4}[)\]]")


def find_parties(lines: Iterable[str]) -> str:
    """Return the name of the case from the lines of a heading; ``""`` if they do not tell it."""
    heading = list(_first(lines))
    return (
        _parties_of_proceedings(heading)
        or _parties_between(heading)
        or _parties_on_one_line(heading)
    )


def _first(lines: Iterable[str]) -> Iterable[str]:
    for _, line in zip(range(_LINES), lines, strict=False):
        yield line


def _parties_of_proceedings(lines: Sequence[str]) -> str:
    """Return the parties behind "in the proceedings", as in judgments of the Court of Justice."""
    at = next((n for n, line in enumerate(lines) if _IN_PROCEEDINGS.fullmatch(line)), None)
    if at is None:
        return ""
    behind = (_MARKS.sub("", line).strip() for line in lines[at + 1 : at + _MOST_LINES])
    parties = list(takewhile(lambda line: not _END_OF_PROCEEDINGS.fullmatch(line), behind))
    name = " ".join("v" if _AGAINST.fullmatch(line) else line for line in parties)
    return _shorten(re.sub(r",(?= v )|[,;]$|\s\([CT][\u2010-\u2012-]\d+/\d\d\)", "", name))


def _parties_between(lines: Sequence[str]) -> str:
    """Return the first party of each side behind "Between", as in common-law judgments."""
    at = next((n for n, line in enumerate(lines) if _BETWEEN.fullmatch(line)), None)
    if at is None:
        return ""
    behind = takewhile(
        lambda line: not _END_OF_PARTIES.fullmatch(line), lines[at + 1 : at + _MOST_LINES]
    )
    block = [line for line in behind if not (_ONLY_ROLE.fullmatch(line) or _NUMBER.fullmatch(line))]
    middle = next((n for n, line in enumerate(block) if _AND.fullmatch(line)), 0)
    if not 0 < middle < len(block) - 1:
        return ""
    sides = (
        _MARKS.sub("", _ROLE_BEHIND.sub("", block[n][:_LONGEST_LINE])).strip()
        for n in (0, middle + 1)
    )
    return _shorten(" v ".join(sides))


def _parties_on_one_line(lines: Sequence[str]) -> str:
    """Return the first line with two parties that is no citation of a reported case."""
    for line in lines[:80]:
        if len(line) < _LONGEST and _PARTIES.fullmatch(line) and not _REPORTED.search(line):
            sides = _STAMP.sub("", line.rstrip(",")).split(" v", 1)
            return " v".join(_ROLE_BEHIND.sub("", side) for side in sides)
    return ""


def _shorten(name: str) -> str:
    return name if len(name) <= 2 * _LONGEST else f"{name[: 2 * _LONGEST - 1]}…"
