"""The day in force of national law: from orders in the library, from the clause, or unknown and said to be so."""

from __future__ import annotations

import datetime
import json
import tarfile
from pathlib import Path

import pytest
from lxml import etree

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.ingest.addition import FINDINGS
from lexdesk.law.findings import RULES, store_findings
from lexdesk.law.national_commencement import CLAUSE
from lexdesk.structure.clml import read_notes

DAY = datetime.date.fromisoformat
FIXTURES = Path(__file__).parents[1] / "fixtures"
ACT = """---
title: "Pens Act 2018"
identifier: "IE-2018-act-7"
country: "ie"
rank: "act"
publication_date: "2018-06-01"
last_updated: "2018-06-01"
---
## PART 1 Preliminary

##### 1. **Short title and commencement**

**1.** (1) This Act may be cited as the Pens Act 2018.

(2) This Act shall come into operation on such day or days as the Minister may by order or orders appoint.

##### 2. **Nibs**

**2.** (1) A nib of a pen is sold apart.

(2) A nib of steel is marked.

## PART 2 Ink

##### 3. **Ink**

**3.** Ink of a pen is blue.

##### 4. **Blotting paper**

**4.** Blotting paper for a pen is white.

"""
ORDER = """S.I. No. 512 of 2018

PENS ACT 2018 (COMMENCEMENT) ORDER 2018

I, ANNE INK, Minister for Pens, by section 1(2) of the Pens Act 2018 (No. 7 of 2018), hereby order as follows:

1. This Order may be cited as the Pens Act 2018 (Commencement) Order 2018.

2. The 1st day of January 2019 is appointed as the day on which the following provisions of the
Pens Act 2018 shall come into operation:

(a) section 1;

(b) subsection (1) of section 2;

(c) section 3, in so far as it relates to blue ink.

GIVEN under my Official Seal,
2 November, 2018.
"""
BY_ORDER = (
    "in force only by an order under Section 1; none in the library sets the day of this text"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "act.md").write_text(ACT, encoding="utf-8")
    return tmp_path


def statuses(
    folder: Path, day: str, capsys: pytest.CaptureFixture[str]
) -> dict[str, tuple[str, str]]:
    """Return status and sentence by eid, the same from ``show`` and from ``search --as-of``."""
    found: dict[str, tuple[str, str]] = {}
    with Library.open(folder / "library") as library:
        hits = library.search("pen OR nib", mode="keyword", as_of=DAY(day), top=50).hits
        searched = {
            h.eid: (h.status, str(h.status_sentence)) for h in hits if h.work == "IE-2018-act-7"
        }
        for provision in library.law.show("IE-2018-act-7").provisions:
            shown = library.law.show("IE-2018-act-7", provision["eid"], as_of=day)
            found[provision["eid"]] = (shown.status or "", str(shown.status_sentence))
            if provision["eid"] in searched:
                assert searched[provision["eid"]] == found[provision["eid"]]
    assert searched
    return found


