"""Packages are reproducible and complete."""

from __future__ import annotations

import ast
import contextlib
import importlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import hatchling.build
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tests.contract.packaging_runs import PACKAGING, REPOSITORY, run_packaging

LOCKS = sorted((PACKAGING / "locks").glob("*.txt"))
BUILD = "import sys; from pathlib import Path; from wheels import build_wheels; build_wheels(Path(sys.argv[1]))"


@pytest.mark.slow
def test_wheels_are_reproducible_and_contain_models(tmp_path: Path) -> None:
    for name in ("one", "two"):
        run_packaging(BUILD, str(tmp_path / name))
    result = [
        {path.name: sha256(path.read_bytes()).hexdigest() for path in (tmp_path / name).iterdir()}
        for name in ("one", "two")
    ]
    assert len(result[0]) == 3
    assert result[0] == result[1]
    (engine,) = (tmp_path / "one").glob("lexdesk-*.whl")
    packed = set(zipfile.ZipFile(engine).namelist())
    models = REPOSITORY / "exported_models"
    listed = subprocess.run(
        ["git", "ls-files", models], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout.split()
    assert listed
    assert {f"lexdesk/{name}" for name in listed} <= packed
    assert "lexdesk/models/shipped.json" in packed


def test_each_installation_command_is_proved_or_excused(monkeypatch: pytest.MonkeyPatch) -> None:
    """``make prove`` runs the commands of the pages; an unknown one needs a way or a reason."""
    monkeypatch.syspath_prepend(PACKAGING)
    shown = importlib.import_module("pages").commands()
    assert len(shown) > 40
    assert [each for each in shown if not each.way() and not each.reason()] == []
    proved = {each.way() for each in shown}
    assert proved == {"source", "development", "deb", "deb-gui", "bundle", ""}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_each_lock_covers_engine_and_gui(lock: Path) -> None:
    locked = {
        re.sub(r"[-_.]+", "-", line.partition("==")[0])
        for line in lock.read_text().splitlines()
        if not line.startswith("#")
    }
    (extras,) = re.findall(r'^EXTRAS = "(.*)"$', (PACKAGING / "lock.py").read_text(), re.MULTILINE)
    for name in ("engine", "gui"):
        project = tomllib.loads((REPOSITORY / name / "pyproject.toml").read_text())["project"]
        wanted = project["dependencies"] + [
            need
            for extra, needs in project.get("optional-dependencies", {}).items()
            if extra in extras.split(",")
            for need in needs
        ]
        needed = {re.split(r"[\[ ;<>=]", item)[0].lower() for item in wanted}
        needed -= {"lexdesk", "onnxruntime-gpu", "onnxruntime"}
        if not lock.stem.startswith(("linux-x86_64-cp311", "linux-x86_64-cp312")):
            needed -= {"eyecite"}  # its fast-diff-match-patch has no wheels there
        if "-cp313" in lock.stem or "-cp314" in lock.stem:
            needed -= {"chroma-hnswlib"}  # which the compact index replaces
        assert needed <= locked, "run: python packaging/lock.py cpu gpu"
    assert ("onnxruntime" if lock.stem.endswith("cpu") else "onnxruntime-gpu") in locked


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_each_lock_line_has_hash(lock: Path) -> None:
    lines = [line for line in lock.read_text().splitlines() if not line.startswith("#")]
    assert lines
    assert [
        line for line in lines if not re.fullmatch(r"\S+==\S+ --hash=sha256:[0-9a-f]{64}", line)
    ] == []


def read_pins(file: str) -> dict[str, list[str]]:
    """Return the versions of each library in ``file``, whose lines all have hashes."""
    pinned: dict[str, list[str]] = {}
    text = (REPOSITORY / file).read_text().replace(" \\\n", " ")
    for line in text.splitlines()[1:]:
        library, _, hashes = line.partition(" --hash=")
        assert re.fullmatch(r"sha256:[0-9a-f]{64}( +--hash=sha256:[0-9a-f]{64})*", hashes), line
        pin = Requirement(library)
        pinned.setdefault(pin.name, []).append(str(pin.specifier).removeprefix("=="))
    return pinned


def test_source_lock_meets_each_requirement(monkeypatch: pytest.MonkeyPatch) -> None:
    """The README's lines install these files; an unmet requirement fails on each machine."""
    monkeypatch.chdir(REPOSITORY / "engine")
    built_with = hatchling.build.get_requires_for_build_editable()
    assert {Requirement(each).name for each in built_with} <= read_pins("requirements.txt").keys()
    pinned = read_pins("requirements-all.txt")
    assert all(versions == pinned[name] for name, versions in read_pins("requirements.txt").items())
    text = (PACKAGING / "source_lock.py").read_text()
    (torch,) = re.findall(r'^TORCH = "torch==(.*)"$', text, re.MULTILINE)
    for page in ("README.md", ".github/workflows/ci.yml"):
        assert set(re.findall(r"torch==([\d.]+)", (REPOSITORY / page).read_text())) == {torch}
    pinned["torch"] = [torch]
    tools = (REPOSITORY / "requirements-dev.txt").read_text().splitlines()
    needed = [line.partition(" #")[0] for line in tools if not line.startswith("#")]
    for name in ("engine", "gui", "trainer"):
        read = tomllib.loads((REPOSITORY / name / "pyproject.toml").read_text())
        project = read["project"]
        extras = project.get("optional-dependencies", {})
        needed += project["dependencies"] + read["build-system"]["requires"]
        needed += [each for extra in extras.keys() - {"cuda", "hnswlib"} for each in extras[extra]]
    unmet = [
        each
        for each in map(Requirement, needed)
        if not each.name.startswith("lexdesk")
        and not any(map(each.specifier.contains, pinned.get(canonicalize_name(each.name), [])))
    ]
    assert unmet == [], "run: python packaging/source_lock.py"


def test_build_tools_are_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of PyInstaller is shipped: it and its libraries are installed by hash, too."""
    pinned = read_pins("packaging/requirements-build.txt")
    monkeypatch.syspath_prepend(PACKAGING)
    for line in importlib.import_module("source_lock").named_in(
        PACKAGING / "requirements-build.in"
    ):
        name, _, version = line.strip().partition("==")
        assert pinned[canonicalize_name(name)] == [version], "run: python packaging/source_lock.py"
    frozen = importlib.import_module("desktop").pyinstaller_pins()
    assert {"altgraph", "pyinstaller", "pyinstaller-hooks-contrib"} <= {
        line.partition("==")[0] for line in frozen
    }


def test_installer_rejects_damaged_copy(tmp_path: Path) -> None:
    """Run the script itself on a bundle of one file with another hash."""
    script = (PACKAGING / "installers" / "install.sh").read_text()
    (tmp_path / "install.sh").write_text(script)
    (tmp_path / "requirements.txt").write_text("changed on the way\n")
    (tmp_path / "SHA256SUMS").write_text(f"{sha256(b'as built').hexdigest()}  requirements.txt\n")
    target = tmp_path / "installed"
    done = subprocess.run(
        ["sh", tmp_path / "install.sh", target], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "this copy is damaged (requirements.txt): take a new one" in done.stderr
    assert done.stderr.count("\n") == 1 and not done.stdout
    assert not target.exists()


@pytest.fixture
def installer(tmp_path: Path) -> Installer:
    return Installer(tmp_path)


class Installer:
    """The script itself, on a bundle whose pip installs a command that prints its version and place."""

    def __init__(self, folder: Path) -> None:
        self.bundle, self.home = folder / "bundle", folder / "home"
        (self.bundle / "wheels").mkdir(parents=True)
        self.home.mkdir()
        for file in ("installers/install.sh", "linux/lexdesk.desktop", "linux/debian-packages.txt"):
            shutil.copy(PACKAGING / file, self.bundle)
        (self.bundle / "lexdesk.svg").write_text("<svg/>")
        self.require(1)
        self.pack("one")
        (self.bundle / "SHA256SUMS").write_text(f"{sha256(b'<svg/>').hexdigest()}  lexdesk.svg\n")
        # As somebody who is not root: else it installs for all users of the machine.
        (folder / "bin").mkdir()
        (folder / "bin" / "id").write_text("#!/bin/sh\necho 1000\n")
        (folder / "bin" / "id").chmod(0o755)
        path = f"{folder / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        self.env = {**os.environ, "HOME": str(self.home), "PATH": path}
        self.command = self.home / ".local" / "bin" / "lexdesk"

    def require(self, mebibytes: int, glibc: str = "") -> None:
        """State the size of the installed program and the lowest glibc."""
        system, machine = os.uname().sysname.lower(), os.uname().machine
        python = f"{sys.version_info.major}{sys.version_info.minor}"
        (self.bundle / "PLATFORM").write_text(
            f"{system}-{machine}-cp{python} cpu {mebibytes} {glibc}\n"
        )

    def pack(self, version: str, end: str = "") -> None:
        """Put ``version`` into the bundle, whose pip runs ``end`` last."""
        with zipfile.ZipFile(self.bundle / "wheels" / "pip-1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr("pip/__init__.py", "")
            wheel.writestr("pip/__main__.py", PIP.replace("VERSION", version) + end)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["sh", str(self.bundle / "install.sh"), *arguments],
            cwd=self.home,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *arguments: str, code: int = 0) -> str:
        process = self.start(*arguments)
        printed, complaint = process.communicate()
        assert process.returncode == code, complaint
        return complaint if code else printed

    def installed(self) -> str:
        """Run the installed command."""
        return subprocess.run(
            [self.command], capture_output=True, text=True, check=True
        ).stdout.strip()


PIP = """
import pathlib, sys, time
time.sleep(0.2)
for name in ("lexdesk", "lexdesk-gui"):
    program = pathlib.Path(sys.prefix, "bin", name)
    program.write_text(f"#!/bin/sh\\necho 'VERSION {sys.prefix}'\\n")
    program.chmod(0o755)
"""


def test_installer_resolves_folder_relative_to_working_directory(installer: Installer) -> None:
    installer.run("our programs & 5 %")
    assert installer.installed() == f"one {installer.home / 'our programs & 5 %-a'}"
    if sys.platform == "linux":
        menu = (installer.home / ".local/share/applications/lexdesk.desktop").read_text()
        assert f'Exec="{installer.home}/our programs & 5 %%/bin/lexdesk-gui" %f\n' in menu
    installer.run("--remove", "our programs & 5 %")
    assert list(installer.home.rglob("*lexdesk*")) == []
    assert list(installer.home.glob("our*")) == []


@pytest.mark.slow
def test_installer_remembers_its_folder(installer: Installer) -> None:
    installer.run("programs")
    installer.pack("two")
    installer.run()
    assert installer.installed().startswith("two ")
    assert str(installer.home / "programs") in installer.installed()
    installer.run("--remove")
    assert list(installer.home.glob("programs*")) == []


def test_removal_of_another_folder_changes_nothing(installer: Installer) -> None:
    installer.run("programs")
    (installer.home / "mine").mkdir()
    (installer.home / "mine" / "contract.txt").write_text("kept")
    assert "holds no Lexdesk" in installer.run("--remove", "mine", code=1)
    assert (installer.home / "mine" / "contract.txt").exists()
    assert installer.installed().startswith("one ")
    assert "is there already" in installer.run("mine", code=1)


@pytest.mark.slow
def test_update_rolls_back(installer: Installer) -> None:
    installer.run()
    assert "no version before" in installer.run("--rollback", code=1)
    installer.pack("two")
    installer.run()
    assert installer.installed().startswith("two ")
    installer.run("--rollback")
    assert installer.installed().startswith("one ")


@pytest.mark.parametrize("end", ["sys.exit(1)", "import os; os.kill(os.getppid(), 9)"])
def test_program_half_installed_is_not_rolled_back_to(installer: Installer, end: str) -> None:
    """The command of the new version is there already, its libraries are not."""
    installer.run("programs")
    installer.pack("half", end)
    process = installer.start("programs")
    _, complaint = process.communicate()
    is_killed = process.returncode < 0
    assert is_killed or "nothing else was changed" in complaint
    assert (installer.home / "programs-b").exists() == is_killed
    assert "no version before" in installer.run("--rollback", code=1)
    assert installer.installed().startswith("one ")


def test_installer_asks_for_room(installer: Installer) -> None:
    installer.run("programs")
    installer.require(10**9)
    assert "needs 1000000000" in installer.run(code=1)
    assert installer.installed().startswith("one ")


def test_room_of_a_killed_installation_is_counted(installer: Installer) -> None:
    """It is removed before the new program is made."""
    free = "#!/bin/sh\necho head\necho disk 9 9 1024 9% /\n"
    (installer.home.parent / "bin" / "df").write_text(free)
    (installer.home.parent / "bin" / "df").chmod(0o755)
    installer.require(3)
    assert "has 1 MB free" in installer.run("programs", code=1)
    left = installer.home / "programs-a"
    left.mkdir()
    (left / "lexdesk-bundle").touch()
    (left / "library.so").write_bytes(bytes(3 * 2**20))
    installer.run("programs")
    assert installer.installed().startswith("one ")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has glibc")
def test_installer_asks_for_glibc(installer: Installer) -> None:
    installer.require(1, "2.17")
    installer.run()
    installer.require(1, "2.100")
    assert "needs glibc 2.100, and this system has 2." in installer.run(code=1)
    assert installer.installed().startswith("one ")


def test_installer_names_the_bundle_for_another_python(installer: Installer) -> None:
    platform = installer.bundle / "PLATFORM"
    platform.write_text(re.sub("cp3[0-9]+", "cp399", platform.read_text()))
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    wanted = f"needs Python 3.99, and this system has {own}; take the bundle for cp{own.replace('.', '')}\n"
    assert installer.run(code=1) == f"install.sh: {wanted}"


def test_installer_takes_the_bundle_beside_it_for_another_python(installer: Installer) -> None:
    (platform,) = (installer.bundle / "PLATFORM").read_text().split()[:1]
    beside = installer.bundle.with_name(f"lexdesk-1-{platform}-cpu")
    shutil.copytree(installer.bundle, beside)
    other = re.sub("cp3[0-9]+", "cp399", platform)
    installer.bundle = installer.bundle.rename(beside.with_name(f"lexdesk-1-{other}-cpu"))
    (installer.bundle / "PLATFORM").write_text(f"{other} cpu 1\n")
    assert f"installing from {beside}" in installer.run("programs")
    assert installer.installed() == f"one {installer.home / 'programs-a'}"


def test_new_program_that_does_not_start_is_not_taken(installer: Installer) -> None:
    installer.run()
    with zipfile.ZipFile(installer.bundle / "wheels" / "pip-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("pip/__init__.py", "")
        wheel.writestr("pip/__main__.py", "")
    installer.run(code=1)
    assert installer.installed().startswith("one ")


@pytest.mark.slow
def test_killed_update_leaves_old_or_new_program(installer: Installer) -> None:
    installer.run()
    began = time.monotonic()
    installer.pack("version 0")
    installer.run()
    seconds = time.monotonic() - began
    for number in range(1, 21):
        before = installer.installed().rpartition(" ")[0]
        installer.pack(f"version {number}")
        process = installer.start()
        time.sleep(seconds * number / 20)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert installer.installed().rpartition(" ")[0] in (before, f"version {number}")
    installer.pack("last")
    installer.run()
    assert installer.installed().startswith("last ")


def test_documented_manual_installation_works(tmp_path: Path) -> None:
    """Run the lines of the administration page, with a pip that prints its arguments."""
    page = (REPOSITORY / "docs" / "administration.md").read_text()
    (lines,) = (block for block in page.split("\n\n") if "--require-hashes" in block)
    (tmp_path / "wheels").mkdir()
    with zipfile.ZipFile(tmp_path / "wheels" / "pip-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("pip/__main__.py", "import sys; print(sys.argv[1:])")
    done = subprocess.run(
        ["sh", "-euc", lines.replace("/opt/lexdesk", "program").replace("python3", sys.executable)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "--require-hashes" in done.stdout


def test_frozen_program_dispatches_each_process_by_name() -> None:
    """Else a reader of files, or the process behind the window, would start a second command line."""
    started = {
        name
        for program in ("engine/lexdesk", "gui/lexdesk_gui")
        for path in (REPOSITORY / program).rglob("*.py")
        for name in re.findall(r'sys\.executable, "-P", "-m", "([\w.]+)"', path.read_text())
    }
    entry = (PACKAGING / "desktop_program" / "start.py").read_text()
    (known,) = re.findall(r"^PROCESSES = \(([^)]*)\)$", entry, re.MULTILINE)
    assert started
    assert started <= set(re.findall(r'"([\w.]+)"', known))


@pytest.mark.parametrize("encoding", ["cp850", "cp1252"])
def test_frozen_program_pipes_use_utf_8(encoding: str) -> None:
    """It has no other way to the command line than the installed command."""
    start = PACKAGING / "desktop_program" / "start.py"
    done = subprocess.run(
        [sys.executable, str(start), "cite", "--json", "… § 823 BGB"],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    (citation,) = json.loads(done.stdout.decode("utf-8"))["citations"]
    assert (citation["text"], citation["start"]) == ("§ 823 BGB", 2)


@pytest.mark.parametrize(
    ("file", "is_used"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", False),
        ("PySide6\\plugins\\platforms\\qwindows.dll", True),
        ("PySide6\\plugins\\tls\\qschannelbackend.dll", False),
        ("PySide6\\translations\\qtbase_de.qm", True),
        ("PySide6\\translations\\qtbase_fr.qm", False),
        ("lexdesk-0.1.0.dist-info\\RECORD", False),
    ],
)
def test_frozen_program_excludes_same_modules_on_each_system(file: str, is_used: bool) -> None:
    spec = ast.parse((PACKAGING / "desktop_program" / "lexdesk.spec").read_text())
    chosen = ast.Module([], [])
    for item in spec.body:
        name = item.targets[0] if isinstance(item, ast.Assign) else item
        if ast.unparse(name) == "unused" or getattr(item, "name", "") == "is_used":
            chosen.body.append(item)
    values: dict[str, Any] = {"re": re}
    exec(compile(chosen, "lexdesk.spec", "exec"), values)  # noqa: S102 - our own
    assert values["is_used"]((file, "", "DATA")) is is_used
