"""Libraries with randomly removed versions, amending acts and files claim no more than they hold."""

from __future__ import annotations

import contextlib
import datetime
import random
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from dulwich.objects import Blob
from tests.law_repository import Repository

from lexdesk import Library
from lexdesk.citations.references import find_references
from lexdesk.compliance import Coverage, Impact, compute_coverage, compute_impact
from lexdesk.compliance.report import write
from lexdesk.document.dates import from_iso
from lexdesk.document.model import Document, Provision, Relation
from lexdesk.errors import LawCode, Message, NoteCode, NotFound
from lexdesk.search.results.hits import Hit

_DAY = datetime.timedelta(days=1)
_ARTICLES = ("art_1", "art_2", "art_3")
_LIMITED = {"text not known", "no text yet", "no text any more"}


@dataclass(frozen=True)
class State:
    """A text of an act from a day on, the act that made it, the article it changed, and whether its file states its end.

    ``is_dated``: the act that made it states its entry into force.
    """

    begin: datetime.date
    end: datetime.date | None
    texts: dict[str, str]
    acts: tuple[str, ...]
    states_end: bool
    changed: str = ""
    is_dated: bool = True


@dataclass(frozen=True)
class Act:
    """An act: all its states, those held, and its amending acts in the library."""

    states: list[State]
    held: list[State]
    acts: set[str]

    def text_on(self, eid: str, day: datetime.date) -> str | None:
        states = (s for s in self.states if s.begin <= day and (not s.end or day <= s.end))
        return next((s.texts.get(eid) for s in states), None)

    def has_evidence(self, day: datetime.date) -> bool:
        """Return True if the library can know of a change between its last text before ``day`` and that day."""
        last = max((s for s in self.held if s.begin <= day), key=lambda s: s.begin)
        return (
            last.states_end
            or any(s.begin > day for s in self.held)
            or any(
                s.acts[-1] in self.acts
                for s in self.states
                if s.acts and last.begin < s.begin <= day
            )
        )

    def may_be_shown(self, eid: str, text: str | None, day: datetime.date) -> bool:
        """Return True if a text is that of ``day``, or the library cannot know that it is not."""
        if text == self.text_on(eid, day):
            return True
        if self._is_unchanged_around(eid, text, day):
            return True
        return any(s.begin <= day for s in self.held) and not self.has_evidence(day)

    def _is_unchanged_around(self, eid: str, text: str | None, day: datetime.date) -> bool:
        """Return True if the texts before and after ``day`` are ``text``, and no act held amends the article between."""
        before = max((s for s in self.held if s.begin <= day), key=lambda s: s.begin, default=None)
        after = min((s for s in self.held if s.begin > day), key=lambda s: s.begin, default=None)
        if before is None or after is None or before.states_end:
            return False
        return before.texts.get(eid) == after.texts.get(eid) == text and not any(
            s.changed == eid and s.acts[-1] in self.acts
            for s in self.states
            if s.acts and before.begin < s.begin < after.begin
        )


Known = dict[str, Act]


def draw_act(number: int, chance: random.Random) -> tuple[str, list[State]]:
    """Return an act with up to six states, each made by an act of its own."""
    year = chance.randint(1998, 2006)
    begin = datetime.date(year, chance.randint(1, 12), chance.randint(1, 28))
    texts = {
        eid: f"{eid} of {number} as adopted, {draw_citation(begin.year, chance)}."
        for eid in _ARTICLES[: chance.randint(1, 3)]
    }
    states: list[tuple[datetime.date, dict[str, str], tuple[str, ...], str]] = [
        (begin, texts, (), "")
    ]
    for count in range(chance.randint(1, 5)):
        begin += datetime.timedelta(days=chance.randint(200, 1500))
        texts = dict(states[-1][1])
        changed = chance.choice((*_ARTICLES, states[-1][3] or _ARTICLES[0]))
        earlier = {words for _, of, *_ in states if (words := of.get(changed))} - {
            texts.get(changed)
        }
        if changed in texts and chance.random() < 0.25:
            del texts[changed]
        elif earlier and chance.random() < 0.5:
            texts[changed] = min(earlier)  # an amendment that was taken back
        else:
            texts[changed] = (
                f"{changed} of {number} in wording {count}, {draw_citation(begin.year, chance)}."
            )
        acts = (*states[-1][2], f"3{begin.year}R{number:02}{count:02}")
        states.append((begin, texts or {"art_1": "Left."}, acts, changed))
    ends = [*(following[0] - _DAY for following in states[1:]), None]
    return f"3{year}L{number:04}", [
        State(first, end, stated, acts, chance.random() < 0.4, changed, chance.random() < 0.6)
        for (first, stated, acts, changed), end in zip(states, ends, strict=True)
    ]


