"""Annexes that the files of some versions leave out."""

import dataclasses
import datetime
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.document.model import Document, Provision, Relation
from lexdesk.errors import LawCode, NotFound

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
        code = LawCode.ANNEX_LEFT_OUT if end == "left out" else LawCode.NOT_IN_TEXT
        with raises_code(NotFound, code):
            library.law.show("31993L0013", "annex", as_of="2023-01-01")
        changed = [s.provisions for s in library.law.history("31993L0013").stages if s.provisions]
        assert [(p.inserted, p.removed) for p in changed] == (
            [([], []), ([], [])] if end == "left out" else [(["annex"], []), ([], ["annex"])]
        )


def test_notice_of_a_repeal_that_has_effect_later_is_no_text(tmp_path: Path) -> None:
    """EUR-Lex dates the notice of Directive 76/207/EEC by the entry into force of the act that repeals it in 2009."""
    by, work, whole = "32006L0054", "31976L0207", "Directive 2006/54/EC"
    act = version("1976-02-09", "2006-08-14", _LONE)
    act = dataclasses.replace(act, work=work)
    notice = Document(
        text=f"Directive 76/207/EEC repealed by: {whole}", title="Notice", work=work, language="en", kind="directive",
        valid_from=datetime.date(2006, 8, 15), relations=(Relation("repeals", by, "", datetime.date(2006, 8, 15)),),
    )  # fmt: skip
    later = dataclasses.replace(
        version("2006-07-05", None, _LONE), work=by, short_title=whole,
        relations=(Relation("repeals", "", work, datetime.date(2009, 8, 15)),),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act, notice, later], vectors=False)
        shown = library.law.show(work, "art_1", as_of="2008-01-01")
        assert (shown.text, shown.in_force_to) == (_LONE, "2009-08-14")
        assert [stage.change for stage in library.law.history(work).stages] == ["adopted"]
        for day, status in (("2008-01-01", "text not known"), (None, "no longer in force")):
            found = library.search("terms", mode="keyword", as_of=day).hits
            assert (work, "art_1", status) in {(hit.work, hit.eid, hit.status) for hit in found}
            assert {hit.eid for hit in found} == {"art_1"}
