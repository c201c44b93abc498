"""Interpretation of pin cites and acts in text order: pointers refer to earlier mentions."""

from msgspec.structs import replace

from lexdesk.citations import context_cues
from lexdesk.citations.citation import ActMention, Citation, Context, Segment, Segments
from lexdesk.citations.eids import is_relative
from lexdesk.citations.pin_cites import PinCites
from lexdesk.citations.quotations import QuotedWords
from lexdesk.citations.resolution import Frame, NamedWork, Resolver
from lexdesk.citations.work_lookup import list_usual_names
from lexdesk.text.lazy_pattern import lazy_pattern

_ABBREVIATION_BEHIND = lazy_pattern(r"\s(?!(?:AND|OR|THE|OF|TO|IN|IS)\b)[A-Z]{2,8}(?![\w.])")
_OF_ACTS = frozenset(("article", "annex", "recital"))
_TYPE_BEHIND = lazy_pattern(
    r"\s(?:of|in|under|to)\s(?:the|that|this|said|the\ssaid)\s(?P<type>Act|Regulations?|Directive|Decision|Treat(?:y|ies)|Charter"
    r"|Convention|Constitution|Code|Agreement|Protocol|Statute|Rules|Law|Covenant|Contract|Lease|Deed|Order|Ordinance|Bill)\b"
)
"""The type of the act behind a place: ``Article 5 of the Act`` is none of a regulation."""
_LETTER_OF_TYPE = {"Regulation": "R", "Directive": "L", "Decision": "D"}
_TYPES_OF_TREATIES = ("Treaty", "Treaties", "Charter")
_END_OF_SENTENCE = lazy_pattern(r"\.\s(?=[A-Z])")


