"""Days of application that an act states for some of its provisions."""

from __future__ import annotations

import datetime
from pathlib import Path

import msgspec
import pytest
from tests.engine.law.dated_acts import DAY, act
from tests.waiting import within

from lexdesk import Document, Library
from lexdesk.document.model import Provision
from lexdesk.law import application_days
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

APPLICATION = """Article 113
Entry into force and application
This Regulation shall enter into force on the twentieth day following that of its publication in the Official Journal.
It shall apply from 2 August 2026.
"""
OTHER_DAYS = """However:
(a) Chapters I and II shall apply from 2 February 2025;
"""


_HELD = " (no repeal in the library)"


@pytest.mark.parametrize(
    ("more", "expected"),
    [(OTHER_DAYS, ", some provisions from another day (Article 113)"), ("", "")],
)
def test_other_days_of_application_are_reported(more: str, expected: str, tmp_path: Path) -> None:
    """The prohibitions of the AI Act apply since 2 February 2025."""
    text = APPLICATION + more
    article = Provision("art_113", "article", "113", "", "Article 113", None, 0, len(text))
    act = Document(
        text, title="Artificial Intelligence Act", work="32024R1689", kind="regulation", language="en",
        provisions=(article,), valid_from=datetime.date(2024, 6, 13),
        in_force_from=datetime.date(2024, 8, 1), applies_from=datetime.date(2026, 8, 2),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act], vectors=False)
        sentence = f"in force since 1 August 2024 (no repeal in the library), applies from 2 August 2026{expected}"
        hits = library.search("force", mode="keyword", as_of="2025-06-01").hits
        assert [hit.status_sentence for hit in hits] == [sentence]
        assert library.law.show("32024R1689", as_of="2025-06-01").status_sentence == sentence


def test_day_of_titles_that_the_text_lacks_is_open(tmp_path: Path) -> None:
    """Article 149(3) of Regulation (EU) 2023/1114, in a text of articles alone."""
    heading = "Article 48\nAn offer of tokens.\n"
    text = (
        heading
        + APPLICATION
        + "By way of derogation, Titles III and IV shall apply from 30 June 2025.\n"
    )
    provisions = (
        Provision("art_48", "article", "48", "", "Article 48", None, 0, len(heading)),
        Provision("art_113", "article", "113", "", "Article 113", None, len(heading), len(text)),
    )
    act = Document(
        text, title="Markets in crypto-assets", work="32023R1114", kind="regulation", language="en",
        provisions=provisions, valid_from=datetime.date(2024, 6, 13), applies_from=datetime.date(2026, 8, 2),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act], vectors=False)
        shown = library.law.show("32023R1114", "art_48", as_of="2025-07-01")
        assert shown.status_sentence == (
            "for the day of application (30 June 2025, 2 August 2026) see Article 113"
        )


@pytest.mark.slow
def test_repeated_days_are_read_in_linear_time(tmp_path: Path) -> None:
    """8,000 sentences of one day took 44 s of the process that adds, which has no limit of time."""
    text = APPLICATION + "It shall apply from 2 August 2026.\n" * 8_000
    article = Provision("art_113", "article", "113", "", "Article 113", None, 0, len(text))
    crafted = Document(
        text, title="Act", work="32024R1689", kind="regulation", language="en", provisions=(article,),
        applies_from=datetime.date(2026, 8, 2),
    )  # fmt: skip
    with within(15), Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([crafted], vectors=False)
    own = application_days.OwnDay((DAY("2025-02-02"),))
    articles = [f"art_{number}" for number in range(20_000)]
    parents = {**dict.fromkeys(articles), **{f"{eid}__para_1": eid for eid in articles}}
    with within(5):  # 20 s
        places = {f"{eid}__para_1": own for eid in articles}
        assert (
            len(application_days.find_days_by_provision(places, parents, DAY("2026-08-02")))
            == 40_000
        )


