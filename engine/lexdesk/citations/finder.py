"""Finding every citation of a text: acts, then places, then what belongs together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from lexdesk.citations.acts import ActMention
from lexdesk.citations.citation import Citation, Context, Stretch, Stretches
from lexdesk.citations.eids import eid
from lexdesk.citations.grammar import GRAMMARS, language_of, word_patterns
from lexdesk.citations.interpreting import Interpreter
from lexdesk.citations.joining import Acts, is_german
from lexdesk.citations.places import Places, find_places
from lexdesk.citations.scan import ScannedText, WordScan
from lexdesk.citations.works import courts, eu, german, german_courts, irish_uk, us

_AS_IN_GERMAN = re.compile(
    r"§|A(?<=\sA)bs(?:\.|atz)\s|U(?<=\sU)(?:Abs|nterabs)\.\s|l(?<=\sl)it\.\s|B(?<=\sB)uchst\.\s"
)
"""A section sign, or one of these words, anywhere in a text; begun with letters, see ``scan``."""
_SECTION_HEADING = re.compile(r"(?:§+|Art(?:ikel|\.)?)\s*(\d+[a-z]*)")


def find(text: str, language: str | None = None, context: Context | None = None) -> list[Citation]:
    """Every citation in ``text``, by position; an outer one before those in its gloss.

    ``language`` is ISO 639-1, found by small words where not given; other languages than English,
    German and French are searched for numbers of acts and cases alone. ``context`` says where the
    text stands, and completes ``this Regulation`` and ``paragraph 1``.
    """
    context = context or Context()
    return find_in_provisions(text, language, context, (Stretch(0, len(text), context.eid),))


def find_in_provisions(
    text: str, language: str | None, context: Context, stretches: Sequence[Stretch]
) -> list[Citation]:
    """Like ``find``, for a document's text that is tiled by ``stretches`` of its provisions.

    No citation runs over the end of a stretch; each is completed from its own provision. What an
    introduction amends is known in the list below it.
    """
    language = language or language_of(text)
    tiles = Stretches(stretches)
    scanned = _scan(language).of(text)
    cases = sorted(_cases(scanned, language, context), key=lambda case: case.start)
    acts = Acts(text, language, _acts(scanned, language, context), cases)
    places = [
        each
        for each in _places(scanned, language, tiles.ends)
        if not acts.cover(each) and not _is_heading(text, each, tiles, context.family)
    ]
    mentions: list[tuple[int, Places | None, ActMention | None]] = []
    used: set[int] = set()
    for each in sorted(places, key=lambda each: each.start):
        act = acts.of(each)
        if act is not None and act.end > tiles.at(each.start).end:
            act = None
        if act is not None:
            used.update(acts.taken(each, act))
        mentions.append((each.start, each, act))
    mentions += [(act.start, None, act) for act in acts.all if act.start not in used]
    mentions.sort(key=lambda mention: mention[0])
    interpreter = Interpreter(text, language, context, tiles)
    found = [each for _, at, act in mentions for each in interpreter.citations(at, act)]
    return sorted([*found, *cases], key=lambda each: (each.start, -each.end))


@cache
def _scan(language: str) -> WordScan:
    """The patterns that a text in the language is searched for and that begin words."""
    grammar = GRAMMARS.get(language)
    places = word_patterns(grammar) if grammar else ()
    national = {"en": irish_uk.WORD_PATTERNS, "de": german_courts.WORD_PATTERNS}.get(language, ())
    return WordScan(*eu.WORD_PATTERNS, *national, *places)


def _cases(scanned: ScannedText, language: str, context: Context) -> Iterator[Citation]:
    yield from courts.find(scanned.text)
    if language == "de":
        yield from german_courts.find(scanned)
    elif language == "en" and not context.work:
        yield from us.find(scanned.text)


def _acts(scanned: ScannedText, language: str, context: Context) -> Iterator[ActMention]:
    yield from eu.acts(scanned, context.work)
    if language == "de":
        yield from german.acts(scanned.text)
    elif language == "en":
        aliases = {**context.aliases, **irish_uk.definitions(scanned.text)}
        yield from irish_uk.acts(scanned, aliases)


def _places(scanned: ScannedText, language: str, ends: Sequence[int]) -> Iterable[Places]:
    """The places in words of the language, and those of German law in a text of another one.

    ``§ 823 Abs. 1 BGB`` and ``Art. 6 Abs. 1 lit. f DSGVO``.
    """
    text, grammar = scanned.text, GRAMMARS.get(language)
    own = list(find_places(scanned, grammar, ends)) if grammar else []
    if language == "de" or not _AS_IN_GERMAN.search(text):
        return own
    found = find_places(_scan("de").of(text), GRAMMARS["de"], ends)
    in_german = [each for each in found if is_german(text, each)]
    return in_german + [
        each
        for each in own
        if not any(other.start < each.end and each.start < other.end for other in in_german)
    ]


def _is_heading(text: str, places: Places, stretches: Stretches, family: str) -> bool:
    """Whether these are the number of the provision at whose beginning they stand."""
    here = stretches.at(places.start)
    if places.start != here.start or not here.eid:
        return False
    own = here.eid.split("__")
    heading = _SECTION_HEADING.match(text, places.start)
    if heading and (f"para_{heading[1]}" in own or f"art_{heading[1]}" in own):
        return True
    return len(places.paths) == 1 and eid(places.paths[0], family) == own[-1]
