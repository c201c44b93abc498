"""Takes German compounds apart: Datenschutzbeauftragter -> Datenschutz (Daten, Schutz), Beauftragter.

A word is cut in two where both halves are nouns of a list, and the halves are cut again. Where there
are several ways, the frequencies of the halves decide: the geometric mean of Koehn and Knight,
"Empirical Methods for Compound Splitting" (EACL 2003). The list are the nouns of German federal
statutes (official works, § 5 UrhG), made by ``benchmarks/german_nouns.py``.
"""

from __future__ import annotations

import functools
import gzip
from collections.abc import Mapping
from importlib import resources

from lexdesk.text.tokens import fold

LIST = "german_nouns.txt.gz"
"""Lines of a folded noun and the rounded binary logarithm of its frequency, in order."""

_LINKS = ("s", "es", "n", "en", "er", "e", "ns", "ens")
"""What stands between the parts, or ends the last one in another case or number."""

_SHORTEST_MODIFIER, _SHORTEST_HEAD = 4, 3
_LONGEST = 100  # letters; the longest real ones have some 70, and what is longer is no word
_SHORT_HEADS = frozenset(("amt", "tag", "akt", "weg", "eid", "rat", "ort", "hof", "gut"))
"""The nouns of three letters that count; with all of them, more cuts are wrong than right."""

_SHORT_MODIFIERS = frozenset(("bau", "erb"))
"""The ones of three letters that count: *Bauvertrag*, *Erbausschlagung*."""

_WHOLE = "erbring"
"""What begins so is none of *Erbe*: *erbringen*, *Leistungserbringer*."""


class CompoundSplitter:
    """Cuts compounds made of ``nouns``: folded nouns with the logarithm of their frequencies."""

    def __init__(self, nouns: Mapping[str, int]):
        self._nouns = {
            noun: weight for noun, weight in nouns.items() if len(noun) > 3 or noun in _SHORT_HEADS
        }
        self._short = {
            each: max(nouns.get(each, -1), nouns.get(f"{each}e", -1)) for each in _SHORT_MODIFIERS
        }
        self._cuts: dict[str, tuple[int, int]] = {}

    def parts(self, word: str) -> tuple[str, ...]:
        """The nouns that the folded ``word`` is made of, shortest first and from left to right.

        First those that cannot be cut further, then the listed compounds among neighbours:
        ``daten``, ``schutz``, ``beauftragter``, ``datenschutz``. Empty where ``word`` is no compound.
        """
        atoms = self.atoms(word)
        if len(atoms) < 3:
            return atoms
        runs = (
            "".join(atoms[start : start + length])
            for length in range(2, len(atoms))
            for start in range(len(atoms) - length + 1)
        )
        return (*atoms, *(run for run in runs if self._noun(run) >= 0))

    def atoms(self, word: str) -> tuple[str, ...]:
        """The nouns that the folded ``word`` is made of that cannot be cut further; empty where it is no compound."""
        return self._atoms(word) if len(word) <= _LONGEST else ()

    def infinitive(self, word: str) -> str:
        """``verjähren`` of ``verjährt``, which the stemmer leaves, where the nouns have ``Verjährung``; else ``word``."""
        stem = word[:-1]
        return f"{stem}en" if word.endswith("t") and f"{fold(stem)}ung" in self._nouns else word

    def _atoms(self, word: str) -> tuple[str, ...]:
        at, _ = self._cut(word)
        if not at:
            return ()
        modifier, head = word[:at], word[at:]
        return (*(self._atoms(modifier) or (modifier,)), *(self._atoms(head) or (head,)))

    def _cut(self, word: str) -> tuple[int, int]:
        """Where ``word`` is best cut in two, and how well; (0, -1) where it cannot be."""
        if word in self._cuts:
            return self._cuts[word]
        best, best_weight = 0, -1
        first = 3 if word[:3] in self._short and not word.startswith(_WHOLE) else _SHORTEST_MODIFIER
        for at in range(first, len(word) - _SHORTEST_HEAD + 1):
            modifier = self._short[word[:at]] if at == 3 else self._noun(word[:at], modifies=True)
            if modifier < 0 or self._takes_from_head(word, at):
                continue
            head = self._noun(word[at:])
            if head < 0:  # no noun of the list, but maybe a compound of such
                head = self._cut(word[at:])[1]
            if head >= 0 and (modifier + head) // 2 > best_weight:
                best, best_weight = at, (modifier + head) // 2
        self._cuts[word] = best, best_weight
        return best, best_weight

    def _takes_from_head(self, word: str, at: int) -> bool:
        """Whether the link that ends the modifier begins the head: no ``Schadener|satz``, but ``Schaden|ersatz``."""
        modifier, head = word[:at], word[at:]
        if modifier in self._nouns:
            return False
        return any(
            modifier.endswith(link)
            and at - len(link) >= _SHORTEST_MODIFIER
            and modifier[: -len(link)] in self._nouns
            and link + head in self._nouns
            for link in _LINKS
        )

    def _noun(self, part: str, *, modifies: bool = False) -> int:
        """The weight of the noun that ``part`` is a form of; -1 where there is none."""
        weight = self._nouns.get(part, -1)
        for link in _LINKS:
            if part.endswith(link):
                weight = max(weight, self._nouns.get(part[: -len(link)], -1))
        # Schul|gesetz, Miet|vertrag; and die Beauftragte, where the list has Beauftragter
        longer = [part + "e"] if modifies else [part + "r", part + "n"] if part[-1:] == "e" else []
        return max(weight, *(self._nouns.get(form, -1) for form in longer), -1)


@functools.cache
def german() -> CompoundSplitter:
    """The splitter with the list that comes with Lexdesk."""
    packed = resources.files("lexdesk.text.analysis").joinpath(LIST).read_bytes()
    nouns = {}
    for line in gzip.decompress(packed).decode().splitlines():
        noun, _, weight = line.partition(" ")
        nouns[noun] = int(weight)
    return CompoundSplitter(nouns)
