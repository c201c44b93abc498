"""The schema of the full-text index: fields, tokenizers, and documents."""

from collections.abc import Mapping
from functools import lru_cache

import tantivy
from msgspec import Struct

from lexdesk.index.lexical.passage_borders import NO_BORDER, PassageBorder
from lexdesk.query import Scope
from lexdesk.text.analysis import analysis
from lexdesk.text.tokens import LONGEST_WORD, fold_words, space_out

FORMAT = 11
"""Version of the layout; an older index is rebuilt."""

PASSAGE, EXPRESSION = "passage", "expression"
"""Fields: the numbers of a passage and of its expression."""

BODY, TITLE = "body", "title"
"""Fields: heading and text of a passage, and the names of its work."""

BODY_STEMS, TITLE_STEMS = "body_stems", "title_stems"
"""The same in the tokens of ``lexdesk.text.analysis``: stems, and parts of compounds. With the names of its work
stand the headings of the divisions that a passage lies in."""

SUBJECTS = "subjects"
"""Field: the subjects of the provision (``subjects``), in the same tokens."""

KIND, LANGUAGE = "kind", "language"
"""Fields: those of the expression, as it has them."""

SEAM = "seam"
"""Field: the words around the end of a passage where a neighbour follows."""

RUNS: Mapping[Scope, str] = {"sentence": "sentence_run", "paragraph": "paragraph_run"}
"""Fields: the first of the passages that one sentence or paragraph runs through."""

_FOLDED, _ANALYSED = "folded", "analysed"


class Entry(Struct, frozen=True):
    """A passage to index.

    ``body`` is its heading and text; ``above`` holds the headings of the divisions around it: § 823 BGB itself does
    not name torts. ``subjects`` are tokens. ``language`` is ISO 639-1, ``None`` if unknown.
    """

    passage: int
    expression: int
    title: str
    body: str
    language: str | None = None
    kind: str = ""
    cut: PassageBorder = NO_BORDER
    above: str = ""
    subjects: str = ""


def build_schema() -> tantivy.Schema:
    """Return the fields of the index."""
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(PASSAGE, indexed=True, fast=True)
    builder.add_unsigned_field(EXPRESSION, indexed=True)
    builder.add_text_field(TITLE, tokenizer_name=_FOLDED)
    builder.add_text_field(BODY, tokenizer_name=_FOLDED)
    for field in (
        TITLE_STEMS,
        BODY_STEMS,
        SUBJECTS,
    ):  # phrases are exact, so that places are not needed
        builder.add_text_field(field, tokenizer_name=_ANALYSED, index_option="freq")
    for field in (KIND, LANGUAGE):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    builder.add_text_field(SEAM, tokenizer_name=_FOLDED)
    for field in RUNS.values():
        builder.add_unsigned_field(field, indexed=True, fast=True)
    return builder.build()


def build_analyzers() -> dict[str, tantivy.TextAnalyzer]:
    """Return the tokenizers of the fields, by the names of the schema."""
    return {
        _FOLDED: _analyzer(tantivy.Tokenizer.simple()),
        _ANALYSED: _analyzer(tantivy.Tokenizer.whitespace()),
    }


def build_document(entry: Entry) -> tantivy.Document:
    """Return a passage as a Tantivy document."""
    document = tantivy.Document()
    document.add_unsigned(PASSAGE, entry.passage)
    document.add_unsigned(EXPRESSION, entry.expression)
    title, title_stems = _title_fields(entry.title, entry.above, entry.language)
    document.add_text(TITLE, title)
    document.add_text(BODY, space_out(fold_words(entry.body)))
    document.add_text(TITLE_STEMS, title_stems)
    document.add_text(BODY_STEMS, analysis(entry.language).text(entry.body))
    if entry.subjects:
        document.add_text(SUBJECTS, entry.subjects)
    document.add_text(KIND, entry.kind)
    if entry.language:
        document.add_text(LANGUAGE, entry.language)
    _put_cut(document, entry.cut)
    return document


def list_body_words(body: str) -> list[str]:
    """Return the words of ``BODY`` for a heading and text, in order."""
    words: list[str] = build_analyzers()[_FOLDED].analyze(space_out(fold_words(body)))
    return words


@lru_cache(maxsize=64)  # the passages of a work have the same
def _title_fields(title: str, above: str, language: str | None) -> tuple[str, str]:
    return space_out(fold_words(title)), analysis(language).text(f"{title} {above}")


def _put_cut(document: tantivy.Document, cut: PassageBorder) -> None:
    """Add the fields of a border; most passages have none."""
    if cut.seam:
        document.add_text(SEAM, cut.seam)
    if cut.sentence is not None:
        document.add_unsigned(RUNS["sentence"], cut.sentence)
    if cut.paragraph is not None:
        document.add_unsigned(RUNS["paragraph"], cut.paragraph)


def _analyzer(tokenizer: tantivy.Tokenizer) -> tantivy.TextAnalyzer:
    """Return an analyzer for folded, spaced text, or for analysed text separated by blanks."""
    return (
        tantivy.TextAnalyzerBuilder(tokenizer)
        .filter(tantivy.Filter.remove_long(LONGEST_WORD))
        .build()
    )
