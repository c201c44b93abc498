"""A proof of offline installation: bundle and Debian package in clean roots without a network.

    python packaging/prove.py [--out dist] [--way bundle | --way deb | --way deb-gui] > log.md

As root on Debian. Each is installed twice: first as a new user would, by the clock; then once more with
all steps under strace. Prints a log in Markdown; the exit code is 1 if a step failed or a process
created a non-local socket.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from clean_root import Done, make_root, run_in
from desktop import bundle_in

HERE = Path(__file__).parent
REPOSITORY = HERE.parent
WINDOW_SECONDS = 20
TOOLS = ("debootstrap", "strace", "unshare")
QUESTION = "How long may a company take to answer my request for my data?"
# A folder as somebody may have it: a law, a letter, a picture of text.
OWN_FOLDER = f"""
mkdir -p own
cp -r {{law}}/gdpr own/
printf 'Dear Sir,\\n\\nthe lease of the warehouse ends on 31 March. The deposit is due by then.\\n' > own/letter.txt
cp /media/scan.webp own/
lexdesk add own
lexdesk search '{QUESTION}' --top 1
lexdesk search 'deposit of the lease' --top 1
"""
# The first message of the Model Context Protocol, for printf.
GREETING = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
    '"capabilities":{},"clientInfo":{"name":"prove","version":"1"}}}\\n'
)
_WINDOW_STEP = "the window, offscreen"
FORGET = "rm -r /home/user/own /home/user/.local"
STEPS = {
    "version": "lexdesk --version",
    "a first answer over one's own folder": OWN_FOLDER,
    "the text of a picture": "lexdesk show own/scan.webp | grep -i -m 2 consent",
    "an encrypted library": (
        "echo secret > p; lexdesk --passphrase-file p add -L sealed --encrypt own/letter.txt;"
        " lexdesk --passphrase-file p search -L sealed deposit"
    ),
    "demo": "lexdesk demo",
    "the server for assistants": f"printf '{GREETING}' | lexdesk mcp | grep -o -m 1 '\"serverInfo\".*'",
    _WINDOW_STEP: (
        f"code=0; QT_QPA_PLATFORM=offscreen timeout {WINDOW_SECONDS} lexdesk-gui || code=$?;"
        " test $code = 124"  # it was open until the time was over
    ),
    "all indexes hold": "lexdesk check",
}


@dataclass(frozen=True, slots=True)
class Way:
    """A way to install.

    ``sources`` are the files, to be placed in ``/media``; ``packages`` are the prerequisites of the root;
    ``holds`` tests for the parts of a desktop, such as the menu entry; ``law`` is the folder of sample
    law; ``has_window`` is false for the command line alone.
    """

    sources: tuple[Path, ...]
    packages: tuple[str, ...]
    install: str
    holds: str
    law: str
    remove: str
    has_window: bool = True


def by_bundle(out: Path) -> Way:
    """Return the bundle, for a machine with Python and the libraries of a desktop."""
    name = bundle_in(out, "cpu").name
    return Way(
        (out / f"{name}.tar",),
        ("python3", *_window()),
        f"cd /media && tar xf {name}.tar && sh {name}/install.sh",
        _desktop_parts("/usr/local/share"),
        f"/media/{name}/law",
        f"sh /media/{name}/install.sh --remove && test ! -e /usr/local/bin/lexdesk",
    )


def by_deb(out: Path) -> Way:
    """Return the Debian package of the command line, for a server without Python and without a screen."""
    package = _package(out, "lexdesk")
    return Way(
        (package,),
        ("man-db",),
        f"dpkg -i /media/{package.name}",
        f"{_DEBIAN_PARTS}\ntest ! -e /usr/bin/lexdesk-gui\ntest ! -e /usr/lib/lexdesk/_internal/PySide6",
        "/usr/share/doc/lexdesk/law",
        "dpkg -r lexdesk && test ! -e /usr/bin/lexdesk",
        has_window=False,
    )


def by_deb_gui(out: Path) -> Way:
    """Return both Debian packages, for a desktop without Python."""
    packages = (_package(out, "lexdesk"), _package(out, "lexdesk-gui"))
    return Way(
        packages,
        ("man-db", "shared-mime-info", "desktop-file-utils", *_window()),
        "dpkg -i " + " ".join(f"/media/{package.name}" for package in packages),
        f"{_desktop_parts('/usr/share')}\n{_DEBIAN_PARTS}\n{_DEBIAN_WINDOW_PARTS}",
        "/usr/share/doc/lexdesk/law",
        "dpkg -r lexdesk-gui lexdesk && test ! -e /usr/bin/lexdesk",
    )


def _package(out: Path, name: str) -> Path:
    (package,) = out.glob(f"{name}_*.deb")
    return package


WAYS = {"bundle": by_bundle, "deb": by_deb, "deb-gui": by_deb_gui}


_DEBIAN_PARTS = """
man lexdesk | head -4
ls /usr/share/bash-completion/completions/lexdesk
dpkg --verify lexdesk
"""
_DEBIAN_WINDOW_PARTS = """
desktop-file-validate /usr/share/applications/lexdesk.desktop
grep lexdesk /usr/share/mime/globs2
man lexdesk-gui | head -4
dpkg --verify lexdesk-gui
"""


def _desktop_parts(share: str) -> str:
    return (
        f"ls {share}/applications/lexdesk.desktop {share}/icons/hicolor/scalable/apps/lexdesk.svg"
    )


def _window() -> list[str]:
    return (HERE / "linux" / "debian-packages.txt").read_text("utf-8").split()


def prove(way: Way, root: Path) -> bool:
    """Install one way into a new root and use it; return success."""
    make_root(root, list(way.packages))
    for source in way.sources:
        shutil.copy(source, root / "media")
    shutil.copy(
        REPOSITORY / "docs" / "pictures" / "search-light.webp", root / "media" / "scan.webp"
    )
    print(f"\n### {', '.join(source.name for source in way.sources)}\n")
    print("| step | seconds | of the processor | exit code | sockets not local |")
    print("|---|---|---|---|---|")
    rows: list[tuple[str, Done]] = []

    def step(name: str, script: str, *, as_root: bool = False, traced: bool = True) -> Done:
        done = run_in(root, script.replace("{law}", way.law), as_root=as_root, traced=traced)
        rows.append((name, done))
        seen = len(done.sockets) if traced else "not traced"
        times = f"{done.seconds:.1f} | {done.processor:.1f}"
        print(f"| {name} | {times} | {done.code} | {seen} |", flush=True)
        return done

    step("only the loopback interface, which is down", "test $(wc -l < /proc/net/dev) = 3")
    new_user = (
        step("install, by the clock", way.install, as_root=True, traced=False),
        step("a first answer over one's own folder, by the clock", OWN_FOLDER, traced=False),
    )
    step("remove, and begin anew", f"{way.remove}\n{FORGET}", as_root=True)
    step("install", way.install, as_root=True)
    step("menu entry, icon and what else a desktop wants", way.holds)
    for name, script in STEPS.items():
        if way.has_window or name != _WINDOW_STEP:
            step(name, script)
    step("remove", way.remove, as_root=True)
    passed, used = sum(done.seconds for done in new_user), sum(done.processor for done in new_user)
    print(f"\nFrom the file to a first answer: {passed:.0f} seconds, {used:.0f} of the processor.")
    _print_outputs(rows)
    return all(done.code == 0 and not done.sockets for _, done in rows)


def _print_outputs(rows: list[tuple[str, Done]]) -> None:
    for name, done in rows:
        print(f"\n{name}:\n\n```\n{_shortened(done.output)}\n```")
        for line in done.sockets:
            print(f"- {line}")


def _shortened(output: str) -> str:
    lines = [line.rpartition("\r")[2][:160] for line in output.strip().splitlines()]
    return "\n".join(lines if len(lines) < 16 else [*lines[:8], "...", *lines[-6:]])


def main() -> int:
    """Prove the requested ways and return the exit code."""
    parser = argparse.ArgumentParser(prog="prove.py")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="where things were built")
    parser.add_argument("--way", choices=WAYS, action="append", help="default: all")
    arguments_ = parser.parse_args()
    if missing := [name for name in TOOLS if shutil.which(name) is None]:
        print(f"prove.py: needs {', '.join(missing)}", file=sys.stderr)
        return 2
    roots = arguments_.out.absolute() / "roots"
    roots.mkdir(parents=True, exist_ok=True)
    kernel = subprocess.run(["uname", "-sr"], capture_output=True, text=True, check=True).stdout
    print(f"{kernel.strip()}, Debian bookworm (minbase), network namespace without interfaces,")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    names = arguments_.way or list(WAYS)
    well = [prove(WAYS[name](arguments_.out), roots / name) for name in names]
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
