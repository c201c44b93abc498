"""Recognition of Union acts in plain text or PDF, by the wording of their lines.

Provisions are marked only if certain: a title that names an act, articles that count up from 1 with
few gaps. Otherwise the text stays as it is, with its pages, and an enacting formula makes it an act
without provisions, such as an excerpt.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from lexdesk.document.model import Document
from lexdesk.structure.dates import find_worded_date
from lexdesk.structure.eu.act_parser import ActParser
from lexdesk.structure.eu.identity import find_kind_of_celex, make_short_title, read_title_celex
from lexdesk.structure.eu.line_types import PrintedLines
from lexdesk.structure.eu.numbering import convert_to_title_case
from lexdesk.structure.eu.vocabulary import KINDS_OF_ACT, find_act_kind
from lexdesk.structure.text_lines import Line, list_content_lines, list_first_content_lines
from lexdesk.text.lazy_pattern import lazy_pattern

_MIN_ARTICLES = 3
_TITLE_WITHIN = 80  # lines
_LONGEST_TITLE = 12  # lines
_TITLE_ENDS = lazy_pattern(
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
_NAMES_ACT = lazy_pattern(
    rf"(?:(?:{_PASSED_BY}|{_EXERCISING})\s+)*"
    r"(?:\([^)]{2,20}\)\s+\S+\s+(?:végrehajtási\s+)?)?"  # (EU) 2016/679 rendelete
    rf"(?:{_COMPOUNDS})?(?:{'|'.join(map(re.escape, _STEMS))})",
    re.IGNORECASE,
)
"""The first line of a title: institution, power exercised, and kind of the act."""


def recognise(document: Document) -> Document | None:
    """Add the act's provisions to the document; return ``None`` unless it is certainly an act."""
    found = _title(list_first_content_lines(document, _TITLE_WITHIN + _LONGEST_TITLE))
    if found is None:
        return None
    title, end = found
    kind = find_act_kind(title)
    celex = read_title_celex(title, kind)
    if not celex:
        return None
    act = replace(
        document,
        title=title,
        kind=find_kind_of_celex(celex) or kind,
        work=celex,
        short_title=make_short_title(title, kind),
        valid_from=document.valid_from or find_worded_date(title, document.language),
    )
    return _parse_provisions(act, list_content_lines(act)[end:])


def add_provisions(act: Document) -> Document | None:
    """Add provisions to an act of known identity; return ``None`` if they are uncertain."""
    return _parse_provisions(act, list_content_lines(act))


def _parse_provisions(act: Document, lines: Sequence[Line]) -> Document | None:
    parser = ActParser(lines, act.language or "en")
    provisions = parser.read()
    articles = sum(provision.kind == "article" for provision in provisions)
    fewest = 1 if parser.enacted else _MIN_ARTICLES
    if articles < fewest or parser.gaps > articles // 10 or parser.contradicted:
        return act if parser.enacted else None
    return replace(act, provisions=provisions)


def _title(lines: Sequence[Line]) -> tuple[str, int] | None:
    """Return the title among the first lines, and the number of lines up to its end."""
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
        title = " ".join(convert_to_title_case(title_line.text) for title_line in lines[index:end])
        if make_short_title(title[:200], find_act_kind(title)):
            return title, end
    return None
