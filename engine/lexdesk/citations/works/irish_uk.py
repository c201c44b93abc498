"""Irish and British acts by title and year, collective titles, statutory instruments, pointers.

Most citations lack the act's number, so the act is named for lookup in a library; ``(No. 14 of
1932)`` after the title and ``S.I. No. 325 of 2012`` give the identifier.
"""

import re
from collections.abc import Iterator, Mapping

from lexdesk.citations.citation import ActMention
from lexdesk.citations.names import ABBREVIATED_ACTS, EU_SHORT_NAMES
from lexdesk.citations.prefilter import ScannedText, WordPattern, any_word, build_word_pattern
from lexdesk.text.lazy_pattern import lazy_pattern

_YEAR = r"(?:1[3-9]|20)\d\d"
_TITLED = lazy_pattern(
    r"\b(?P<word>Acts?|Regulations|Order|Rules|Measure)"
    rf"(?:\s\(Northern Ireland\))?,?\s(?P<year>{_YEAR})\b"
    rf"(?P<years>(?:,?\s(?:to|and)\s{_YEAR}|,\s{_YEAR}(?=\s(?:to|and)\s{_YEAR})|\s?[-–]\s?{_YEAR}\b)*)"
)
_UNDER_THE_ACT = lazy_pattern(
    rf"(?:\s?\((?:[^()\n]|\([^()\n]{{0,80}}\)){{1,160}}\)){{1,4}}\s(?:Regulations|Order|Rules),?\s{_YEAR}\b"
)
"""After ``Companies Act 1990``: the rest of the title of an instrument made under it."""
_INSTRUMENT = lazy_pattern(
    rf"S(?<!\wS)\.?\s?I\.?,?\s?(?P<uk_year>{_YEAR})(?:/|\sNo\.?\s)(?P<uk>\d{{1,4}})\b"
    rf"|S(?<!\wS)\.?\s?I\.?,?\s?(?:(?:No\.?|Number)\s?|(?=\d+/))(?P<number>\d{{1,4}})\s?(?:of|/)\s?(?P<year>{_YEAR})\b"
    rf"|S(?<!\wS)\.?\s?R\.?\s?(?:&|and)\s?O\.?,?\s?(?:No\.?\s?)?(?P<old>\d{{1,4}})\s(?:of\s)?(?P<old_year>{_YEAR})"
)
_ACT_NUMBER = lazy_pattern(rf"\s?\(\s?No\.?\s?(?P<number>\d{{1,3}})\sof\s(?P<year>{_YEAR})\)")
_STATUTE_OF = WordPattern(
    lazy_pattern(
        rf"Statutes?\sof\s[A-Z][a-z]+(?:\s(?:and\s|of\s)?[A-Z][a-z]+){{0,3}}(?:\s\([A-Z][A-Za-z ]{{2,30}}\))?,?\s{_YEAR}\b"
    ),
    ("Statute",),
)
"""A title without "Act": ``Statute of Limitations 1957``."""
_NAMED = WordPattern(_TITLED, ("Act", "Regulations", "Order", "Rules", "Measure"))
_OF_YEAR = build_word_pattern("Act", "Regulations", "Order", behind=rf"\sof\s{_YEAR}\b")
_PRINCIPAL = build_word_pattern(
    "Principal", "Consolidation", behind=r"\s(?:Act|Regulations|Order)\b(?!,?\s\d)"
)
_ABBREVIATED = WordPattern(
    lazy_pattern(rf"(?P<act>{any_word(ABBREVIATED_ACTS)})(?:\s(?P<year>{_YEAR})\b)?"),
    tuple(ABBREVIATED_ACTS),
)
"""An act by its initials, beside a place: ``section 34 TMA``, ``paragraph 9 Schedule 16 FA 2020``."""
_ACT_OF_YEAR = lazy_pattern(rf"Act(?<=\s(?P<year>{_YEAR})\sAct)\b")
"""``the 1985 Act``, an act that the text named before; the pattern begins with letters for speed."""
_CONSTITUTION = WordPattern(
    lazy_pattern(
        r"(?:Constitution(?P<named>\s(?:of|for)\s(?:Ireland|the\sIrish\sFree\sState))?|(?P<irish>Bunreacht)\sna\sh[ÉE]ireann)(?:,?\s1937)?(?!\w|\s(?:of|for)\s)"
    ),
    ("Constitution", "Bunreacht"),
)
_IRISH = lazy_pattern(r"Oireachtas|Bunreacht|Ireland|\bIrish\b|\bIE(?:SC|HC|CA)\b|\d°")
"""In texts with a sign of Irish law, ``the Constitution`` is that of Ireland."""
WORD_PATTERNS = (_NAMED, _OF_YEAR, _PRINCIPAL, _STATUTE_OF, _ABBREVIATED, _CONSTITUTION)
"""The patterns of ``find_acts`` for the ``WordScan``."""

