"""The command line of the trainer; each error prints one line and ends with exit code 2."""

import errno
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, current_thread, main_thread
from types import FrameType

import click

from lexdesk.errors import LexdeskError
from lexdesk_trainer import commands, settings
from lexdesk_trainer.errors import describe_problem
from lexdesk_trainer.export import quantizations
from lexdesk_trainer.options import base_option

_INTERRUPTED = 130
_INTERRUPTED_MESSAGE = "interrupted; run the same command to continue from the last checkpoint"
_NO_MEMORY = "out of memory; close other programs, or set a smaller chunk or batch in the recipe"
_REMEDIES = {
    errno.ENOENT: "check the path",
    errno.ENOSPC: "free disk space and run the same command again: completed work is kept",
    errno.EACCES: "check the permissions",
}


@click.group()
@click.version_option(package_name="lexdesk-trainer")
def cli() -> None:
    """Train and export the models of Lexdesk."""


@cli.command()
@click.option(
    "--name", default="minilm-l6", show_default=True, help="Name of the model and its folder."
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("exported_models"),
    show_default=True,
    help="Parent folder of the model folders.",
)
@click.option(
    "--maximum-tokens",
    type=click.IntRange(min=8),
    help="Maximum input in tokens; the default is the published limit of the weights.",
)
@click.option(
    "--quantization",
    type=click.Choice(list(quantizations.RECIPES)),
    default=quantizations.DEFAULT,
    show_default=True,
    help="Quantization of the weights; docs/results/models.md compares them.",
)
@click.option(
    "--model",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of a trained or an exported eight-bit model, such as the shipped one;"
    " the default is the base.",
)
@base_option
@click.option(
    "--weight",
    "weights",
    metavar="LANGUAGE=SHARE",
    multiple=True,
    help="Semantic weight in hybrid search proposed by a trained embedder, such as en=0.5; =0.4"
    " for all other languages, 'de short'=0.3 for short German questions.",
)
def export(
    name: str,
    out: Path,
    maximum_tokens: int | None,
    quantization: str,
    model: Path | None,
    base: Path | None,
    weights: tuple[str, ...],
) -> None:
    """Export an embedder or a re-ranker to a model folder of the engine."""
    from lexdesk.models.manifest import MANIFEST_NAME
    from lexdesk_trainer.encoders import bert, pretrained, trained_encoder
    from lexdesk_trainer.export import exported_embedder
    from lexdesk_trainer.export.embedder import export as export_model
    from lexdesk_trainer.training.reranker import HEAD

    if not settings.FOLDER.fullmatch(name):
        raise click.BadParameter(
            f"{name!r} is no folder name of letters, digits, dots and hyphens; use --out for a path"
        )
    if model is not None and (model / HEAD).exists():
        _export_reranker(model, out / name, quantization)
        return
    if model is not None and base is not None:
        raise click.UsageError("--model and --base name two models; give one of them")
    if model is base is None and weights:
        raise click.UsageError("--weight needs --model or --base: the default has its own weights")
    shares = dict(map(_weight, weights))
    with tempfile.TemporaryDirectory() as read_back:
        if base is not None:
            trained = pretrained.convert(base, Path(read_back) / "base", ships=False)
            trained = replace(trained, fusion_weights={"": 0.5, **shares})
        elif model is None:
            trained = trained_encoder.minilm()
        elif (model / MANIFEST_NAME).exists():
            trained = exported_embedder.unpack(model, Path(read_back))
            trained = replace(trained, fusion_weights={**trained.fusion_weights, **shares})
        else:
            trained = bert.read_trained_encoder(model, {"": 0.5, **shares})
        written = export_model(
            trained, out / name, quantization=quantization, maximum_tokens=maximum_tokens
        )
    shipped = written.measured["shipped"]
    cosine = shipped["cosine_to_torch"]
    click.echo(
        f"{out / name}: {shipped['bytes'] / 1e6:.1f} MB, cosine to torch at least"
        f" {cosine['min']:.4f} and {cosine['mean']:.4f} on average, fingerprint {written.fingerprint}"
    )


