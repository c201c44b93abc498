"""Word files whose lists and styles take minutes without a limit."""

import time
from pathlib import Path

import pytest

from lexdesk.extract import read_source
from lexdesk.structure import Source
from tests.fuzz.hostile import word


@pytest.mark.slow
@pytest.mark.parametrize("name", ["list-text-of-1-mb.docx", "styles-deep.docx"])
def test_lists_and_styles_take_seconds(name: str) -> None:
    data = dict(word.numbering_part())[name]
    start = time.process_time()
    assert "law" in read_source(Source(Path(name), data)).text
    assert time.process_time() - start < 10