_POINTED_AT = lazy_pattern(r"Act\b(?!,?\s(?:of\s)?\d)")
_POINTER = lazy_pattern(r"(?<!\w)(?:(?P<this>[Tt]his)|[Tt]hat|[Ss]aid|[Ss]ame)\s$")
_DEFINED = lazy_pattern(
    rf"[“\"‘'](?:the\s)?(?P<alias>(?:Act|Regulations|Order)\sof\s{_YEAR}|Principal\s(?:Act|Regulations))[”\"’']"
    r"(?P<between>[^.;“”]{0,40}?)\smeans\s(?:the\s)?"
)
_LOWER_INSIDE = frozenset(
    ("and", "of", "for", "to", "in", "the", "on", "or", "with", "against", "from", "by", "at", "as", "etc")
)  # fmt: skip
_BEFORE_TITLES = frozenset(
    ("Under", "In", "If", "Where", "By", "For", "Subject", "And", "The", "Section", "Sections", "Part", "Parts",
     "Chapter", "Chapters", "Schedule", "Schedules", "Table", "Paragraph", "Subsection", "See", "Cf", "Compare", "Contrast",
     "Per", "Also", "But", "However", "Since", "When", "While", "Although", "As", "At", "On", "From", "With", "Both", "Either",
     "Neither", "This", "That", "These", "An", "A", "Pursuant", "Similarly", "Thus", "Like", "Unlike", "Unless", "Whether")
)  # fmt: skip
"""Capitalised words before a title that are not a part of it."""

_OF_THE_UNION = frozenset(name for name in EU_SHORT_NAMES if name.isupper() and " " not in name)
_ANOTHER_LAW = lazy_pattern(
    r"(?:Regulation|Directive|Charter|Convention|Constitution|Treaty)\s(?:and|or)\s"
)
"""Another law before a title: ``the Charter and the Human Rights Act 1998``."""

_NUMBER_OF_PART = lazy_pattern(r"(?:[IVXLC]+|[A-Z]{1,2}\d{1,2}[A-Z]?|[A-Z])\s(?:of|to)\s")
_AMENDMENT = lazy_pattern(
    r"(?:Amendments?|Repeals?|Revocations?)\s(?:of|to)\s(?!the\sConstitution\b)"
)
"""Other text before a title: ``Part II of the Land Act 1923``, ``Amendment of Land Act 1923``."""

_CAPITAL_BEFORE = lazy_pattern(r"(?:[A-Z][\w.’'-]*|\)),?\s$")
"""``Securities Act of 1933`` is a title (United States, India); ``the Act of 1933`` is none."""
_OTHER_WORDS = lazy_pattern(
    r"(?:^|\s)(?:(?:of|to|in|under|by|and|with|see|that|from)\s(?:the\s)?|the\s)(?:[A-Z][\w’'-]*\s?(?:(?:of|and|for|to|in|on|or|with)\s?(?:the\s?)?)?)+$"
)
_LONGEST_TITLE = 220
_WORD_BEFORE = lazy_pattern(r"[\w’'&./–-]+,?$")


