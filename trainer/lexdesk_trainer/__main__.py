"""``python -m lexdesk_trainer`` is ``lexdesk-trainer``, also where nothing is installed."""

from lexdesk_trainer.cli import main

main()