class Interpreter:
    """An interpreter of a text's pin cites and acts, from left to right."""

    def __init__(self, text: str, language: str, context: Context, segments: Segments) -> None:
        self._text = text
        self._language = language
        self._context = context
        self._segments = segments
        self._here = Segment(0, 0, context.eid)
        self._quotes: QuotedWords | None = None  # of this segment, on demand
        self._mentioned = 0  # end of the last mention
        self._resolver = Resolver(context)
        self._paragraph = 0
        self._named_here: dict[NamedWork, None] = {}

    def citations(self, places: PinCites | None, act: ActMention | None) -> list[Citation]:
        """Return the citations of pin cites, an act, or both; several for a pointer to several acts."""
        if places is not None:
            self._enter(places.start)
            return [self._cite_places(places, act)]
        assert act is not None  # noqa: S101 - there is one or the other
        self._enter(act.start)
        if act.role == "those":
            return [self._citation(act.start, act.end, target) for target in self._plural_acts(act)]
        citation = self._cite_act(act)
        return [citation] if citation else []

    def _citation(
        self,
        start: int,
        end: int,
        target: NamedWork,
        eids: tuple[str, ...] = (),
        pin_cite: str = "",
    ) -> Citation:
        text, kind = self._text[start:end], target.kind or "eu"
        return Citation(start, end, text, kind, target.work, target.name, eids, pin_cite)

    def _enter(self, position: int) -> None:
        """Move to the segment of a position."""
        if position >= self._here.end:
            self._here = self._segments.at(position)
            self._quotes = None
            self._resolver.enter(self._here.eid)

    def _quotations(self) -> QuotedWords:
        if self._quotes is None:
            union = self._context.family == "eu"
            self._quotes = QuotedWords(self._text, self._here.start, self._here.end, union=union)
        return self._quotes

    @property
    def _last_mention_end(self) -> int:
        """Return the position after the last mention in this segment."""
        return max(self._mentioned, self._here.start)

    def _plural_acts(self, act: ActMention) -> list[NamedWork]:
        """Return the acts of ``those Directives``: from the nearest sentences that name several, else none."""
        first = self._here.start
        ends = [end.end() for end in _END_OF_SENTENCE.finditer(self._text, first, act.start)]
        for since in (*reversed(ends), first):
            if len(several := self._resolver.acts_named_since(act.act_type, since)) > 1:
                return several
        return []

    def _cite_places(self, places: PinCites, act: ActMention | None) -> Citation:
        quotes = self._quotations() if act is None or act.role in ("this", "thereof") else None
        quoted = quotes is not None and quotes.is_about(places.start)
        changes = act is None and not (quotes and quotes.holds(places.start))
        family = self._guess_family(places)
        if act is None:
            act = (
                self._act_of_said_section(places)
                or self._unknown_act(places, family)
                or self._only_act(places)
            )
        if act is not None and act.role == "this" and self._is_of_union(places, act):
            act = replace(act, role="that")
        start = places.start - context_cues.measure_possessive(self._text, places.start)
        if act is not None and act.role == "named":
            start = min(start, act.start)  # ``Human Rights Act 1998, s 6``
        end = max(places.end, act.end) if act is not None else places.end
        if (
            act is not None
            and act.role == "thereof"
            and context_cues.names_this_division(self._text, self._last_mention_end, places.start)
        ):
            places, act = replace(places, pointer="this"), None
        target, eids = self._resolver.resolve_places(
            places, act, family, quoted=quoted, changes=changes
        )
        if act is not None and act.role == "named":
            self._note(target)
        self._mentioned = end
        if act is not None and eids and context_cues.is_amended(self._text, end):
            self._resolver.frame = Frame(target, eids[0])
        return self._citation(start, end, target, eids, self._text[places.start : places.end])

    def _cite_act(self, act: ActMention) -> Citation | None:
        """Return the citation of an act without pin cites; ``None`` if it only serves later pointers."""
        eids = self._resolver.latest_eids if act.continues_list else ()
        quoted = act.role == "this" and self._quotations().holds(act.start)
        in_title = context_cues.is_in_title(self._text, self._last_mention_end, act.start)
        target = self._resolver.resolve_act(act, quoted=quoted, in_title=in_title)
        self._mentioned = self._mentioned if in_title else act.end
        if not in_title and act.role == "named":
            self._note(target)
        if not act.alone:
            return None
        if act.role != "this" and self._begins_frame(act):
            self._resolver.frame = Frame(target, "", whole=True)
        return self._citation(act.start, act.end, target, eids)

    def _begins_frame(self, act: ActMention) -> bool:
        """Return True if the following text concerns this act: an amendment or a list of its provisions.

        ``aus dem Strafgesetzbuch:``, ``the following provisions of the Act are repealed:``.
        """
        here = self._here
        return context_cues.is_amended(self._text, act.end) or context_cues.begins_list(
            self._text, act.start, act.end, here.start, here.end
        )

    def _unknown_act(self, places: PinCites, family: str) -> ActMention | None:
        """Return an unknown act for pin cites of others: ``Article 14 of the Constitution``.

        Likewise for ``paragraph (c) of the definition of “rent”``.
        """
        start, end, inside = places.start, places.end, is_relative(places.paths[0])
        if places.pointer or not context_cues.belong_elsewhere(
            self._text, start, end, self._here.end, inside=inside
        ):
            return None
        return ActMention(end, end, family)

    def _note(self, target: NamedWork) -> None:
        """Record an act that the paragraph names."""
        if target.work or target.name:
            self._named_here[target] = None

    def _only_act(self, places: PinCites) -> ActMention | None:
        """Return the only act with articles named so far in the paragraph of a text that is no act, such as a pleading.

        Sections may be those of the text, ``this Agreement``; articles, annexes and recitals rarely are.
        """
        if self._context.work or places.pointer or places.level not in _OF_ACTS:
            return None
        if _ABBREVIATION_BEHIND.match(self._text, places.end):
            return None  # Article 53 EEA
        if self._text.find("\n\n", self._paragraph, places.start) >= 0:
            self._named_here = {}
        self._paragraph = max(self._paragraph, places.start - 1)  # searched once
        with_articles = [target for target in self._named_here if not _has_sections(target)]
        if len(with_articles) != 1:
            return None
        (target,) = with_articles
        if target.kind not in ("eu", "treaty") or not target.work:
            return None
        behind = _TYPE_BEHIND.match(self._text, places.end)
        if behind and not _is_of_type(target, behind["type"]):
            return None
        return ActMention(places.end, places.end, target.kind, target.work, target.name)

    def _is_of_union(self, places: PinCites, act: ActMention) -> bool:
        """Return True for ``Artikel 9 dieser Verordnung`` in a German statute of sections: a Union act."""
        return places.level == "article" and act.kind == "eu" and self._context.family == "german"

    def _act_of_said_section(self, places: PinCites) -> ActMention | None:
        """Return the act of ``subsection (5) of the said section 81``: the one cited before."""
        near = self._text[max(0, places.start - 5) : places.end]
        if not near.startswith("said ") and "said section" not in near:
            return None
        target = self._resolver.same_section(places)
        return (
            ActMention(places.end, places.end, target.kind, target.work, target.name)
            if target
            else None
        )

    def _guess_family(self, places: PinCites) -> str:
        """Return the eid family suggested by the form of pin cites without an act or context."""
        if self._context.work:
            return self._context.family
        if self._language == "de" and places.level == "section":
            return "german"
        is_section = places.level == "section" and self._text[places.start] == "s"
        return "irish_uk" if is_section or places.level == "subsection" else "eu"


def _is_of_type(target: NamedWork, act_type: str) -> bool:
    """Return whether an act of the Union or a treaty may be called by a type: an ``Act`` has the word in its names."""
    if target.kind == "treaty":
        return act_type in _TYPES_OF_TREATIES
    if act_type == "Act":
        return any(name.endswith(" Act") for _, name in list_usual_names([target.work]))
    return target.work[5:6] == _LETTER_OF_TYPE.get(act_type)


def _has_sections(target: NamedWork) -> bool:
    """Return True for an Irish or British Act: its provisions are sections, those of the Constitution articles."""
    return target.kind == "irish_uk" and target.name.rpartition(" ")[0].endswith("Act")
