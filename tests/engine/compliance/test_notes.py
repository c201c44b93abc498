"""Coverage, impact and similar documents state what they did not search, and take no amendment for a document on a duty."""

import datetime
import sys
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.citations.references import find_references
from lexdesk.cli import run
from lexdesk.compliance import compute_coverage, compute_impact, find_similar
from lexdesk.document.model import Document, Provision
from lexdesk.errors import Code, NoteCode, NotFound, PhraseCode
from lexdesk.ingest.scan.sources_registry import SourcesRegistry

Captured = pytest.CaptureFixture[str]
WORK = "32015R0700"
DAYS = datetime.date(2016, 1, 1), datetime.date(2020, 1, 1)
DUTY = {
    "en": "A seller shall repair a leaking nib during a warranty period of five years.",
    "es": "El vendedor deberá reparar la pluma durante cinco años.",
}


def act(day: str, text: str, language: str = "en") -> Document:
    return Document(
        text=text, title="On pens", kind="regulation", work=WORK, language=language,
        valid_from=datetime.date.fromisoformat(day),
        provisions=(Provision("art_4", "article", "4", "", "Article 4", None, 0, len(text)),),
    )  # fmt: skip


def other(work: str, text: str, language: str = "en") -> Document:
    found = Document(text=text, title=work, kind="document", work=work, language=language)
    return Document(
        text=text, title=work, kind="document", work=work, language=language,
        references=find_references(found),
    )  # fmt: skip


def codes(notes: list[str]) -> set[Code]:
    return {code for note in notes if note for code in note.codes()}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("documents", "within", "says", "silent"),
    [
        pytest.param(
            [act("2015-05-03", DUTY["en"]), other("policy", "Wir reparieren.", "de")], None,
            {NoteCode.OTHER_LANGUAGES}, {NoteCode.DUTIES_UNKNOWN}, id="document in German",
        ),
        pytest.param(
            [act("2015-05-03", DUTY["en"]), other("policy", "Wir reparieren.", "de"), other("rule", "We repair.")],
            "lang:en", set(), {NoteCode.OTHER_LANGUAGES}, id="German documents not asked for",
        ),
        pytest.param(
            [act("2015-05-03", DUTY["es"], "es"), other("policy", "Se repara.", "es")], None,
            {NoteCode.DUTIES_UNKNOWN}, {NoteCode.OTHER_LANGUAGES}, id="no rule for duties",
        ),
    ],
)  # fmt: skip
def test_gaps_are_said_to_be_unknown_where_they_are(
    tmp_path: Path,
    documents: list[Document],
    within: str | None,
    says: set[Code],
    silent: set[Code],
) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(documents, vectors=False)
        found = codes(compute_coverage(library, WORK, within=within).notes)
    assert says <= found and not silent & found


def test_unfinished_additions_are_named(tmp_path: Path) -> None:
    """While a folder is added, no answer says that nothing deals with a duty."""
    with Library.open(tmp_path / "library", create=True) as library:
        versions = [
            act("2015-05-03", DUTY["en"]),
            act("2018-01-01", DUTY["en"].replace("five", "six")),
        ]
        library.sources.add_documents([*versions, other("policy", "We repair.")], vectors=False)
        added = SourcesRegistry(library.store)
        for is_unfinished in (True, False):
            (added.expect if is_unfinished else added.finish)([tmp_path / "contracts"])
            for notes in (
                [library.search("cartridges", mode="keyword").notice],
                [
                    library.search(
                        "Article 9 of Directive 2001/29/EC on pens", mode="keyword"
                    ).notice
                ],
                [library.search("Directive 2001/29/EC", mode="keyword").notice],
                [library.law.references(WORK, "art_4").notice],
                compute_coverage(library, WORK).notes,
                compute_impact(library, WORK, 1, 2).notes,
                find_similar(library, "policy", without={"semantic"}).notes,
            ):
                assert (NoteCode.FILES_UNFINISHED in codes(list(notes))) is is_unfinished
                assert not any("contracts" in note for note in notes)
            with pytest.raises(NotFound) as missing:
                library.law.show("32001L0029")
            assert (PhraseCode.UNFINISHED in missing.value.message.codes()) is is_unfinished


