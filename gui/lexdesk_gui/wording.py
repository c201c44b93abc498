"""Labels and sentences of the window, derived from the engine's data."""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QLocale

from lexdesk.law.citation_labels import label_usual_citation
from lexdesk.system.paths import encode_path
from lexdesk.system.progress import compute_percent
from lexdesk.text.control_characters import escape_controls
from lexdesk_gui.engine_messages import render
from lexdesk_gui.error_messages import make_sentence
from lexdesk_gui.file_failures import opens_with_password, withstood_passwords
from lexdesk_gui.language import find_plural, format_long_date, name_language, translate

if TYPE_CHECKING:
    from lexdesk.document.model import StatusName
    from lexdesk.errors import Message
    from lexdesk.ingest import Progress
    from lexdesk.law.citation_styles import Style
    from lexdesk.library.status import Status
    from lexdesk.search.options import Mode
    from lexdesk.search.results.hits import Answer, Hit

Tone = Literal["good", "notice", "bad", "kind"]
_NAME = "\ufffc"  # stands for a file's name
_DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
Order = Literal["relevance", "date", "title"]


def examples() -> tuple[str, ...]:
    """Return example queries: words, a condition, a truncation, a citation."""
    return (
        translate("Examples", "withdraw consent"),
        translate("Examples", '"legitimate interests" AND child'),
        translate("Examples", "supervis*"),
        translate("Examples", "6(1)(f)"),
    )


def modes() -> tuple[tuple[Mode, str, str], ...]:
    """Return the search modes: name, label and explanation."""
    return (
        ("keyword", translate("Modes", "Keyword"), translate("Modes", "Keyword search")),
        ("semantic", translate("Modes", "Semantic"), translate("Modes", "Semantic search")),
        ("hybrid", translate("Modes", "Hybrid"), translate("Modes", "Hybrid search")),
    )


def orders() -> tuple[tuple[Order, str], ...]:
    """Return the sort orders of results with their labels."""
    return (
        ("relevance", translate("Results", "Relevance")),
        ("date", translate("Results", "Date")),
        ("title", translate("Results", "Title")),
    )


def styles() -> tuple[tuple[Style, str], ...]:
    """Return the citation styles with their labels."""
    return (
        ("plain", translate("Styles", "Plain")),
        ("oscola", "OSCOLA"),
        ("bluebook", "Bluebook"),
        ("eu", translate("Styles", "EU interinstitutional")),
    )


@dataclass(frozen=True, slots=True)
class Badge:
    """A short remark on a result; ``tone`` names its colours."""

    text: str
    tone: Tone


def badge(hit: Hit, today: datetime.date) -> Badge | None:
    """Return the status badge of ``hit``, or ``None`` if the status is unknown."""
    if hit.status:
        return badge_of_status(hit.status)
    if hit.valid_to and hit.valid_to < today.isoformat():
        return Badge(translate("Wording", "Not in force"), "bad")
    if hit.valid_from and hit.valid_from > today.isoformat():
        day = format_long_date(hit.valid_from)
        return Badge(translate("Wording", "From {day}").format(day=day), "notice")
    if not hit.eid and hit.path and (suffix := PurePath(hit.path).suffix):
        return Badge(suffix[1:].upper(), "kind")
    return None


def badge_of_status(status: StatusName | Literal[""] | None) -> Badge | None:
    """Return the badge of a legal status; ``None`` for an unknown one."""
    in_force = Badge(translate("Wording", "In force"), "good")
    badges: dict[StatusName, Badge] = {
        "in force": in_force,
        "applies": in_force,
        "no longer in force": Badge(translate("Wording", "Not in force"), "bad"),
        "repealed, day unknown": Badge(translate("Wording", "Repealed"), "notice"),
        "not yet in force": Badge(translate("Wording", "Not yet in force"), "notice"),
        "commencement unknown": Badge(translate("Wording", "Commencement unknown"), "notice"),
        "not yet applicable": Badge(translate("Wording", "Not yet applicable"), "notice"),
        "no text yet": Badge(translate("Wording", "No text yet"), "notice"),
        "text not known": Badge(translate("Wording", "Text not known"), "notice"),
        "no text any more": Badge(translate("Wording", "No text any more"), "bad"),
    }
    return badges.get(status) if status else None


def second_line(hit: Hit) -> str:
    """Return the line under the citation: heading, title or folder, and copies."""
    title = hit.title if hit.title != hit.citation else file_name(PurePath(hit.path or "").parent)
    parts = [hit.heading or (_folder(hit) if not hit.eid else "") or title]
    if hit.valid_to:
        parts.insert(
            0, translate("Wording", "Until {day}").format(day=format_long_date(hit.valid_to))
        )
    if hit.copies:
        parts.append(find_plural("Wording", "%Ln copies folded")(hit.copies))
    return " · ".join(part for part in parts if part)


def path_label(path: str | os.PathLike[str]) -> str:
    """Return a path or a file's name as one line; the control characters in it are escaped."""
    return escape_controls(" ".join(encode_path(path).splitlines()))


