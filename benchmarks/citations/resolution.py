"""Share of resolved acts and articles among the labels of the dev queries of eu-citations.

    python -m benchmarks.citations.resolution SHARED_DATA [--misses]

The source articles of the dev queries (``source_act``, ``source_article``) are read in the corpus,
with unmasked citations; no other query is read. A label counts as resolved if the citations of the
source article lead to its act, and to its article.
"""

import gzip
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lexdesk.citations import Citation, Context, find

_NUMBERED = re.compile(r"(\d+[a-z]*)\.\s")


def read_lines(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a compressed file of JSON lines."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def labels(collection: Path) -> dict[str, list[str]]:
    """Map each dev query to the ids of its relevant documents."""
    found: dict[str, list[str]] = {}
    for line in (collection / "qrels.dev.tsv").read_text().splitlines()[1:]:
        query, document, _ = line.split("\t")
        found.setdefault(query, []).append(document)
    return found


def citations(article: dict[str, Any]) -> list[Citation]:
    """Find the citations of an article, paragraph by paragraph as the library does."""
    work, anchor = article["metadata"]["act"].upper(), article["metadata"].get("anchor", "")
    found: list[Citation] = []
    eid = anchor
    named: tuple[str, ...] = ()
    for block in article["text"].split("\n\n"):
        if number := _NUMBERED.match(block):
            eid = f"{anchor}__para_{number[1]}"
        here = find(block, "en", Context(work, eid, named))
        named = (*named, *(c.work for c in here if c.work and c.work != work))[-20:]
        found += here
    return found


def measure(collection: Path) -> tuple[int, int, int, int, list[str]]:
    """Count labels of acts, resolved acts, labels of articles, resolved articles; list the misses."""
    wanted = labels(collection)
    sources = {
        q["_id"]: f"{q['metadata']['source_act']}#{q['metadata']['source_article']}"
        for q in read_lines(collection / "queries.jsonl.gz")
        if q["_id"] in wanted
    }
    needed = set(sources.values())
    cited: dict[str, set[str]] = {}
    same: dict[str, list[str]] = {}
    for document in read_lines(collection / "corpus.jsonl.gz"):
        for copy in [document["_id"], *document["metadata"].get("same_text_as", [])]:
            same.setdefault(document["_id"], []).append(copy)
            if copy in needed:
                cited[copy] = places(citations(document))
    acts = acts_right = articles = articles_right = 0
    misses = []
    for query, documents in wanted.items():
        found = cited.get(sources[query])
        if found is None:
            misses.append(f"{query}: {sources[query]} is not in the corpus")
            continue
        for relevant in documents:
            copies = same.get(relevant, [relevant])
            act_found = any(copy.split("#")[0] in found for copy in copies)
            acts += 1
            acts_right += act_found
            if "#" in relevant:
                articles += 1
                article_found = any(copy in found for copy in copies)
                articles_right += article_found
                if not article_found:
                    misses.append(f"{query}: {relevant}{'' if act_found else ' (nor its act)'}")
            elif not act_found:
                misses.append(f"{query}: {relevant}")
    return acts, acts_right, articles, articles_right, misses


def places(found: list[Citation]) -> set[str]:
    """Return ids such as ``32014l0065`` and ``32014l0065#art_16`` of the cited acts and articles."""
    out = set()
    for citation in found:
        out.add(citation.work.lower())
        out |= {f"{citation.work.lower()}#{eid.split('__')[0]}" for eid in citation.eids}
    return out


if __name__ == "__main__":
    act_labels, right_acts, article_labels, right_articles, missed = measure(
        Path(sys.argv[1]) / "eu-citations"
    )
    if "--misses" in sys.argv:
        print("\n".join(missed))
    print(f"acts     {right_acts} of {act_labels} ({right_acts / act_labels:.3f})")
    print(f"articles {right_articles} of {article_labels} ({right_articles / article_labels:.3f})")
