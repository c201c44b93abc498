"""Texts and versions for tests of the reading pane."""

import datetime
from pathlib import Path

from lexdesk.document.model import Document, Provision
from lexdesk.library.library import Library


def version(begins: str, ends: str | None, text: str) -> Document:
    """A statute of one article."""
    article = Provision("art_1", "article", "1", "", "Article 1", None, 0, len(text))
    return Document(
        text=text, title="On firms", work="firms", language="en", kind="statute",
        provisions=(article,), valid_from=datetime.date.fromisoformat(begins),
        valid_to=datetime.date.fromisoformat(ends) if ends else None,
    )  # fmt: skip


def make_two_versions(library: Path) -> None:
    """A library of a statute with a text to 30 June 2016 and one since."""
    before, since = "Article 1\nFirms comply by 2016.", "Article 1\nFirms comply by 2017."
    versions = [version("2014-05-15", "2016-06-30", before), version("2016-07-01", None, since)]
    with Library.open(library, create=True) as opened:
        opened.sources.add_documents(versions, vectors=False)
