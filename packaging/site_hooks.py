"""Hooks of MkDocs: pages from the root of the repository, and nothing from a network.

https://www.mkdocs.org/user-guide/configuration/#hooks
"""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

REPOSITORY = Path(__file__).parents[1]
PAGES = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
# Their links are relative to the root, or lead to files that the site does not have.
LINKS = {
    "](docs/": "](",
    "](README.md)": "](index.md)",
    "](CHANGELOG.md)": "](changelog.md)",
    "[NOTICE](NOTICE)": "`NOTICE`",
}

SHIM, OWN_SHIM = "https://unpkg.com/iframe-worker/shim", "assets/iframe-worker.js"
"""Script for searching from a disk, loaded from a network by the theme."""


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages to ``files`` with adapted links."""
    for name, source in PAGES.items():
        text = (REPOSITORY / source).read_text(encoding="utf-8")
        for written, wanted in LINKS.items():
            text = text.replace(written, wanted)
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Redirect links to those pages to their place in the site."""
    return markdown.replace("../CONTRIBUTING.md", "contributing.md")


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    """Load the script from the site itself."""
    return output.replace(SHIM, get_relative_url(OWN_SHIM, page.url))


def on_post_template(output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
    """Load the script from the site itself in the error page."""
    return output_content.replace(SHIM, OWN_SHIM)
