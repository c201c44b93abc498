"""Wordings of contracts in English and German: parties, titles, endings, list items."""

import re
from dataclasses import dataclass

from lexdesk.structure.german.vocabulary import ANNEX, END
from lexdesk.text.lazy_pattern import lazy_pattern


@dataclass(frozen=True, slots=True)
class ContractWording:
    """The wordings of one language.

    ``parties``: frequent words of contracts; ``title``: names of contracts near the beginning;
    ``others``: words at the beginning of other texts; ``end``: a line before signatures or an
    annex; ``item``: the number of a list item; ``goes_on``: the middle of a sentence, so that the
    number before it is no clause number; ``clause`` and ``section``: the words of labels.
    """

    parties: re.Pattern[str]
    title: re.Pattern[str]
    others: re.Pattern[str]
    end: re.Pattern[str]
    item: re.Pattern[str]
    goes_on: re.Pattern[str]
    clause: str
    section: str


ENGLISH = ContractWording(
    parties=lazy_pattern(
        r"\b(agreements?|part(y|ies)|contract(or)?|lessor|lessee|licen[cs](or|ee)|hereof)\b",
        re.IGNORECASE,
    ),
    title=lazy_pattern(r"\b(agreement|contract|lease|licen[cs]e|deed|amendment)\b", re.IGNORECASE),
    others=lazy_pattern(
        r"\b(?i:plaintiffs?|defendants?|appell(ant|ee)s?|petitioners?)\b|\b(?i:court of)\b|\bvs?\.\s[A-Z][a-z]"
    ),
    end=lazy_pattern(
        r"IN WITNESS WHEREOF\b.*|In witness whereof\b.*|\[?signature page.*|"
        r"(?:EXHIBIT|SCHEDULE|ANNEX|APPENDIX|ATTACHMENT|ADDENDUM)\b[^a-z]{0,60}|"
        r"(?:Exhibit|Schedule|Annex|Appendix|Attachment)\s+[“\"]?[A-Z0-9]{1,3}[”\"]?"
    ),
    item=lazy_pattern(
        r"\((?P<number>[a-z]{1,4}|[A-Z]|\d{1,2})\)(?=\s|[A-Z“\"]|$)|\d{1,2}\.(?P<letter>[A-Z])\.(?=\s|$)"
    ),
    goes_on=lazy_pattern(
        r"[a-z,;)]|(?:and|or|of|above|below|hereof|hereto|through|to|Agreement)\b"
        r"|\[[A-Za-z][^\]]{1,60}\](?:[,;)]|\s[a-z])"  # Section 6.3 [Company License], licensed to
    ),
    clause="Clause",
    section="Section",
)
_GERMAN_TITLE = r"(?:vertrag|vereinbarung|bedingungen)(?:e?s)?"
GERMAN = ContractWording(
    parties=lazy_pattern(
        r"\b(?:vertrag\w*|vereinbarung\w*|partei(?:en)?|\w*(?:geber|nehmer)(?:s|in|n)?|(?:ver)?mieter\w*|"
        r"(?:ver)?käufer\w*|kunden?|besteller\w*|lieferant\w*|auftragsverarbeiter\w*|verantwortliche\w*)\b",
        re.IGNORECASE,
    ),
    title=lazy_pattern(
        rf"^\W*(?:[A-ZÄÖÜ][\w-]*\s+){{0,3}}(?:[A-ZÄÖÜ][\w-]*(?i:{_GERMAN_TITLE})|(?i:{_GERMAN_TITLE})|AGB)\b(?!.*[.,;]$)"
        rf"|\b(?i:folgende[rns]?|nachstehende[rns]?)\s+(?:\w+\s)?\w*(?i:{_GERMAN_TITLE})\b",
        re.MULTILINE,
    ),
    others=lazy_pattern(r"\b(?:Klägerin|Kläger|Beklagten?|Streitwert|Gutachten)\b|kommentar\b"),
    end=lazy_pattern(rf"{END.pattern}|{ANNEX.pattern}"),
    item=lazy_pattern(r"\(?(?P<number>[a-z]{1,4})\)(?=\s|$)|\((?P<letter>\d{1,2})\)(?=\s|$)"),
    goes_on=lazy_pattern(
        r"[a-zäöüß,;)]|(?:Abs|Nr|Ziff|Buchst|S|Hs)\.|(?:Absatz|Satz|Sätze|Nummer|Ziffer|AGB|Prozent|Euro|EUR|Uhr)\b"
    ),
    clause="Ziff.",
    section="Ziff.",
)
