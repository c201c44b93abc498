"""Documents affected by an amendment, and provisions without a document."""

import dataclasses
import datetime
from pathlib import Path
from typing import Any

import pytest
from tests.engine.compliance.agreement import (
    AGREEMENT,
    POLICY,
    RECORDS,
    VERSIONS,
    WORK,
    Captured,
    library_of,
    version,
)

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.compliance import compute_impact
from lexdesk.compliance.deleted_wording import collect_deleted
from lexdesk.compliance.impact import find_changed_text
from lexdesk.compliance.paragraph_words import as_written, split_parts
from lexdesk.compliance.report import describe_reasons
from lexdesk.document.model import Document, Provision
from lexdesk.errors import LexdeskError, NotFound, QueryError
from lexdesk.law.comparison import diff


@pytest.mark.slow
def test_each_change_lists_affected_documents(library: Library) -> None:
    found = compute_impact(library, WORK, 1, datetime.date(2028, 1, 1))
    assert (found.work, found.old, found.new) == (WORK, "2016-05-24", "2027-05-25")
    changes = {
        provision.eid: (provision.change, provision.inserted, provision.deleted)
        for provision in found.provisions
    }
    assert changes == {
        "art_8": ("removed", 0, 18),
        "art_30": ("amended", 2, 1),
        "art_33": ("amended", 1, 1),
    }, "that a space was added to Article 99 amends nothing"
    touched = {provision.eid: provision for provision in found.provisions}
    assert touched["art_8"].citation == "Article 8 Regulation (EU) 2016/679"
    (cites,) = (match for match in touched["art_30"].matches if match.reason == "cites")
    assert "fulfils Article 30" in cites.text
    assert cites.text.startswith("7. Law."), "the paragraph, and not the passage around it"
    (match_by_keyword,) = touched["art_33"].matches
    assert match_by_keyword.reason == "keyword"
    assert match_by_keyword.semantic is None
    assert "breach" in match_by_keyword.words
    assert "within 24 hours" in match_by_keyword.text


def test_only_documents_in_subset_are_affected(library: Library) -> None:
    for within, count in (("agreement", 1), ("rent", 0), ("kind:regulation", 0)):
        found = compute_impact(library, WORK, 1, 2, within=within)
        (touched,) = (provision for provision in found.provisions if provision.eid == "art_33")
        assert len(touched.matches) == count, within
    alone = compute_impact(library, WORK, 1, 2, only="art_33")
    assert [(provision.eid, len(provision.matches)) for provision in alone.provisions] == [
        ("art_33", 1)
    ]


@pytest.mark.parametrize(
    ("work", "old", "new", "within", "error", "message"),
    [
        ("32016R0680", 1, 2, None, NotFound, "no work 32016R0680"),
        (WORK, 1, 3, None, NotFound, "the versions 1 to 2, not 3"),
        (WORK, datetime.date(2001, 1, 1), 2, None, NotFound, "for 1 January 2001"),
        (WORK, 1, 2, "kind:poem", QueryError, "poem"),
        (WORK, 1, 2, "(rent", QueryError, "bracket"),
    ],
)
def test_incomparable_versions_are_reported(
    library: Library, work: str, old: Any, new: Any, within: str | None,
    error: type[LexdeskError], message: str,
) -> None:  # fmt: skip
    with pytest.raises(error, match=message):
        compute_impact(library, work, old, new, within=within)


def test_changed_lines_match_new_text() -> None:
    old = "1. Keep records.\n2. Tell nobody.\n3. Stay."
    new = "1. Keep electronic records.\n3. Stay."
    text = find_changed_text(diff(old, new))
    assert text == "1. Keep electronic records.\n2. Tell nobody."
    assert find_changed_text(diff(old, old)) == ""


def test_long_text_is_queried_in_parts() -> None:
    text = "\n".join(f"Sentence {number} of the controller." for number in range(200))
    parts = list(split_parts(text))
    assert all(len(part) <= 1200 for part in parts)
    assert " ".join(parts).split() == text.split()


def test_text_without_words_is_not_queried() -> None:
    assert list(split_parts("")) == list(split_parts("* * *")) == []


def test_shared_words_are_quoted_in_their_printed_form() -> None:
    text = "Rent is due. The rent of NATO is paid."
    assert [as_written(word, text) for word in ("rent", "nato", "2016 679")] == [
        "rent", "NATO", "2016 679",
    ]  # fmt: skip


