"""Mutations that keep most of a file's structure: pieces dropped, repeated, moved and exchanged.

Everything is drawn from a ``random.Random``, so that the same seed gives the same inputs under
atheris and in the ordinary tests.
"""

import contextlib
import json
import random
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

from lxml import etree

BETWEEN_TAGS = re.compile(rb"(?=<)|(?<=>)")
BETWEEN_LINES = re.compile(rb"(?<=\n)")
BETWEEN_WORDS = re.compile(rb"(?<=[ \n])|(?=[(),;:\"])")

_NUMBER = re.compile(rb"\d+")
_NUMBER_TEXT = re.compile(r"\d+")
_NUMBERS = (b"0", b"1", b"2", b"9", b"10", b"31", b"99", b"100", b"2016", b"0001", b"4294967296")
_MOST_CHANGES = 6
_MOST_COPIES = 200
_FILLED = 0.3  # of what is piled up, all the room there is


class Splicer:
    """Makes inputs out of ``seeds``, cut at ``border``, and of the ``words`` of their field."""

    def __init__(
        self,
        seeds: Sequence[bytes],
        words: Sequence[bytes],
        longest: int,
        *,
        border: re.Pattern[bytes],
    ) -> None:
        self._seeds = [self._pieces(seed, border) for seed in seeds]
        self._words = words
        self._longest = longest
        self._border = border

    @staticmethod
    def _pieces(data: bytes, border: re.Pattern[bytes]) -> list[bytes]:
        return [piece for piece in border.split(data) if piece]

    def seed(self, chance: random.Random) -> bytes:
        """One of the seeds."""
        return b"".join(chance.choice(self._seeds))

    def splice(self, data: bytes, chance: random.Random) -> bytes:
        """``data`` with one to six changes, at most ``longest`` bytes long."""
        pieces = self._pieces(data, self._border) or [b""]
        for _ in range(chance.randint(1, _MOST_CHANGES)):
            chance.choice(self._CHANGES)(self, pieces, chance)
        return b"".join(pieces)[: self._longest]

    def _drop(self, pieces: list[bytes], chance: random.Random) -> None:
        at = chance.randrange(len(pieces) + 1)
        del pieces[at : at + chance.randint(1, 8)]

    def _repeat(self, pieces: list[bytes], chance: random.Random) -> None:
        at = chance.randrange(len(pieces) + 1)
        pieces[at:at] = pieces[at : at + chance.randint(1, 8)] * chance.choice((1, 1, 2, 5))

    def _pile_up(self, pieces: list[bytes], chance: random.Random) -> None:
        """The same short thing many times over: quadratic time and endless nesting show here."""
        at = chance.randrange(len(pieces) + 1)
        few = b"".join(pieces[at : at + 2])[:40] or b"("
        times = chance.randint(2, _MOST_COPIES)
        if chance.random() < _FILLED:
            few = b"".join(chance.choices(self._words, k=chance.randint(1, 4)))
            times = self._longest // len(few)
        pieces.insert(at, few * times)

    def _move(self, pieces: list[bytes], chance: random.Random) -> None:
        at = chance.randrange(len(pieces) + 1)
        taken = pieces[at : at + chance.randint(1, 8)]
        del pieces[at : at + len(taken)]
        to = chance.randrange(len(pieces) + 1)
        pieces[to:to] = taken

    def _exchange(self, pieces: list[bytes], chance: random.Random) -> None:
        """Some pieces for those of another seed."""
        other = chance.choice(self._seeds)
        start = chance.randrange(len(other))
        at = chance.randrange(len(pieces) + 1)
        pieces[at : at + chance.randint(0, 8)] = other[start : start + chance.randint(1, 20)]

    def _say(self, pieces: list[bytes], chance: random.Random) -> None:
        pieces.insert(chance.randrange(len(pieces) + 1), chance.choice(self._words))

    def _say_inside(self, pieces: list[bytes], chance: random.Random) -> None:
        if not pieces:
            return
        at = chance.randrange(len(pieces))
        cut = chance.randrange(len(pieces[at]) + 1)
        pieces[at] = pieces[at][:cut] + chance.choice(self._words) + pieces[at][cut:]

    def _renumber(self, pieces: list[bytes], chance: random.Random) -> None:
        numbered = [i for i, piece in enumerate(pieces) if _NUMBER.search(piece)]
        if numbered:
            at = chance.choice(numbered)
            pieces[at] = _NUMBER.sub(chance.choice(_NUMBERS), pieces[at], count=1)

    _CHANGES = (_drop, _repeat, _pile_up, _move, _exchange, _exchange, _say, _say_inside, _renumber)


