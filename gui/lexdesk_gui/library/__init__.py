"""Making a library: choosing, adding, and files that could not be read."""
