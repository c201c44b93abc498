"""The versions of a law, and its end, from the commits that change it."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lexdesk.extract.containers.git_objects import Sha
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import fold

_ENDED = lazy_pattern(
    r"(?:repealed|annulled|expired|revoked|lapsed|spent|not in force|no longer in force|abrog|derogad|anulad|revogad|"
    r"aufgehoben|ausser kraft|nicht (?:mehr )?in kraft|vervallen|ingetrokken|upph|oph|opph|kumot|uchylon|zrusen|caduc)"
)
"""The begin of a status of a law without force, in lower case and without accents; that of a part is none."""


@dataclass(frozen=True, slots=True)
class HeldLaws:
    """The laws in git that a library holds: the commit of the last version of each, and the paths of their repositories."""

    commits: dict[str, str] = field(default_factory=dict)
    repositories: tuple[str, ...] = ()


class Commit(NamedTuple):
    """A commit: its tree, its parents, the day of its reform if its message states one, and that of its author."""

    tree: Sha
    parents: tuple[Sha, ...]
    reformed: datetime.date | None
    authored: datetime.date
    is_repeal: bool


class Change(NamedTuple):
    """A commit, its id, and its text of a law; ``None`` if it deletes the law."""

    commit: Commit
    sha: str
    blob: Sha | None


class Version(NamedTuple):
    """A version of one law; ``day`` is its first."""

    day: datetime.date
    commit: str
    blob: Sha


class End(NamedTuple):
    """The end of a law: its first day without the law, ``None`` if unknown, and the status that a text states."""

    day: datetime.date | None
    status: str = ""


def find_versions(changes: Sequence[Change]) -> list[Version]:
    """Return the versions of a law that were its text on some day, oldest first.

    The text of a day is that of the last commit whose reform is not later. A commit without a reform mends the text of
    the reform before it; where no commit states one, the days of the authors count.
    """
    has_days = any(change.commit.reformed for change in changes)
    dated: list[Version] = []
    for commit, sha, blob in changes:
        if blob is None:
            continue
        day = commit.reformed
        if day is None and has_days and dated:  # a merge holds the reforms of all its branches
            is_merge = len(commit.parents) > 1
            day = max(version.day for version in dated) if is_merge else dated[-1].day
        elif day is None:
            day = commit.authored
        dated.append(Version(day, sha, blob))
    kept: list[Version] = []
    for version in reversed(dated):
        if not kept or version.day < kept[-1].day:
            kept.append(version)
    return kept[::-1]


def find_end(changes: Sequence[Change], status: str, status_of: Callable[[Sha], str]) -> End | None:
    """Return the end of a law whose last text states the ``status``; ``None`` if it is not known to have ended.

    It ends by the commit that deletes it, that repeals it, or that first states a status without force. If
    all texts have this status, because a repository writes that of today into each, the day is unknown.
    """
    last = changes[-1].commit
    has_days = any(change.commit.reformed for change in changes)
    if changes[-1].blob is None:
        return End(last.reformed or (None if has_days else last.authored), "deleted")
    if not is_ended(status):
        return None
    repeals = [c.commit.reformed for c in changes if c.commit.is_repeal and c.commit.reformed]
    if repeals:
        return End(repeals[-1])
    return End(_first_day_of(_texts(changes), status_of), status)


def _texts(changes: Iterable[Change]) -> list[tuple[datetime.date, Sha]]:
    return [(c.commit.reformed or c.commit.authored, c.blob) for c in changes if c.blob]


def _first_day_of(
    texts: Sequence[tuple[datetime.date, Sha]], status_of: Callable[[Sha], str]
) -> datetime.date | None:
    """Return the day of the first text of the last ones that state an end; ``None`` if all do."""
    first = None
    for day, blob in reversed(texts):
        if not is_ended(status_of(blob)):
            return first
        first = day
    return None


def is_ended(status: str) -> bool:
    """Return True for the status of a law without force: ``repealed``, ``abrogé``, ``nicht mehr in Kraft``."""
    return _ENDED.match(fold(status).replace("_", " ").strip()) is not None
