"""Trained weights as model folders of the engine: fused, quantized, measured, with a card."""
