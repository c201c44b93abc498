"""The fuzzing targets: their functions, seeds, cuts and dictionaries."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lexdesk.structure import Source
from tests.fuzz import checks, seeds, words
from tests.fuzz.mutation import (
    BETWEEN_LINES,
    BETWEEN_TAGS,
    BETWEEN_WORDS,
    ElementSplicer,
    JsonSplicer,
    Splicer,
)


@dataclass(frozen=True, slots=True)
class Target:
    """A subject.

    ``run`` reads an input and says in a word what became of it; whatever it raises is a finding.
    ``seeds`` gives real inputs out of the folder of shared data (``None``: out of the fixtures);
    ``longest`` is the size in bytes up to which inputs are made.
    """

    name: str
    run: Callable[[bytes], str]
    seeds: seeds.Seeds
    words: tuple[str, ...]
    splicer: Callable[[list[bytes], list[bytes], int], Splicer]
    longest: int = 10_000

    def splicer_of(self, found: list[bytes]) -> Splicer:
        """Return the splicer for these seeds."""
        return self.splicer(found, [word.encode() for word in self.words], self.longest)


def _query(data: bytes) -> str:
    """As command-line arguments: bytes outside of UTF-8 become lone surrogates."""
    return checks.check_query(data.decode("utf-8", "surrogateescape"))


def _citations(data: bytes) -> str:
    """The length selects the language, so that most changes change it, too."""
    text = data.decode("utf-8", "replace")
    return checks.check_citations(text, checks.LANGUAGES[len(data) % len(checks.LANGUAGES)])


def _file(name: str) -> Callable[[bytes], str]:
    return lambda data: checks.check_source(Source(Path(name), data))


_TAGS = partial(ElementSplicer, border=BETWEEN_TAGS)
_LINES = partial(Splicer, border=BETWEEN_LINES)
_WORDS = partial(Splicer, border=BETWEEN_WORDS)
_VALUES = partial(JsonSplicer, border=BETWEEN_WORDS)

TARGETS = {
    target.name: target
    for target in (
        Target("query", _query, seeds.queries, words.QUERY, _WORDS, 1000),
        Target("citations", _citations, seeds.citations, words.CITATIONS, _WORDS, 3000),
        Target("formex", _file("act.xml"), seeds.formex, words.FORMEX, _TAGS),
        Target("eurlex-page", _file("act.html"), seeds.pages, words.PAGE, _TAGS),
        Target("eu-text", _file("act.txt"), seeds.eu_text, words.EU_TEXT, _LINES),
        Target("akoma-ntoso", _file("act.xml"), seeds.akoma_ntoso, words.AKOMA_NTOSO, _TAGS),
        Target("clml", _file("act.xml"), seeds.clml, words.CLML, _TAGS),
        Target("irish-act", _file("act.md"), seeds.irish_act, words.IRISH, _LINES),
        Target("german-statute", _file("act.md"), seeds.german_statute, words.GERMAN, _LINES),
        Target("gii-norm", _file("act.xml"), seeds.gii_norm, words.GII_NORM, _TAGS),
        Target(
            "rii-decision", _file("decision.xml"), seeds.rii_decision, words.RII_DECISION, _TAGS
        ),
        Target("judgment", _file("judgment.txt"), seeds.judgment, words.JUDGMENT, _LINES),
        Target("contract", _file("contract.txt"), seeds.contract, words.CONTRACT, _LINES),
        Target("lex-articles", _file("en.json"), seeds.lex_articles, words.LEX, _VALUES),
    )
}
