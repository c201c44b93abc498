"""A reproducible CycloneDX list of all parts with their hashes and licences.

https://cyclonedx.org/docs/1.6/json/
"""

from __future__ import annotations

import datetime
import uuid
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from license_expression import ExpressionError, get_spdx_licensing
from packageurl import PackageURL

from distribution import Distribution, read
from licences import licence_of
from wheelhouse import sha256
from wheels import commit_time


def write_sbom(wheels: list[Path], target: Path, name: str, version: str) -> None:
    """Write the list of ``wheels`` of the bundle ``name`` as JSON to ``target``."""
    bom = Bom()
    whole = Component(name=name, version=version, type=ComponentType.APPLICATION, bom_ref=name)
    bom.metadata.component = whole
    bom.metadata.timestamp = datetime.datetime.fromtimestamp(commit_time(), datetime.UTC)
    parts = {part.name: part for part in map(read, wheels)}
    components = {name: _component(part) for name, part in parts.items()}
    for product, component in components.items():
        bom.components.add(component)
        needed = [components[need] for need in sorted(parts[product].needs) if need in components]
        bom.register_dependency(component, needed)
    bom.register_dependency(whole, components.values())
    bom.serial_number = uuid.uuid5(
        uuid.NAMESPACE_URL, "".join(sorted(sha256(part.wheel) for part in parts.values()))
    )
    text = JsonV1Dot6(bom).output_as_string(indent=1)
    target.write_text(f"{text}\n", encoding="utf-8")


def _component(part: Distribution) -> Component:
    return Component(
        name=part.name,
        version=part.version,
        type=ComponentType.LIBRARY,
        bom_ref=f"{part.name}=={part.version}",
        purl=PackageURL("pypi", name=part.name, version=part.version),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=sha256(part.wheel))],
        licenses=[_licence(licence_of(part))],
    )


def _licence(stated: str) -> LicenseExpression | DisjunctiveLicense:
    """Parse an SPDX expression, or keep the stated name."""
    try:
        get_spdx_licensing().parse(stated, validate=True, strict=True)
    except ExpressionError:
        return DisjunctiveLicense(name=stated)
    return LicenseExpression(stated)
