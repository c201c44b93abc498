"""Real acts and statutes for the reproductions."""

from pathlib import Path

import pytest

from lexdesk_reproductions import citing_passages
from lexdesk_reproductions.regir.dataset import Dataset, read


@pytest.fixture(scope="session")
def german_statutes(shared_data: Path) -> citing_passages.Dataset:
    """All German statutes, with the passages that cite them."""
    return citing_passages.statutes(shared_data)


@pytest.fixture(scope="module")
def small(shared_data: Path) -> Dataset:
    """Nine real Irish Acts as queries, the directives cited by them, and twenty others."""
    whole = read(shared_data, "ie2eu", characters=1_500)
    queries = list(whole.queries)[:9]
    cited = {act for query in queries for act in whole.qrels[query]}
    acts = {act: whole.acts[act] for act in [*sorted(cited), *list(whole.acts)[:20]]}
    return Dataset(
        "ie2eu",
        acts,
        {query: whole.queries[query] for query in queries},
        {query: whole.qrels[query] for query in queries},
    )
