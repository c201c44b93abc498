"""A library as tools for an assistant on the same machine, by the Model Context Protocol (MCP).

https://modelcontextprotocol.io. The tools read and change nothing; the server speaks over standard
input and output alone, and opens no port. It needs the extra ``lexdesk[mcp]``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from lexdesk import __version__
from lexdesk.errors import LexdeskError
from lexdesk.system.extras import needing

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from lexdesk.compliance.doc2doc.similar import Similar, SimilarDocument
    from lexdesk.library.reading import ReadableLibrary

MAX_CHARACTERS = 20_000
"""Of a text, about 5,000 tokens: a whole act would fill what an assistant can read."""

MAX_PROVISIONS = 300
"""Of those that are listed with a text: a code has thousands."""

INSTRUCTIONS = """A library of law on this machine. Search first; every hit has a work and an eid, the
address of the provision, which show and history take. Quote the text as it is given, with its citation,
and tell the user the status of the law on the day asked about."""

_TOLD = ("work", "citation", "title", "path", "date", "score", "words", "law")
"""Of a similar document."""

Tool = Callable[..., Awaitable[dict[str, Any]]]


def serve(library: ReadableLibrary) -> None:
    """Answer one assistant over standard input and output until it closes them.

    Raises ``ExtraMissing`` without the package ``mcp``.
    """
    with needing("mcp", "serving an assistant"):
        made = server(library)
    made.run("stdio")


def server(library: ReadableLibrary) -> MCPServer[Any]:
    """The server and its tools. They run one at a time, in the thread that opened ``library``."""
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations

    class Telling(MCPServer[Any]):
        """Tells mistakes, and damage of the library, to the assistant in their own words."""

        async def call_tool(self, *args: Any, **kwargs: Any) -> Any:
            try:
                return await super().call_tool(*args, **kwargs)
            except ToolError as error:
                told = _in_words(error.__cause__)
                if told is None:
                    raise
                raise ToolError(told) from error

    made = Telling("lexdesk", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING")
    reads = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    for tool in _Tools(library).each():
        made.tool(annotations=reads)(tool)
    return made


def _in_words(cause: BaseException | None) -> str | None:
    """What went wrong in a tool, in one sentence; ``None`` where that is a bug."""
    from pydantic import ValidationError

    if isinstance(cause, ValidationError):  # arguments that are none of the tool's
        return "; ".join(map(_of_argument, cause.errors()))
    if isinstance(cause, OSError):  # as of a share that is gone; which file it is stays here
        reason = cause.strerror or "it cannot be read"
        return f"the library cannot be read now: {reason}; ask again later"
    return str(cause) if isinstance(cause, LexdeskError) else None


def _of_argument(problem: Mapping[str, Any]) -> str:
    name = ".".join(map(str, problem["loc"]))
    if problem["type"] == "missing":
        return f"{name} is missing"
    return f"{name} is {problem['input']!r}: {problem['msg']}"


class _Tools:
    """What an assistant may ask of ``library``; their docstrings are what it reads of them."""

    def __init__(self, library: ReadableLibrary):
        self._library = library

    def each(self) -> tuple[Tool, ...]:
        """All of them."""
        return self.search, self.show, self.cite, self.history, self.similar

    async def search(
        self,
        query: str,
        mode: Literal["hybrid", "words", "meaning"] = "hybrid",
        top: int = 5,
        as_of: str | None = None,
        rerank: bool = False,
    ) -> dict[str, Any]:
        """Find the provisions that answer a query, best first, by words and by meaning.

        The query may be a question, or use AND, OR, NOT, "phrases", w/5, /s, /p and the fields title:,
        kind:, work:, lang:, folder:, authority:, date:2016..2018, in-force:2017-01-01, cites:"Article 17 GDPR"
        and doc:"a phrase anywhere in the document". A citation such as "Art. 17 GDPR" finds that provision.
        as_of is the day whose law counts, such as 2018-05-25, by default today. rerank weighs the best
        word by word, which takes a quarter of a second and orders the hits of a question better. like is the rank
        of an earlier hit that says nearly the same. Where nothing is found, looser tells queries that find something;
        did_you_mean is the query without misspelt words.
        """
        most = min(max(top, 1), 50)
        answer = self._library.search(
            query, mode=mode, top=most, as_of=as_of, rerank=rerank, advise=True
        )
        return answer.as_dict()

    async def show(
        self,
        work: str,
        eid: str | None = None,
        language: str | None = None,
        as_of: str | None = None,
    ) -> dict[str, Any]:
        """Read a work (such as 32016R0679) or its provision (art_17__para_1 or Article 17(1)), as of a day.

        With the dates of its text and of its being in force, and what amended it. A text that is cut
        says so in text_is_cut; its provisions can be read one by one, the outermost of many are listed.
        """
        found = self._library.show(work, eid, language=language, as_of=as_of)
        shown = dataclasses.asdict(found)
        whole = len(shown["text"]) <= MAX_CHARACTERS
        return shown | {
            "text": shown["text"][:MAX_CHARACTERS],
            "text_is_cut": not whole,
            "provisions": _outermost(shown["provisions"], MAX_PROVISIONS),
        }

    async def cite(self, text: str, language: str | None = None) -> dict[str, Any]:
        """Find the citations of law in a text, with the work and the provisions that each means."""
        from lexdesk.citations import find
        from lexdesk.metadata.language import named_language

        found = find(text, language and named_language(language))
        return {"citations": [dataclasses.asdict(each) for each in found]}

    async def history(
        self, work: str, eid: str | None = None, language: str | None = None
    ) -> dict[str, Any]:
        """List the versions of a work, or the states of its provision, with what changed each."""
        return dataclasses.asdict(self._library.history(work, eid, language=language))

    async def similar(
        self,
        work: str,
        find: Literal["affected", "grounds"] | None = None,
        within: str | None = None,
        top: int = 5,
    ) -> dict[str, Any]:
        """List the documents that a whole work of the library concerns, with the passages that meet.

        find says affected (documents that carry a law out) or grounds (what a document rests on); within
        is a query that says which documents are asked, such as kind:contract.
        """
        from lexdesk.compliance import similar as find_similar

        self._library.show(work)  # a work of the library: not any file that the assistant may name
        most = min(max(top, 1), 20)
        found = find_similar(self._library, work, find=find, within=within, top=most)
        return {
            "find": found.find,
            "notes": found.notes,
            "documents": [_described(found, document) for document in found.documents],
        }


def _described(found: Similar, document: SimilarDocument) -> dict[str, Any]:
    """A document without the matrix, with the texts of the pairs that are most alike."""
    plain = {name: getattr(document, name) for name in _TOLD}
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
    """At most so many, the levels that fit whole: articles rather than some of their paragraphs."""
    if len(provisions) <= most:
        return provisions
    depths = sorted(each["eid"].count("__") for each in provisions)
    deepest = max(depths[most] - 1, depths[0])
    return [each for each in provisions if each["eid"].count("__") <= deepest][:most]
