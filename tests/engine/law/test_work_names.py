"""Names of works after changes of the library."""

import random
from pathlib import Path

import pytest

from lexdesk import Document, Library
from lexdesk.law import work_names as names_module
from lexdesk.law.work_names import NamesOfWorks, names_of_works

_TITLES = ("Companies Act 2014", "Sales Act 1980", "Data Act", "Regulation (EU) 2016/679 (GDPR)")
_WORKS = ("IE-a", "ie-A", "IE-b", "32016R0679", "note-1", "note-2", "note-3")


@pytest.mark.parametrize("most", [1_000, 2])
def test_changed_names_equal_names_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(names_module, "_MOST_CHANGES", most)
    chance = random.Random(most)
    with Library.open(tmp_path / "library", create=True) as library:
        store = library.store
        for step in range(16):
            if chance.random() < 0.3 and store.filters.expressions():
                with store.transaction():
                    store.files.rename_work(chance.choice(_WORKS), chance.choice(_WORKS))
            else:
                title = chance.choice(_TITLES)
                work, language = chance.choice(_WORKS), chance.choice(("en", "de"))
                document = Document(f"Text {step}.", title, work=work, language=language)
                library.sources.add_documents([document], vectors=False)
            with store.as_of_one_moment():
                _require_equal(names_of_works(store), _read(library))


def _read(library: Library) -> NamesOfWorks:
    rows = library.store.law.names_of_works()
    return NamesOfWorks(names_module.index_work(*row) for row in rows)


def _require_equal(found: NamesOfWorks, wanted: NamesOfWorks) -> None:
    assert sorted(found.all) == sorted(wanted.all)
    assert sorted(found.of_union) == sorted(wanted.of_union)
    assert sorted(found.short_titles) == sorted(wanted.short_titles)
    assert found.by_title == wanted.by_title
    for work in _WORKS:
        assert found.works_with_identifier(work) == wanted.works_with_identifier(work)
    for name in (*_TITLES, "Act", "GDPR", "2014"):
        assert found.works_named(name) == wanted.works_named(name)
        assert found.with_words(name) == wanted.with_words(name)
        first = name.lower().split()[:1]
        assert found.may_begin_with(first) >= wanted.may_begin_with(first)
