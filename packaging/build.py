"""Build of the release files: ``python packaging/build.py TARGET... [--out FOLDER]``.

Run in an environment with packaging/requirements-build.txt. Release files come from the last commit
and the committed locks; the first three targets are the same bytes each time.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from bundle import build_bundle
from deb import build_deb
from desktop import build_desktop, build_small_desktop
from documentation import build_site
from lock import add_target, target, target_of
from sums import write_sums
from wheelhouse import PackagingError
from wheels import build_wheels


def _wheels(out: Path) -> None:
    build_wheels(out / "wheels")
    write_sums(out / "wheels")


def _bundle(out: Path, place: str = target()) -> None:
    build_bundle("cpu", out, place)


TARGETS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "docs": ("the documentation as a site", lambda out: build_site(out / "documentation")),
    "wheels": ("the wheels of our three distributions", _wheels),
    "bundle": ("the air-gap bundle; --python, --system and --machine name another", _bundle),
    "bundle-gpu": ("the air-gap bundle with CUDA", lambda out: build_bundle("gpu", out)),
    "desktop": ("both programs in one folder, out of the bundle's wheels", build_desktop),
    "desktop-small": ("the same without text recognition", build_small_desktop),
    "deb": ("the folder of desktop as two Debian packages", build_deb),
}


def main() -> int:
    """Build the targets of the command line in order and return the exit code."""
    listed = "\n".join(f"  {name:<14} {about}" for name, (about, _) in TARGETS.items())
    parser = argparse.ArgumentParser(
        prog="build.py",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"targets:\n{listed}",
    )
    parser.add_argument("targets", nargs="+", choices=TARGETS, metavar="TARGET")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="default: dist")
    add_target(parser)
    arguments = parser.parse_args()
    place = target_of(arguments)
    if place != target() and arguments.targets != ["bundle"]:
        parser.error("--python, --system and --machine are for the target bundle alone")
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name in arguments.targets:
        try:
            if place == target():
                TARGETS[name][1](arguments.out.absolute())
            else:
                _bundle(arguments.out.absolute(), place)
        except PackagingError as error:
            print(f"build.py: {error}", file=sys.stderr)
            return 2
        print(f"{name}: done, in {arguments.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
