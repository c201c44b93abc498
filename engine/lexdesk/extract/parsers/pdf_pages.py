"""Text over the pages of a PDF: words and sentences that a page break divides, running titles and page numbers."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice, pairwise

from lexdesk.extract.parsers.divided_words import WORD, sign_between
from lexdesk.extract.parsers.pdf_columns import CUT_WORD, LINE_END
from lexdesk.text.lazy_pattern import lazy_pattern

_BEGUN = lazy_pattern(r"(?<=[^\W\d_])[-\u00ad\u2010\ufffe]\s*$")
_ENDED = lazy_pattern(r"\s*(?P<half>[^\W\d_]+[,.;:)]*)\s*")
_PAGE_NUMBER = lazy_pattern(
    r"\W*(?:(?:page|seite|s\.|p\.|página|pagina|strona)\s?)?(?P<number>\d{1,4})"
    r"(?:\s?(?:/|of|von|de|di|sur|van|z)\s?\d{1,4})?\W*",
    re.IGNORECASE,
)
_NUMBER = lazy_pattern(r"\d+")
_NOTE = lazy_pattern(r"\s*[⁰¹²³⁴-⁹]+\s*\S")
_RULE = lazy_pattern(r"[\W_]*")
_MOST_TITLES = 2  # lines above or below the text of a page
_MIN_SHARED = 3  # pages with a running title
_CUT = lazy_pattern(
    rf"(?<![^\W\d_])(?P<first>[^\W\d_]+)(?P<break>{CUT_WORD}(?:{LINE_END})?)(?P<second>[^\W\d_]+)"
)
_MIN_NUMBERED, _MOSTLY = 2, 0.6  # pages with a number
_HYPHENATED = lazy_pattern(r"(?<![\w-])[^\W\d_]+-[^\W\d_]+(?![\w-])")


def join_across_pages(texts: Sequence[str], fixed: Collection[int] = ()) -> list[str]:
    """Return the pages with each word that a page break divides on the page of its beginning.

    Page numbers, notes below the text, and first and last lines that several pages share, may stand between the halves.
    Page numbers are removed, and running titles but for the first, so that sentences go on. ``fixed`` pages stay.
    """
    pages = [text.replace(LINE_END, "\n").split("\n") for text in _with_own_hyphens(texts)]
    edges = Counter(_common(line) for page in pages for line in {page[0], page[-1]})
    for at, (page, following) in enumerate(pairwise(pages)):
        last = _first_of_text(page, range(_begin_of_notes(page) - 1, -1, -1), edges)
        first = _first_of_text(following, range(len(following)), edges)
        if last is None or first is None or not {at, at + 1}.isdisjoint(fixed):
            continue
        begun = _BEGUN.search(page[last])
        ended = _ENDED.match(following[first])
        if begun and ended and ended["half"][0].islower():
            before, half = page[last][: begun.start()], ended["half"]
            page[last] = before + sign_between(before.rpartition(" ")[2], half) + half
            following[first] = following[first][ended.end() :]
    _remove_repeated(pages, fixed)
    return ["\n".join(page) for page in pages]


def _with_own_hyphens(texts: Sequence[str]) -> Sequence[str]:
    """Keep the hyphens of divided compounds that the text has elsewhere, such as *non-compete*, and of usual ones."""
    if not any(CUT_WORD in text for text in texts):
        return texts
    compounds = {word.lower() for text in texts for word in _HYPHENATED.findall(text)}
    words = {word.lower() for text in texts for word in WORD.findall(text)}

    def write(cut: re.Match[str]) -> str:
        whole, compound = (f"{cut['first']}{sign}{cut['second']}".lower() for sign in ("", "-"))
        sign = sign_between(cut["first"], cut["second"])
        if sign == "- " or (whole not in words and (sign or compound in compounds)):
            return f"{cut['first']}{sign or '-'}{cut['second']}"
        return cut[0]

    return [_CUT.sub(write, text) for text in texts]


def _remove_repeated(pages: Sequence[list[str]], fixed: Collection[int]) -> None:
    """Remove the page numbers, and each running title but the first one of its wording."""
    shift = _shift(pages)
    titles: dict[str, list[tuple[int, int]]] = {}  # page and line
    numbers: list[tuple[int, int]] = []
    for at, page in enumerate(pages):
        for place in _edge_lines(page) if at not in fixed else ():
            number = _PAGE_NUMBER.fullmatch(page[place])
            if number is None:
                for title in _wordings(page[place].strip(), at, shift):
                    titles.setdefault(title, []).append((at, place))
            elif shift is not None and int(number["number"]) - at == shift:
                numbers.append((at, place))
    repeated = [places[1:] for places in titles.values() if len(places) >= _MIN_SHARED]
    gone = {place for places in (numbers, *repeated) for place in places}
    for at, place in sorted(gone, reverse=True):
        del pages[at][place]


def _shift(pages: Sequence[list[str]]) -> int | None:
    """Return the number of the first page, counted back from the page numbers; ``None`` without them."""
    stated = [
        {
            int(number["number"]) - at
            for place in _edge_lines(page)
            if (number := _PAGE_NUMBER.fullmatch(page[place]))
        }
        for at, page in enumerate(pages)
    ]
    shift, count = max(
        Counter(shift for shifts in stated for shift in shifts).items(),
        key=lambda item: item[1],
        default=(0, 0),
    )
    return shift if count >= max(_MIN_NUMBERED, _MOSTLY * sum(map(bool, stated))) else None


def _edge_lines(page: Sequence[str]) -> Iterator[int]:
    """Yield the places of the first and last lines with text."""
    filled = [at for at, line in enumerate(page) if line.strip()]
    yield from sorted({*filled[:_MOST_TITLES], *filled[-_MOST_TITLES:]})


def _wordings(line: str, at: int, shift: int | None) -> set[str]:
    """Return a running title as it is, and with the first or last of its own page numbers as 0."""
    own = "" if shift is None else str(at + shift)
    places = [number.span() for number in _NUMBER.finditer(line) if number[0] == own]
    return {line, *(f"{line[:start]}0{line[end:]}" for start, end in (*places[:1], *places[-1:]))}


def _begin_of_notes(page: Sequence[str]) -> int:
    """Return the line of the first note below the text, if a divided word stands before it, else the end of the page."""
    noted = (at for at, line in enumerate(page) if at and _NOTE.match(line))
    return next((at for at in noted if _divided_before(page, at)), len(page))


def _divided_before(page: Sequence[str], at: int) -> bool:
    before = (line for line in reversed(page[max(0, at - 3) : at]) if not _RULE.fullmatch(line))
    return _BEGUN.search(next(before, "")) is not None


def _first_of_text(page: Sequence[str], places: Iterable[int], edges: Counter[str]) -> int | None:
    """Return the first of some lines that is neither blank, a rule, a running title nor a page number."""
    for at in islice((at for at in places if not _RULE.fullmatch(page[at])), _MOST_TITLES + 1):
        if not _PAGE_NUMBER.fullmatch(page[at]) and edges[_common(page[at])] < _MIN_SHARED:
            return at
    return None


def _common(line: str) -> str:
    return _NUMBER.sub("0", line).strip()
