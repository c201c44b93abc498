"""Draw the passages of the hand-labelled set of citations, at random with a fixed seed.

    python tests/engine/citations/draw.py SHARED_DATA [--second | --third] > drawn.jsonl

No extractor takes part. A passage is eligible by its length and by a crude sign that it may cite
something (a digit or a cue word), so passages without citations are among those drawn. Of the
collections that have a held-out half, only acts on the open side of the split are used. Judgments
and US cases are rare in the data: for them a window around a crude sign is drawn.
"""

import gzip
import json
import random
import re
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.archives import extract

from lexdesk.document.model import Document
from lexdesk.errors import FileFailed
from lexdesk.extract import read

SEED = 20161
SHORTEST, LONGEST = 60, 800
DENSE = 3
"""Words such as Article or section in a passage of the dense strata, which follow the plain ones."""
_CUE = re.compile(r"\d|[Tt]his (?:Regulation|Directive|Decision|Act|section)|thereof")
_PARAGRAPH_NUMBER = re.compile(r"(\d+[a-z]*)\.\s")
_DENSE = re.compile(
    r"\b(?:Articles?|Regulation|Directive|[Ss]ections?|Act|Artikeln?|Abs\.|Absatz|articles?|paragraphe)\b|§"
)
_CASE = re.compile(r"\b[CTF][-‑–]\d{1,3}/\d\d\b|\bECLI:|\bCase \d{1,3}/\d\d\b")
_US = re.compile(r"\b\d{1,3} (?:U\.S\.|S\. ?Ct\.|F\.[23]d|F\. ?Supp|Cal\.|Fed\. Reg\.)|§")

Drawn = dict[str, Any]


def read_lines(file: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def eligible(text: str) -> bool:
    return SHORTEST <= len(text) <= LONGEST and _CUE.search(text) is not None


def passage(source: str, language: str, work: str, eid: str, text: str) -> Drawn:
    return {"source": source, "language": language, "work": work, "eid": eid, "text": text}


def eu_articles(data: Path) -> Iterator[Drawn]:
    """Yield paragraphs of articles of the acts with queries in the open part of eu-citations."""
    queries = read_lines(data / "eu-citations/queries.jsonl.gz")
    open_acts = {query["metadata"]["source_act"] for query in queries}
    for article in read_lines(data / "eu-citations/corpus.jsonl.gz"):
        meta = article["metadata"]
        if meta["level"] != "article" or meta["act"] not in open_acts:
            continue
        eid = meta["anchor"]
        for block in article["text"].split("\n\n"):
            if number := _PARAGRAPH_NUMBER.match(block):
                eid = f"{meta['anchor']}__para_{number[1]}"
            if eligible(block):
                yield passage("eu-citations", "en", meta["act"].upper(), eid, block)


def provisions(document: Document, kinds: set[str], source: str) -> Iterator[Drawn]:
    for provision in document.provisions:
        text = document.text[provision.start : provision.end]
        if provision.kind in kinds and eligible(text):
            yield passage(source, document.language or "", document.work, provision.eid, text)


def gdpr(data: Path, language: str) -> Iterator[Drawn]:
    file = data / f"raw/gdpr-formex/original/L_2016119{language}.01000101.xml"
    yield from provisions(read(file), {"paragraph", "recital"}, "raw/gdpr-formex")


def statutes(archive: Path, kinds: set[str], only: set[str]) -> Iterator[Drawn]:
    """Yield provisions of statutes in Markdown; ``only`` limits the works."""
    with tempfile.TemporaryDirectory() as folder:
        extract(archive, Path(folder))
        for file in sorted(Path(folder).rglob("*.md")):
            try:
                document = read(file)
            except FileFailed:
                continue
            if not only or document.work in only:
                yield from provisions(document, kinds, f"raw/{archive.name}")


def german(data: Path) -> Iterator[Drawn]:
    queries = read_lines(data / "de-citations/queries.jsonl.gz")
    works = {f"DE-{query['metadata']['source_doc']}" for query in queries}
    yield from statutes(data / "raw/german-statutes.tar.gz", {"paragraph", "section"}, works)


def irish(data: Path) -> Iterator[Drawn]:
    yield from statutes(data / "raw/irish-acts.tar.gz", {"section", "subsection"}, set())


def windows(text: str, sign: re.Pattern[str], around: int) -> Iterator[str]:
    """Return non-overlapping segments around the signs, cut at spaces."""
    end = 0
    for match in sign.finditer(text):
        if match.start() < end:
            continue
        start = text.rfind(" ", 0, max(end, match.start() - around)) + 1
        cut = text.find(" ", match.end() + around)
        end = cut if cut > 0 else len(text)
        yield text[max(start, 0) : end].strip()


def history_cases(data: Path) -> Iterator[Drawn]:
    """Judgments cited in the recitals of acts as adopted."""
    with tarfile.open(data / "asof/history.tar.xz") as tar:
        for member in tar:
            if not member.isfile() or not member.name.endswith(".json"):
                continue
            content = tar.extractfile(member)
            text = " ".join(strings(json.loads(content.read()))) if content else ""
            for window in windows(text, _CASE, 200):
                yield passage("asof", "en", "", "", window)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)


