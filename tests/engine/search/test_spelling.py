"""Misspelt words of a query, and their suggestions."""

import gc
import json
from pathlib import Path

import pytest

from lexdesk import Document
from lexdesk.cli import run
from lexdesk.errors import QueryError
from lexdesk.library.library import Library
from lexdesk.system.bundled import find_corpus


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("withdraw consent", ""),
        ("witdraw consent", "withdraw consent"),
        ("iwthdraw consent", "withdraw consent"),
        ("artcle 17 erasure", "article 17 erasure"),
        ("personl data breech", "personal data breach"),
        ("Proccessor", "Processor"),
        ('"wihdraw" AND consnet w/5 contrller', '"withdraw" AND consent w/5 controller'),
        ('"personal data breech"', '"personal data breach"'),
        ("erasure NOT witdraw", ""),  # what is not to be there may well be nowhere
        ("erasure title:witdraw", ""),
        ("witdr* witdraw~1", ""),
        ("consen", ""),  # as it is typed
        ("consen controller", "consent controller"),
        ("foo bar baz", ""),
        ("Einwilligung der betroffenen Person widerrufen", ""),
        ("32016R0680 C-311/18 2016/680", ""),
        ("witdraw " * 51, ""),
        ("Artcle 17 GDPR", ""),  # is read as a citation
        ("articl 17 GDPR", "article 17 GDPR"),  # whose stem is there
        ("articl 17 erasure", ""),  # is found as it is
        ("DPIA", ""),  # a term that is searched for by the words that it stands for
        ("is RTBF absolute", "is right to be forgotten absolute"),
        ("RTBF", "right to be forgotten"),
        ("RTBF GDPR", "right to be forgotten GDPR"),
        ("DTPC", ""),  # (data protection) third country: not side by side
        ("CCTV", ""),
        ("WITDRAW CONSENT", "Withdraw CONSENT"),
    ],
)
def test_unmatched_words_are_replaced_by_nearest(
    words_library: Library, query: str, expected: str
) -> None:
    assert words_library.search.did_you_mean(query) == expected


@pytest.mark.slow
def test_suggestion_leaves_no_cycles(words_library: Library) -> None:
    """Cycles kept 0.4 MB for each query of a service, which collects garbage seldom."""
    words_library.search.did_you_mean("witdraw consent")
    gc.collect()
    assert words_library.search.did_you_mean("consnet") == "consent"
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        assert not [found for found in gc.garbage if "rapidfuzz" in type(found).__module__]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def test_model_vocabulary_is_not_misspelt(tmp_path: Path) -> None:
    lease = Document("The tenant and Ms Bahl agree.", "", work="lease", language="en")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([lease], vectors=False)
        assert library.search.did_you_mean("bahk") == "bahl"
        assert library.search.did_you_mean("bail") == ""


def test_suggestion_has_spelling_of_text(tmp_path: Path) -> None:
    law = tmp_path / "law.txt"
    law.write_text("Die Kündigung des Mietverhältnisses erfolgt schriftlich.", encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([law], vectors=False)
        assert library.search.did_you_mean("Kündgung schriftlch") == "Kündigung schriftlich"
        assert library.search.did_you_mean("kündgung") == "kündigung"
        assert library.search.did_you_mean("Mietverhältnis") == ""  # its stem is there


def test_resolved_citation_has_no_misspelt_words(tmp_path: Path) -> None:
    law = tmp_path / "gdpr.txt"
    law.write_text("Die EWG und die DSGVO.", encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([find_corpus(), law], vectors=False)
        assert library.search.did_you_mean("ErwG 470 DSGVO") == "EWG 470 DSGVO"
        assert library.search.did_you_mean("ErwG 47 DSGVO") == ""


def test_each_compound_part_allows_one_edit(tmp_path: Path) -> None:
    text = "# Gesetz\n\n#### § 67 Anwendung der Straßenverkehrs-Zulassungs-Ordnung\n\n(1) Fahrzeuge sind zuzulassen"
    law = tmp_path / "law.md"
    law.write_text(f"---\nTitle: Gesetz\njurabk: BDSG\nslug: bdsg\n---\n{text}", encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([law], vectors=False)
        assert library.search.did_you_mean("SVZO") == "Straßenverkehrs-Zulassungs-Ordnung"


def test_syntax_error_has_no_spelling_suggestion(words_library: Library) -> None:
    with pytest.raises(QueryError):
        words_library.search.did_you_mean("witdraw AND")


def test_command_line_suggests_spelling(
    words_library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["search", "--mode", "keyword", "-L", str(words_library.path), "--top", "1"]
    assert run([*command, "witdraw consent"]) == 0
    assert capsys.readouterr().out.startswith("did you mean: withdraw consent\n\n 1  Article 7(3)")
    assert run([*command, "--json", "witdraw consent"]) == 0
    assert json.loads(capsys.readouterr().out)["did_you_mean"] == "withdraw consent"
    assert (
        words_library.search("witdraw consent", mode="keyword").did_you_mean == ""
    )  # nobody asked
    assert run([*command, "erasrue"]) == 1
    assert capsys.readouterr().out == "did you mean: erasure\n\nnothing found for: erasrue\n"
