"""Two versions of a text, word by word."""
