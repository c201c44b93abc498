"""A slow reference implementation of connectors, and random texts to compare it on."""

import re
from collections.abc import Sequence
from itertools import product

from hypothesis import strategies as st
from msgspec.structs import replace

from lexdesk.index.lexical.passage_borders import MOST_GAPS
from lexdesk.query import Fuzzy, Near, Node, Or, Prefix, Term, Wild
from lexdesk.text.sentences import find_border_between, find_text_borders

Place = tuple[int, int, bool]  # first word, last word, whether other words may lie between


def reference(
    node: Node, words: list[str], sentence: list[int], paragraph: list[int]
) -> set[Place]:
    """Return every match; ``sentence`` and ``paragraph`` number those of each word."""
    if isinstance(node, Or):
        return {m for part in node.parts for m in reference(part, words, sentence, paragraph)}
    if isinstance(node, Near):
        left = reference(node.left, words, sentence, paragraph)
        right = reference(node.right, words, sentence, paragraph)
        if node.negated:
            return {
                a for a in left if not any(near(node, a, b, sentence, paragraph) for b in right)
            }
        return {
            (min(a[0], b[0]), max(a[1], b[1]), True)
            for a, b in product(left, right)
            if near(node, a, b, sentence, paragraph)
        }
    length = len(node.tokens) if isinstance(node, Term) else 1
    return {
        (at, at + length - 1, False)
        for at in range(len(words) - length + 1)
        if is_word(node, words[at : at + length])
    }


def without_repeats(node: Node) -> Node:
    """The node as the parser returns it: repeated alternatives stand once."""
    if isinstance(node, Near):
        left, right = without_repeats(node.left), without_repeats(node.right)
        return replace(node, left=left, right=right)
    if isinstance(node, Or):
        parts = tuple(dict.fromkeys(map(without_repeats, node.parts)))
        return Or(parts) if len(parts) > 1 else parts[0]
    return node


def is_word(node: Node, words: list[str]) -> bool:
    match node:
        case Term():
            return list(node.tokens) == words
        case Prefix():
            return words[0][: len(node.token)] == node.token
        case Wild():
            return (
                re.fullmatch(node.pattern.replace("?", ".").replace("*", ".*"), words[0])
                is not None
            )
        case Fuzzy():
            return recursive_edits(node.token, words[0]) <= node.distance
    raise AssertionError(node)


def recursive_edits(a: str, b: str) -> int:
    if not a or not b:
        return len(a) + len(b)
    least = min(
        recursive_edits(a[:-1], b) + 1,
        recursive_edits(a, b[:-1]) + 1,
        recursive_edits(a[:-1], b[:-1]) + (a[-1] != b[-1]),
    )
    if len(a) > 1 and len(b) > 1 and a[-2:] == b[-1] + b[-2]:
        least = min(least, recursive_edits(a[:-2], b[:-2]) + 1)
    return least


def near(node: Near, a: Place, b: Place, sentence: list[int], paragraph: list[int]) -> bool:
    words_of_a, words_of_b = own_words(a), own_words(b)
    if words_of_a & words_of_b:
        return False
    if node.ordered and not max(words_of_a) < min(words_of_b):
        return False
    stretch = words_of_a | words_of_b
    if node.reach == "sentence":
        return len({sentence[word] for word in range(min(stretch), max(stretch) + 1)}) == 1
    if node.reach == "paragraph":
        return len({paragraph[word] for word in range(min(stretch), max(stretch) + 1)}) == 1
    assert isinstance(node.reach, int)
    inside = a[0] < b[0] <= a[1] or b[0] < a[0] <= b[1]
    return inside or min(abs(x - y) for x, y in product(words_of_a, words_of_b)) <= node.reach


def own_words(place: Place) -> set[int]:
    """Return the words that represent a match: the edges of a connector's, else all."""
    first, last, is_loose = place
    return {first, last} if is_loose else set(range(first, last + 1))


WORDS = ("a", "b", "c", "ab", "ba", "abc")


ENDS = (" ", " ", " ", " ", ", ", ". ", ".\n", ";\n", "\n\n")


@st.composite
def texts(
    draw: st.DrawFn, vocabulary: Sequence[str] = WORDS, longest: int = 8
) -> list[tuple[str, bool]]:
    """Draw pieces of a text of at most so many words, and whether each begins a provision.

    At most ``MOST_GAPS`` of white space follow one another, as in the passages of a document.
    """
    pieces: list[tuple[str, bool]] = []
    word = st.tuples(st.sampled_from(vocabulary), st.sampled_from(ENDS))
    for _ in range(draw(st.integers(1, 5))):
        words = draw(st.lists(word, max_size=longest))
        text = "".join(word.capitalize() + end for word, end in words) or " "
        begins = draw(st.integers(0, 3)) == 0
        last = [text, *(piece for piece, _ in pieces[-MOST_GAPS:])]
        if len(last) <= MOST_GAPS or not all(map(str.isspace, last)):
            pieces.append((text, begins))
    return pieces


def expected(node: Node, pieces: list[tuple[int, bool, str]]) -> set[int]:
    """Return the passages with the beginning or end of a match, by the reference."""
    found: set[int] = set()
    words: list[str] = []
    owner: list[int] = []
    sentence: list[int] = []
    paragraph: list[int] = []

    def judge() -> None:
        for first, last, _ in reference(node, words, sentence, paragraph):
            found.update((owner[first], owner[last]))

    before = ""
    for number, (passage, begins, text) in enumerate(pieces):
        if begins and number:
            judge()
            words, owner, sentence, paragraph, before = [], [], [], [], ""
        edge = find_border_between(before, text) if before.strip() else None
        starts = {border.at: border.is_paragraph for border in find_text_borders(text)}
        for match in re.finditer(r"\w+", text):
            new = [flag for at, flag in starts.items() if at <= match.start()]
            starts = {at: flag for at, flag in starts.items() if at > match.start()}
            if not owner or owner[-1] != passage:
                new += [edge.is_paragraph] if edge else []
            words.append(match.group().lower())
            owner.append(passage)
            sentence.append((sentence[-1] if sentence else 0) + bool(new))
            paragraph.append((paragraph[-1] if paragraph else 0) + any(new))
        before = before + text if not text.strip() else text
    judge()
    return found
