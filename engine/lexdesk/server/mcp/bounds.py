"""Bounds of an answer to an assistant, whose context a law of a thousand versions would fill."""

from __future__ import annotations

from typing import Any

MAX_CHARACTERS = 20_000
"""Length limit of a text, about 5,000 tokens: a whole act would fill an assistant's context."""

MAX_ITEMS = 300
"""Length limit of a list."""

_MOST_IN_ALL = 200_000  # characters of an answer, about 50,000 tokens
_LEAST = 16  # characters that any value counts, for its name and marks


def cut_to_limit(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with long lists and texts cut; ``cut`` names each of them with its length."""
    bounds = _Bounds()
    found: dict[str, Any] = bounds.of(answer, "")
    return found | ({"cut": bounds.cut[:MAX_ITEMS]} if bounds.cut else {})


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
            most = min(MAX_CHARACTERS, max(self._left, 0))
            self._left -= min(len(value), most)
            if len(value) > most:
                self.cut.append(f"{name}: {most:,} of {len(value):,} characters")
                return value[:most]
        return value

    def _some(self, values: list[Any] | tuple[Any, ...], name: str) -> list[Any]:
        kept = []
        for number, value in enumerate(values[:MAX_ITEMS]):
            if self._left <= 0:
                break
            kept.append(self.of(value, f"{name}[{number}]"))
        if len(kept) < len(values):
            self.cut.append(f"{name}: {len(kept):,} of {len(values):,}")
        return kept
