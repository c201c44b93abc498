"""Error messages of the window and the remedies they offer."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.errors import (
    NEEDS_PASSWORD,
    DiskFull,
    FileFailed,
    LexdeskError,
    LibraryCode,
    LibraryLocked,
    LibraryReadOnly,
    ModelCode,
    ModelError,
    ModelMismatch,
    NoLibrary,
    PassphraseNeeded,
    PhraseCode,
    PublicationCode,
    QueryError,
    WrongPassphrase,
)
from lexdesk_gui.engine.tasks import Bug
from lexdesk_gui.engine_messages import find_leading_name, has_code, render, translate_reason
from lexdesk_gui.language import format_long_date, translate

if TYPE_CHECKING:
    from lexdesk.search.options import Mode


@dataclass(frozen=True, slots=True)
class Repair:
    """The action of a button below the search field: another query, another mode, or a new semantic index."""

    label: str
    query: str | None = None
    mode: Mode | None = None
    vectors: bool = False


@dataclass(frozen=True, slots=True)
class Complaint:
    """An error message: one sentence, the faulty span of the query, and a remedy."""

    sentence: str
    span: tuple[int, int] | None = None
    repair: Repair | None = None


def make_complaint(error: Exception, mode: Mode) -> Complaint:
    """Return the message for ``error`` of a search in ``mode``."""
    if isinstance(error, QueryError):
        repair = Repair(
            translate("Wording", "Use: {query}").format(query=error.suggestion),
            query=error.suggestion,
        )
        span = (error.position, error.position + max(error.length, 1))
        return Complaint(describe_failure(error), span, repair if error.suggestion else None)
    if isinstance(error, ModelMismatch):
        return _preparation_error(describe_other_model())
    if isinstance(error, ModelError) and mode != "keyword":
        text = (
            translate("Wording", "This library has no semantic index yet")
            if mode == "semantic"
            else describe_failure(error).rstrip(".")
        )
        return Complaint(
            f"{text}.", repair=Repair(translate("Wording", "Keyword search"), mode="keyword")
        )
    return Complaint(describe_failure(error))


def describe_other_model() -> str:
    """Return the reason for an unusable semantic index."""
    return translate("Wording", "Another version of Lexdesk built the semantic index.")


def describe_keyword_only() -> Complaint:
    """Return the notice for keyword results in place of hybrid ones."""
    alone = translate("Wording", "These results are from keyword search only.")
    return _preparation_error(f"{describe_other_model()} {alone}")


def _preparation_error(text: str) -> Complaint:
    return Complaint(
        text, repair=Repair(translate("Wording", "Rebuild semantic index"), vectors=True)
    )


def make_sentence(message: str) -> str:
    """Return an engine message as a sentence; keep the case of a leading name."""
    text = render(message).strip() or translate("Wording", "Something went wrong")
    name = find_leading_name(message)
    if not (name and text.startswith(name)):
        text = f"{text[0].upper()}{text[1:]}"
    return text + ("" if text.endswith((".", "?", "!")) else ".")


def describe_failure(error: Exception) -> str:
    """Return the error message for ``error``."""
    if isinstance(error, Bug):
        return translate(
            "Window",
            "An internal error occurred; copy the report with Help > Copy error report and "
            "send it to the developers.",
        )
    if isinstance(error, NoLibrary):  # which was open
        return translate(
            "Wording", "The library was moved or removed; open it at its new location."
        )
    if isinstance(error, DiskFull) or has_code(
        getattr(error, "message", ""), PhraseCode.DISK_IS_FULL
    ):
        return translate(
            "Wording",
            "The disk of the library is full; free some space on it. Documents already added are kept.",
        )
    if isinstance(error, LibraryReadOnly):
        is_published = error.code is PublicationCode.READ_ONLY
        is_full = error.code is LibraryCode.READ_ONLY_DISK_FULL
        return make_sentence(error.message) if is_full else only_read(is_published=is_published)
    if isinstance(error, LibraryLocked) and error.since:
        return _locked_error(error.host, error.since.astimezone())
    if isinstance(error, FileFailed) and error.code in NEEDS_PASSWORD:
        locked = translate(
            "Wording",
            "{name} is locked with a password; add it to the library and enter its password under Index, or save a copy"
            " without one.",
        )
        return locked.format(name=error.parameters["name"])
    if not (isinstance(error, OSError) and error.filename):
        return make_sentence(error.message if isinstance(error, LexdeskError) else str(error))
    failed = translate("Wording", "{path} cannot be read or written: {reason}.")
    return failed.format(path=error.filename, reason=translate_reason(error))


def only_read(*, is_published: bool = False) -> str:
    """Return the reason for rejecting changes to a read-only library."""
    if is_published:
        return translate(
            "Wording",
            "This is a published library: its publisher adds documents to it. You can search and annotate it; your "
            "notes are stored in your account.",
        )
    return translate(
        "Wording",
        "This library is read-only, because its folder or disk cannot be written to. You "
        "can search it, but not add or annotate documents.",
    )


def _locked_error(host: str, since: datetime.datetime) -> str:
    import socket  # the start needs none

    here = host == socket.gethostname()
    text = translate(
        "Wording",
        "Another program on {computer} has been writing to this library since {time};"
        " wait until it is done, or close it.",
    )
    day = (
        "" if since.date() == datetime.date.today() else format_long_date(since.date().isoformat())
    )
    return text.format(
        computer=translate("Wording", "this computer") if here else host,
        time=f"{day} {since:%H:%M}".strip(),
    )


def translate_note(message: str) -> str:
    """Return an engine note on an answer; point to a button in place of a command."""
    return (
        describe_other_model()
        if has_code(message, ModelCode.VECTORS_MISMATCH)
        else make_sentence(message)
    )


def explain_encrypted() -> tuple[str, str]:
    """Return title and explanation for a library locked by a passphrase."""
    return (
        translate("Wording", "This library is encrypted"),
        translate("Wording", "Enter its passphrase to open it; Lexdesk does not store it."),
    )


def explain_no_library(
    error: Exception, path: Path | None, *, was_there: bool = False
) -> tuple[str, str]:
    """Return title and explanation for a library that cannot be opened; ``was_there`` after an earlier opening."""
    if isinstance(error, NoLibrary) and was_there:
        return (
            translate("Wording", "The library is no longer there"),
            translate(
                "Wording",
                "It was in {path}. It was moved or removed, or its drive is not connected. Open "
                "it at its new location, or connect the drive and open it again. Adding files "
                "here creates a new, empty library.",
            ).format(path=path),
        )
    if isinstance(error, NoLibrary):
        explanation = translate(
            "Wording",
            "Lexdesk stores its indexes in a library, a separate folder. Choose a folder to "
            "search, or drop it here; Lexdesk then creates the library.",
        )
        where = (
            translate("Wording", "{path} contains no library.").format(path=path) if path else ""
        )
        return (
            translate("Wording", "There is no library here yet"),
            f"{explanation} {where}".strip(),
        )
    if isinstance(error, PassphraseNeeded):
        return explain_encrypted()
    if isinstance(error, WrongPassphrase):
        return (
            translate("Wording", "This passphrase does not open the library"),
            translate(
                "Wording",
                "Enter it again. If it is correct, {path} is damaged; restore it from a backup.",
            ).format(path=path),
        )
    return translate("Wording", "This library cannot be opened"), describe_failure(error)
