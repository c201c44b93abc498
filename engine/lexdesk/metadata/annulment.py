"""Acts of the Union that a judgment annuls or declares invalid as a whole, by its operative part.

Articles 264 and 267 TFEU. A part of an act, or an act that is invalid in so far as something, is left out: the rest
stays in force.
"""

import re
from collections.abc import Iterator

from lexdesk.citations import find
from lexdesk.document.model import Document, Relation
from lexdesk.text.lazy_pattern import lazy_pattern

_GROUNDS = lazy_pattern(
    r"\b(?:On those grounds|Aus diesen Gründen|Par ces motifs)\b", re.IGNORECASE
)
_MARK = lazy_pattern(r"[\s*#>(]*(?:\d{1,2}[.)]\s*)?[\s*]*")
_INVALID = {
    "en": lazy_pattern(r"\b(?:is|are) (?:hereby )?(?:declared )?(?:invalid|void|annulled)\b"),
    "de": lazy_pattern(r"\b(?:ist|sind) ungültig\b|\b(?:wird|werden|ist|sind) für (?:nichtig|ungültig) erklärt\b"),
    "fr": lazy_pattern(r"\b(?:est|sont) (?:invalides?|annulée?s?|déclarée?s? (?:invalides?|nul(?:le)?s?))\b"),
}  # fmt: skip
"""Predicates of annulment for the act that begins a sentence, by language."""
_ANNULS = lazy_pattern(r"(?:Annuls?|Annule)\s+(?:the\s|le\s|la\s|l['’])?")
_IN_PART = lazy_pattern(
    r"\b(?:in so far as|insofar as|to the extent|as regards|in as much as|soweit|insoweit|en tant qu|dans la mesure|"
    r"pour autant|en ce qu)",
    re.IGNORECASE,
)
_LONGEST = 1_500  # characters of a sentence
_LEAD = 40  # of ``Commission Implementing`` before the number of an act


def find_annulments(document: Document) -> Iterator[Relation]:
    """Yield ``annuls`` with the day of the judgment for each act of the Union that falls as a whole."""
    invalid = _INVALID.get(document.language or "")
    grounds = [*_GROUNDS.finditer(document.text)] if invalid else []
    if document.kind != "judgment" or invalid is None or not grounds:
        return
    for line in document.text[grounds[-1].end() :].splitlines():
        mark = _MARK.match(line)
        sentence = line[mark.end() if mark else 0 :][:_LONGEST]
        verb = _ANNULS.match(sentence)
        said = None if verb else invalid.search(sentence)
        if not (verb or said) or _IN_PART.search(sentence):
            continue
        start = verb.end() if verb else 0
        end = said.start() if said else len(sentence)
        acts = find(sentence[start:end], document.language)
        first = acts[0] if acts else None
        if first and first.work.startswith("3") and not first.eids and first.start <= _LEAD:
            yield Relation("annuls", "", first.work, document.valid_from)
