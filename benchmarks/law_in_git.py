"""Point in time over laws in git: each case is an article on a day, its text as the repository had it then.

LIBRARY holds the laws of REPOSITORY, a clone with git's own program. The text of the day is that of the last commit,
in the order of the history, whose ``Source-Date`` is not later. The words of an article are those between its line and
the next heading or bare division, read here without Lexdesk's parser.
"""

import datetime
import random
import re
import subprocess
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from lexdesk import Library
from lexdesk.errors import NotFound

_ARTICLE = re.compile(r"(?:#{1,6} )?\**(?:Article|Art\.) ([^*\n]+?)\**(?:\s.*)?$")
_BARE = re.compile(r"(?:<sup>\d+</sup> )+Art\. (\d+(?: ?[a-x](?= ))?)(?: |$)")  # of Swiss laws
# The letter of an article of Swiss law stands after the bold number.
_LETTER = re.compile(r"#+ \**Art\. \d+\** ([a-x])(?= |$)")
_DIVISION = re.compile(
    r"#{1,6} |(?:Partie|Livre|Titre|Sous-titre|Chapitre|Section|Sous-section|Paragraphe|Sous-paragraphe)"
    r" (?:[IVXLC]+(?:er)?|\d+|\w+aire|législative)(?: \w+)?(?: :|$)"
)
_TAGS = re.compile(r"<[^<>]*>|\[\^\w+\]:?")


class Case(NamedTuple):
    """An article of a law on a day, with its words then; ``None`` if the law did not have it."""

    law: str
    number: str
    day: datetime.date
    words: list[str] | None


class Change(NamedTuple):
    """A commit that changes a law, with the day of its reform."""

    commit: str
    day: str


def git(repository: Path, *arguments: str) -> str:
    """Return the output of git on a repository."""
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def changes(repository: Path, path: str) -> list[Change]:
    """Return the reforms of a law, oldest first."""
    shown = "%H %(trailers:key=Source-Date,valueonly,separator=%x2C)"
    lines = git(repository, "log", "--reverse", f"--format={shown}", "--", path).splitlines()
    return [Change(*line.split(" ")) for line in lines if len(line.split(" ")[-1]) == 10]


def articles(text: str) -> dict[str, list[str]]:
    """Return the words of each article with an unambiguous number."""
    found: dict[str, list[str]] = {}
    repeated: set[str] = set()
    number = ""
    for line in text.splitlines():
        plain = line.rstrip()
        match = _ARTICLE.match(plain)
        if match is None and (bare := _BARE.match(plain)):
            repeated.add(bare[1])  # a line that begins an article, or cites one
            number = ""
        elif match and (plain.startswith("#") or plain == f"Article {match[1]}"):
            letter = _LETTER.match(plain)
            number = f"{match[1]} {letter[1]}" if letter else match[1]
            repeated |= {number} & found.keys()
            found[number] = []
        elif _DIVISION.match(plain):
            number = ""
        elif number:
            found[number] += words(plain)
    return {number: found[number] for number in found.keys() - repeated}


def words(text: str) -> list[str]:
    """Return the words of a text."""
    plain = unicodedata.normalize("NFKC", _TAGS.sub("", text).replace("_", " "))
    return re.findall(r"\w+", plain)


def cases(repository: Path, count: int, seed: int = 1) -> Iterator[Case]:
    """Yield articles on days: half of them on the first or last day of a version, a fifth new or gone then."""
    random_ = random.Random(seed)
    paths = [
        p for p in git(repository, "ls-files").splitlines() if p.count("/") and p.endswith(".md")
    ]
    histories = {path: changes(repository, path) for path in paths}
    texts: dict[tuple[str, str], dict[str, list[str]]] = {}
    while count:
        path = random_.choice(paths)
        reforms = histories[path]
        if len(reforms) < 3:
            continue
        one, other = (random_.choice(reforms) for _ in range(2))
        day = datetime.date.fromisoformat(one.day)
        day += datetime.timedelta(days=random_.choice([0, -1, random_.randrange(400)]))
        last = next((r for r in reversed(reforms) if r.day <= str(day)), None)
        if last is None:
            continue
        for reform in (last, other):
            key = (path, reform.commit)
            if key not in texts:
                texts[key] = articles(git(repository, "show", f"{reform.commit}:{path}"))
        then, elsewhere = texts[path, last.commit], texts[path, other.commit]
        chosen = elsewhere if random_.random() < 0.2 else then
        if not chosen:
            continue
        number = random_.choice(sorted(chosen))
        yield Case(Path(path).stem, number, day, then.get(number))
        count -= 1


def check(library: Library, case: Case) -> str:
    """Return what is wrong with the library's answer to a case, ``""`` for the right one."""
    eid = (
        "art_"
        + re.sub(r"[^\w]+", "-", re.sub(r" (?=[a-x]$)|(?<=^[A-Z])[*. ]+", "", case.number)).lower()
    )
    try:
        shown = library.law.show(case.law, eid, as_of=case.day)
    except NotFound as error:
        return f"not found: {error}" if case.words is not None else ""
    if case.words is None:
        return f"shown, though it had none: {shown.text[:80]!r}"
    found = words(shown.text)
    return "" if found == case.words else f"{found[:20]} is not {case.words[:20]}"


@click.command()
@click.argument("library", type=click.Path(exists=True, path_type=Path))
@click.argument("repository", type=click.Path(exists=True, path_type=Path))
@click.option("--cases", "count", default=500, show_default=True, help="How many cases to draw.")
def main(library: Path, repository: Path, count: int) -> None:
    """Print the share of right answers, and the wrong ones."""
    right = 0
    with Library.open(library) as opened:
        for case in cases(repository, count):
            wrong = check(opened, case)
            right += not wrong
            if wrong:
                click.echo(f"{case.law} {case.number} {case.day}: {wrong}"[:300])
    click.echo(f"{right} of {count} right")


if __name__ == "__main__":
    main()
