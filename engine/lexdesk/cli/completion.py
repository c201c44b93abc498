"""The completion command."""

import click

from lexdesk.cli import DONE
from lexdesk.cli.printing import echo

VARIABLE = "_LEXDESK_COMPLETE"
"""With this variable set, click prints completions instead of running the command."""


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> int:
    """Print the completion script for SHELL.

    bash and zsh: add eval "$(lexdesk completion bash)" or eval "$(lexdesk completion zsh)" to
    ~/.bashrc or ~/.zshrc. fish: lexdesk completion fish > ~/.config/fish/completions/lexdesk.fish
    """
    from click.shell_completion import get_completion_class

    group = click.get_current_context().find_root().command
    scripts = get_completion_class(shell)
    if scripts is None:
        raise click.UsageError(f"this version of click knows no completion for {shell}")
    echo(scripts(group, {}, "lexdesk", VARIABLE).source(), lines=True)
    return DONE
