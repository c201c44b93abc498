"""Commands and faults drawn from a seed, and the states of documents that they allow."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.contract import disturbance
from tests.contract.disk import Disk
from tests.contract.faulty_commands import (
    SECONDS,
    SLOW_TO_LOAD,
    Command,
    Ended,
    ended_of,
    require_clear,
    run_command,
    stands_still,
    struck,
    wait,
)
from tests.contract.small_library import (
    DOCUMENTS,
    VERSIONS,
    State,
    build,
    fill,
    marker,
    observed,
    path_of,
    require_completed,
)

from lexdesk import Library
from lexdesk.errors import WrongPassphrase
from lexdesk.library.backup import find_damage
from lexdesk.library.restoring import restore
from lexdesk.storage.encryption import change_passphrase

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

PASSPHRASES = ("the first one", "the next one")

Allowed = dict[int, set[State]]
"""The states in which each document may be found."""

CHANGES = {
    "add": 300, "add --no-vectors": 150, "prune": 250, "remove": 60, "rebuild": 60, "rebuild --vectors": 150,
    "backup": 60, "restore": 40, "note": 25, "search": 20, "check": 20, "passphrase": 60,
    "publish": 150,
}  # fmt: skip
"""Commands, and the last change of a file at which a fault is drawn; most end before it now and then."""
_JUMPS = (-400 * 86_400, -86_400, -3_600, 3_600, 3_650 * 86_400)
_FAILING = ("ENOSPC", "ENOSPC once", "EIO", "EIO once", "EFBIG")


@dataclass(slots=True)
class Run:
    """A seed, its actions, and its failure or ``""``."""

    seed: int
    steps: list[str] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    problem: str = ""


class Libraries:
    """Libraries of each kind in ``scratch``, and processes that work on copies of them."""

    def __init__(self, scratch: Path):
        self._scratch = scratch
        self._library = build(scratch)
        self._encrypted = scratch / "encrypted"
        self._folder = scratch / "documents"
        with Library.open(self._encrypted, create=True, passphrase=PASSPHRASES[0]) as library:
            library.sources.add([self._folder])
        preload = [run_command.__module__, *SLOW_TO_LOAD]
        self._processes = disturbance.processes(disturbance.compiled(scratch), preload)

    def start(self, place: Path, kind: str) -> None:
        """Make ``place``, with a library of this kind in it."""
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        source = {"full": self._library, "encrypted": self._encrypted}.get(kind)
        if source is not None:
            shutil.copytree(source, place / "library")
        if kind == "encrypted":
            (place / "encrypted").touch()

    @property
    def scratch(self) -> Path:
        """Return the folder of all created files."""
        return self._scratch

    @property
    def documents(self) -> Path:
        """Return the folder of the documents to add."""
        return self._folder

    def process(self, *arguments: object) -> ForkServerProcess:
        """Start a process for ``run_command``."""
        process = self._processes.Process(target=run_command, args=arguments)
        process.start()
        return process


class Simulation:
    """A seed: the documents on disk, and the possible states of the library's."""

    def __init__(self, libraries: Libraries, chance: random.Random, result: Run):
        self._libraries, self._chance, self._result = libraries, chance, result
        self._place = libraries.scratch / "place"
        self._library = self._place / "library"
        self._journal = libraries.scratch / "journal"
        self._journal.unlink(missing_ok=True)
        self._passphrases = [libraries.scratch / f"passphrase{n}" for n in range(2)]
        for path, phrase in zip(self._passphrases, PASSPHRASES, strict=True):
            path.write_text(phrase)
        self._kind = chance.choice(("full", "full", "full", "new", "encrypted"))
        self._passphrase = self._passphrases[0]
        libraries.start(self._place, self._kind)
        self._disk = Disk(self._place)
        there: State = None if self._kind == "new" else 1
        self._on_disk: dict[int, State] = dict.fromkeys(range(DOCUMENTS), 1)
        self._allowed: Allowed = {n: {None} for n in range(DOCUMENTS + 4)}
        self._allowed |= {n: {there} for n in range(DOCUMENTS)}
        self._tags: set[str] = set()
        self._shared = f"lance://{self._place / 'shared'}"
        self._published: Allowed | None = None
        self._is_published = False
        self._backups: dict[Path, Allowed] = {}
        self._begun = 0

    def go(self) -> None:
        """Run the steps, and then the last addition without a fault."""
        for number in range(self._chance.randint(2, 4)):
            self._step(number)
        self._complete()

    def _step(self, number: int) -> None:
        self._edit()
        command = self._draw(number, "")
        faults = self._draw_faults(command.name)
        command = Command(command.name, command.arguments, command.wanted, ",".join(faults))
        other = None
        if any("stop" in fault for fault in faults):
            other = self._draw(number, "-2")
        is_cut = self._chance.random() < 0.4
        said = f"{command.name} [{command.faults}]"
        said += f" beside {other.name}" if other else ""
        said += ", power cut" if is_cut else ""
        self._result.steps.append(said)
        ended = self._ended(command, other)
        self._result.faults.update(struck(ended[0]))
        self._result.faults["power cut"] += is_cut
        self._narrow(ended)
        self._disk.follow(self._journal)
        self._disk.require_same()
        if is_cut:
            self._disk.cut(self._chance)
        self._require(ended)

    def _edit(self) -> None:
        for number in self._chance.sample(range(DOCUMENTS), 5):
            self._on_disk[number] = self._chance.choice((1, 2, 2, None))
        on_disk = {n: version for n, version in self._on_disk.items() if version is not None}
        fill(self._libraries.documents, on_disk)

    def _draw(self, number: int, suffix: str) -> Command:
        names = ["add", "add", "add --no-vectors", "prune", "prune", "remove", "rebuild", "rebuild --vectors",
                 "backup", "note", "search", "check"]  # fmt: skip
        if self._backups and not suffix:
            names += ["restore"] * 3
        if self._kind == "encrypted":
            names += ["passphrase"] * 3 * (not suffix)
        else:
            names.append("publish")
        if self._kind == "new" and number == 0:
            names = ["add", "add --no-vectors"]
        name = self._chance.choice(names)
        return self._command(name, f"{number}{suffix}")

    def _command(self, name: str, tag: str) -> Command:
        folder = str(self._libraries.documents)
        wanted: Mapping[int, State] = {}
        arguments: tuple[str, ...] = tuple(name.split())
        if name.startswith("add"):
            wanted = {n: state for n, state in self._on_disk.items() if state is not None}
            arguments = (*arguments, folder)
        elif name == "prune":
            wanted, arguments = dict(self._on_disk), ("add", "--prune", folder)
        elif name == "remove":
            gone = self._chance.sample(range(DOCUMENTS), 3)
            wanted = dict.fromkeys(gone)
            arguments = ("remove", *(str(path_of(Path(folder), n)) for n in gone))
        elif name == "backup":
            arguments = ("backup", str(self._place / f"backup{tag}"))
        elif name == "publish":
            arguments = ("publish", self._shared)
        elif name == "restore":
            arguments = ("restore", str(self._chance.choice(sorted(self._backups))))
        elif name == "search":
            arguments = ("search", "rent")
        elif name == "note":
            arguments = (f"tag{tag}",)
        elif name == "passphrase":
            arguments = ("passphrase", "--new-file", str(self._passphrases[1]))
        return Command(name, arguments, wanted)

    def _draw_faults(self, name: str) -> list[str]:
        chance, most = self._chance, CHANGES[name]
        faults = []
        if chance.random() < 0.25:
            faults.append(f"{chance.randint(1, most)} stop")
        if chance.random() < 0.25:
            faults.append(f"{chance.randint(1, most)} clock {chance.choice(_JUMPS)}")
        kind = chance.choice(("kill", "kill", "tear", "tear", "failing", "failing", ""))
        if kind:
            how = chance.choice(_FAILING) if kind == "failing" else kind
            # Half of them early, as most commands are short.
            faults.append(f"{chance.randint(1, chance.choice((most // 4, most)))} {how}")
        return faults

    def _begin(self, command: Command, name: str) -> tuple[ForkServerProcess, Path]:
        told = self._libraries.scratch / name
        self._begun += 1
        random_bytes = f"1 random {self._result.seed * 100 + self._begun}"
        faults = ",".join(filter(None, (random_bytes, command.faults)))
        for path in self._libraries.scratch.glob(f"{name}*"):
            path.unlink()
        process = self._libraries.process(
            command, faults, self._library, self._place, self._journal, told, self._passphrase
        )
        return process, told

    def _ended(self, command: Command, other: Command | None) -> list[Ended]:
        """Run a command, and the other one once the first is paused."""
        process, told = self._begin(command, "told")
        begun = [(command, process, told)]
        if other is not None and stands_still(process):
            try:
                beside, beside_told = self._begin(other, "beside")
                begun.append((other, beside, beside_told))
                wait(beside)
            finally:
                os.kill(process.pid or 0, signal.SIGCONT)
        ended = []
        for each, running, path in begun:
            running.join(SECONDS)
            if running.exitcode is None:
                running.kill()
                raise AssertionError(f"{each.name} hangs")
            ended.append(ended_of(each, running.exitcode, path))
        return ended

    def _narrow(self, ended: Sequence[Ended]) -> None:
        """Restrict the possible states to those after the commands in either order."""
        before = self._allowed
        orders = [list(ended), list(ended)[::-1]]
        self._allowed = {n: set() for n in before}
        for order in orders:
            states = {n: set(found) for n, found in before.items()}
            for each in order:
                self._apply(each, states)
            for n, found in states.items():
                self._allowed[n] |= found
        for each in ended:
            if each.code == 0 and each.command.name == "note":
                self._tags.add(each.command.arguments[0])
            if each.code == 0 and each.command.name == "backup":
                held = {n: before[n] | self._allowed[n] for n in before}
                self._backups[Path(each.command.arguments[1])] = held
            if each.command.name == "publish":
                held = {n: before[n] | self._allowed[n] for n in before}
                earlier = self._published or {n: set() for n in before}
                self._published = {
                    n: held[n] if each.code == 0 else held[n] | earlier[n] for n in before
                }
                self._is_published |= each.code == 0
            if each.command.name == "restore":
                self._tags.clear()

    def _apply(self, ended: Ended, states: Allowed) -> None:
        if ended.command.name == "restore":
            for n, found in self._backups[Path(ended.command.arguments[1])].items():
                states[n] = found if ended.code == 0 else states[n] | found
            return
        for n, state in ended.command.wanted.items():
            is_sure = ended.code == 0 or n in ended.stored
            states[n] = {state} if is_sure else states[n] | {state}

    # What must hold.

    def _require(self, ended: Sequence[Ended]) -> None:
        for each in ended:
            require_clear(each)
        for backup in self._backups:
            assert find_damage(backup) == [], f"{backup.name} is damaged"
        if self._published is not None:
            self._require_published(self._published)
        if self._kind == "new" and not self._library.exists():
            assert all(None in found for found in self._allowed.values()), "lost: the library"
            for found in self._allowed.values():
                found &= {None}
            return
        copy = self._libraries.scratch / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        if not self._library.exists():
            self._restore_again(ended)
        shutil.copytree(self._library, copy)
        is_flushed = self._disk.is_flushed(self._library.name, "library.sqlite")
        with self._opened(copy) as library:
            problems = library.admin.check()
            assert not problems, f"unsound: {problems}"
            for n, state in observed(library, self._libraries.documents).items():
                assert state in self._allowed[n], (
                    f"lost or came back: {n} is {state}, not {self._allowed[n]}"
                )
                if is_flushed:  # else the next power cut may lose what nobody acknowledged
                    self._allowed[n] = {state}
        if self._tags:
            self._require_tags(copy)

    def _restore_again(self, ended: Sequence[Ended]) -> None:
        """Complete a restoration interrupted between its two renames."""
        for each in ended:
            if each.command.name == "restore" and each.code < 0:
                restore(Path(each.command.arguments[1]), self._library)

    def _require_tags(self, copy: Path) -> None:
        """Require the tags; after an interrupted change of the passphrase, repeat it first."""
        try:
            found = self._tags_of(copy)
        except WrongPassphrase:
            change_passphrase(copy, *PASSPHRASES)
            found = self._tags_of(copy)
        assert found >= self._tags, f"lost: {self._tags - found}"

    def _tags_of(self, copy: Path) -> set[str]:
        with self._opened(copy) as library, library.workbook() as book:
            return set(book.values("tag"))

    def _require_published(self, allowed: Allowed) -> None:
        """Require a whole publication, once acknowledged, in a state of the library at its time."""
        from lexdesk.publishing import PublishedLibrary  # Lance allows no process to be forked
        from lexdesk.system.library_files import PUBLICATION

        if not (self._place / "shared" / PUBLICATION).exists():
            assert not self._is_published, "lost: the publication"
            return
        with PublishedLibrary.open_at(self._shared) as opened:
            problems = opened.admin.check()
            assert not problems, f"publication: {problems}"
            for n, states in allowed.items():
                versions = [v for v in VERSIONS if opened.search(marker(n, v), mode="keyword").hits]
                assert [None, *versions][-1] in states, (
                    f"publication: {n} is {versions}, not {states}"
                )

    @contextlib.contextmanager
    def _opened(self, folder: Path) -> Iterator[Library]:
        create = (
            self._kind == "new"
        )  # as a command that adds would; its creation may have been broken off
        for path in self._passphrases if self._kind == "encrypted" else (None,):
            try:
                opened = Library.open(
                    folder, create=create, passphrase=None if path is None else path.read_text()
                )
            except WrongPassphrase:
                continue
            self._passphrase = path or self._passphrase
            with opened:
                yield opened
            return
        raise AssertionError("neither passphrase opens the library")

    def _complete(self) -> None:
        """Require the last command to succeed without faults, and each backup to be a library."""
        self._result.steps.append("completion")
        command = self._command("prune", "")
        (ended,) = self._ended(command, None)
        assert ended.code == 0, f"not completed: {ended.code}, {ended.error_output}"
        wanted = {n: self._on_disk.get(n) for n in self._allowed}
        if self._kind != "encrypted":
            require_completed(self._library, self._libraries.documents, wanted)
        for backup, allowed in list(self._backups.items())[-1:]:
            with self._opened(backup) as library:
                for n, state in observed(library, self._libraries.documents).items():
                    assert state in allowed[n], f"{backup.name}: {n} is {state}, not {allowed[n]}"