@pytest.mark.parametrize(
    ("text", "is_gap"),
    [
        ("Article 4 of Regulation (EU) 2015/700 is replaced by the following:", True),
        ("Article 4 of Regulation (EU) 2015/700 is repealed.", True),
        ("Our shops follow Article 4 of Regulation (EU) 2015/700.", False),
    ],
)
def test_amendment_of_a_duty_does_not_cover_it(tmp_path: Path, text: str, is_gap: bool) -> None:
    versions = [act("2015-05-03", DUTY["en"]), act("2018-01-01", DUTY["en"].replace("five", "six"))]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([*versions, other("other", text)], vectors=False)
        assert [p.is_gap for p in compute_coverage(library, WORK).provisions] == [is_gap]
        affected = compute_impact(library, WORK, 1, 2).provisions[0].matches
        assert [match.work for match in affected] == ([] if is_gap else ["other"])


def test_one_text_for_two_days_is_no_absence_of_changes(tmp_path: Path, capsys: Captured) -> None:
    """An act of one text: what changed between two later days is not known."""
    first = act("2015-05-03", DUTY["en"])
    undated = Document(
        text="§ 1 Die Ehe ist frei.", title="Ehe", kind="statute", work="DE-x", language="de"
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([first, undated], vectors=False)
        path = str(library.path)
        assert codes(compute_impact(library, WORK, DAYS[0], DAYS[1]).notes) >= {NoteCode.LAST_TEXT}
        assert codes(compute_coverage(library, WORK).notes) >= {NoteCode.LAST_TEXT}
        assert library.law.compare(WORK, "art_4", *DAYS).new["notice"]
        assert codes([library.law.show("DE-x").notice]) == {NoteCode.NO_DATES}
    for work, says in ((WORK, "that of 2015-05-03"), ("DE-x", "without a date")):
        assert run(["impact", f"{work}@2016-01-01", "@2020-01-01", "-L", path]) == 1
        printed = capsys.readouterr().out
        assert f"both name one text of the library, {says}" in printed
        assert "no provision" not in printed


def test_law_of_a_future_day_is_not_known(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act("2015-05-03", DUTY["en"])], vectors=False)
        today = datetime.date.today()
        for days, is_future in ((0, False), (1, True), (20_000, True)):
            day = today + datetime.timedelta(days=days)
            notice = library.search("nib", mode="keyword", as_of=day).notice
            assert (NoteCode.FUTURE_DAY in codes([notice])) is is_future


def test_coverage_states_the_limits_of_its_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each provision keeps its nearest passages, else a far one would seem a gap; what was left out is said."""
    monkeypatch.setattr("lexdesk.compliance.passage_matching._MOST_CANDIDATES", 4)
    monkeypatch.setattr(sys.modules["lexdesk.compliance.coverage"], "_CANDIDATES", 3)
    rules = DUTY["en"], "A seller shall publish the price of each inkwell in its shop window."
    text = "\n".join(rules)
    at = len(rules[0]) + 1
    provisions = (
        Provision("art_4", "article", "4", "", "Article 4", None, 0, at),
        Provision("art_5", "article", "5", "", "Article 5", None, at, len(text)),
    )
    law = Document(
        text, "On pens", kind="regulation", work=WORK, language="en", provisions=provisions
    )
    near = [other(f"near {n}", f"{rules[0]} Shop {n} repairs it.") for n in range(6)]
    far = other("far", "The inkwell and its price stand in the window.")
    citing = [
        other(f"citing {n}", f"Article 5 of Regulation (EU) 2015/700 binds us {n}.")
        for n in range(4)
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([law, *near, far], vectors=False)
        found = compute_coverage(library, WORK)
        assert codes(found.notes) >= {NoteCode.NEAREST_CUT}
        assert NoteCode.CITING_CUT not in codes(found.notes)
        assert [match.work for match in found.provisions[1].matches] == ["far"]
        library.sources.add_documents(citing, vectors=False)
        found = compute_coverage(library, WORK)
        assert codes(found.notes) >= {NoteCode.NEAREST_CUT, NoteCode.CITING_CUT}
