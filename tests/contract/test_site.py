"""The documentation as a site: complete, and readable from a disk."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
BUILD = "import sys; from pathlib import Path; from documentation import build_site; build_site(Path(sys.argv[1]))"

pytest.importorskip("mkdocs", reason="needs mkdocs-material, which requirements-dev.txt names")


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built in strict mode: a broken link, an anchor or a page without a place ends it."""
    target = tmp_path_factory.mktemp("site") / "site"
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY / "packaging")}
    done = subprocess.run(
        [sys.executable, "-c", BUILD, target], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return target


def test_site_contains_every_page(site: Path) -> None:
    pages = {path.relative_to(REPOSITORY / "docs") for path in (REPOSITORY / "docs").rglob("*.md")}
    names = {"index" if page.stem == "README" else page.stem for page in pages}
    assert names <= {page.stem for page in site.rglob("*.html")}
    assert {"contributing", "changelog"} <= {page.stem for page in site.rglob("*.html")}


def test_site_loads_nothing_from_network(site: Path) -> None:
    loaded = re.compile(r"""<(?:script|img|iframe|link)\b[^>]*?(?:src|href)=["']?(?:https?:)?//""")
    for page in site.rglob("*.html"):
        assert not loaded.search(page.read_text(encoding="utf-8")), page
    for style in site.rglob("*.css"):
        assert not re.search(r"""url\(["']?(?:https?:)?//""", style.read_text(encoding="utf-8"))


def test_site_search_works_from_disk(site: Path) -> None:
    """The index is a script, and the worker a frame: browsers fetch neither from file:// otherwise."""
    index = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    assert json.loads(index.partition("=")[2].strip().rstrip(";"))["docs"]
    nested = (site / "results" / "speed.html").read_text(encoding="utf-8")
    assert 'src="../assets/iframe-worker.js"' in nested
    assert (site / "assets" / "iframe-worker.js").exists()
