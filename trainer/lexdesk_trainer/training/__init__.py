"""The training loop and its tasks.

loop            the loop of all tasks; feeding: padded tensors; curves: its losses as a picture
pretrain        masked words
embedder        contrastive loss; negatives: hard negatives; text_encoders: what is trained
late_interaction, question_map  token-level order
reranker        a cross-encoder; teacher: its distilled scores; ranking: measures
"""
