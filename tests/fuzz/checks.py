"""Invariants of parsers; an ``AssertionError`` or any other exception is a finding."""

import json
import unicodedata
from dataclasses import replace
from itertools import accumulate

from lexdesk.citations import Context, find
from lexdesk.citations.references import find_references
from lexdesk.document.model import Document, Provision
from lexdesk.document.passages import split_document
from lexdesk.errors import FileFailed, QueryError
from lexdesk.extract import read_source
from lexdesk.query import parse, plain, walk
from lexdesk.query.parser import MOST_BRACKETS
from lexdesk.search.results.query_explanation import explain
from lexdesk.structure import Source

LANGUAGES = ("en", "de", "fr", None)


def check_query(text: str) -> str:
    """Parse, explain and parse again; report whether the query was parsed or rejected."""
    try:
        assert plain(text).semantic_text == text
    except QueryError as error:
        _check_query_error(error, text)
    try:
        query = parse(text)
    except QueryError as error:
        _check_query_error(error, text)
        return "refused"
    assert sum(1 for _ in walk(query.root)) >= 1
    explanation = explain(query, "hybrid", ("en", "de"))
    json.dumps(explanation.as_dict())
    assert all("\n" not in line for line in explanation.lines() if "\n" not in text)
    written = str(query)
    if _deepest(written) <= MOST_BRACKETS:  # what binds closest is written in brackets
        assert parse(written).root == query.root, f"{query} is read as {parse(written)}"
    return "read"


def _deepest(text: str) -> int:
    """Return the depth of brackets."""
    return max(accumulate((c == "(") - (c == ")") for c in text), default=0)


def _check_query_error(error: QueryError, text: str) -> None:
    assert error.query == text
    assert 0 <= error.position <= len(text)
    assert error.length >= 1
    assert str(error)
    if error.suggestion:
        assert error.suggestion != text, "the suggestion is the query itself"


def check_citations(text: str, language: str | None) -> str:
    """Find the citations of a text alone and as a document's; report whether there are any."""
    found = find(text, language)
    for citation in found:
        assert 0 <= citation.start < citation.end <= len(text)
        assert text[citation.start : citation.end] == citation.text
        assert all(citation.eids)
    assert [c.start for c in found] == sorted(c.start for c in found)
    find(text, language, Context("32016R0679", "art_6__para_1", amended="32014L0065"))
    check_references(text, language)
    return "citations" if found else "none"


def check_references(text: str, language: str | None) -> None:
    """Return the references of a document with its lines as paragraphs of two articles, in NFC."""
    text = unicodedata.normalize("NFC", text)
    document = Document(text, "Title", work="32016R0679", language=language)
    document = replace(document, provisions=_articles(text))
    replace(document, references=find_references(document)).validate()


def _articles(text: str) -> tuple[Provision, ...]:
    """Return two articles that halve the text, with a paragraph for each line."""
    created: list[Provision] = []
    half = text.find("\n", len(text) // 2) + 1 or len(text)
    for number, (start, end) in enumerate([(0, half), (half, len(text))], 1):
        article = f"art_{number}"
        created.append(
            Provision(article, "article", str(number), "", f"Article {number}", None, start, end)
        )
        at = start
        for line, words in enumerate(text[start:end].splitlines(keepends=True), 1):
            label = f"Article {number}({line})"
            created.append(
                Provision(
                    f"{article}__para_{line}", "paragraph", str(line), "", label, article,
                    at, at + len(words),
                )
            )  # fmt: skip
            at += len(words)
    return tuple(created)


def check_source(source: Source) -> str:
    """Read a file as an extraction worker does; report the outcome."""
    try:
        document = read_source(source)
    except FileFailed as failure:
        assert str(failure).endswith("."), f"no sentence: {failure}"
        return "refused"
    check_document(document)
    return "with provisions" if document.provisions else "without provisions"


def check_document(document: Document) -> None:
    """Check the structure for contradictions, the tiling of passages, and the JSON round trip."""
    document.validate()
    at = 0
    for piece in split_document(document):
        assert piece.start == at < piece.end, "the pieces do not tile the text"
        at = piece.end
    assert at == len(document.text), "the pieces do not reach the end of the text"
    assert Document.from_json(document.to_json()) == document
