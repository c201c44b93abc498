"""A library, backup or model with a wrong value is rejected with one sentence, not reported as a bug."""

import os
import random
import shutil
from pathlib import Path

import pytest
from tests.contract.mutating import Mutating
from tests.contract.mutations import Mutation

from lexdesk.cli import run

EACH = int(os.environ.get("LEXDESK_EACH", "36"))


@pytest.mark.slow
def test_wrong_value_raises_no_internal_error(tmp_path: Path) -> None:
    """One of ``LEXDESK_EACH`` mutations, others in each place."""
    mutating = Mutating(tmp_path.resolve())
    nothing = Mutation("nothing", lambda _: None)
    assert mutating.problems(nothing) == []
    shutil.rmtree(mutating.copy)
    shutil.copytree(mutating.library, mutating.copy)
    codes = {" ".join(command): run(command) for command in mutating.commands(nothing)}
    assert {name for name, code in codes.items() if code > 1} == set(), "each is asked rightly"
    mutations = mutating.mutations()
    random.Random(20260101).shuffle(mutations)
    assert len(mutations) > 5_000
    wrong = [
        f"{mutation.name}: {problem}"
        for mutation in mutations[::EACH]
        for problem in mutating.problems(mutation)
    ]
    assert not wrong, "\n".join(wrong)
