"""From what a text says to works and provisions: pointers followed, relative places completed."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lexdesk.citations.acts import Act
from lexdesk.citations.citation import Citation, Context
from lexdesk.citations.eids import eid, is_relative
from lexdesk.citations.places import Places

_NOUN_STEP = {"article": "art", "artikels": "art", "annex": "anx", "section": "sec", "subsection": "subsec",
              "sub-section": "subsec", "paragraph": "para", "schedule": "sched"}  # fmt: skip
_MEMORY = 60
"""How many citations back a pointer reaches."""

_SORT_LETTER = {"regulation": "R", "directive": "L", "decision": "D"}


@dataclass(frozen=True, slots=True)
class Target:
    """A work by identifier, or by name where the text tells no more."""

    work: str = ""
    name: str = ""
    kind: str = ""

    @property
    def family(self) -> str:
        """Whose eids its provisions have."""
        return self.kind if self.kind in ("german", "irish_uk") else "eu"


def target_of_work(work: str) -> Target:
    """The target of an identifier or a name as a context holds it."""
    if re.match(r"(?:DE)-", work):
        return Target(work, kind="german")
    if re.match(r"(?:IE|UK|GB)-", work):
        return Target(work, kind="irish_uk")
    if re.match(r"1[0-9]{4}[EMP]", work):
        return Target(work, kind="treaty")
    if re.match(r"[0-9]{5}[A-Z]{1,2}[0-9]{4}", work):
        return Target(work, kind="eu")
    return Target(name=work, kind="irish_uk" if re.search(r"\bActs?\b", work) else "german")


@dataclass(frozen=True, slots=True)
class Frame:
    """A provision of another act that the text amends, or that act as a ``whole``."""

    target: Target
    eid: str
    whole: bool = False


class Resolver:
    """Follows a text from left to right and remembers what it named.

    ``frame`` is the provision of another act that the text amends: what follows in it is relative
    to that provision and not to the place where the text stands.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._own = target_of_work(context.work) if context.work else Target()
        self._named: deque[tuple[Target, str]] = deque(maxlen=_MEMORY)
        self._named.extend((target_of_work(work), "") for work in context.named)
        self._cited: deque[tuple[Target, tuple[str, ...]]] = deque(maxlen=_MEMORY)
        self.frame: Frame | None = None
        self.latest_eids: tuple[str, ...] = ()

    def act(self, act: Act) -> Target:
        """The work that a mention means; a named one is remembered."""
        if not act.goes_on:
            self.latest_eids = ()
        if act.role == "this":
            return self._own if self._own.work else Target(kind=act.kind)
        if act.role == "that":
            return self._latest(act.sort) or Target(kind=act.kind)
        target = Target(act.work, act.name, act.kind)
        self._named.append((target, act.sort))
        return target

    def _latest(self, sort: str) -> Target | None:
        for target, known in reversed(self._named):
            if not sort or known == sort or (not known and _is_of_sort(target, sort)):
                return target
        return None

    def places(
        self, places: Places, act: Act | None, family: str, *, quoted: bool
    ) -> tuple[Target, tuple[str, ...]]:
        """The work and the eids of cited places."""
        target, base = self._base(places, act, family, quoted=quoted)
        style = target.family if target.kind else family
        eids = tuple(dict.fromkeys(filter(None, (eid(p, style, base) for p in places.paths))))
        self._cited.append((target, eids))
        self.latest_eids = eids
        if (
            self.frame
            and target == self.frame.target
            and eids
            and act is None
            and not places.nested
        ):
            self.frame = replace(self.frame, eid=eids[-1])
        return target, eids

    def _base(
        self, places: Places, act: Act | None, family: str, *, quoted: bool
    ) -> tuple[Target, str]:
        if act is not None:
            return self.act(act), ""
        if places.here == "that":
            return self._that_provision(places)
        relative = is_relative(places.paths[0])
        frame = None if places.nested or places.here == "this" else self.frame
        if frame and (relative or frame.whole):
            return frame.target, frame.eid
        if quoted:
            return Target(kind=family), ""
        if not self._own.kind:
            return Target(kind=family), self._context.eid
        return self._own, self._context.eid

    def _that_provision(self, places: Places) -> tuple[Target, str]:
        """The provision of that noun that was cited last: ``subsection (1) of that section``."""
        step = _NOUN_STEP.get(places.here_noun.lower().rstrip("s"), "")
        for target, eids in reversed(self._cited):
            for cited in reversed(eids):
                cut = _cut_behind(cited, step)
                if cut:
                    return target, cut
        return self._own, self._context.eid

    def same_section(self, places: Places) -> Target | None:
        """The work of ``the said section 81``, where that section was cited before."""
        wanted = eid(places.paths[0][:1], "irish_uk")
        for target, eids in reversed(self._cited):
            if any(cited.split("__")[0] == wanted for cited in eids) and target != self._own:
                return target
        return None


def _is_of_sort(target: Target, sort: str) -> bool:
    if sort == "act":
        return target.kind in ("irish_uk", "german")
    return target.kind == "eu" and target.work[5:6] == _SORT_LETTER.get(sort, "?")


def _cut_behind(cited: str, step: str) -> str:
    """``sec_5__subsec_1`` up to the step ``sec``; ``""`` without such a step."""
    steps = cited.split("__")
    for index, each in enumerate(steps):
        if each.split("_")[0] == step:
            return "__".join(steps[: index + 1])
    return ""


def to_citation(
    text: str, start: int, end: int, target: Target, eids: Sequence[str], pin_cite: str
) -> Citation:
    """The citation of a resolved expression."""
    return Citation(
        start,
        end,
        text[start:end],
        target.kind or "eu",
        target.work,
        target.name,
        tuple(eids),
        pin_cite,
    )
