"""From law to examples: sources and their licences, vocabularies, mined and written questions, shards."""
