"""A reproducible CycloneDX list of all parts of a package and their files.

Parts are distributions of Python, libraries inside their wheels, packages of the system, the interpreter,
models, and our own files. ``frozen_inventory`` fails if a file of the package has no part.

https://cyclonedx.org/docs/1.6/json/
"""

import csv
import datetime
import functools
import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
import uuid
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.component_evidence import ComponentEvidence, Occurrence
from cyclonedx.model.license import DisjunctiveLicense, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from license_expression import ExpressionError, get_spdx_licensing
from packageurl import PackageURL

from distribution import Distribution, normal, read
from licences import licence_of, package_of_library
from native import SHARED_OBJECT, Native, natives
from wheelhouse import PackagingError, sha256
from wheels import commit_time

_MODELS = "lexdesk/exported_models/"
_BOOTLOADER = "PyInstaller/__init__"
"""A module of the distribution whose bootloader starts the programs."""
_SBOMS = re.compile(r"\.dist-info/sboms/.+\.json$")


@dataclass(slots=True)
class Part:
    """A component. ``kind`` is the type of its package URL, ``files`` are its places in the package."""

    kind: str
    name: str
    version: str
    licence: str = ""
    sha256: str = ""
    files: set[str] = field(default_factory=set)
    needs: set[str] = field(default_factory=set)

    @property
    def ref(self) -> str:
        """Return the reference in the list, such as ``pypi:numpy@2.4.1``."""
        return f"{self.kind}:{self.name}@{self.version}"