def find_acts(scanned: ScannedText, aliases: Mapping[str, str]) -> Iterator[ActMention]:
    """Yield every act, collective title and instrument named or pointed at in the text."""
    text = scanned.text
    titled: dict[str, str] = {}
    for match in scanned.matches(_NAMED):
        for act in _find_titled(text, match):
            titled.setdefault(match["year"], act.name)
            yield act
    yield from _find_short(scanned, titled)
    for match in scanned.matches(_STATUTE_OF):
        yield ActMention(*match.span(), "irish_uk", name=_title(match[0]), act_type="act")
    yield from _find_constitution(scanned)
    for match in _INSTRUMENT.finditer(text):
        yield ActMention(*match.span(), "irish_uk", _instrument(match), act_type="instrument")
    for pattern in (_OF_YEAR, _PRINCIPAL):
        for match in scanned.matches(pattern):
            start, end = match.span()
            name = aliases.get(match[0], "")
            if (
                not name
                and pattern is _OF_YEAR
                and _CAPITAL_BEFORE.search(text[max(0, start - 60) : start])
            ):
                start = find_title_start(text, start)
            yield ActMention(
                start, end, "irish_uk", name=name or _title(text[start:end]), act_type="act"
            )
    for match in _POINTED_AT.finditer(text):
        if before := _POINTER.search(text, max(0, match.start() - 5), match.start()):
            role = "this" if before["this"] else "that"
            yield ActMention(before.start(), match.end(), "irish_uk", role=role, act_type="act")


def _find_constitution(scanned: ScannedText) -> Iterator[ActMention]:
    """Yield the Constitution of Ireland, if named beside its articles: ``Article 40.3.2° of the Constitution``."""
    bare = list(scanned.matches(_CONSTITUTION))
    is_irish = bool(bare) and _IRISH.search(scanned.text) is not None
    for match in bare:
        if is_irish and "Free" not in (match["named"] or ""):
            yield cite_constitution(*match.span())


def cite_constitution(start: int, end: int | None = None) -> ActMention:
    """Return the Constitution of Ireland, named at ``start`` to ``end``; ``Article 34.3.1°`` reveals it by its sign alone."""
    end = start if end is None else end
    name = "Constitution of Ireland"
    return ActMention(start, end, "irish_uk", name=name, act_type="act", alone=False)


def _find_short(scanned: ScannedText, titled: Mapping[str, str]) -> Iterator[ActMention]:
    """Yield acts by their initials, and by the year of one of the acts ``titled`` in the text."""
    for match in _ACT_OF_YEAR.finditer(scanned.text) if titled else ():
        if name := titled.get(match["year"]):
            span = match.start("year"), match.end()
            yield ActMention(*span, "irish_uk", name=name, act_type="act", alone=False)
    for match in scanned.matches(_ABBREVIATED):
        if name := _name_in_full(match):
            yield ActMention(*match.span(), "irish_uk", name=name, act_type="act", alone=False)


def _name_in_full(match: re.Match[str]) -> str:
    """Return ``Finance Act 2020`` for ``FA 2020``; ``""`` without a year where the act has several."""
    title, year = ABBREVIATED_ACTS[match["act"]], match["year"]
    is_dated = title[-4:].isdigit()
    if is_dated:
        return title if year in (None, title[-4:]) else ""
    return f"{title} {year}" if year else ""


def find_definitions(text: str) -> dict[str, str]:
    """Return the short names defined in the text: ``“Act of 1997” means the Taxes Consolidation Act 1997``."""
    by_alias: dict[str, str] = {}
    for match in _DEFINED.finditer(text):
        titled = _TITLED.search(text, match.end(), match.end() + _LONGEST_TITLE)
        if titled and find_title_start(text, titled.start()) <= match.end():
            by_alias[" ".join(match["alias"].split())] = _title(text[match.end() : titled.end()])
    return by_alias


