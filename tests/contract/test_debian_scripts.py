"""Updates of the Debian packages that are killed, by dpkg itself in a folder, with the packages' own scripts."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.contract.packaging_runs import PACKAGING

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Debian has packages for Debian"),
    pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="needs dpkg"),
    pytest.mark.skipif(sys.platform == "linux" and os.geteuid() != 0, reason="needs root"),
]
FILES = 60
NAMES = ("lexdesk", "lexdesk-gui")


class System:
    """A root folder with dpkg's database, and two versions of both packages with many small files."""

    def __init__(self, folder: Path) -> None:
        self.root, self.folder = folder / "root", folder
        for part in ("updates", "info"):
            (self.root / "var/lib/dpkg" / part).mkdir(parents=True)
        (self.root / "var/lib/dpkg/status").touch()
        for version in ("1", "2"):
            for name in NAMES:
                self._build(name, version)

    def _build(self, name: str, version: str) -> None:
        """Make a package as ``deb.py`` lays it out."""
        tree = self.folder / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        program, documents = tree / "usr/lib/lexdesk" / version, tree / "usr/share/doc" / name
        for place in (program / "_internal" / name, documents, tree / "usr/bin", tree / "DEBIAN"):
            place.mkdir(parents=True)
        for number in range(FILES):
            (program / "_internal" / name / f"{number}.so").write_text(version)
        (documents / f"new-in-{version}").touch()
        shutil.copy("/bin/true", program / name)
        (tree / "usr/bin" / name).symlink_to(f"../lib/lexdesk/{version}/{name}")
        depends = f"Depends: lexdesk (= {version})\n" if name == "lexdesk-gui" else ""
        (tree / "DEBIAN/control").write_text(
            f"Package: {name}\nVersion: {version}\nArchitecture: all\nMaintainer: nobody\n{depends}"
            "Description: small\n"
        )
        for script in (PACKAGING / "linux" / name).iterdir():
            Path(shutil.copy(script, tree / "DEBIAN")).chmod(0o755)
        package = self.folder / f"{name}-{version}.deb"
        command = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(package)]
        subprocess.run(command, check=True, capture_output=True)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        options = [f"--root={self.root}", "--force-script-chrootless", "--force-unsafe-io"]
        return subprocess.Popen(
            ["dpkg", *options, "--log=/dev/null", "--auto-deconfigure", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def install(self, version: str, *options: str) -> None:
        process = self.start(*options, "-i", *self.packages(version))
        printed, _ = process.communicate()
        assert process.returncode == 0, printed

    def kill_update(self, version: str, files: int) -> None:
        """Kill the update to ``version`` as soon as its folder holds ``files`` files."""
        process = self.start("-i", *self.packages(version))
        folder = self.root / "usr/lib/lexdesk" / version
        while process.poll() is None:
            if sum(1 for path in folder.rglob("*.so*")) >= files:
                os.killpg(process.pid, signal.SIGKILL)
                break
            time.sleep(0.001)
        process.communicate()

    def packages(self, version: str) -> list[str]:
        return [str(self.folder / f"{name}-{version}.deb") for name in NAMES]

    def program(self, name: str) -> Path:
        """Return where the command leads; a link from the root begins in this folder."""
        link = self.root / "usr/bin" / name
        text = str(link.readlink())
        return self.root / text[1:] if text.startswith("/") else link.parent / text

    def leftovers(self) -> list[str]:
        found = [*self.root.rglob("*.dpkg-*"), *self.root.rglob("*.kept")]
        return sorted(path.name for path in found if "var" not in path.parts)


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("after", ["1", "2"])
def test_killed_update_leaves_both_programs_and_no_files(system: System, after: str) -> None:
    """The programs start after each kill; the next installation, of either version, removes all that was left."""
    system.install("1")
    for part in (1, FILES // 2, FILES, FILES + FILES // 2):
        system.kill_update("2", part)
        for name in NAMES:
            assert system.program(name).is_file(), (part, name)
        system.install(after)
        (left,) = (system.root / "usr/lib/lexdesk").iterdir()
        assert (left.name, system.leftovers()) == (after, []), part
        documents = [path.name for path in (system.root / "usr/share/doc/lexdesk").iterdir()]
        assert documents == [f"new-in-{after}"]
        system.install("1")


@pytest.mark.slow
def test_installation_without_documents_is_complete(system: System) -> None:
    system.install("1", "--path-exclude=/usr/share/doc/*")
    assert not (system.root / "usr/share/doc/lexdesk-gui").exists()
    assert system.program("lexdesk-gui").is_file()


@pytest.mark.slow
def test_removal_after_killed_update_removes_the_program_and_says_what_stays(
    system: System,
) -> None:
    system.install("1")
    system.kill_update("2", FILES // 2)
    process = system.start("--force-remove-reinstreq", "-r", "lexdesk-gui", "lexdesk")
    printed, _ = process.communicate()
    assert process.returncode == 0, printed
    assert "left: libraries where their owners put them" in printed
    assert not (system.root / "usr/lib/lexdesk").exists()
    assert system.leftovers() == []
