"""Sentences with a duty, detected by the modal wording of statutes.

English: *shall* and *must* (Joint Practical Guide of the Union, point 2.3.2). German: *muss*, *hat ... zu*,
*ist verpflichtet*, *darf nicht* (Handbuch der Rechtsförmlichkeit, part B). French: *doit*, *est tenu de*,
*veille à*. Acts of the Union also oblige in the present tense: *der Verantwortliche meldet*. Other languages have
no rule. Sentences about the law itself (``This Regulation shall enter into force``) are no duties; nor are those of
Member States, institutions, courts and authorities, which no contract or policy deals with. Provisions on scope,
definitions, entry into force and the like have none.
"""

import itertools
import re

from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.sentences import find_text_borders

_INFINITIVE = (
    r"(?:\bzu\b|\b(?:ab|an|auf|aus|bei|bereit|dar|durch|ein|fern|fest|frei|her|hin|mit|nach|offen|sicher|um|unter|vor|wahr"
    r"|weiter|wieder|zurück|zusammen|zu)zu\w+en\b)"
)
_DUTY = {
    "en": lazy_pattern(r"\b(?:shall|must)\b", re.IGNORECASE),
    "de": lazy_pattern(
        rf"\b(?:muss|müssen|ha(?:t|ben)\b[^.;]{{0,200}}?{_INFINITIVE}|(?:ist|sind)\sverpflichtet"
        r"|d(?:arf|ürfen)\b[^.;]{0,80}?\bnicht|stell(?:t|en)\b[^.;]{0,120}?\bsicher)\b"
        r"|\b[Dd]er\s(?:Verantwortliche|Auftragsverarbeiter)\b(?![^.;]*\b(?:kann|können|hat\sdas\sRecht)\b)"
        r"|^\W*(?:\(?\w{1,3}[.)]\s+)?(?:D(?:er|ie)|Jeder?)\s(?:\w+en?\s){0,2}(?:Anbieter|Betreiber|Hersteller|Einführer|Händler"
        r"|Torwächter|Finanzunternehmen|Vertreter)\b(?![^.;]*\b(?:kann|können)\b)"
    ),
    "fr": lazy_pattern(
        r"\b(?:doit|doivent|(?:est|sont)\stenue?s?\s(?:de|d['’])|veillent?\sà)\b"
        r"|(?:^\W*(?:\w{1,3}[.)]\s+)?|[,;]\s)(?:le|chaque)\s(?:responsable\sdu\straitement|sous-traitant)\s"
        r"(?!(?:peut|ou|a\sle\sdroit|démontre)\b)",
        re.IGNORECASE,
    ),
}
_LAW_ITSELF = lazy_pattern(
    r"\b(?:(?:[Tt]his|[Tt]he|[Tt]hat)\s(?:\w+\s){0,2}(?:Regulation|Directive|Decision|Act|Law|Article|paragraph|Section)"
    r"|(?:[Aa]rticles?|[Pp]aragraphs?|[Pp]oints?|[Ss]ections?)\s[\dIVX(][^.;]{0,60}?|[Ii]t)\sshall\s"
    r"(?:not\s)?(?:enter|apply|be\sbinding|cease|take\seffect|be\srepealed|come\sinto|be\swithout\sprejudice|affect)"
)
_WITHOUT_DUTIES = {
    "en": lazy_pattern(
        r"(?:subject[- ]matter|(?:material |territorial |personal )?scope|objectives?|purpose|definitions?|interpretation"
        r"|short title|commencement|citation|application|entry into force|repeals?|transposition|addressees?|review|committee"
        r")(?: procedure)?(?:,? (?:and|of (?:this|the)|of application)\b.*)?\W*"
        r"|(?:relationship with|repeal of|amendments? (?:to|of)|exercise of the delegation|commission reports?)\b.*",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        r"(?:Gegenstand|Ziele?|Zweck|(?:\w+er )?(?:Anwendungs|Geltungs)bereich|Begriffsbestimmungen?|(?:In|Außer)krafttreten"
        r"|\w*[Ee]rmächtigung(?:en)?|Aufhebung|Verhältnis zu\w?)(?:(?:,| und| des| der| dieses| von)\b.*)?\W*"
    ),
    "fr": lazy_pattern(
        r"(?:objet|objectifs?|champ d['’]application|définitions?|entrée en vigueur|abrogation|relation avec)\b.*",
        re.IGNORECASE,
    ),
}
"""Headings of provisions on the law itself (Joint Practical Guide of the Union, points 13 and 14)."""