class Inventory:
    """The parts of one package and their files."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.licences_of_crates: dict[tuple[str, str], str] = {}

    def add(self, part: Part, *files: str) -> Part:
        """Add ``files`` to the part with the reference of ``part``, which may be new; return it."""
        known = self.parts.setdefault(part.ref, part)
        known.files.update(files)
        return known

    def add_natives(self, owner: Part, place: str, read_file: Callable[[str], bytes]) -> None:
        """Add the libraries in the shared object at ``place`` as dependencies of ``owner``."""
        file = PurePosixPath(place.rpartition("#")[2])
        data = read_file(file.as_posix())
        for native in natives(
            file.name, data, lambda name: read_file(file.with_name(name).as_posix())
        ):
            owner.needs.add(self.add(_part_of(native), place).ref)

    def add_wheel(self, wheel: Path, place: str) -> Distribution:
        """Add a wheel, its libraries and its models."""
        found = read(wheel)
        part = self.add(_part_of_distribution(found, sha256(wheel)), place)
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                inner = PurePosixPath(name)
                if SHARED_OBJECT.search(name):
                    self.add_natives(part, f"{place}#{name}", packed.read)
                elif _SBOMS.search(name):
                    self.read_licences_of_crates(packed.read(name))
                elif name.startswith(_MODELS) and len(inner.parts) > 3:
                    manifest = packed.read(f"{_MODELS}{inner.parts[2]}/manifest.json")
                    model = _part_of_model(inner.parts[2], found.version, manifest)
                    part.needs.add(self.add(model, f"{place}#{name}").ref)
        return found

    def read_licences_of_crates(self, sbom: bytes) -> None:
        """Read the licences of Rust crates from a list of parts in a wheel (https://peps.python.org/pep-0770/)."""
        for component in json.loads(sbom).get("components", []):
            if component.get("purl", "").startswith("pkg:cargo/") and component.get("licenses"):
                (stated, *_) = component["licenses"]
                licence = stated.get("expression") or stated["license"].get("id", "")
                self.licences_of_crates[component["name"], component["version"]] = licence

    def licence(self, part: Part) -> str:
        """Return the licence of ``part``: for a crate, as a wheel's own list of parts states it."""
        known = self.licences_of_crates if part.kind == "cargo" else {}
        return part.licence or known.get((part.name, part.version), "")

    def libraries(self) -> list[Part]:
        """Return the libraries in C and C++ inside other parts."""
        inside = {ref for part in self.parts.values() if part.kind == "pypi" for ref in part.needs}
        return [
            part for ref, part in self.parts.items() if ref in inside and part.kind == "generic"
        ]

    def connect(self, distributions: Iterable[Distribution]) -> None:
        """Register the stated dependencies of distributions."""
        refs = {part.name: part.ref for part in self.parts.values() if part.kind == "pypi"}
        for each in distributions:
            self.parts[refs[each.name]].needs |= {refs[need] for need in each.needs if need in refs}


def bundle_inventory(bundle: Path, version: str) -> Inventory:
    """List the contents of the bundle in ``bundle``; the models lie in the wheel of the engine."""
    found = Inventory()
    last = ("sbom.cdx.json", "SHA256SUMS")  # written when the rest is there
    ours = found.add(Part("generic", "lexdesk-bundle", version, "Apache-2.0"), *last)
    wheels = []
    for path in _files(bundle):
        place = path.relative_to(bundle).as_posix()
        if path.suffix == ".whl":
            wheels.append(found.add_wheel(path, place))
        else:
            ours.files.add(place)
    found.connect(wheels)
    return found


def frozen_inventory(
    root: Path, internal: Path, environment: Path, version: str, *extra: str
) -> Inventory:
    """List the contents of the package in ``root``; ``internal`` is PyInstaller's folder in it.

    ``environment`` is the installation that was frozen, ``extra`` are files of ours that are written later.
    Files of ``internal`` belong to the distribution that installed them, to CPython, or to the package of
    the system that they were copied from. Raises ``PackagingError`` for one that belongs to none.
    """
    found = Inventory()
    ours = found.add(Part("generic", "lexdesk-package", version, "Apache-2.0"))
    ours.files.update(extra)
    site_packages = site_packages_of(environment)
    owners, distributions = owners_in(site_packages)
    for path in _files(root):
        place = path.relative_to(root).as_posix()
        if not path.is_relative_to(internal):
            if path.parent == internal.parent and path.stat().st_mode & 0o111:
                ours.needs.add(found.add(owners[_BOOTLOADER], place).ref)
            ours.files.add(place)
            continue
        inner = path.relative_to(internal).as_posix()
        part = found.add(owner_of(inner, owners), place)
        if SHARED_OBJECT.search(inner) and part.kind != "deb":
            found.add_natives(part, place, lambda name: (root / name).read_bytes())
        if inner.startswith(_MODELS) and inner.count("/") > 2:
            manifest = internal / _MODELS / inner.split("/")[2] / "manifest.json"
            found.add(_part_of_model(manifest.parent.name, version, manifest.read_bytes()), place)
    for file in site_packages.glob("*.dist-info/sboms/*.json"):
        found.read_licences_of_crates(file.read_bytes())
    found.connect(
        each for each in distributions if f"pypi:{each.name}@{each.version}" in found.parts
    )
    return found


def write_sbom(found: Inventory, target: Path, name: str, version: str) -> None:
    """Write ``found`` as JSON to ``target``; ``name`` and ``version`` are those of the package."""
    bom = Bom()
    whole = Component(name=name, version=version, type=ComponentType.APPLICATION, bom_ref=name)
    bom.metadata.component = whole
    bom.metadata.timestamp = datetime.datetime.fromtimestamp(commit_time(), datetime.UTC)
    parts = [found.parts[ref] for ref in sorted(found.parts) if found.parts[ref].files]
    components = {part.ref: _component(part, found.licence(part)) for part in parts}
    for part in parts:
        bom.components.add(components[part.ref])
        needed = [components[ref] for ref in sorted(part.needs) if ref in components]
        bom.register_dependency(components[part.ref], needed)
    bom.register_dependency(whole, components.values())
    described = "".join(f"{part.ref} {part.sha256}" for part in parts)
    bom.serial_number = uuid.uuid5(uuid.NAMESPACE_URL, described)
    written = json.loads(JsonV1Dot6(bom).output_as_string())
    for component in written["components"]:  # which the library orders by their addresses in memory
        component["evidence"]["occurrences"].sort(key=lambda occurrence: occurrence["location"])
    target.write_text(f"{json.dumps(written, indent=1)}\n", encoding="utf-8")


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())


def _part_of(native: Native) -> Part:
    return Part(native.kind, native.name, native.version, native.licence)


def _part_of_model(name: str, version: str, manifest: bytes) -> Part:
    return Part("model", name, version, json.loads(manifest)["licence"])


def _part_of_distribution(found: Distribution, digest: str = "") -> Part:
    return Part("pypi", found.name, found.version, licence_of(found), digest)


