"""Load test of ``lexdesk serve``: queries a second, latency, errors, memory.

Each reader sends real questions one after another over its own connection. The library is one of
``benchmarks.query`` (``--prepare``); a single thread on an open library gives the rate without HTTP.
"""

import itertools
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

import click
import httpx2 as httpx

from benchmarks import memory, processor, report
from benchmarks.query import prepare, questions
from lexdesk import Library
from lexdesk.server.http.permissions import hash_token, make_token

PORT = 7392
_LOOKS = 10  # at memory, while readers ask
_SHARES = (0.5, 0.95, 0.99)
_SHORT = 20.0  # seconds, of one reader
_SETTINGS = """port = {port}
requests_per_minute = 1000000
audit = "{audit}"
processes = {processes}
[collections]
law = "{library}"
[readers.all]
token_sha256 = "{digest}"
collections = ["law"]
[limits]
connections_per_address = 400
"""


def reader(token: str, texts: list[str], ends: float, waits: list[float], wrong: list[str]) -> None:
    """Send questions until ``ends``, a time of the monotonic clock; record milliseconds and errors."""
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(
        base_url=f"http://127.0.0.1:{PORT}/v1/law/", headers=headers, timeout=60
    ) as client:
        for text in itertools.cycle(texts):
            started = time.monotonic()
            if started > ends:
                return
            answer = client.get("search", params={"q": text, "plain": True})
            waits.append(1000 * (time.monotonic() - started))
            if answer.status_code != httpx.codes.OK:
                wrong.append(answer.text)


def without_http(path: Path, texts: list[str], seconds: float) -> float:
    """Return the queries a second of one thread."""
    with Library.open(path) as library:
        library.search(texts[0], plain=True)
        started = time.monotonic()
        for count, text in enumerate(itertools.cycle(texts), start=1):
            library.search(text, plain=True)
            if time.monotonic() - started > seconds:
                return count / (time.monotonic() - started)
    raise AssertionError("the questions never end")


class Measured(NamedTuple):
    """Milliseconds of each answer, errors, and the service's memory."""

    waits: list[float]
    wrong: list[str]
    held: list[tuple[float, memory.Held]]
    """By seconds since the first question; at first, then ten times."""
    processor: list[float]
    """Core seconds of the service, of the readers, and of other programs."""


def measure(path: Path, texts: list[str], readers: int, seconds: float, processes: int) -> Measured:
    """Run ``readers`` for ``seconds``."""
    token = make_token()
    settings = path.parent / "service.toml"
    settings.write_text(
        _SETTINGS.format(
            port=PORT,
            audit=path.parent / "audit.jsonl",
            processes=processes,
            library=path,
            digest=hash_token(token),
        )
    )
    command = [sys.executable, "-m", "lexdesk", "serve", "--settings", str(settings)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as service:
        try:
            for text in texts[:8]:  # over new connections, so that every process gets one
                _warm(token, text)
            waits: list[float] = []
            wrong: list[str] = []
            held = [(0.0, memory.memory_of(service.pid))]
            starts, before = time.monotonic(), _processor(service.pid)
            ends = starts + seconds
            asking = [
                threading.Thread(target=reader, args=(token, texts[n::readers], ends, waits, wrong))
                for n in range(readers)
            ]
            for process in asking:
                process.start()
            for step in range(1, _LOOKS + 1):
                time.sleep(max(0, starts + seconds * step / _LOOKS - time.monotonic()))
                held.append((time.monotonic() - starts, memory.memory_of(service.pid)))
            for process in asking:
                process.join()
            after = _processor(service.pid)
        finally:
            service.terminate()
    used = [late - early for early, late in zip(before, after, strict=True)]
    return Measured(waits, wrong, held, [*used[:2], used[2] - used[0] - used[1]])


def _processor(service: int) -> tuple[float, float, float]:
    """Return the core seconds so far: of the service, of the readers, of the whole machine."""
    return processor.used_below(service), time.process_time(), processor.used_by_all()


def _warm(token: str, text: str) -> None:
    """Wait until the service listens, and load each part."""
    headers = {"Authorization": f"Bearer {token}"}
    for _ in range(600):
        try:
            httpx.get(
                f"http://127.0.0.1:{PORT}/v1/law/search",
                params={"q": text, "plain": True},
                headers=headers,
                timeout=60,
            )
            return
        except httpx.ConnectError:
            time.sleep(0.1)
    raise click.ClickException(f"nothing listens on port {PORT}")


@click.command()
@click.argument("library", type=click.Path(path_type=Path))
@click.option("--prepare", "passages", type=int, help="Make the library first, with so many.")
@click.option("--readers", default=20, show_default=True)
@click.option("--seconds", default=60.0, show_default=True)
@click.option("--processes", default=2, show_default=True)
def main(library: Path, passages: int | None, readers: int, seconds: float, processes: int) -> None:
    """Print a row for one reader and one for all of them."""
    if passages:
        prepare(library, passages)
    texts = questions(2_500)
    short = min(seconds / 4, _SHORT)
    click.echo(report.machine())
    click.echo(f"one thread without HTTP: {without_http(library, texts, short):.1f} queries/s")
    rows = []
    for count, length in ((1, short), (readers, seconds)):
        found = measure(library, texts, count, length, processes)
        numbers = (len(found.waits) / length, *(report.percentile(found.waits, p) for p in _SHARES))
        share = (1000 * used / len(found.waits) for used in found.processor[:2])
        others = f"{found.processor[2] / length:.2f}"
        cells = [f"{number:.1f}" for number in (*numbers, *share)]
        rows.append([count, *cells, others, len(found.wrong)])
    times = ("p50 ms", "p95 ms", "p99 ms", "service ms of a core", "reader ms of a core")
    head = ("readers", "queries/s", *times, "cores taken by others", "errors")
    click.echo(report.table(head, rows))
    click.echo(f"\nmemory of the service with {readers} readers:\n")
    looks = [(f"{at:.0f}", f"{held.own:.0f}", f"{held.all:.0f}") for at, held in found.held]
    click.echo(report.table(("second", "its own MB", "with mapped files MB"), looks))


if __name__ == "__main__":
    main()