def draw_citation(last: int, chance: random.Random) -> str:
    """Return a citation of an article of one of the acts until the year ``last``: one of later acts is a later wording."""
    year, number = chance.randint(1998, min(last, 2006)), chance.randrange(12)
    return f"see Article {chance.randint(1, 3)} of Directive {year}/{number}/EC"


def version(work: str, state: State) -> Document:
    text, provisions = "", []
    for eid, words in state.texts.items():
        number = eid[4:]
        provisions.append(
            Provision(eid, "article", number, "", f"Article {number}", None, len(text), len(text + words))
        )  # fmt: skip
        text += f"{words}\n\n"
    return Document(
        text=text.rstrip(), title="On things", kind="directive", work=work, language="en", valid_from=state.begin,
        valid_to=state.end if state.states_end else None, provisions=tuple(provisions),
        relations=tuple(Relation("amends", act, "") for act in state.acts),
    )  # fmt: skip


def amending(work: str, state: State) -> Document:
    text = f"Article 1\nArticle {state.changed[4:]} of Directive {work[1:5]}/{int(work[6:])}/EC is amended."
    return Document(
        text=text, title="Amending", kind="regulation", work=state.acts[-1], language="en",
        valid_from=state.begin - datetime.timedelta(days=20),
        in_force_from=state.begin if state.is_dated else None,
        relations=(Relation("amends", "", work),),
    )  # fmt: skip


def draw_library(chance: random.Random) -> tuple[Known, list[Document]]:
    """Return twelve acts, and the documents left of them in a library."""
    law = dict(draw_act(number, chance) for number in range(12))
    known: Known = {}
    documents: list[Document] = []
    for work, states in law.items():
        held = [s for s in states if chance.random() < 0.5] or [chance.choice(states)]
        acts = {s.acts[-1] for s in states if s.acts and chance.random() < 0.5}
        known[work] = Act(states, held, acts)
        documents += [version(work, s) for s in held]
        documents += [amending(work, s) for s in states if s.acts and s.acts[-1] in acts]
    chance.shuffle(documents)
    return known, [replace(d, references=find_references(d)) for d in documents]


