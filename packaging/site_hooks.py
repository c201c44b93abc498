"""Hooks of MkDocs: pages that lie at the root of the repository, and nothing from a network.

https://www.mkdocs.org/user-guide/configuration/#hooks
"""

from __future__ import annotations

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
"""The script by which the theme searches from a disk, which it would load from a network."""


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages to ``files``, their links made to fit."""
    for name, source in PAGES.items():
        text = (REPOSITORY / source).read_text(encoding="utf-8")
        for written, wanted in LINKS.items():
            text = text.replace(written, wanted)
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links to those pages lead to where they lie in the site."""
    return markdown.replace("../CONTRIBUTING.md", "contributing.md")


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    """Load the script from the site itself."""
    return output.replace(SHIM, get_relative_url(OWN_SHIM, page.url))


def on_post_template(output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
    """The same in the page of errors."""
    return output_content.replace(SHIM, OWN_SHIM)
