"""Clauses by which national law sets its entry into force: a day, an order, its publication, or another event.

German, Austrian and Swiss law ("tritt am Tag nach der Verkündung in Kraft", "Der Bundesrat bestimmt das Inkrafttreten"),
French law ("entre en vigueur le lendemain de sa publication"), Irish and British Acts ("on such day as the Minister may
by order appoint").
"""

import datetime
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from lexdesk.document.model import Provision
from lexdesk.structure.dates import find_dates
from lexdesk.text.lazy_pattern import lazy_pattern

Ground = Literal["day", "order", "publication", "other"]
"""What decides the entry into force; ``other`` is an event, or several grounds."""

_AT_END = 4
_AT_START = 3  # sections that may hold the clause without a heading; Irish Acts begin with it
_LONGEST = 6_000  # characters of a section
_KINDS = frozenset({"section", "article"})
_HEADING = lazy_pattern(
    r"commencement|in-?\s?kraft-?\s?tret|wirksamkeitsbeginn|entrée en vigueur|entrata in vigore",
    re.IGNORECASE,
)
_DE_SELF = (
    r"(?:[Dd]iese[rs]?|[Dd]as|[Dd]ie|[Dd]er)\s(?:vorstehenden?\s)?(?:\w{1,30}g|G)?(?:esetz|Gesetz|Verordnung|Anordnung|Bekanntmachung"
    r"|Reglement|Satzung|Vertrag|Beschluss|Erlass)(?:\s(?:ein|aus)[^.;,]{0,60}|,\s[^,;.]{0,60},)?"
)
_UP_TO = r"(?:[^.;\n]|(?<=\d)\.|\n(?=[a-zäöü])){0,200}?"
_COMES = {
    "en": r"(?:comes?|come|coming|have\s+come)\s+into\s+(?:operation|force)",
    "de": rf"(?:tritt|treten)\b{_UP_TO}\bin\s+Kraft|\b(?:bestimmt|setzt)\b{_UP_TO}(?:Inkrafttretens?\b|in\s+Kraft)",
    "fr": r"(?:entr(?:e|ent|era|eront)\s+en\s+vigueur|entrée\s+en\s+vigueur)",
}
_MARKS = {"en": ("into",), "de": ("Kraft", "nkrafttreten"), "fr": ("vigueur",)}
"""Letters that every match of ``_COMES`` has, for a fast first look."""
_OWN = {
    "en": r"\b(?:[Tt]his\s+Act|(?:[Ss]ections?|Parts?|Chapters?|Schedules?)\s+\W?\d)",
    "de": rf"\b{_DE_SELF}\s(?:tritt|treten)\b|\b(?:tritt|treten)\s{_DE_SELF}|Inkrafttreten|setzt\b",
    "fr": r"(?<!de )\b(?:[Ll]a\s+présente|[Ll]e\s+présent|[Cc]et?(?:te)?)\s+(?:loi|décret|ordonnance|arrêté|règlement|code)\b"
          r"|\b(?:fixe|détermine)\b",
}  # fmt: skip
_SENTENCE = lazy_pattern(r"(?:[^.;\n]|(?<=\d)\.|\.(?=\S)|(?<![.;])\n(?=[a-zäöüéà]))+")
_GROUNDS: dict[str, tuple[tuple[Ground, str], ...]] = {
    "en": (
        ("order", r"\bappoint(?:s|ed)?\b|\bfixed\b|\bby\s+(?:order|regulations|statutory\s+instrument|proclamation)\b"),
        ("other", r"\b(?:passing|passed|Royal\s+Assent|enactment)\b|\bperiod\s+of\b|\bmonths?\s+(?:after|beginning)\b"),
    ),
    "de": (
        ("order", r"\b(?:bestimmt|setzt)\b[^.;]{0,60}?(?:Inkrafttretens?\b|in\s+Kraft)"
                  r"|durch\s+(?:Rechtsv|V)erordnung\b|\bin\s+Kraft\s+setz"),
        ("publication", r"(?:Verkündung|Verlautbarung|Veröffentlichung|Bekanntmachung|Kundmachung|Bekanntgabe|Ausgabe)"),
        ("other", r"\ban\s+dem\s+Tage?\b|\bGleichzeitig\s+mit\b|\bsobald\b|\bmit\s+sofortiger\s+Wirkung\b|\bder\s+durch\b"),
    ),
    "fr": (
        ("order", r"fixée?s?\s+par\b|\bfixe(?:nt)?\s+(?:la\s+date|le\s+jour|l['’]entrée)|déterminée?\s+par|par\s+décret\b"),
        ("publication", r"\bpublication|promulgation"),
    ),
}  # fmt: skip
_WHOLE = lazy_pattern(r"(?<!of )(?<!of\n)\b[Tt]his\s+Act\b")
"""The Act as a whole, unlike ``Part I of this Act``."""
_BEGINS_WITH_ACT = lazy_pattern(r"^\W*(?:\d{1,3}\W*)?(?:\(\d\)\s*)?This\s+Act\b")
"""A sentence of an Act itself, in a section without such a heading; amending Acts insert others in quotation marks."""
_PARTS = lazy_pattern(
    r"\b(?:im\s+[ÜüUu]brigen|vorbehaltlich|abweichend|jedoch|ausgenommen|mit\s+Ausnahme|soweit|other\s+than|except|save|subject\s+to"
    r"|à\s+l['’]exception|sauf|toutefois|en\s+tant\s+que)\b",
    re.IGNORECASE,
)
_QUOTED = lazy_pattern(r"^\W*[‘“„«\"]")


