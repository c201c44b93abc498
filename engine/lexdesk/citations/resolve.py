"""From what a text says to works and provisions: pointers followed, relative places completed."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

from lexdesk.citations.acts import ActMention
from lexdesk.citations.citation import COUNTRIES, Context
from lexdesk.citations.eids import eid, is_relative
from lexdesk.citations.places import Places

_NOUN_STEP = {"article": "art", "annex": "anx", "annexe": "anx", "section": "sec", "subsection": "subsec",
              "sub-section": "subsec", "paragraph": "para", "paragraphe": "para", "subparagraph": "subpara",
              "schedule": "sched", "part": "part", "title": "title", "chapter": "chp", "chapitre": "chp"}  # fmt: skip
_MEMORY = 60
"""How many citations back a pointer reaches."""

_TREATY = re.compile(r"1[0-9]{4}[EMPA]")
_CELEX = re.compile(r"[0-9]{5}[A-Z]{1,2}[0-9]{4}")
_ACT = re.compile(r"\bActs?\b")
_SORT_LETTER = {"regulation": "R", "directive": "L", "decision": "D"}


class NamedWork(NamedTuple):
    """A work by identifier, or by name where the text tells no more."""

    work: str = ""
    name: str = ""
    kind: str = ""

    @property
    def family(self) -> str:
        """Whose eids its provisions have."""
        return self.kind if self.kind in ("german", "irish_uk") else "eu"


def target_of_work(work: str) -> NamedWork:
    """The target of an identifier or a name as a context holds it."""
    if national := COUNTRIES.get(work[:3]):
        return NamedWork(work, kind=national)
    if _TREATY.match(work):
        return NamedWork(work, kind="treaty")
    if _CELEX.match(work):
        return NamedWork(work, kind="eu")
    return NamedWork(name=work, kind="irish_uk" if _ACT.search(work) else "german")


@dataclass(frozen=True, slots=True)
class Frame:
    """A provision of another act that the text amends, or that act as a ``whole``."""

    target: NamedWork
    eid: str
    whole: bool = False


class _Antecedent(NamedTuple):
    """What was mentioned last, for ``thereof``: a work or a provision of it, and where that was."""

    target: NamedWork
    eid: str
    mentioned_in: str


class Resolver:
    """Follows a text from left to right, through its provisions, and remembers what it named."""

    def __init__(self, context: Context) -> None:
        self._eid = context.eid
        self._own = target_of_work(context.work) if context.work else NamedWork()
        self._named: deque[tuple[NamedWork, str]] = deque(maxlen=_MEMORY)
        self._named.extend((target_of_work(work), "") for work in context.named)
        self._cited: deque[tuple[NamedWork, tuple[str, ...]]] = deque(maxlen=_MEMORY)
        self._frames: dict[str, Frame] = {}
        self._antecedent: _Antecedent | None = None
        self._named_here: list[tuple[int, NamedWork, str]] = []
        if context.amended:
            amended = target_of_work(context.amended)
            self.frame = Frame(amended, context.amended_eid, whole=not context.amended_eid)
        self.latest_eids: tuple[str, ...] = ()

    def enter(self, eid: str) -> None:
        """Go on in another provision; ``that section`` does not point back into another article."""
        if eid.split("__", maxsplit=1)[0] != self._eid.split("__")[0]:
            self._cited.clear()
        self._eid = eid
        self.latest_eids = ()
        self._named_here.clear()
        last = self._antecedent
        if last and not eid.startswith(f"{last.mentioned_in}__"):
            self._antecedent = None

    @property
    def frame(self) -> Frame | None:
        """The provision of another act that the text amends here, or an introduction above it did.

        What follows is relative to that provision and not to the place where the text stands.
        """
        eid = self._eid if self._frames else ""
        while eid and eid not in self._frames:
            eid = eid.rpartition("__")[0]
        return self._frames.get(eid)

    @frame.setter
    def frame(self, frame: Frame) -> None:
        self._frames[self._eid] = frame

    def act(self, act: ActMention, *, quoted: bool = False, in_title: bool = False) -> NamedWork:
        """The work that a mention means; a named one is remembered.

        ``this Regulation`` within words that are ``quoted`` for another act is that act; ``thereof``
        never means an act named only in the title of another.
        """
        if not act.goes_on:
            self.latest_eids = ()
        target = self._meant(act, quoted=quoted)
        if act.role == "named" and act.alone:
            self._named.append((target, act.sort))
            self._named_here.append((act.start, target, act.sort))
        if not (in_title and self._antecedent):
            self._antecedent = _Antecedent(target, "", self._eid)
        return target

    def those(self, sort: str, since: int) -> list[NamedWork]:
        """The works that ``those Directives`` may mean: all that this provision named ``since``."""
        named = (target for at, target, known in self._named_here if at >= since and known == sort)
        return list(dict.fromkeys(named))

    def _meant(self, act: ActMention, *, quoted: bool) -> NamedWork:
        if act.role == "this":
            if quoted and (frame := self.frame):
                return frame.target
            return self._own if self._own.work else NamedWork(kind=act.kind)
        if act.role == "that":
            return self._latest(act.sort) or NamedWork(kind=act.kind)
        return NamedWork(act.work, act.name, act.kind)

    def _latest(self, sort: str) -> NamedWork | None:
        for target, known in reversed(self._named):
            if not sort or known == sort or (not known and _is_of_sort(target, sort)):
                return target
        return None

    def places(
        self, places: Places, act: ActMention | None, family: str, *, quoted: bool, changes: bool
    ) -> tuple[NamedWork, tuple[str, ...]]:
        """The work and the eids of cited places.

        ``quoted``: they stand in or before words that are quoted for another act. ``changes``: what
        follows may be relative to them, if they are in the act that is amended.
        """
        target, bases = self._base(places, act, family, quoted=quoted)
        style = target.family if target.kind else family
        cited = (eid(path, style, base) for base in bases for path in places.paths)
        eids = tuple(dict.fromkeys(filter(None, cited)))
        self._cited.append((target, eids))
        if not places.nested:
            self._antecedent = _Antecedent(target, eids[-1] if eids else "", self._eid)
        self.latest_eids = eids
        frame = self.frame if eids and changes and not places.nested else None
        if frame and target == frame.target:
            self.frame = replace(frame, eid=eids[-1])
        return target, eids

    def _base(
        self, places: Places, act: ActMention | None, family: str, *, quoted: bool
    ) -> tuple[NamedWork, tuple[str, ...]]:
        """The work of the places, and the eids that the places may stand inside."""
        if act is not None and act.role == "thereof":
            return self._thereof(family, quoted=quoted)
        if act is not None:
            return self.act(act, quoted=quoted), ("",)
        if places.here == "that":
            return self._that_provision(places)
        relative = is_relative(places.paths[0])
        own = places.nested or (places.here == "this" and not quoted)
        frame = None if own else self.frame
        if frame and (relative or frame.whole or quoted):
            return frame.target, (frame.eid,)
        if quoted:
            return NamedWork(kind=family), ("",)
        if not self._own.kind:
            return NamedWork(kind=family), (self._eid,)
        return self._own, (self._eid,)

    def _thereof(self, family: str, *, quoted: bool) -> tuple[NamedWork, tuple[str, ...]]:
        """What was mentioned last in this provision or an introduction to it, else the text's own.

        ``Annex III, with the exception of point 2 thereof``; ``this Regulation, in particular
        Article 5 thereof``.
        """
        if last := self._antecedent:
            return last.target, (last.eid,)
        if quoted and (frame := self.frame):
            return frame.target, (frame.eid,)
        if self._own.kind:
            return self._own, (self._eid,)
        return self._latest("") or NamedWork(kind=family), ("",)

    def _that_provision(self, places: Places) -> tuple[NamedWork, tuple[str, ...]]:
        """The provision of that noun that was cited last: ``subsection (1) of that section``.

        All that were cited together where there are several: ``paragraph 3 of those Articles``.
        """
        noun = places.here_noun.lower()
        step = _NOUN_STEP.get(noun.removesuffix("s"), "")
        for target, eids in reversed(self._cited):
            cuts = tuple(dict.fromkeys(filter(None, (_cut_behind(e, step) for e in eids))))
            if cuts:
                return target, cuts if noun.endswith("s") else cuts[-1:]
        return self._own, (self._eid,)

    def same_section(self, places: Places) -> NamedWork | None:
        """The work of ``the said section 81``, where that section was cited before."""
        wanted = eid(places.paths[0][:1], "irish_uk")
        for target, eids in reversed(self._cited):
            if any(cited.split("__")[0] == wanted for cited in eids) and target != self._own:
                return target
        return None


def _is_of_sort(target: NamedWork, sort: str) -> bool:
    if sort == "act":
        return target.kind in ("irish_uk", "german")
    return target.kind == "eu" and target.work[5:6] == _SORT_LETTER.get(sort, "?")


def _cut_behind(cited: str, step: str) -> str:
    """``sec_5__subsec_1`` up to the step ``sec``; ``""`` without such a step.

    First subparagraphs have no step: what stands around points is one.
    """
    steps = cited.split("__")
    if step == "subpara":
        return "__".join(takewhile(lambda each: not each.startswith("point_"), steps))
    for index, each in enumerate(steps):
        if each.split("_")[0] == step:
            return "__".join(steps[: index + 1])
    return ""
