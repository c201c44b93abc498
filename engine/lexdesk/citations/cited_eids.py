"""Which of a work's provisions a cited eid means, and by which eids a provision is cited.

Texts cite by what is printed (``Article 4(7)`` of numbered definitions), readers of structure name what
stands there (``art_4__point_7``).

    a provision is cited by a target     that is its eid, or one of its ``cited_forms``,
                                         or lies inside one of these (``art_6__para_1`` in ``art_6``)
    a target means the provision         that ``Eids.resolve`` finds: the same eid, else another form
                                         of it, else the nearest provision around it

A reference to the article alone is none to its paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from lexdesk.citations.eids import annex_forms

_DIVISION = re.compile(r"(?:title|chp|part|sec|subsec|book|teil|titel|kapitel|abschnitt|buch)_")
_ROMAN_LIST = re.compile(r"(?P<name>para|subpara)_(?P<number>[ivx]+)")


def is_division(eid: str) -> bool:
    """Whether an eid, or step of one, is that of a division, which people cite without those around it."""
    return _DIVISION.match(eid) is not None


def cited_forms(eid: str) -> tuple[str, ...]:
    """The targets by which a text may cite a provision, itself first.

    ``art_4__point_7`` is cited as ``art_4__para_7``, ``chp_3__sec_2`` as ``sec_2``.
    """
    steps = eid.split("__")
    forms = [eid, *_other_forms(steps)]
    if all(map(is_division, steps)):
        forms += ["__".join(steps[at:]) for at in range(1, len(steps))]
    return tuple(dict.fromkeys(forms))


class Eids(frozenset[str]):
    """The eids of a work's provisions, among which a cited one is looked for."""

    def resolve(self, target: str) -> str | None:
        """Which of them a cited ``target`` means; ``None`` where nothing around it exists.

        The same eid, else another form of it, else the nearest provision around it.
        """
        steps = target.split("__")
        while steps:
            for form in ("__".join(steps), *_other_forms(steps)):
                if form in self:
                    return form
            if len(steps) > 1 and (deeper := self._deeper(steps)):
                return deeper
            if len(steps) == 1 and is_division(steps[0]):
                return _only(self.inside_others(steps[0]))
            steps = steps[:-1]
        return None

    def inside_others(self, target: str) -> list[str]:
        """Those that are ``target`` within something: ``chp_3__sec_2`` for ``sec_2``."""
        last = target.rpartition("__")[2]
        return [eid for eid in self._by_last_step.get(last, ()) if eid.endswith(f"__{target}")]

    def _deeper(self, steps: list[str]) -> str | None:
        """``§ 383 Nr. 4`` where only one paragraph of § 383 has a number 4."""
        head = "__".join(steps[:-1])
        if head not in self:
            return None
        inside = self.inside_others(steps[-1])
        return _only(
            [e for e in inside if e.startswith(f"{head}__") and e.count("__") == len(steps)]
        )

    @cached_property
    def _by_last_step(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for eid in self:
            found.setdefault(eid.rpartition("__")[2], []).append(eid)
        return found


def is_absent(target: str, around: str, eids: Iterable[str]) -> bool:
    """Whether a cited ``target`` is none of what ``around``, the nearest provision around it, is divided into.

    A point of a paragraph that is known as a whole alone is not absent: it may be in its text.
    """
    if not target.startswith(f"{around}__"):
        return False
    level, _, _ = target[len(around) + 2 :].partition("_")
    levels = ("para", "point") if level in ("para", "point") else (level,)
    beside = tuple(f"{around}__{each}_" for each in levels)
    return any(eid.startswith(beside) for eid in eids)


def _only(eids: list[str]) -> str | None:
    return eids[0] if len(eids) == 1 else None


def _other_forms(steps: list[str]) -> Iterator[str]:
    """``art_4__para_7`` for ``art_4__point_7`` and the other way: both are printed ``4(7)``.

    So are ``sec_5__para_ii`` and ``sec_5__subpara_ii``, whose list has Roman numbers. An annex may be
    named in another way, too.
    """
    yield from annex_forms("__".join(steps))
    if steps[0].startswith("sec_") and (listed := _ROMAN_LIST.fullmatch(steps[-1])):
        other_name = "para" if listed["name"] == "subpara" else "subpara"
        yield "__".join((*steps[:-1], f"{other_name}_{listed['number']}"))
    if len(steps) < 2 or not steps[0].startswith(("art_", "anx_")):
        return
    level, _, number = steps[1].partition("_")
    other = {"point": "para", "para": "point"}.get(level)
    if other and number[:1].isdigit():
        form = "__".join((steps[0], f"{other}_{number}", *steps[2:]))
        yield from (form, *annex_forms(form))
