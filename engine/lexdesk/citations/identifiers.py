"""Identifiers and addresses of law as pasted into a query: ELI, EUR-Lex links, consolidated CELEX numbers.

Sources: for ELI the Council conclusions 2012/C 325/02 and the ELI templates of EUR-Lex, the Irish Statute Book and
legislation.gov.uk; for CELEX numbers EUR-Lex, "How CELEX numbers are composed" (sector 0: consolidated texts); for
German statutes the addresses of gesetze-im-internet.de.
"""

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote

from lexdesk.structure.eu.identity import build_case_celex
from lexdesk.structure.numbers import read_roman
from lexdesk.text.lazy_pattern import lazy_pattern


class Identified(NamedTuple):
    """A work by its identifier, and the eid of its provision, ``""`` for the whole work."""

    work: str
    eid: str = ""


_SCHEME = lazy_pattern(r"^(?:https?://)?(?:www\.)?", re.IGNORECASE)
_CONSOLIDATED = lazy_pattern(
    r"(?:CELEX:?\s?)?0(?P<act>(?:19|20)\d{2}[A-Z]{1,2}\d{4})-(?:19|20)\d{6}", re.IGNORECASE
)
_CELEX = lazy_pattern(
    r"CELEX(?:\s(?:number|n[or]\.?))?:?\s?(?P<celex>\d{5}[A-Z]{1,2}\d{4}(?:R?\(\d\d\))?)|(?P<corrigendum>\d{5}[A-Z]{1,2}\d{4}R\(\d\d\))",
    re.IGNORECASE,
)
_CASE_IN_LINK = lazy_pattern(
    r"curia\.europa\.eu/.*?num=(?P<court>[CTF])-(?P<number>\d{1,4})/(?P<year>\d\d)(?!\d).*$",
    re.IGNORECASE,
)
_CELEX_IN_LINK = lazy_pattern(
    r"eur-lex\.europa\.eu/.*?CELEX[:=](?:0(?P<consolidated>\d{4}[A-Z]{1,2}\d{4})|(?P<celex>\d{5}[A-Z]{1,2}\d{4}|1\d{4}[A-Z]))",
    re.IGNORECASE,
)
_CELLAR = lazy_pattern(
    r"publications\.europa\.eu/resource/celex/(?:0(?P<consolidated>\d{4}[A-Z]{1,2}\d{4})-\d{8}|(?P<celex>\d{5}[A-Z]{1,2}\d{4}|1\d{4}[A-Z]))(?:[./].*)?$",
    re.IGNORECASE,
)
_UNION_ELI = lazy_pattern(
    r"(?:(?:data|eur-lex)\.europa\.eu/)?eli/(?P<kind>reg|dir|dec|reco)(?:_(?:impl|del))?/(?P<year>\d{4})/(?P<number>\d{1,5})"
    r"(?P<places>(?:/(?!oj\b)[a-z]{2,4}_[\w-]+)*)(?:/.*)?$",
    re.IGNORECASE,
)
_IRISH_ELI = lazy_pattern(
    r"(?:(?:irishstatutebook|revisedacts\.lawreform|lawreform)\.ie/)?eli/(?P<year>\d{4})/(?P<kind>act|si)/(?P<number>\d{1,4})"
    r"(?:/(?P<level>section|schedule|article|regulation)/(?P<place>\w+))?(?:/.*)?$",
    re.IGNORECASE,
)
_BRITISH_ELI = lazy_pattern(
    r"legislation\.gov\.uk/(?:id/)?(?P<kind>[a-z]{3,5})/(?P<year>\d{4})/(?P<number>\d{1,5})"
    r"(?:/(?P<level>section|schedule|article|regulation)/(?P<place>\w+)(?:/(?P<inner>\d+[A-Za-z]*))?)?(?:/.*)?$",
    re.IGNORECASE,
)
_FIND_CASE_LAW = lazy_pattern(
    r"(?:caselaw\.nationalarchives\.gov\.uk/(?:id/)?(?P<path>[a-z]{2,8}(?:/[a-z]{2,6})?/\d{4}/\d{1,5})"
    r"|(?P<alone>(?:ew|uk|ni|sc)[a-z]{2,4}(?:/[a-z]{2,6})?/\d{4}/\d{1,5}|eat/\d{4}/\d{1,5}))/?$",
    re.IGNORECASE,
)
_GERMAN_STATUTE = lazy_pattern(
    r"gesetze-im-internet\.de/(?:englisch_)?(?P<slug>[a-z0-9_-]+)(?:/(?:(?P<sign>__|art_)(?P<number>\d+[a-z]*)|[\w-]*)\.html)?/?$",
    re.IGNORECASE,
)
_ACT_NUMBER = lazy_pattern(
    r"(?:(?:Act|Public Act|Uimhir)\s)?"
    r"(?:No\.?|Number|(?<=Act\s)(?=\d{1,3}\sof)|(?=\d+/\d{4}$))\s?(?P<number>\d{1,3})\s?(?:of|/)\s?(?P<year>(?:19|20)\d\d)",
    re.IGNORECASE,
)
_ANCHOR = lazy_pattern(r"art_(\d+[a-z]*)(?:[._].*)?", re.IGNORECASE)
"""An article in a page of EUR-Lex."""
_PARAGRAPH_ANCHOR = lazy_pattern(r"para(?:graph)?[_-]?(\d{1,4})", re.IGNORECASE)
"""A paragraph in a page of Find Case Law."""
_LABEL = lazy_pattern(
    r"^\s*(?:Aktenzeichen|Az\.?|Gesch(?:äfts|\.-)?zeichen|Normen(?:kette)?|Norm|Fundstelle|Zitiervorschlag|Rechtssache|Case\s(?:No\.?|number)|Neutral\scitation(?:\snumber)?|Citation"
    r"|ELI|CELEX(?:\s(?:No\.?|number|-Nummer))?):\s+(?=\S)",
    re.IGNORECASE,
)
"""The label of a reference as databases print it: ``Aktenzeichen: VI ZR 405/18``."""
_PAGES_THAT_CITE = (
    # Addresses of pages about a provision or decision -> how it is cited.
    (r"dejure\.org/gesetze/(?P<act>\w+)/(?P<number>\d+[a-z]*)\.html", r"§ \g<number> \g<act>"),
    (r"buzer\.de/(?P<number>\d+[a-z]*)_(?P<act>\w+)\.htm", r"§ \g<number> \g<act>"),
    (
        r"(?:gdpr-info|dsgvo-gesetz)\.(?:eu|de)/art-(?P<number>\d+)-\w+/?",
        r"Article \g<number> GDPR",
    ),
    (r"eur-lex\.europa\.eu/.*?ecli[:=](?P<ecli>ECLI:EU:[CTF]:\d{4}:\d+)", r"\g<ecli>"),
    (r"eur-lex\.europa\.eu/.*?OJ:L_(?P<year>20\d\d)0?(?P<number>\d{4,5})", r"\g<year>/\g<number>"),
    (
        r"bailii\.org/(?:\w+/)?cases/(?P<court>EWCA|UKSC|UKPC|UKHL|IESC|IECA|IEHC|NICA)(?P<division>/Civ|/Crim)?"
        r"/(?P<year>\d{4})/[A-Z]?(?P<number>\d+)\.html",
        r"[\g<year>] \g<court>\g<division> \g<number>",
    ),
    (
        r"bailii\.org/ew/cases/EWHC/(?P<division>\w+)/(?P<year>\d{4})/(?P<number>\d+)\.html",
        r"[\g<year>] EWHC \g<number> (\g<division>)",
    ),
)
_LETTERS = {"reg": "R", "dir": "L", "dec": "D", "reco": "H"}
_UNION_STEPS = {
    "art": "art",
    "par": "para",
    "pnt": "point",
    "rct": "rec",
    "anx": "anx",
    "sct": "sec",
}
_LEVELS = {"section": "sec", "schedule": "sched", "article": "art", "regulation": "reg"}