def file_name(path: str | os.PathLike[str] | None) -> str:
    """Return the name of the file in ``path`` as one line, ``""`` without one."""
    return path_label(PurePath(path).name) if path else ""


def nearly_the_same(name: str) -> str:
    """Return the label of a near-duplicate of the named result above it."""
    return translate("Wording", "nearly identical to {citation}").format(citation=name)


def _folder(hit: Hit) -> str:
    """Return the folder of a file cited by its name; ``""`` for an act."""
    name = file_name(hit.path)
    is_file = name != "" and hit.citation.startswith(name)
    return file_name(PurePath(hit.path or "").parent) if is_file else ""


def spoken(hit: Hit, total: int, today: datetime.date, like: str = "") -> str:
    """Return the text of a result for screen readers."""
    remark, likeness = badge(hit, today), nearly_the_same(like) if like else ""
    parts = [
        label_usual_citation(hit),
        remark.text if remark else "",
        hit.heading,
        cited_by_query(hit),
    ]
    place = translate("Wording", "result {n} of {m}").format(n=hit.rank, m=number(total))
    return ", ".join([*filter(None, (*parts, likeness)), place])


def why(hit: Hit) -> str:
    """Return the explanation of the rank of ``hit``, with the engine's scores."""
    keyword, semantic = hit.why.get("keyword"), hit.why.get("semantic")
    evidence, cited = hit.why.get("evidence") or 0.0, hit.why.get("cited") or 0.0
    feedback, reranked = hit.why.get("feedback") or 0.0, hit.why.get("rerank")
    parts = [
        cited_by_query(hit),
        translate("Wording", "keyword {score} (BM25)").format(score=decimal(keyword, 1))
        if keyword is not None and keyword >= 0.05  # a filter alone is no word
        else "",
        translate("Wording", "semantic {score} (cosine)").format(score=decimal(semantic))
        if semantic is not None
        else "",
        translate("Wording", "more of this text {score}").format(score=f"+{decimal(evidence)}")
        if evidence >= 0.005  # else it reads as nothing
        else "",
        translate("Wording", "cited by passages like this {score}").format(
            score=f"+{decimal(cited)}"
        )
        if cited >= 0.005
        else "",
        translate("Wording", "words of the best results {score}").format(
            score=f"+{decimal(feedback)}"
        )
        if feedback >= 0.005
        else "",
        translate("Wording", "re-ranked {score}").format(score=decimal(reranked))
        if reranked is not None
        else "",
    ]
    reason = " · ".join(filter(None, parts)) or translate("Wording", "conditions met")
    return translate("Wording", "Why result {n}:").format(n=hit.rank) + f"  {reason}"


def cited_by_query(hit: Hit) -> str:
    """Return the note on a result cited by the query or placed by the subject index, else ``""``."""
    if hit.named:
        return translate("Wording", "exact citation")
    if hit.cites_named:
        return translate("Wording", "cites the provision")
    if hit.query_cites:
        return translate("Wording", "the query cites it")
    subject = translate("Wording", "subject index: {subject}").format(subject=hit.subject)
    return subject if hit.subject else ""


def result_count(answer: Answer) -> str:
    """Return the number of results, such as ``40 results``."""
    if answer.mode == "semantic":
        return find_plural("Wording", "%Ln nearest passages")(len(answer.hits))
    total = max(answer.total, listed(answer.hits))
    if not answer.total_is_exact:
        return find_plural("Wording", "More than %Ln results")(total)
    return results(total)


def results(count: int) -> str:
    """Return ``40 results``."""
    return find_plural("Wording", "%Ln results")(count)


def kind_name(kind: str) -> str:
    """Return the facet label of a kind of document."""
    known = {
        "regulation": translate("Kinds", "Regulation"),
        "directive": translate("Kinds", "Directive"),
        "decision": translate("Kinds", "Decision"),
        "statute": translate("Kinds", "Statute"),
        "judgment": translate("Kinds", "Judgment"),
        "contract": translate("Kinds", "Contract"),
        "email": translate("Kinds", "Email"),
        "document": translate("Kinds", "Document"),
        "presentation": translate("Kinds", "Presentation"),
        "spreadsheet": translate("Kinds", "Spreadsheet"),
        "bill": translate("Kinds", "Bill"),
    }
    return known.get(kind, kind.capitalize())


def authority_name(authority: str) -> str:
    """Return the facet label of a court or authority, case-insensitively."""
    known = {
        "european parliament and council": translate("Authorities", "EP and Council"),
        "european central bank": translate("Authorities", "European Central Bank"),
        "commission": translate("Authorities", "Commission"),
        "council": translate("Authorities", "Council"),
        "court of justice": translate("Authorities", "Court of Justice"),
        "general court": translate("Authorities", "General Court"),
        "civil service tribunal": translate("Authorities", "Civil Service Tribunal"),
        "european union": translate("Authorities", "European Union"),
        "germany": translate("Authorities", "Germany"),
        "ireland": translate("Authorities", "Ireland"),
        "united kingdom": translate("Authorities", "United Kingdom"),
    }
    return known.get(authority.casefold(), authority)


