"""Limits of folder watching: the system's maximum, network drives, removable disks."""

import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from lexdesk.ingest.scan.watch import Watch
from lexdesk.system.network_places import as_proc_mounts, find_file_system

_SAYS = """import json, sys
from pathlib import Path
from lexdesk.ingest.scan.watch import Watch
with Watch([Path(each) for each in sys.argv[2:]], Path("library"), polls=sys.argv[1] == "polls") as watch:
    print(json.dumps([watch.poll, {str(folder): why for folder, why in watch.unwatched.items()}]), flush=True)
    if sys.stdin.readline():
        batch = next(watch.changes())
        print(json.dumps([list(map(str, batch)), {str(each): why for each, why in watch.unwatched.items()}]))
"""


def _own_limits(*options: str) -> list[str]:
    """Return the beginning of a command with limits and mounts of its own."""
    if sys.platform != "linux" or shutil.which("unshare") is None:
        pytest.skip("needs unshare (util-linux), which this machine does not have")
    command = ["unshare", "-r", *options]
    if subprocess.run([*command, "true"], check=False, capture_output=True).returncode:
        pytest.skip("this account may make no namespace")
    return command


def _with_limit(count: int, *arguments: str | Path) -> list[str]:
    result = f'echo {count} > /proc/sys/user/max_inotify_watches && exec "$@"'
    return [
        *_own_limits("-U"), "sh", "-c", result, "sh", sys.executable, "-c", _SAYS,
        *map(str, arguments),
    ]  # fmt: skip


def _said(command: list[str]) -> Any:
    done = subprocess.run(command, input="", capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexdesk.ingest.scan.watch.QUIET_SECONDS", 0.2)


def _folders(root: Path, count: int) -> Path:
    for number in range(count):
        (root / str(number)).mkdir(parents=True)
    return root


def test_folders_beyond_watch_limit_are_reported(tmp_path: Path) -> None:
    """watchdog 7.1 leaves them out without a word."""
    few, many = _folders(tmp_path / "few", 3), _folders(tmp_path / "many", 30)
    assert _said(_with_limit(12, "told", many, few)) == [None, {str(many): "limit"}]
    assert _said(_with_limit(12, "told", few)) == [None, {}]
    assert _said(_with_limit(12, "polls", many, few)) == [10.0, {}]


def test_new_folder_beyond_watch_limit_is_reported(tmp_path: Path) -> None:
    folder = _folders(tmp_path / "matters", 3)
    command = _with_limit(6, "told", folder)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as watching:
        assert watching.stdin is not None
        assert watching.stdout is not None
        assert json.loads(watching.stdout.readline()) == [None, {}]
        _folders(folder / "new", 5)
        result, _ = watching.communicate("go on\n", timeout=60)
    batch, unwatched = json.loads(result)
    assert str(folder / "new") in batch
    assert unwatched == {str(folder): "limit"}


@pytest.mark.slow
def test_removable_disk_can_be_unmounted_while_watched(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    script = f"""import subprocess, sys
from pathlib import Path
from lexdesk.ingest.scan import watch
watch._LOOKED_FOR = 0.1
stick = Path({str(stick)!r})
def run(*command): subprocess.run(command, check=True)
run("mount", "-t", "tmpfs", "stick", stick)
(stick / "matter").mkdir()
with watch.Watch([stick], Path("library"), polls=False) as watching:
    assert not watching.unwatched
    run("umount", stick)  # would fail if anything of it were open
    stick.rmdir()
    for batch in watching.changes(60):
        if watching.unwatched:
            break
    assert watching.unwatched == {{stick: "away"}}, watching.unwatched
    stick.mkdir()
    run("mount", "-t", "tmpfs", "stick", stick)
    for batch in watching.changes(60):
        if not watching.unwatched:
            break
    (stick / "letter.txt").write_text("The tenant pays the rent.")
    for batch in watching.changes(60):
        if stick / "letter.txt" in batch:
            break
    run("umount", stick)
print("taken out")
"""
    done = subprocess.run(
        [*_own_limits("-Um"), sys.executable, "-c", script],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.endswith("taken out\n"), done.stderr


def test_network_drive_without_polling_is_not_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    share, disk = tmp_path / "share", tmp_path / "disk"
    disk.mkdir()  # and what is at the other one is not looked at
    mounts = f"server:/law {share} nfs4 rw 0 0\n".encode()
    monkeypatch.setattr("lexdesk.system.network_places.read_mounts", lambda: mounts)
    with Watch([share, disk], tmp_path / "library", polls=False) as watch:
        assert (watch.poll, watch.unwatched) == (None, {share: "network"})
        writing = threading.Timer(0.1, (disk / "a.txt").write_text, ["text"])
        writing.start()
        assert next(watch.changes(timeout=60)) == [disk / "a.txt"]
        writing.join()


def test_ignored_files_are_checked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log file causes an event for each line."""
    (tmp_path / ".lexdeskignore").write_text("*.log")
    weighed: list[str] = []
    watch = Watch([tmp_path], tmp_path / "library")
    weigh = watch.is_eligible

    def weighing(path: Path, folder: Path) -> bool:
        weighed.append(path.name)
        return weigh(path, folder)

    monkeypatch.setattr(watch, "is_eligible", weighing)
    for _ in range(100):
        watch.note(tmp_path, tmp_path / "a.log")
        watch.note(tmp_path, tmp_path / "a.txt")
    assert weighed == ["a.log", "a.txt"]
    (tmp_path / ".lexdeskignore").write_text("")
    watch.note(tmp_path, tmp_path / ".lexdeskignore")
    watch.note(tmp_path, tmp_path / "a.log")
    assert weighed[2:] == ["a.log"]


def test_watcher_opens_no_store() -> None:
    """A process of its own watches for a window: with the store it takes 110 MB in place of 18."""
    found = "import lexdesk.ingest.scan.watch, sys; print('sqlite3' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX")
@pytest.mark.parametrize(
    ("folder", "kind"),
    [("/Users/me", "apfs"), ("/Volumes/law", "smbfs"), ("/Volumes/old law (2)/cases", "nfs")],
)
def test_file_system_of_folder_on_mac(folder: str, kind: str) -> None:
    result = b"""/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
//me@nas/law on /Volumes/law (smbfs, nodev, nosuid, mounted by me)
nas:/old on /Volumes/old law (2) (nfs, nodev, nosuid)
"""
    assert find_file_system(Path(folder), as_proc_mounts(result)) == kind
