"""The interpretation of a query below the search field."""

import dataclasses

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.test_wording import HIT

from lexdesk.search.results.hits import Answer
from lexdesk_gui.error_messages import Repair
from lexdesk_gui.search.interpretation import Interpretation, interpret
from lexdesk_gui.search.notice_line import NoticeLine
from lexdesk_gui.search.search_field import SearchField
from lexdesk_gui.style.look import LIGHT
from lexdesk_gui.style.theme import Theme

FORMS = {"withdraw": ["withdrawal", "withdraws"], "kundigung": ["Kündigungen"]}


def read(query: str, parsed: str, forms: dict[str, list[str]] = FORMS) -> Interpretation:
    return interpret(Answer(query, parsed, "hybrid", 1.0, 0, 1.0, [], "2026-11-21"), forms)


@pytest.mark.parametrize(
    ("query", "parsed", "expected"),
    [
        ("withdraw it", "withdraw it", "withdraw + withdrawal, withdraws it"),
        ("Kündigung", "kundigung", "Kündigung + Kündigungen"),
        ('"withdraw"', '"withdraw"', '"withdraw"'),
        ('"Data subject"', '"data subject"', '"Data subject"'),
        (
            "Article 16 Directive 2014/65/EU",
            'article 16 "directive 2014 65 eu"',
            "Article 16 Directive 2014/65/EU",
        ),
        ("withdraw w/5 <b>", '(withdraw w/5 "b")', '(withdraw + withdrawal, withdraws w/5 "b")'),
        ("title:withdraw", "title:withdraw", "title:withdraw"),
        ("it lang:en", "lang:en it", "it"),
        ("it AND kind:email date:2016..", "kind:email AND date:2016.. AND it", "it"),
        ("lang:en", "lang:en", "lang:en"),
        ("it NOT kind:email", "it NOT kind:email", "it NOT kind:email"),  # which is no chip
        ("withdraw or withdraw", "withdraw withdraw", "withdraw + withdrawal, withdraws withdraw"),
    ],
)
def test_words_stand_as_typed_with_their_forms(query: str, parsed: str, expected: str) -> None:
    assert read(query, parsed).plain() == f"Reads as  {expected}"


def test_query_is_not_rendered_as_markup() -> None:
    marked = read("R&D NOT <b>", '"r<d" AND NOT b').marked(LIGHT, 1)
    assert "r&lt;d" in marked
    assert ">b</a>" in marked
    assert ">AND" not in marked.partition("<a")[0]


def test_inflected_forms_fill_one_line_after_suggestions(theme: Theme, qtbot: QtBot) -> None:
    line = NoticeLine(theme)
    qtbot.addWidget(line)
    line.resize(900, 28)
    line.say(read("withdraw it", "withdraw it", {}))
    line.suggest(Repair("Did you mean: withdraw", query="withdraw"))
    line.add_forms(read("withdraw it", "withdraw it"))
    assert line.text == "Reads as  withdraw + withdrawal, withdraws it"
    assert line.offer.text() == "Did you mean: withdraw"
    assert not line.offer.isHidden()
    line.suggest(Repair("", query=""))
    line.resize(230, 28)
    line.add_forms(read("withdraw it", "withdraw it"))
    assert line.text == "Reads as  withdraw it"
    line.say("Without it there are 3 results.")
    line.add_forms(read("withdraw it", "withdraw it"))
    assert line.text == "Without it there are 3 results."


def test_a_part_that_is_clicked_is_chosen_in_the_field(theme: Theme, qtbot: QtBot) -> None:
    field, line = SearchField(theme), NoticeLine(theme)
    for item in (field, line):
        qtbot.addWidget(item)
    line.picked.connect(field.select)
    field.set_query("Kündigung withdrawal withdraw")
    line.say(read("Kündigung withdrawal withdraw", "kundigung withdrawal withdraw"))
    line.text_label.linkActivated.emit("4")
    assert field.edit.selectedText() == "withdraw"
    assert field.edit.selectionStart() == len("Kündigung withdrawal ")
    field.select("what it stands for")
    assert field.edit.selectedText() == field.query


def test_citation_of_provision_says_what_is_listed() -> None:
    named, citing = dataclasses.replace(HIT, named=True), dataclasses.replace(HIT, cites_named=True)
    query = "Art. 16 MiFID II lang:en"
    for hits, listed in (
        ([named, citing], "the cited provision, then the passages that cite it"),
        ([named], "the cited provision; no passage found cites it"),
        ([citing], "the passages that cite the provision"),
    ):
        answer = Answer(query, "", "hybrid", 8.2, 31, 1.0, hits, "2026-11-21", lists_citing=True)
        assert interpret(answer, {}).plain() == f"Reads as  Art. 16 MiFID II  ·  {listed}"
