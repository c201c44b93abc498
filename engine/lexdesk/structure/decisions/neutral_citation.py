"""Neutral citations of common-law judgments: ``[2019] EWHC 123 (Ch)``, ``[2024] EWFC 74 (B)``.

Practice Direction (Judgments: Neutral Citations) [2002] 1 WLR 346; OSCOLA (4th ed.), 2.1.2. The
division is a part of it: tribunals have one series per division, and the Family Court has one for
its other judges, ``(B)``.
"""

import re

from lexdesk.text.lazy_pattern import lazy_pattern

_SUFFIX = r"(?:\s?\((?:[A-Z]|T[123]|[A-Z][A-Za-z]{1,9})\))?"
NEUTRAL_NUMBER = (
    r"(?:IESC|IECA|IEHC|IECCA|UKSC|UKHL|UKPC|EWCA|EWHC|EWCOP|EWFC|EWCC|EWMC|EWPCC|EWCR|UKUT|UKFTT|UKEAT|EAT|UKAIT|UKIAT|UKSIAC"
    r"|UKIPTrib|CAT|CSIH|CSOH|HCJAC|SAC|NICA|NIQB|NIKB|NICh|NIFam|NICC|NIMaster|HCA|FCA|NSWCA|NZSC|NZCA|SCC|SGCA|HKCFA|ZASCA"
    r"|INSC)"
    rf"(?:\s[A-Z][A-Za-z]{{2,4}})?\sB?\d{{1,5}}{_SUFFIX}(?![\w(])"
)
"""A neutral citation without its year, as a pattern."""
_NEUTRAL = rf"\[(?:19|20)\d{{2}}\]\s?{NEUTRAL_NUMBER}"
NEUTRAL = lazy_pattern(_NEUTRAL)
_LABELLED = lazy_pattern(
    rf"\b(?i:neutral\s+citation|NCN|MNC)(?i:\s+(?:number|no)\b\.?)?\s*[:.]?\s*(?P<citation>{_NEUTRAL})"
)
_ALONE = lazy_pattern(rf"^\W*(?P<citation>{_NEUTRAL})[^\w\n]*$", re.MULTILINE)
_BEHIND_NAME = lazy_pattern(
    r"^(?![^\n]*\b(?i:appeal|approved|cited|considered|following|from|in|linked|of|related|reported|see)\b)"
    rf"[^\n\[]{{3,160}}(?P<citation>{_NEUTRAL})[^\w\n]*$",
    re.MULTILINE,
)
_TOP = 30  # lines
_COURT = lazy_pattern(
    r"^\W*(?:in\s+the\s+)?[^\n.]{0,60}\b(?:court|tribunal|division)\b[^\n.]*$", re.I | re.M
)
_PARTIES = lazy_pattern(
    r"^\W*(?:between|before|heard\s+at|appellant|claimant|applicant|plaintiff)\b", re.I | re.M
)
_IN_FIND_CASE_LAW = lazy_pattern(
    r"\[(?P<year>\d{4})\] (?P<court>UKSC|UKPC|EWCA|EWHC|EWCOP|EWFC|EWCC|EWCR|UKUT|UKFTT|EAT|UKEAT)"
    r"(?: (?P<division>[A-Z][A-Za-z]{2,4}))? (?P<number>\d{1,5})(?: \((?P<behind>\w+)\))?"
)
_HIGH_COURT_OF_OLD = lazy_pattern(
    r"(?<=\] EWHC )(?P<division>Admin|Ch|Comm|Fam|Pat|QB|KB|TCC)\s(?P<number>\d{1,5})$"
)
"""The division before the number, as in 2000 and 2001, and since by mistake: ``[2003] EWHC Admin 2527``."""
_LEADING_ZEROS = lazy_pattern(r"\s0+(?=\d)")
_BEFORE_BRACKET = lazy_pattern(r"\s*(?=\()|(?<=\])\s*")


def canonicalize_citation(printed: str) -> str:
    """Return a neutral citation as it is cited: ``[2022] UKUT 00096(AAC)`` -> ``[2022] UKUT 96 (AAC)``."""
    spaced = _BEFORE_BRACKET.sub(" ", " ".join(printed.split()))
    plain = " ".join(_LEADING_ZEROS.sub(" ", spaced).split())
    return _HIGH_COURT_OF_OLD.sub(r"\g<number> (\g<division>)", plain)


def find_own_citation(beginning: str) -> str:
    """Return the neutral citation of the judgment that begins so; ``""`` without a sure one.

    The one after "Neutral Citation Number", else the one alone on its line, else the one behind
    the name of the case; an appealed or linked judgment may be cited before it.
    """
    if not NEUTRAL.search(beginning):  # quickly, unlike the others
        return ""
    patterns = (_LABELLED, _ALONE, _BEHIND_NAME)
    found = next(filter(None, (pattern.search(beginning) for pattern in patterns)), None)
    return canonicalize_citation(found["citation"]) if found else ""


def find_case_law_work(citation: str) -> str:
    """Return the identifier by which Find Case Law has a judgment, ``.../id/ewhc/ch/2019/123``; ``""`` for other courts."""
    match = _IN_FIND_CASE_LAW.fullmatch(citation)
    if match is None:
        return ""
    court, division = match["court"], match["division"] or match["behind"]
    series = f"{court}/{division}" if division else court
    return f"https://caselaw.nationalarchives.gov.uk/id/{series}/{match['year']}/{match['number']}".lower()


def is_at_the_top(beginning: str) -> bool:
    """Return True if a text begins with a citation alone on its line, above the name of a court and its parties."""
    lines = [line for line in beginning.splitlines() if line.strip()]
    heading = "\n".join(lines[:_TOP])
    return _ALONE.search("\n".join(lines[:2])) is not None and all(
        pattern.search(heading) for pattern in (_COURT, _PARTIES)
    )


def is_labelled(beginning: str) -> bool:
    """Return True if a text states its own neutral citation as such."""
    return _LABELLED.search(beginning) is not None
