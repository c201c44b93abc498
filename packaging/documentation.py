"""The documentation as a site readable from a disk."""

import os
import re
import subprocess
import sys
from pathlib import Path

from wheels import REPOSITORY, commit_time

_LOADED = re.compile(
    r"""<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=["']?(?:https?:)?//""", re.I
)

# Of the theme: source maps, and the words of languages other than that of the pages.
_UNUSED = ("assets/**/*.map", "assets/javascripts/lunr/**/*.js")


def build_site(target: Path, tree: Path = REPOSITORY) -> None:
    """Build ``docs/`` of ``tree`` into ``target``.

    A page missing in the navigation, or a broken link, is an error.
    """
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--clean"]
    options = ["--config-file", str(tree / "mkdocs.yml"), "--site-dir", str(target.absolute())]
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(commit_time()), "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run([*command, *options], check=True, env=env)
    for unused in _UNUSED:
        for path in target.glob(unused):
            path.unlink()
    if loaded := loads_from_elsewhere(target):
        raise LookupError(f"the documentation would load from a network: {', '.join(loaded)}")


def loads_from_elsewhere(site: Path) -> list[str]:
    """Return the pages of ``site`` with a script, style, font, frame or picture from a network."""
    return [
        page.relative_to(site).as_posix()
        for page in sorted(site.rglob("*.html"))
        if _LOADED.search(re.sub(r'<link rel="canonical"[^>]*>', "", page.read_text("utf-8")))
    ]
