"""What the window says: plain functions from the engine's data to sentences and labels."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from lexdesk.errors import ModelError, NoLibrary, QueryError

if TYPE_CHECKING:
    from lexdesk.ingest import AddReport, Progress
    from lexdesk.library import Status
    from lexdesk.retrieval import Mode
    from lexdesk.search import Answer, Hit
    from lexdesk_gui.library.adding import Added

Tone = Literal["notice", "bad", "kind"]
EXAMPLES = ("withdraw consent", '"legitimate interests" AND child', "supervis*", "6(1)(f)")
MODES: tuple[tuple[Mode, str, str], ...] = (
    ("words", "Words", "Search by the words themselves"),
    ("meaning", "Meaning", "Search by meaning"),
    ("hybrid", "Both", "Search by words and meaning"),
)


@dataclass(frozen=True, slots=True)
class Badge:
    """A short remark on a result; ``tone`` names its colours."""

    text: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Repair:
    """What a button below the field offers: another query, another mode, or both."""

    label: str
    query: str | None = None
    mode: Mode | None = None


@dataclass(frozen=True, slots=True)
class Complaint:
    """Why there is no answer: one sentence, the span of the query concerned, and what helps."""

    sentence: str
    span: tuple[int, int] | None = None
    repair: Repair | None = None


def complaint(error: Exception, mode: Mode) -> Complaint:
    """How to tell of ``error``, which came of a search in ``mode``."""
    if isinstance(error, QueryError):
        repair = Repair(f"Use: {error.suggestion}", query=error.suggestion)
        span = (error.position, error.position + max(error.length, 1))
        return Complaint(sentence(str(error)), span, repair if error.suggestion else None)
    if isinstance(error, ModelError) and mode != "words":
        told = (
            "This library cannot be searched by meaning yet"
            if mode == "meaning"
            else sentence(str(error)).rstrip(".")
        )
        return Complaint(f"{told}.", repair=Repair("Search by words", mode="words"))
    return Complaint(sentence(str(error)))


def sentence(message: str) -> str:
    """An engine's message as a sentence of its own."""
    message = message.strip() or "Something went wrong"
    return f"{message[0].upper()}{message[1:]}" + ("" if message.endswith((".", "?", "!")) else ".")


def no_library(error: Exception, path: Path | None) -> tuple[str, str]:
    """Title and explanation for a library that could not be opened."""
    if isinstance(error, NoLibrary):
        where = f" in {path}" if path else ""
        return (
            "There is no library here yet",
            f"Lexdesk keeps what it has read in a library, a folder of its own. There is none{where}.",
        )
    return "This library cannot be opened", sentence(str(error))


def badge(hit: Hit, today: datetime.date) -> Badge | None:
    """What must be known about ``hit`` at a glance; only what the library knows is said."""
    if hit.valid_to and hit.valid_to < today.isoformat():
        return Badge("Not in force", "bad")
    if hit.valid_from and hit.valid_from > today.isoformat():
        return Badge(f"From {long_date(hit.valid_from)}", "notice")
    if not hit.eid and hit.path and (suffix := Path(hit.path).suffix):
        return Badge(suffix[1:].upper(), "kind")
    return None


def second_line(hit: Hit) -> str:
    """What stands under the citation: the heading, or where a file lies; and copies."""
    folder = Path(hit.path).parent.name if hit.path else ""
    parts = [hit.heading or (hit.title if hit.eid else folder) or hit.title]
    if hit.valid_to:
        parts.insert(0, f"Until {long_date(hit.valid_to)}")
    if hit.copies:
        parts.append("1 copy folded" if hit.copies == 1 else f"{hit.copies:,} copies folded")
    return " · ".join(part for part in parts if part)


def spoken(hit: Hit, total: int, today: datetime.date) -> str:
    """A result as a screen reader says it."""
    remark = badge(hit, today)
    parts = [hit.citation, remark.text if remark else "", hit.heading]
    return ", ".join([*filter(None, parts), f"result {hit.rank} of {total:,}"])


def why(hit: Hit) -> str:
    """Why ``hit`` was found, with the engine's own measures."""
    words, meaning = hit.why["words"], hit.why["meaning"]
    parts = [
        f"words {words:.1f} (BM25)" if words is not None else "",
        f"meaning {meaning:.2f} (cosine)" if meaning is not None else "",
    ]
    return f"Why result {hit.rank}:  " + (" · ".join(filter(None, parts)) or "conditions met")


def result_count(answer: Answer) -> str:
    """How many results there are, such as ``40 results``."""
    if answer.mode == "meaning":
        return f"{counted(len(answer.hits), 'nearest passage')}"
    return counted(max(answer.total, _listed(answer)), "result")


def result_note(answer: Answer) -> str:
    """What stands beside the number of results: how many are listed, and the time that it took."""
    listed = _listed(answer)
    cut = answer.total > listed and answer.mode != "meaning"
    parts = [f"best {len(answer.hits)} shown"] if cut else []
    if answer.mode == "hybrid" and answer.total < listed:  # neighbours by meaning follow
        parts.append(f"{answer.total:,} by words")
    parts.append(f"{answer.took_ms:.0f} ms" if answer.took_ms >= 1 else "under 1 ms")
    return " · ".join(parts)


def _listed(answer: Answer) -> int:
    return len(answer.hits) + sum(hit.copies for hit in answer.hits)


def nothing_found(answer: Answer) -> str:
    """What to say where a query has no result."""
    return f"Nothing in this library fits “{answer.query.strip()}”. Try fewer words or conditions."


def readiness(status: Status) -> str:
    """How far the library is, such as ``Words ready, meaning 63 %``."""
    if not status.passages:
        return "The library is empty"
    if not status.words_ready:
        return "Words are being brought up to date"
    if status.vectors_ready >= 1:
        return "Words and meaning ready"
    if status.vectors == 0:
        return "Words ready, meaning not made yet"
    return f"Words ready, meaning {status.vectors_ready * 100:.0f} %"


def holdings(status: Status) -> str:
    """What the library holds, such as ``4,218 documents · 61,904 passages``."""
    parts = [counted(status.works, "document"), counted(status.passages, "passage")]
    if status.refused:
        parts.append(f"{counted(status.refused, 'file')} refused")
    return " · ".join(parts)


def progress(news: Progress) -> str:
    """How far an addition is."""
    if news.stage == "vectors":
        return f"Making meaning: {news.done:,} of {news.total:,} passages"
    return f"Reading {news.done:,} of {news.total:,}: {Path(news.path).name}"


def added(outcome: Added) -> str:
    """How an addition ended."""
    if outcome.report is None:
        return "Stopped; what was read stays in the library."
    return _reported(outcome.report) + (
        " Search by meaning has to wait for a model." if outcome.no_meaning else ""
    )


def _reported(report: AddReport) -> str:
    parts = [f"{counted(report.added + report.replaced, 'file')} read"]
    if report.unchanged:
        parts.append(f"{report.unchanged:,} unchanged")
    if report.refused:
        parts.append(f"{len(report.refused):,} refused")
    return ", ".join(parts) + "."


def counted(number: int, noun: str) -> str:
    """``1 file``, ``1,204 files``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def long_date(iso: str) -> str:
    """``2026-11-21`` as ``21 Nov 2026``."""
    day = datetime.date.fromisoformat(iso)
    return f"{day.day} {day:%b %Y}"