_FOLLOWING = lazy_pattern(
    r"ersten\s+Tage?\s+des\s+(?:(?:auf|der)\s+)?(?:die|seine|ihre|ihrer|seiner)?\s*(?:auf\s+die\s+)?(?:Verkündung|Kundmachung)\s+folgenden\s+"
    r"(?:Kalender)?(?P<unit>monats|vierteljahr\w*|quartals|jahre?s)",
    re.IGNORECASE,
)
_DAY_AFTER = lazy_pattern(
    r"\b(?:am|mit\s+dem)\s+Tage?\s+nach\s+(?:der|seiner|ihrer)\s+(?:Verkündung|Kundmachung)\b"
)
_ISSUED = lazy_pattern(
    r"\bausgegeben\s+(?:zu|in)\s+(?:Bonn|Berlin)\s+am\s+(?P<day>\d{1,2}\.\s[^\W\d]+\s\d{4})|\bVerkündet\s+am\s+(?P<later>\d{1,2}\.\s[^\W\d]+\s\d{4})",
    re.IGNORECASE,
)
_HEADS = 20_000  # characters that hold the running title of a gazette


class Clause(NamedTuple):
    """The section of a commencement clause, what decides it, and the days it states.

    ``has_exceptions``: some provisions have another day or ground. ``is_next_day``: the day after publication, or
    this day itself.
    """

    eid: str
    label: str
    ground: Ground
    days: tuple[datetime.date, ...] = ()
    has_exceptions: bool = False
    is_next_day: bool = False
    sentence: str = ""

    @property
    def day(self) -> datetime.date | None:
        """Return the day of the whole text, if it is the only one."""
        return self.days[0] if self.ground == "day" and len(self.days) == 1 else None


_NEXT_DAY = lazy_pattern(
    r"\bam\s+Tage?\s+nach\b|\bam\s+Tage?\s+(?:seiner|ihrer|der)\s|\blendemain\b|Ablauf\s+des\s+Tages\b"
)


def find_clause(
    provisions: Sequence[Provision], text_of: Callable[[Provision], str], language: str | None
) -> Clause | None:
    """Return the commencement clause of a statute in its own language, the last one first; ``None`` without one."""
    if language not in _COMES:
        return None
    for section in _candidates(provisions, language):
        text = text_of(section)[:_LONGEST]
        is_named = _HEADING.search(section.heading) is not None
        if clause := _read_section(section, text, language, is_named=is_named):
            return clause
    return None


