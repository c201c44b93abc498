"""What places and acts mean where they stand, in the order of the text: pointers find what was named before."""

from __future__ import annotations

import re
from dataclasses import replace

from lexdesk.citations import beside
from lexdesk.citations.acts import ActMention
from lexdesk.citations.citation import Citation, Context, Stretch, Stretches
from lexdesk.citations.eids import is_relative
from lexdesk.citations.places import Places
from lexdesk.citations.quotes import QuotedWords
from lexdesk.citations.resolve import Frame, NamedWork, Resolver

_END_OF_SENTENCE = re.compile(r"\.\s(?=[A-Z])")


class Interpreter:
    """Takes the places and acts of a text from left to right."""

    def __init__(self, text: str, language: str, context: Context, stretches: Stretches) -> None:
        self._text = text
        self._language = language
        self._context = context
        self._stretches = stretches
        self._here = Stretch(0, 0, context.eid)
        self._quotes: QuotedWords | None = None  # of this stretch, once it is asked for
        self._mentioned = 0  # where the last mention ended
        self._resolver = Resolver(context)

    def citations(self, places: Places | None, act: ActMention | None) -> list[Citation]:
        """The citations of places, of an act, or of places of an act; several where it points at several acts."""
        if places is not None:
            self._enter(places.start)
            return [self._of_places(places, act)]
        assert act is not None  # noqa: S101 - there is one or the other
        self._enter(act.start)
        if act.role == "those":
            return [self._citation(act.start, act.end, target) for target in self._those(act)]
        citation = self._of_act(act)
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
        """Go on to the stretch of the position, where it is another one."""
        if position >= self._here.end:
            self._here = self._stretches.at(position)
            self._quotes = None
            self._resolver.enter(self._here.eid)

    def _quoted(self) -> QuotedWords:
        if self._quotes is None:
            union = self._context.family == "eu"
            self._quotes = QuotedWords(self._text, self._here.start, self._here.end, union=union)
        return self._quotes

    @property
    def _since(self) -> int:
        """From where on nothing was mentioned in this stretch."""
        return max(self._mentioned, self._here.start)

    def _those(self, act: ActMention) -> list[NamedWork]:
        """The acts of ``those Directives``: of the nearest sentences that name several, else none."""
        first = self._here.start
        ends = [end.end() for end in _END_OF_SENTENCE.finditer(self._text, first, act.start)]
        for since in (*reversed(ends), first):
            if len(several := self._resolver.those(act.sort, since)) > 1:
                return several
        return []

    def _of_places(self, places: Places, act: ActMention | None) -> Citation:
        quotes = self._quoted() if act is None or act.role in ("this", "thereof") else None
        quoted = quotes is not None and quotes.is_about(places.start)
        changes = act is None and not (quotes and quotes.holds(places.start))
        family = self._family_of(places)
        if act is None:
            act = self._said(places) or self._unknown(places, family)
        if act is not None and act.role == "this" and self._is_of_union(places, act):
            act = replace(act, role="that")
        start = places.start - beside.possessive(self._text, places.start)
        end = max(places.end, act.end) if act is not None else places.end
        if act is not None and act.role == "thereof" and self._is_of_this(places):
            places, act = replace(places, here="this"), None
        target, eids = self._resolver.places(places, act, family, quoted=quoted, changes=changes)
        self._mentioned = end
        if act is not None and eids and beside.is_amended(self._text, end):
            self._resolver.frame = Frame(target, eids[0])
        return self._citation(start, end, target, eids, self._text[places.start : places.end])

    def _of_act(self, act: ActMention) -> Citation | None:
        """An act without places; ``None`` where it is only mentioned, for what points back at it."""
        eids = self._resolver.latest_eids if act.goes_on else ()
        quoted = act.role == "this" and self._quoted().holds(act.start)
        in_title = beside.is_in_title(self._text, self._since, act.start)
        target = self._resolver.act(act, quoted=quoted, in_title=in_title)
        self._mentioned = self._mentioned if in_title else act.end
        if not act.alone:
            return None
        if act.role != "this" and self._begins_frame(act):
            self._resolver.frame = Frame(target, "", whole=True)
        return self._citation(act.start, act.end, target, eids)

    def _is_of_this(self, places: Places) -> bool:
        """Whether ``thereof`` is of the text's own: ``This Section, except for Article 24 thereof``."""
        return beside.names_this_division(self._text, self._since, places.start)

    def _begins_frame(self, act: ActMention) -> bool:
        """Whether what follows is of this act: it is amended, or a list of its provisions begins.

        ``aus dem Strafgesetzbuch:``, ``the following provisions of the Act are repealed:``.
        """
        here = self._here
        return beside.is_amended(self._text, act.end) or beside.begins_list(
            self._text, act.start, act.end, here.start, here.end
        )

    def _unknown(self, places: Places, family: str) -> ActMention | None:
        """``Article 14 of the Constitution`` is not one of the text's own.

        Nor is ``paragraph (c) of the definition of “rent”`` one of the section that says so.
        """
        start, end, inside = places.start, places.end, is_relative(places.paths[0])
        if places.here or not beside.are_elsewhere(
            self._text, start, end, self._here.end, inside=inside
        ):
            return None
        return ActMention(end, end, family)

    def _is_of_union(self, places: Places, act: ActMention) -> bool:
        """``Artikel 9 dieser Verordnung`` in a German statute of sections is of the Union's act."""
        return places.level == "article" and act.kind == "eu" and self._context.family == "german"

    def _said(self, places: Places) -> ActMention | None:
        """``subsection (5) of the said section 81`` is of the act whose section 81 was cited."""
        near = self._text[max(0, places.start - 5) : places.end]
        if not near.startswith("said ") and "said section" not in near:
            return None
        target = self._resolver.same_section(places)
        return (
            ActMention(places.end, places.end, target.kind, target.work, target.name)
            if target
            else None
        )

    def _family_of(self, places: Places) -> str:
        """Whose places these look like, where no act is named and the context does not tell."""
        if self._context.work:
            return self._context.family
        if self._language == "de" and places.level == "section":
            return "german"
        is_section = places.level == "section" and self._text[places.start] == "s"
        return "irish_uk" if is_section or places.level == "subsection" else "eu"
