"""Run every command on crafted libraries, publications and models under strace; report forbidden paths.

    python -m tests.fuzz.walk [--share N] [--named TEXT]

One process makes all calls, one in N of each kind; strace follows it and its extraction workers. A fault is a name looked
up, a socket of a network, a file opened or changed outside of the folder of the call, a call of over 20 seconds, a traceback
or "this is a bug". Exit code 1 with faults. ``tests.crafted`` has the libraries.
"""

import contextlib
import io
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import click

_CALLS = (
    "socket,connect,bind,sendto,sendmsg,sendmmsg,execve,open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,"
    "link,linkat,symlink,symlinkat,mkdir,mkdirat,rmdir,truncate,chmod,fchmodat,mknod,mknodat"
)
_SECONDS = 20
_END, _CONTROL, _FAULTS_OF_CONTROL = "end", "control", 3
_LOOK_UP = re.compile(r"AF_INET6?\b|AF_NETLINK|/etc/(?:hosts|resolv\.conf|host\.conf)\b|/nscd/")
_CHANGE = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|^(?!open|socket|connect|bind|send|execve)\w")
_HARMLESS = re.compile(r'"(?:/dev/(?:null|shm/[^"]*|tty)|/proc/[^"]*)"')
_FAILED = re.compile(r"= -1 E")


_PLACES = {"publication": "published", "model": "models"}


_PATTERNS = (
    "publication.json", "publications/*", "catalogues/*", "words/*", "passages.lance/_versions/*", "passages.lance/data/*",
    "passages.lance/_refs/tags/*", "passages.lance/_transactions/*", "passages.lance/_indices/*/*",
)  # fmt: skip
"""Files of a publication."""


class Call(NamedTuple):
    """A command on a crafted object: its name, and a function that crafts it and returns the arguments."""

    name: str
    prepare: Callable[[Path], list[str]]


def is_possible() -> bool:
    """Return true if strace may follow processes."""
    if shutil.which("strace") is None:
        return False
    return (
        subprocess.run(["strace", "-qq", "true"], capture_output=True, check=False).returncode == 0
    )


