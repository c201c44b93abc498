"""Export of trained weights to model folders of the engine.

embedder            trace, fuse, quantize, measure; reranker: the same for a cross-encoder; question_map
joined_graph        the graph of an encoder with token vectors; gpu_graph: the graph for NVIDIA GPUs
quantizations       recipes by name (``quantizations.toml``); inputs, smoothing, rounding: their steps; report: compared
parity, batches     the exported graph compared with torch, on batches as in the engine
model_card          the card, with the texts of ``model_cards.toml``; drafts: atomic replacement of folders
exported_embedder   an exported embedder read back for training
"""