def test_overlong_sentence_is_queried_completely() -> None:
    """As the archive of dated versions has Article 6 of Directive 2005/29/EC: a list without a space in it."""
    points = [
        f"({sign}){'▼M2' * (sign == 'c')} what point {sign} says {'of goods ' * 60};"
        for sign in "abcd"
    ]
    line = "It is misleading:" + "".join(points)
    assert (
        " ".join(split_parts(line)).split()
        == line.replace(";(", "; (").replace(":(", ": (").split()
    )
    endless = "goods " * 700
    assert " ".join(split_parts(endless)).split() == endless.split()
    assert all(len(part) <= 1200 for part in split_parts(endless))


def test_changed_points_of_overlong_line_are_queried() -> None:
    points = [f"({sign}) what point {sign} says {'of goods ' * 60};" for sign in "abc"]
    old = "It is misleading:" + "".join(points)
    new = old + "▼M2(d) making a claim related to future performance."
    assert (
        find_changed_text(diff(old, new)) == "▼M2(d) making a claim related to future performance."
    )


def test_whitespace_change_is_ignored_and_changed_sentence_is_queried() -> None:
    assert find_changed_text(diff("Keep  records.\nStay.", "Keep records.\nStay.")) == ""
    same, filled = "Firms keep records of it.", "What else they keep is theirs. " * 50
    assert find_changed_text(diff(f"{same} {filled}{same}", f"{same} {filled}")) == same


def test_renumbered_footnote_is_no_change() -> None:
    """Article 13 of Directive 2005/29/EC, in its consolidated texts of 2022 and 2026."""
    line = "Authorities listed in Regulation (EU) 2017/2394 of the Council ({}), under {} (2), impose penalties."
    old = line.format(3, "point")
    assert find_changed_text(diff(old, line.format(6, "point"))) == ""
    for other in (line.format(3, "paragraph"), old.replace("(2)", "(4)")):
        assert find_changed_text(diff(old, other)) == f"{other}\n{old}"


def test_citing_documents_of_undivided_text_are_reported(tmp_path: Path) -> None:
    """Article 14 of Directive 2000/31/EC was deleted in 2024; its text of 2000 has no articles in the archive."""
    (tmp_path / "terms.txt").write_text("This clause reflects Article 14 of Directive 2000/31/EC.")
    old = dataclasses.replace(
        version("2000-06-08", "2024-02-16", {"art_1": "Article 1\nObjective\nArticle 14\nHosting"}, {}),
        provisions=(), work="32000L0031", short_title="Directive 2000/31/EC",
    )  # fmt: skip
    new = dataclasses.replace(
        version("2024-02-17", None, {"art_1": "Article 1\nObjective"}, {}),
        work="32000L0031", short_title="Directive 2000/31/EC",
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "terms.txt"], vectors=False, language="en")
        library.sources.add_documents([old, new], vectors=False)
        found = compute_impact(library, "32000L0031", 1, 2)
    reasons = {
        provision.eid: [match.reason for match in provision.matches]
        for provision in found.provisions
    }
    assert reasons == {"document": ["cites"], "art_1": []}


@pytest.mark.slow
@pytest.mark.parametrize("vectors", [True, False])
def test_paragraph_on_repealed_words_ranks_first(tmp_path: Path, vectors: bool) -> None:
    """Also within a passage on many other things, with and without semantic search."""
    (tmp_path / "policy.txt").write_text(POLICY)
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(VERSIONS, vectors=vectors)
        library.sources.add([tmp_path / "policy.txt"], vectors=vectors, language="en")
        (of_breaches,) = (
            provision
            for provision in compute_impact(library, WORK, 1, 2).provisions
            if provision.eid == "art_33"
        )
        elsewhere = compute_impact(library, WORK, 1, 2, within="lease").provisions
    found = [
        (match.text.partition("\n")[0], match.reason, match.still) for match in of_breaches.matches
    ]
    assert found == [
        ("3. Breaches", "semantic" if vectors else "keyword", ("72 hours",)),
        ("5. Law", "cites", ()),
    ]
    assert not any(provision.matches for provision in elsewhere), "none of it speaks of leases"
    first, second = (describe_reasons(match) for match in of_breaches.matches)
    assert first.startswith("still says: 72 hours; ")
    assert second.startswith("cites it")


