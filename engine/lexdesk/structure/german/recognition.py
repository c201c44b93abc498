"""Recognition of German statutes, contracts and bylaws in plain text, by §§ or articles from 1.

The PDF files of gesetze-im-internet.de name their statute.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from lexdesk.document.model import ENACTED, Document, Property
from lexdesk.structure.dates import find_numeric_date
from lexdesk.structure.german.section_writer import build_provisions
from lexdesk.structure.german.sections import MIN_CHARACTERS, find_section_heads
from lexdesk.structure.german.vocabulary import identify_work, is_letter_or_writ
from lexdesk.structure.german.writer import find_state, make_state_property
from lexdesk.structure.text_lines import Line, list_content_lines
from lexdesk.text.lazy_pattern import lazy_pattern

_FEWEST_SECTIONS = 3
_LONGEST_ABBREVIATION = 40
_TITLE = 200
_HEAD = 1_500  # characters that name a statute or contract
_ENACTED_ON = lazy_pattern(r"Ausfertigungsdatum:?\s*(\d{1,2}\.\d{1,2}\.\d{4})")
_PUBLISHER = lazy_pattern(
    r"Ein Service |Justiz .*gesetze-im-internet|.*www\.gesetze-im-internet\.de|Nichtamtliches Inhalts|- Seite "
)
_STATUTE = lazy_pattern(
    r"\b\w*(?:gesetz(?:buch)?|verordnung|ordnung|satzung)(?:e?s)?\b", re.IGNORECASE
)
_ABOUT_LAW = lazy_pattern(
    r"\b(?:\w*kommentar|gutachten|skript|lehrbuch|klausur|anmerkung(?:en)?|erläuterung(?:en)?)\b",
    re.IGNORECASE,
)
_NAMES = lazy_pattern(
    r"\([^()\n]{3,120}\s[–-]\s?(?P<short>[A-ZÄÖÜ][\w-]{1,19}(?: \d{4})?)\)|\([^()\n]{3,120}\((?P<inner>[A-ZÄÖÜ][\w-]{1,19})\)\)"
)
"""The names behind the title of a statute: ``(Beispielgesetz 2021 – BspG 2021)``."""
_CONSOLIDATED = lazy_pattern(
    r"Gesamte Rechtsvorschrift für (?P<title>[^\n]{3,300}?), Fassung vom (?P<day>\d{1,2}\.\d{1,2}\.\d{4})"
)
"""The heading of consolidated law in Austria's RIS."""
_CONTRACT = lazy_pattern(r"\b\w*(?:vertrag|vereinbarung|bedingungen)(?:e?s)?\b", re.IGNORECASE)


def recognise(document: Document) -> Document | None:
    """Add sections to a German text; return ``None`` for other texts and inconsistent §§.

    Several statutes in one file are rejected: nothing separates their §§.
    """
    if document.language != "de" or len(_ENACTED_ON.findall(document.text)) > 1:
        return None
    lines = list_content_lines(document)
    chain = find_section_heads(lines)
    sections = [head for head in chain if not head.through]
    if len(sections) < _FEWEST_SECTIONS:
        return None
    if lines[-1].end - lines[chain[0].line].start < MIN_CHARACTERS * len(sections):
        return None
    if is_letter_or_writ(document.text[: min(lines[chain[0].line].start, _HEAD)]):
        return None
    provisions = build_provisions(lines, chain)
    named = _identify(document, lines)
    return replace(named, provisions=provisions)


def _identify(document: Document, lines: Sequence[Line]) -> Document:
    """Set the statute named by the publisher above its text, or the kind shown by its title."""
    head = document.text[:_HEAD]
    enacted = _ENACTED_ON.search(head)
    if consolidated := _CONSOLIDATED.search(head):
        state = make_state_property(find_numeric_date(consolidated["day"]))
        return replace(
            document,
            kind="statute",
            title=consolidated["title"],
            short_title=_short_title(head[consolidated.end() :]),
            properties=(*document.properties, *state),
        )
    if enacted is None:
        if _ABOUT_LAW.search(head[:_TITLE]):
            return document
        contract, statute = _CONTRACT.search(head), _STATUTE.search(head)
        if contract and (statute is None or contract.start() < statute.start()):
            return replace(document, kind="contract")
        return (
            replace(document, kind="statute", short_title=_short_title(head))
            if statute
            else document
        )
    above = [line.text for line in lines if line.end <= enacted.start()]
    *names, abbreviation = [text for text in above if not _PUBLISHER.match(text)] or [""]
    if not 0 < len(abbreviation) <= _LONGEST_ABBREVIATION:
        return replace(document, kind="statute")
    day = find_numeric_date(enacted[1])
    return replace(
        document,
        kind="statute",
        title=" ".join(names).removesuffix(f"({abbreviation})").rstrip() or abbreviation,
        short_title=abbreviation,
        work=identify_work(abbreviation),
        properties=(
            *document.properties,
            *((Property(ENACTED, day.isoformat()),) if day else ()),
            *make_state_property(find_state(head)),
        ),
    )  # fmt: skip


def _short_title(head: str) -> str:
    """Return the abbreviation that a statute gives itself: ``BspG 2021``; ``""`` for none."""
    names = _NAMES.search(head[:_TITLE])
    return (names["short"] or names["inner"] or "") if names else ""
