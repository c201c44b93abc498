"""Extraction of all citations of a text: acts, pin cites, and their combination."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate

from msgspec.structs import replace

from lexdesk.citations.act_linking import Acts, as_section, is_bare, is_german
from lexdesk.citations.citation import ActMention, Citation, Context, Segment, Segments
from lexdesk.citations.eids import build_eid
from lexdesk.citations.grammar import build_word_patterns, guess_language
from lexdesk.citations.grammars import GRAMMARS
from lexdesk.citations.interpretation import Interpreter
from lexdesk.citations.pin_cites import PinCites, find_pin_cites
from lexdesk.citations.prefilter import ScannedText, WordScan
from lexdesk.citations.works import (
    case_names,
    court_rules,
    courts,
    eu,
    foreign,
    foreign_courts,
    german,
    german_courts,
    irish_uk,
    us,
)
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import RAISED_DIGITS, has_raised_digits

_AS_IN_GERMAN = lazy_pattern(
    r"§|A(?<=\sA)bs(?:\.|atz)\s|U(?<=\sU)(?:Abs|nterabs)\.\s|l(?<=\sl)it\.\s|B(?<=\sB)uchst\.\s"
)
"""A section sign or one of these words; the pattern begins with letters for speed, see ``prefilter``."""
_GERMAN_SIGNS = ("§", "Abs", "nterabs", "lit.", "Buchst.")
_HYPHENS = "\u2010\u2011"
_NOTE_MARK = lazy_pattern(
    rf"(?<!\w)[{RAISED_DIGITS}]+|[{RAISED_DIGITS}]+(?!\w)|(?<=\d)\[\d{{1,2}}\](?=\s)"
)
_RAISED_NUMBER = lazy_pattern(rf"(\d+)(?:([{RAISED_DIGITS}]+)|\[(\d{{1,2}})\])")
"""The number of an article inserted in Polish law: ``art. 22¹``, typed as ``art. 22[1]``."""
_PLAIN_DIGITS = {ord(raised): str(digit) for digit, raised in enumerate(RAISED_DIGITS)}
_SECTION_HEADING = lazy_pattern(r"(?:§+|Art(?:ikel|\.)?)\s*(\d+[a-z]*)")


def find(text: str, language: str | None = None, context: Context | None = None) -> list[Citation]:
    """Return every citation in ``text``, by position; an outer one before those in its gloss.

    ``language`` is ISO 639-1, guessed from function words if not given; languages without a grammar
    (``GRAMMARS``) are searched for numbers of acts and cases only. ``context`` resolves
    ``this Regulation`` and ``paragraph 1``.
    """
    context = context or Context()
    return find_in_provisions(text, language, context, (Segment(0, len(text), context.eid),))


def find_in_provisions(
    text: str, language: str | None, context: Context, segments: Sequence[Segment]
) -> list[Citation]:
    """Find the citations of a document's text tiled by ``segments`` of its provisions.

    No citation crosses the end of a segment; each is completed from its own provision. An amendment
    announced in an introduction applies to the list below it.
    """
    if any(hyphen in text for hyphen in _HYPHENS):  # non-breaking ones stand in names: DS‑GVO
        plain = text.translate(dict.fromkeys(map(ord, _HYPHENS), "-"))
        found = find_in_provisions(plain, language, context, segments)
        return [replace(citation, text=text[citation.start : citation.end]) for citation in found]
    if has_raised_digits(text) or ("[" in text and _NOTE_MARK.search(text)):
        return _WithoutMarks(text).find(language, context, segments)
    return _find_all(text, language, context, segments)


def _find_all(
    text: str, language: str | None, context: Context, segments: Sequence[Segment]
) -> list[Citation]:
    language = language or guess_language(text)
    tiles = Segments(segments)
    scanned = _scan(language).of(text)
    cases = _with_names(_cases(scanned, language, context), case_names.find(scanned))
    acts = Acts(text, language, _acts(scanned, language, context), cases, is_act=bool(context.work))
    numbered = (act.end for act in acts.all if language == "it" and act.act_type == "act")
    ends = sorted({*tiles.ends, *numbered})  # d.lgs. 196/2003, n. 196 is no point of the next act
    pin_cites = [
        places
        for places in _places_of_acts(scanned, language, ends, acts)
        if not acts.covers(places) and not _is_heading(text, places, tiles, context.family)
    ]
    mentions: list[tuple[int, PinCites | None, ActMention | None]] = []
    used: set[int] = set()
    linked = [(at, acts.act_of(at)) for at in sorted(pin_cites, key=lambda at: at.start)]
    for found, behind in linked if context.work else acts.share(linked):
        act = None if behind and behind.end > tiles.at(found.start).end else behind
        if act is None and (is_bare(text, found.start) or acts.is_of_unknown(found)):
            continue
        places = as_section(found, act) if language == "en" and not context.work else found
        if act is not None:
            used.update(acts.starts_of(places, act))
        mentions.append((places.start, places, act))
    mentions += [(act.start, None, act) for act in acts.all if act.start not in used]
    mentions.sort(key=lambda mention: mention[0])
    interpreter = Interpreter(text, language, context, tiles)
    citations = [citation for _, at, act in mentions for citation in interpreter.citations(at, act)]
    return sorted([*citations, *cases], key=lambda citation: (citation.start, -citation.end))


class _WithoutMarks:
    """A text without the raised numbers of notes and sentences, and the positions in the original."""

    def __init__(self, text: str) -> None:
        self._text = text
        marks = _NOTE_MARK.finditer(text)
        self._removed = [at for mark in marks for at in range(*mark.span())]
        self._before = [at - count for count, at in enumerate(self._removed)]  # without marks

    def find(
        self, language: str | None, context: Context, segments: Sequence[Segment]
    ) -> list[Citation]:
        """Return the citations, at their positions in the original text."""
        bare = _NOTE_MARK.sub("", self._text)
        tiles = [
            Segment(self._bare(segment.start), self._bare(segment.end), segment.eid)
            for segment in segments
        ]
        return [self._placed(found) for found in _find_all(bare, language, context, tiles)]

    def _placed(self, citation: Citation) -> Citation:
        start, end = self._original(citation.start), self._original(citation.end - 1) + 1
        text, eids = self._text[start:end], citation.eids
        if citation.kind == "polish":
            for number, raised, typed in _RAISED_NUMBER.findall(text):
                inserted = f"art_{number}-{typed or raised.translate(_PLAIN_DIGITS)}"
                of_article = lazy_pattern(rf"^art_{number}(?=__|$)")
                eids = tuple(of_article.sub(inserted, eid) for eid in eids)
        return replace(citation, start=start, end=end, text=text, eids=eids)

    def _bare(self, at: int) -> int:
        return at - bisect_left(self._removed, at)

    def _original(self, at: int) -> int:
        return at + bisect_right(self._before, at)


@cache
def _scan(language: str) -> WordScan:
    """Return the prefilter of a language: the patterns that begin words."""
    grammar = GRAMMARS.get(language)
    places = build_word_patterns(grammar) if grammar else ()
    national = {
        "en": (*irish_uk.WORD_PATTERNS, german.ENGLISH_NAME, *court_rules.WORD_PATTERNS),
        "de": german_courts.WORD_PATTERNS,
    }.get(language, ())
    return WordScan(
        *eu.WORD_PATTERNS,
        *case_names.WORD_PATTERNS,
        *national,
        *foreign.build_act_patterns(language),
        *foreign_courts.build_court_patterns(language),
        *places,
    )


def _cases(scanned: ScannedText, language: str, context: Context) -> Iterator[Citation]:
    yield from courts.find(scanned.text)
    yield from foreign_courts.find(scanned, language)
    if language == "de":
        yield from german_courts.find(scanned)
    elif language == "en":
        yield from court_rules.find(scanned)
        if not context.work:
            yield from us.find(scanned.text)


def _with_names(cases: Iterable[Citation], named: Iterable[Citation]) -> list[Citation]:
    """Return the cases in order, with those cited by name outside the citation of a number."""
    numbered = sorted(cases, key=lambda case: case.start)
    outside = [n for n in named if not any(c.start < n.end and n.start < c.end for c in numbered)]
    return sorted([*numbered, *outside], key=lambda case: case.start)


def _acts(scanned: ScannedText, language: str, context: Context) -> Iterator[ActMention]:
    yield from eu.find_acts(scanned, context.work)
    yield from foreign.find_acts(scanned, language)
    if language == "de":
        yield from german.find_acts(scanned.text)
    elif language == "en":
        aliases = {**context.aliases, **irish_uk.find_definitions(scanned.text)}
        yield from irish_uk.find_acts(scanned, aliases)
        yield from german.find_english_names(scanned)


def _places_of_acts(
    scanned: ScannedText, language: str, ends: Sequence[int], acts: Acts
) -> list[PinCites]:
    """Return the pin cites of the language; a list that two acts share ends where the second begins."""
    found = list(_places(scanned, language, ends))
    boundaries = [at for places in found if (at := acts.boundary(places)) is not None]
    return list(_places(scanned, language, sorted([*ends, *boundaries]))) if boundaries else found


def _places(scanned: ScannedText, language: str, ends: Sequence[int]) -> Iterable[PinCites]:
    """Return the pin cites of the language, and German ones in other languages.

    ``§ 823 Abs. 1 BGB`` and ``Art. 6 Abs. 1 lit. f DSGVO``.
    """
    text, grammar = scanned.text, GRAMMARS.get(language)
    own = list(find_pin_cites(scanned, grammar, ends)) if grammar else []
    if language == "de" or not (
        any(sign in text for sign in _GERMAN_SIGNS) and _AS_IN_GERMAN.search(text)
    ):
        return own
    candidates = find_pin_cites(_scan("de").of(text), GRAMMARS["de"], ends)
    in_german = [places for places in candidates if is_german(text, places)]
    spans = sorted((places.start, places.end) for places in in_german)
    ends_so_far = list(accumulate((end for _, end in spans), max))

    def is_covered(places: PinCites) -> bool:
        before = bisect_left(spans, (places.end,))
        return before > 0 and ends_so_far[before - 1] > places.start

    return in_german + [places for places in own if not is_covered(places)]


def _is_heading(text: str, places: PinCites, segments: Segments, family: str) -> bool:
    """Return True if a pin cite is the printed number of its own provision."""
    here = segments.at(places.start)
    if places.start != here.start or not here.eid:
        return False
    own = here.eid.split("__")
    heading = _SECTION_HEADING.match(text, places.start)
    if heading and (f"para_{heading[1]}" in own or f"art_{heading[1]}" in own):
        return True
    return len(places.paths) == 1 and build_eid(places.paths[0], family) == own[-1]
