"""The backup command."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import click

from lexdesk.cli import DONE, ERROR
from lexdesk.cli.opening import folder_of, open_folder, read_passphrase
from lexdesk.cli.options import GivenPath, json_option, library_option, print_json, print_result
from lexdesk.cli.printing import echo
from lexdesk.errors import Message, PhraseCode
from lexdesk.library import backup_series
from lexdesk.library.backup import MANIFEST, Backup, find_damage
from lexdesk.storage.encryption import is_encrypted


@click.command()
@click.argument("folder", metavar="FOLDER", type=GivenPath(file_okay=False, path_type=Path))
@library_option
@click.option("--verify", is_flag=True, help="Verify the backup in FOLDER against its manifest.")
@click.option(
    "--encrypt", is_flag=True, help="Encrypt the copy of a library that is not encrypted."
)
@click.option(
    "--keep",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="Make the backup in a subfolder of FOLDER, named by its time, and keep the last N.",
)
@json_option
def backup(
    folder: Path, library: str | None, verify: bool, encrypt: bool, keep: int | None, as_json: bool
) -> int:
    """Copy the library into FOLDER, or verify such a copy.

    FOLDER is new or empty. The copy has all annotations and embeddings, and is a library itself: search
    it with -L FOLDER, or put it back by restore. Other programs may read and add meanwhile. The backup of an
    encrypted library has its passphrase. With --encrypt, the backup of a plain one gets a new
    passphrase, and no other program may add meanwhile. With --keep, FOLDER holds several backups: run the
    command by a schedule of the system. --verify then reads all of them and names the last intact one.
    """
    if verify:
        return _verify(folder, as_json=as_json)
    removed: list[Path] = []

    def back_up(target: Path) -> Backup:
        if encrypt:
            return _back_up_encrypted(library, target)
        with open_folder(library, instead=Message(PhraseCode.BACK_UP_ORIGINAL)) as opened:
            return opened.admin.back_up(target)

    if keep is None:
        made = back_up(folder)
    else:
        made, removed = backup_series.add(folder, keep, back_up)
    size = sum(made.files.values()) / 1e6
    return print_result(
        made,
        as_json,
        f"{made.path}: {size:,.1f} MB copied and checked, as of {made.made}",
        *(f"{path}: removed" for path in removed),
        *[_DESTROY] * encrypt,
    )


def _verify(folder: Path, *, as_json: bool) -> int:
    """Verify one backup, or all of a folder; the last one decides on the exit code."""
    found = [] if (folder / MANIFEST).exists() else backup_series.verify(folder)
    if not found:
        return _print_problems(folder, find_damage(folder), as_json=as_json)
    good = next((each for each in reversed(found) if not each.problems), None)
    if as_json:
        listed = [dataclasses.asdict(each) for each in found]
        last = dataclasses.asdict(good) if good else None
        print_json({"ok": not found[-1].problems, "last_intact": last, "backups": listed})
        return ERROR if found[-1].problems else DONE
    for each in found:
        _print_problems(Path(each.path), each.problems, as_json=False)
    echo(f"last intact backup: {good.path}, as of {good.made}" if good else "no backup is intact")
    return ERROR if found[-1].problems else DONE


def _print_problems(folder: Path, problems: Sequence[str], *, as_json: bool) -> int:
    if as_json:
        print_json({"ok": not problems, "problems": list(problems)})
    elif not problems:
        limit = "; its content is encrypted, and only its hashes were compared"
        echo(f"{folder}: no damage{limit if is_encrypted(folder) else ''}")
    for problem in problems if not as_json else []:
        echo(f"lexdesk: {problem}", err=True)
    return ERROR if problems else DONE


@click.command()
@click.argument("folder", metavar="BACKUP", type=GivenPath(file_okay=False, path_type=Path))
@library_option
@click.option("--dry-run", is_flag=True, help="Verify BACKUP and print what would be done.")
@json_option
def restore(folder: Path, library: str | None, dry_run: bool, as_json: bool) -> int:
    """Make the library of BACKUP, which is verified first and stays as it is.

    A library in its place is kept next to it, in a folder whose name ends in .before-restore. Indexes are
    rebuilt on the first search. Close other programs that use the library.
    """
    from lexdesk.library.restoring import restore as run

    done = run(folder, folder_of(library), dry_run=dry_run)
    verb, holds = ("would be restored", "would hold") if dry_run else ("restored", "holds")
    return print_result(
        done,
        as_json,
        f"{done.path}: {done.bytes / 1e6:,.1f} MB {verb}, as of {done.made}",
        *[f"{done.replaced}: {holds} the library from before"] * bool(done.replaced),
    )


_DESTROY = (
    "The library that was copied is still there in plain, with its indexes and backups. Destroy it"
    " yourself; on an SSD, deleting or overwriting files does not make sure that their bytes are gone."
)


def _back_up_encrypted(library: str | None, folder: Path) -> Backup:
    from lexdesk.library.backup import back_up_encrypted

    passphrase = read_passphrase(f"Passphrase of {folder}", is_new=True)
    return back_up_encrypted(folder_of(library), folder, passphrase)
