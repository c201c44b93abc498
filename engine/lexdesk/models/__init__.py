"""Models that run here: their folders, and the encoder, reranker and classifier that they hold."""
