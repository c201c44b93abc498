"""A proof of installation: each way in the documentation, in clean roots of Debian, those of packages without a network.

    python packaging/prove.py [--out dist] [--way bundle] [--release trixie] > log.md

As root on Debian. Packages and bundle are installed twice: first as a new user would, by the clock; then once more with
all steps under strace. Then the commands of the pages are run as they are written. Prints a log in Markdown, with the
commands that were not run; the exit code is 1 if a step failed or a process created a non-local socket.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from clean_root import USER, Done, connect, make_root, run_in
from desktop import bundle_in
from lock import target
from pages import commands
from release import sign
from wheelhouse import PackagingError
from wheels import committed_tree

HERE = Path(__file__).parent
REPOSITORY = HERE.parent
WINDOW_SECONDS = 20
TOOLS = ("debootstrap", "strace", "unshare", "ssh-keygen")
RELEASES = {"bookworm": "3.11", "trixie": "3.13"}
"""Debian 12 and 13, with their Python."""
_NO_HIT = 1
_PIP_LOOKS = re.compile(r"socket\(AF_INET6|bind\(\d+, .*\"::1\"")
"""What pip does when it is called by hand: it looks for IPv6 by a socket that it binds to ``::1`` and connects to nothing."""
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
    law; ``has_window`` is false for the command line alone. ``names`` stand for the placeholders of the pages, and
    ``folders`` say where commands like a pattern are run.
    """

    sources: tuple[Path, ...]
    packages: tuple[str, ...]
    install: str
    holds: str
    law: str
    remove: str
    has_window: bool = True
    names: dict[str, str] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=dict)


def by_bundle(out: Path, release: str) -> Way:
    """Return the bundle, for a machine with Python and the libraries of a desktop."""
    bundle = bundle_in(out, "cpu", target(RELEASES[release]))
    name = bundle.name
    return Way(
        (out / f"{name}.tar", _signed(bundle, out)),
        ("python3", "openssh-client", *_window()),
        f"cd /media && {_shown_installation('bundle', bundle=name)}",
        _desktop_parts("/usr/local/share"),
        f"/media/{name}/law",
        f"sh /media/{name}/install.sh --remove && test ! -e /usr/local/bin/lexdesk",
        names={"bundle": name},
        folders={"ssh-keygen|sha256sum": "/media/signed", "": f"/media/{name}"},
    )


def _signed(bundle: Path, out: Path) -> Path:
    """Make a folder signed as a release is, with the bundle's README and a key for this once."""
    folder, key = out / "signed", out / "prove-key"
    for old in (folder, key, key.with_suffix(".pub")):
        shutil.rmtree(old, ignore_errors=True) if old.is_dir() else old.unlink(missing_ok=True)
    folder.mkdir()
    shutil.copy(bundle / "README.txt", folder)
    made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
    subprocess.run(made, check=True)
    sign(folder, key)
    return folder


def by_deb(out: Path, _release: str) -> Way:
    """Return the Debian package of the command line, for a server without Python and without a screen."""
    package = _package(out, "lexdesk")
    return Way(
        (package,),
        ("man-db",),
        f"dpkg -i /media/{package.name}",
        f"{_DEBIAN_PARTS}\ntest ! -e /usr/bin/lexdesk-gui\ntest ! -e /usr/lib/lexdesk/*/_internal/PySide6",
        "/usr/share/doc/lexdesk/law",
        "dpkg -r lexdesk && test ! -e /usr/bin/lexdesk",
        has_window=False,
        folders={"": "."},
    )


def by_deb_gui(out: Path, _release: str) -> Way:
    """Return both Debian packages, for a desktop without Python."""
    packages = (_package(out, "lexdesk"), _package(out, "lexdesk-gui"))
    version = packages[0].name.split("_")[1]
    return Way(
        packages,
        ("man-db", "shared-mime-info", "desktop-file-utils", *_window()),
        f"cd /media && {_shown_installation('deb-gui', version=version)}",
        f"{_desktop_parts('/usr/share')}\n{_DEBIAN_PARTS}\n{_DEBIAN_WINDOW_PARTS}",
        "/usr/share/doc/lexdesk/law",
        "dpkg -r lexdesk-gui lexdesk && test ! -e /usr/bin/lexdesk",
    )


