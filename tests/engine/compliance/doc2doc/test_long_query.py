"""Documents as queries: their citations, windows and dates."""

import dataclasses
import datetime
import shutil
from pathlib import Path

import numpy as np
import pytest
from tests.codes import raises_code
from tests.engine.compliance.doc2doc.documents import GDPR, LEASE, MAIL, WORDS_ALONE, found_by

from lexdesk import Library
from lexdesk.citations.references import find_references
from lexdesk.citations.work_lookup import normalize_name
from lexdesk.compliance import find_similar
from lexdesk.compliance.doc2doc import dates
from lexdesk.compliance.doc2doc.citations import find_by_citations
from lexdesk.compliance.doc2doc.dates import Period, compute_period, derive_document_date
from lexdesk.compliance.doc2doc.long_query import query_from_document, query_from_work
from lexdesk.compliance.doc2doc.parameters import Find
from lexdesk.document.model import Document, Property, Reference
from lexdesk.errors import LexdeskError, QueryCode
from lexdesk.evaluation.collection import Topic
from lexdesk.evaluation.similar import as_query

DAY = datetime.date.fromisoformat


WINDOWED = "one two three [?CITATION?] four five six seven eight [REF] nine ten"


@pytest.mark.parametrize(
    ("reach", "windows"),
    [(2, ["two three [?CITATION?] four", "seven eight [REF] nine"]), (50, [WINDOWED])],
)
def test_windows_lie_around_citations(reach: int, windows: list[str]) -> None:
    query = query_from_document(Document(text=WINDOWED, title="A judgment"), "judgment")
    found = query.windows(reach)
    assert [window.text.split()[0] for window in found] == [window.split()[0] for window in windows]
    assert all(WINDOWED[w.start : w.end] == w.text for w in found)
    assert "citation" not in query.words
    assert query.words[:4] == ["one", "two", "three", "four"]


def test_named_act_has_context_window() -> None:
    """A file outside of a library has no identifier, nor have acts cited by name."""
    text = f"{LEASE} It is registered under the Registration of Title Act 1964 before the tenant moves in."
    query = query_from_document(Document(text=text, title="Lease", language="en"), "lease")
    assert [(r.work, r.name) for r in query.references] == [("", "Registration of Title Act 1964")]
    known = {normalize_name("Registration of Title Act, 1964")}
    found = query.windows(2, known)
    assert [text[w.start : w.end] for w in found] == ["under the Registration of Title"]
    assert query.windows(2) == [], "no work of the library has this name"


GERMAN_POLICY = """Datenschutzhinweise der Hausverwaltung

1. Wir verarbeiten Daten der Mieter nach Artikel 6 Absatz 1 Buchstabe b der Verordnung (EU) 2016/679.
Auskunft erteilen wir nach Artikel 15 der Verordnung (EU) 2016/679. Es gilt das Mietrechtsgesetz.

2. Der Mieter zahlt die Miete am Ersten jedes Monats. Hunde und Katzen sind im Garten erlaubt, und der
Mieter mäht im Sommer den Rasen. Der Abstellraum bleibt frei, die Heizung wird im Herbst entlüftet.
"""


def test_citations_are_found_in_every_language(prepared: Path, tmp_path: Path) -> None:
    """The lease shares no word with the English text of the regulation."""
    lease = Document(
        GERMAN_POLICY.partition("2. ")[2] * 2,
        "Mietvertrag",
        work="lease",
        kind="contract",
        language="de",
    )
    tenancy = Document(
        "Mietrechtsgesetz\n\n§ 1 Zweck. Dieses Gesetz ordnet Verhältnisse.",
        "Mietrechtsgesetz",
        work="DE-mietrg",
        kind="statute",
        language="de",
    )
    policy = Document(GERMAN_POLICY, "Hinweise", work="policy", kind="policy", language="de")
    policy = dataclasses.replace(policy, references=find_references(policy))
    with Library.open(shutil.copytree(prepared / "library", tmp_path / "library")) as library:
        library.sources.add_documents([lease, tenancy, policy], vectors=False)
        answer = find_similar(library, "policy", find="grounds", without=WORDS_ALONE)
        assert [document.work for document in answer.documents[:2]] == [GDPR, "lease"]
        by_work = {document.work: document for document in answer.documents}
        assert by_work[GDPR].stage_scores["citations"] == 1
        assert by_work[GDPR].common.links == ["is cited by it"]
        assert by_work["DE-mietrg"].common.links == ["is cited by it"], "by its name alone"
        assert 0 < by_work["DE-mietrg"].stage_scores["citations"] < 1
        unheard = find_similar(
            library, "policy", find="grounds", without=(*WORDS_ALONE, "citations")
        )
        assert unheard.documents[0].work == "lease"
        affected = find_similar(library, GDPR, without=WORDS_ALONE)
        unheard = find_similar(library, GDPR, without=(*WORDS_ALONE, "citations"))
        assert [found_by(item).index("policy") for item in (affected, unheard)] == [2, 4]


