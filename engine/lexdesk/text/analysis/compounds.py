"""A splitter of German compounds: Datenschutzbeauftragter -> Datenschutz (Daten, Schutz), Beauftragter.

A word is split in two if both halves are listed nouns; the halves are split again. Among several
splits the frequencies of the halves decide: the geometric mean of Koehn and Knight, "Empirical
Methods for Compound Splitting" (EACL 2003). The list holds the nouns of German federal statutes
(official works, § 5 UrhG), extracted by ``benchmarks/german_nouns.py``.
"""

import functools
import gzip
from pathlib import Path

from lexdesk.text.tokens import fold

LIST = "german_nouns.txt.gz"
"""One line a weight, the rounded binary logarithm of a frequency: the weight and its folded nouns, sorted."""

_LINKS = ("s", "es", "n", "en", "er", "e", "ns", "ens")
"""Linking elements between the parts, and inflections of the last one."""

_SHORTEST_MODIFIER, _SHORTEST_HEAD = 4, 3
_LONGEST = 100  # letters; the longest real compounds have some 70
_SHORT_HEADS = frozenset(("amt", "tag", "akt", "weg", "eid", "rat", "ort", "hof", "gut"))
"""The accepted heads of three letters; with all of them, more splits are wrong than right."""

_SHORT_MODIFIERS = frozenset(("bau", "erb"))
"""The accepted modifiers of three letters: *Bauvertrag*, *Erbausschlagung*."""

_NO_ERBE = "erbring"
"""Words with this prefix are no compounds of *Erbe*: *erbringen*, *Leistungserbringer*."""


class _NounsByLetter(dict[str, dict[str, int]]):
    """The nouns of a ``listing`` (``LIST``) with their weights, by first letter; most searches need few letters."""

    def __init__(self, listing: str):
        super().__init__()
        rows = (line.partition(" ") for line in listing.splitlines())
        self._rows = [(int(weight), f" {words} ") for weight, _, words in rows]

    def __missing__(self, letter: str) -> dict[str, int]:
        self[letter] = {
            noun: weight
            for noun, weight in self.read(letter).items()
            if len(noun) >= _SHORTEST_MODIFIER or noun in _SHORT_HEADS
        }
        return self[letter]

    def read(self, letter: str) -> dict[str, int]:
        """Return the listed nouns that begin with ``letter``, short ones, too."""
        nouns: dict[str, int] = {}
        for weight, words in self._rows:
            if (start := words.find(f" {letter}")) >= 0:
                end = words.find(" ", words.rfind(f" {letter}") + 1)
                nouns |= dict.fromkeys(words[start:end].split(), weight)
        return nouns


class CompoundSplitter:
    """A splitter of compounds of the nouns in a ``listing`` (``LIST``)."""

    def __init__(self, listing: str):
        self._nouns = _NounsByLetter(listing)
        self._splits: dict[str, tuple[int, int]] = {}

    @functools.cached_property
    def _short(self) -> dict[str, int]:
        nouns = {stem: self._nouns.read(stem[0]) for stem in _SHORT_MODIFIERS}
        return {
            stem: max(listed.get(stem, -1), listed.get(f"{stem}e", -1))
            for stem, listed in nouns.items()
        }

    def parts(self, word: str) -> tuple[str, ...]:
        """Return the nouns that form the folded ``word``, shortest first and from left to right.

        First the indivisible nouns, then listed compounds of neighbours: ``daten``, ``schutz``,
        ``beauftragter``, ``datenschutz``. Empty if ``word`` is no compound.
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
        """Return the indivisible nouns that form the folded ``word``; empty if it is no compound."""
        return self._atoms(word) if len(word) <= _LONGEST else ()

    def infinitive(self, word: str) -> str:
        """Return ``verjähren`` for ``verjährt`` if ``Verjährung`` is a listed noun, else ``word``.

        The stemmer leaves such participles unchanged.
        """
        stem = word[:-1]
        if not word.endswith("t"):
            return word
        noun = f"{fold(stem)}ung"
        return f"{stem}en" if noun in self._nouns[noun[0]] else word

    def _atoms(self, word: str) -> tuple[str, ...]:
        at, _ = self._best_split(word)
        if not at:
            return ()
        modifier, head = word[:at], word[at:]
        return (*(self._atoms(modifier) or (modifier,)), *(self._atoms(head) or (head,)))

    def _best_split(self, word: str) -> tuple[int, int]:
        """Return the best split position of ``word`` and its weight; (0, -1) if there is none."""
        if word in self._splits:
            return self._splits[word]
        best, best_weight = 0, -1
        first = (
            3
            if word[:3] in _SHORT_MODIFIERS and not word.startswith(_NO_ERBE)
            else _SHORTEST_MODIFIER
        )
        for at in range(first, len(word) - _SHORTEST_HEAD + 1):
            modifier = self._short[word[:at]] if at == 3 else self._noun(word[:at], modifies=True)
            if modifier < 0 or self._takes_from_head(word, at):
                continue
            head = self._noun(word[at:])
            if head < 0:  # not a listed noun, perhaps a compound
                head = self._best_split(word[at:])[1]
            if head >= 0 and (modifier + head) // 2 > best_weight:
                best, best_weight = at, (modifier + head) // 2
        self._splits[word] = best, best_weight
        return best, best_weight

    def _takes_from_head(self, word: str, at: int) -> bool:
        """Return True if the modifier's link begins the head: not ``Schadener|satz`` but ``Schaden|ersatz``."""
        modifier, head = word[:at], word[at:]
        nouns = self._nouns[word[0]]
        if modifier in nouns:
            return False
        return any(
            modifier.endswith(link)
            and at - len(link) >= _SHORTEST_MODIFIER
            and modifier[: -len(link)] in nouns
            and link + head in self._nouns[link[0]]
            for link in _LINKS
        )

    def _noun(self, part: str, *, modifies: bool = False) -> int:
        """Return the weight of the listed noun with the form ``part``; -1 if there is none."""
        nouns = self._nouns[part[0]]
        weight = nouns.get(part, -1)
        for link in _LINKS:
            if part.endswith(link):
                weight = max(weight, nouns.get(part[: -len(link)], -1))
        # Schul|gesetz, Miet|vertrag; and die Beauftragte for the listed Beauftragter
        longer = [part + "e"] if modifies else [part + "r", part + "n"] if part[-1:] == "e" else []
        return max(weight, *(nouns.get(form, -1) for form in longer), -1)


@functools.cache
def load_german() -> CompoundSplitter:
    """Return the splitter with the bundled list of nouns."""
    packed = (Path(__file__).parent / LIST).read_bytes()
    return CompoundSplitter(gzip.decompress(packed).decode())