_BODY = {
    "en": r"(?P<body>Member\sStates?|Commission|Board|Council|European\sParliament|(?:\w+\s)?authorit(?:y|ies)|[Cc]ourts?|Chair"
    r"|[Ss]ecretariat|AI\sOffice|European\sData\sProtection\sSupervisor|ESMA|EBA|EIOPA|ESAs|ENISA|Agency|Minister|committee"
    r"|(?:notified|certification|accreditation)\sbod(?:y|ies))",
    "de": r"(?P<body>Mitgliedstaat(?:en)?|Kommission|Ausschuss|Rat|Europäische\sParlament|Vorsitz|Sekretariat|Bund|Länder"
    r"|(?:[a-zäöü]+\s){0,2}\w*(?:[Gg]ericht(?:e|shof)?|[Bb]ehörden?|[Rr]egierung(?:en)?|[Mm]inisteri(?:um|en)|[Bb]undesanstalt"
    r"|(?:Bundes|Landes|Finanz|Grundbuch|Patent)amt|Staatsanwaltschaft|Bundesbank))",
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
_BEHIND_VERB = lazy_pattern(
    r"\b(?:hat|haben|muss|müssen|darf|dürfen|ist|sind|stellt|stellen)\s"
    rf"(?:(?P<pronoun>es|er|sie)\b|(?:(?:das|der|die)\s)?{_BODY['de']}\b)"
)
_PRONOUN_FIRST = lazy_pattern(r"^\W*(?:\(?\w{1,3}[.)]\s+)?(?:Es|Er|Sie)\b")
_PRONOUN = lazy_pattern(r"\b(?:it|they|he(?:\sor\sshe)?|she)\s$", re.IGNORECASE)
_OF = lazy_pattern(
    r"\b(?:of|by|to|with|from|for|in|on|under|between|before|against)(?:\s(?:the|a|an|each|any|that|another|its|their))?(?:\s[a-z]+)?\s$"
)
"""Before a noun that is no subject: ``the tasks of the controller``."""
_LONGEST_NUMBER = 40  # characters before a heading
_CLAUSE = lazy_pattern(r"[.;:\n](?=\s|$)")


def has_rule(language: str | None) -> bool:
    """Return whether duties can be detected in ``language`` (ISO 639-1)."""
    return language in _DUTY


def find_duties(text: str, language: str | None, heading: str = "") -> list[str]:
    """Return the sentences of ``text`` with a duty, in order; none in a language without a rule.

    A duty without a person or body as its subject counts unless all others are of public bodies. ``heading`` is that of
    the provision, in its first lines.
    """
    duty = _DUTY.get(language or "")
    if duty is None or (heading and _WITHOUT_DUTIES[language or ""].fullmatch(heading.strip())):
        return []
    head = text.find(heading, 0, _LONGEST_NUMBER + len(heading)) if heading else -1
    text = text if head < 0 else text[head + len(heading) :]
    edges = [0, *(border.at for border in find_text_borders(text)), len(text)]
    sentences = [text[start:end].strip() for start, end in itertools.pairwise(edges)]
    found: list[tuple[str, set[str]]] = []
    last: set[str] = set()
    for sentence in sentences:
        subjects = _subjects(sentence, language or "", duty, last)
        if duty.search(_LAW_ITSELF.sub(" ", sentence)):
            found.append((sentence, subjects))
        last = subjects or last
    if any("body" in of_one for _, of_one in found) and not any("person" in s for _, s in found):
        return []
    return [sentence for sentence, of_one in found if of_one != {"body"}]


def _subjects(sentence: str, language: str, duty: re.Pattern[str], last: set[str]) -> set[str]:
    """Return ``person`` and ``body`` for the subjects of the duties of a sentence; a pronoun stands for those ``last`` named."""
    subject = lazy_pattern(_SUBJECT[language])
    if language != "en":
        behind = _BEHIND_VERB.search(sentence) if language == "de" else None
        if behind:
            return last if behind["pronoun"] else {"body"}
        if language == "de" and _PRONOUN_FIRST.match(sentence):
            return last
        first = subject.search(sentence)
        return {first.lastgroup or ""} if first else set()
    found: set[str] = set()
    for match in duty.finditer(sentence):
        clause = _CLAUSE.split(sentence[: match.start()])[-1]
        nouns = [
            noun for noun in subject.finditer(clause) if not _OF.search(clause[: noun.start()])
        ]
        if nouns:
            found.add(nouns[-1].lastgroup or "")
        elif _PRONOUN.search(clause):
            found |= last
    return found