class ElementSplicer(Splicer):
    """A ``Splicer`` of whole elements for two thirds of the inputs, so that XML stays XML."""

    def splice(self, data: bytes, chance: random.Random) -> bytes:
        """``data`` with one to six changes, at most ``longest`` bytes long where it allows."""
        root = _tree(data) if chance.random() < 2 / 3 else None
        if root is None:
            return super().splice(data, chance)
        for _ in range(chance.randint(1, _MOST_CHANGES)):
            inner = [element for element in root.iter(etree.Element) if element is not root]
            if inner:
                chance.choice(self._ELEMENT_CHANGES)(self, chance.choice(inner), chance)
        changed = bytes(etree.tostring(root, encoding="utf-8"))
        return changed if len(changed) <= self._longest else super().splice(data, chance)

    def _leave_out(self, element: Any, chance: random.Random) -> None:
        element.getparent().remove(element)

    def _unwrap(self, element: Any, chance: random.Random) -> None:
        """The element's content alone."""
        parent = element.getparent()
        at = parent.index(element)
        parent[at : at + 1] = list(element)

    def _double(self, element: Any, chance: random.Random) -> None:
        for _ in range(chance.choice((1, 1, 3, 30))):
            element.addnext(deepcopy(element))

    def _put(self, element: Any, chance: random.Random) -> None:
        """Inside another element: a list in a title, an article in a note."""
        others = list(element.getroottree().getroot().iter(etree.Element))
        chance.choice(others).append(deepcopy(element))

    def _put_of_another(self, element: Any, chance: random.Random) -> None:
        other = _tree(self.seed(chance))
        if other is not None:
            element.append(deepcopy(chance.choice(list(other.iter(etree.Element)))))

    def _rename(self, element: Any, chance: random.Random) -> None:
        others = element.getroottree().getroot().iter(etree.Element)
        names = [other.tag for other in others if ":" not in other.tag.rpartition("}")[2]]
        with contextlib.suppress(ValueError):  # a namespace with a brace is read and not written
            element.tag = chance.choice(names or ["P"])  # a prefix nobody declares is no name

    def _reword(self, element: Any, chance: random.Random) -> None:
        word = chance.choice(self._words).decode()
        if not word.startswith("<"):
            element.text = f"{word}{element.text or ''}"

    def _renumber_attribute(self, element: Any, chance: random.Random) -> None:
        if names := element.keys():
            name = chance.choice(names)
            number = chance.choice(_NUMBERS).decode()
            element.set(name, _NUMBER_TEXT.sub(number, element.get(name), count=1))

    def _empty(self, element: Any, chance: random.Random) -> None:
        element.text = ""
        del element[:]

    _ELEMENT_CHANGES = (
        _leave_out, _unwrap, _double, _put, _put_of_another, _rename, _reword, _renumber_attribute, _empty,
    )  # fmt: skip


def _tree(data: bytes) -> Any:
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True)
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


class JsonSplicer(Splicer):
    """A ``Splicer`` of whole values for two thirds of the inputs, so that JSON stays JSON."""

    def splice(self, data: bytes, chance: random.Random) -> bytes:
        """``data`` with one to six changes, at most ``longest`` bytes long where it allows."""
        record = _json(data) if chance.random() < 2 / 3 else None
        if record is None:
            return super().splice(data, chance)
        for _ in range(chance.randint(1, _MOST_CHANGES)):
            if places := list(_places(record)):
                self._change(*chance.choice(places), chance)
        changed = json.dumps(record).encode()
        return changed if len(changed) <= self._longest else super().splice(data, chance)

    def _change(self, holder: Any, key: Any, chance: random.Random) -> None:
        value = holder[key]
        word = chance.choice(self._words).decode()
        match chance.randrange(5):
            case 0:
                holder[key] = deepcopy(chance.choice(_VALUES))
            case 1 if isinstance(holder, list):
                holder.insert(chance.randrange(len(holder) + 1), deepcopy(value))
            case 2:
                del holder[key]
            case 3 if isinstance(value, str) and value:
                cut = chance.randrange(len(value))
                holder[key] = value[:cut] + word + value[cut:]
            case _:
                holder[key] = chance.choice((word, word * chance.randint(2, 50)))


_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 2.5, 10**30, "", " ", "\ud800", "e\u0301", [], {}, [[]], [None], ["CHAPTER I — General"],
    [{"type": "chapter"}], {"a": []},
)  # fmt: skip


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """(container, key) of each value inside ``value``."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])
