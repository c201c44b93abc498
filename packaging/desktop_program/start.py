"""The entry of both programs of the bundle; the name by which it was called tells which one it is.

The engine reads files in processes that it starts by ``sys.executable -P -m lexdesk.extract.worker``.
In a bundle ``sys.executable`` is the program itself, so that it answers to these arguments as Python would.
"""

import sys
from pathlib import Path

READER = ["-P", "-m", "lexdesk.extract.worker"]


def main() -> int:
    """Run the reader, the window or the command line."""
    if sys.argv[1:] == READER:
        from lexdesk.extract.worker import main as serve

        serve()
        return 0
    if Path(sys.argv[0]).stem == "lexdesk-gui":
        from lexdesk_gui.app import main as show

        return show()
    from lexdesk.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
