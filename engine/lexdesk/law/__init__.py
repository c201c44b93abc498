"""What the law is on a day: versions and amendments, provisions shown, references between them."""
