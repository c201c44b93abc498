"""A library as tools for an assistant on the same machine, by the Model Context Protocol (MCP).

https://modelcontextprotocol.io. The tools read and change nothing; the server speaks over standard
input and output alone, and opens no port. It needs the extra ``mcp``.

    tools       the tools of the assistant, and the length of their answers
    messages    strict reading of a line of JSON-RPC
    stdio       standard input and output

"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from lexdesk import __version__
from lexdesk.errors import LexdeskError
from lexdesk.system.extras import require_extra

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from lexdesk.library.protocol import ReadableLibrary
    from lexdesk.server.collections import ServedLibrary

THREADS = 2
"""That have the library open: a second call is answered while a long one runs."""

_LONGEST_REPEATED = 200

INSTRUCTIONS = """A library of law on this machine. Search first; every hit has a work and an eid, the
address of the provision, which show and history take. Quote the text as it is given, with its citation,
and tell the user the status of the law on the day asked about."""


def serve(open_library: Callable[[], ReadableLibrary]) -> None:
    """Answer one assistant over standard input and output until it closes them.

    ``open_library`` is called in each thread in need of the library; its errors are raised at once. Raises
    ``ExtraMissing`` without the package ``mcp``.
    """
    with require_extra("mcp", "serving an assistant"):
        import anyio

        from lexdesk.server.collections import ServedLibrary
        from lexdesk.server.mcp.stdio import open_stdio

        library = ServedLibrary("the library", open_library, THREADS)
        try:
            mcp_server = build_server(library)
            with open_stdio() as (lines, output):
                anyio.run(_talk, mcp_server, lines, output)
        finally:
            library.close()


async def _talk(mcp_server: MCPServer[Any], lines: Any, output: Any) -> None:
    from mcp.server.stdio import stdio_server

    lowlevel = mcp_server._lowlevel_server  # ``run()`` of the public server takes no streams
    async with stdio_server(lines, output) as (received, sent):
        await lowlevel.run(received, sent, lowlevel.create_initialization_options())


def build_server(library: ServedLibrary, seconds: float | None = None) -> MCPServer[Any]:
    """Return the server and its tools; each call is given up after ``seconds``, by default a minute."""
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.shared.exceptions import MCPError
    from mcp.types import ToolAnnotations

    from lexdesk.server.mcp.messages import INVALID_PARAMS
    from lexdesk.server.mcp.tools import SECONDS_TO_ANSWER, Tools

    class LexdeskMCPServer(MCPServer[Any]):
        """An MCP server that reports mistakes and damage of the library by their messages."""

        async def call_tool(self, *args: Any, **kwargs: Any) -> Any:
            name = str(args[0] if args else kwargs.get("name"))
            if name not in known:
                unknown = f"there is no tool {name[:100]!r}; there are {', '.join(known)}"
                raise MCPError(code=INVALID_PARAMS, message=unknown)
            try:
                return await super().call_tool(*args, **kwargs)
            except ToolError as error:
                description = _in_words(error.__cause__)
                if description is None:
                    raise
                raise ToolError(description) from error

        async def get_prompt(self, *_: Any, **__: Any) -> Any:
            raise MCPError(code=INVALID_PARAMS, message="there are no prompts, only tools")

    mcp_server = LexdeskMCPServer(
        "lexdesk", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )
    reads = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    tools = Tools(library, seconds or SECONDS_TO_ANSWER).all()
    known = [tool.__name__ for tool in tools]
    for tool in tools:
        mcp_server.tool(annotations=reads)(tool)
    return mcp_server


def _in_words(cause: BaseException | None) -> str | None:
    """Describe the failure of a tool in one sentence; ``None`` for a bug."""
    from pydantic import ValidationError

    if isinstance(cause, ValidationError):  # arguments unknown to the tool
        return "; ".join(map(_of_argument, cause.errors()))
    if isinstance(cause, OSError):  # such as of a lost share; the answer omits its path
        reason = cause.strerror or "it cannot be read"
        return f"the library cannot be read now: {reason}; ask again later"
    return str(cause) if isinstance(cause, LexdeskError) else None


def _of_argument(problem: Mapping[str, Any]) -> str:
    name = ".".join(map(str, problem["loc"]))
    if problem["type"] == "missing":
        return f"{name} is missing"
    if problem["type"] == "string_too_long":  # the answer omits the text
        most = problem["ctx"]["max_length"]
        return f"{name} has {len(problem['input']):,} characters; send at most {most:,}"
    if problem["type"] == "string_too_short":
        return f"{name} is empty"
    return f"{name} is {repr(problem['input'])[:_LONGEST_REPEATED]}: {problem['msg']}"
