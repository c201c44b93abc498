"""A release in one command: changelog, tag, artefacts, their provenance, sums, and a signature.

    python packaging/release.py 0.1.0 --key ~/.ssh/lexdesk_release [--out dist]

The key is an OpenSSH key; a user checks the signature without a network by ``ssh-keygen -Y verify``. A release
that was stopped is continued by the same command: a version that the last commit has as its tag is built only.
"""

import argparse
import datetime
import importlib.metadata
import json
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from build import TARGETS
from sums import NAME as SUMS
from sums import write_sums
from wheelhouse import PackagingError, sha256
from wheels import REPOSITORY

NAMESPACE = "lexdesk-release"
"""What the key signs for, so that a signature for another purpose is none of a release."""
IDENTITY = "releases@lexdesk.invalid"
SIGNERS = "allowed_signers"
PROVENANCE = "provenance.json"
BUILT = ("wheels", "bundle", "bundle-gpu", "desktop", "deb")
_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
_UNRELEASED = "## [Unreleased]\n"


def release(version: str, key: Path, out: Path, repository: Path = REPOSITORY) -> Path:
    """Release the last commit of ``repository`` as ``version`` into a folder below ``out``; return the folder.

    Raises ``PackagingError`` for a version that is none or not above the last, uncommitted changes, a changelog
    without news, and a missing key.
    """
    if not key.is_file():
        raise PackagingError(f"{key} is no key: make one with ssh-keygen -t ed25519 -f {key}")
    if _git(repository, "status", "--porcelain"):
        raise PackagingError("there are uncommitted changes: commit them first")
    if f"v{version}" not in _git(repository, "tag", "--points-at", "HEAD").split():
        _require_next(version, _git(repository, "tag", "--list", "v*").split())
        _close_changelog(repository / "CHANGELOG.md", version, datetime.datetime.now(datetime.UTC))
        _git(repository, "commit", "--quiet", "--message", f"Release {version}", "CHANGELOG.md")
        signing = ("-c", "gpg.format=ssh", "-c", f"user.signingkey={key}")
        _git(
            repository, *signing, "tag", "--sign", f"v{version}", "--message", f"Lexdesk {version}"
        )
    for name in BUILT:
        TARGETS[name][1](out)
    folder = out / f"lexdesk-{version}"
    gather(out, version, folder)
    write_provenance(folder, version, _git(repository, "rev-parse", "HEAD").strip())
    sign(folder, key)
    return folder


def _require_next(version: str, tags: Sequence[str]) -> None:
    if not _VERSION.fullmatch(version):
        raise PackagingError(f"{version} is no version: name it as 1.2.3")
    released = [tag[1:] for tag in tags if _VERSION.fullmatch(tag[1:])]
    last = max(released, key=_numbers, default="")
    if last and _numbers(version) <= _numbers(last):
        raise PackagingError(f"{version} is not above the last release, {last}: name a higher one")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _close_changelog(page: Path, version: str, day: datetime.datetime) -> None:
    """Give the unreleased entries the number and the day of the release."""
    head, found, news = page.read_text(encoding="utf-8").partition(_UNRELEASED)
    if not found or not news.partition("\n## [")[0].strip():
        raise PackagingError(f"{page.name} lists nothing as unreleased: add what users notice")
    heading = f"{_UNRELEASED}\n## [{version}] - {day:%Y-%m-%d}\n"
    page.write_text(head + heading + news, encoding="utf-8")


def gather(out: Path, version: str, folder: Path) -> None:
    """Copy the artefacts for users from ``out`` to ``folder``.

    Raises ``PackagingError`` for an artefact of another version.
    """
    files = sorted([*out.glob("*.tar"), *out.glob("*.deb"), *out.glob("wheels/lexdesk*.whl")])
    if not files:
        raise PackagingError(f"{out} holds nothing to release")
    for file in files:
        if not re.search(rf"[-_]{re.escape(version)}[-_]", file.name):
            raise PackagingError(f"{file.name} is not of {version}: remove it from {out}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file in files:
        shutil.copy2(file, folder)


def write_provenance(folder: Path, version: str, commit: str) -> None:
    """Write the origin of the files of ``folder``, as a statement of in-toto with SLSA's provenance.

    https://slsa.dev/spec/v1.0/provenance
    """
    tools = sorted({f"{each.name}@{each.version}" for each in importlib.metadata.distributions()})
    statement = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [
            {"name": file.name, "digest": {"sha256": sha256(file)}}
            for file in sorted(folder.iterdir())
        ],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": "https://lexdesk.invalid/packaging/release.py",
                "externalParameters": {"version": version, "targets": list(BUILT)},
                "resolvedDependencies": [
                    {"uri": "git+lexdesk", "digest": {"gitCommit": commit}},
                    *({"uri": f"pkg:pypi/{tool}"} for tool in tools),
                ],
            },
            "runDetails": {
                "builder": {
                    "id": "https://lexdesk.invalid/packaging",
                    "version": {"python": platform.python_version(), "system": platform.platform()},
                }
            },
        },
    }
    (folder / PROVENANCE).write_text(json.dumps(statement, indent=1) + "\n", encoding="utf-8")


def sign(folder: Path, key: Path) -> None:
    """Write the sums of ``folder``, their signature, and the public key for their verification.

    Raises ``PackagingError`` if ssh-keygen is missing or rejects the key.
    """
    if shutil.which("ssh-keygen") is None:
        raise PackagingError("ssh-keygen is missing: install OpenSSH")
    for name in (f"{SUMS}.sig", SIGNERS):
        (folder / name).unlink(missing_ok=True)
    sums = write_sums(folder)
    public = _run("ssh-keygen", "-y", "-f", str(key)).strip()
    _run("ssh-keygen", "-Y", "sign", "-q", "-f", str(key), "-n", NAMESPACE, str(sums))
    (folder / SIGNERS).write_text(
        f'{IDENTITY} namespaces="{NAMESPACE}" {public}\n', encoding="utf-8", newline="\n"
    )


def _git(repository: Path, *arguments: str) -> str:
    return _run("git", "-C", str(repository), *arguments)


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PackagingError(f"{' '.join(command[:4])} failed: {done.stderr.strip()}")
    return done.stdout


def main() -> int:
    """Release the version of the command line and return the exit code."""
    parser = argparse.ArgumentParser(prog="release.py")
    parser.add_argument("version", help="such as 0.1.0, without a v")
    parser.add_argument("--key", type=Path, required=True, help="OpenSSH key of the releases")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="default: dist")
    arguments = parser.parse_args()
    out = arguments.out.absolute()
    out.mkdir(parents=True, exist_ok=True)
    try:
        folder = release(arguments.version, arguments.key.expanduser().absolute(), out)
    except PackagingError as error:
        print(f"release.py: {error}", file=sys.stderr)
        return 2
    print(f"{folder} holds the release; publish it with its tag v{arguments.version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