def _export_reranker(model: Path, folder: Path, quantization: str) -> None:
    from lexdesk_trainer.export.reranker import export_reranker

    written = export_reranker(model, folder, quantization=quantization)
    shipped = written.measured["shipped"]
    click.echo(
        f"{folder}: {shipped['bytes'] / 1e6:.1f} MB, correlation of scores with torch"
        f" {shipped['correlation']:.4f}, fingerprint {written.fingerprint}"
    )


def _weight(text: str) -> tuple[str, float]:
    """Parse a value such as ``en=0.5`` into a language and a share."""
    language, equals, share = text.partition("=")
    try:
        number = float(share if equals else "")
    except ValueError:
        raise click.BadParameter(f"{text!r} is not LANGUAGE=SHARE, such as en=0.5") from None
    if not 0 <= number <= 1:
        raise click.BadParameter(f"{text!r}: the share must be in 0..1")
    return language, number


@cli.command()
@base_option
def compare_quantizations(base: Path | None) -> None:
    """Export by every quantization to a temporary folder and print a table of size, parity and speed."""
    from lexdesk_trainer.encoders import pretrained, trained_encoder
    from lexdesk_trainer.export import report

    with tempfile.TemporaryDirectory() as folder:
        trained = (
            pretrained.convert(base, Path(folder), ships=False)
            if base
            else trained_encoder.minilm()
        )
        for line in report.table(trained, quantizations.RECIPES):
            click.echo(line)


for command in commands.COMMANDS:
    cli.add_command(command)


def main() -> None:
    """Run ``lexdesk-trainer``."""
    run(cli, "lexdesk-trainer")


def run(group: click.Group, program: str) -> None:
    """Run the commands of ``group`` as ``program``; print expected errors in one line, with exit code 2."""
    os.environ["HF_HUB_OFFLINE"] = "1"  # nothing here may reach for the network
    with _catch_interruptions() as interrupted:
        try:
            group(standalone_mode=False, prog_name=program)
        except click.exceptions.Abort:
            _fail(program, _INTERRUPTED_MESSAGE, _INTERRUPTED)
        except click.ClickException as problem:
            _fail(program, problem.format_message())
        except LexdeskError as problem:
            _fail(program, str(problem))
        except OSError as problem:
            where = f"{problem.filename}: " if problem.filename else ""
            remedy = _REMEDIES.get(problem.errno or 0)
            _fail(program, f"{where}{describe_problem(problem)}{f'; {remedy}' if remedy else ''}")
        except MemoryError:
            _fail(program, _NO_MEMORY)
        except Exception as problem:
            if interrupted.is_set():
                _fail(program, _INTERRUPTED_MESSAGE, _INTERRUPTED)
            if "can't allocate memory" in str(problem):  # torch raises a plain RuntimeError
                _fail(program, _NO_MEMORY)
            _report_bug(program, problem)


@contextmanager
def _catch_interruptions() -> Iterator[Event]:
    """Yield an event set by Ctrl-C; an interrupted import reports a module that cannot be imported."""
    came = Event()

    def note(number: int, frame: FrameType | None) -> None:
        came.set()
        signal.default_int_handler(number, frame)

    before = signal.getsignal(signal.SIGINT)
    heeded = before is signal.default_int_handler and current_thread() is main_thread()
    if heeded:  # and not ignored, as in the background of a script
        signal.signal(signal.SIGINT, note)
    try:
        yield came
    finally:
        if heeded:
            signal.signal(signal.SIGINT, before)


def _report_bug(program: str, problem: Exception) -> None:
    if os.environ.get("LEXDESK_DEBUG"):
        traceback.print_exception(problem)
    _fail(
        program,
        f"this is a bug in Lexdesk, not in your files ({type(problem).__name__}: {problem});"
        " run the command again with LEXDESK_DEBUG=1 and report what it prints",
    )


def _fail(program: str, message: str, code: int = 2) -> None:
    click.echo(f"{program}: {' '.join(message.split())}", err=True)
    sys.exit(code)
