"""The names of the works of a library, as words: what is typed is held against them."""

from __future__ import annotations

from typing import NamedTuple

from lexdesk.citations.lookup import short_names
from lexdesk.store import Store, until_changed
from lexdesk.text import tokens


class NamesOfWork(NamedTuple):
    """A work by its identifier and titles, the words of its short title, and those of all its names.

    Names are both titles, and what the work is called besides, such as ``DORA``. Words are as ``spaced`` makes
    them. A work has one of these for each pair of titles of its texts.
    """

    work: str
    short_title: str
    title: str
    short_words: str
    words: str


@until_changed
def names_of_works(store: Store) -> list[NamesOfWork]:
    """The names of all works."""
    return [
        NamesOfWork(
            work, short, title, spaced(short), spaced(" ".join((title, short, *short_names(work))))
        )
        for work, short, title in store.names_of_works()
    ]


def spaced(text: str) -> str:
    """Its words, folded, a space around each; ``""`` without any.

    So that a word or several are looked for as a part: whole with both spaces, begun with the first.
    """
    words = tokens(text)
    return f" {' '.join(words)} " if words else ""