def site_packages_of(environment: Path) -> Path:
    """Return the folder of the distributions installed in ``environment``."""
    windows = environment / "Lib" / "site-packages"
    return windows if windows.is_dir() else next(environment.glob("lib/python*/site-packages"))


def owners_in(site_packages: Path) -> tuple[dict[str, Part], list[Distribution]]:
    """Map the files of installed distributions, without the suffix of modules, to their parts."""
    owners: dict[str, Part] = {}
    distributions = []
    for record in sorted(site_packages.glob("*.dist-info/RECORD")):
        found = read(record.parent)
        distributions.append(found)
        part = _part_of_distribution(found)
        with record.open(encoding="utf-8", newline="") as stream:
            for file, *_ in csv.reader(stream):
                owners[_without_suffix(file)] = part
    return owners, distributions


def _without_suffix(file: str) -> str:
    return re.sub(r"\.pyc?$", "", file)


def owner_of(inner: str, owners: dict[str, Part]) -> Part:
    """Return the part of the file ``inner`` in PyInstaller's folder.

    Raises ``PackagingError`` for a file of no known part.
    """
    if part := owners.get(_without_suffix(inner)):
        return part
    name = PurePosixPath(inner).name
    top = inner.partition("/")[0]
    if top.endswith(".dist-info"):
        distribution, _, version = top.removesuffix(".dist-info").partition("-")
        return Part("pypi", normal(distribution), version)
    if top.startswith(("_pyi", "pyi")):
        return owners[_BOOTLOADER]
    if _is_of_python(inner):
        return _interpreter()
    if SHARED_OBJECT.search(name):
        if sys.platform != "linux":  # of the system that it was built on; no package says whose
            return Part("generic", platform.system().lower(), platform.version())
        package = package_of_library(name)
        copyright_file = f"licences/debian/{package}/copyright"
        return Part("deb", package, _debian_version(package), f"see {copyright_file}")
    raise PackagingError(f"{inner} in the package belongs to no part that is known")


@functools.cache
def _interpreter() -> Part:
    """Return CPython as Debian's package, whose version counts Debian's own fixes, or else by its release."""
    licence = "Python-2.0.1"
    try:
        package = package_of_library(f"python{sys.version_info[0]}.{sys.version_info[1]}/os.py")
    except (LookupError, OSError):
        package = ""
    if package and Path(os.__file__).is_relative_to("/usr/lib"):
        return Part("deb", package, _debian_version(package), licence)
    return Part("generic", "cpython", platform.python_version(), licence)


def _debian_version(package: str) -> str:
    shown = ["dpkg-query", "--show", "--showformat", "${Version}", package]
    return subprocess.run(shown, check=True, capture_output=True, text=True).stdout


def _is_of_python(inner: str) -> bool:
    """Check whether a file of PyInstaller's folder is of the interpreter: its library, modules or extensions."""
    if inner == "base_library.zip" or inner.startswith(("lib-dynload/", "python3", "libpython3")):
        return True
    standard = Path(sysconfig.get_path("stdlib"))
    module = _without_suffix(inner)
    return module.partition("/")[0].partition(".")[0] in sys.stdlib_module_names or any(
        (standard / f"{module}{suffix}").exists() for suffix in (".py", "")
    )


def _component(part: Part, licence: str) -> Component:
    kinds = {"model": ComponentType.MACHINE_LEARNING_MODEL}
    distribution = "debian" if part.kind == "deb" else None
    return Component(
        name=part.name,
        version=part.version,
        type=kinds.get(part.kind, ComponentType.LIBRARY),
        bom_ref=part.ref,
        purl=PackageURL(
            "generic" if part.kind == "model" else part.kind, distribution, part.name, part.version
        ),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=part.sha256)] if part.sha256 else [],
        licenses=[_licence(licence)] if licence else [],
        evidence=ComponentEvidence(
            occurrences=[Occurrence(location=place) for place in sorted(part.files)]
        ),
    )


def _licence(stated: str) -> LicenseExpression | DisjunctiveLicense:
    """Parse an SPDX expression, or keep the stated name."""
    try:
        get_spdx_licensing().parse(stated, validate=True, strict=True)
    except ExpressionError:
        return DisjunctiveLicense(name=stated)
    return LicenseExpression(stated)
