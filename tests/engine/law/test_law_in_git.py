"""Laws in git: each commit is a version; the text of a day is that of the last reform until then."""

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest
from dulwich.bundle import read_bundle
from dulwich.object_store import BaseObjectStore, MemoryObjectStore
from dulwich.objects import Blob, Commit, ObjectID, ShaFile, Tree
from dulwich.refs import Ref
from tests.codes import code_of, raises_code
from tests.law_repository import BUNDLE, MAIN, Repository, states

from lexdesk import Library
from lexdesk.errors import LawCode, NoteCode, NotFound

CIVIL, PENAL = "LEGITEXT000006070721", "LEGITEXT000006070719"
Kind = TypeVar("Kind", bound=ShaFile)


class Reform(NamedTuple):
    """A commit: its day, and the text of each changed law."""

    day: datetime.date
    texts: dict[str, str]


def stored(store: BaseObjectStore, sha: ObjectID, kind: type[Kind]) -> Kind:
    found = store[sha]
    assert isinstance(found, kind)
    return found


def reforms(bundle: Path) -> list[Reform]:
    """Return the reforms of a bundle, oldest first, read without the engine."""
    store = MemoryObjectStore()
    with bundle.open("rb") as file, read_bundle(file) as opened:
        opened.store_objects(store)
        sha = opened.references.get(Ref(b"HEAD"))
    found: list[Reform] = []
    while sha:
        commit = stored(store, sha, Commit)
        if stated := re.search(rb"Source-Date: (\S+)", commit.message):
            folder = stored(store, stored(store, commit.tree, Tree)[b"fr"][1], Tree)
            texts = {
                name.path.decode()[:-3]: stored(store, name.sha, Blob).data.decode()
                for name in folder.items()
            }
            found.append(Reform(datetime.date.fromisoformat(stated[1].decode()), texts))
        sha = commit.parents[0] if commit.parents else None
    found.reverse()
    before: dict[str, str] = {}
    changes = []
    for reform in found:
        changed = {law: text for law, text in reform.texts.items() if before.get(law) != text}
        changes.append(Reform(reform.day, changed))
        before = reform.texts
    return changes


