"""The software bill of materials: every file belongs to a part, also libraries without metadata."""

import importlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

PACKAGING = Path(__file__).parents[2] / "packaging"
OLD_OPENSSL = """const char *version(void) { return "OpenSSL 1.0.2k  26 Jan 2017"; }
const char *panic(void) { return "index.crates.io-0123456789abcdef/crate-2.0.0/src/lib.rs"; }
"""
CRATES = {
    "components": [
        {"name": "crate", "version": "2.0.0", "purl": "pkg:cargo/crate@2.0.0", "licenses": [{"expression": "MIT"}]},
        {"name": "unused", "version": "1.0.0", "purl": "pkg:cargo/unused@1.0.0", "licenses": [{"expression": "MIT"}]},
    ]
}  # fmt: skip
"""A list of parts as a wheel carries it."""


@pytest.fixture
def sbom(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(PACKAGING)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    return importlib.import_module("sbom")


def old_library(folder: Path) -> Path:
    """Compile a library that claims to be an OpenSSL of 2017 and contains a Rust crate."""
    library = folder / "_native.so"
    command = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library)]
    subprocess.run(command, input=OLD_OPENSSL, text=True, check=True)
    return library


def components(written: Path) -> dict[str, dict[str, Any]]:
    listed = json.loads(written.read_text("utf-8"))["components"]
    return {component["bom-ref"]: component for component in listed}


def places(found: dict[str, dict[str, Any]]) -> set[str]:
    return {
        place["location"].partition("#")[0]
        for component in found.values()
        for place in component["evidence"]["occurrences"]
    }


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler (cc)")
def test_bundle_lists_every_file_and_planted_library(sbom: ModuleType, tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    (bundle / "wheels").mkdir(parents=True)
    (bundle / "law").mkdir()
    for name in ("install.sh", "law/gdpr.xml", "sbom.cdx.json", "SHA256SUMS"):
        (bundle / name).write_text(name)
    with zipfile.ZipFile(bundle / "wheels" / "part-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("part-1.0.dist-info/METADATA", "Name: part\nVersion: 1.0\nLicense: MIT\n")
        wheel.writestr("part-1.0.dist-info/sboms/part.cyclonedx.json", json.dumps(CRATES))
        wheel.write(old_library(tmp_path), "part/_native.so")
    sbom.write_sbom(sbom.bundle_inventory(bundle, "0.1"), tmp_path / "list.json", "bundle", "0.1")
    found = components(tmp_path / "list.json")
    files = {path.relative_to(bundle).as_posix() for path in bundle.rglob("*") if path.is_file()}
    assert places(found) == files
    assert found["generic:openssl@1.0.2k"]["purl"] == "pkg:generic/openssl@1.0.2k"
    assert found["pypi:part@1.0"]["licenses"] == [{"expression": "MIT"}]
    assert found["cargo:crate@2.0.0"]["licenses"] == [{"expression": "MIT"}]
    assert not [ref for ref in found if "unused" in ref]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks Debian whose library it is")
@pytest.mark.skipif(not shutil.which("dpkg-query"), reason="asks Debian whose library it is")
@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler (cc)")
def test_frozen_folder_lists_every_file_and_rejects_unknown_ones(
    sbom: ModuleType, tmp_path: Path
) -> None:
    site_packages = tmp_path / "environment/lib/python3.11/site-packages"
    internal = tmp_path / "root/usr/lib/lexdesk/_internal"
    for name, version in (("part", "1.0"), ("PyInstaller", "6.0")):
        described = site_packages / f"{name.lower()}-{version}.dist-info"
        described.mkdir(parents=True)
        (described / "METADATA").write_text(f"Name: {name}\nVersion: {version}\nLicense: MIT\n")
        (described / "RECORD").write_text(f"{name}/__init__.py,,\n{name}/_native.so,,\n")
    frozen = ("_pyi_rth_utils/qt.pyc", "part/__init__.pyc", "json/decoder.pyc", "base_library.zip")
    for name in (*frozen, "libz.so.1"):
        (internal / name).parent.mkdir(parents=True, exist_ok=True)
        (internal / name).write_bytes(b"")
    shutil.copy(old_library(tmp_path), internal / "part" / "_native.so")
    (internal.parent / "lexdesk").write_bytes(b"bootloader")
    (internal.parent / "lexdesk").chmod(0o755)
    arguments = (tmp_path / "root", internal, tmp_path / "environment", "0.1")
    sbom.write_sbom(sbom.frozen_inventory(*arguments), tmp_path / "list.json", "lexdesk", "0.1")
    found = components(tmp_path / "list.json")
    root = tmp_path / "root"
    assert places(found) == {
        path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()
    }
    kinds = {ref.partition("@")[0] for ref in found}
    assert {"pypi:part", "pypi:pyinstaller", "generic:cpython", "generic:openssl"} < kinds
    licence = "GPL-2.0-or-later WITH Bootloader-exception"
    assert found["pypi:pyinstaller@6.0"]["licenses"] == [{"expression": licence}]
    (zlib,) = (part for ref, part in found.items() if ref.startswith("deb:zlib1g@"))
    assert zlib["licenses"] == [{"license": {"name": "see licences/debian/zlib1g/copyright"}}]
    (internal / "stranger.txt").write_text("whose?")
    with pytest.raises(importlib.import_module("wheelhouse").PackagingError, match="stranger"):
        sbom.frozen_inventory(*arguments)


def test_files_of_a_component_are_in_order(sbom: ModuleType, tmp_path: Path) -> None:
    """Else two builds of one commit differ."""
    files = [f"file-{number:02}" for number in range(20)]
    found = sbom.Inventory()
    found.add(sbom.Part("generic", "part", "1.0"), *files)
    sbom.write_sbom(found, tmp_path / "list.json", "bundle", "0.1")
    listed = components(tmp_path / "list.json")["generic:part@1.0"]["evidence"]["occurrences"]
    assert [place["location"] for place in listed] == files


def test_wheel_without_unused_files_keeps_its_record(sbom: ModuleType, tmp_path: Path) -> None:
    wheel = tmp_path / "pyside6_essentials-6.11.3-cp310-abi3-manylinux_2_34_x86_64.whl"
    record = "pyside6_essentials-6.11.3.dist-info/RECORD"
    kept = ("PySide6/QtWidgets.abi3.so", "PySide6/Qt/lib/libQt6Widgets.so.6")
    dropped = ("PySide6/designer", "PySide6/Qt/lib/libQt6Designer.so.6", "PySide6/Qt/qml/a.qml")
    with zipfile.ZipFile(wheel, "w") as packed:
        for name in (*kept, *dropped):
            packed.writestr(name, name)
        lines = [f"{name},sha256=x,1\n" for name in (*kept, *dropped)]
        packed.writestr(record, "".join([*lines, f"{record},,\n"]))
    importlib.import_module("repack").without_unused(wheel)
    with zipfile.ZipFile(wheel) as packed:
        assert set(packed.namelist()) == {*kept, record}
        listed = [line.partition(",")[0] for line in packed.read(record).decode().splitlines()]
        assert listed == [*kept, record]
        assert packed.read(kept[0]).decode() == kept[0]
