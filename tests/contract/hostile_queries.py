"""Queries made to exhaust a search: each ends within seconds and memory, or is rejected at its character.

    python -m tests.contract.hostile_queries --library LIBRARY      # such as one of benchmarks.query --library

A query runs in keyword, semantic and hybrid search. Time is processor time of all threads, so that other programs do not count.
"""

import itertools
import string
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import click

from lexdesk import Library
from lexdesk.errors import QueryError
from lexdesk.search.options import MODES

MOST = 10_000
"""Characters of a query; longer ones are rejected at once, and tried too."""

SECONDS, MEGABYTES = 2.0, 300
USUAL = ("consent of the law", "Einwilligung der betroffenen Person")
"""Queries before the first measurement; the second loads the model of other languages than English."""
COMMON = (
    "the", "of", "and", "to", "in", "a", "shall", "be", "or", "for", "by", "with", "is", "on", "as", "der", "die", "das", "und",
    "zu", "den", "von", "mit", "auf", "für", "des", "nicht", "ist",
)  # fmt: skip
LETTERS = string.ascii_lowercase


def _filled(piece: str, size: int = MOST) -> str:
    """Return ``piece`` as often as it fits into the longest query."""
    return (piece * (size // len(piece) + 1))[:size].rsplit(" ", 1)[0]


def _joined(words: list[str] | tuple[str, ...], by: str) -> str:
    return f" {by} ".join(words)


def queries() -> Mapping[str, str]:
    """Return over 100 queries by name."""
    return dict(
        itertools.chain(_patterns(), _connectors(), _words(), _characters(), _law(), _fields())
    )


def _patterns() -> Iterator[tuple[str, str]]:
    stars = [f"{letter}*" for letter in LETTERS]
    yield "phrase of patterns", '"s* t* a* o* i*"'
    yield "phrase of forty patterns", f'"{" ".join([*stars, *stars[:14]])}"'
    yield "forty patterns", " ".join([*stars, *stars[:14]])
    yield "forty-one patterns", " ".join([*stars, *stars[:15]])
    yield "forty patterns, required", _joined([*stars, *stars[:14]], "AND")
    yield "forty alternatives", _joined([*stars, *stars[:14]], "OR")
    yield "none of all", "a NOT (" + _joined(stars, "OR") + ")"
    yield "only exclusions", " ".join(f"NOT {star}" for star in stars)
    yield (
        "misspelt twice",
        " ".join(f"{word}ment~2" for word in ("state", "govern", "agree", "establish") * 10),
    )
    yield "misspelt, long", " ".join(f"{letter * 30}~2" for letter in LETTERS)
    yield ("misspelt, short", " ".join(f"{a}{b}~2" for a, b in itertools.pairwise(LETTERS)))
    yield "one letter each", " ".join("a" + "?" * n + "e" for n in range(1, 40))
    yield "letters alone", " ".join("?" * 30 for _ in range(40))
    yield "long pattern", "a?" * 50 + "*"
    yield "beginnings of one letter, in a title", " ".join(f"title:{star}" for star in stars)


def _connectors() -> Iterator[tuple[str, str]]:
    stars = [f"{letter}*" for letter in LETTERS]
    yield "sentences of patterns", _joined(stars, "/s")
    yield "paragraphs of patterns", _joined(stars, "/p")
    yield "a word before itself", _joined(["section"] * 20, "pre/1000")
    yield "common word before itself", _joined(["der"] * 20, "pre/1000")
    yield "common words near each other", _joined(COMMON, "w/1000")
    yield "common words in a sentence", _joined(COMMON[:26], "/s")
    yield "thirty connectors", _joined(["the"] * 31, "w/5")
    yield "thirty-one connectors", _joined(["the"] * 32, "w/5")
    yield "far from patterns", "(a* OR b* OR c*) not w/1000 (d* OR e* OR f*)"
    yield (
        "far from common words",
        f"({_joined(COMMON[:14], 'OR')}) not w/1000 ({_joined(COMMON[14:], 'OR')})",
    )
    yield (
        "far from far",
        "the not w/1000 (of not w/1000 (and not w/1000 (to not w/1000 (in not w/1000 a))))",
    )
    yield "alternatives near alternatives", _joined([f"({_joined(COMMON, 'OR')})"] * 12, "w/1000")
    yield "nested neighbours", "(" * 28 + "the" + " w/900 the)" * 28
    yield (
        "phrase near phrase",
        _joined(['"of the"', '"in the"', '"to the"', '"und die"'] * 7, "w/1000"),
    )
    yield "only connectors", "w/5 " * 2_000
    for operator in ("AND", "NOT", "ODER", "ET", "OU", "SAUF", "&", "%", "||", "/p", "not w/5"):
        yield f"only {operator}", _filled(f"{operator} ")
        yield f"a word beside {operator}", _filled(f"law {operator} ")
    yield "open bracket before ampersands", "( " + _filled("& ", MOST - 2)
    yield "connectors between nothing", "a /s /s /s /p /p b"


def _words() -> Iterator[tuple[str, str]]:
    many = [f"{a}{b}{c}ing" for a, b, c in itertools.product("abcdlmnprst", "aeiou", "lmnrst")]
    yield "one word of 10 kB", "a" * MOST
    yield "one word of 1 MB", "a" * 1_000_000
    yield "1 MB of words", "law " * 250_000
    yield "a word 2,000 times", _filled("the ")
    yield "unknown words", _filled(" ".join(many) + " ")
    yield "unknown words, required", _joined(many[:300], "AND")
    yield "770 required words, ten times", _joined(many, "AND") + " AND " + _joined(many, "AND")
    yield "alternatives without end", _joined([COMMON[n % 28] for n in range(1_000)], "OR")
    yield "exclusions without end", "law " + " ".join(f"NOT {word}" for word in many[:900])
    yield "phrase without end", '"' + _filled("of the ", MOST - 2) + '"'
    yield "phrases", _filled('"of the" ')
    yield "phrases, excluded", _filled('-"the of" ')
    yield "words in braces and quotes", _filled('{"a":["of"} ')
    yield (
        "distinct phrases",
        " ".join(f'"{a} {b}"' for a, b in itertools.product(COMMON[:24], repeat=2)),
    )
    yield "fuzzy sentences", _joined(["state~2", "court~2", "rights~2", "person~2"] * 5, "/s")
    yield "compounds", _filled("Datenschutzgrundverordnungsdurchführungsgesetzesänderung ")
    yield "one compound", "datenschutz" * 900
    yield "one compound of joints", "es" * 4_990 + "gesetz"
    yield "joined words", "-".join(["data"] * 2_000)
    yield "joined letters", "a-" * 4_900 + "a"
    yield "joined figures", "1." * 4_990
    yield "capitals", _filled("ABC DEF GHI JKL ")
    yield "abbreviations", _filled("GDPR AVV DPIA CCPA BDSG BGB ")
    yield "lay words", _filled("Fahrerflucht dawn raid cooling-off period SCC privacy by design ")
    yield "stop words", _filled("what is the of a to ")
    yield "sentences", _filled("Shall the controller erase the data? ")
    yield "one letter each time", " ".join(LETTERS * 60)


def _characters() -> Iterator[tuple[str, str]]:
    yield from {
        "brackets": "(" * 100_000, "brackets, closed": ")" * 9_000, "bracketed": "(" * 40 + "a" + ")" * 40,
        "pairs of brackets": "()" * 4_900, "quotes": '"' * 9_999, "inward quotes": "«" * 9_000, "stars": "*" * 9_000,
        "question marks": "?" * 9_000, "tildes": "~" * 9_000, "colons": ":" * 9_000, "slashes": "/" * 9_000,
        "nulls": "\0" * 9_000, "a null": "law\0of", "a surrogate": "law \ud800", "surrogates": "\udfff" * 9_000,
        "combining": "a" + "\u0301" * 9_000, "bidi": "\u202e" * 9_000, "no width": "l\u200ba\u200bw\u200b" * 1_500,
        "ligature that grows": "\ufdfa" * 9_000, "mark that grows": "\u0344" * 9_000, "dotted I": "İ" * 9_000,
        "sharp s": "ß" * 9_000, "Chinese": "法律" * 4_900, "Chinese near": _joined(["法律条文"] * 30, "w/50"),
        "Thai": "กฎหมาย" * 1_600, "emoji": "👩‍⚖️" * 2_000, "Hangul in parts": "ᄀ" * 4_000 + "ᅡ" * 4_000,
        "blanks": " " * 9_000 + "law", "lines": "law\n" * 2_000, "signs": "§" * 9_000, "signs and blanks": "§ " * 4_900,
        "figures": "1" * 9_000, "dots": "." * 9_000, "hyphens": "-" * 9_000, "backslashes": "\\" * 9_000,
    }.items()  # fmt: skip


def _law() -> Iterator[tuple[str, str]]:
    yield from {
        "citations": _filled("Art. 5 Abs. 3 Nr. 2 DSGVO "), "pin cites": "Article 6" + "(1)" * 3_000 + " GDPR",
        "list of articles": f"Articles {', '.join(map(str, range(1, 1_900)))} GDPR",
        "range of articles": "Articles 1 to 99999999 GDPR", "range of sections": "§§ 1-9999999999 BGB",
        "range of recitals": "recitals 1 to 999999999", "range of clauses": "clauses 1.1 to 1.99999999",
        "ranges": _filled("§§ 1 bis 999 BGB, "), "identifiers": _filled("C-311/18 32016R0679 ECLI:EU:C:2020:559 "),
        "an identifier without end": "ECLI:EU:C:2020:" + "5" * 9_000, "case names": _filled("Schrems v Facebook v "),
        "case name": "Schrems " + "v Meta " * 1_400, "acts": _filled("General Data Protection Regulation "),
        "what cites what": _filled("what cites Article 17 GDPR "), "question of blanks": "cited by whom: x" + " " * 9_000 + '"',
        "change of blanks": "what changed in x" + " " * 9_000 + '"',
        "commas before a day": "," * 9_000 + "as of", "definitions": "what is " * 1_200 + "consent",
        "days": _filled("Art. 7 GDPR on 25 May 2018 "), "days in words": _filled("as of the first of January 2019 "),
        "years": " ".join(map(str, range(1_000, 2_900))), "Roman": "Article " + "MDCLXVI" * 1_300,
        "Absätze": "§ 1 " + "Abs. 1 " * 1_400 + "BGB", "points": "point (a) of " * 750 + "Article 6 GDPR",
        "sections of sections": "section 1 of " * 750 + "the Act", "a year without end": "Act " + "1997 " * 1_900,
    }.items()  # fmt: skip


def _fields() -> Iterator[tuple[str, str]]:
    for field in ("title", "kind", "lang", "work", "folder", "authority", "doc", "cites", "date"):
        yield f"{field} of 9,000 letters", f"{field}:{'a' * 9_000}"
        yield f"{field} a thousand times", _filled(f"{field}:2016 ")
    yield (
        "alternatives of fields",
        _joined(["kind:regulation", "doc:the", "title:law", "folder:a"] * 80, "OR"),
    )
    yield "documents with common words", " ".join(f"doc:{word}" for word in COMMON)
    yield "all days", "date:0001..9999 the"
    yield "a day out of range", "in-force:99999-12-31"
    yield "unknown field", "a:b " * 2_400


class Measured(NamedTuple):
    """A query in one mode: processor seconds, megabytes above the idle state, rejection."""

    name: str
    mode: str
    seconds: float
    megabytes: float
    is_rejected: bool


def measure(library: Library, modes: tuple[str, ...] = MODES, every: int = 1) -> Iterator[Measured]:
    """Run each query, or one in ``every``, in each mode."""
    for mode in modes:
        for usual in USUAL:
            library.search(usual, mode=mode)  # type: ignore[arg-type]
    rest = _resident("VmRSS")
    for (name, query), mode in itertools.product([*queries().items()][::every], modes):
        Path("/proc/self/clear_refs").write_text("5")  # the peak begins again
        began, is_rejected = time.process_time(), False
        try:
            library.search(query, mode=mode)  # type: ignore[arg-type]
        except QueryError:
            is_rejected = True
        seconds = time.process_time() - began
        yield Measured(name, mode, seconds, _resident("VmHWM") - rest, is_rejected)


def _resident(name: str) -> float:
    line = next(x for x in Path("/proc/self/status").read_text().splitlines() if x.startswith(name))
    return int(line.split()[1]) / 1024


@click.command()
@click.option(
    "--library", required=True, type=click.Path(exists=True, path_type=Path), help="Its folder."
)
@click.option("--slowest", default=10, show_default=True, help="Number of queries to name.")
def main(library: Path, slowest: int) -> None:
    """Print times and memory of the hostile queries; exit code 1 beyond a bound."""
    with Library.open(library) as opened:
        passages = opened.admin.status().passages
        found = list(measure(opened))
    times = sorted(one.seconds for one in found)
    p95, most = times[int(0.95 * len(times))], max(one.megabytes for one in found)
    click.echo("| query | mode | s | MB above rest | rejected |\n|---|---|---|---|---|")
    for one in sorted(found, key=lambda one: -one.seconds)[:slowest]:
        click.echo(
            f"| {one.name} | {one.mode} | {one.seconds:.2f} | {one.megabytes:.0f} | {one.is_rejected} |"
        )
    rejected = sum(one.is_rejected for one in found)
    click.echo(
        f"\n{len(queries())} queries, {passages:,} passages: p95 {p95:.2f} s, most {times[-1]:.2f} s, {most:.0f} MB above rest,"
        f" {rejected} of {len(found)} searches rejected"
    )
    sys.exit(p95 > SECONDS or most > MEGABYTES)


if __name__ == "__main__":
    main()
