"""The tools of the MCP server; assistants read their docstrings."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import Field

from lexdesk.library.protocol import ReadableLibrary
from lexdesk.search.options import Mode
from lexdesk.server.collections import ServedLibrary, await_answer
from lexdesk.server.limits import (
    LONGEST_DAY,
    LONGEST_EID,
    LONGEST_LANGUAGE,
    LONGEST_QUERY,
    LONGEST_TEXT,
    LONGEST_WORK,
)

if TYPE_CHECKING:
    from lexdesk.compliance.doc2doc.similar import Similar, SimilarDocument


_MAX_CHARACTERS = 20_000
"""Length limit of a text, about 5,000 tokens: a whole act would fill an assistant's context."""

_MAX_ITEMS = 300
"""Length limit of a list."""

_MOST_IN_ALL = 200_000  # characters of an answer, about 50,000 tokens
_LEAST = 16  # characters that any value counts, for its name and marks


def cut_to_limit(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with long lists and texts cut; ``cut`` names each of them with its length."""
    bounds = _Bounds()
    found: dict[str, Any] = bounds.of(answer, "")
    return found | ({"cut": bounds.cut[:_MAX_ITEMS]} if bounds.cut else {})


class _Bounds:
    """What is left of an answer's length, and what was cut."""

    def __init__(self) -> None:
        self._left = _MOST_IN_ALL
        self.cut: list[str] = []

    def of(self, value: Any, name: str) -> Any:
        """Return ``value``, as far as it fits."""
        self._left -= _LEAST
        if isinstance(value, dict):
            return {key: self.of(inner, f"{name}.{key}".strip(".")) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return self._some(value, name)
        if isinstance(value, str):
            most = min(_MAX_CHARACTERS, max(self._left, 0))
            self._left -= min(len(value), most)
            if len(value) > most:
                self.cut.append(f"{name}: {most:,} of {len(value):,} characters")
                return value[:most]
        return value

    def _some(self, values: list[Any] | tuple[Any, ...], name: str) -> list[Any]:
        kept = []
        for number, value in enumerate(values[:_MAX_ITEMS]):
            if self._left <= 0:
                break
            kept.append(self.of(value, f"{name}[{number}]"))
        if len(kept) < len(values):
            self.cut.append(f"{name}: {len(kept):,} of {len(values):,}")
        return kept


T = TypeVar("T")
SECONDS_TO_ANSWER = 60.0
"""Time limit of a call; past it the assistant gets an error and may request less."""

_FIELDS_OF_SIMILAR = ("work", "citation", "title", "path", "date", "score", "words", "law")
"""Fields of a similar document in an answer."""

_Query = Annotated[str, Field(min_length=1, max_length=LONGEST_QUERY)]
_Within = Annotated[str, Field(max_length=LONGEST_QUERY)]
_Work = Annotated[str, Field(min_length=1, max_length=LONGEST_WORK)]
_Eid = Annotated[str, Field(max_length=LONGEST_EID)]
_Language = Annotated[str, Field(max_length=LONGEST_LANGUAGE)]
_Day = Annotated[str, Field(max_length=LONGEST_DAY)]
_Text = Annotated[str, Field(max_length=LONGEST_TEXT)]

Tool = Callable[..., Awaitable[dict[str, Any]]]


class Tools:
    """The tools for an assistant on ``library``, each call within ``seconds``."""

    def __init__(self, library: ServedLibrary, seconds: float = SECONDS_TO_ANSWER):
        self._library, self._seconds = library, seconds

    async def _ask(self, work: Callable[[ReadableLibrary], T]) -> T:
        return await await_answer(self._seconds, asyncio.wrap_future(self._library.ask(work)))

    def all(self) -> tuple[Tool, ...]:
        """Return all tools."""
        return self.search, self.show, self.cite, self.history, self.similar

    async def search(
        self,
        query: _Query,
        mode: Mode = "hybrid",
        top: int = 5,
        as_of: _Day | None = None,
        rerank: bool = False,
    ) -> dict[str, Any]:
        """Find the provisions that answer a query, best first, by keyword and semantic search.

        The query may be a question, or use AND, OR, NOT, "phrases", w/5, /s, /p and the fields title:,
        kind:, work:, lang:, folder:, authority:, date:2016..2018, in-force:2017-01-01, cites:"Article 17 GDPR"
        and doc:"a phrase anywhere in the document". A citation such as "Art. 17 GDPR" finds that provision.
        as_of is the day whose law counts, such as 2018-05-25, by default today. rerank re-ranks
        the top hits, which takes 0.25 s and orders the hits of a question better. near_duplicate_of is the rank
        of an earlier hit that says nearly the same. Where nothing is found, relaxed lists queries that find something;
        did_you_mean is the query without misspelt words.
        """
        most = min(max(top, 1), 50)
        return await self._ask(
            lambda library: cut_to_limit(
                library.search(
                    query, mode=mode, top=most, as_of=as_of, rerank=rerank, advise=True
                ).as_dict()
            )
        )

    async def show(
        self,
        work: _Work,
        eid: _Eid | None = None,
        language: _Language | None = None,
        as_of: _Day | None = None,
    ) -> dict[str, Any]:
        """Read a work (such as 32016R0679) or its provision (art_17__para_1 or Article 17(1)), as of a day.

        With the dates of its text and of its being in force, and what amended it. A text that is cut
        says so in text_is_cut; its provisions can be read one by one, the outermost of many are listed.
        """
        found = await self._ask(
            lambda library: library.law.show(work, eid, language=language, as_of=as_of)
        )
        shown = dataclasses.asdict(found)
        whole = len(shown["text"]) <= _MAX_CHARACTERS
        some = _outermost(shown["provisions"], _MAX_ITEMS)
        return cut_to_limit(shown | {"text_is_cut": not whole, "provisions": some})

    async def cite(self, text: _Text, language: _Language | None = None) -> dict[str, Any]:
        """Find the citations of law in a text, with the work and the provisions that each means."""
        from lexdesk.citations import find
        from lexdesk.citations.moments import as_printed
        from lexdesk.metadata.language import parse_language

        finding = asyncio.to_thread(find, text, language and parse_language(language))
        found = await await_answer(self._seconds, finding)
        return cut_to_limit({"citations": [as_printed(citation, text) for citation in found]})

    async def history(
        self, work: _Work, eid: _Eid | None = None, language: _Language | None = None
    ) -> dict[str, Any]:
        """List the versions of a work, or the states of its provision, with what changed each.

        Of many, the latest are listed, and cut tells of how many.
        """
        found = await self._ask(lambda library: library.law.history(work, eid, language=language))
        stages = found.stages[-_MAX_ITEMS:]
        answer = cut_to_limit(dataclasses.asdict(replace(found, stages=stages)))
        if len(stages) < len(found.stages):
            latest = f"stages: the latest {len(stages)} of {len(found.stages):,}"
            answer["cut"] = [latest, *answer.get("cut", [])]
        return answer

    async def similar(
        self,
        work: _Work,
        find: Literal["affected", "grounds"] | None = None,
        within: _Within | None = None,
        top: int = 5,
    ) -> dict[str, Any]:
        """List the documents that a whole work of the library concerns, with the passages that meet.

        find says affected (documents that carry a law out) or grounds (what a document rests on); within
        is a query that says which documents are asked, such as kind:contract.
        """
        from lexdesk.compliance import find_similar

        most = min(max(top, 1), 20)

        found = await self._ask(
            lambda library: find_similar(
                library, work, find=find, within=within, top=most, reads_files=False
            )
        )
        return cut_to_limit(
            {
                "find": found.find,
                "notes": found.notes,
                "documents": [_describe(found, document) for document in found.documents],
            }
        )


def _describe(found: Similar, document: SimilarDocument) -> dict[str, Any]:
    """Describe a document without the matrix, with the texts of its most similar pairs."""
    plain = {name: getattr(document, name) for name in _FIELDS_OF_SIMILAR}
    pairs = [
        {
            "likeness": likeness,
            "asked": dataclasses.asdict(found.rows[row]),
            "found": dataclasses.asdict(document.columns[column]),
        }
        for row, column, likeness in document.pairs
    ]
    return plain | {"pairs": pairs}


def _outermost(provisions: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """Return at most ``most`` provisions, by whole levels: all articles rather than some with their paragraphs."""
    if len(provisions) <= most:
        return provisions
    depths = sorted(provision["eid"].count("__") for provision in provisions)
    deepest = max(depths[most] - 1, depths[0])
    return [provision for provision in provisions if provision["eid"].count("__") <= deepest][:most]