def articles(text: str) -> dict[str, list[str]]:
    """Return the words of each article with an unambiguous number."""
    pieces = re.split(r"^(?:#+ )?Article (\S+)$", text, flags=re.M)
    found: dict[str, list[str]] = {}
    for number, body in zip(pieces[1::2], pieces[2::2], strict=True):
        own = re.split(
            r"^(?:#|(?:Livre|Titre|Chapitre|Section|Sous-section|Paragraphe) \w+(?: bis)? ?:)",
            body,
            flags=re.M,
        )[0]
        found[number] = [] if number in found else re.findall(r"\w+", own)
    return {number: words for number, words in found.items() if words}


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The first articles of two French codes."""
    with Library.open(tmp_path_factory.mktemp("library") / "library", create=True) as library:
        report = library.sources.add([BUNDLE], vectors=False)
        assert not report.failed
        yield library


NUMBERS = ("39", "39 quinquies", "199 undecies B", "1649 quater B bis", "R*423-1", "L.O. 111-3", "ANNEXE I", "150-0 D ter",
           "Préliminaire", "R57-6-18", "R57-6-18-Annexe")  # fmt: skip


@pytest.mark.parametrize("line", ["Article {}", "###### Article {}", "**Article {}**"])
def test_articles_are_found_by_every_kind_of_number(
    line: str, library: Library, tmp_path: Path
) -> None:
    """As the French codes print them, with a repealed one between."""
    body = "".join(f"{line.format(n)}\n\nTexte {at}.\n\n" for at, n in enumerate(NUMBERS))
    body = body.replace("39\n\nTexte 0.", "39\n\nTexte 0.\n\n" + line.format("39 bis (abrogé)"), 1)
    text = f'---\ntitle: "Code"\nidentifier: "LAW"\n---\n# Code\n\n{body}'
    repository = Repository()
    repository.commit(
        {"fr/LAW.md": (0o100644, Blob.from_string(text.encode()))},
        "[reform]\n\nSource-Date: 2001-01-01\n",
    )
    library.sources.add([repository.bundle(tmp_path / "law.bundle")], vectors=False)
    for at, number in enumerate(NUMBERS):
        for place in (f"Article {number}", f"art_{number}"):
            assert library.law.show("LAW", place, as_of="2001-06-01").text.strip() == f"Texte {at}."


@pytest.mark.slow
def test_articles_have_the_text_of_the_day(law: Library) -> None:
    history = reforms(BUNDLE)
    checked = 0
    for at, reform in enumerate(history):
        for name, text in reform.texts.items():
            if any(later.day <= reform.day and name in later.texts for later in history[at + 1 :]):
                continue  # no text of any day
            for number, words in articles(text).items():
                shown = law.law.show(name, f"art_{number}", as_of=reform.day)
                assert re.findall(r"\w+", shown.text) == words, (name, number, reform.day)
                checked += 1
    assert checked > 500


def test_text_changes_on_the_day_of_the_reform(law: Library) -> None:
    before = law.law.show(CIVIL, "art_16-4", as_of=datetime.date(2004, 8, 6))
    after = law.law.show(CIVIL, "art_16-4", as_of=datetime.date(2004, 8, 7))
    assert "génétiquement identique" not in before.text
    assert "génétiquement identique" in after.text
    assert (before.valid_from, before.valid_to) == ("1994-07-30", "2004-08-06")


def test_article_has_no_text_before_its_insertion(law: Library) -> None:
    with raises_code(NotFound, LawCode.NOT_IN_TEXT):
        law.law.show(CIVIL, "art_16-4", as_of=datetime.date(1990, 1, 1))


def test_history_of_article_lists_its_states(law: Library) -> None:
    stages = law.law.history(CIVIL, "art_16-4").stages
    assert [stage.valid_from for stage in stages] == ["1994-07-30", "2004-08-07", "2021-08-04"]


def test_whole_law_of_a_day_has_its_articles_in_order(law: Library) -> None:
    shown = law.law.show(CIVIL, as_of=datetime.date(2011, 7, 10))
    numbers = re.findall(r"^Article (\d+)", shown.text, re.M)
    assert numbers == sorted(numbers, key=int)
    assert len(numbers) > 25


def test_search_finds_the_text_of_the_day_alone(law: Library) -> None:
    old = law.search("Premier Consul", mode="keyword", as_of=datetime.date(1900, 1, 1)).hits
    assert old[0].eid == "art_1"
    today = law.search("Premier Consul", mode="keyword").hits
    assert not any("Premier Consul" in hit.text for hit in today)
    hits = law.search("vie privée", mode="keyword").hits
    assert [hit.eid for hit in hits].count("art_9") == 1


def test_passages_shared_with_earlier_versions_are_cited_and_listed(law: Library) -> None:
    listed = law.search("kind:statute", mode="keyword").hits
    assert {hit.work for hit in listed} == {CIVIL, PENAL}
    found = law.search("article 16-1 du code civil", mode="keyword").hits[0]
    assert (found.eid, found.valid_to) == ("art_16-1", None)


def test_rewritten_history_replaces_the_law(library: Library, tmp_path: Path) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un")
    repository.reform("2002-01-01", "deux")
    library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    other = Repository()
    other.reform("1999-01-01", "zéro")
    other.reform("2001-01-01", "un")
    library.sources.add([other.bundle(tmp_path / "b.bundle")], vectors=False)
    assert [state[2] for state in states(library, "art_1")] == ["zéro", "un"]


def test_reform_of_an_earlier_day_than_the_last_commit_counts_from_its_day(
    library: Library, tmp_path: Path
) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un")
    repository.reform("2009-01-01", "plus tard")
    repository.reform("2005-01-01", "cinq")
    library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    assert states(library, "art_1") == [
        ("2001-01-01", "2004-12-31", "un"),
        ("2005-01-01", None, "cinq"),
    ]


def test_last_text_is_that_of_the_state_of_the_repository(library: Library, tmp_path: Path) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un")
    repository.reform("2002-01-01", "deux")
    library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    shown = library.law.show("LAW", "art_1")
    assert (shown.valid_from, shown.valid_to, shown.known_until) == (
        "2002-01-01", None, "2002-01-01",
    )  # fmt: skip
    assert code_of(shown.notice) is NoteCode.STATE_OF_REPOSITORY
    assert library.law.show("LAW", "art_1", as_of=datetime.date(2002, 1, 1)).notice == ""
    other = Blob.from_string(b'---\ntitle: "Autre"\nidentifier: "O"\n---\n##### Article 1\n\nA')
    store = repository.repo.object_store
    whole = stored(store, stored(store, repository.head, Commit).tree, Tree)
    law = stored(store, whole[b"fr"][1], Tree)[b"LAW.md"][1]
    files = {"fr/LAW.md": (0o100644, stored(store, law, Blob)), "ch/O.md": (0o100644, other)}
    repository.commit(files, "[new] Autre\n\nSource-Date: 2010-05-01\n")
    library.sources.add([repository.bundle(tmp_path / "b.bundle")], vectors=False)
    stage = library.law.history("LAW", "art_1").stages[-1]
    assert (stage.valid_to, stage.known_until) == (None, "2010-05-01")
    compared = library.law.compare("LAW", "art_1", 1, 2)
    assert (compared.old["known_until"], compared.new["known_until"]) == (None, "2010-05-01")
    hit = library.search("deux", mode="keyword").hits[0]
    assert "2010" in hit.status_sentence


@pytest.mark.parametrize("how", ["deleted", "repealed", "status"])
def test_law_ends_on_the_day_of_its_repeal(library: Library, tmp_path: Path, how: str) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un", more='status: "in_force"\n')
    if how == "deleted":
        repository.delete("[repeal] Loi\n\nSource-Date: 2005-03-01\n")
    elif how == "repealed":
        repository.reform("2005-03-01", "un", more='status: "abrogé"\n')
    else:
        library.sources.add([repository.bundle(tmp_path / "before.bundle")], vectors=False)
        repository.reform("2005-03-01", "un", more='status: "repealed"\n')
    library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    shown = library.law.show("LAW", "art_1", as_of=datetime.date(2005, 2, 28))
    assert (shown.text, shown.valid_to, shown.in_force_to) == ("un", "2005-02-28", "2005-02-28")
    later = library.law.show("LAW", "art_1")
    assert later.status == "no longer in force"
    assert library.law.history("LAW").stages[-1].valid_to == "2005-02-28"


def test_repeal_without_its_day_is_told(library: Library, tmp_path: Path) -> None:
    repository = Repository()
    front = 'status: "repealed"\nentry_into_force: "2001-01-01"\n'
    repository.reform("2001-01-01", "un", more=front)
    repository.reform("2002-01-01", "deux", more=front)
    library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    shown = library.law.show("LAW", "art_1")
    assert (shown.status, shown.known_until) == (None, "2002-01-01")
    assert code_of(shown.notice) is NoteCode.ENDED_SINCE


def test_moved_law_does_not_end(library: Library, tmp_path: Path) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un")
    repository.reform("2002-01-01", "deux", path="fr/b1/LAW.md")
    repository.reform("2003-01-01", "trois", path="fr/b1/LAW.md")
    library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    assert [state[2] for state in states(library, "art_1")] == ["un", "deux", "trois"]


def test_phases_of_one_publication_begin_on_their_days(library: Library, tmp_path: Path) -> None:
    repository = Repository()
    for day, text in (("2019-03-08", "uno"), ("2019-04-01", "dos")):
        front = "titulo: Ley\nidentificador: LAW\npais: es\nestado: vigente\nfechaPublicacion: 2019-03-07"
        body = f"---\n{front}\n---\n# Ley\nCAPITULO I\nArtículo 1.- Objeto\n{text}\nArtículo 2 bis.- {text}.\n"
        file = {"pe/LAW.md": (0o100644, Blob.from_string(body.encode()))}
        repository.commit(file, f"Ley\n\nSource-Date: 2019-03-07\nEffective-Date: {day}\n")
    library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    shown = library.law.show("LAW", "Artículo 2 bis", as_of=datetime.date(2019, 3, 31))
    assert (shown.text, shown.valid_from, shown.valid_to) == ("uno.", "2019-03-08", "2019-03-31")
    assert [stage.valid_from for stage in library.law.history("LAW", "art_1").stages] == [
        "2019-03-08",
        "2019-04-01",
    ]


@pytest.mark.parametrize("state", ["as_enacted", "current"])
def test_text_that_its_repository_dates_otherwise(
    library: Library, tmp_path: Path, state: str
) -> None:
    repository = Repository()
    more = f'text_state: "{state}"\npublication_date: "2001-01-01"\n'
    for day in ("2001-01-01", "2004-01-01", "2008-01-01"):
        repository.reform(day, "un", more=more)
    library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    (stage,) = library.law.history("LAW", "art_1").stages
    if state == "as_enacted":
        assert (stage.valid_from, stage.known_until) == ("2001-01-01", "2003-12-31")
        notice = library.law.show("LAW", "art_1", as_of=datetime.date(2006, 1, 1)).notice
        assert code_of(notice) is NoteCode.AMENDED_SINCE
    else:
        assert (stage.change, stage.valid_from) == ("consolidated", "2008-01-01")
        with raises_code(NotFound, LawCode.TEXT_UNKNOWN):
            library.law.show("LAW", "art_1", as_of=datetime.date(2006, 1, 1))


def test_swiss_laws_are_found_by_their_names_in_other_languages(
    library: Library, tmp_path: Path
) -> None:
    repository = Repository()
    names = (
        'short_title: "WG"\nshort_title_fr: "LArm"\nsr_number: "514.54"\n'
        'title_de: "Bundesgesetz vom 20. Juni 1997 über Waffen (Waffengesetz, WG)"\n'
    )
    repository.reform("2001-01-01", "¹ Erstens.\n\n² Zweitens.", "Zwei.", more=names)
    library.sources.add([repository.bundle(tmp_path / "law.bundle")], vectors=False)
    for query in ("Art. 2 WG", "art. 2 LArm", "Waffengesetz Art. 2", "SR 514.54 Art. 2"):
        first = library.search(query, mode="keyword").hits[0]
        assert (first.eid, first.named) == ("art_2", True), query
    assert library.law.show("Art. 1 Abs. 2 WG").eid == "art_1__para_2"


@pytest.mark.parametrize(
    "query", ["art. 5 d.lgs. 231/2001", "Ley 39/2015 art. 21", "art. 1175 codice civile"]
)
def test_national_acts_by_number_are_said_to_be_missing(law: Library, query: str) -> None:
    assert code_of(law.search(query, mode="keyword").notice) in (
        NoteCode.LAW_NOT_HELD,
        NoteCode.NOT_CITED,
    )


def test_renamed_file_is_the_same_law_and_no_reform(library: Library, tmp_path: Path) -> None:
    repository = Repository()
    repository.reform("2001-01-01", "un")
    repository.reform("2001-01-01", "un", path="fr/loi.md")
    repository.reform("2003-01-01", "trois", path="fr/code/loi-du-1.md")
    library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    assert [state[0] for state in states(library, "art_1")] == ["2001-01-01", "2003-01-01"]
    assert library.law.show("LAW", "art_1").status is None
    repository.reform("2004-01-01", "quatre", path="fr/loi-2.md")
    library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    days = ["2001-01-01", "2003-01-01", "2004-01-01"]
    assert [state[0] for state in states(library, "art_1")] == days  # of the next bundle


def test_merge_without_a_day_holds_the_last_reform_of_its_branches(
    library: Library, tmp_path: Path
) -> None:
    repository = Repository()
    repository.reform("1990-01-01", "a", "b")
    base = repository.repo.refs[MAIN]
    repository.reform("2010-01-01", "a2", "b")
    main = repository.repo.refs[MAIN]
    repository.repo.refs[MAIN] = base
    repository.reform("2000-01-01", "a", "b2")
    repository.merge(main, "a2", "b2")
    library.sources.add([repository.bundle(tmp_path / "a.bundle")], vectors=False)
    assert [(s[0], s[2]) for s in states(library, "art_1")] == [
        ("1990-01-01", "a"),
        ("2010-01-01", "a2"),
    ]
    assert [(s[0], s[2]) for s in states(library, "art_2")] == [
        ("1990-01-01", "b"),
        ("2000-01-01", "b2"),
    ]
