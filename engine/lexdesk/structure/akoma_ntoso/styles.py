"""Eids and labels of provisions in Akoma Ntoso files, by country and language.

A label is the citation in the language of the law: ``Article 6(1)(a)``, ``§ 5 Abs. 2 Nr. 1`` in
Germany, ``Art. 6 al. 1 let. a`` in Switzerland (Federal Chancellery, Gesetzestechnische
Richtlinien, 2013).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lexdesk.structure.eu.vocabulary import PLACES
from lexdesk.structure.numbers import format_eid_number
from lexdesk.text.lazy_pattern import lazy_pattern

_LETTERS = lazy_pattern(r"(?P<letter>[a-z])(?P=letter)*(?:bis|ter)?")
_FIGURES = lazy_pattern(r"\d+[a-z]{0,6}")
_FEDLEX_EID = lazy_pattern(r"(?<=\d)_(?=(?:[a-z]|bis|ter|quater|quinquies|sexies|septies)(?:_|$))")
_FEDLEX_STEPS = {"lbl": "point", "chap": "chp", "tit": "title"}


@dataclass(frozen=True, slots=True)
class Style:
    """The names of the parts of an article.

    ``labels`` are templates by kind of number: ``paragraph``, ``letter``, ``letters`` (``aa``) and
    ``figure``; ``steps`` are the beginnings of eids by the same keys, and empty for a style that
    takes the eids of the file. ``section`` and ``article`` name a top level printed as a number
    alone.
    """

    labels: Mapping[str, str]
    steps: Mapping[str, str] = field(default_factory=dict)
    article: str = "Article"
    section: str = "Section"
    is_german: bool = False

    def label(self, element: str, number: str, outer: str) -> str:
        """Append a part to a label: ``Article 6`` + paragraph 1 -> ``Article 6(1)``."""
        if not number:
            return outer
        kind = self._kind(element, number)
        template = self.labels.get(kind) or self.labels.get("letter", "({n})")
        return f"{outer}{template.format(n=number)}"

    def step(self, element: str, number: str) -> str:
        """Return the last step of the eid of a part: ``abs_2``; ``""`` for the eid of the file."""
        name = self.steps.get(self._kind(element, number), "")
        return f"{name}_{format_eid_number(number)}" if name else ""

    def _kind(self, element: str, number: str) -> str:
        if element in ("paragraph", "subsection"):
            return "paragraph"
        if letters := _LETTERS.fullmatch(number):
            return "letters" if len(set(letters[0])) == 1 < len(number) else "letter"
        return "figure" if _FIGURES.fullmatch(number) else "letter"


_GERMAN = Style(
    {"paragraph": " Abs. {n}", "figure": " Nr. {n}", "letter": " Buchst. {n}", "letters": " Doppelbuchst. {n}"},
    {"paragraph": "abs", "figure": "nr", "letter": "buchst", "letters": "dbuchst"},
    article="Artikel", section="§", is_german=True,
)  # fmt: skip
_SWISS_STEPS = {"paragraph": "para", "figure": "point", "letter": "point", "letters": "point"}
_SWISS = {
    "de": Style({"paragraph": " Abs. {n}", "letter": " Bst. {n}", "figure": " Ziff. {n}"}, _SWISS_STEPS, "Art."),
    "fr": Style({"paragraph": " al. {n}", "letter": " let. {n}", "figure": " ch. {n}"}, _SWISS_STEPS, "Art."),
    "it": Style({"paragraph": " cpv. {n}", "letter": " lett. {n}", "figure": " n. {n}"}, _SWISS_STEPS, "Art."),
    "rm": Style({"paragraph": " al. {n}", "letter": " lit. {n}", "figure": " cifra {n}"}, _SWISS_STEPS, "Art."),
    "en": Style({"paragraph": " para. {n}", "letter": " let. {n}", "figure": " no. {n}"}, _SWISS_STEPS, "Art."),
}  # fmt: skip
US = Style({"letter": "({n})", "paragraph": "({n})", "figure": "({n})"}, section="§")
_ARTICLES = {
    "de": "Artikel",
    "es": "Artículo",
    "fr": "Article",
    "it": "Articolo",
    "nl": "Artikel",
    "pt": "Artigo",
}


def find_style(work: str, country: str, language: str | None) -> Style:
    """Return the style of a country's law, by its code or the work, in a language."""
    if country == "de" or work.startswith("eli/bund/"):
        return _GERMAN
    if country == "ch" or "fedlex.data.admin.ch" in work:
        return _SWISS.get(language or "", _SWISS["de"])
    labels = {
        name: text.lstrip() if text.startswith("(") else text
        for name, text in PLACES.get(language or "", {}).items()
    }
    return Style(
        labels or {"letter": "({n})", "paragraph": "({n})", "figure": "({n})"},
        article=_ARTICLES.get(language or "", "Article"),
    )


def build_file_eid(eid: str) -> str:
    """Return the eId of a file in the form of the naming convention.

    Fedlex has ``art_8_a/para_1/lbl_b`` for ``art_8a__para_1__point_b``.
    """
    if "/" not in eid and not _FEDLEX_EID.search(eid):
        return eid
    steps = (_FEDLEX_EID.sub("", step) for step in eid.split("/"))
    named = (step.partition("_") for step in steps)
    return "__".join(
        f"{_FEDLEX_STEPS.get(name, name)}{joint}{number}" for name, joint, number in named
    )


def format_printed_label(printed: str, number: str, word: str) -> str:
    """Return the label of a top level: ``§ 5`` and ``Art. 8a`` as printed, ``CHAPTER II`` as ``Chapter II``.

    ``word`` stands before a number printed alone.
    """
    if not re.search(r"[^\W\d_]{2,}|§", printed):
        return f"{word} {number}".strip()
    words = (
        w.capitalize()
        if w.isupper() and len(w) > 2 and w.strip(".:—–-").isalpha() and not _is_roman(w)
        else w
        for w in printed.lstrip("[").split()
    )
    return " ".join(words).rstrip(".:—–- ")


def _is_roman(word: str) -> bool:
    return set(word) <= set("IVXLCDM.")
