"""Training data: the sources that ``[data]`` of a recipe names, as shards.

prepare         from sources to a shard: queries, positives, hard negatives; shards: its files; ragged: its rows
corpus, pairs   sources: running text; pairs of equivalent texts; licences: their check
passage_sets    collections cut into passages; questions: judged ones; written_questions: those of a language model
mine            a collection from any library; library_dump, mined_collection: its input and its files
vocabulary      pieces and their embeddings; vocabulary_extension: German pieces beside English ones
paragraphs      paragraphs of the GDPR; shared_wording: near-copies of a positive; jsonl: files of lines
"""
