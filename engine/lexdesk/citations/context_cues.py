"""Context cues: words around pin cites and acts that reveal the act cited.

Examples: ``of the Constitution``, ``deren``, ``is amended``.
"""

from lexdesk.text.lazy_pattern import lazy_pattern

_AMENDED = lazy_pattern(
    r"\s?,?(?:\s\([^()]{1,120}\))?,?\s(?:is|are|shall be)(?:\shereby)?(?:\sfurther)?\samended\b"
    r"(?!\s(?:in\saccordance|as\s(?:set\sout|specified|indicated)|in\sthe\smanner))"
)
_OTHERS_IN_TITLE = lazy_pattern(r"\b(?:amending|repealing)\s[^.;\n]*$")
_LONGEST_TITLE = 600  # characters
_THIS_DIVISION = lazy_pattern(r"\b[Tt]his\s(?:Part|Title|Chapter|Section|Article|Annex)\b")
_POSSESSIVE = lazy_pattern(r"(?:\b(?:deren|dessen|ses|son|sa|leurs?|sus?|suoi?)\s)$")
_POSSESSIVES = ("deren", "dessen", "ses", "son", "sa", "leur", "leurs", "su", "sus", "suo", "suoi")
_LAST_OF_POSSESSIVES = frozenset(word[-1] for word in _POSSESSIVES)
_READ_TOGETHER = lazy_pattern(
    r",?\s(?:lue?s?\s)?en\s(?:liaison|combinaison|conjonction)\savec\s(?:l['’]|les\s)$"
)
"""Between an act and further provisions of it, in French; other languages use ``thereof``."""
_ELSEWHERE = lazy_pattern(
    r",?\s(?:of|to|in)\s(?:the|that|its|an?)\s(?:[\w’'()-]+\s){0,6}?(?:Convention|Protocol|Agreement|Constitution"
    r"|Statute|Charter|Covenant|Recommendation|Rules\sof\sProcedure|Code)\b"
    r"|,?\s(?:divisions?\s[\d.]+\s)?of\s(?:the\s)?NACE\b"
    r"|\s(?:of|to)\sthose\s(?:Directives|Regulations|Decisions|Acts)\b"
    r"|\s(?:of|to)\s(?:the|that)\s(?:[A-Z][\w’'()-]+\s(?:and\s|of\s|on\s)?){1,5}(?:Directive|Regulation|Decision)s?\b"
    r"|\s(?:des|dieses|jenes)\s(?:[\w-]+\s)?(?:Gesetzes|Übereinkommens|Abkommens|Vertrag(?:e?s)?|Protokolls|Statuts)\b"
    r"(?!\s(?:über|vom|zu[mr]?)\s)"
    r"|\s(?:de\sla|du|de\sl['’])\s?(?:convention|accord|protocole|constitution|statut|charte)\b"
)
"""After pin cites: they belong to an act without a number or title."""
_DERIVATION = lazy_pattern(r"\[[A-Z]{2,}\d{0,2}\s$")
"""Before pin cites: ``[VATA s. 10(8)]``, the section of the former act from which one is derived."""

_OF_A_DEFINITION = lazy_pattern(r"(?:\s\([^()\n]{1,120}\))?\sof\sthe\sdefinitions?\b")
"""After paragraphs: they belong to a list in a definition, not to the citing provision."""

_LIST_OF_ANOTHER = lazy_pattern(
    r"(?:\s\([^()\n]{1,120}\))?(?:,?\s(?:is|are)\s(?:hereby\s)?(?:repealed|revoked))?\s?[:—–-]\s*$"
)
_OF_ANOTHER = lazy_pattern(
    r"\b(?:aus|nach|in)\sdem\s$|\b(?:[Tt]he\sfollowing\s)?provisions\sof\s(?:the\s)?$"
)


def measure_possessive(text: str, start: int) -> int:
    """Return the length of a possessive before a pin cite: ``deren Artikel 3`` cites the last act."""
    if start < 3 or text[start - 2] not in _LAST_OF_POSSESSIVES:
        return 0
    if not text.endswith(_POSSESSIVES, max(0, start - 10), max(0, start - 1)):
        return 0
    match = _POSSESSIVE.search(text[max(0, start - 10) : start])
    return len(match[0]) if match else 0


def find_linked_act_end(text: str, start: int) -> int | None:
    """Return the required end of the act before ``en liaison avec``; ``None`` without such words."""
    if text.find("avec", max(0, start - 40), start) < 0:
        return None
    joint = _READ_TOGETHER.search(text, max(0, start - 40), start)
    return joint.start() if joint else None


def is_amended(text: str, end: int) -> bool:
    """Return True if the text after an act or provision says that it is amended."""
    return _AMENDED.match(text, end) is not None


def is_in_title(text: str, first: int, start: int) -> bool:
    """Return True if an act is named in the title of another, which begins at ``first`` or later."""
    first = max(first, start - _LONGEST_TITLE)
    if all(text.find(word, first, start) < 0 for word in ("amending", "repealing")):
        return False
    return _OTHERS_IN_TITLE.search(text, first, start) is not None


def names_this_division(text: str, first: int, last: int) -> bool:
    """Return True if the span contains ``This Section`` or the like."""
    return _THIS_DIVISION.search(text, first, last) is not None


def begins_list(text: str, start: int, end: int, first: int, last: int) -> bool:
    """Return True if a list of provisions of the act begins right after it, within ``first`` to ``last``."""
    before = _OF_ANOTHER.search(text, max(first, start - 30), start)
    return before is not None and _LIST_OF_ANOTHER.match(text, end, last) is not None


def belong_elsewhere(text: str, start: int, end: int, last: int, *, inside: bool) -> bool:
    """Return True if pin cites belong to an unidentified act, or to a list in a definition.

    The second applies only to relative pin cites (``inside``). The text after them is searched up
    to ``last``.
    """
    near = max(0, start - 10)
    if text.find("[", near, start) >= 0 and _DERIVATION.search(text, near, start):
        return True
    if _ELSEWHERE.match(text, end, last):
        return True
    return inside and _OF_A_DEFINITION.match(text, end, last) is not None
