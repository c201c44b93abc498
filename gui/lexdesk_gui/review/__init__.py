"""Review decisions: the bar and its session."""
