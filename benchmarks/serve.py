"""``lexdesk serve`` under many readers at once: queries a second, waiting times, errors, memory.

Each reader asks real questions one after another, without a pause, over its own connection. The library
is one of ``benchmarks.query`` (``--prepare``); beside the service stands one thread that asks an open
library, which is what the same machine does without HTTP.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
import time
from pathlib import Path

import click
import httpx2 as httpx

from benchmarks import memory, report
from benchmarks.query import prepare, questions
from lexdesk import Library
from lexdesk.service.readers import digest, new_token

PORT = 7392
_SETTINGS = """port = {port}
requests_per_minute = 1000000
audit = "{audit}"
processes = {processes}
[collections]
law = "{library}"
[readers.all]
token_sha256 = "{digest}"
collections = ["law"]
"""


def reader(token: str, texts: list[str], ends: float, waits: list[float], wrong: list[str]) -> None:
    """Ask until ``ends``, a time of the monotonic clock; adds milliseconds, and what is no answer."""
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
    """Queries a second that one thread answers."""
    with Library.open(path) as library:
        library.search(texts[0], plain=True)
        started = time.monotonic()
        for count, text in enumerate(itertools.cycle(texts), start=1):
            library.search(text, plain=True)
            if time.monotonic() - started > seconds:
                return count / (time.monotonic() - started)
    raise AssertionError("the questions never end")


def measure(
    path: Path, texts: list[str], readers: int, seconds: float, processes: int
) -> list[str]:
    """A row: readers, queries a second, p50 and p95 in ms, errors, megabytes at first and at the end."""
    token = new_token()
    settings = path.parent / "service.toml"
    settings.write_text(
        _SETTINGS.format(
            port=PORT,
            audit=path.parent / "audit.jsonl",
            processes=processes,
            library=path,
            digest=digest(token),
        )
    )
    command = [sys.executable, "-m", "lexdesk", "serve", "--settings", str(settings)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as service:
        try:
            for text in texts[:8]:  # over new connections, so that every process gets one
                _warm(token, text)
            before = memory.memory_of(service.pid).own
            waits: list[float] = []
            wrong: list[str] = []
            ends = time.monotonic() + seconds
            asking = [
                threading.Thread(target=reader, args=(token, texts[n::readers], ends, waits, wrong))
                for n in range(readers)
            ]
            for each in asking:
                each.start()
            for each in asking:
                each.join()
            after = memory.memory_of(service.pid).own
        finally:
            service.terminate()
    middle, high = report.percentile(waits, 0.5), report.percentile(waits, 0.95)
    rate = len(waits) / seconds
    numbers = (f"{rate:.1f}", f"{middle:.0f}", f"{high:.0f}", str(len(wrong)))
    return [str(readers), *numbers, f"{before:.0f}", f"{after:.0f}"]


def _warm(token: str, text: str) -> None:
    """Wait until it listens, and let each part be loaded."""
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
    texts = questions(1_000)
    click.echo(report.machine())
    click.echo(
        f"one thread without HTTP: {without_http(library, texts, seconds / 4):.1f} queries/s"
    )
    head = ("readers", "queries/s", "p50 ms", "p95 ms", "errors", "MB at first", "MB at the end")
    rows = [
        measure(library, texts, count, length, processes)
        for count, length in ((1, seconds / 4), (readers, seconds))
    ]
    click.echo(report.table(head, rows))


if __name__ == "__main__":
    main()