_INSTALLS = re.compile(r"sudo apt-get |tar xf |sh lexdesk-")


def _shown_installation(way: str, **names: str) -> str:
    """Return the commands of the pages to install by ``way``; apt answers its own question."""
    shown = [
        each.script() for each in commands() if each.way() == way and _INSTALLS.match(each.text)
    ]
    return " && ".join(shown).format(**names).replace("apt-get install", "apt-get install -y")


def _package(out: Path, name: str) -> Path:
    (package,) = out.glob(f"{name}_*.deb")
    return package


WAYS: dict[str, Callable[[Path, str], Way]] = {
    "bundle": by_bundle,
    "deb": by_deb,
    "deb-gui": by_deb_gui,
}


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


class Log:
    """A table of steps in one root, each printed on completion, and then their outputs."""

    def __init__(self, title: str, root: Path, names: dict[str, str]) -> None:
        self.rows: list[tuple[str, Done]] = []
        self._root, self._names = root, names
        print(f"\n### {title}\n")
        print("| step | seconds | of the processor | exit code | sockets not local |")
        print("|---|---|---|---|---|")

    def step(
        self,
        name: str,
        script: str,
        *,
        as_root: bool = False,
        traced: bool = True,
        network: bool = False,
    ) -> Done:
        """Run ``script`` in the root and print a row."""
        for placeholder, there in self._names.items():
            script = script.replace(f"{{{placeholder}}}", there)
        done = run_in(self._root, script, as_root=as_root, traced=traced, network=network)
        self.rows.append((name, done))
        seen = len(done.sockets) if traced else "not traced"
        times = f"{done.seconds:.1f} | {done.processor:.1f}"
        print(f"| {name} | {times} | {done.code} | {seen} |", flush=True)
        return done

    def shown(self, way: str, folders: dict[str, str]) -> None:
        """Run the commands of ``way`` on the pages after its installation, in their ``folders``."""
        for command in commands():
            if command.way() == way and not _INSTALLS.match(command.text):
                name = command.text.replace("|", "\\|")
                folder = next(
                    there for like, there in folders.items() if re.match(like, command.text)
                )
                script = f"cd {folder}\n{command.script()}"
                done = self.step(f"`{name}`", script, as_root="/opt/" in command.text)
                if done.code == _NO_HIT:  # searches, failures
                    done = replace(done, code=0)
                if "/pip" in command.text and all(map(_PIP_LOOKS.search, done.sockets)):
                    done = replace(done, sockets=())
                self.rows[-1] = (self.rows[-1][0], done)

    def close(self) -> bool:
        """Print the outputs and return success."""
        _print_outputs(self.rows)
        return all(done.code == 0 and not done.sockets for _, done in self.rows)


def prove(name: str, way: Way, root: Path, release: str) -> bool:
    """Install one way into a new root of ``release`` and use it; return success."""
    make_root(root, release, list(way.packages))
    for source in way.sources:
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, root / "media" / source.name)
    shutil.copy(
        REPOSITORY / "docs" / "pictures" / "search-light.webp", root / "media" / "scan.webp"
    )
    title = f"{', '.join(source.name for source in way.sources)} ({release})"
    log = Log(title, root, {**way.names, "law": way.law})
    log.step("only the loopback interface, which is down", "test $(wc -l < /proc/net/dev) = 3")
    new_user = (
        log.step("install, by the clock", way.install, as_root=True, traced=False),
        log.step("a first answer over one's own folder, by the clock", OWN_FOLDER, traced=False),
    )
    log.step("remove, and begin anew", f"{way.remove}\n{FORGET}", as_root=True)
    log.step("install", way.install, as_root=True)
    log.step("menu entry, icon and what else a desktop wants", way.holds)
    for about, script in STEPS.items():
        if way.has_window or about != _WINDOW_STEP:
            log.step(about, script)
    if name == "deb":
        log.step(
            "a model from elsewhere",
            "cp -r /usr/lib/lexdesk/*/_internal/lexdesk/exported_models/legal-tokens model",
        )
        log.shown(name, way.folders)
    log.step("remove", way.remove, as_root=True)
    if name == "bundle":
        log.shown(name, way.folders)
    passed, used = sum(done.seconds for done in new_user), sum(done.processor for done in new_user)
    print(f"\nFrom the file to a first answer: {passed:.0f} seconds, {used:.0f} of the processor.")
    return log.close()


