"""Keyword search on real provisions of the GDPR."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.document.passages import split_document
from lexdesk.errors import IndexCode, IndexDamaged, LexdeskError
from lexdesk.index import update
from lexdesk.index.conditions import Conditions, Exclusion
from lexdesk.index.lexical import exact_forms as written
from lexdesk.index.lexical import fulltext_query
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.lexical.schema import Entry
from lexdesk.index.update import update_lexical
from lexdesk.query import Term, Wild, parse, plain
from lexdesk.storage import Store
from lexdesk.storage.schema import FileRecord
from lexdesk.text.analysis import is_stop_word
from lexdesk.text.tokens import SECTION_SIGN


def eids(library: Library, query: str, top: int = 10) -> list[str | None]:
    return [hit.eid for hit in library.search(query, mode="keyword", top=top).hits]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("withdraw consent", "art_7__para_3"),
        ('"right to be forgotten" erasure', "art_17"),
        ("6(1)(f)", "art_6__para_1__point_f"),
        ("Article 17(3)", "art_17__para_3"),
        ("Recital 42", "rec_42"),
        ("data protection officer designat* NOT certification", "art_37"),
    ],
)
def test_provision_is_found_by_its_words(words_library: Library, query: str, first: str) -> None:
    found = eids(words_library, query)
    assert any(eid is not None and eid.startswith(first) for eid in found[:3]), found


def test_every_hit_fulfils_the_conditions(words_library: Library) -> None:
    both = words_library.search("consent AND child", mode="keyword", top=100)
    assert both.hits
    for hit in both.hits:
        assert "consent" in (hit.text + hit.heading).lower()
        assert "child" in (hit.text + hit.heading).lower()
    without = words_library.search("consent NOT child", mode="keyword", top=100)
    assert without.hits
    assert all("child " not in hit.text.lower() for hit in without.hits)
    phrase = words_library.search('"withdraw his or her consent"', mode="keyword", top=100)
    assert {hit.eid for hit in phrase.hits} == {"art_7__para_3"}
    assert not words_library.search('"consent withdraw"', mode="keyword").hits


def test_work_is_found_by_number_and_title(words_library: Library) -> None:
    assert {hit.work for hit in words_library.search("32016R0679", mode="keyword").hits} == {
        "32016R0679"
    }
    assert words_library.search('title:"protection of natural persons"', mode="keyword").total > 500
    assert words_library.search("title:consent", mode="keyword").total == 0


def test_accents_and_normal_forms_are_folded(tmp_path: Path) -> None:
    index = FullText(tmp_path / "words")
    index.put(
        [
            Entry(1, 1, "", "Le résumé de la décision"),
            Entry(2, 1, "", "Straße und § 823 BGB"),
            Entry(3, 2, "", "C-311/18 Schrems"),
        ]
    )
    index.commit(1)
    for query, expected in (
        ("resume", [1]),
        ("re\u0301sume\u0301", [1]),
        ("DÉCISION", [1]),
        ("strasse", [2]),
        ("§ 823", [2]),
        ("§", [2]),
        ("C-311/18", [3]),
        ("schre*", [3]),
    ):
        assert [
            passage for passage, _ in index.search(parse(query).root, 10, ["en"])[0]
        ] == expected, query
    index.close()


@pytest.mark.parametrize("more", [0, 80])
def test_prefix_does_not_match_section_sign_token(tmp_path: Path, more: int) -> None:
    index = FullText(tmp_path / "words")
    index.put([Entry(1, 1, "", "§ 5 Abs. 1"), Entry(2, 2, "", "a section of 3")])
    index.put([Entry(3, 3, "", " ".join(f"section{n}" for n in range(more)))])  # too many to list
    index.put([Entry(4, 4, "§ 823", "sectionsigns")])
    index.commit(1)
    for query in ("section*", "s*", "se?tion*", "?ection*", "section* w/9 (3 OR 5) OR sections*"):
        found, _ = index.search(parse(query).root, 10, [])
        assert {passage for passage, _ in found} - {3} == {2, 4}, query
    assert [passage for passage, _ in index.search(parse("§").root, 10, [])[0]] == [1, 4]
    assert index.search(parse("title:section*").root, 10, [])[1] == 0
    index.close()


@given(st.lists(st.sampled_from("s?e?c?t?i?o?n?s?i?g?n"), max_size=13), st.booleans(), st.data())
def test_wildcard_does_not_match_section_sign_token(
    letters: list[str], ends: bool, data: st.DataObject
) -> None:
    like = "".join(item if data.draw(st.booleans()) else "?" for item in SECTION_SIGN)
    length = data.draw(st.integers(0, len(like)))
    pattern = data.draw(st.sampled_from(["".join(letters), like, like[:length]])) + "*" * ends
    words = [SECTION_SIGN, SECTION_SIGN[:length], SECTION_SIGN + "s", "".join(letters)]
    words += [f"{SECTION_SIGN[:length]}x{SECTION_SIGN[length + 1 :]}"]
    for word in words:
        expected = re.fullmatch(Wild(pattern).regex, word) and word != SECTION_SIGN
        if "?" in pattern or ends:
            assert bool(re.fullmatch(written.exclude_section_sign(pattern), word)) == bool(expected)


def test_unaccented_query_words_match_in_every_language(tmp_path: Path) -> None:
    title = "Protection des données"
    index = FullText(tmp_path / "words")
    index.put(
        [
            Entry(1, 1, title, "le règlement", "fr"),
            Entry(2, 2, title, "the regulation", "en"),  # whose stem of données is that of donnees
            Entry(3, 3, "", "la portabilité", "fr"),
            Entry(4, 4, "", "la portabilità", "it"),  # as many as have the word itself
        ]
    )
    index.commit(1)
    for query, expected in (
        ("donnees", {1, 2}),
        ("protection NOT donnees", set()),
        ("portabilite", {3, 4}),
        ("DONNÉES", {1, 2}),
    ):
        found, _ = index.search(parse(query).root, 10, ["en", "fr", "it"])
        assert {passage for passage, _ in found} == expected, query
    index.close()


def test_other_scripts_are_searchable_as_whole_words(tmp_path: Path) -> None:
    index = FullText(tmp_path / "words")
    index.put(
        [
            Entry(1, 1, "", "موافقة الأطفال مثلاً", "ar"),
            Entry(2, 2, "", "व्यक्तिगत सूचना का संरक्षण", "hi"),
            Entry(3, 3, "", "שָׁלוֹם", "he"),
        ]
    )
    index.commit(1)
    for query, expected in (
        ("الأطفال", [1]),
        ('"موافقة الأطفال"', [1]),
        ("مثلا", [1]),
        ('"مثلا"', [1]),
        ("सूचना", [2]),
        ('"व्यक्तिगत सूचना"', [2]),
        ("सूच*", [2]),
        ("שלום", [3]),
    ):
        found, _ = index.search(parse(query).root, 10, ["ar"])
        assert [passage for passage, _ in found] == expected, query
    index.close()


def test_removed_and_replaced_passages_are_gone(tmp_path: Path) -> None:
    index = FullText(tmp_path / "words")
    index.put([Entry(1, 7, "", "lease"), Entry(2, 8, "", "lease")])
    index.commit(3)
    index.remove(7)
    index.commit(4)
    assert index.passages() == {2}
    assert index.last_change == 4
    index.close()
    assert FullText(tmp_path / "words").passages() == {2}


@pytest.fixture
def leases(tmp_path: Path) -> Iterator[Store]:
    """A store with ten files of a passage each."""
    store = Store(tmp_path / "library.sqlite")
    put_leases(store, range(10), "house")
    yield store
    store.close()


def put_leases(store: Store, numbers: Iterable[int], what: str) -> None:
    with store.transaction():
        for number in numbers:
            lease = Document(
                f"The tenant of {what} {number} pays the rent.", "Lease", language="en"
            )
            record = FileRecord(f"{number}.txt", what, 0, 1)
            store.files.put(record, f"lease-{number}", lease, split_document(lease))


def test_rewritten_passages_appear_once_after_many_removals(leases: Store, tmp_path: Path) -> None:
    index = FullText(tmp_path / "words")
    update_lexical(leases, index)
    put_leases(leases, range(4), "flat")
    update_lexical(leases, index)
    for word, count in (("tenant", 10), ("house", 6), ("flat", 4)):
        assert index.count_holding(Term((word,), typed=word)) == count
    assert index.worn() == set()
    index.close()


def test_interrupted_indexing_keeps_committed_part(
    leases: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(update, "PASSAGES_PER_COMMIT", 4)
    received: list[int] = []

    def interrupt(done: int) -> None:
        received.append(done)
        if done == 8:
            raise KeyboardInterrupt

    index = FullText(tmp_path / "words")
    with pytest.raises(KeyboardInterrupt):
        update_lexical(leases, index, interrupt)
    index.close()
    index = FullText(tmp_path / "words")
    assert (received, index.last_change) == ([2, 4, 6, 8], 8)  # a change counts, too
    tenant = Term(("tenant",), typed="tenant")
    assert index.count_holding(tenant) == 8
    update_lexical(leases, index, received.append)
    assert index.last_change == 10
    assert index.count_holding(tenant) == 10
    index.close()


def test_scores_of_given_passages_equal_search_scores(words_library: Library) -> None:
    index = words_library.search.retriever("keyword").fulltext
    root = plain("right to erasure of personal data").root
    found = dict(index.search(root, 50, ["en"])[0])
    assert index.scores(root, list(found)[::5], ["en"]) == pytest.approx(
        {p: found[p] for p in list(found)[::5]}
    )


def test_stop_words_rank_only_in_stop_word_queries(tmp_path: Path) -> None:
    assert is_stop_word("The", "en")
    assert is_stop_word("für", "de")
    assert not is_stop_word("für", "en")
    assert not is_stop_word("the", "xx")
    index = FullText(tmp_path / "words")
    index.put([Entry(1, 1, "", "the the the"), Entry(2, 1, "", "consent")])
    index.commit(1)
    assert [p for p, _ in index.search(parse("the consent").root, 10, ["en"])[0]] == [2]
    assert [p for p, _ in index.search(parse("the").root, 10, ["en"])[0]] == [1]
    index.close()


def test_rare_words_decide_long_query(tmp_path: Path) -> None:
    """As in headnotes: the formula of the court is most of the text, and says nothing about the matter."""
    formula = [f"formel{one}{two}" for one in "bdfglmnp" for two in "abcdefghij"]
    matter = ["quittung", "zession", "bürge", "wechsel", "aval"]
    index = FullText(tmp_path / "words")
    index.put(
        [
            *(Entry(number, number, "", " ".join(formula)) for number in range(1, 5)),
            Entry(5, 5, "", " ".join([*matter, *formula[:40]])),
            *(Entry(number, number, "", "anderes") for number in range(6, 9)),
        ]
    )
    index.commit(1)

    found, _ = index.search(plain(" ".join([*matter, *formula])).root, 1, ("de",))
    assert [passage for passage, _ in found] == [5]
    index.close()


def test_prefix_matches_unlimited_number_of_words(tmp_path: Path) -> None:
    index = FullText(tmp_path / "words")
    index.put(Entry(number, 1, "", f"term{number:04d}") for number in range(500))
    index.commit(1)
    assert index.search(parse("term*").root, 10, [])[1] == 500
    index.close()


def test_damaged_index_is_error_with_next_step(tmp_path: Path) -> None:
    index = FullText(tmp_path / "words")
    index.put([Entry(1, 1, "", "lease")])
    index.commit(1)
    index.close()
    (tmp_path / "words" / "meta.json").write_text("{")
    with raises_code(IndexDamaged, IndexCode.FULLTEXT_FOREIGN) as caught:
        FullText(tmp_path / "words")
    assert isinstance(caught.value, LexdeskError)


QUESTION = "right of the data subject to withdraw consent given to the controller at any time"


@pytest.mark.parametrize(
    "query", [QUESTION, "withdraw consent", "consent of the child", "processing"]
)
def test_merged_top_hits_equal_exhaustive_top_hits(words_library: Library, query: str) -> None:
    index, node = words_library.search.retriever("keyword").fulltext, plain(query).root
    every = index.scores(node, index.passages(), ("en",))
    best = sorted(every.values(), reverse=True)
    for limit in (1, 7, 40, len(every)):
        found, total = index.search(node, limit, ("en",))
        assert total == len(every)
        assert [score for _, score in found] == pytest.approx(best[:limit], rel=1e-6)
        assert all(every[passage] == pytest.approx(score, rel=1e-6) for passage, score in found)


def test_two_phase_search_equals_one_phase_search(
    words_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, node = words_library.search.retriever("keyword").fulltext, plain(QUESTION).root
    assert index.search_in_two_steps(node, 20, ("en",)) is None  # it would gain nothing
    monkeypatch.setattr(fulltext_query, "MANY_PLACES", 0)
    exact, total = index.search(node, 20, ("en",))
    in_steps = index.search_in_two_steps(node, 20, ("en",))
    assert in_steps is not None
    found, at_least = in_steps
    assert [passage for passage, _ in found[:10]] == [passage for passage, _ in exact[:10]]
    assert dict(found) == pytest.approx(index.scores(node, dict(found), ("en",)), rel=1e-5)
    assert 30 <= at_least <= total
    candidates = words_library.search.retriever("keyword").candidates(
        plain(QUESTION), "keyword", 20
    )
    assert (candidates.total, candidates.is_exact) == (at_least, False)


def test_two_phase_search_is_used_for_suitable_queries_only(
    words_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fulltext_query, "MANY_PLACES", 0)
    index = words_library.search.retriever("keyword").fulltext
    for query in (
        "consent AND child",
        "kind:regulation consent",
        '"data subject" consent',
        "cons*",
    ):
        assert index.search_in_two_steps(parse(query).root, 5, ("en",)) is None
    # Few passages have the one word that tells, so that those with the other one follow.
    assert index.search_in_two_steps(plain("seafarers data").root, 20, ("en",)) is None
    assert index.search_in_two_steps(plain(QUESTION).root, 301, ("en",)) is None


def test_two_phase_search_applies_exclusions(
    words_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fulltext_query, "MANY_PLACES", 0)
    index, store = (
        words_library.search.retriever("keyword").fulltext,
        words_library.search.retriever("keyword").store,
    )
    everything = Conditions(excluded=Exclusion(frozenset(store.filters.expressions())))
    assert index.search_in_two_steps(plain(QUESTION).root, 5, ("en",), everything) is None
    spared = frozenset(passage for passage, _ in index.search(plain(QUESTION).root, 12, ("en",))[0])
    some = Conditions(excluded=Exclusion(frozenset(store.filters.expressions()), spared))
    in_steps = index.search_in_two_steps(plain(QUESTION).root, 5, ("en",), some)
    assert in_steps is not None
    assert {passage for passage, _ in in_steps[0]} <= spared