def faults(share: int, folder: Path, named: str = "") -> tuple[int, list[str]]:
    """Make one call in ``share`` in the empty ``folder``; return their number and the faults."""
    trace = folder / "trace"
    places = {
        name: str(folder / "home")
        for name in ("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
    }
    done = subprocess.run(
        ["strace", "-f", "-qq", "-y", "-s", "300", "--seccomp-bpf", "-e", f"trace={_CALLS}", "-o", str(trace), sys.executable,
         "-m", "tests.fuzz.walk", "--inside", str(folder), "--share", str(share), "--named", named],
        env={**os.environ, **places, "TMPDIR": str(folder / "home"), "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = [line for line in done.stdout.splitlines() if line.startswith("FAULT ")]
    if done.returncode:
        told.append(f"FAULT the walk ended with {done.returncode}: {done.stderr[-2_000:]}")
    touched = list(_touched(trace, folder))
    of_control = [fault for fault in touched if fault.startswith(f"FAULT {_CONTROL}:")]
    told += [fault for fault in touched if fault not in of_control]
    if len(of_control) < _FAULTS_OF_CONTROL and not done.returncode:
        told.append("FAULT the trace does not show what the control did")
    return done.stdout.count("CALL "), told


def _touched(trace: Path, folder: Path) -> Iterator[str]:
    """Yield the faulty lines of a trace, each once for a call."""
    call, seen = "", set[str]()
    with trace.open(errors="replace") as lines:
        for line in lines:
            text = line.partition(" ")[2].strip()
            if mark := re.search(r'/marks/([^"]*)"', text):
                call = "" if mark[1] == _END else mark[1]
            elif call and not _HARMLESS.search(text) and _is_faulty(text, str(folder), call):
                fault = f"FAULT {call}: {text[:300]}"
                if fault not in seen:
                    seen.add(fault)
                    yield fault


def _is_faulty(text: str, folder: str, call: str) -> bool:
    if _LOOK_UP.search(text):
        return True
    if f"{folder}/victim" in text:  # also by a descriptor, which -y names
        return not _FAILED.search(text)
    is_inside = f"{folder}/" in text
    return bool(_CHANGE.search(text)) and not is_inside and not _FAILED.search(text) and bool(call)


def _make_tiny(folder: Path) -> None:
    """Make the objects of the calls: a document, a library, a publication, and a copy of the embedder."""
    from lexdesk import Library
    from lexdesk.models import manifest

    folder.mkdir()
    (folder / "act.txt").write_text("Article 1\nThe controller shall erase personal data.\n")
    (folder / "origin").write_text(str(folder / "act.txt"))
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([folder / "act.txt"])
        library.search("erase", mode="semantic")
        (hit,) = library.search("erase", mode="keyword").hits
        (folder / "work").write_text(hit.work)
        with contextlib.suppress(ImportError):
            from lexdesk.publishing.publish import publish

            publish(library, f"lance://{folder / 'published'}")
    shutil.copytree(manifest.find("embedder"), folder / "models" / "model")


def _calls() -> Iterator[Call]:
    from tests.crafted import CRAFTED
    from tests.engine.library.test_crafted_libraries import ALL, arguments

    def on_library(kind: str, command: str) -> Callable[[Path], list[str]]:
        def prepare(tiny: Path) -> list[str]:
            CRAFTED[kind](tiny / "library", tiny.parent / "victim")
            return arguments(command, tiny)

        return prepare

    for kind in CRAFTED:
        for command in sorted(ALL):
            yield Call(f"{kind}, {command}", on_library(kind, command))
    yield from _on_publications()
    yield from _on_models()


def _crafts(name: str) -> dict[str, Callable[[Path, Path], None]]:
    from tests.crafting import content, folder, link, pipe

    elsewhere = '{"path": "VICTIM/file", "base": "s3://lexdesk.invalid/x", "url": "https://lexdesk.invalid", "a": ['
    return {"link": link(name, "file"), "pipe": pipe(name), "folder": folder(name), "deep": content(name, "[" * 200_000),
            "elsewhere": content(name, elsewhere), "empty": content(name, "")}  # fmt: skip


def _on_publications() -> Iterator[Call]:
    commands = {"search": ["consent"], "list": [], "check": [], "status": [], "show": ["NOTE"]}

    def prepare(pattern: str, kind: str, command: str) -> Callable[[Path], list[str]]:
        def craft(tiny: Path) -> list[str]:
            root = tiny / "published"
            for path in sorted(root.glob(pattern))[:3]:
                _crafts(str(path.relative_to(root)))[kind](root, tiny.parent / "victim")
            return [command, "-L", f"lance://{root}", *commands[command]]

        return craft

    for pattern in _PATTERNS:
        for kind in _crafts(""):
            for command in commands:
                yield Call(
                    f"publication {pattern} {kind}, {command}", prepare(pattern, kind, command)
                )


def _on_models() -> Iterator[Call]:
    commands = {
        "model": ["model"],
        "search": ["search", "-L", "LIBRARY", "--mode", "semantic", "erase"],
        "doctor": ["doctor"],
    }

    def prepare(name: str, kind: str, command: str) -> Callable[[Path], list[str]]:
        def craft(tiny: Path) -> list[str]:
            _crafts(name)[kind](tiny / "models" / "model", tiny.parent / "victim")
            os.environ["LEXDESK_MODELS"] = str(tiny / "models")
            return [
                str(tiny / "library") if item == "LIBRARY" else item for item in commands[command]
            ]

        return craft

    for name in ("manifest.json", "model.onnx", "tokenizer.json"):
        for kind in _crafts(""):
            for command in commands:
                yield Call(f"model {name} {kind}, {command}", prepare(name, kind, command))


def _walk(folder: Path, share: int, named: str) -> None:
    """Make the calls, each between two marks in the trace."""
    for name in ("marks", "home"):
        (folder / name).mkdir()
    _make_tiny(folder / "whole")
    (folder / "victim" / "folder").mkdir(parents=True)
    for name in ("file", "folder/meta.json", "folder/a.txt"):
        (folder / "victim" / name).write_text("the secret of whoever opens it")
    with closing(sqlite3.connect(folder / "victim" / "foreign.sqlite")) as foreign:
        foreign.execute("CREATE TABLE account (secret TEXT)")
    _control(folder)
    for call in _calls():
        if named in call.name and zlib.crc32(call.name.encode()) % share == 0:
            _make(call, folder)


def _control(folder: Path) -> None:
    """Commit three faults on purpose: the trace must show them."""
    _mark(folder, _CONTROL)
    (folder / "victim" / "file").read_bytes()
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()
    with tempfile.NamedTemporaryFile(dir=folder.parent):
        pass
    _mark(folder, _END)


def _mark(folder: Path, name: str) -> None:
    (folder / "marks" / name).write_bytes(b"")


def _make(call: Call, folder: Path) -> None:
    from lexdesk.cli import run
    from tests.waiting import within

    os.environ.pop("LEXDESK_MODELS", None)
    tiny = folder / "tiny"
    others = {"published", "models"} - {_PLACES.get(call.name.partition(" ")[0])}
    shutil.copytree(folder / "whole", tiny, ignore=shutil.ignore_patterns(*filter(None, others)))
    given = call.prepare(tiny)
    told, name = io.StringIO(), call.name.replace("/", "-")
    code: int | str = ""
    try:
        _mark(folder, name)
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told), within(_SECONDS):
            code = run(given)
    except BaseException as error:
        code = f"{type(error).__name__}: {error}"
    finally:
        _mark(folder, _END)
    print(f"CALL {call.name}: {code}")  # noqa: T201
    if (
        code not in (0, 1, 2)
        or "bug in Lexdesk" in told.getvalue()
        or "Traceback" in told.getvalue()
    ):
        print(f"FAULT {call.name}: {code} {told.getvalue()[-500:]!r}")  # noqa: T201
    sys.stdout.flush()
    shutil.rmtree(tiny)


@click.command()
@click.option("--share", default=1, help="Make one call in so many.")
@click.option("--named", default="", help="Only calls with this in their name.")
@click.option("--inside", type=click.Path(path_type=Path), hidden=True)
def main(share: int, named: str, inside: Path | None) -> None:
    """Make the calls, and print the faults."""
    if inside:
        _walk(inside, share, named)
        return
    with tempfile.TemporaryDirectory() as scratch:
        count, found = faults(share, Path(scratch), named)
    click.echo("\n".join([*found, f"{count} calls, {len(found)} faults"]))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
