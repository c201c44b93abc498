"""Packages: trimmed modules, licences, recipes and workflows."""

import ctypes
import importlib
import os
import plistlib
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import etree
from tests.contract.packaging_runs import PACKAGING, REPOSITORY, run_packaging

DEEP = "int deep(void) { return 7; }\n"
SHALLOW = "int deep(void); int asked(int really) { return really ? deep() : 3; }\n"
TRIM = "import sys; from pathlib import Path; from trim import trim; trim(Path(sys.argv[1]).absolute())"


@pytest.mark.skipif(sys.platform != "linux", reason="libraries are made hollow on Linux alone")
@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler (cc)")
def test_hollowed_module_loads_empty(tmp_path: Path) -> None:
    """A module linked with a library of ``HOLLOW``, which alone is linked with a third, and a namesake of the module."""
    libraries, companions = tmp_path / "kreuzberg.libs", tmp_path / "beside"
    libraries.mkdir()
    companions.mkdir()
    deepest, deep = libraries / "libdeepest.so.1", libraries / "libonnxruntime-0a1b.so.1"
    part, other, namesake = tmp_path / "part.so", tmp_path / "libother.so.2", companions / "part.so"
    link = ["-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN/kreuzberg.libs:$ORIGIN"]
    for library, source, needs in (
        (deepest, "int deepest(void) { return 1; }\n", []),
        (deep, DEEP, [deepest]),
        (part, SHALLOW, [deep]),
        (other, "int other(void) { return 2; }\n", []),
        (namesake, "int none(void) { return 0; }\n", [other]),
    ):
        command = ["cc", "-shared", "-fPIC", f"-Wl,-soname,{library.name}", *link]
        subprocess.run(
            [*command, "-x", "c", "-", "-x", "none", *needs, "-o", library],
            input=source,
            text=True,
            check=True,
        )
    run_packaging(TRIM, str(tmp_path))
    assert not deepest.exists()
    assert other.exists()
    assert ctypes.CDLL(str(part), mode=os.RTLD_NOW).asked(0) == 3
    call = f"import ctypes; ctypes.CDLL({str(part)!r}).asked(1)"
    assert subprocess.run([sys.executable, "-c", call], check=False).returncode < 0


@pytest.mark.parametrize(
    ("file", "is_notice"),
    [
        ("part.dist-info/licenses/LICENSE", True),
        ("part.dist-info/licenses/BUILD_LICENSES/freetype.txt", True),
        ("part.dist-info/licenses/core/dragon4_LICENSE.txt", True),
        ("part.dist-info/LICENSE.MIT", True),
        ("onnxruntime/ThirdPartyNotices.txt", True),
        ("fonts/OFL.txt", True),
        ("fonts/bitstream-vera-license.txt", True),
        ("part/license.py", False),
        ("part/noticeable.txt", False),
        ("part/driver-licensing.csv", False),
        ("part.dist-info/METADATA", False),
    ],
)
def test_licence_texts_are_identified(
    file: str, is_notice: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Licence texts as wheels carry them, also of compiled-in parts."""
    monkeypatch.syspath_prepend(PACKAGING)
    distribution = importlib.import_module("distribution")
    wheel = tmp_path / "part-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr(file, "Name: part\nVersion: 1.0\n")
        if not file.endswith("METADATA"):
            packed.writestr("part.dist-info/METADATA", "Name: part\nVersion: 1.0\n")
    assert distribution.read(wheel).notices == ((file,) if is_notice else ())


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("dpkg-query"), reason="asks Debian whose library it is")
def test_system_library_licences_are_included(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(PACKAGING)
    licences = importlib.import_module("licences")
    internal, target = tmp_path / "internal", tmp_path / "licences"
    tools = tmp_path / "pyinstaller-6.0.dist-info" / "licenses"
    for folder in (internal, target, tools):
        folder.mkdir(parents=True)
    (tools / "COPYING.txt").write_text("with an exception")
    (target / "LICENCES.md").write_text("# Licences\n")
    for name in ("libz.so.1", "libpython3.99.so.1.0"):
        (internal / name).write_bytes(b"")
    (internal / "libnone.so.1").symlink_to("of-a-wheel.so")
    licences.write_notices_of_frozen(internal, tmp_path, target)
    (text,) = (target / "debian").glob("*/copyright")
    assert "Jean-loup Gailly" in text.read_text("utf-8")
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in (target / "python/LICENSE.txt").read_text()
    assert f"(debian/{text.parent.name}/copyright)" in (target / "LICENCES.md").read_text()
    (internal / "libnone-such.so.1").write_bytes(b"")
    with pytest.raises(LookupError, match="libnone-such"):
        licences.write_notices_of_frozen(internal, tmp_path, tmp_path / "again")


RECIPES = PACKAGING / "recipes"


def test_msi_recipe_is_complete() -> None:
    """Each part of the feature exists, and the shortcut leads to one of our programs."""
    names = {"w": "http://wixtoolset.org/schemas/v4/wxs"}
    recipe = etree.parse(RECIPES / "lexdesk.wxs")
    parts = {element.get("Id") for element in recipe.iterfind(".//w:ComponentGroup", names)} | {
        element.get("Id") for element in recipe.iterfind(".//w:Component", names)
    }
    named = {
        element.get("Id")
        for kind in ("ComponentGroupRef", "ComponentRef")
        for element in recipe.iterfind(f".//w:{kind}", names)
    }
    assert named == parts
    (shortcut,) = recipe.iterfind(".//w:Shortcut", names)
    assert shortcut.get("Target") == "[INSTALLFOLDER]lexdesk-gui.exe"


def test_dmg_recipe_is_complete() -> None:
    script = RECIPES / "dmg.sh"
    subprocess.run(["sh", "-n", script], check=True)
    text = script.read_text().partition("<<PLIST\n")[2].partition("\nPLIST")[0]
    assert plistlib.loads(text.encode())["CFBundleExecutable"] == "lexdesk-gui"


def test_flatpak_recipe_is_complete_without_network() -> None:
    recipe: dict[str, Any] = yaml.safe_load((RECIPES / "org.lexdesk.Lexdesk.yml").read_text())
    assert not [item for item in recipe["finish-args"] if "network" in item]
    sources = [source for module in recipe["modules"] for source in module["sources"]]
    files = [RECIPES / source["path"] for source in sources if source["type"] == "file"]
    assert files
    assert [file for file in files if not file.exists()] == []


WORKFLOWS = sorted((REPOSITORY / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_pins_actions_and_runs_files_that_exist(workflow: Path) -> None:
    text = workflow.read_text()
    parsed = yaml.safe_load(text)
    assert parsed["permissions"] == {"contents": "read"}
    steps = [step for job in parsed["jobs"].values() for step in job["steps"]]
    used = [step["uses"] for step in steps if "uses" in step]
    assert used
    assert [each for each in used if not re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", each)] == []
    run = "\n".join(step.get("run", "") for step in steps)
    named = set(re.findall(r"[\w./-]*(?:packaging|[.]ci)/[\w./-]+", run))
    built = {"packaging/recipes/Lexdesk.dmg"}
    assert named
    assert [name for name in named - built if not (REPOSITORY / name).exists()] == []


@pytest.mark.skipif(not (REPOSITORY / ".git").exists(), reason="needs a clone with its history")
def test_version_of_the_msi_grows_with_each_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PACKAGING)
    wheels = importlib.import_module("wheels")
    counted = ["git", "rev-list", "--count", "HEAD"]
    commits = subprocess.run(counted, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert re.fullmatch(rf"\d+[.]\d+[.]{commits.stdout.strip()}", wheels.numbers())
