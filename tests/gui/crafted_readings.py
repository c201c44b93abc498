"""Texts and versions for tests of the reading pane."""

import datetime

from lexdesk.document.model import Document, Provision


def version(begins: str, ends: str | None, text: str) -> Document:
    """A statute of one article."""
    article = Provision("art_1", "article", "1", "", "Article 1", None, 0, len(text))
    return Document(
        text=text, title="On firms", work="firms", language="en", kind="statute",
        provisions=(article,), valid_from=datetime.date.fromisoformat(begins),
        valid_to=datetime.date.fromisoformat(ends) if ends else None,
    )  # fmt: skip