AI_ACT = """Article 113
It shall apply from 2 August 2026.
However:
(a) Chapters I and II shall apply from 2 February 2025, with the exception of Article 5(1), first subparagraph, \
points (ba) and (bb), and Article 5(1a) and (1b) which shall apply from 2 December 2026;
(b) Chapter III Section 4, Chapter V and Article 78 shall apply from 2 August 2025, with the exception of Article 101;
(c) Chapter III, Sections 1, 2, and 3, with the exception of Article 6(5), shall apply from:
(i) 2 December 2027 as regards AI systems classified as high-risk pursuant to Article 6(2) and Annex III;
(d) Articles 102 to 104 shall apply from 27 July 2026."""
DMA = """2. It shall apply from 2 May 2023.
However, Article 3(6) and (7) and Articles 40 and 46 shall apply from 1 November 2022 and Article 42 and Article 43 \
shall apply from 25 June 2023.
Nevertheless, if the date of 25 June 2023 precedes that day, the application of Article 42 shall be postponed."""
DATA_ACT = """It shall apply from 12 September 2025.
The obligation resulting from Article 3(1) shall apply to products placed on the market after 12 September 2026.
Chapter IV shall apply from 12 September 2027 to contracts concluded before that day."""
CRR = """2. This Regulation shall apply from 1 January 2014, with the exception of:
(a) Article 8(3), Article 21 and Article 451(1), which shall apply from 1 January 2015;
(b) Article 413(1), which shall apply from 1 January 2016;"""
MIFIR = """Notwithstanding the second paragraph, Article 37(1) and (2) shall apply from 3 January 2019.
Article 6(1) and the corresponding obligations in this Regulation shall apply from 2 August 2027.
Articles 7 and 8 shall apply from 1 June 2019 until 1 June 2021. Article 9 shall apply from 1 May 2019 to banks and \
Article 10 shall apply from 1 May 2020."""


@pytest.mark.parametrize(
    ("text", "known", "open_"),
    [
        (
            AI_ACT,
            {
                "2025-02-02": "chp_1 chp_2",
                "2026-12-02": "art_5__para_1__point_ba art_5__para_1__point_bb art_5__para_1a art_5__para_1b",
                "2025-08-02": "chp_3__sec_4 chp_5 art_78",
                "2026-07-27": "art_102 art_103 art_104",
                "2026-08-02": "art_101 art_6__para_5",
            },
            {"chp_3__sec_1"},
        ),
        (DMA, {"2022-11-01": "art_3__para_6 art_3__para_7 art_40 art_46", "2023-06-25": "art_43"}, {"art_42"}),
        (DATA_ACT, {}, {"art_3__para_1", "chp_4"}),
        (CRR, {"2015-01-01": "art_8__para_3 art_21 art_451__para_1", "2016-01-01": "art_413__para_1"}, set()),
        (
            MIFIR,
            {"2019-01-03": "art_37__para_1 art_37__para_2", "2027-08-02": "art_6__para_1"},
            {"art_7", "art_8", "art_9", "art_10"},
        ),
    ],
    ids=["AI Act", "DMA", "Data Act", "CRR", "MiFIR"],
)  # fmt: skip
def test_provisions_with_own_day_of_application(
    text: str, known: dict[str, str], open_: set[str]
) -> None:
    """Conditions, exceptions and second times of a provision are left open."""
    found = application_days.find_stated_days(
        text, "32024R1689", DAY("2026-08-02"), "en", "art_113"
    )
    values: dict[str, list[str]] = {}
    for eid, own in found.items():
        values.setdefault(str(own.day), []).append(eid)
    assert open_ <= set(values.pop("None", []))
    assert {day: " ".join(eids) for day, eids in values.items()} == known


def test_provision_status_uses_own_day_of_application(tmp_path: Path) -> None:
    heading = "CHAPTER II\nArticle 5\n1. Prohibited:\n(a) data;\n(ba) other data;\nArticle 9\nOther data.\n"

    def provision(eid: str, kind: str, parent: str | None, start: str, end: str = "") -> Provision:
        first = heading.index(start)
        last = heading.index(end) if end else len(heading)
        return Provision(eid, kind, "", "", eid, parent, first, last)

    provisions = (
        provision("chp_2", "chapter", None, "CHAPTER", "Article 9"),
        provision("art_5", "article", "chp_2", "Article 5", "Article 9"),
        provision("art_5__para_1", "paragraph", "art_5", "1. Pro", "Article 9"),
        provision("art_5__para_1__point_a", "point", "art_5__para_1", "(a)", "(ba)"),
        provision("art_5__para_1__point_ba", "point", "art_5__para_1", "(ba)", "Article 9"),
        provision("art_9", "article", None, "Article 9"),
        Provision("art_113", "article", "113", "", "Article 113", None, len(heading), len(heading + AI_ACT)),
    )  # fmt: skip
    act = Document(
        heading + AI_ACT, title="Artificial Intelligence Act", work="32024R1689", kind="regulation",
        language="en", provisions=provisions, valid_from=datetime.date(2024, 6, 13),
        in_force_from=datetime.date(2024, 8, 1), applies_from=datetime.date(2026, 8, 2),
    )  # fmt: skip
    others = "some provisions from another day (Article 113)"
    of_act, of_two = (
        f"applies from 2 August 2026, {others}",
        f"applies since 2 February 2025, {others}",
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act], vectors=False)
        for eid, name, expected, day in (
            ("art_5__para_1__point_a", "applies", "applies since 2 February 2025, as Article 113 says", "2025-02-02"),
            ("art_5__para_1__point_ba", "not yet applicable", "applies from 2 December 2026, as Article 113 says", "2026-12-02"),
            ("art_5__para_1", "applies", of_two, "2025-02-02"),
            ("chp_2", "applies", of_two, "2025-02-02"),
            ("art_9", "not yet applicable", of_act, "2026-08-02"),
            (None, "not yet applicable", of_act, "2026-08-02"),
        ):  # fmt: skip
            shown = library.law.show("32024R1689", eid, as_of="2025-06-01")
            assert (shown.status, shown.status_sentence, shown.applies_from) == (
                name, f"in force since 1 August 2024 (no repeal in the library), {expected}", day,
            )  # fmt: skip
        hits = library.search("data", mode="keyword", as_of="2025-06-01").hits
        statuses = {hit.eid: hit.status for hit in hits}
        assert statuses["art_9"] == "not yet applicable"
        named = library.search("Article 5(1)(a) AI Act", mode="keyword", as_of="2025-06-01").hits[0]
        assert named.status == "applies"