def parse_identifier(typed: str) -> Identified | None:
    """Return the work and provision of an identifier or address that makes up the whole of ``typed``."""
    address, _, anchor = _SCHEME.sub("", unquote(typed.strip()), count=1).partition("#")
    address = address.rstrip("/")
    for pattern, read in _PARSERS:
        if match := pattern.match(address):
            found = read(match) if match.end() == len(address) or "europa" in match[0] else None
            if not (found and anchor):
                return found
            if found.work[:1] == "3" and (article := _ANCHOR.fullmatch(anchor)):
                return found._replace(eid=f"art_{article[1].lower()}")
            paragraph = _PARAGRAPH_ANCHOR.fullmatch(anchor) if "caselaw" in found.work else None
            return found._replace(eid=f"para_{paragraph[1]}") if paragraph else found
    return None


def read_address(typed: str) -> str:
    """Return the citation of the work or provision at the address ``typed``; other texts without a label before them."""
    typed = _LABEL.sub("", typed)
    if "://" not in typed and not typed.startswith("www."):
        return typed
    address = _SCHEME.sub("", unquote(typed.strip()), count=1).split("#")[0]
    for pattern, cited in _PAGES_THAT_CITE:
        if match := re.match(pattern, address, re.IGNORECASE):
            return match.expand(cited).replace("/C", " C")  # EWCA/Civ
    return typed