def test_act_is_cited_by_number_title_name_or_common_name(tmp_path: Path) -> None:
    """A citation of the document itself, as in the file of an act, is no authority."""
    act = Document(
        "The Minister keeps the register of orangeries.", "An Act on the care of orangeries",
        short_title="Orangeries Act 1931", work="32016R0679", kind="act", language="en",
    )  # fmt: skip
    cited = (
        ("by number", act.work, ""),
        ("by title", "", act.title),
        ("by name", "", act.short_title),
    )
    letters = [
        Document(
            "A letter.", "", work=title, language="en", references=(Reference(0, 8, None, "cites", work, name, ""),)
        )
        for title, work, name in (*cited, ("by short name", "", "GDPR"), ("not", "", "Rent Act 1931"))
    ]  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act, *letters, *letters], vectors=False)
        retriever = library.search.retriever()
        store, query = retriever.store, query_from_work(retriever, act.work)
        number = frozenset(expression.id for expression in store.law.expressions_of("by number"))
        names = {title for title, *_ in cited} | {"by short name"}
        expected: tuple[tuple[Find, frozenset[int], set[str]], ...] = (
            ("affected", frozenset(), names), ("affected", number, names - {"by number"}), ("grounds", number, set()),
        )  # fmt: skip
        for find, excluded, works in expected:
            found = find_by_citations(store, query, find, {}, excluded)
            assert {row.work for row in store.law.expression_rows(found).values()} == works
        itself = query_from_document(
            dataclasses.replace(act, references=letters[0].references), "act.pdf"
        )
        assert find_by_citations(store, itself, "grounds", {}, frozenset()) == {}
        twice = dataclasses.replace(query, references=letters[0].references * 2, work="another")
        (often,) = find_by_citations(store, twice, "grounds", {}, number).values()
        assert often == pytest.approx(np.log(3))


def test_collection_query_uses_its_language() -> None:
    sentence = "Der Mieter zahlt die Miete nach § 535 Abs. 2 BGB spätestens am dritten Werktag."
    for language in ("de", None):
        query = as_query(Topic("q", sentence, {}), language)
        assert query.language == "de"
        assert [(r.work, r.target) for r in query.references] == [("DE-bgb", "para_535__abs_2")]
    assert as_query(Topic("q", sentence, {}), "en").language == "en"


def test_text_without_citations_has_no_windows() -> None:
    assert query_from_document(Document(text=LEASE, title="Lease"), "lease").windows(50) == []


@pytest.mark.parametrize(
    ("around", "years", "after", "before", "expected"),
    [
        ("2016-05-24", 2, None, None, ("2014-05-24", "2018-05-24")),
        ("2016-02-29", 1, None, None, ("2015-02-28", "2017-02-28")),
        ("2016-02-29", 4, None, None, ("2012-02-29", "2020-02-29")),
        ("2016-05-24", 2, "2015-01-01", "2020-01-01", ("2015-01-01", "2018-05-24")),
        (None, None, "2015-01-01", None, ("2015-01-01", None)),
        ("0003-01-01", 9, None, None, ("0001-01-01", "0012-01-01")),
    ],
)
def test_periods(
    around: str | None,
    years: int | None,
    after: str | None,
    before: str | None,
    expected: tuple[str | None, str | None],
) -> None:
    days = [DAY(item) if item else None for item in (around, after, before, *expected)]
    found = compute_period(days[0], years, days[1], days[2])
    assert (found.first, found.last) == (days[3], days[4])
    assert None in found


@pytest.mark.parametrize(
    ("around", "years", "after", "before", "first", "last"),
    [
        (None, None, "2020-01-01", "2019-01-01", "2020-01-01", "2019-01-01"),
        ("2016-05-24", 2, "2019-01-01", None, "2019-01-01", "2018-05-24"),
    ],
)
def test_period_without_date_is_rejected(
    around: str | None,
    years: int | None,
    after: str | None,
    before: str | None,
    first: str,
    last: str,
) -> None:
    days = [DAY(item) if item else None for item in (around, after, before)]
    with raises_code(LexdeskError, QueryCode.PERIOD_EMPTY, first=first, last=last):
        compute_period(days[0], years, days[1], days[2])


def test_period_applies_to_whole_work(tmp_path: Path) -> None:
    """By the day of enactment, else the stated date, else the creation or last change of its file."""
    properties_of = {
        "act": {"enacted": "1995-10-24"},
        "mail": {"date": "2014-03-01T10:00:00+01:00", "created": "2020-01-01"},
        "contract": {"created": "2010-05-05", "modified": "2021-01-01"},
        "draft": {"modified": "2009-01-01T00:00:00Z"},
        "note": {},
    }
    documents = [
        Document(
            f"The {work} is here.", "", work=work, language="en",
            properties=tuple(Property(*property) for property in properties.items()),
        )
        for work, properties in properties_of.items()
    ]  # fmt: skip
    german = Document(
        "Das Gesetz ist da.", "", work="act", language="de", valid_from=DAY("2018-05-25")
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([*documents, german], vectors=False)
        store = library.search.retriever().store
        texts = store.law.expression_rows(store.filters.expressions()).values()

        def outside(**days: datetime.date) -> list[tuple[str, str | None]]:
            left_out = dates.exclude_by_date(store, Period(**days))
            return sorted((text.work, text.language) for text in texts if text.id in left_out)

        assert outside() == []
        assert outside(first=DAY("2010-01-01")) == [("act", "de"), ("act", "en"), ("draft", "en")]
        assert outside(last=DAY("2009-12-31")) == [("contract", "en"), ("mail", "en")]
        assert outside(first=DAY("2010-05-06"), last=DAY("2014-02-28")) == [
            ("act", "de"), ("act", "en"), ("contract", "en"), ("draft", "en"), ("mail", "en"),
        ]  # fmt: skip
        of_file = {
            work: dates.derive_work_date(store, store.law.expressions_of(work))
            for work in properties_of
        }
    assert of_file["contract"].day == DAY("2010-05-05")
    assert {work: item.is_of_file for work, item in of_file.items()} == {
        "act": False, "mail": False, "contract": True, "draft": True, "note": False,
    }  # fmt: skip


def test_mail_is_dated_by_its_header() -> None:
    assert derive_document_date(MAIL) == DAY("2014-03-01")
    assert Period().is_open
