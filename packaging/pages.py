"""Commands of the installation pages, and the way of ``prove`` to run each."""

import re
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
PAGES = ("README.md", "docs/start.md", "docs/administration.md", "packaging/README.md")
BACKUP = "/backups/2026-11-28T02-00-00"

NOT_RUN = {
    r"py -3\.11 ": "is for Windows",
    r"lexdesk model distrust ": "needs a model that did not come with Lexdesk",
    r"lexdesk watch": "runs until it is stopped",
    r"lexdesk impact ": "needs two versions of an act, which a user must bring",
    r"sudo make .* prove": "is this command",
    r"python packaging/build\.py bundle ": "is for another system",
    r"(python3 -m venv \.venv-build|make) ": "built what is proved here",
}
"""Patterns of commands that no way runs, with the reason."""
WAYS = {
    r"apt-get install python3-venv": "source",
    r"python3 -m venv \.venv &&": "source",
    r"python3 -m venv \.venv-dev ": "development",
    r"sudo apt-get install \./lexdesk_": "deb-gui",
    r"tar xf lexdesk-": "bundle",
    r"sh lexdesk-": "bundle",
    r"python3 -m venv --without-pip": "bundle",
    r"/opt/lexdesk/bin/python ": "bundle",
    r"ssh-keygen -Y verify": "bundle",
    r"sha256sum --check": "bundle",
    r"chmod -R a\+rX FOLDER": "deb",
    r"lexdesk ": "deb",
}
"""Patterns of commands, with the way of ``prove`` that runs them; the first counts."""
INSTEAD = (
    (r"^sudo ", ""),
    (r"lexdesk-<version>-[^./ ]+", "{bundle}"),
    (r"<version>", "{version}"),
    (r"~/law", "{law}"),
    (r"(?<=trust )FOLDER", "/home/user/model"),
    (r"FOLDER", "/home/user/at-rest"),
    (re.escape(BACKUP), '"$(ls -d /home/user/backups/2* | tail -1)"'),
    (r" /backups", " /home/user/backups"),
)
"""What stands for the names of folders on the pages."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command as ``page`` shows it."""

    page: str
    text: str

    def way(self) -> str:
        """Return the name of its way, or ``""``."""
        if self.reason():
            return ""
        return next((way for like, way in WAYS.items() if re.match(like, self.text)), "")

    def reason(self) -> str:
        """Return the reason for not running it, or ``""``."""
        return next((why for like, why in NOT_RUN.items() if re.match(like, self.text)), "")

    def script(self) -> str:
        """Return the command for a shell, with existing folders."""
        text = self.text
        for shown, there in INSTEAD:
            text = re.sub(shown, there, text)
        return text


def commands() -> list[Command]:
    """Return the commands of all pages, in their order, each text once."""
    found: dict[str, Command] = {}
    for page in PAGES:
        for text in _commands_in((REPOSITORY / page).read_text(encoding="utf-8")):
            found.setdefault(text, Command(page, text))
    return list(found.values())


def _commands_in(page: str) -> list[str]:
    """Return the lines of shell in blocks of code, and the first code of each item of a numbered list."""
    joined = re.sub(r"^```\w+\n(?:.*\n)*?```$", "", page.replace("\\\n", ""), flags=re.MULTILINE)
    found: list[str] = []
    for block in re.findall(
        r"(?:^ {4}.*\n(?:\n(?= {4}))*)+|^```\n(?:.*\n)*?```$", joined, re.MULTILINE
    ):
        lines = [line.strip() for line in block.strip("`\n").splitlines()]
        shown = [line[2:] for line in lines if line.startswith("$ ")]
        found += shown or lines
    found += re.findall(r"^\d\. [^`\n]*`([^`]+)`", joined, re.MULTILINE)
    return [re.sub(r"\s+#.*$|\s{2,}(?=-)", " ", line).strip() for line in found if line]