_SLOW = pytest.mark.slow


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=_SLOW) for n in (1, 11, 31))])
def test_no_answer_states_more_than_is_held(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    known, documents = draw_library(chance)
    count = 0
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(documents, vectors=False)
        for work, act in known.items():
            days = [s.begin + datetime.timedelta(days=n) for s in act.states for n in (-1, 0, 150)]
            count += sum(
                check_show(library, work, act, eid, day) for day in days for eid in _ARTICLES
            )
            for day in chance.sample(days, 3):
                for hit in library.search(f'"{work[-2:]}"', mode="keyword", as_of=day).hits:
                    check_hit(hit, known, day)
                check_references(library, work, known, day)
            check_history(library, work, act)
            for eid in _ARTICLES:
                check_history_of_provision(library, work, act, eid)
            old, new = sorted(chance.sample(days, 2))
            check_comparisons(library, work, act, old, new, tmp_path)
    assert count > 100


def check_show(library: Library, work: str, act: Act, eid: str, day: datetime.date) -> int:
    """Check the text of an article on a day; return 1 if there is one."""
    truth = act.text_on(eid, day)
    try:
        shown = library.law.show(work, eid, as_of=day)
    except NotFound as error:
        assert error.code is not LawCode.NO_TEXT_YET or truth is None, (work, eid, day, error)
        if error.code is LawCode.NOT_IN_TEXT:
            last = max((s for s in act.held if s.begin <= day), key=lambda s: s.begin)
            assert error.parameters["begin"] == last.begin and eid not in last.texts
        return 0
    is_known = shown.known_until is None or str(day) <= shown.known_until
    assert not is_known or act.may_be_shown(eid, shown.text, day), (work, eid, day, shown)
    if shown.known_until:
        assert shown.valid_to == shown.known_until
        assert (str(day) > shown.known_until) == is_unknown(shown.notice)
    return 1


def check_hit(hit: Hit, known: Known, day: datetime.date) -> None:
    """Check that a hit with the text of another day says so, if the library can know it."""
    if hit.work in known and hit.eid and hit.status not in _LIMITED:
        assert known[hit.work].may_be_shown(hit.eid, hit.text, day), (hit, day)


def check_references(library: Library, work: str, known: Known, day: datetime.date) -> None:
    """Check that a text of another day cites, or is cited, as such only, if the library can know it."""
    with contextlib.suppress(NotFound):
        found = library.law.references(work, as_of=day)
        assert is_unknown(found.notice) or known[work].may_be_shown(
            "art_1", library.law.show(work, "art_1", as_of=day).text, day
        )
    for eid in _ARTICLES:
        with contextlib.suppress(NotFound):
            for row in library.law.references(work, eid, as_of=day).cited_by:
                citing = known.get(row.work)
                if citing is None or row.status in _LIMITED or row.eid is None:
                    continue
                truth = citing.text_on(row.eid, day)
                is_open = any(s.begin <= day for s in citing.held) and not citing.has_evidence(day)
                assert is_open or (truth and row.text in truth), (row, day)


def check_history(library: Library, work: str, act: Act) -> None:
    """Check that each stage is of a held version, and made by acts that it incorporates."""
    for stage in library.law.history(work).stages:
        source = next(s for s in act.held if str(s.begin) == stage.valid_from)
        assert {amendment.work for amendment in stage.amended_by} <= set(source.acts)


def check_history_of_provision(library: Library, work: str, act: Act, eid: str) -> None:
    """Check the days, the acts and the end of each state of an article."""
    with contextlib.suppress(NotFound):
        for stage in library.law.history(work, eid).stages:
            first = from_iso(stage.valid_from)
            assert first
            text = library.law.show(work, eid, as_of=first).text
            last = from_iso(stage.valid_to) or max(s.begin for s in act.states) + 900 * _DAY
            for day in (first, first + (last - first) / 2, last):
                assert act.may_be_shown(eid, text, day), (work, eid, day, stage)
            source = next(s for s in act.held if s.begin == first)
            assert {amendment.work for amendment in stage.amended_by} <= set(source.acts)
            later = [s for s in act.states if s.begin > first]
            assert stage.end not in ("removed", "repealed") or any(
                eid not in s.texts for s in later
            ), (work, eid, stage)
            if stage.change in ("amended", "inserted") and not stage.earliest:
                assert act.text_on(eid, first - _DAY) != text, (work, eid, stage)


def check_comparisons(
    library: Library, work: str, act: Act, old: datetime.date, new: datetime.date, folder: Path
) -> None:
    """Check the changes between two days, and the coverage of one, in answers and in reports."""
    with contextlib.suppress(NotFound):
        found = compute_impact(library, work, old, new)
        changed = {touched.eid for touched in found.provisions}
        truly = {eid for eid in _ARTICLES if act.text_on(eid, old) != act.text_on(eid, new)}
        is_said = is_unknown(*found.notes)
        assert is_said or changed == truly or not act.has_evidence(new), (work, old, new, found)
        check_report(found, folder)
    with contextlib.suppress(NotFound):
        covered = compute_coverage(library, work, when=new)
        texts = {p.eid: library.law.show(work, p.eid, as_of=new).text for p in covered.provisions}
        known = [act.may_be_shown(eid, text, new) for eid, text in texts.items()]
        assert is_unknown(*covered.notes) or all(known), (work, new, covered)
        check_report(covered, folder)
    with contextlib.suppress(NotFound):
        stated = library.law.changed_provisions(work, old, new)
        named = {*stated.amended, *stated.inserted, *stated.removed}
        truly = {eid for eid in _ARTICLES if act.text_on(eid, old) != act.text_on(eid, new)}
        is_said = is_unknown(*compute_impact(library, work, old, new).notes)
        assert named == truly or is_said or not act.has_evidence(new), (work, old, new, stated)
    for eid in _ARTICLES:
        with contextlib.suppress(NotFound):
            compared = library.law.compare(work, eid, old, new)
            before, after = (
                "".join(p.text for p in compared.pieces if p.kind != left_out)
                for left_out in ("inserted", "deleted")
            )
            assert is_unknown(compared.old["notice"]) or act.may_be_shown(eid, before, old)
            assert is_unknown(compared.new["notice"]) or act.may_be_shown(eid, after, new)


def is_unknown(*notes: str | None) -> bool:
    """Return True if a note says that the text of a day is not known; not that later amendments are not."""
    codes = {code for note in notes if isinstance(note, Message) for code in note.codes()}
    unknown = NoteCode.AMENDED_SINCE, NoteCode.AMENDED_ON_UNKNOWN_DAY, NoteCode.TEXT_ENDED
    return not codes.isdisjoint(unknown)


def check_report(found: Impact | Coverage, folder: Path) -> None:
    """Check that a report holds the notes of its result."""
    write(found, folder / "report.csv")
    assert all(note in (folder / "report.csv").read_text("utf-8-sig") for note in found.notes)


@_SLOW
@pytest.mark.parametrize("seed", [0, 1])
def test_law_in_git_states_no_more_than_its_repository(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    names = [f"LAW{number}" for number in range(4)]
    days = sorted(
        datetime.date(1990, 1, 1) + datetime.timedelta(days=chance.randrange(12_000))
        for _ in range(24)
    )
    texts: dict[str, dict[str, str] | None] = {}
    history: list[dict[str, dict[str, str] | None]] = []
    for count in range(len(days)):
        texts = dict(texts)
        name = chance.choice(names)
        now = dict(texts.get(name) or {})
        if (
            now
            and chance.random() < 0.1
            and name not in {n for t in history for n in t if t[n] is None}
        ):
            texts[name] = None
        elif texts.get(name, {}) is not None:
            now[chance.choice(_ARTICLES)] = f"Wording {count} of {name}."
            if len(now) > 1 and chance.random() < 0.2:
                del now[chance.choice(sorted(now))]
            texts[name] = now
        history.append(texts)
    repository = Repository()
    there: set[str] = set()
    read = chance.randint(4, len(days))  # what follows is removed
    with Library.open(tmp_path / "library", create=True) as library:
        for at, (day, state) in enumerate(zip(days[:read], history, strict=False)):
            files = {f"xx/{name}.md": law_file(name, of) for name, of in state.items() if of}
            files["README.md"] = (0o100644, Blob.from_string(b"Laws"))
            repository.commit(files, f"[reform]\n\nSource-Date: {day}\n")
            there |= {name for name, of in state.items() if of}
            if chance.random() < 0.2 or at == read - 1:
                bundle = repository.bundle(tmp_path / f"{at}.bundle")
                library.sources.add([bundle], vectors=False)
        for name in there:
            check_law(library, name, days, history, read)


def law_file(name: str, articles: dict[str, str]) -> tuple[int, Blob]:
    body = "".join(f"##### Article {eid[4:]}\n\n{articles[eid]}\n\n" for eid in sorted(articles))
    front = f'---\ntitle: "{name}"\nidentifier: "{name}"\n---\n'
    return 0o100644, Blob.from_string(f"{front}# Law\n\n{body}".encode())


def check_law(
    library: Library,
    name: str,
    days: list[datetime.date],
    history: list[dict[str, dict[str, str] | None]],
    read: int,
) -> None:
    """Check the answers on a law in git for the days around each of its changes."""
    limit = days[read - 1]
    for day in (first + datetime.timedelta(days=n) for first in days for n in (-1, 0, 40)):
        at = max((n for n, first in enumerate(days) if first <= day), default=-1)
        truth = history[at].get(name) if at >= 0 else {}
        for eid in _ARTICLES:
            try:
                shown = library.law.show(name, eid, as_of=day)
            except NotFound as error:
                is_held = bool(truth) and eid in (truth or {})
                assert not is_held or day > limit, (name, eid, day, error)
                continue
            is_known = not shown.known_until or str(day) <= shown.known_until
            if shown.status == "no longer in force":
                assert truth is None or day > limit, (name, eid, day)
            elif day <= limit:
                assert is_known and shown.text == (truth or {}).get(eid), (name, eid, day)
            else:
                assert not is_known and shown.notice, (name, eid, day)
        for hit in library.search(name, mode="keyword", as_of=day).hits:
            if hit.work == name and hit.eid and day <= limit and truth:
                assert hit.text == truth.get(hit.eid), (hit, day)
    stages = library.law.history(name).stages
    assert all(not stage.valid_to or stage.valid_to < str(limit) for stage in stages)
    is_over = stages[-1].valid_to is not None
    assert is_over or stages[-1].known_until == str(
        max(limit, from_iso(stages[-1].valid_from) or limit)
    )
