"""Acts of the Union as plain text or PDF, where only the wording of the lines shows structure.

Provisions are found only where it is sure: a title that names an act, articles that count up from
1 with few gaps. Otherwise the text stays as it is, in its pages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lexdesk.document.model import Document
from lexdesk.structure.eu.act_lines import ActReader
from lexdesk.structure.eu.identity import celex_of_title, kind_of_celex, short_title
from lexdesk.structure.eu.naming import title_case
from lexdesk.structure.eu.printed_lines import PrintedLines
from lexdesk.structure.eu.words import KINDS_OF_ACT, kind_of_act
from lexdesk.structure.eu_dates import first_day
from lexdesk.structure.text_lines import Line, first_lines_of, lines_of

_FEWEST_ARTICLES = 3
_TITLE_WITHIN = 80  # lines
_LONGEST_TITLE = 12  # lines
_TITLE_ENDS = re.compile(
    r"\(Text with|\(Text von|THE (EUROPEAN|COUNCIL|COMMISSION)\b|DAS EUROPÄISCHE|DER RAT|"
    r"LE PARLEMENT|LE CONSEIL|EL PARLAMENTO|IL PARLAMENTO|O PARLAMENTO|[^a-z]{8,},$|"
    r"\(Text[oe] |\(Testo |Having regard|Whereas|\(1\)\s"
)
_PASSED_BY = (
    "european parliament and council|council|commission|europa-parlamentets og rådets|rådets|kommissionens"
    "|europaparlamentets och rådets|euroopa parlamendi ja nõukogu|nõukogu|komisjoni|euroopan parlamentin ja neuvoston"
    "|neuvoston|komission|europos parlamento ir tarybos|tarybos|komisijos|eiropas parlamenta un padomes|padomes"
    "|komisijas|az európai parlament és a tanács|a tanács|a bizottság"
)
_EXERCISING = (
    "implementing|delegated|framework|delegierte|gedelegeerde|delegerede|delegerad|delegoitu|delegeeritud|deleguotasis"
    "|įgyvendinimo|deleģētā|īstenošanas|prováděcí|vykonávacie|delegované|izvedbena|provedbena|delegirana|делегиран"
)
_COMPOUNDS = "durchführungs|uitvoerings|gennemførelses|genomförande|rakendus|täytäntöönpano"
_STEMS = sorted({s for stems in KINDS_OF_ACT.values() for s in stems}, key=len, reverse=True)
_NAMES_ACT = re.compile(
    rf"(?:(?:{_PASSED_BY}|{_EXERCISING})\s+)*"
    r"(?:\([^)]{2,20}\)\s+\S+\s+(?:végrehajtási\s+)?)?"  # (EU) 2016/679 rendelete
    rf"(?:{_COMPOUNDS})?(?:{'|'.join(map(re.escape, _STEMS))})",
    re.IGNORECASE,
)
"""The first line of a title: who passed the act, by what power, and its kind."""


def recognise(document: Document) -> Document | None:
    """The document with the provisions of the act that it is; ``None`` where it is none for sure."""
    found = _title(first_lines_of(document, _TITLE_WITHIN + _LONGEST_TITLE))
    if found is None:
        return None
    title, end = found
    kind = kind_of_act(title)
    celex = celex_of_title(title, kind)
    if not celex:
        return None
    act = replace(
        document,
        title=title,
        kind=kind_of_celex(celex) or kind,
        work=celex,
        short_title=short_title(title, kind),
        valid_from=document.valid_from or first_day(title, document.language),
    )
    return _with_provisions(act, lines_of(act)[end:])


def with_provisions(act: Document) -> Document | None:
    """An act whose identity is known, with its provisions; ``None`` where they are not sure."""
    return _with_provisions(act, lines_of(act))


def _with_provisions(act: Document, lines: Sequence[Line]) -> Document | None:
    reader = ActReader(lines, act.language or "en")
    provisions = reader.read()
    articles = sum(each.kind == "article" for each in provisions)
    if articles < _FEWEST_ARTICLES or reader.gaps > articles // 10 or reader.contradicted:
        return None
    return replace(act, provisions=provisions)


def _title(lines: Sequence[Line]) -> tuple[str, int] | None:
    """The title among the first lines, and the number of lines up to its end."""
    page = PrintedLines(lines)
    begins = {at for at, head in (page.articles | page.divisions).items() if head.number[0] == 1}
    for index, line in enumerate(lines[:_TITLE_WITHIN]):
        if not _NAMES_ACT.match(line.text):
            continue
        end = index + 1
        while end < min(len(lines), index + _LONGEST_TITLE) and not (
            end in begins or _TITLE_ENDS.match(lines[end].text)
        ):
            end += 1
        title = " ".join(title_case(each.text) for each in lines[index:end])
        if short_title(title[:200], kind_of_act(title)):
            return title, end
    return None
