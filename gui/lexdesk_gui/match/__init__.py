"""Document-to-document matching: paragraphs of a document against the library."""