SFDR = """2. This Regulation shall apply from 10 March 2021.
3. By way of derogation from paragraph 2:(a) Articles 8(3) and 11(4) shall apply from 29 December 2019;(b) Articles 8(2a) and \
9(4a) shall apply:(i) in respect of one objective, from 1 January 2022; and(ii) in respect of others, from 1 January 2023;\
(c) Article 11(1), (2) and (3) shall apply from 1 January 2022."""


def test_article_of_several_days_has_none_of_the_act() -> None:
    parts = [f"art_11__para_{n}" for n in (1, 2, 3, 4)] + ["art_8__para_1", "art_8__para_3"]
    parents: dict[str, str | None] = {"art_8": None, "art_10": None, "art_11": None}
    parents |= {part: part.partition("__")[0] for part in parts}
    places = application_days.find_stated_days(
        SFDR, "32019R2088", DAY("2021-03-10"), "en", "art_20"
    )
    days = application_days.find_days_by_provision(places, parents, DAY("2021-03-10"))
    assert days["art_11"].days == (DAY("2019-12-29"), DAY("2022-01-01"))
    assert days["art_8"].days == (DAY("2019-12-29"), DAY("2021-03-10"))
    assert days["art_11"].day is None
    assert days["art_11__para_2"].day == DAY("2022-01-01")
    assert places["art_8__para_2a"].days == (DAY("2022-01-01"), DAY("2023-01-01"))
    assert "art_10" not in days


MICA = """2. This Regulation shall apply from 30 December 2024.
3. By way of derogation from paragraph 2, Titles III and IV shall apply from 30 June 2024.
4. By way of derogation from paragraphs 2 and 3 of this Article, Article 17(8) shall apply from 29 June 2023."""


@pytest.mark.parametrize(
    ("text", "eid", "possible"),
    [
        pytest.param(MICA, "art_17", "2023-06-29 2024-06-30 2024-12-30", id="titles not in the text"),
        pytest.param(MICA, "art_17__para_8", "2023-06-29", id="named"),
        pytest.param(AI_ACT, "art_6", "2026-08-02 2027-12-02", id="exception in a section"),
    ],
)  # fmt: skip
def test_possible_days_hold_that_of_each_part(
    tmp_path: Path, text: str, eid: str, possible: str
) -> None:
    """Article 17(8) MiCA has its own day, the rest of Article 17 that of a title, which a flat text lacks."""
    parts = ("1. One.", "5. Five.", "8. Eight.")
    article, provisions = eid.partition("__")[0], list[Provision]()
    body = "CHAPTER III\nSECTION 1\n" if text is AI_ACT else ""
    inside = "chp_3__sec_1" if body else None
    begin, last = len(body), len(body + "\n".join(parts))
    if inside:
        provisions += [
            Provision("chp_3", "chapter", "III", "", "Chapter III", None, 0, last),
            Provision(inside, "section", "1", "", "Section 1", "chp_3", 12, last),
        ]
    provisions.append(Provision(article, "article", article[4:], "", "", inside, begin, last))
    for part in parts:
        name = f"{article}__para_{part[0]}"
        provisions.append(
            Provision(name, "paragraph", part[0], "", "", article, len(body), len(body + part))
        )
        body += f"{part}\n"
    end = len(body + text)
    provisions.append(
        Provision("art_149", "article", "149", "", "Article 149", None, last + 1, end)
    )
    of_act = "2026-08-02" if text is AI_ACT else "2024-12-30"
    act = Document(
        body + text, title="On things", work="32023R1114", kind="regulation", language="en",
        provisions=tuple(provisions), valid_from=DAY("2023-05-31"), applies_from=DAY(of_act),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act], vectors=False)
        row = library.store.law.expressions_of("32023R1114")[0]
        own = application_days.find_own_day(library.store, row, eid)
        assert own and [str(day) for day in own.days] == possible.split()


