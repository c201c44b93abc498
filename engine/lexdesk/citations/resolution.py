"""Resolution of mentions to works and provisions: pointers followed, relative places completed."""

from __future__ import annotations

from collections import deque
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from lexdesk.citations.citation import COUNTRIES, ActMention, Context
from lexdesk.citations.eids import build_eid, is_relative
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:  # searches parse works alone, and load no grammar of pin cites
    from lexdesk.citations.pin_cites import PinCites

_NOUN_STEP = {"article": "art", "annex": "anx", "annexe": "anx", "section": "sec", "subsection": "subsec",
              "sub-section": "subsec", "paragraph": "para", "paragraphe": "para", "subparagraph": "subpara",
              "artículo": "art", "apartado": "para", "anexo": "anx", "capítulo": "chp", "sección": "sec",
              "articolo": "art", "paragrafo": "para", "allegato": "anx", "capo": "chp", "sezione": "sec",
              "schedule": "sched", "part": "part", "title": "title", "chapter": "chp", "chapitre": "chp"}  # fmt: skip
_MEMORY = 60
"""Maximum distance of a pointer, in citations."""

_TREATY = lazy_pattern(r"1[0-9]{4}[EMPA]")
_CELEX = lazy_pattern(r"[0-9]{5}[A-Z]{1,2}[0-9]{4}")
_ACT = lazy_pattern(r"\bActs?\b")
_INSTRUMENT = lazy_pattern(r"-(?:si|uksi|sro)-\d")
_TYPE_LETTER = {"regulation": "R", "directive": "L", "decision": "D"}


class NamedWork(Struct, frozen=True):
    """A work by identifier, or by name if the text has no identifier."""

    work: str = ""
    name: str = ""
    kind: str = ""

    @property
    def family(self) -> str:
        """Return the eid family of its provisions."""
        if self.kind == "austrian":
            return "german"
        return self.kind if self.kind in ("german", "irish_uk") else "eu"


def parse_target(work: str) -> NamedWork:
    """Parse an identifier or a name from a context."""
    if national := COUNTRIES.get(work[:3]):
        return NamedWork(work, kind=national)
    if _TREATY.match(work):
        return NamedWork(work, kind="treaty")
    if _CELEX.match(work):
        return NamedWork(work, kind="eu")
    return NamedWork(name=work, kind="irish_uk" if _ACT.search(work) else "german")


class Frame(Struct, frozen=True):
    """A provision of another act that the text amends, or that act as a ``whole``."""

    target: NamedWork
    eid: str
    whole: bool = False


class _Antecedent(Struct, frozen=True):
    """The last mention, for ``thereof``: a work or a provision of it, and the mentioning provision."""

    target: NamedWork
    eid: str
    mentioned_in: str


