"""Quantized vectors: one bit (binary), three bits (three_bit) or eight bits (int8) a dimension."""
