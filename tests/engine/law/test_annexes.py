"""Annexes that the files of some versions leave out."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.document.model import Document, Provision

ARTICLE = "Terms are unfair. The Annex contains a list of them."
ANNEX = "ANNEX Terms of any kind"
_LONE = "Terms are unfair."


def version(begin: str, end: str | None, article: str, annex: str = "") -> Document:
    text = f"{article}\n{annex}".strip()
    provisions = [Provision("art_1", "article", "1", "", "Article 1", None, 0, len(article))]
    if annex:
        provisions.append(
            Provision("annex", "annex", "", "", "Annex", None, len(article) + 1, len(text))
        )
    return Document(
        text=text, title="On terms", work="31993L0013", language="en", kind="directive",
        short_title="Directive 93/13/EEC", provisions=tuple(provisions),
        valid_from=datetime.date.fromisoformat(begin),
        valid_to=datetime.date.fromisoformat(end) if end else None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("first", "last", "change", "end"),
    [(ARTICLE, ARTICLE, "not compared", "left out"), (_LONE, _LONE, "inserted", "removed")],
)
def test_annex_left_out_by_a_file_is_not_said_to_be_inserted_or_removed(
    tmp_path: Path, first: str, last: str, change: str, end: str
) -> None:
    texts = [
        version("1993-04-05", "2011-12-11", first),
        version("2011-12-12", "2022-05-27", ARTICLE, ANNEX),
        version("2022-05-28", None, last),
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(texts, vectors=False)
        (stage,) = library.law.history("31993L0013", "annex").stages
        assert (stage.change, stage.end) == (change, end)
        changed = [s.provisions for s in library.law.history("31993L0013").stages if s.provisions]
        assert [(p.inserted, p.removed) for p in changed] == (
            [([], []), ([], [])] if end == "left out" else [(["annex"], []), ([], ["annex"])]
        )
