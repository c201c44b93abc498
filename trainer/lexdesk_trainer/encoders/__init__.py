"""The networks: BERT encoders in folders, and the modules around them that are exported."""
