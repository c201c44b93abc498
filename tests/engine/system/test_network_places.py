"""Paths of a library that are looked up: a foreign library must not cause the look-up of a server."""

from pathlib import Path

import pytest

from lexdesk.errors import LibraryCode
from lexdesk.ingest.scan.scan import find_files, is_gone
from lexdesk.ingest.unavailable_folders import describe_unavailable_folder, is_away
from lexdesk.system import network_places
from lexdesk.system.network_places import may_touch, share_of, trust_shares


@pytest.mark.parametrize(
    ("path", "share"),
    [
        (r"C:\files\law.pdf", ""),
        ("c:/files/law.pdf", ""),
        (r"\\Server\Share\law.pdf", r"\\server\share"),
        ("//server/share/law.pdf", r"\\server\share"),
        (r"\\?\UNC\server\share\law.pdf", r"\\?\unc\server\share"),
        (r"\\?\C:\law.pdf", r"\\?\c:"),
        (r"\\.\pipe\name", r"\\.\pipe"),
        (r"\\server@SSL@443\DavWWWRoot\law.pdf", r"\\server@ssl@443\davwwwroot"),
        ("NUL", "nul"),
        (r"C:\files\COM1", "c:"),
        (r"C:\aux\law.pdf", "c:"),
        (r"C:\files\nul .pdf", "c:"),
        (r"C:\files\com¹.txt", "c:"),
        (r"C:\files\CONIN$", "c:"),
        (r"C:\files\aux:law", "c:"),
        (r"C:\files\auxiliary.pdf", ""),
        (r"C:\files\common\lpt.txt", ""),
        (r"C:\files\trailing. \law.pdf", ""),
        ("C:law.pdf", "c:"),
        (r"\files\law.pdf", r"\files\law.pdf"),
        ("law.pdf", "law.pdf"),
    ],
)
def test_only_paths_on_a_drive_are_local_on_windows(path: str, share: str) -> None:
    assert share_of(path, "win32") == share


@pytest.mark.parametrize(
    ("path", "share"), [("/home/a/law.pdf", ""), ("//net/host/a", "//net/host")]
)
def test_automounted_machines_are_not_local_elsewhere(path: str, share: str) -> None:
    assert share_of(path, "linux") == share


def test_a_share_is_looked_at_only_after_a_person_named_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Have ``share_of`` take a folder of this test for a share."""
    monkeypatch.setattr(network_places, "find_state_path", lambda: tmp_path / "state")
    monkeypatch.setattr(network_places, "_named", set())
    share = tmp_path / "share"
    share.mkdir()
    (share / "law.txt").write_text("law")
    real = share_of

    def as_share(path: str | Path, system: str = "linux") -> str:
        return str(share) if Path(path).is_relative_to(share) else real(path, system)

    monkeypatch.setattr(network_places, "share_of", as_share)
    assert not is_gone(share / "none.txt"), "an untrusted share says nothing about a file"
    assert describe_unavailable_folder(share).code is LibraryCode.SHARE_NOT_NAMED
    assert is_away(share)
    assert find_files([share], tmp_path / "library", gone_is_fine=True) == []
    trust_shares([share / "law.txt"])
    monkeypatch.setattr(network_places, "_named", set())  # as in the next program
    assert may_touch(share / "other.txt")
    assert is_gone(share / "none.txt")
    assert not is_away(share)
    assert find_files([share], tmp_path / "library", gone_is_fine=True) == [share / "law.txt"]
