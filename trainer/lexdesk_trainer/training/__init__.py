"""The one training loop, and the tasks that it is given."""
