"""Training data: sources and licences, vocabularies, mined and written questions, shards."""
