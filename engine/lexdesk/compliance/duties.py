"""Sentences with a duty, detected by the modal wording of statutes.

English: *shall* and *must* (Joint Practical Guide of the Union, point 2.3.2). German: *muss*, *hat ... zu*,
*ist verpflichtet*, *darf nicht* (Handbuch der Rechtsförmlichkeit, part B). French: *doit*, *est tenu de*,
*veille à*. Other languages have no rule. Sentences about the law itself (``This Regulation shall enter
into force``) are no duties.
"""

from __future__ import annotations

import itertools
import re

from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.sentences import borders

_DUTY = {
    "en": lazy_pattern(r"\b(?:shall|must)\b", re.IGNORECASE),
    "de": lazy_pattern(
        r"\b(?:muss|müssen|hat\b[^.;]{0,200}?\bzu|haben\b[^.;]{0,200}?\bzu|(?:ist|sind)\sverpflichtet"
        r"|d(?:arf|ürfen)\b[^.;]{0,80}?\bnicht|stell(?:t|en)\b[^.;]{0,120}?\bsicher)\b"
    ),
    "fr": lazy_pattern(
        r"\b(?:doit|doivent|(?:est|sont)\stenue?s?\s(?:de|d['’])|veillent?\sà)\b", re.IGNORECASE
    ),
}
_LAW_ITSELF = lazy_pattern(
    r"\b(?:(?:[Tt]his|[Tt]he|[Tt]hat)\s(?:\w+\s){0,2}(?:Regulation|Directive|Decision|Act|Law|Article|paragraph|Section)"
    r"|(?:[Aa]rticles?|[Pp]aragraphs?|[Pp]oints?|[Ss]ections?)\s[\dIVX(][^.;]{0,60}?|[Ii]t)\sshall\s"
    r"(?:not\s)?(?:enter|apply|be\sbinding|cease|take\seffect|be\srepealed|come\sinto)"
)


def has_rule(language: str | None) -> bool:
    """Return whether duties can be detected in ``language`` (ISO 639-1)."""
    return language in _DUTY


def duties(text: str, language: str | None) -> list[str]:
    """Return the sentences of ``text`` with a duty, in order; none in a language without a rule."""
    duty = _DUTY.get(language or "")
    if duty is None:
        return []
    edges = [0, *(border.at for border in borders(text)), len(text)]
    sentences = (text[start:end].strip() for start, end in itertools.pairwise(edges))
    return [sentence for sentence in sentences if duty.search(_LAW_ITSELF.sub(" ", sentence))]