def _candidates(provisions: Sequence[Provision], language: str) -> Iterator[Provision]:
    """Yield the sections headed as commencement, then the last ones, or the first ones of an Act in English."""
    sections = [p for p in provisions if p.kind in _KINDS]
    headings = "\n".join(" ".join(p.heading.split("\n")) for p in sections)
    found = {headings.count("\n", 0, match.start()) for match in _HEADING.finditer(headings)}
    named = [sections[number] for number in sorted(found)]
    yield from reversed(named[-3:])
    if language == "en":
        yield from sections[:_AT_START]
    yield from reversed(sections[-_AT_END:])


def _read_section(section: Provision, text: str, language: str, *, is_named: bool) -> Clause | None:
    """Return the clause of one section: its sentences about the whole law, else those about parts of it."""
    if not any(mark in text for mark in _MARKS[language]):
        return None
    comes = re.compile(_COMES[language])
    own = re.compile(_OWN[language])
    if language == "en" and not is_named:
        own = _BEGINS_WITH_ACT
    takes_all = is_named and language != "en"
    sentences = [
        s[0]
        for s in _SENTENCE.finditer(text)
        if comes.search(s[0]) and not _QUOTED.match(s[0]) and (takes_all or own.search(s[0]))
    ]
    of_whole = [s for s in sentences if _is_of_whole(s, own, comes, language)]
    whole = of_whole or sentences
    grounds: list[Ground] = [g for s in whole if (g := _ground_of(s, language))]
    if not grounds:
        return None
    days = {day for s in whole if _ground_of(s, language) == "day" for day in find_dates(s)}
    decides: Ground = "other"
    if len({*grounds}) == 1:
        decides = grounds[0]
    has_others = len(sentences) > len(of_whole) or len({*grounds}) > 1
    return Clause(
        section.eid,
        section.label,
        "order" if "order" in grounds else decides,
        tuple(sorted(days)),
        has_others or _PARTS.search(" ".join(sentences)) is not None,
        all(_NEXT_DAY.search(s) for s in whole),
        " ".join(whole),
    )


def _is_of_whole(
    sentence: str, own: re.Pattern[str], comes: re.Pattern[str], language: str
) -> bool:
    """Return True if a sentence brings the whole law into force; in English, its subject precedes the verb."""
    if language != "en":
        return own.search(sentence) is not None
    subject, verb = _WHOLE.search(sentence), comes.search(sentence)
    return bool(subject and verb and subject.start() < verb.start())


def _ground_of(sentence: str, language: str) -> Ground | None:
    found = (ground for ground, pattern in _GROUNDS[language] if re.search(pattern, sentence))
    return next(found, "day" if any(find_dates(sentence)) else None)


def find_promulgation(text: str) -> datetime.date | None:
    """Return the day on which a German gazette was issued, as its running title says: ``ausgegeben zu Bonn am 18. Mai 2017``.

    The day of a citation, ``Gesetz vom 12. Mai 2017 (BGBl. I S. 1105)``, is that of the signature.
    """
    days = {
        day
        for match in _ISSUED.finditer(text, 0, _HEADS)
        for day in find_dates(match["day"] or match["later"])
    }
    return days.pop() if len(days) == 1 else None


def day_from_promulgation(clause: Clause, promulgated: datetime.date) -> datetime.date | None:
    """Return the day in force of a clause that counts from a known promulgation; ``None`` for parts or other rules."""
    if clause.ground != "publication" or clause.has_exceptions:
        return None
    if _DAY_AFTER.search(clause.sentence):
        return promulgated + datetime.timedelta(days=1)
    match = _FOLLOWING.search(clause.sentence)
    if match is None:
        return None
    unit = match["unit"].lower()
    months = {"m": 1, "v": 3, "q": 3, "j": 12}[unit[0]]
    months_since = promulgated.year * 12 + promulgated.month - 1
    first = (months_since // months + 1) * months
    return datetime.date(first // 12, first % 12 + 1, 1)