def value_name(name: str, value: str) -> str:
    """Return the label of a value of the filter ``name`` in chips and facets."""
    named = {"kind": kind_name, "lang": name_language, "authority": authority_name}.get(name)
    if name in ("date", "before", "after", "in-force"):
        return _DAY.sub(lambda day: format_long_date(day[0]), value)  # and keep years
    return named(value) if named else escape_controls(value)


def in_force_on(day: datetime.date) -> str:
    """Return the name of the filter for the law in force on ``day``."""
    if day == datetime.date.today():
        return translate("Wording", "In force today")
    return translate("Wording", "In force {day}").format(day=format_long_date(day.isoformat()))


def result_note(answer: Answer, *, more_to_come: bool = False) -> str:
    """Return the note beside the number of results: ``more_to_come`` from unread files, listed results, elapsed time."""
    in_list = listed(answer.hits)
    cut = bool(answer.hits) and answer.total > in_list and answer.mode != "semantic"
    parts = (
        [translate("Wording", "top {n} shown").format(n=number(len(answer.hits)))] if cut else []
    )
    if cut and answer.hits[0].named and not any(hit.cites_named for hit in answer.hits[1:2]):
        parts.insert(0, translate("Wording", "the cited provision first"))
    if more_to_come:
        parts.insert(0, translate("Wording", "so far"))
    if answer.mode == "hybrid" and answer.total < in_list:  # semantic neighbours follow
        parts.append(translate("Wording", "{n} by keyword").format(n=number(answer.total)))
    took = f"{answer.took_ms:.0f} ms"
    parts.append(took if answer.took_ms >= 1 else translate("Wording", "under 1 ms"))
    return " · ".join(parts)


def listed(hits: Sequence[Hit]) -> int:
    """Return the number of listed results, folded copies included."""
    return len(hits) + sum(hit.copies for hit in hits)


def nothing_found(answer: Answer, *, more_to_come: bool = False) -> str:
    """Return the message for a query without results, or without results so far."""
    if more_to_come:
        return translate(
            "Wording",
            "No results for “{query}” yet. Files are still being read; new results appear here automatically.",
        ).format(query=answer.query.strip())
    return translate(
        "Wording", "No results for “{query}” in this library. Try fewer words or filters."
    ).format(query=answer.query.strip())


def empty_library() -> str:
    """Return the hint on a library without documents."""
    return translate(
        "Wording",
        "This library is empty. Drop a folder on the window, or choose one on the Index screen.",
    )


def readiness(status: Status) -> str:
    """Return the state of the indexes, such as ``Keyword search ready, semantic index 63 %``."""
    if not status.passages:
        return translate("Wording", "The library is empty")
    if not status.lexical_ready:
        return translate("Wording", "Updating the keyword index")
    if status.vectors_ready >= 1:
        return translate("Wording", "Keyword and semantic search ready")
    if status.vectors_ready == 0:
        return translate("Wording", "Keyword search ready, no semantic index yet")
    return translate("Wording", "Keyword search ready, semantic index {share} %").format(
        share=compute_percent(status.vectors_ready)
    )


def counts(status: Status) -> str:
    """Return the size of the library, such as ``4,218 documents · 61,904 passages``."""
    parts = [
        find_plural("Wording", "%Ln documents")(status.works),
        find_plural("Wording", "%Ln passages")(status.passages),
    ]
    if status.read_only:
        parts.append(translate("Wording", "read-only"))
    return " · ".join(parts)


def progress(news: Progress) -> str:
    """Return the progress of indexing."""
    done, total = number(news.done), number(news.total)
    text = translate("Wording", "{done} of {total} files read")
    if news.stage == "vectors":
        text = translate("Wording", "Building the semantic index: {done} of {total} passages")
    elif news.stage == "citations":
        text = translate("Wording", "Finding citations: {done} of {total} documents")
    return text.format(done=done, total=total)


def remaining_time(seconds: float) -> str:
    """Return the remaining time, rounded: ``about 4 min left``."""
    if seconds < 60:
        return translate("Wording", "less than a minute left")
    if seconds < 5400:
        return translate("Wording", "about {n} min left").format(n=round(seconds / 60))
    return translate("Wording", "about {n} h left").format(n=round(seconds / 3600))


def failure_reason(failure: Message) -> str:
    """Return the reason for a failed file, without its name."""
    if opens_with_password(failure):  # the engine says how a password is given to commands
        return (
            translate("Index", "Password-protected; all passwords tried failed.")
            if withstood_passwords(failure)
            else translate("Index", "Password-protected.")
        )
    text = render(failure, {"name": _NAME}).removeprefix(_NAME).strip()
    return make_sentence(text).replace(_NAME, str(failure.parameters.get("name", "")))


def number(count: int) -> str:
    """Format ``1955`` as ``1,955``, in the language of the interface."""
    return QLocale().toString(count)


def decimal(value: float, places: int = 2) -> str:
    """Format ``0.5`` as ``0.50``, in the language of the interface."""
    return QLocale().toString(value, "f", places)
