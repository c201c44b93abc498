"""Libraries in C, C++ and Rust that are compiled into the files of a wheel or lie beside them.

No metadata of a wheel names them, so they are recognised by what their own code carries: the version that
each prints about itself, the paths of Rust crates in messages of panics, and the file names that auditwheel
gives (``libssl-81259c47.so.1.1.1k``). A library that carries none of these is not found.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Native:
    """A library. ``kind`` is the type of its package URL; ``licence`` is an SPDX expression, or empty if unknown."""

    name: str
    version: str
    kind: str = "generic"
    licence: str = ""


LICENCES = {
    "aom": "BSD-2-Clause",
    "brotli": "MIT",
    "dav1d": "BSD-2-Clause",
    "ffmpeg": "LGPL-2.1-or-later",
    "freetype": "FTL",
    "gcc-runtime": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "geos": "LGPL-2.1-or-later",
    "harfbuzz": "MIT",
    "icu": "Unicode-3.0",
    "lcms2": "MIT",
    "libavif": "BSD-2-Clause",
    "libdrm": "MIT",
    "libjpeg-turbo": "BSD-3-Clause AND IJG",
    "libpng": "libpng-2.0",
    "libtiff": "libtiff",
    "libvpx": "BSD-3-Clause",
    "libwebp": "BSD-3-Clause",
    "libxau": "MIT",
    "libxcb": "MIT",
    "libxml2": "MIT",
    "onnxruntime": "MIT",
    "openblas": "BSD-3-Clause",
    "opencv": "Apache-2.0",
    "openjpeg": "BSD-2-Clause",
    "openssl": "Apache-2.0",
    "pcre2": "BSD-3-Clause",
    "pdfium": "Apache-2.0",
    "qt": "LGPL-3.0-only",
    "sqlcipher": "BSD-3-Clause",
    "sqlite": "blessing",
    "tesseract": "Apache-2.0",
    "xz": "0BSD",
    "zlib": "Zlib",
    "zstd": "BSD-3-Clause",
}
"""Licence by name, as each project states it; OpenSSL before 3 has its own (``_native``)."""

LICENCES_OF_CRATES = {"similar": "Apache-2.0"}
"""Licence of the crates in wheels that carry no list of their parts (dulwich)."""

_SIGNATURES = {
    "aom": rb"AOMedia Project AV1 Encoder v?(\d+\.\d+\.\d+)",
    "ffmpeg": rb"FFmpeg version n?(\d[\d.]*\d)",
    "geos": rb"(\d+\.\d+\.\d+)-CAPI-\d",
    "libjpeg-turbo": rb"libjpeg-turbo version (\d+\.\d+\.\d+)",
    "libpng": rb"libpng version (\d+\.\d+\.\d+)",
    "libtiff": rb"LIBTIFF, Version (\d+\.\d+\.\d+)",
    "libvpx": rb"WebM Project VP9 Encoder v(\d+\.\d+\.\d+)",
    "openblas": rb"OpenBLAS (\d+\.\d+\.\d+)",
    "opencv": rb"General configuration for OpenCV (\d+\.\d+\.\d+)",
    "openssl": rb"OpenSSL (\d+\.\d+\.\d+[a-z]?) +\d+ \w+ \d{4}",
    "pcre2": rb"(\d\d\.\d\d) \d{4}-\d\d-\d\d\x00",
    "qt": rb"Qt (\d+\.\d+\.\d+) \(",
    "sqlcipher": rb"\x00community\x00+(\d+\.\d+\.\d+)\x00",
    "tesseract": rb"tesseract (\d+\.\d+\.\d+)",
    "zlib": rb"(?:de|in)flate (\d+\.\d+\.\d+(?:\.\d+)?) Copyright",
}
_SIGNED = {name: re.compile(pattern, re.DOTALL) for name, pattern in _SIGNATURES.items()}
_SQLITE = re.compile(rb"(?<![\w.-])(3\.[3-9]\d\.\d+)\x00")
_SQLITE_SOURCE = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [0-9a-f]{64}")
_CRATE = re.compile(
    rb"(?:index\.crates\.io|github\.com)-[0-9a-f]{16}[/\\]([A-Za-z0-9_-]+?)-(\d+\.\d+\.\d+(?:[-+][\w.-]+)?)[/\\]"
)
_RUSTC = re.compile(rb"rustc version (\d+\.\d+\.\d+)")

_FILES = {
    "libaom": "aom",
    "libavcodec": "ffmpeg",
    "libavdevice": "ffmpeg",
    "libavfilter": "ffmpeg",
    "libavformat": "ffmpeg",
    "libavif": "libavif",
    "libavutil": "ffmpeg",
    "libbrotlicommon": "brotli",
    "libbrotlidec": "brotli",
    "libcrypto": "openssl",
    "libdrm": "libdrm",
    "libfreetype": "freetype",
    "libgeos": "geos",
    "libgeos_c": "geos",
    "libgfortran": "gcc-runtime",
    "libgomp": "gcc-runtime",
    "libharfbuzz": "harfbuzz",
    "libicudata": "icu",
    "libicui18n": "icu",
    "libicuuc": "icu",
    "libjpeg": "libjpeg-turbo",
    "liblcms2": "lcms2",
    "liblzma": "xz",
    "libonnxruntime": "onnxruntime",
    "libopenblasp": "openblas",
    "libopenjp2": "openjpeg",
    "libpng16": "libpng",
    "libquadmath": "gcc-runtime",
    "libscipy_openblas64_": "openblas",
    "libsharpyuv": "libwebp",
    "libssl": "openssl",
    "libswresample": "ffmpeg",
    "libswscale": "ffmpeg",
    "libtiff": "libtiff",
    "libvpx": "libvpx",
    "libwebp": "libwebp",
    "libwebpdemux": "libwebp",
    "libwebpmux": "libwebp",
    "libXau": "libxau",
    "libxcb": "libxcb",
    "libzstd": "zstd",
}
_FILE = re.compile(r"(lib[\w]+?)(?:-r0)?(?:-[0-9a-f]{8})*\.(?:so|\d.*\.so|dylib)(?:\.(.+))?")
_NUMBERED_AS_RELEASED = {
    "aom",
    "brotli",
    "geos",
    "icu",
    "onnxruntime",
    "openjpeg",
    "openssl",
    "xz",
    "zstd",
}
"""Libraries whose shared object carries the version of the release; others number their interface."""

HOLLOW = b"lexdesk: the code of this library was left out"
"""Mark of a shared object that ``trim`` emptied."""

SHARED_OBJECT = re.compile(r"\.(so|dylib)(\.[\w.]+)?$|\.(dll|pyd)$", re.IGNORECASE)


def natives(file: str, data: bytes, beside: Callable[[str], bytes]) -> set[Native]:
    """Find the libraries in one shared object; ``beside`` reads another file of its folder."""
    if HOLLOW in data:
        return set()
    if "pdfium" in file:  # which says its version nowhere; pypdfium2 does, by Chromium's numbers
        numbers = json.loads(beside("version.json"))
        shown = ".".join(str(numbers[name]) for name in ("major", "minor", "build", "patch"))
        return {_native("pdfium", shown)}
    found = {
        _native(name, match.group(1).decode())
        for name, pattern in _SIGNED.items()
        for match in pattern.finditer(data)
    }
    if _SQLITE_SOURCE.search(data):
        found |= {_native("sqlite", version.decode()) for version in _SQLITE.findall(data)}
    crates = {(name.decode(), version.decode()) for name, version in _CRATE.findall(data)}
    found |= {
        Native(name, version, "cargo", LICENCES_OF_CRATES.get(name, "")) for name, version in crates
    }
    found |= {
        Native("rust", version.decode(), licence="MIT OR Apache-2.0")
        for version in _RUSTC.findall(data)
    }
    return found | _by_file_name(file, {native.name for native in found})


def _by_file_name(file: str, known: set[str]) -> set[Native]:
    match = _FILE.fullmatch(file)
    name = _FILES.get(match.group(1)) if match else None
    if match is None or name is None or name in known:
        return set()
    number = match.group(2) or ""
    if name == "geos" and match.group(1) == "libgeos_c":  # its number is that of the interface
        return set()
    released = name in _NUMBERED_AS_RELEASED
    return {_native(name, number if released else f"interface {number}".strip())}


def _native(name: str, version: str) -> Native:
    licence = LICENCES[name]
    if name == "openssl" and version.startswith(("0.", "1.")):
        licence = "OpenSSL"
    return Native(name, version, licence=licence)
