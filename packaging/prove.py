"""Installs the bundle and the Debian package into clean roots without a network, and uses them.

    python packaging/prove.py --out dist [--roots FOLDER] > log.md

As root on Debian. Prints a log in Markdown; the exit code is 1 where a step failed or a process made a
socket that is not local.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from clean_root import Done, make_root, run_in
from desktop import bundle_in

HERE = Path(__file__).parent
REPOSITORY = HERE.parent
WINDOW_SECONDS = 12
QUESTION = "How soon must an authority be told that customer records were stolen?"
# A folder as somebody may have it: a law, a letter, a picture of text.
OWN_FOLDER = f"""
mkdir -p own
cp -r {{law}}/gdpr own/
printf 'Dear Sir,\\n\\nthe lease of the warehouse ends on 31 March. The deposit is due by then.\\n' > own/letter.txt
cp /media/scan.png own/
lexdesk add own
lexdesk search '{QUESTION}' --top 1
lexdesk search 'deposit of the lease' --top 1
"""
STEPS = {
    "version": "lexdesk --version",
    "a first answer over one's own folder": OWN_FOLDER,
    "the text of a picture is found": "lexdesk search --mode words 'Legitimate interests' --top 3 --json",
    "an encrypted library": (
        "echo secret > p; lexdesk --passphrase-file p add -L sealed --encrypt own/letter.txt;"
        " lexdesk --passphrase-file p search -L sealed deposit"
    ),
    "demo": "lexdesk demo",
    "the window, offscreen": (
        f"QT_QPA_PLATFORM=offscreen timeout {WINDOW_SECONDS} lexdesk-gui || test $? = 124"
    ),
    "all indexes hold": "lexdesk check",
}


@dataclass(frozen=True, slots=True)
class Way:
    """A way to install: what the root must have, and how root installs what lies in ``/media``."""

    name: str
    packages: tuple[str, ...]
    install: str
    law: str
    remove: str


def ways(bundle: Path, package: Path) -> list[Way]:
    """The bundle on a machine with Python, the package on one without."""
    window = tuple((HERE / "linux" / "debian-packages.txt").read_text("utf-8").split())
    return [
        Way(
            bundle.name,
            ("python3", *window),
            f"cd /media && tar xf {bundle.name}.tar && sh {bundle.name}/install.sh",
            f"/media/{bundle.name}/law",
            f"sh /media/{bundle.name}/install.sh --remove && test ! -e /usr/local/bin/lexdesk",
        ),
        Way(
            package.name,
            ("man-db", "shared-mime-info", *window),
            f"dpkg -i /media/{package.name} && MANPAGER=cat man lexdesk | head -4",
            "/usr/share/doc/lexdesk/law",
            "dpkg -r lexdesk && test ! -e /usr/bin/lexdesk",
        ),
    ]


def prove(way: Way, source: Path, root: Path) -> bool:
    """Install one way into a new root and use it; whether all went well."""
    make_root(root, list(way.packages))
    shutil.copy(source, root / "media")
    shutil.copy(REPOSITORY / "docs" / "pictures" / "search-light.png", root / "media" / "scan.png")
    print(f"\n### {way.name}\n\n| step | seconds, traced | exit code | sockets not local |")
    print("|---|---|---|---|")
    rows: list[tuple[str, Done]] = []

    def step(name: str, script: str, *, as_root: bool = False) -> None:
        done = run_in(root, script, as_root=as_root)
        rows.append((name, done))
        print(f"| {name} | {done.seconds:.1f} | {done.code} | {len(done.sockets)} |", flush=True)

    step("only the loopback interface, which is down", "test $(wc -l < /proc/net/dev) = 3")
    step("install", way.install, as_root=True)
    for name, script in STEPS.items():
        step(name, script.replace("{law}", way.law))
    step("remove", way.remove, as_root=True)
    for name, done in rows:
        print(f"\n{name}:\n\n```\n{_shortened(done.output)}\n```")
        for line in done.sockets:
            print(f"- {line}")
    return all(done.code == 0 and not done.sockets for _, done in rows)


def _shortened(output: str) -> str:
    lines = [line.rpartition("\r")[2][:160] for line in output.strip().splitlines()]
    return "\n".join(lines if len(lines) < 16 else [*lines[:8], "...", *lines[-6:]])


def main() -> int:
    """Prove both ways; the exit code."""
    parser = argparse.ArgumentParser(prog="prove.py")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="where things were built")
    parser.add_argument("--roots", type=Path, help="where clean roots are made; default: OUT/roots")
    told = parser.parse_args()
    roots = (told.roots or told.out / "roots").absolute()
    roots.mkdir(parents=True, exist_ok=True)
    bundle = bundle_in(told.out, "cpu")
    (package,) = told.out.glob("*.deb")
    sources = [told.out / f"{bundle.name}.tar", package]
    kernel = subprocess.run(["uname", "-sr"], capture_output=True, text=True, check=True).stdout
    print(f"{kernel.strip()}, Debian bookworm (minbase), network namespace without interfaces")
    well = [
        prove(way, source, roots / f"root-{number}")
        for number, (way, source) in enumerate(zip(ways(bundle, package), sources, strict=True), 1)
    ]
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
