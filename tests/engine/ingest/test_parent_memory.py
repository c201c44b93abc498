"""Memory of the adding process for one document; unlike its workers, it has no limit."""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SIZE = 40_000_000  # characters
MOST = 700  # MB, of which 120 are the program itself, and 100 to 200 what Tantivy writes and merges

# The peak of this program alone: that of getrusage is never below the one of the process that started it.
ADDS = """import re, sys
from pathlib import Path
from lexdesk import Library
with Library.open(sys.argv[1], create=True) as library:
    report = library.sources.add([sys.argv[2]], vectors=False)
peak = re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())
print(report.added, int(peak[1]) // 1024, *report.failed.values())
"""


def one_line() -> str:
    words = [f"{random.getrandbits(40):x}" for _ in range(SIZE // 11)]
    return " ".join(words)


def long_heading() -> str:
    provisions = "".join(
        f'<paragraph eId="art_1__para_{n}"><num>{n}.</num><content><p>The tenant shall pay.</p></content></paragraph>'
        for n in range(1, 20_000)
    )
    return (
        '<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act name="act"><meta><identification'
        ' source="#x"><FRBRWork><FRBRthis value="/akn/ie/act/2015/18/main"/><FRBRuri value="/akn/ie/act/2015/18"/>'
        '<FRBRdate date="2015-01-01" name="x"/><FRBRauthor href="#x"/><FRBRcountry value="ie"/></FRBRWork>'
        '</identification></meta><body><article eId="art_1"><num>Article 1</num>'
        f"<heading>{'Heading word ' * 80_000}</heading>{provisions}</article></body></act></akomaNtoso>"
    )


KINDS: dict[str, Callable[[], str]] = {
    "word.txt": lambda: "a" * SIZE,
    "letters.txt": lambda: "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=SIZE)),
    "line.txt": one_line,
    "heading.xml": long_heading,
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("name", KINDS)
def test_large_file_adds_little_memory_to_parent(name: str, tmp_path: Path) -> None:
    random.seed(1)
    (tmp_path / name).write_text(KINDS[name]())
    command = [sys.executable, "-c", ADDS, str(tmp_path / "library"), str(tmp_path / name)]
    output = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    count, megabytes, *failures = output.split()
    assert (count, failures) == ("1", [])
    assert int(megabytes) < MOST