_ONLINE = {"traced": False, "network": True}
_IN_SOURCE = "cd /home/user/lexdesk"


def _prove_source(root: Path, release: str) -> bool:
    """Run the README's first line in a bare root with the network, first without and then with pip's cache."""
    log = _source_root(root, release)
    (line,) = (
        each.script() for each in commands() if each.text.startswith("python3 -m venv .venv &&")
    )
    log.step("first line, cold index", f"{_IN_SOURCE} && {line}", **_ONLINE)
    forget = "rm -rf lexdesk/.venv .local"
    log.step("first line, warm index", f"{forget} && {_IN_SOURCE} && {line}", **_ONLINE)
    return log.close()


def _prove_development(root: Path, release: str) -> bool:
    """Run the README's second line in a bare root with the network: all three programs, and the tests but the slow ones."""
    log = _source_root(root, release)
    (line,) = (each.script() for each in commands() if each.way() == "development")
    log.step("second line, with its tests", f"{_IN_SOURCE} && {line}", **_ONLINE)
    return log.close()


FROM_SOURCE = {"source": _prove_source, "development": _prove_development}
"""Ways with the network, from the last commit."""


def _source_root(root: Path, release: str) -> Log:
    """Make a root with the source and the packages of the system that the README names."""
    make_root(root, release, [])
    connect(root)
    with committed_tree() as tree:
        shutil.copytree(tree, root / "home/user/lexdesk")
    subprocess.run(["chown", "-R", USER, str(root / "home/user")], check=True)
    log = Log(f"source ({release})", root, {})
    (system,) = (each.script() for each in commands() if each.text.startswith("apt-get install"))
    libraries = f"{_IN_SOURCE} && apt-get update && {system.replace('install', 'install -y', 1)}"
    log.step("packages of the system", libraries, as_root=True, **_ONLINE)
    return log


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
    ways = [*WAYS, *FROM_SOURCE]
    parser.add_argument("--way", choices=ways, action="append", help="default: all")
    parser.add_argument("--release", choices=RELEASES, action="append", help="default: all")
    arguments_ = parser.parse_args()
    if missing := [name for name in TOOLS if shutil.which(name) is None]:
        print(f"prove.py: needs {', '.join(missing)}", file=sys.stderr)
        return 2
    roots = arguments_.out.absolute() / "roots"
    roots.mkdir(parents=True, exist_ok=True)
    kernel = subprocess.run(["uname", "-sr"], capture_output=True, text=True, check=True).stdout
    print(f"{kernel.strip()}, Debian minbase, network namespace without interfaces,")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    well = True
    for release in arguments_.release or RELEASES:
        for name in arguments_.way or ways:
            root = roots / f"{name}-{release}"
            try:
                if name in FROM_SOURCE:
                    well &= FROM_SOURCE[name](root, release)
                else:
                    well &= prove(name, WAYS[name](arguments_.out, release), root, release)
                shutil.rmtree(root)
            except PackagingError as error:  # say what could not be proved, and go on
                print(f"\n### {name} ({release}) was not run\n\n{error}")
                well = False
    _print_not_run()
    return 0 if well else 1


def _print_not_run() -> None:
    print(
        "\n### Commands of the pages that were not run\n\n| command | page | reason |\n|---|---|---|"
    )
    for command in commands():
        if not command.way():
            text = command.text.replace("|", "\\|")
            print(f"| `{text}` | {command.page} | {command.reason() or 'nobody knows how'} |")


if __name__ == "__main__":
    sys.exit(main())
