"""How well text is recognised: character errors on pages rendered from text that is known.

    python -m benchmarks.ocr DATA [PAGES]

DATA is the folder of shared data. English pages come from contracts in PDF as they are printed,
German ones from statutes set on a page here. Each page is read twice: as rendered, and as a poor
scan of it (150 dots an inch, turned by 0.6 degrees, blurred, with noise and the marks of JPEG).
"""

from __future__ import annotations

import io
import sys
import tarfile
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median

import numpy
import pypdfium2
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from lexdesk.extract.clean import clean
from lexdesk.extract.ocr import LONGEST_SIDE, Ocr

A4 = (1654, 2339)  # points at 200 an inch
LINES, WIDTH = 55, 88
FONT = "DejaVuSerif.ttf"
Page = tuple[Image.Image, str]


def contracts(folder: Path, count: int) -> Iterator[Page]:
    """The second page of each of ``count`` contracts: the first has seldom running text."""
    for path in sorted(folder.glob("*.pdf"))[:count]:
        page = pypdfium2.PdfDocument(path)[1]
        text = page.get_textpage().get_text_range()
        if len(text) > 500:
            yield page.render(scale=200 / 72).to_pil().convert("RGB"), text


def statutes(archive: Path, count: int) -> Iterator[Page]:
    """One page set in a serif of 11 points from each of ``count`` statutes."""
    font = ImageFont.truetype(FONT, 26)
    with tarfile.open(archive) as tar:
        members = [m for m in tar if m.isreg() and m.name.endswith(".md") and m.size > 20_000]
        for member in members[:count]:
            file = tar.extractfile(member)
            assert file is not None
            lines = textwrap.wrap(file.read().decode()[3000:12_000], WIDTH)[:LINES]
            image = Image.new("RGB", A4, "white")
            ImageDraw.Draw(image).multiline_text(
                (130, 120), "\n".join(lines), "black", font, spacing=10
            )
            yield image, "\n".join(lines)


def scanned(image: Image.Image) -> Image.Image:
    """A poor scan of a page; the same page gives the same scan."""
    small = image.resize((image.width * 3 // 4, image.height * 3 // 4), Image.Resampling.BILINEAR)
    turned = small.rotate(0.6, fillcolor="white", resample=Image.Resampling.BILINEAR)
    blurred = turned.filter(ImageFilter.GaussianBlur(0.7))
    noise = numpy.random.default_rng(1).normal(0, 18, (*blurred.size[::-1], 1))
    noisy = numpy.clip(numpy.asarray(blurred, dtype=float) * 0.92 + noise, 0, 255)
    packed = io.BytesIO()
    Image.fromarray(noisy.astype("uint8")).save(packed, "JPEG", quality=55)
    return Image.open(packed).convert("RGB")


def error_rate(expected: str, found: str) -> float:
    """Edits that turn ``found`` into ``expected``, as a share of the characters expected.

    Runs of white space count as one space (Levenshtein distance, row by row).
    """
    expected, found = (" ".join(clean(text).split()) for text in (expected, found))
    codes = numpy.array([ord(c) for c in found])
    places = numpy.arange(len(found) + 1)
    row = places.copy()
    for number, character in enumerate(expected, 1):
        changed = numpy.minimum(row[:-1] + (codes != ord(character)), row[1:] + 1)
        row = numpy.concatenate(([number], changed))
        row = numpy.minimum.accumulate(row - places) + places  # insertions, from left to right
    return float(row[-1]) / max(len(expected), 1)


def measure(name: str, pages: list[Page], ocr: Ocr) -> None:
    """Print one row of the table."""
    rates, confidences, seconds = [], [], []
    for image, text in pages:
        picture = image.copy()
        picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        started = time.process_time()
        found = ocr.recognise(numpy.ascontiguousarray(numpy.asarray(picture)[:, :, ::-1]))
        seconds.append(time.process_time() - started)
        rates.append(error_rate(text, found.text))
        confidences.append(found.confidence)
    print(f"| {name} | {len(pages)} | {mean(rates):.2%} | {median(rates):.2%} | {max(rates):.2%}"
          f" | {mean(confidences):.3f} | {mean(seconds):.1f} |", flush=True)  # fmt: skip


def main() -> None:
    """Print the table of docs/results/ocr.md."""
    raw = Path(sys.argv[1]) / "raw"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    ocr = Ocr()
    print("| pages | n | mean | median | worst | confidence | CPU seconds a page |")
    print("|---|---|---|---|---|---|---|")
    for name, pages in (
        ("English contracts", list(contracts(raw / "cuad-pdf-sample", count))),
        ("German statutes", list(statutes(raw / "german-statutes.tar.gz", count))),
        ("Irish Acts", list(statutes(raw / "irish-acts.tar.gz", count))),
    ):
        measure(f"{name}, rendered", pages, ocr)
        measure(f"{name}, poor scan", [(scanned(image), text) for image, text in pages], ocr)


if __name__ == "__main__":
    main()
