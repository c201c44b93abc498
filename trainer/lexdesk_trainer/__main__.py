"""Entry point of ``python -m lexdesk_trainer``, the same as ``lexdesk-trainer``."""

from lexdesk_trainer.cli import main

main()
