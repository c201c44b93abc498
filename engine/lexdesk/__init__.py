"""Lexdesk: a search engine for law that runs on one machine with no network.

    from lexdesk import Library
    with Library.open("my-library", create=True) as library:
        library.sources.add(["statutes/"])
        for hit in library.search("withdraw consent").hits:
            print(hit.citation, hit.text)

Names are imported when first used, so that ``lexdesk --help`` does not load the engine.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any

# Since 1.29 onnxruntime reports its use to Microsoft and keeps an identifier of the machine on disk.
# It asks this variable once, when it is loaded, and nothing else turns both off.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

try:
    from lexdesk._version import __version__  # written by the build, from tags and commits of git
except ImportError:  # run from a folder that was not installed
    __version__ = "0.1.dev0"

# A program that uses the library decides where log lines go; none is printed by default.
logging.getLogger("lexdesk").addHandler(logging.NullHandler())

__all__ = ["Document", "LexdeskError", "Library", "__version__"]

if TYPE_CHECKING:
    from lexdesk.document.model import Document
    from lexdesk.errors import LexdeskError
    from lexdesk.library.library import Library


def __getattr__(name: str) -> Any:
    modules = {"Document": "document.model", "LexdeskError": "errors", "Library": "library.library"}
    if name not in modules:
        raise AttributeError(
            f"module 'lexdesk' has no attribute {name!r}; it has {', '.join(__all__)}"
        )
    from importlib import import_module

    return getattr(import_module(f"lexdesk.{modules[name]}"), name)
