"""Character errors of text recognition on pages rendered from known text.

    python -m benchmarks.ocr DATA [PAGES]

DATA is the folder of shared data. English pages come from printed contracts in PDF and
from Irish Acts, German ones from statutes, both set on a page here. Each page is read three times:
as rendered, and as simulated office and poor scans (turned, blurred, noisy, JPEG). Reports errors,
the share of findable words, errors by confidence, and character confusions.
"""

import io
import sys
import tarfile
import textwrap
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

import numpy
import pypdfium2
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from lexdesk.extract import read_source
from lexdesk.extract.clean import clean
from lexdesk.extract.ocr import LONGEST_SIDE, Ocr
from lexdesk.structure import Source
from lexdesk.text.tokens import tokens

A4 = (1654, 2339)  # points at 200 an inch
LINES, WIDTH = 55, 88
FONT = "DejaVuSerif.ttf"
LONGEST_CONFUSION = 3  # characters; longer differences are lines left out
LEGIBLE = 0.2  # error rate; above it a page is noise, which says nothing of single characters
BANDS = (0.0, 0.9, 0.95, 0.98, 1.0)
Page = tuple[Image.Image, str]


class Quality(NamedTuple):
    """Quality of a scan: share of 200 dots an inch, degrees, pixels, grey levels, JPEG quality."""

    dots: float
    turned: float
    blur: float
    noise: float
    jpeg: int


SCANS = {"office scan": Quality(1, 0.3, 0.4, 8, 75), "poor scan": Quality(0.75, 0.6, 0.7, 18, 55)}


class Reading(NamedTuple):
    """Expected and recognised text of a page, with processor seconds."""

    expected: str
    found: str
    confidence: float
    seconds: float

    @property
    def error_rate(self) -> float:
        """Character errors as a share of the characters expected."""
        return error_rate(self.expected, self.found)

    @property
    def words_found(self) -> float:
        """Share of the words on the page found by a search, with multiplicity."""
        expected, found = Counter(tokens(self.expected)), Counter(tokens(self.found))
        return (expected & found).total() / max(expected.total(), 1)


def contracts(folder: Path, count: int) -> Iterator[Page]:
    """Yield the second page of each of ``count`` contracts: the first rarely has running text."""
    for path in sorted(folder.glob("*.pdf"))[:count]:
        page = pypdfium2.PdfDocument(path)[1]
        text = page.get_textpage().get_text_range()
        if len(text) > 500:
            yield page.render(scale=200 / 72).to_pil().convert("RGB"), text


def statutes(archive: Path, count: int) -> Iterator[Page]:
    """Yield one page, set in a serif of 11 points, from each of ``count`` statutes."""
    font = ImageFont.truetype(FONT, 26)
    with tarfile.open(archive) as tar:
        members = [m for m in tar if m.isreg() and m.name.endswith(".md") and m.size > 20_000]
        for member in members[:count]:
            file = tar.extractfile(member)
            assert file is not None
            document = read_source(Source(Path(member.name), file.read()))
            lines = [
                wrapped
                for line in document.text[3000:].splitlines()
                for wrapped in textwrap.wrap(line, WIDTH)
            ][:LINES]
            image = Image.new("RGB", A4, "white")
            ImageDraw.Draw(image).multiline_text(
                (130, 120), "\n".join(lines), "black", font, spacing=10
            )
            yield image, "\n".join(lines)


def scanned(image: Image.Image, quality: Quality) -> Image.Image:
    """Simulate a scan of a page, reproducibly."""
    size = (int(image.width * quality.dots), int(image.height * quality.dots))
    small = image.resize(size, Image.Resampling.BILINEAR)
    turned = small.rotate(quality.turned, fillcolor="white", resample=Image.Resampling.BILINEAR)
    blurred = turned.filter(ImageFilter.GaussianBlur(quality.blur))
    noise = numpy.random.default_rng(1).normal(0, quality.noise, (*blurred.size[::-1], 1))
    noisy = numpy.clip(numpy.asarray(blurred, dtype=float) * 0.92 + noise, 0, 255)
    packed = io.BytesIO()
    Image.fromarray(noisy.astype("uint8")).save(packed, "JPEG", quality=quality.jpeg)
    return Image.open(packed).convert("RGB")


