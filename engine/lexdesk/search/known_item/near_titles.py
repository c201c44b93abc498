"""Acts of a library by names near to their titles: misspelled, or abbreviated in part.

``Unfair Dismisals Act 1977``, ``VAT Consolidation Act 2010`` and ``Criminal Justice (Theft & Fraud) Act 2001`` mean Acts
that a library may hold under other names, of the same year. ``CJA 2010`` may mean several.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from lexdesk.citations import Citation
from lexdesk.citations.resolution import parse_target
from lexdesk.law.work_names import names_of_works
from lexdesk.search.known_item.targets import list_cuts, resolve_places
from lexdesk.storage import Store, until_changed
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import tokens

_TITLE = lazy_pattern(r"(?P<name>.+?)(?:,? Act,?)? (?P<year>(?:18|19|20)\d\d)")
_ACT = lazy_pattern(r"(?P<name>.*\S)\s[Aa]ct,?\s(?:of\s)?(?P<year>(?:18|19|20)\d\d)")
_INITIALS = lazy_pattern(r"(?P<letters>[A-Z]{2,6})A\s(?P<year>(?:18|19|20)\d\d)")
_LETTERS_OF_YEAR = lazy_pattern(
    r"(?P<letters>[A-Z.]+(?:\([A-Z]+\)[A-Z])?)\s?(?P<year>(?:18|19|20)\d\d)"
)
_CONSTITUTION = lazy_pattern(
    r"(?:(?:The\s|\w+(?:\s\w+)?\s)?Constitution\b(?!\s\()|Constituci|Constitui|Costituzion|Konstytucj|Grondwet|Bunreacht|Bundes-Verf|Bundesverfassung\b)",
    re.IGNORECASE,
)
"""A constitution by its title; no Act to amend one, and no court."""
_FEWEST_LETTERS = 2  # one letter abbreviates most titles
_BRACKETS = lazy_pattern(r"\([^()]*\)")
_APOSTROPHE = lazy_pattern(r"['’]")
_SMALL = frozenset(("and", "of", "for", "the", "on", "in", "to"))
_OTHER_ACT = frozenset(("amendment", "no", "consequential", "temporary", "continuance"))
"""Words whose lack makes a name that of another Act: ``Finance Act 1998`` is not ``Finance (No. 2) Act 1998``."""
_LONGEST = 200  # characters
_SHORTEST = 5  # letters of a word that may be misspelled
_LEAST_ALIKE = 0.88
_LEAST_SHARE = 0.5  # of the words of a title


class NearAct(NamedTuple):
    """The citation of an Act by another name than its title, and that name as typed."""

    citation: Citation
    typed: str


class _Title(NamedTuple):
    work: str
    words: tuple[str, ...]
    outside: tuple[str, ...]  # the words outside brackets

    @property
    def initials(self) -> str:
        return "".join(word[0] for word in self.outside).upper()


def find_near_acts(text: str, store: Store) -> Iterator[NearAct]:
    """Yield the Acts in ``store`` that ``text`` may mean by a name near to their titles, with the place that it cites."""
    typed = text.strip().strip(".,;")
    if len(typed) > _LONGEST or not any(map(str.isdigit, typed)):
        return
    for name, place in list_cuts(typed):
        act, initials = _ACT.fullmatch(name), _INITIALS.fullmatch(name)
        works = _near(act["name"], act["year"], store) if act else []
        if initials:
            titles = _titles(store).get(initials["year"], ())
            works = [title.work for title in titles if title.initials == initials["letters"]]
        found = [(work, resolve_places(place, work) if place else ()) for work in works]
        if found and (not place or all(eids for _, eids in found)):
            for work, eids in found:
                kind = parse_target(work).kind
                yield NearAct(
                    Citation(0, len(typed), typed, kind, work, eids=eids, pin_cite=place), name
                )
            return  # fmt: skip


def shares_name(name: str, store: Store) -> bool:
    """Return whether Acts in ``store`` have the undated ``name`` outside their brackets: ``Criminal Justice Act``.

    Likewise whether the letters of an abbreviation stand in a title of its year in this order. A constitution may have a
    title in its own language.
    """
    if short := _LETTERS_OF_YEAR.fullmatch(name):
        letters = "".join(filter(str.isalpha, short["letters"])).removesuffix("A").lower()
        titles = _titles(store).get(short["year"], ())
        return len(letters) >= _FEWEST_LETTERS and any(
            _is_subsequence(letters, "".join(word[0] for word in title.words)) for title in titles
        )
    if "Constitution" in name:
        is_bare = name == "Constitution"  # perhaps that of Germany
        return any(
            _CONSTITUTION.match(entry.title) or (is_bare and entry.title.startswith("Grundgesetz"))
            for entry in names_of_works(store).all
        )
    if not name.endswith(" Act"):
        return False
    words = tuple(_words(name.removesuffix(" Act")))
    return any(words == title.outside for titles in _titles(store).values() for title in titles)


def _is_subsequence(letters: str, text: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)


def _near(name: str, year: str, store: Store) -> list[str]:
    """Return the Act of a year with the title nearest to ``name``; empty for none, or several as near."""
    words = _words(name)
    titles = _titles(store).get(year, ())
    shares = {title.work: _share(words, title.words) for title in titles}
    best = max(shares.values(), default=0.0)
    works = [work for work, share in shares.items() if share == best]
    return works if best >= _LEAST_SHARE and len(works) == 1 else []


def _words(name: str) -> list[str]:
    plain = _APOSTROPHE.sub("", name)  # Occupier's, Occupiers'
    return [word for word in tokens(plain) if word not in _SMALL]


def _share(words: list[str], title: tuple[str, ...]) -> float:
    """Return which share of the words of a title ``words`` give, in order; 0.0 if one of them is not in it."""
    at, covered = 0, set[int]()
    for word in words:
        step = next((step for step in _steps(word, title, at)), None)
        if step is None:
            return 0.0
        covered.update(step)
        at = step.stop
    missing = {word for number, word in enumerate(title) if number not in covered}
    is_other = not title or 0 not in covered or not _OTHER_ACT.isdisjoint(missing)
    return 0.0 if is_other or any(map(str.isdigit, missing)) else len(covered) / len(title)


def _steps(word: str, title: tuple[str, ...], at: int) -> Iterator[range]:
    """Yield the words of a title from ``at`` that ``word`` is, misspelled or by their initials: ``VAT``."""
    for number in range(at, len(title)):
        if word == title[number] or _is_misspelled(word, title[number]):
            yield range(number, number + 1)
        elif len(word) > 1 and word == "".join(w[0] for w in title[number : number + len(word)]):
            yield range(number, number + len(word))


def _is_misspelled(word: str, other: str) -> bool:
    if len(word) < _SHORTEST or word[0] != other[0]:
        return False
    return SequenceMatcher(None, word, other).ratio() >= _LEAST_ALIKE


@until_changed
def _titles(store: Store) -> dict[str, tuple[_Title, ...]]:
    """Return the titles of Irish and British Acts by year."""
    found: dict[str, tuple[_Title, ...]] = {}
    for work, title in names_of_works(store).short_titles:
        match = _TITLE.fullmatch(title) if work[:3] in ("IE-", "UK-") else None
        if match is None:
            continue
        words = tuple(_words(match["name"]))
        outside = tuple(_words(_BRACKETS.sub(" ", match["name"])))
        year = match["year"]
        found[year] = (*found.get(year, ()), _Title(work, words, outside))
    return found
