"""The entry point of both programs of the bundle, selected by the name of the call.

Files are read, and the window's searches run, in processes started by ``sys.executable -P -m MODULE``;
the network service starts its own by Python's ``multiprocessing``. In a bundle ``sys.executable`` is the
program itself, so it accepts these arguments as Python would. Imports here are limited to those of every
command.
"""

import sys

MODULE = ["-P", "-m"]
PROCESSES = (
    "lexdesk.extract.workers.worker",
    "lexdesk_gui.engine.process",
    "lexdesk_gui.reader.pdf_process",
)
CHILD = ["--multiprocessing-fork"]
TRACKER = "from multiprocessing.resource_tracker import main;main("


def main() -> int:
    """Run a process of the engine, of the window or of the service; else the window or the command line."""
    if sys.argv[1:3] == MODULE and sys.argv[-1] in PROCESSES:
        import importlib

        importlib.import_module(sys.argv[-1]).main()
        return 0
    if sys.argv[1:2] == CHILD:
        from multiprocessing.spawn import freeze_support

        freeze_support()  # ends this process when its work is done
    if sys.argv[-2:-1] == ["-c"] and sys.argv[-1].startswith(TRACKER):
        from multiprocessing.resource_tracker import main as track

        track(int(sys.argv[-1].removeprefix(TRACKER).rstrip(")")))
        return 0
    if sys.argv[0].lower().removesuffix(".exe").endswith("lexdesk-gui"):  # Windows heeds no case
        from lexdesk_gui.app import main as show

        return show()
    from lexdesk.cli import main as run_command_line

    return run_command_line()


if __name__ == "__main__":
    sys.exit(main())
