"""Networks: BERT encoders in folders, and the exported modules around them.

bert                BERT encoders: resize, deepen, merge, save and load; pretrained: one in the format of transformers
sentence_encoder    encoder with pooling, as exported; token_vectors: token vectors joined to it
trained_encoder     a trained encoder, to export or to train further
"""
