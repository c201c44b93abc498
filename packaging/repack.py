"""Wheels without what Lexdesk never uses, with a record and a hash of their own.

PySide6's wheel carries the tools of developers (Designer, Assistant and Linguist, under the GPL with an
exception, among them) and Qt Quick; onnxruntime's a second copy of itself for programs in C. On Linux, libraries that
are linked and never called become hollow, as ``trim`` explains. The files that stay are the bytes that PyPI publishes.
https://packaging.python.org/specifications/recording-installed-packages/
"""

import base64
import csv
import hashlib
import io
import platform
import re
import shutil
import tempfile
import zipfile
from pathlib import Path

from trim import hollow_unused

UNUSED = {
    "pyside6_essentials": re.compile(
        r"PySide6/(assistant|balsam(ui)?|designer|linguist|l(release|update)|qml\w+|qsb|rcc|svgtoqml|uic)(\.exe)?$"
        r"|PySide6/(Qt/)?(qml|libexec|metatypes|include)/|PySide6/(typesystems|glue|scripts)/"
        r"|PySide6/(Qt/)?plugins/(designer|qmllint|qmlls|qmltooling|scxmldatamodel)/"
        r"|(lib)?Qt6?(Designer|Quick|Qml|Labs|Graphs|ShaderTools|WaylandCompositor|Lottie|UiTools|Help)\w*[.]"
        r"|PySide6/Qt(Concurrent|DBus|Network|OpenGL\w*|Sql|Test|Xml)[.](abi3|pyd)|[.]pyi$|plugins/sqldrivers/"
        r"|PySide6/(Qt/)?translations/(?!qtbase_(de|en)[.])"
        r"|[.]dist-info/entry_points[.]txt$"  # commands of the tools above
    ),
    "onnxruntime": re.compile(
        r"onnxruntime/(capi/libonnxruntime[.](so[.]|\d)|(quantization|tools|transformers)/)"
    ),
    "pillow": re.compile(r"PIL/_avif[.]"),
    # Archives need the ciphers of this library, searches one distance of the next, pictures one engine of the last.
    "pycryptodomex": re.compile(r"Cryptodome/(IO|SelfTest|Signature|PublicKey/(?!__init__))"),
    "rapidfuzz": re.compile(r"rapidfuzz/(fuzz_cpp|distance/metrics_cpp_(avx2|sse2))\w*[.]"),
    "rapidocr": re.compile(r"rapidocr/inference_engine/(mnn|openvino|paddle|pytorch|tensorrt)/"),
}
HOLLOWED = ("opencv_python_headless", "kreuzberg", "pillow")
"""Wheels with libraries that ``trim.HOLLOW`` names."""
_RECORD = re.compile(r"[^/]+\.dist-info/RECORD")
_NONE = re.compile(r"(?!)")


def without_unused(wheel: Path) -> None:
    """Rewrite ``wheel`` without unused files; reproducible, since members keep their times."""
    name = wheel.name.partition("-")[0]
    compiler = _compiler(wheel.name) if name in HOLLOWED else None
    if name not in UNUSED and compiler is None:
        return
    unused = UNUSED.get(name, _NONE)
    with tempfile.TemporaryDirectory(prefix="lexdesk-wheel-") as scratch:
        folder = Path(scratch)
        with zipfile.ZipFile(wheel) as source:
            members = [each for each in source.infolist() if not unused.search(each.filename)]
            source.extractall(folder, members)
        if compiler is not None:
            hollow_unused(folder, compiler)
        members = [each for each in members if (folder / each.filename).exists()]
        (record,) = (each for each in members if _RECORD.fullmatch(each.filename))
        _update(folder / record.filename, folder)
        _pack(members, folder, wheel)


def _compiler(wheel: str) -> str | None:
    """Return the compiler for the machine of ``wheel``; None for another system than Linux, or without one."""
    if "manylinux" not in wheel:
        return None
    machine = "aarch64" if wheel.endswith("aarch64.whl") else "x86_64"
    own = machine == platform.machine()
    return shutil.which("cc" if own else f"{machine}-linux-gnu-gcc")


def _update(record: Path, folder: Path) -> None:
    """Drop files missing from ``folder`` from ``record``, and state the hash of each other file."""
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    with record.open(encoding="utf-8", newline="") as stream:
        for name, digest, size in csv.reader(stream):
            if (folder / name).is_file():
                stated = _state((folder / name).read_bytes()) if digest else (digest, size)
                lines.writerow((name, *stated))
    record.write_text(written.getvalue(), encoding="utf-8", newline="")


def _state(content: bytes) -> tuple[str, str]:
    hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode()
    return f"sha256={hashed.rstrip('=')}", str(len(content))


def _pack(members: list[zipfile.ZipInfo], folder: Path, wheel: Path) -> None:
    smaller = wheel.with_suffix(".smaller")
    with zipfile.ZipFile(smaller, "w", zipfile.ZIP_DEFLATED) as target:
        for member in members:
            if not member.is_dir():
                target.writestr(member, (folder / member.filename).read_bytes())
    smaller.replace(wheel)