def test_repealed_words() -> None:
    """Article 27(6) of Directive 2014/65/EU, and the rest of such duties after Directive (EU) 2021/338."""
    old = (
        "Firms shall publish the top five execution venues, within 72 hours and under paragraph 5."
    )
    new = "Firms shall summarise all execution venues, within 96 hours and under paragraph 6."
    gone = collect_deleted(diff(old, new), "en")

    def said(text: str) -> tuple[str, ...]:
        return gone.said_in(text, "en", lambda word: True)

    assert said("We publish our top five venues within 72 hours.") == (
        "72 hours",
        "publish",
        "top",
        "five",
    )
    assert said("We choose execution venues within 96 hours.") == ()
    assert said("Five partners summarise 72 pages of paragraph 5.") == ()
    longer = collect_deleted(diff(f"{old} Publication remains accessible daily.", new), "en")
    text = "Accessible daily publication remains: we publish top five venues within 72 hours."
    assert len(longer.said_in(text, "en", lambda word: True)) == 5


@pytest.mark.parametrize(
    ("old", "new", "language", "text", "still"),
    [
        ("eine Frist von drei Monaten", "eine Frist von einem Monat", "de", "binnen drei Monaten", "drei Monaten"),
        ("within 3 months of notice", "within 2 months of notice", "en", "within three months", "three months"),
        ("within three months", "within six months", "en", "within 3 months", "3 months"),
        ("within three months", "within 3 months", "en", "within three months", None),
        ("dans un délai de deux mois", "dans un délai de trois mois", "fr", "sous deux mois", "deux mois"),
        ("within three months", "within three weeks", "en", "within three months", "three months"),
        ("binnen 14 Werktagen", "binnen 14 Kalendertagen", "de", "14 Werktage lang", "14 Werktage"),
        ("within 14 days", "within 14 working days", "en", "within 14 days", None),
        ("as paragraph 5 shall", "as paragraph 6 shall", "en", "paragraph 5 shall", None),
        ("Regulation (EU) 2016/679", "Regulation (EU) 2018/1725", "en", "of Regulation 2016/679", None),
    ],
)  # fmt: skip
def test_repealed_amount_matches_figures_and_words(
    old: str, new: str, language: str, text: str, still: str | None
) -> None:
    gone = collect_deleted(diff(old, new), language)
    assert gone.said_in(text, language, lambda word: True) == ((still,) if still else ())


def article_6(first_day: str, where: str = "where", requests: str = "All") -> Document:
    """An act of one article: a paragraph with a point, and another, marked as amended where not ``All`` are free."""
    point = "(a) there is consent;"
    texts = {
        "art_6__para_1": f"1. Processing is lawful {where}:\n{point}", "art_6__para_1__point_a": point,
        "art_6__para_2": f"2. {requests} requests are free.",
    }  # fmt: skip
    marks = ("", "") if requests == "All" else ("▼B\n", "▼M1\n")
    text = f"Article 6\n{marks[0]}{texts['art_6__para_1']}\n{marks[1]}{texts['art_6__para_2']}"
    parts = [
        Provision(
            eid, "paragraph", "1", "", eid, eid.rpartition("__")[0],
            text.index(words), text.index(words) + len(words),
        )
        for eid, words in texts.items()
    ]  # fmt: skip
    article = Provision("art_6", "article", "6", "", "Article 6", None, 0, len(text))
    return Document(
        text=text, title="On data", short_title="Regulation (EU) 2016/679", work=WORK,
        kind="regulation", language="en", provisions=(article, *parts),
        valid_from=datetime.date.fromisoformat(first_day),
    )  # fmt: skip


def test_citation_of_unchanged_part_is_not_affected(tmp_path: Path) -> None:
    """Unless the introductory words of its list changed."""
    versions = [
        article_6("2016-05-24"),
        article_6("2020-01-01", requests="First"),
        article_6("2024-01-01", requests="First", where="only where"),
    ]
    citing = {
        name: f"We obey Article {target} of Regulation (EU) 2016/679."
        for name, target in (("consent", "6(1)(a)"), ("requests", "6(2)"), ("all", "6"))
    }
    with library_of(tmp_path, citing, versions) as library:
        touched = [
            {
                match.title
                for provision in compute_impact(library, WORK, number, number + 1).provisions
                for match in provision.matches
                if match.reason == "cites"
            }
            for number in (1, 2)
        ]
    assert touched == [{"requests", "all"}, {"consent", "all"}]