def test_act_without_its_order_is_not_said_to_be_in_force(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([folder / "act.md"], vectors=False)
    found = statuses(folder, "2024-01-01", capsys)
    assert {*found.values()} == {("commencement unknown", BY_ORDER)}
    run(["show", "IE-2018-act-7", "section 3", "-L", str(folder / "library")])
    assert BY_ORDER in capsys.readouterr().out.replace("\n", " ")
    run(["history", "IE-2018-act-7", "section 3", "-L", str(folder / "library")])
    assert BY_ORDER in capsys.readouterr().out.replace("\n", " ")
    run(["show", "IE-2018-act-7", "--json", "-L", str(folder / "library")])
    shown = json.loads(capsys.readouterr().out)
    assert (shown["status"], shown["in_force_from"]) == ("commencement unknown", None)


def test_order_brings_the_provisions_that_it_names_into_force(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "order.txt").write_text(ORDER, encoding="utf-8")
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([folder / "act.md", folder / "order.txt"], vectors=False)
        shown = library.law.show("IE-2018-act-7", "sec_1", as_of="2020-01-01")
        assert shown.in_force_from == "2019-01-01"
    before, after = (statuses(folder, day, capsys) for day in ("2018-12-31", "2019-01-01"))
    says = "in force since 1 January 2019 (no repeal in the library), as S.I. No. 512 of 2018 says"
    assert after["sec_1"] == after["sec_2__subsec_1"] == ("in force", says)
    assert before["sec_1"][0] == before["sec_2__subsec_1"][0] == "not yet in force"
    in_part = ("commencement unknown", "of parts, or for some purposes, the days in force are in S.I. No. 512 of 2018; "
               "of the rest they are not known")  # fmt: skip
    assert after["sec_2"] == after["part_2"] == after["sec_3"] == before["sec_3"] == in_part
    assert after["sec_2__subsec_2"] == after["sec_4"] == ("commencement unknown", BY_ORDER)


@pytest.mark.parametrize(
    ("day", "eid", "status", "is_found"),
    [
        pytest.param("2019-01-01", "sec_1__subsec_1", "in force", True, id="by an order"),
        pytest.param("2018-12-31", "sec_1__subsec_1", "not yet in force", False, id="not yet"),
        pytest.param("2019-01-01", "sec_2__subsec_1", "in force", True, id="a subsection"),
        pytest.param("2018-12-31", "sec_2__subsec_1", "not yet in force", False, id="not yet: a subsection"),
        pytest.param("2019-01-01", "sec_2__subsec_2", "commencement unknown", True, id="unknown beside it"),
        pytest.param("2019-01-01", "sec_3", "commencement unknown", True, id="partly"),
        pytest.param("2018-12-31", "sec_4", "commencement unknown", True, id="unknown"),
        pytest.param("2018-05-01", "sec_4", "no text yet", False, id="before its text"),
    ],
)  # fmt: skip
def test_filter_and_lists_agree_with_show(
    ordered: Path,
    day: str,
    eid: str,
    status: str,
    is_found: bool,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def said(*words: str) -> str:
        run([*words, "-L", str(ordered)])
        return " ".join(capsys.readouterr().out.split())

    query = f"(pen OR nib) work:IE-2018-act-7 in-force:{day}"
    with Library.open(ordered) as library:
        for text in (f"work:IE-2018-act-7 AND in-force:{day}", query):
            hits = library.search(text, mode="keyword", as_of=DAY(day), top=50).hits
            assert {hit.status for hit in hits} <= {"in force", "commencement unknown"}
        assert (eid in {hit.eid for hit in hits}) == is_found
        hits = library.search(
            "(pen OR nib) work:IE-2018-act-7", mode="keyword", as_of=DAY(day), top=50
        ).hits
        (sentence,) = {str(hit.status_sentence) for hit in hits if hit.eid == eid}
        assert {hit.status for hit in hits if hit.eid == eid} == {status}
        if status != "no text yet":
            shown = library.law.show("IE-2018-act-7", eid, as_of=day)
            assert (shown.status, str(shown.status_sentence)) == (status, sentence)
    found = json.loads(
        said("search", query, "--as-of", day, "--mode", "keyword", "--top", "50", "--json")
    )
    stated = {hit["status_sentence"] for hit in found["hits"] if hit["eid"] == eid}
    assert stated == ({sentence} if is_found else set())
    assert (
        sentence in said("search", query, "--as-of", day, "--mode", "keyword", "--top", "50")
    ) == is_found
    if status == "commencement unknown":
        assert sentence in said("search", "pen OR nib", "--mode", "keyword", "--top", "50")
        assert sentence in said("history", "IE-2018-act-7", eid)


@pytest.fixture(scope="module")
def ordered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of an Act and the order that brings parts of it into force."""
    place = tmp_path_factory.mktemp("ordered")
    (place / "act.md").write_text(ACT, encoding="utf-8")
    (place / "order.txt").write_text(ORDER, encoding="utf-8")
    with Library.open(place / "library", create=True) as library:
        library.sources.add([place / "act.md", place / "order.txt"], vectors=False)
    return place / "library"


def test_notes_of_the_publisher_are_days_in_force(tmp_path: Path) -> None:
    notes = (
        ("6", "S. 6(1) in force at 2.10.2000 by S.I. 2000/1851, art. 2"),
        ("7", "S. 6(3) in force at 1.7.2001 for specified purposes by S.I. 2001/1, art. 2"),
        ("8", "S. 6(2) not in force at Royal Assent, see s. 22(3)"),
    )
    commentaries = "".join(
        f'<Commentary id="c{n}" Type="I"><Para><Text>{text}</Text></Para></Commentary>'
        for n, text in notes
    )
    act = (FIXTURES / "hra-1998-section-6.xml").read_text(encoding="utf-8")
    act = act.replace(
        "</Legislation>", f"<Commentaries>{commentaries}</Commentaries></Legislation>"
    )
    (tmp_path / "act.xml").write_text(act, encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "act.xml"], vectors=False)

        def status(eid: str, day: str) -> tuple[str, str]:
            shown = library.law.show("UK-1998-ukpga-42", eid, as_of=day)
            return shown.status or "", str(shown.status_sentence)

        assert status("sec_6__subsec_1", "2010-01-01") == (
            "in force", "in force since 2 October 2000 (no repeal in the library), as S.I. 2000/1851 says")  # fmt: skip
        assert status("sec_6__subsec_3", "2010-01-01")[0] == "commencement unknown"
        assert "S.I. 2001/1" in status("sec_6__subsec_3", "2010-01-01")[1]
        assert status("sec_6__subsec_2", "2010-01-01") == (
            "commencement unknown", "not in force when the Act was passed; whether it has been since is not known")  # fmt: skip
        assert "S.I. 2000/1851" in status("sec_6", "2010-01-01")[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("work", "eid", "status", "says"),
    [
        ("IE-1993-act-29", "sec_14", "commencement unknown", BY_ORDER),
        ("IE-2015-act-53", "sec_3", "in force", "since 1 January 2016"),
        (
            "IE-2022-act-49",
            "sec_2",
            "in force",
            "since 1 April 2023 (no repeal in the library), as Section 8 says",
        ),
        (
            "IE-2022-act-49",
            "sec_4",
            "in force",
            "since 1 January 2023 (no repeal in the library), as Section 8 says",
        ),
        ("IE-1980-act-16", "sec_10", "commencement unknown", "see Section 1; the day is not known"),
        ("DE-kschg", "para_1", "in force", "or earlier (no repeal in the library), as § 26 says"),
        (
            "DE-urhg",
            "para_1",
            "in force",
            "since 1 January 1966 (no repeal in the library), as § 143 says",
        ),
        ("DE-urhg", "para_64", "commencement unknown", "see § 143"),
        ("DE-inso", "para_1", "commencement unknown", "see § 359; the day is not known"),
        ("DE-fovg", "para_1", "commencement unknown", "(1 January 2003) see § 25"),
        ("DE-bkneg", None, "commencement unknown", "counts from its publication"),
    ],
)
def test_status_in_real_law(
    shared_data: Path, real_law: Path, work: str, eid: str | None, status: str, says: str
) -> None:
    with Library.open(real_law) as library:
        shown = library.law.show(work, eid, as_of="2025-12-01")
        assert (shown.status, says in str(shown.status_sentence)) == (status, True)


@pytest.mark.slow
@pytest.mark.parametrize("work", ["IE-2022-act-49", "DE-fovg", "DE-urhg", "IE-1993-act-29"])
@pytest.mark.parametrize("day", ["1965-12-31", "2002-07-01", "2023-02-01"])
def test_filter_holds_back_what_was_not_in_force_in_real_law(
    shared_data: Path, real_law: Path, work: str, day: str
) -> None:
    with Library.open(real_law) as library:
        hits = library.search(f"work:{work} (the OR der)", as_of=day, top=500).hits
        kept = library.search(f"work:{work} in-force:{day} (the OR der)", as_of=day, top=500).hits
        statuses = {hit.eid: library.law.show(work, hit.eid).status for hit in kept if hit.eid}
    held_back = {(hit.eid, hit.status) for hit in hits} - {(hit.eid, hit.status) for hit in kept}
    assert {status for _, status in held_back} <= {
        "not yet in force",
        "no text yet",
        "text not known",
    }
    assert not {hit.status for hit in kept} & {"not yet in force", "no longer in force"}
    assert {*statuses.values()} <= {"in force", "commencement unknown"}
    assert kept or day < "2002-12-31"


@pytest.mark.slow
def test_stored_findings_are_those_of_the_text(real_law: Path) -> None:
    with Library.open(real_law) as library:
        laws = [*library.store.findings.later_laws(0)]
        read = [
            (finding.of(library.store, law), finding.derive(library.store, law))
            for law in laws
            for finding in FINDINGS
            if finding.concerns(law)
        ]
        stored = library.store.statements.one("SELECT count(*) FROM finding")
    assert all(one == other for one, other in read)
    assert len(read) == stored == 8


def test_damaged_or_earlier_finding_is_derived_from_the_text(folder: Path) -> None:
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([folder / "act.md"], vectors=False)
        (act,) = library.store.findings.later_laws(0)
        derived = CLAUSE.of(library.store, act)
        for change in ("value = '[3]'", "value = '{'", "rules = 0, value = '[null,{}]'"):
            library.store.statements.execute(f"UPDATE finding SET {change}")
            assert CLAUSE.of(library.store, act) == derived
        assert derived.clause and derived.clause.eid == "sec_1"
        library.store.set_setting("findings", {"rules": 0, "expression": act.id})
        assert store_findings(library.store, FINDINGS) == 1
        assert store_findings(library.store, FINDINGS) == 0
        assert library.store.statements.one("SELECT rules FROM finding") == RULES


@pytest.fixture(scope="module")
def real_law(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of some Irish Acts and German statutes."""
    place = tmp_path_factory.mktemp("law")
    acts = ("1993-act-29", "2015-act-53", "2022-act-49", "1980-act-16")
    with tarfile.open(shared_data / "raw" / "irish-acts.tar.gz") as archive:
        for act in acts:
            archive.extract(f"irish-acts/IE-{act}.md", place, filter="data")
    with tarfile.open(shared_data / "raw" / "german-statutes.tar.gz") as archive:
        for name in ("kschg", "urhg", "inso", "fovg", "bkneg"):
            archive.extract(f"german-statutes/{name}/index.md", place, filter="data")
    with Library.open(place / "library", create=True) as library:
        library.sources.add([place / "irish-acts", place / "german-statutes"], vectors=False)
    return place / "library"


def test_range_from_an_inserted_section_leaves_the_section_before_open() -> None:
    note = '<Commentary Type="I"><Text>Ss. 6A-8 in force at 1.3.2002 by S.I. 2002/9, art. 2</Text></Commentary>'
    relations = read_notes(etree.fromstring(f"<Legislation>{note}</Legislation>"), "act", None)
    assert [r.object for r in relations] == ["act#sec_6a", "act#sec_7", "act#sec_8"]
