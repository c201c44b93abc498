"""Resolution of cited eids: the provision meant by a target, and the targets that cite a provision.

Texts cite printed numbers (``Article 4(7)`` of numbered definitions); parsers of structure name the
element (``art_4__point_7``).

    a target cites a provision     if it is its eid or one of its ``list_cited_forms``, or if the provision
                                   lies inside one of these (``art_6__para_1`` in ``art_6``)
    a target means the provision   found by ``Eids.resolve``: the same eid, else another form of it,
                                   else its nearest existing ancestor

A reference to the article alone is no reference to its paragraphs.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from lexdesk.citations.eids import list_annex_forms
from lexdesk.text.lazy_pattern import lazy_pattern

_DIVISION = lazy_pattern(r"(?:title|chp|part|sec|subsec|book|teil|titel|kapitel|abschnitt|buch)_")
_LATIN = lazy_pattern(
    r"(?P<article>art_\d{1,4})(?P<joint>-?)(?P<inserted>bis|ter|quater|[a-z]+ies)"
)
_OTHER_LEVELS = {"point": ("para",), "para": ("point", "abs"), "abs": ("para",)}
"""Other names of the first level of an article; *Abs.* of a Swiss article is a paragraph."""
_ROMAN_LIST = lazy_pattern(r"(?P<name>para|subpara)_(?P<number>[ivx]+)")


def is_division(eid: str) -> bool:
    """Return True for the eid or step of a division; divisions are cited without their ancestors."""
    return _DIVISION.match(eid) is not None


def list_cited_forms(eid: str) -> tuple[str, ...]:
    """Return the targets that cite a provision, its own eid first.

    ``art_4__point_7`` is cited as ``art_4__para_7``, ``chp_3__sec_2`` as ``sec_2``.
    """
    steps = eid.split("__")
    forms = [eid, *_other_forms(steps)]
    if all(map(is_division, steps)):
        forms += ["__".join(steps[at:]) for at in range(1, len(steps))]
    return tuple(dict.fromkeys(forms))


class Eids(frozenset[str]):
    """The eids of a work's provisions, for resolving cited targets."""

    def resolve(self, target: str) -> str | None:
        """Return the eid meant by a cited ``target``; ``None`` if not even an ancestor of it exists.

        The same eid, else another form of it, else its nearest existing ancestor.
        """
        steps = target.split("__")
        while steps:
            for form in ("__".join(steps), *_other_forms(steps)):
                if form in self:
                    return form
            if len(steps) > 1 and (deeper := self._find_deeper(steps)):
                return deeper
            if len(steps) == 1 and is_division(steps[0]):
                return _single(self.find_nested(steps[0]))
            steps = steps[:-1]
        return None

    def find_nested(self, target: str) -> list[str]:
        """Return the eids that end with ``target``: ``chp_3__sec_2`` for ``sec_2``."""
        last = target.rpartition("__")[2]
        return [eid for eid in self._by_last_step.get(last, ()) if eid.endswith(f"__{target}")]

    def _find_deeper(self, steps: list[str]) -> str | None:
        """Return the only match one level deeper: ``§ 383 Nr. 4`` if only one paragraph has a number 4."""
        head = "__".join(steps[:-1])
        if head not in self:
            return None
        inside = self.find_nested(steps[-1])
        return _single(
            [e for e in inside if e.startswith(f"{head}__") and e.count("__") == len(steps)]
        )

    @cached_property
    def _by_last_step(self) -> dict[str, list[str]]:
        by_step: dict[str, list[str]] = {}
        for eid in self:
            by_step.setdefault(eid.rpartition("__")[2], []).append(eid)
        return by_step


def is_absent(target: str, around: str, eids: Iterable[str]) -> bool:
    """Return True if ``around`` is divided into parts and the cited ``target`` is none of them.

    A point of an undivided paragraph is not absent: it may be in its text.
    """
    if not target.startswith(f"{around}__"):
        return False
    level, _, _ = target[len(around) + 2 :].partition("_")
    levels = ("para", "point") if level in ("para", "point") else (level,)
    siblings = tuple(f"{around}__{name}_" for name in levels)
    return any(eid.startswith(siblings) for eid in eids)


def _single(eids: list[str]) -> str | None:
    return eids[0] if len(eids) == 1 else None


def _other_forms(steps: list[str]) -> Iterator[str]:
    """Yield other eids of the same printed number: ``art_4__para_7`` for ``art_4__point_7`` and back.

    Likewise ``art_5__abs_2`` and ``art_5__para_2``, ``art_39quinquies`` and ``art_39-quinquies``, ``sec_5__para_ii`` and
    ``sec_5__subpara_ii`` for Roman lists, and other names of annexes.
    """
    yield from list_annex_forms("__".join(steps))
    if latin := _LATIN.fullmatch(steps[0]):
        joint = "" if latin["joint"] else "-"
        yield "__".join((f"{latin['article']}{joint}{latin['inserted']}", *steps[1:]))
    if steps[0].startswith("sec_") and (listed := _ROMAN_LIST.fullmatch(steps[-1])):
        other_name = "para" if listed["name"] == "subpara" else "subpara"
        yield "__".join((*steps[:-1], f"{other_name}_{listed['number']}"))
    if len(steps) < 2 or not steps[0].startswith(("art_", "anx_")):
        return
    level, _, number = steps[1].partition("_")
    for other in _OTHER_LEVELS.get(level, ()) if number[:1].isdigit() else ():
        form = "__".join((steps[0], f"{other}_{number}", *steps[2:]))
        yield from (form, *list_annex_forms(form))
