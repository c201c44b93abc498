"""Laws in git: the commits of a repository are the versions of its laws.

Names in a repository are never those of files; links and submodules are skipped.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import NamedTuple

from lexdesk.document.model import AMENDED, ENDED, STATE, Document, Property, Revision
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.containers.git_objects import (
    BLOB,
    COMMIT,
    TREE,
    Objects,
    Sha,
    as_damage,
    is_repository,
    open_repository,
)
from lexdesk.extract.containers.git_packs import damaged
from lexdesk.extract.containers.git_versions import (
    Change,
    Commit,
    End,
    HeldLaws,
    Version,
    find_end,
    find_versions,
)
from lexdesk.extract.limits import MAX_TEXT_CHARACTERS
from lexdesk.structure.law_markdown import Block, add_usual_keys
from lexdesk.structure.markdown import split_front_matter
from lexdesk.text.lazy_pattern import lazy_pattern

_MOST_FOLDERS = 8  # inside each other
_MOST_LAWS = 50_000  # the whole law of Spain has some 12,000
_LONGEST_NAME = 200
# Limit for a repository, plus 100 for each commit: one folder may be in another many times.
_FOLDERS_COMPARED = 100_000
_FOLDERS_OF_COMMIT = 100
_TREES_KEPT = 16  # of the commit before and of this one

_DAY = lazy_pattern(
    rb"^(Effective-Date|Source-Date|Date|Fecha):[ \t]*(\d{4}-\d{2}-\d{2})[ \t\r]*$", re.MULTILINE
)

_REPEAL = lazy_pattern(rb"\[(?:repeal|derogaci[^\]]{1,4}n|abrogation|aufhebung)\]", re.IGNORECASE)
"""The begin of the subject of a commit that repeals a law."""
_DAYS = (b"Effective-Date", b"Source-Date", b"Fecha", b"Date")
"""The lines with the day of a reform, the decisive one first: of its entry into force, else of its publication."""
_ONE_DAY = datetime.timedelta(days=1)
_YEAR_1, _YEAR_9000 = -719_000, 2_567_000  # in days since 1970


def read(path: Path, held: HeldLaws, beat: Callable[[], None]) -> Iterator[Law]:
    """Yield the laws in a bundle or in the folder of a repository, with the versions after those ``held``.

    A bundle of later commits alone is completed from those in its folder and in the library. ``beat`` is called now
    and then. Raises ``FileFailed``.
    """
    objects, head = open_repository(path, beat, _other_repositories(path, held))
    with contextlib.closing(objects), as_damage(path.name):
        repository = _History(objects, path.name, beat)
        laws = [*_laws(repository, head, held.commits)]
        if not laws:
            raise FileFailed(FileCode.GIT_NO_LAW, name=path.name)
        total = sum(len(law.versions) for law in laws)
        done = 0
        for law in laws:
            yield replace(law, done=done, total=total)
            done += len(law.versions)


@dataclass(frozen=True, slots=True)
class Law:
    """A law with its versions to read, oldest first; ``after`` is the version before them, already held.

    ``state`` is the day of the last reform in the repository.
    """

    name: str
    versions: Sequence[Version]
    after: Version | None
    end: End | None
    state: datetime.date
    history: _History = field(repr=False)
    done: int = 0
    total: int = 0

    def documents(self) -> Iterator[tuple[str, Callable[[], Document]]]:
        """Yield (member path, reader of the document) of each version that changes the text of the law.

        Without any, the last version held comes again, with its limits alone.
        """
        from lexdesk.structure import law_markdown

        meta, body = self._body(self.after) if self.after else ({}, "")
        before = law_markdown.split(body)
        after, last = (self.after.commit if self.after else ""), self.after
        head = self.versions[-1].commit if self.versions else after
        language: str | None = None
        pending: _Pending | None = None
        amended: datetime.date | None = None
        for number, version in enumerate(self.versions, self.done + 1):
            meta, body = self._body(version)
            blocks = law_markdown.split(body)
            edits = law_markdown.find_changes(before, blocks)
            if not edits:
                amended = amended or version.day
                if pending and meta.get("text_state") == "current":
                    pending = replace(pending, day=version.day)
                continue
            if pending:
                yield self._member(pending, _Limits(version.day - _ONE_DAY))
            language = language or _language(body)
            revision = Revision(self.name, version.commit, after, (), number, self.total, head)
            pending = _Pending(meta, version.day, edits, revision, language)
            before, after, last, amended = blocks, version.commit, version, None
        if pending is None and last is not None:
            revision = Revision(self.name, after, after, (), self.done, self.total)
            pending = _Pending(meta, last.day, (), revision, language)
        if pending:
            yield self._member(pending, self._limits(pending.day, meta, amended))

    def _member(self, pending: _Pending, limits: _Limits) -> tuple[str, Callable[[], Document]]:
        if self.end and self.end.day is None:
            pending = replace(pending, meta={**pending.meta, "entry_into_force": ""})
        return f"{self.name}/{pending.day}", partial(_document, pending, limits)

    def _limits(
        self, day: datetime.date, meta: Mapping[str, str], amended: datetime.date | None
    ) -> _Limits:
        """Return the limits stated by the repository for the last version of the law, which begins on ``day``.

        A text of a day after the end of the law only states the end.
        """
        stated = {STATE: self.state.isoformat()}
        if amended and meta.get("text_state") == "as_enacted":
            stated[AMENDED] = amended.isoformat()
        end = self.end
        if end and end.day is None:
            stated[ENDED] = end.status
        last = end.day - _ONE_DAY if end and end.day else None
        until = last if last and last >= day else None
        return _Limits(until, last, tuple(starmap(Property, stated.items())))

    def _body(self, version: Version) -> tuple[dict[str, str], str]:
        with as_damage(self.history.name):
            return self.history.text(version.blob)


@dataclass(frozen=True, slots=True)
class _Pending:
    """A version whose end is not known yet."""

    meta: dict[str, str]
    day: datetime.date
    edits: Sequence[tuple[int, int, Sequence[Block]]]
    revision: Revision
    language: str | None


class _Limits(NamedTuple):
    """The last days of a text and of the law, and further properties of its last version."""

    valid_to: datetime.date | None
    in_force_to: datetime.date | None = None
    properties: tuple[Property, ...] = ()


def _language(body: str) -> str | None:
    from lexdesk.metadata.language import detect_language

    return detect_language(body)


def _document(pending: _Pending, limits: _Limits) -> Document:
    """Return the document of the parts that a version changes, with their references."""
    from lexdesk.citations.references import find_references
    from lexdesk.structure import law_markdown

    revision = pending.revision
    text, provisions, stated = law_markdown.build_new_text(pending.edits, pending.language)
    if len(text) > MAX_TEXT_CHARACTERS:
        raise FileFailed(FileCode.TOO_MUCH_TEXT, name=revision.law, limit=MAX_TEXT_CHARACTERS)
    document = law_markdown.make_document(pending.meta, Path(revision.law).stem)
    document = replace(
        document,
        text=text,
        provisions=provisions,
        language=pending.language,
        valid_from=pending.day,
        valid_to=limits.valid_to,
        in_force_to=limits.in_force_to,
        properties=document.properties + limits.properties,
        revision=replace(revision, edits=stated),
    )
    document.validate()
    return replace(document, references=find_references(document))


class _History:
    """The commits of a repository, and the laws that they change."""

    def __init__(self, objects: Objects, name: str, beat: Callable[[], None]):
        self.objects = objects
        self.name, self.beat = name, beat
        self._left = 0
        self._trees: dict[Sha, frozenset[tuple[bytes, int, bytes]]] = {}

    def text(self, blob: Sha) -> tuple[dict[str, str], str]:
        """Return the front matter and the text of a Markdown file."""
        self.beat()
        data = self.objects.get(blob, BLOB)
        text = data.decode("utf-8", errors="replace").replace("\r\n", "\n")
        meta, body = split_front_matter(text)
        return add_usual_keys(meta), body

    def of_laws(self, head: Sha) -> dict[str, list[Change]]:
        """Return the changes of each law, oldest first, by its first path; renamed files stay the same law."""
        found: dict[str, list[Change]] = {}
        first_path: dict[str, str] = {}
        left_paths: set[str] = set()
        commits = self._commits(head)
        self._left = _FOLDERS_COMPARED + _FOLDERS_OF_COMMIT * len(commits)
        for sha, commit in commits:
            parent = self._parsed[commit.parents[0]].tree if commit.parents else None
            before = dict(self._changed(parent, commit.tree, "", 0)) if parent else {}
            after = dict(self._changed(commit.tree, parent, "", 0))
            for path in left_paths.intersection(after).difference(before, first_path):
                first_path[path] = f"{path} ({sha.hex()[:7]})"  # of another law
            for old, path in self._renamed(before, after):
                law = first_path.setdefault(path, first_path.get(old, old))
                left_paths.add(old)
                if before.pop(old) == after[path] and law in found:
                    del after[path]
            for path, blob in {**dict.fromkeys(before), **after}.items():
                law = first_path.get(path, path)
                found.setdefault(law, []).append(Change(commit, sha.hex(), blob))
        return found

    def _renamed(
        self, before: Mapping[str, Sha], after: Mapping[str, Sha]
    ) -> list[tuple[str, str]]:
        """Return (old path, new path) of the laws that a commit renames: the same text, or the same identifier."""
        found: list[tuple[str, str]] = []
        old = {path: blob for path, blob in before.items() if path not in after}
        new = {path: blob for path, blob in after.items() if path not in before}
        for key_of in (bytes, self._identifier):
            paths = {key_of(blob): path for path, blob in old.items()} if new else {}
            for path, blob in [*new.items()] if paths else []:
                key = key_of(blob)
                if key and key in paths:
                    found.append((paths.pop(key), path))
                    del old[found[-1][0]], new[path]
        return found

    def _identifier(self, blob: Sha) -> str:
        return self.text(blob)[0].get("identifier", "")

    def state(self, head: Sha) -> datetime.date:
        """Return the day of the last reform in the repository that is not in the future.

        A main commit without a reform was made later than all reforms that it follows on.
        """
        last = self._parsed[head]
        present = datetime.date.today() if last.reformed else last.authored
        commits = self._parsed.values()
        days = [commit.reformed for commit in commits if commit.reformed]
        past = [day for day in days or [c.authored for c in commits] if day <= present]
        return max(past, default=present)

    def _commits(self, head: Sha) -> list[tuple[Sha, Commit]]:
        """Return all ancestors of a commit and itself, parents first."""
        self._parsed: dict[Sha, Commit] = {}
        ordered: list[tuple[Sha, Commit]] = []
        stack: list[tuple[Sha, bool]] = [(head, False)]
        while stack:
            sha, is_done = stack.pop()
            if is_done:
                ordered.append((sha, self._parsed[sha]))
                continue
            if sha in self._parsed:
                continue
            self.beat()
            commit = self._parsed[sha] = _parse_commit(self.objects.get(sha, COMMIT))
            stack.append((sha, True))
            stack += [(parent, False) for parent in reversed(commit.parents)]
        return ordered

    def _changed(
        self, tree: Sha, before: Sha | None, folder: str, depth: int
    ) -> Iterator[tuple[str, Sha]]:
        """Yield (path, text) of the Markdown files of a tree that differ from the tree ``before``."""
        if tree == before or depth > _MOST_FOLDERS:
            return
        self._left -= 1
        if self._left < 0:
            raise damaged(self.name, "it has too many folders")
        old = self._entries(before) if before else frozenset()
        for raw_name, mode, sha in sorted(self._entries(tree) - old):
            name = raw_name.decode(errors="replace")
            if len(name) > _LONGEST_NAME or "/" in name or name in (".", ".."):
                continue
            found = _sha(sha)
            if stat.S_ISDIR(mode):
                earlier = (_sha(e[2]) for e in old if e[0] == raw_name and stat.S_ISDIR(e[1]))
                yield from self._changed(found, next(earlier, None), f"{folder}{name}/", depth + 1)
            elif stat.S_ISREG(mode) and name.lower().endswith(".md"):
                yield _path(folder, name), found

    def _entries(self, tree: Sha) -> frozenset[tuple[bytes, int, bytes]]:
        """Return the (name, mode, id in hexadecimal) of all that a tree holds."""
        from dulwich.objects import parse_tree

        if tree not in self._trees:
            self.beat()
            if len(self._trees) >= _TREES_KEPT:
                self._trees.pop(next(iter(self._trees)))
            self._trees[tree] = frozenset(parse_tree(self.objects.get(tree, TREE), 20))
        return self._trees[tree]


def _parse_commit(data: bytes) -> Commit:
    from dulwich.objects import Commit as StoredCommit

    commit = StoredCommit()
    commit.set_raw_string(data)
    stated = dict(_DAY.findall(commit.message))
    day = next(filter(None, (_day(stated.get(name, b"")) for name in _DAYS)), None)
    days = (commit.author_time + commit.author_timezone) // 86_400
    authored = datetime.date(1970, 1, 1) + datetime.timedelta(
        days=max(min(days, _YEAR_9000), _YEAR_1)
    )
    parents = tuple(map(_sha, commit.parents))
    is_repeal = _REPEAL.match(commit.message) is not None
    return Commit(_sha(commit.tree), parents, day, authored, is_repeal)


def _path(folder: str, name: str) -> str:
    """Return the path of a law without the folder that only spreads files: ``es/bb/BOE-A-1978-31229.md``."""
    stem = name.rpartition(".")[0]
    part = hashlib.sha1(stem.encode(), usedforsecurity=False).hexdigest()[:2]
    return f"{folder.removesuffix(part + '/') if folder.endswith(f'/{part}/') else folder}{name}"


def _sha(name: bytes) -> Sha:
    return Sha(bytes.fromhex(name.decode()))


def _day(stated: bytes) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(stated.decode())
    except ValueError:
        return None


def _other_repositories(path: Path, held: HeldLaws) -> Iterator[Path]:
    """Yield the other repositories in the folder of a bundle, and those of the library."""
    if not path.is_dir():
        yield from filter(is_repository, sorted(path.parent.iterdir()))
    yield from filter(is_repository, map(Path, held.repositories))


def _laws(history: _History, head: Sha, known: Mapping[str, str]) -> Iterator[Law]:
    """Yield the laws of a repository, each with the versions after the one known."""
    changes_of = history.of_laws(head)
    if len(changes_of) > _MOST_LAWS:
        raise damaged(history.name, f"it holds more than {_MOST_LAWS:,} laws")
    state = history.state(head)
    there = {Path(name).name for name, changes in changes_of.items() if changes[-1].blob}
    for name, changes in sorted(changes_of.items()):
        texts = [change.blob for change in changes if change.blob]
        meta = history.text(texts[-1])[0] if texts else {}
        if not (meta.get("identifier") and meta.get("title")):
            continue
        versions = find_versions(changes)
        end = find_end(changes, meta.get("status", ""), lambda blob: _status(history, blob))
        if end and changes[-1].blob is None and Path(name).name in there:
            end = None  # the file was moved
        at = next((n for n, v in enumerate(versions) if v.commit == known.get(name)), None)
        after = None if at is None else versions[at]
        left = versions if at is None else versions[at + 1 :]
        yield Law(name, left, after, end, state, history)


def _status(history: _History, blob: Sha) -> str:
    return history.text(blob)[0].get("status", "")
