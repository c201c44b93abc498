"""Wheels without the files that Lexdesk never uses, with a record and a hash of their own.

PySide6's wheel carries the tools of developers (Designer, Assistant and Linguist, under the GPL with an
exception, among them) and Qt Quick. The libraries that stay are the bytes that PyPI publishes.
https://packaging.python.org/specifications/recording-installed-packages/
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

UNUSED = {
    "pyside6_essentials": re.compile(
        r"PySide6/(assistant|balsam(ui)?|designer|linguist|l(release|update)|qml\w+|qsb|rcc|svgtoqml|uic)(\.exe)?$"
        r"|PySide6/(Qt/)?(qml|libexec|metatypes|include)/|PySide6/(typesystems|glue|scripts)/"
        r"|PySide6/(Qt/)?plugins/(designer|qmllint|qmlls|qmltooling|scxmldatamodel)/"
        r"|(lib)?Qt6?(Designer|Quick|Qml|Labs|Graphs|ShaderTools|WaylandCompositor|Lottie|UiTools|Help)\w*[.]"
        r"|PySide6/Qt(Concurrent|DBus|Network|OpenGL\w*|Sql|Test|Xml)[.](abi3|pyd)|[.]pyi$|plugins/sqldrivers/"
        r"|PySide6/(Qt/)?translations/(?!qtbase_(de|en)[.])"
        r"|[.]dist-info/entry_points[.]txt$"  # commands of the tools above
    )
}
_RECORD = re.compile(r"[^/]+\.dist-info/RECORD")


def without_unused(wheel: Path) -> None:
    """Rewrite ``wheel`` without what ``UNUSED`` names for it; reproducible, since members keep their times."""
    unused = UNUSED.get(wheel.name.partition("-")[0])
    if unused is None:
        return
    smaller = wheel.with_suffix(".smaller")
    with (
        zipfile.ZipFile(wheel) as source,
        zipfile.ZipFile(smaller, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for member in source.infolist():
            if unused.search(member.filename):
                continue
            content = source.read(member)
            if _RECORD.fullmatch(member.filename):
                lines = content.decode("utf-8").splitlines(keepends=True)
                kept = (line for line in lines if not unused.search(line.partition(",")[0]))
                content = "".join(kept).encode("utf-8")
            target.writestr(member, content)
    smaller.replace(wheel)
