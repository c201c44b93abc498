"""The document kind of a text, derived from its beginning only."""

import re

from lexdesk.text.lazy_pattern import begins_word, lazy_pattern

_BEGINNING = 4000  # characters; a contract names itself and its parties on the first page
_CONTRACT = lazy_pattern(
    begins_word("th(is|e following)")
    + r"\s[^.]{0,200}?\b(agreement|contract|lease|licen[cs]e|amendment|deed)\b"
    r"[^.]{0,300}?\b(made|entered\s+into|dated|effective|executed)\b.{0,500}?"
    r"\b(between|among)\b",
    re.IGNORECASE | re.DOTALL,
)
_COURT = lazy_pattern(
    r"\b(plaintiff|defendant|appellant|appellee|petitioner|respondent|court)s?\b", re.IGNORECASE
)


def detect_kind(text: str) -> str:
    """Return ``contract`` if the first page sets out an agreement between parties, else ``document``."""
    beginning = text[:_BEGINNING]
    if _CONTRACT.search(beginning) and not _COURT.search(text[:1500]):
        return "contract"
    return "document"