def _find_titled(text: str, match: re.Match[str]) -> Iterator[ActMention]:
    start = find_title_start(text, match.start())
    if start == match.start():  # no title before "Act 1997"
        return
    made_under = _UNDER_THE_ACT.match(text, match.end()) if match["word"] == "Act" else None
    end, work = made_under.end() if made_under else match.end(), ""
    name = _title(text[start:end])
    instrument = _instrument_after(text, end)
    if instrument is not None:
        work, end = instrument
    elif numbered := _ACT_NUMBER.match(text, end):
        work, end = f"IE-{numbered['year']}-act-{numbered['number']}", numbered.end()
    elif match["word"] in ("Rules", "Order") and "," not in match[0]:
        return
    yield ActMention(start, end, "irish_uk", work, "" if work else name, act_type="act")


def _instrument_after(text: str, position: int) -> tuple[str, int] | None:
    """Return the instrument in brackets after its title, and the end of the brackets."""
    opened = re.compile(r"\s?\(").match(text, position)
    match = _INSTRUMENT.match(text, opened.end()) if opened else None
    if match is None or text[match.end() : match.end() + 1] != ")":
        return None
    return _instrument(match), match.end() + 1


def _instrument(match: re.Match[str]) -> str:
    if match["number"]:
        return f"IE-{match['year']}-si-{match['number']}"
    if match["old"]:
        return f"UK-{match['old_year']}-sro-{match['old']}"
    return f"UK-{match['uk_year']}-uksi-{match['uk']}"


def find_title_start(text: str, position: int) -> int:
    """Return the start of the title with the word ``Act`` at ``position``, parsed from right to left."""
    start = at = position
    limit = max(0, position - _LONGEST_TITLE)
    while at > limit:
        before = text[limit:at].rstrip()
        end = limit + len(before)
        if end != at and "\n" in text[end:at] and not _is_wrapped(text, end, at, limit):
            break
        if before.endswith((")", "),")):
            opened = _opening_bracket(text, end - 1 - before.endswith(","), limit)
            if opened is None:
                break
            at = opened
            continue
        word = _WORD_BEFORE.search(before[-60:].rpartition(" ")[2])
        if word is None:
            break
        at = end - len(word[0])
        bare = word[0].strip(",.’'")
        if bare[:1].isupper():
            if (
                bare in _BEFORE_TITLES
                or bare in _OF_THE_UNION
                or _ANOTHER_LAW.match(text, at)
                or _NUMBER_OF_PART.match(text, at)
                or _AMENDMENT.match(text, at)
            ):
                break
            start = at
        elif bare not in _LOWER_INSIDE:
            break
    return start


def _is_wrapped(text: str, end: int, at: int, limit: int) -> bool:
    """Return True if the line break at ``end`` to ``at`` divides a sentence: its line has other words before the title."""
    if text[end:at] != "\n":
        return False
    line = text[max(limit, text.rfind("\n", limit, end) + 1) : end]
    return _OTHER_WORDS.search(line) is not None


def _opening_bracket(text: str, closing: int, limit: int) -> int | None:
    depth = 0
    for at in range(closing, limit - 1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            return at
    return None


def _title(printed: str) -> str:
    """Normalise a title: ``Land Act, 1939`` -> ``Land Act 1939``, ``Acts 1994 - 2014`` -> ``Acts 1994-2014``."""
    title = re.sub(
        r"(Acts?|Regulations|Order|Rules)(\s\(Northern Ireland\))?,(?=\s\d)",
        r"\1\2",
        " ".join(printed.split()),
    )
    return re.sub(rf"(?<=\d\d)\s?[-–]\s?(?={_YEAR}\b)", "-", title)