def error_rate(expected: str, found: str) -> float:
    """Return the edits from ``found`` to ``expected`` as a share of the characters expected.

    Levenshtein distance, row by row.
    """
    codes = numpy.array([ord(c) for c in found])
    places = numpy.arange(len(found) + 1)
    row = places.copy()
    for number, character in enumerate(expected, 1):
        changed = numpy.minimum(row[:-1] + (codes != ord(character)), row[1:] + 1)
        row = numpy.concatenate(([number], changed))
        row = numpy.minimum.accumulate(row - places) + places  # insertions, from left to right
    return float(row[-1]) / max(len(expected), 1)


def recognised(image: Image.Image, text: str, ocr: Ocr) -> Reading:
    """Recognise a page."""
    picture = image.copy()
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    started = time.process_time()
    found = ocr.recognise(numpy.ascontiguousarray(numpy.asarray(picture)[:, :, ::-1]))
    seconds = time.process_time() - started
    expected, read = (" ".join(clean(version).split()) for version in (text, found.text))
    return Reading(expected, read, found.confidence, seconds)


def print_row(name: str, readings: list[Reading]) -> None:
    """Print one row of the table of errors."""
    rates = [reading.error_rate for reading in readings]
    words = mean(reading.words_found for reading in readings)
    confidence = mean(reading.confidence for reading in readings)
    seconds = mean(reading.seconds for reading in readings)
    print(f"| {name} | {len(readings)} | {mean(rates):.2%} | {median(rates):.2%} | {max(rates):.2%}"
          f" | {words:.1%} | {confidence:.3f} | {seconds:.1f} |", flush=True)  # fmt: skip


def print_confidence(readings: list[Reading]) -> None:
    """Print the errors by confidence of the page."""
    print("\n| confidence of the page | pages | mean error | worst | words found |")
    print("|---|---|---|---|---|")
    for least, below in pairwise((*BANDS[:-1], 1.01)):
        band = [reading for reading in readings if least <= reading.confidence < below]
        if band:
            rates = [reading.error_rate for reading in band]
            words = mean(reading.words_found for reading in band)
            print(f"| {least:.2f} to {min(below, 1):.2f} | {len(band)} | {mean(rates):.2%}"
                  f" | {max(rates):.2%} | {words:.1%} |")  # fmt: skip


def print_confusions(readings: Iterable[Reading], most: int = 16) -> None:
    """Print the most frequent short differences."""
    counts: Counter[tuple[str, str]] = Counter()
    for reading in readings:
        counts.update(_differences(reading.expected, reading.found))
    print("\n| expected | found | times |\n|---|---|---|")
    for (expected, found), times in counts.most_common(most):
        print(f"| `{expected}` | `{found}` | {times} |")


def _differences(expected: str, found: str) -> Iterator[tuple[str, str]]:
    matcher = SequenceMatcher(None, expected, found, autojunk=False)
    for _, start, end, from_, to in matcher.get_opcodes():
        one, other = expected[start:end], found[from_:to]
        if one != other and max(len(one), len(other)) <= LONGEST_CONFUSION:
            yield one, other


def main() -> None:
    """Print the tables of docs/results/ocr.md."""
    raw = Path(sys.argv[1]) / "raw"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    ocr = Ocr()
    readings: list[Reading] = []
    print("| pages | n | mean | median | worst | words found | confidence | CPU seconds a page |")
    print("|---|---|---|---|---|---|---|---|")
    for name, pages in (
        ("English contracts", contracts(raw / "cuad-pdf-sample", count)),
        ("Irish Acts", statutes(raw / "irish-acts.tar.gz", count)),
        ("German statutes", statutes(raw / "german-statutes.tar.gz", count)),
    ):
        listed = list(pages)
        rows = {"rendered": listed} | {
            scan: [(scanned(image, quality), text) for image, text in listed]
            for scan, quality in SCANS.items()
        }
        for row, images in rows.items():
            read = [recognised(image, text, ocr) for image, text in images]
            print_row(f"{name}, {row}", read)
            readings += read
    print_confidence(readings)
    print_confusions(reading for reading in readings if reading.error_rate < LEGIBLE)


if __name__ == "__main__":
    main()
