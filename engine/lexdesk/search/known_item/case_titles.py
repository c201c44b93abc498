"""Judgments of a library by their parties, as lawyers shorten them: ``DPC v Facebook``, ``Osefiso v SSHD``.

A title may have more words than the name: ``R (PCS) v Secretary of State for the Home Department`` is entitled ``PUBLIC AND
COMMERCIAL SERVICES UNION (R on the application of) v SECRETARY OF STATE FOR THE HOME DEPARTMENT``.
"""

import re
from typing import NamedTuple

from lexdesk.citations import Citation
from lexdesk.citations.resolution import parse_target
from lexdesk.law.work_names import names_of_works
from lexdesk.storage import Store, until_changed
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import tokens

_BETWEEN = lazy_pattern(r"\s(?:v|vs|versus)\.?\s", re.IGNORECASE)
_WITH_PARAGRAPH = lazy_pattern(
    r"(?P<name>.+?),?\s(?:(?:at\s)?(?:paragraph|para\.?|point|§)\s|at\s(?=\[?\d)|(?=\[\d))\[?(?P<number>\d{1,3})\]?",
    re.IGNORECASE,
)
_OF_UNION = lazy_pattern(r"6\d{4}[CTF][JO]")
_LONGEST = 160  # characters
_SHORTEST_INITIALS = 3
_LONGEST_INITIALS = 5
_MOST_WORDS = 40  # of a party; joined cases name dozens
_SMALL = frozenset(("and", "of", "for", "the", "on", "in", "de", "la", "van"))
_OF_MANY = frozenset(
    ("ltd", "limited", "plc", "llc", "inc", "co", "company", "gmbh", "ag", "sa", "nv", "bv", "no", "others", "another", "anor",
     "ors")
) | _SMALL  # fmt: skip
"""Words of parties that identify none."""
_CROWN = frozenset(("r", "regina", "rex", "queen", "king"))
_SYNONYMS = {"lbc": ("london", "borough"), "hmrc": ("commissioners",), "cc": ("council",)}
_LEAST_SHARE = 0.5


class _Title(NamedTuple):
    """The words of both parties of a judgment, in order, with the initials of neighbouring words."""

    work: str
    sides: tuple[frozenset[str], frozenset[str]]
    letters: tuple[str, str]


def find_by_parties(text: str, store: Store) -> tuple[Citation, ...]:
    """Return the judgments in ``store`` between the parties that ``text`` names, with its paragraph; none for other texts."""
    typed = text.strip().strip(".,;")
    if len(typed) > _LONGEST or not _BETWEEN.search(typed):
        return ()
    pinned = _WITH_PARAGRAPH.fullmatch(typed)
    sides = _BETWEEN.split(pinned["name"] if pinned else typed)
    if len(sides) != 2:
        return ()
    words = [_distinctive(side) for side in sides]
    if not all(words):
        return ()
    plain = frozenset(word for part in typed.split() if part.islower() for word in tokens(part))
    scores = {
        title.work: score for title in _titles(store) if (score := _score(words, title, plain))
    }
    best = max(scores.values(), default=0)
    eids = (f"para_{pinned['number']}",) if pinned else ()
    return tuple(
        Citation(
            0, len(typed), typed, parse_target(work).kind, work, eids=eids, pin_cite=pinned["number"] if pinned else ""
        )
        for work, score in scores.items()
        if score == best
    )  # fmt: skip


def _distinctive(side: str) -> list[str]:
    """Return the words of a party that tell it from others; for the Crown alone, ``r``."""
    words = [word for word in tokens(side) if word not in _OF_MANY]
    return [word for word in words if word not in _CROWN] or words[:1]


def _score(words: list[list[str]], title: _Title, plain: frozenset[str]) -> float:
    """Return how far the parties are those of a title, 0.0 for other ones: the words of each that it has.

    A word of ``plain``, in lower case, that the title lacks is no part of a name: ``Meta v Bundeskartellamt consent``.
    """
    shares = []
    for wanted, held in zip(words, title.sides, strict=True):
        if _CROWN.issuperset(wanted):
            share = 1.0 if _CROWN & held else 0.0
        else:
            lacking = [word for word in wanted if not _is_in(word, held)]
            if len(wanted) > 1 and not plain.isdisjoint(lacking):
                return 0.0
            share = 1 - len(lacking) / len(wanted)
        shares.append(share)
    for at in (0, 1):  # a party by letters of its name, if the other one is sure
        if not shares[at] and shares[1 - at] == 1.0 and len(words[at]) == 1:
            shares[at] = _LEAST_SHARE * _abbreviates(words[at][0], title.letters[at])
    return sum(shares) if min(shares) >= _LEAST_SHARE else 0.0


def _abbreviates(word: str, letters: str) -> bool:
    """Return whether the letters of ``word`` stand in a party in this order: GBA in Gegevensbeschermingsautoriteit."""
    if not _SHORTEST_INITIALS <= len(word) <= _LONGEST_INITIALS or word[0] != letters[:1]:
        return False
    rest = iter(letters)
    return all(letter in rest for letter in word)


def _is_in(word: str, held: frozenset[str]) -> bool:
    return word in held or (word in _SYNONYMS and held.issuperset(_SYNONYMS[word]))


@until_changed
def _titles(store: Store) -> tuple[_Title, ...]:
    found = {}
    for entry in names_of_works(store).all:
        sides = _BETWEEN.split(entry.title)
        if len(sides) == 2 and _is_judgment(entry.work):
            words = (_words(sides[0]), _words(sides[1]))
            letters = ("".join(tokens(sides[0])), "".join(tokens(sides[1])))
            found[entry.work] = _Title(entry.work, words, letters)
    return tuple(found.values())


def _is_judgment(work: str) -> bool:
    return _OF_UNION.match(work) is not None or "caselaw" in work or work[:1] == "["


def _words(side: str) -> frozenset[str]:
    """Return the words of a party, and the initials of three or more neighbours: ``SSHD``."""
    words = tokens(side)[:_MOST_WORDS]
    initials = "".join(word[0] for word in words if word not in _SMALL)
    runs = (
        initials[start:end]
        for start in range(len(initials))
        for end in range(start + _SHORTEST_INITIALS, len(initials) + 1)
    )
    return frozenset((*words, *runs))
