"""Each target on a few hundred inputs of a fixed seed, without atheris."""

import random
import time
from collections import Counter

import pytest

from tests.fuzz.targets import TARGETS

SECONDS = 1.0
MOST_INPUTS = 60
READ = {"query": "read", "citations": "citations"}


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_mutated_inputs_raise_no_internal_error(name: str) -> None:
    target = TARGETS[name]
    seeds = target.seeds(None)
    splicer = target.splicer_of(seeds)
    outcomes: Counter[str] = Counter()
    started = time.monotonic()
    for number in range(MOST_INPUTS):
        chance = random.Random(number)
        outcomes[target.run(splicer.splice(splicer.seed(chance), chance))] += 1
        if time.monotonic() - started > SECONDS:
            break
    assert outcomes[READ.get(name, "with provisions")] > 0
