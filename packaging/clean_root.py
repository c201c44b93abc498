"""A minimal Debian root without Lexdesk, entered without any network interface, or with that of the machine.

Building it needs root, debootstrap and a mirror.
"""

import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from wheelhouse import PackagingError

MIRROR = "http://deb.debian.org/debian"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
_COPIED = "/media/ca-certificates.crt"  # where no package of the root replaces it
USER = "1000:1000"
_ENTER = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec "$@"'


@dataclass(frozen=True, slots=True)
class Done:
    """Result of a command in the root: exit code, output, seconds by clock and processor.

    ``sockets`` are the system calls for non-local sockets.
    """

    code: int
    output: str
    seconds: float
    processor: float
    sockets: tuple[str, ...]


def make_root(folder: Path, release: str, packages: list[str]) -> None:
    """Install the smallest system of Debian's ``release`` with ``packages`` into ``folder``, replacing its content.

    Packages are installed by apt, which knows their new names in later releases. Raises ``PackagingError`` if one cannot be.
    """
    shutil.rmtree(folder, ignore_errors=True)
    cache = folder.parent / f"debs-{release}"
    cache.mkdir(exist_ok=True)
    options = ["--variant=minbase", f"--cache-dir={cache.absolute()}"]
    command = ["debootstrap", *options, release, str(folder), MIRROR]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    home = folder / "home" / "user"
    home.mkdir(parents=True)
    with (folder / "etc" / "passwd").open("a") as users:
        users.write("user:x:1000:1000::/home/user:/bin/sh\n")
    subprocess.run(["chown", USER, str(home)], check=True)
    if packages:
        connect(folder)
        script = (
            f"apt-get update && apt-get install -y --no-install-recommends {' '.join(packages)}"
        )
        done = run_in(folder, script, as_root=True, traced=False, network=True)
        if done.code:
            raise PackagingError(f"apt-get could not install in {folder}: {done.output[-300:]}")


def connect(root: Path) -> None:
    """Give ``root`` the machine's name servers and certificates, as ``run_in`` with ``network`` needs them."""
    shutil.copy("/etc/resolv.conf", root / "etc")
    if CERTIFICATES.exists():
        shutil.copy(CERTIFICATES, f"{root}{_COPIED}")


def run_in(
    root: Path, script: str, *, as_root: bool = False, traced: bool = True, network: bool = False
) -> Done:
    """Run a shell script in ``root``, in namespaces of its own: no network, no foreign processes.

    With ``traced`` under strace, which follows all its processes and slows them down.
    """
    home = "/root" if as_root else "/home/user"
    who = [] if as_root else [f"--userspec={USER}"]
    inside = ["env", "-i", f"HOME={home}", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"]
    inside += ["LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]
    inside += [f"PIP_CERT={_COPIED}"] if network and CERTIFICATES.exists() else []
    inside += ["sh", "-euc", f"cd {home}\n{script}"]
    spaces = ["--mount", "--pid", "--fork", *([] if network else ["--net"])]
    enter = ["unshare", *spaces, "sh", "-euc", _ENTER, str(root)]
    command = [*enter, "chroot", *who, str(root), *inside]
    trace = root.with_name(f"{root.name}.trace")
    strace = ["strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=network", "-o", str(trace)]
    started, used = time.monotonic(), _processor_seconds()
    done = subprocess.run(
        [*strace, *command] if traced else command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    seconds, used = time.monotonic() - started, _processor_seconds() - used
    sockets = not_local(trace.read_text("utf-8", "replace")) if traced else []
    return Done(done.returncode, done.stdout, seconds, used, tuple(sockets))


def _processor_seconds() -> float:
    """Return the processor seconds of all ended child processes."""
    times = os.times()
    return times.children_user + times.children_system


def not_local(trace: str) -> list[str]:
    """Return the system calls of a trace that create or address a socket of another family than AF_UNIX."""
    return [
        line
        for line in trace.splitlines()
        if re.search(r"\bAF_(?!UNIX|LOCAL|UNSPEC)\w+|sin6?_(addr|port)", line)
    ]
