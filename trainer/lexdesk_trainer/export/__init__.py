"""Export of trained weights to model folders of the engine: fusion, quantization, measures, card."""
