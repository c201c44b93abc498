"""The training loop and its tasks."""
