"""Networks: BERT encoders in folders, and the exported modules around them."""