def _union(match: re.Match[str]) -> Identified:
    act = f"3{match['year']}{_LETTERS[match['kind'].lower()]}{int(match['number']):04d}"
    places = [place.partition("_") for place in match["places"].strip("/").split("/") if place]
    steps = []
    for level, _, number in places:
        roman = read_roman(number.upper()) if level.lower() == "anx" else None
        step = _UNION_STEPS.get(level.lower())
        if step:
            steps.append(f"{step}_{roman or number.lower()}")
    return Identified(act, "__".join(steps))


def _irish(match: re.Match[str]) -> Identified:
    work = f"IE-{match['year']}-{match['kind'].lower()}-{int(match['number'])}"
    return Identified(work, _place(match["level"], match["place"]))


def _british(match: re.Match[str]) -> Identified:
    work = f"UK-{match['year']}-{match['kind'].lower()}-{int(match['number'])}"
    place, inner = _place(match["level"], match["place"]), match["inner"]
    return Identified(
        work, f"{place}__subsec_{inner.lower()}" if place[:3] == "sec" and inner else place
    )


def _place(level: str | None, number: str | None) -> str:
    return f"{_LEVELS[level.lower()]}_{number.lower()}" if level and number else ""


def _german(match: re.Match[str]) -> Identified:
    level = {"__": "para", "art_": "art"}.get((match["sign"] or "").lower())
    return Identified(
        f"DE-{match['slug'].lower()}", f"{level}_{match['number'].lower()}" if level else ""
    )


def _celex(match: re.Match[str]) -> Identified:
    return Identified(
        f"3{match['consolidated']}".upper() if match["consolidated"] else match["celex"].upper()
    )


def _case(match: re.Match[str]) -> Identified:
    return Identified(build_case_celex(match["court"].upper(), match["number"], match["year"]))


_PARSERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Identified]], ...] = (
    (_CONSOLIDATED, lambda match: Identified(f"3{match['act']}".upper())),
    (_CELEX, lambda match: Identified((match["celex"] or match["corrigendum"]).upper())),
    (_CELEX_IN_LINK, _celex),
    (_CELLAR, _celex),
    (_CASE_IN_LINK, _case),
    (_UNION_ELI, _union),
    (_IRISH_ELI, _irish),
    (_BRITISH_ELI, _british),
    (
        _FIND_CASE_LAW,
        lambda match: Identified(
            f"https://caselaw.nationalarchives.gov.uk/id/{(match['path'] or match['alone']).lower()}"
        ),
    ),
    (_GERMAN_STATUTE, _german),
    (_ACT_NUMBER, lambda match: Identified(f"IE-{match['year']}-act-{int(match['number'])}")),
)
