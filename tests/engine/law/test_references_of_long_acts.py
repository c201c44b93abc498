"""References of acts of many provisions are listed in linear time."""

import datetime
import time
from pathlib import Path

import pytest

from lexdesk import Document, Library
from lexdesk.document.model import Provision, Reference

GDPR = "32016R0679"


def act(articles: int) -> Document:
    """Return an act whose articles cite the first one."""
    texts = [f"Article {number}\nArticle 1 applies.\n" for number in range(1, articles + 1)]
    provisions, references, start = [], [], 0
    for number, text in enumerate(texts, 1):
        eid = f"art_{number}"
        end = start + len(text)
        provisions.append(
            Provision(eid, "article", str(number), "", f"Article {number}", None, start, end)
        )
        references.append(Reference(end - 19, end - 10, eid, "cites", GDPR, "", "art_1"))
        start = end
    return Document(
        "".join(texts), "Act", "regulation", GDPR, language="en", provisions=tuple(provisions),
        references=tuple(references), valid_from=datetime.date(2018, 5, 25),
    )  # fmt: skip


@pytest.mark.slow
def test_citing_provisions_are_read_where_they_are(tmp_path: Path) -> None:
    """Each read all passages before its own: 8,000 took 1.4 s, twice as many four times as long."""
    seconds = []
    for articles in (1_000, 8_000):
        with Library.open(tmp_path / str(articles), create=True) as library:
            library.sources.add_documents([act(articles)], vectors=False)
            library.law.references(GDPR, "art_2")  # opens what is opened once
            began = time.process_time()
            found = library.law.references(GDPR, "art_1")
            seconds.append(time.process_time() - began)
            assert len(found.cited_by) == articles - 1
    assert seconds[1] < 20 * seconds[0]  # 8 times for 8 times as many; 40 times before
