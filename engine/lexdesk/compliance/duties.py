"""Sentences with a duty, detected by the modal wording of statutes.

English: *shall* and *must* (Joint Practical Guide of the Union, point 2.3.2). German: *muss*, *hat ... zu*,
*ist verpflichtet*, *darf nicht* (Handbuch der Rechtsförmlichkeit, part B). French: *doit*, *est tenu de*,
*veille à*. Other languages have no rule. Sentences about the law itself (``This Regulation shall enter
into force``) are no duties; nor are those of Member States, institutions, courts and authorities,
which no contract or policy deals with.
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

_BODY = {
    "en": r"(?P<body>Member\sStates?|Commission|Board|Council|European\sParliament|(?:\w+\s)?authorit(?:y|ies)|[Cc]ourts?|Chair"
    r"|[Ss]ecretariat|AI\sOffice|European\sData\sProtection\sSupervisor|ESMA|EBA|EIOPA|ESAs|ENISA|Agency|Minister|committee"
    r"|(?:notified|certification|accreditation)\sbod(?:y|ies))",
    "de": r"(?P<body>Mitgliedstaat(?:en)?|Kommission|Ausschuss|Rat|Europäische\sParlament|Gerichte?|Vorsitz|Sekretariat"
    r"|(?:[a-zäöü]+\s){0,2}(?:Aufsichtsb|B)ehörden?|Bundesregierung|Bundesministerium)",
    "fr": r"(?P<body>États?\smembres?|Commission|Conseil|Parlement\seuropéen|comité|autorités?(?:\s[a-zé]+){0,3}|tribunal|juge)",
}
"""Public bodies."""
_SUBJECT = {
    "en": rf"{_BODY['en']}|(?P<person>controllers?|processors?|data\ssubjects?|providers?|deployers?|operators?|manufacturers?"
    r"|importers?|distributors?|undertakings?|compan(?:y|ies)|firms?|(?:credit|financial)\sinstitutions?|entit(?:y|ies)|employers?"
    r"|traders?|sellers?|suppliers?|persons?|gatekeepers?|platforms?|representatives?|intermediar(?:y|ies)|investors?|issuers?"
    r"|owners?|tenants?|landlords?|data\sprotection\sofficer)",
    "de": rf"^\W*(?:\(?\w{{1,3}}[.)]\s+)?(?:(?:D(?:er|ie|as)|Jede[rs]?|Alle)\s)?(?:{_BODY['de']}\b|(?P<person>\w+))",
    "fr": rf"^\W*(?:\w{{1,3}}[.)]\s+)?(?:L(?:es?|a)\s|L['’]|Chaque\s|Tout(?:es?)?\s)?(?:{_BODY['fr']}\b|(?P<person>\w+))",
}
"""Nouns that may be the subject of a duty; in German and French that at the start of the sentence."""
_OF = lazy_pattern(
    r"\b(?:of|by|to|with|from|for|in|on|under|between|before|against)(?:\s(?:the|a|an|each|any|that|another|its|their))?(?:\s[a-z]+)?\s$"
)
"""Before a noun that is no subject: ``the tasks of the controller``."""
_CLAUSE = lazy_pattern(r"[.;:\n](?=\s|$)")


def has_rule(language: str | None) -> bool:
    """Return whether duties can be detected in ``language`` (ISO 639-1)."""
    return language in _DUTY


def duties(text: str, language: str | None) -> list[str]:
    """Return the sentences of ``text`` with a duty, in order; none in a language without a rule.

    A duty without a person or body as its subject counts unless all others are of public bodies.
    """
    duty = _DUTY.get(language or "")
    if duty is None:
        return []
    edges = [0, *(border.at for border in borders(text)), len(text)]
    sentences = (text[start:end].strip() for start, end in itertools.pairwise(edges))
    found = [sentence for sentence in sentences if duty.search(_LAW_ITSELF.sub(" ", sentence))]
    subjects = [_subjects(sentence, language or "", duty) for sentence in found]
    if any("body" in of_one for of_one in subjects) and not any("person" in s for s in subjects):
        return []
    return [s for s, of_one in zip(found, subjects, strict=True) if of_one != {"body"}]


def _subjects(sentence: str, language: str, duty: re.Pattern[str]) -> set[str]:
    """Return ``person`` and ``body`` for the subjects of the duties of a sentence."""
    subject = lazy_pattern(_SUBJECT[language])
    if language != "en":
        first = subject.search(sentence)
        return {first.lastgroup or ""} if first else set()
    found: set[str] = set()
    for match in duty.finditer(sentence):
        clause = _CLAUSE.split(sentence[: match.start()])[-1]
        nouns = [
            noun for noun in subject.finditer(clause) if not _OF.search(clause[: noun.start()])
        ]
        found |= {nouns[-1].lastgroup or ""} if nouns else set()
    return found
