"""Neutral citations of common-law judgments: ``[2019] EWHC 123 (Ch)``.

Practice Direction (Judgments: Neutral Citations) [2002] 1 WLR 346; OSCOLA (4th ed.), 2.1.2. The
division is a part of it: tribunals have one series per division.
"""

from __future__ import annotations

from lexdesk.text.lazy_pattern import lazy_pattern

NEUTRAL_NUMBER = (
    r"(?:IESC|IECA|IEHC|UKSC|UKHL|UKPC|EWCA|EWHC|EWCOP|EWFC|UKUT|UKFTT|UKEAT|EAT|CSIH|CSOH|HCJAC|NICA|NIQB|NIKB|NICh"
    r"|HCA|FCA|NSWCA|NZSC|NZCA|SCC|SGCA|HKCFA|ZASCA|INSC)"
    r"(?:\s[A-Z][A-Za-z]{2,4})?\s\d{1,5}(?:\s\([A-Za-z]{2,6}\))?(?![\w(])"
)
"""A neutral citation without its year, as a pattern."""
NEUTRAL = lazy_pattern(rf"\[(?:19|20)\d{{2}}\]\s{NEUTRAL_NUMBER}")