def test_condition_leaves_the_day_to_the_article(tmp_path: Path) -> None:
    text = f"Article 42\nActions.\nArticle 54\n{DMA}"
    begin = text.index("Article 54")
    act = Document(
        text, title="Digital Markets Act", work="32022R1925", kind="regulation", language="en",
        provisions=(
            Provision("art_42", "article", "42", "", "Article 42", None, 0, begin),
            Provision("art_54", "article", "54", "", "Article 54", None, begin, len(text)),
        ),
        valid_from=DAY("2022-09-14"), in_force_from=DAY("2022-11-01"), applies_from=DAY("2023-05-02"),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act], vectors=False)
        shown = library.law.show("32022R1925", "art_42", as_of="2023-06-01")
        assert (shown.status, shown.applies_from) == ("not yet applicable", None)
        assert shown.status_sentence == (
            "in force since 1 November 2022 (no repeal in the library), for the day of application (25 June 2023) see Article 54"
        )


def test_other_languages_leave_the_days_to_the_article() -> None:
    text = (
        "Elle est applicable à partir du 17 février 2024.\n"
        "Toutefois, l’article 24, paragraphes 2 et 3, est applicable à partir du 16 novembre 2022."
    )
    places = application_days.find_stated_days(
        text, "32022R2065", DAY("2024-02-17"), "fr", "art_93"
    )
    assert {eid: own.day for eid, own in places.items()} == {
        "art_24__para_2": None, "art_24__para_3": None,
    }  # fmt: skip


def test_days_of_application_are_derived_at_indexing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A query reads no text for them; of a library that lacks them, each text once."""
    read: list[int] = []

    def counted(store: Store, expression: ExpressionRow) -> application_days.OtherDays:
        read.append(expression.id)
        return application_days.read_other_days(store, expression)

    acts = [act(f"32020R{n:04}", applies_from="2020-01-01") for n in range(1, 41)]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(acts[:30], vectors=False)
        library.sources.add_documents(acts[30:], vectors=False)
    queried = msgspec.structs.replace(application_days.OTHER_DAYS, derive=counted)
    monkeypatch.setattr(application_days, "OTHER_DAYS", queried)
    for expected in (0, 40):
        for _ in range(2):
            with Library.open(tmp_path / "library") as library:
                assert len(library.search("data", mode="keyword", top=50).hits) == 40
                assert len(library.search("data", mode="keyword", top=50).hits) == 40
                assert len(read) == len(set(read)) == expected
            read.clear()
        with Library.open(tmp_path / "library") as library:
            library.store.statements.execute("DELETE FROM finding")


@pytest.mark.parametrize(
    ("held", "eid", "day", "name", "sentence"),
    [
        ("all", "art_4a", "2026-10-01", "in force", f"in force since 27 July 2026{_HELD}"),
        ("all", "art_4", "2026-10-01", "applies", f"in force since 1 August 2024{_HELD}, applies since 2 February 2025"),
        ("gap", "art_4a", "2026-10-01", None, ""),
        ("last", "art_4a", "2026-10-01", "applies", f"in force since 1 August 2024{_HELD}, applies since 2 February 2025"),
    ],
)  # fmt: skip
def test_inserted_article_is_in_force_from_its_insertion(
    tmp_path: Path, held: str, eid: str, day: str, name: str | None, sentence: str
) -> None:
    """Article 4a of the AI Act is of 2026, although Chapter I applies since 2025."""

    def text_of(begin: str, *eids: str, end: str = "") -> Document:
        words = "Literacy of data.\n"
        return Document(
            words * len(eids), title="On data", work="32024R1689", language="en", kind="regulation",
            valid_from=DAY(begin), valid_to=DAY(end) if end else None,
            in_force_from=DAY("2024-08-01"), applies_from=DAY("2025-02-02"),
            provisions=tuple(
                Provision(e, "article", e[4:], "", e, None, n * len(words), (n + 1) * len(words))
                for n, e in enumerate(eids)
            ),
        )  # fmt: skip

    first = text_of("2024-06-13", "art_4", "art_5")
    ends = text_of("2024-06-13", "art_4", "art_5", end="2025-12-31")
    last = text_of("2026-07-27", "art_4", "art_4a", "art_5")
    documents = {"all": [first, last], "gap": [ends, last], "last": [last]}[held]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(documents, vectors=False)
        shown = library.law.show("32024R1689", eid, as_of=day)
        assert (shown.status, str(shown.status_sentence)) == (name, sentence)
        hits = library.search("literacy", mode="keyword", as_of=DAY(day)).hits
        assert {hit.status for hit in hits if hit.eid == eid} == {name}
