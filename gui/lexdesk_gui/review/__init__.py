"""What a reviewer decides: the bar where it is done, and the session that keeps it."""