def gdprhub_cases(data: Path) -> Iterator[Drawn]:
    for summary in read_lines(data / "gdpr-commentary/queries.jsonl.gz"):
        for window in windows(summary["text"], _CASE, 110):
            yield passage("gdpr-commentary", "en", "", "", window)


def us_courts(data: Path) -> Iterator[Drawn]:
    for file in sorted((data / "raw/court-files").rglob("*.*")):
        try:
            document = read(file)
        except FileFailed:
            continue
        for window in windows(" ".join(document.text.split()), _US, 160):
            yield passage("raw/court-files", "en", "", "", window)


def first_draw(data: Path) -> Iterator[Drawn]:
    """Draw the passages of labelled.jsonl from all, then from those with many citations."""
    plan = [
        ("eu", eu_articles(data), 150),
        ("gdpr-en", gdpr(data, "EN"), 12),
        ("gdpr-de", gdpr(data, "DE"), 18),
        ("gdpr-fr", gdpr(data, "FR"), 15),
        ("ie", irish(data), 90),
        ("de", german(data), 90),
        ("asof", history_cases(data), 10),
        ("gdprhub", gdprhub_cases(data), 20),
        ("us", us_courts(data), 30),
        ("eu-dense", eu_articles(data), 45),
        ("gdpr-de-dense", gdpr(data, "DE"), 10),
        ("gdpr-fr-dense", gdpr(data, "FR"), 10),
        ("ie-dense", irish(data), 40),
        ("de-dense", german(data), 40),
    ]
    yield from draw(plan, random.Random(SEED), set())


def second_draw(data: Path) -> Iterator[Drawn]:
    """Draw the passages of labelled-later.jsonl, which were labelled after the extractor was written."""
    plan = [
        ("later-eu-dense", eu_articles(data), 22),
        ("later-gdpr-fr-dense", gdpr(data, "FR"), 5),
        ("later-ie-dense", irish(data), 22),
        ("later-de-dense", german(data), 22),
    ]
    yield from draw(plan, random.Random(SEED + 1), {item["text"] for item in first_draw(data)})


def third_draw(data: Path) -> Iterator[Drawn]:
    """The passages of labelled-last.jsonl, drawn after the second draw had been learned from."""
    plan = [
        ("last-eu-dense", eu_articles(data), 14),
        ("last-gdpr-fr-dense", gdpr(data, "FR"), 5),
        ("last-ie-dense", irish(data), 14),
        ("last-de-dense", german(data), 14),
    ]
    drawn = {item["text"] for earlier in (first_draw, second_draw) for item in earlier(data)}
    yield from draw(plan, random.Random(SEED + 2), drawn)


def draw(
    plan: list[tuple[str, Iterator[Drawn], int]], dice: random.Random, drawn: set[str]
) -> Iterator[Drawn]:
    """So many passages of each source, none of them twice."""
    for name, source, count in plan:
        pool = list({item["text"]: item for item in source if item["text"] not in drawn}.values())
        if name.endswith("dense"):
            pool = [item for item in pool if len(_DENSE.findall(item["text"])) >= DENSE]
        for number, item in enumerate(dice.sample(pool, min(count, len(pool))), start=1):
            drawn.add(item["text"])
            yield {"id": f"{name}-{number}", **item}


if __name__ == "__main__":
    drawing = {"--second": second_draw, "--third": third_draw}.get(sys.argv[-1], first_draw)
    for drawn_passage in drawing(Path(sys.argv[1])):
        if drawn_passage["source"] == "gdpr-commentary":  # non-commercial: never kept here
            continue
        sys.stdout.write(json.dumps(drawn_passage, ensure_ascii=False) + "\n")