def test_renumbered_provision_is_cited_by_its_old_number(tmp_path: Path) -> None:
    text = RECORDS.partition("\n")[2]
    versions = [
        version("2016-05-24", "2027-05-24", {"art_30": text}, {}),
        version("2027-05-25", None, {"art_31": text}, {}),
    ]
    with library_of(tmp_path, {"agreement": AGREEMENT}, versions) as library:
        (touched,) = compute_impact(library, WORK, 1, 2).provisions
    assert (touched.eid, touched.change, touched.formerly) == ("art_31", "renumbered", "art_30")
    assert (touched.inserted, touched.deleted) == (0, 0)
    assert [match.reason for match in touched.matches] == ["cites"]


@pytest.mark.parametrize("later", ["art_31", None], ids=["renumbered", "removed"])
def test_citation_of_a_short_provision_that_is_gone_is_affected(
    tmp_path: Path, later: str | None
) -> None:
    """An article of few words is not one whose heading alone was left out."""
    first = {
        "art_30": "Article 30\nRecords\nEach controller keeps records.",
        "art_40": "Article 40\nCodes.",
    }
    last = {"art_40": "Article 40\nCodes."}
    if later:
        last[later] = "Article 31\nRecords\nEach controller keeps records."
    versions = [
        version("2016-05-24", "2027-05-24", first, {}),
        version("2027-05-25", None, last, {}),
    ]
    citing = {"policy": "We keep the records of Article 30 of Regulation (EU) 2016/679."}
    with library_of(tmp_path, citing, versions) as library:
        (touched,) = compute_impact(library, WORK, 1, 2).provisions
    assert touched.change == ("renumbered" if later else "removed")
    assert [match.reason for match in touched.matches] == ["cites"]


def test_citing_documents_rank_before_similar_ones(tmp_path: Path) -> None:
    """A provision removed as a whole has no deleted words reported: all of it is deleted."""
    breach = "We notify the controller of a personal data breach without undue delay"
    texts = {
        "yearly": f"{breach}, as our report tells.",
        "alike": f"{breach} after becoming aware of it.",
        "citing": f"{breach}, which Article 33 of Regulation (EU) 2016/679 demands.",
        "chance": f"The controller delays breach by breach. {'Our canteen reports on cars and windows. ' * 9}",
        "child": "Under Article 8 of Regulation (EU) 2016/679 consent of a child at least 16 years old is lawful.",
    }
    with library_of(tmp_path, texts) as library:
        found = {
            provision.eid: provision.matches
            for provision in compute_impact(library, WORK, 1, 2).provisions
        }
        few = {
            provision.eid: provision
            for provision in compute_impact(library, WORK, 1, 2, top=2).provisions
        }
    assert [match.title for match in found["art_33"]] == ["citing", "alike", "yearly"]
    assert [match.title for match in few["art_33"].matches] == ["citing", "alike"]
    assert few["art_33"].omitted == 1
    citing, alike, _ = (match.words for match in found["art_33"])
    assert len(citing) == len(alike) == 5
    assert alike[0] == "aware", "the rarest first"
    assert [(match.title, match.still) for match in found["art_8"]] == [("child", ())]


def test_annex_with_roman_eid_is_cited_by_its_number(tmp_path: Path, capsys: Captured) -> None:
    """The archive of dated versions has ``anx_ii``, citations have ``anx_2``."""
    agreement = (
        "You are a professional client within the meaning of Annex II to Directive 2014/65/EU."
    )
    versions = [
        dataclasses.replace(
            version(first, last, {"anx_ii": f"Annex II\nProfessional clients have {assets} million."}, {}),
            work="32014L0065", short_title="Directive 2014/65/EU",
        )
        for first, last, assets in (("2014-05-15", "2027-05-24", 20), ("2027-05-25", None, 25))
    ]  # fmt: skip
    (tmp_path / "agreement.txt").write_text(agreement)
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "agreement.txt"], vectors=False, language="en")
        library.sources.add_documents(versions, vectors=False)
        (touched,) = compute_impact(library, "32014L0065", 1, 2).provisions
    assert [match.reason for match in touched.matches] == ["cites"]
    assert run(["show", "32014L0065", "Annex II", "-L", str(tmp_path / "library")]) == 0
    assert "20 million" in capsys.readouterr().out
