"""``python -m lexdesk`` is the command ``lexdesk``."""

from lexdesk.cli import main

main()