class Resolver:
    """A resolver that follows a text through its provisions and remembers the named works."""

    def __init__(self, context: Context) -> None:
        self._eid = context.eid
        self._own = parse_target(context.work) if context.work else NamedWork()
        self._named: deque[tuple[NamedWork, str]] = deque(maxlen=_MEMORY)
        self._named.extend((parse_target(work), "") for work in context.named)
        self._cited: deque[tuple[NamedWork, tuple[str, ...]]] = deque(maxlen=_MEMORY)
        self._frames: dict[str, Frame] = {}
        self._antecedent: _Antecedent | None = None
        self._named_here: list[tuple[int, NamedWork, str]] = []
        if context.amended:
            amended = parse_target(context.amended)
            self.frame = Frame(amended, context.amended_eid, whole=not context.amended_eid)
        self.latest_eids: tuple[str, ...] = ()

    def enter(self, eid: str) -> None:
        """Move to another provision; ``that section`` does not refer back into another article."""
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
        """Return the provision of another act amended here or by an introduction above.

        Relative pin cites refer to that provision, not to the citing one.
        """
        eid = self._eid if self._frames else ""
        while eid and eid not in self._frames:
            eid = eid.rpartition("__")[0]
        return self._frames.get(eid)

    @frame.setter
    def frame(self, frame: Frame) -> None:
        self._frames[self._eid] = frame

    def resolve_act(
        self, act: ActMention, *, quoted: bool = False, in_title: bool = False
    ) -> NamedWork:
        """Return the work of a mention and remember a named one.

        ``this Regulation`` in ``quoted`` words is the amended act; ``thereof`` never means an act
        named only in the title of another.
        """
        if not act.continues_list:
            self.latest_eids = ()
        target = self._resolve(act, quoted=quoted)
        if act.role == "named" and act.alone:
            self._named.append((target, act.act_type))
            self._named_here.append((act.start, target, act.act_type))
        if not (in_title and self._antecedent):
            self._antecedent = _Antecedent(target, "", self._eid)
        return target

    def acts_named_since(self, act_type: str, since: int) -> list[NamedWork]:
        """Return the works of ``acts_named_since Directives``: all that this provision named ``since``."""
        named = (
            target
            for at, target, named_type in self._named_here
            if at >= since and named_type == act_type
        )
        return list(dict.fromkeys(named))

    def _resolve(self, act: ActMention, *, quoted: bool) -> NamedWork:
        if act.role == "this":
            if quoted and (frame := self.frame):
                return frame.target
            return self._own if self._own.work else NamedWork(kind=act.kind)
        if act.role == "that":
            return self._latest_act(act.act_type) or NamedWork(kind=act.kind)
        return NamedWork(act.work, act.name, act.kind)

    def _latest_act(self, act_type: str) -> NamedWork | None:
        for target, named_type in reversed(self._named):
            if act_type == "act" and _INSTRUMENT.search(target.work):
                continue  # an order is no Act: "section 1(2) of that Act"
            if (
                not act_type
                or named_type == act_type
                or (not named_type and _is_of_type(target, act_type))
            ):
                return target
        return None

    def resolve_places(
        self, places: PinCites, act: ActMention | None, family: str, *, quoted: bool, changes: bool
    ) -> tuple[NamedWork, tuple[str, ...]]:
        """Return the work and the eids of cited places.

        ``quoted``: the places are in or before a quotation for another act. ``changes``: later pin
        cites may be relative to them if they are in the amended act.
        """
        target, bases = self._base(places, act, family, quoted=quoted)
        style = target.family if target.kind else family
        if len(bases) == len(places.paths) == 1:  # as a rule
            one = build_eid(places.paths[0], style, bases[0])
            eids: tuple[str, ...] = (one,) if one else ()
        else:
            cited = (build_eid(path, style, base) for base in bases for path in places.paths)
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
        self, places: PinCites, act: ActMention | None, family: str, *, quoted: bool
    ) -> tuple[NamedWork, tuple[str, ...]]:
        """Return the work of the places and the eids that may enclose them."""
        if act is not None and act.role == "thereof":
            return self._resolve_thereof(family, quoted=quoted)
        if act is not None:
            return self.resolve_act(act, quoted=quoted), ("",)
        if places.pointer == "that":
            return self._resolve_that_provision(places)
        relative = is_relative(places.paths[0])
        own = places.nested or (places.pointer == "this" and not quoted)
        frame = None if own else self.frame
        if frame and (relative or frame.whole or quoted):
            return frame.target, (frame.eid,)
        if quoted:
            return NamedWork(kind=family), ("",)
        if not self._own.kind:
            return NamedWork(kind=family), (self._eid,)
        return self._own, (self._eid,)

    def _resolve_thereof(self, family: str, *, quoted: bool) -> tuple[NamedWork, tuple[str, ...]]:
        """Return the last mention in this provision or its introduction, else the text's own work.

        ``Annex III, with the exception of point 2 thereof``; ``this Regulation, in particular
        Article 5 thereof``.
        """
        if last := self._antecedent:
            return last.target, (last.eid,)
        if quoted and (frame := self.frame):
            return frame.target, (frame.eid,)
        if self._own.kind:
            return self._own, (self._eid,)
        return self._latest_act("") or NamedWork(kind=family), ("",)

    def _resolve_that_provision(self, places: PinCites) -> tuple[NamedWork, tuple[str, ...]]:
        """Return the last cited provision with that noun: ``subsection (1) of that section``.

        All provisions cited together for a plural: ``paragraph 3 of those Articles``.
        """
        noun = places.pointer_noun.lower()
        step = _NOUN_STEP.get(noun.removesuffix("s"), "")
        for target, eids in reversed(self._cited):
            cuts = tuple(dict.fromkeys(filter(None, (_cut_after(e, step) for e in eids))))
            if cuts:
                return target, cuts if noun.endswith("s") else cuts[-1:]
        return self._own, (self._eid,)

    def same_section(self, places: PinCites) -> NamedWork | None:
        """Return the work of ``the said section 81`` if that section was cited before."""
        section = build_eid(places.paths[0][:1], "irish_uk")
        for target, eids in reversed(self._cited):
            if any(cited.split("__")[0] == section for cited in eids) and target != self._own:
                return target
        return None


def _is_of_type(target: NamedWork, act_type: str) -> bool:
    if act_type == "act":
        return target.kind in ("irish_uk", "german")
    return target.kind == "eu" and target.work[5:6] == _TYPE_LETTER.get(act_type, "?")


def _cut_after(cited: str, step: str) -> str:
    """Cut ``sec_5__subsec_1`` after the step ``sec``; ``""`` without such a step.

    First subparagraphs have no step: the parent of points is one.
    """
    steps = cited.split("__")
    if step == "subpara":
        return "__".join(takewhile(lambda name: not name.startswith("point_"), steps))
    for index, name in enumerate(steps):
        if name.split("_")[0] == step:
            return "__".join(steps[: index + 1])
    return ""
