"""The command that prints what a shell needs to complete commands and options."""

from __future__ import annotations

import click

from lexdesk.cli import DONE
from lexdesk.cli.printing import echo

VARIABLE = "_LEXDESK_COMPLETE"
"""Click answers a shell that sets this variable in place of running the command."""


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> int:
    """Print the script that completes commands and options in SHELL.

    bash and zsh: put eval "$(lexdesk completion bash)" or eval "$(lexdesk completion zsh)" into
    ~/.bashrc or ~/.zshrc. fish: lexdesk completion fish > ~/.config/fish/completions/lexdesk.fish
    """
    from click.shell_completion import get_completion_class

    group = click.get_current_context().find_root().command
    scripts = get_completion_class(shell)
    if scripts is None:
        raise click.UsageError(f"this version of click knows no completion for {shell}")
    echo(scripts(group, {}, "lexdesk", VARIABLE).source(), lines=True)
    return DONE
