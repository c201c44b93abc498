"""Releases: version, changelog, tag, and a signature that is verified without a network."""

import importlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

PACKAGING = Path(__file__).parents[2] / "packaging"
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Search.\n"

pytest.importorskip("cyclonedx", reason="the tools of packaging are not installed")
pytestmark = pytest.mark.skipif(
    not (shutil.which("ssh-keygen") and shutil.which("git")), reason="needs git and ssh-keygen"
)


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(PACKAGING))
    return importlib.import_module("release")


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)]
    subprocess.run(command, check=True)
    return path


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "--quiet")
    git(folder, "config", "user.name", "A maintainer")
    git(folder, "config", "user.email", "maintainer@lexdesk.invalid")
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "Add search")
    return folder


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def build_as_if(release: Any, monkeypatch: pytest.MonkeyPatch, version: str) -> list[str]:
    """Put small files in the place of the artefacts, whose build takes minutes."""
    built: list[str] = []

    def build(out: Path) -> None:
        built.append(version)
        (out / f"lexdesk_{version}_amd64.deb").write_bytes(b"a package")

    monkeypatch.setattr(release, "BUILT", ("deb",))
    monkeypatch.setitem(release.TARGETS, "deb", ("", build))
    return built


def verify(folder: Path) -> int:
    """Check a release by the two commands of the page on administration."""
    command = [
        "ssh-keygen", "-Y", "verify", "-f", "allowed_signers", "-I", "releases@lexdesk.invalid",
        "-n", "lexdesk-release", "-s", "SHA256SUMS.sig",
    ]  # fmt: skip
    sums = (folder / "SHA256SUMS").read_bytes()
    signed = subprocess.run(command, cwd=folder, input=sums, capture_output=True, check=False)
    if signed.returncode:
        return signed.returncode
    check = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
    return subprocess.run(check, cwd=folder, capture_output=True, check=False).returncode


@pytest.mark.skipif(sys.platform != "linux", reason="sha256sum is of GNU")
def test_release_is_tagged_and_signed(
    release: Any, repository: Path, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_as_if(release, monkeypatch, "0.1.0")
    out = tmp_path / "dist"
    out.mkdir()
    folder = release.release("0.1.0", key, out, repository)
    assert "## [Unreleased]\n\n## [0.1.0] - 20" in (repository / "CHANGELOG.md").read_text()
    assert git(repository, "tag", "--points-at", "HEAD").split() == ["v0.1.0"]
    statement = json.loads((folder / "provenance.json").read_text())
    assert [file["name"] for file in statement["subject"]] == ["lexdesk_0.1.0_amd64.deb"]
    assert verify(folder) == 0
    (folder / "lexdesk_0.1.0_amd64.deb").write_bytes(b"another package")
    assert verify(folder) != 0
    (folder / "SHA256SUMS").write_text("")
    assert verify(folder) != 0


def test_stopped_release_is_continued(
    release: Any, repository: Path, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(out: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(release, "BUILT", ("deb",))
    monkeypatch.setitem(release.TARGETS, "deb", ("", stop))
    with pytest.raises(KeyboardInterrupt):
        release.release("0.1.0", key, tmp_path, repository)
    built = build_as_if(release, monkeypatch, "0.1.0")
    release.release("0.1.0", key, tmp_path, repository)
    assert built == ["0.1.0"]
    assert git(repository, "rev-list", "--count", "HEAD").strip() == "2"


@pytest.mark.parametrize("version", ["0.2.0", "0.1.9", "1", "v1.0.0", "1.0.0.dev1", "../1.0.0"])
def test_wrong_version_changes_nothing(
    release: Any, repository: Path, key: Path, tmp_path: Path, version: str
) -> None:
    git(repository, "tag", "v0.2.0")
    (repository / "more").write_text("")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--message", "Add more")
    with pytest.raises(release.PackagingError):
        release.release(version, key, tmp_path, repository)
    assert (repository / "CHANGELOG.md").read_text() == CHANGELOG


def test_release_needs_committed_news_and_key(
    release: Any, repository: Path, key: Path, tmp_path: Path
) -> None:
    with pytest.raises(release.PackagingError, match="ssh-keygen -t"):
        release.release("0.1.0", tmp_path / "missing", tmp_path, repository)
    (repository / "CHANGELOG.md").write_text(
        "# Changelog\n\n## [Unreleased]\n\n## [0.0.1]\n\n- Old.\n"
    )
    with pytest.raises(release.PackagingError, match="uncommitted"):
        release.release("0.1.0", key, tmp_path, repository)
    git(repository, "commit", "--quiet", "--all", "--message", "Remove news")
    with pytest.raises(release.PackagingError, match="lists nothing"):
        release.release("0.1.0", key, tmp_path, repository)


def test_artefact_of_other_version_is_not_released(release: Any, tmp_path: Path) -> None:
    (tmp_path / "lexdesk_0.1.0_amd64.deb").write_bytes(b"")
    (tmp_path / "lexdesk-0.1-linux.tar").write_bytes(b"")
    with pytest.raises(release.PackagingError, match="is not of"):
        release.gather(tmp_path, "0.1.0", tmp_path / "lexdesk-0.1.0")
